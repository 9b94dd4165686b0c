internal import Feel
internal import FeelTrace
internal import Stage

extension Inspector {
  /// Follows the pointer over a panel of a window; answers what it asks for.
  mutating func handle(
    _ sample: PointerSample, in panel: Rect, of window: Size, _ content: InspectorContent
  ) -> [Order] {
    if list != nil { return handleList(sample) }
    let body = Self.body(in: panel)
    place(in: body, content, at: sample.time)
    _ = scroll.handle(.pointer(sample))
    let isInside = sample.phase != .exited && panel.contains(sample.location)
    let row = isInside && body.contains(sample.location) ? self.row(at: sample.location, body) : nil
    hoveredRow = row
    var orders = follow(sample, row: row, content)
    orders += followButtons(sample, in: panel, of: window)
    if sample.phase == .down, labelDrag != nil {
      return orders + cancel(at: sample.time)
    }
    if sample.phase == .down {
      destination = nil
      if let row, sample.button == .primary {
        orders += press(row, sample, body, window, content)
      } else if hasKeyboard {
        focus(nil)
      }
    }
    if sample.phase == .up, let drag = labelDrag {
      labelDrag = nil
      if !drag.hasMoved, drag.row == row {
        orders += clickLabel(drag.row, at: sample.time, content)
      }
    }
    return orders
  }

  /// Abandons a press; a value that was being dragged goes back to what it was.
  mutating func cancel(at time: Instant) -> [Order] {
    list = nil
    for index in buttons.indices { buttons[index].cancel() }
    let cancel = InputEvent.cancel(CancelSample(time: time, reason: .user))
    _ = scroll.handle(cancel)
    if let drag = labelDrag {
      labelDrag = nil
      guard let start = drag.start, let parameter = rows[drag.row].parameter else { return [] }
      return [.set(parameter.key, start)]
    }
    guard let held = heldSlider, let start = heldStart else { return [] }
    (heldSlider, heldStart) = (nil, nil)
    _ = sliders[held].handle(cancel)
    // Not by where the slider was: its places are not as fine as what can be typed.
    return rows[held].parameter.map { [.set($0.key, start)] } ?? []
  }

  /// Whether something is held that Escape abandons.
  var isHeld: Bool { heldSlider != nil || labelDrag != nil || list != nil }

  func row(at location: Vector, _ body: Rect) -> Int? {
    rows.indices.first {
      rows[$0].isShown && rows[$0].frame(in: body, offset: shownOffset).contains(location)
    }
  }

  /// Puts the sliders where their lines are, at the values that the session has.
  mutating func place(in body: Rect, _ content: InspectorContent, at now: Instant) {
    _ = scroll.layout(frame: body, contentLength: length, scale: 1, at: now)
    shownOffset = scroll.contentOffset(at: now)
    for (index, row) in rows.enumerated() where row.isShown && row.hasField {
      let frame = row.frame(in: body, offset: shownOffset)
      _ = sliders[index].layout(frame: InspectorRow.slider(in: frame), at: now)
      // What is scrolled away is seen by nobody.
      guard heldSlider != index, frame.maxY > body.minY, frame.minY < body.maxY,
        let number = number(of: index, content)
      else { continue }
      _ = sliders[index].setValue(number.share, at: now)
    }
  }

  /// Lets the sliders see the pointer: the one that a press holds, else those it can reach.
  private mutating func follow(
    _ sample: PointerSample, row: Int?, _ content: InspectorContent
  ) -> [Order] {
    if var drag = labelDrag, sample.phase == .moved, let number = number(of: drag.row, content) {
      let way = sample.location.x - drag.x
      guard drag.hasMoved || abs(way) >= content.pointerSettings.dragThreshold else { return [] }
      let begins = !drag.hasMoved
      // Two points a step; with Shift twenty.
      drag.steps += way / (sample.modifiers.contains(.shift) ? 20 : 2)
      (drag.x, drag.hasMoved) = (sample.location.x, true)
      let whole = drag.steps.rounded(.towardZero)
      drag.steps -= whole
      labelDrag = drag
      let next = number.parameter.number(number.number, steppedBy: whole)
      let edit = Order.set(number.kept.key, number.value(next))
      return (begins ? [.begin] : []) + (whole == 0 ? [] : [edit])
    }
    if let held = heldSlider {
      let orders = orders(of: sliders[held].handle(.pointer(sample)), row: held, content)
      if !sliders[held].isPressed { (heldSlider, heldStart) = (nil, nil) }
      return orders
    }
    guard sample.phase != .down else { return [] }
    for index in rows.indices where rows[index].isShown && rows[index].hasField {
      var sample = sample
      // A slider's hit box is higher than its line.
      if index != row { sample.phase = .exited }
      _ = sliders[index].handle(.pointer(sample))
    }
    return []
  }

  private func orders(
    of effects: Effects<ProgressSlider.Effect>, row: Int, _ content: InspectorContent
  ) -> [Order] {
    guard let number = number(of: row, content) else { return [] }
    return effects.compactMap { effect in
      guard case .valueChanged(let share) = effect else { return nil }
      let shown = number.parameter.number(atShare: share)
      return .set(number.kept.key, number.value(shown))
    }
  }

  private mutating func press(
    _ row: Int, _ sample: PointerSample, _ body: Rect, _ window: Size, _ content: InspectorContent
  ) -> [Order] {
    let frame = rows[row].frame(in: body, offset: shownOffset)
    guard !scroll.isBarPressed else { return [] }
    let place = sample.location
    guard rows[row].hasField, let parameter = rows[row].parameter else {
      focus(nil)
      if rows[row].hasDefault, place.x < InspectorRow.label(in: frame).maxX {
        let start = rows[row].parameter.map { content.parameters[$0.key] }
        labelDrag = LabelDrag(row: row, start: start, x: place.x, steps: 0)
        return []
      }
      if case .comparison = rows[row].kind, content.isComparing,
        !InspectorRow.toggle(in: frame).contains(place)
      {
        if InspectorRow.swap(in: frame).contains(place) { return [.swap] }
        return InspectorRow.pin(in: frame).contains(place) ? [.pin] : []
      }
      if case .changes = rows[row].kind, !InspectorRow.reset(in: frame).contains(place) {
        return []
      }
      return activate(row, in: body, of: window, content)
    }
    if InspectorRow.field(in: frame).contains(place) {
      focus(row)
    } else if place.x < InspectorRow.label(in: frame).maxX {
      focus(nil)
      let start = content.parameters[parameter.key]
      labelDrag = LabelDrag(row: row, start: start, x: place.x, steps: 0)
    } else {
      focus(nil)
      // The slider reaches beyond its line, but a press in the line is the line's.
      _ = sliders[row].handle(.pointer(sample))
      guard sliders[row].isPressed else { return [] }
      (heldSlider, heldStart) = (row, content.parameters[parameter.key])
      return [.begin]
    }
    return []
  }

  /// The second click on a name in quick succession gives back what the preset says.
  private mutating func clickLabel(
    _ row: Int, at time: Instant, _ content: InspectorContent
  ) -> [Order] {
    guard let last = lastClick, last.row == row,
      time - last.time <= content.pointerSettings.doubleClickTime
    else {
      lastClick = (row, time)
      return []
    }
    lastClick = nil
    guard let parameter = rows[row].parameter else {
      return [.begin, .preset(ScrollPreset.uikit.id)]
    }
    return [.begin, .set(parameter.key, content.parameters.inherited(parameter.key))]
  }

  private mutating func followButtons(
    _ sample: PointerSample, in panel: Rect, of window: Size
  ) -> [Order] {
    var clicked: Button?
    for button in Button.allCases {
      buttons[button.rawValue].frame = Self.frame(of: button, in: panel)
      if buttons[button.rawValue].handle(sample) { clicked = button }
    }
    hoveredButton = Button.allCases.first { buttons[$0.rawValue].isHovered }
    return clicked.map { press($0, in: panel, of: window) } ?? []
  }

  /// Does what a click on a button does, or its key.
  mutating func press(_ button: Button, in panel: Rect, of window: Size) -> [Order] {
    guard button == .copy else { return [button.action] }
    let menu = Menu(
      CopyForm.allCases.map(\.title), selected: nil, below: Self.frame(of: .copy, in: panel),
      in: window)
    list = (menu, .copy)
    return []
  }

  private mutating func handleList(_ sample: PointerSample) -> [Order] {
    guard let list else { return [] }
    var menu = list.menu
    return take(menu.handle(sample), menu, list.choice)
  }

  /// Does what an event did to the list.
  mutating func take(_ outcome: Menu.Outcome, _ menu: Menu, _ choice: Choice) -> [Order] {
    guard outcome != .none else {
      list = (menu, choice)
      return []
    }
    list = nil
    guard case .chosen(let index) = outcome else { return [] }
    return orders(choosing: index, of: choice, named: menu.items[index])
  }
}
