package import Feel
package import Stage
internal import TextLayout

/// The result of handling an event.
package struct Reply<Ask: Hashable & Sendable>: Sendable {
  /// Whether the event was handled and must not reach anything below.
  package var isHandled = false
  /// The requests of elements, with their gestures.
  package var asks: [(ask: Ask, gesture: Gesture)] = []
  /// Text to put on the clipboard.
  package var copied: String?
  /// Whether to fetch the clipboard's text.
  package var wantsPaste = false

  static var handled: Reply { Reply(isHandled: true) }

  static func taken(_ ask: Ask?, _ gesture: Gesture) -> Reply {
    var reply = handled
    reply.add(ask, gesture)
    return reply
  }

  mutating func add(_ ask: Ask?, _ gesture: Gesture) {
    if let ask { asks.append((ask, gesture)) }
  }
}

extension Panels {
  /// Whether a press holds an element.
  package var isHeld: Bool { press != nil || scrolls.isBarPressed }

  /// Whether a press holds this element, or else the pointer is over it.
  package func isPointed(_ id: String) -> Bool { id == press?.id ?? hovered }

  /// The element being dragged.
  package var dragged: String? { press.flatMap { $0.isDragged ? $0.id : nil } }

  /// Whether a press or the focus is on an element whose id has this prefix.
  package func isHeld(_ prefix: String) -> Bool {
    [press?.id, focus].contains { $0?.hasPrefix(prefix) ?? false }
  }

  /// Whether a panel is open that blocks everything below.
  package var isModal: Bool { modal != nil }

  // MARK: Pointer

  /// Handles a pointer event.
  package mutating func handle(
    _ sample: PointerSample, _ settings: PointerSettings
  ) -> Reply<Ask> {
    pointer = sample.phase == .exited ? nil : sample.location
    if let press { return drag(sample, press, settings) }
    let hit = pointer.flatMap { self.hit($0, at: sample.time) }
    let target = hit.flatMap { node($0).isLive ? $0 : nil }
    var reply = Reply<Ask>(isHandled: hit != nil || isModal)
    let id = target.map { node($0).id }
    if hovered != id { leave(hovered, sample, &reply) }
    hover(id, at: sample.time)
    if sample.phase != .down { presses.handle(sample) }
    let live = scrolls.ids.filter { place($0).map { $0.panel >= modal ?? 0 } ?? false }
    if scrolls.handle(sample, live) { return .handled }
    switch sample.phase {
    case .moved, .exited:
      guard let target else { break }
      light(target)
      reply.add(ask(target, .pointer), .pointed(sample))
    case .up:
      // Releasing the press that opened a menu chooses a row, once the pointer has been over the
      // rows.
      guard isOverMenu, let target, let (place, list) = list(of: target), list.isMenu,
        let row = node(target).row, !list.disabled.contains(row)
      else { break }
      reply.add(ask(place, .choose), .chosen(row))
    case .down:
      tip = nil
      if let target {
        press(target, sample, settings, &reply)
        if isForReading(target) { tip = Tip(id: node(target).id, due: nil) }
      } else if hit == nil {
        pressBeside(&reply)
      }
    }
    return reply
  }

  /// Whether an element only has a tooltip; a press then shows it at once.
  private func isForReading(_ place: ElementIndex) -> Bool {
    !node(place).tip.isEmpty && !tree(place).asks(place.node)
  }

  /// Tells an element that tracks the pointer that it has left.
  private func leave(_ id: String?, _ sample: PointerSample, _ reply: inout Reply<Ask>) {
    var gone = sample
    gone.phase = .exited
    reply.add(id.flatMap(place).flatMap { ask($0, .pointer) }, .pointed(gone))
  }

  /// A press outside a modal panel may close it; outside all others, it ends typing.
  private mutating func pressBeside(_ reply: inout Reply<Ask>) {
    guard let modal else {
      reply.asks += leave()
      return
    }
    let tree = panels[modal].placed.tree
    if tree.closesBeside { reply.add(tree.dismiss, .dismissed) }
  }

  private mutating func press(
    _ target: ElementIndex, _ sample: PointerSample, _ settings: PointerSettings,
    _ reply: inout Reply<Ask>
  ) {
    let (node, time) = (node(target), sample.time)
    let count = presses.count(sample, settings)
    if let row = node.row { return press(row: row, of: target, sample, count, &reply) }
    let isField = if case .field = node.look { true } else { false }
    if !isField, focus != nil, !isInSheet(focus) { reply.asks += leave() }
    if let id = tree(target).keyboard, focus == nil {
      giveKeyboard(to: id)
      isQuiet = true
    }
    if let ask = ask(target, .pointer), [.primary, .middle].contains(sample.button) {
      press = Press(node.id, sample)
      return reply.add(ask, .pointed(sample))
    }
    if sample.button == .secondary {
      reply.add(ask(outwards: target, .secondary)?.ask, .secondary(at: sample.location))
    }
    guard sample.button == .primary, !node.isDisabled else { return }
    if sample.modifiers.contains(.control), let ask = ask(target, .control) {
      return reply.add(ask, .pressed)
    }
    if count == 2, let ask = ask(target, .double) {
      presses = PressCounter()
      return reply.add(ask, .pressed)
    }
    press = Press(node.id, sample)
    if node.repeats {
      press?.due = time.advanced(by: Self.repeatDelay)
      reply.add(ask(target, .press), .pressed)
    }
    if isField {
      let selects = sample.modifiers.contains(.shift)
      if focus != node.id {
        reply.asks += leave()
        giveKeyboard(to: node.id)
      } else {
        let place = index(at: sample)
        editing?.press(at: place, count: count, selects: selects)
      }
      let start = count == 1 && !selects ? index(at: sample) : nil
      editing?.drag(from: start)
    }
    if case .slider(let slider) = node.look {
      let track = frame(target, at: time)
      press?.slider = ProgressSlider(frame: track, value: slider.value)
      _ = press?.slider?.handle(.pointer(sample))
    }
    reply.add(ask(target, .slide), .slid(.began(sample.location)))
  }

  /// The text position at the pointer; `nil` without fonts.
  private func index(at sample: PointerSample) -> Int? {
    room(ofEditing: sample.time).map {
      $0.line.place(at: sample.location.x, in: $0.frame, $0.fonts)
    }
  }

  /// The foot of the focused field's caret, in points of the window.
  package func caret(at time: Instant) -> Vector? {
    room(ofEditing: time).map { $0.line.foot(in: $0.frame, $0.fonts) }
  }

  /// The text being edited, its frame and its fonts.
  private func room(
    ofEditing time: Instant
  ) -> (line: LineEditor, frame: Rect, fonts: FontBook)? {
    guard let line = editing?.line, let fonts, let place = editing.flatMap({ place($0.id) }),
      case .field(let field) = node(place).look
    else { return nil }
    let shown = line.shown.line.text
    return (line, field.room(for: shown, in: frame(place, at: time), fonts).frame, fonts)
  }

  /// Passes a pointer event to the element that a press holds.
  private mutating func drag(
    _ sample: PointerSample, _ press: Press, _ settings: PointerSettings
  ) -> Reply<Ask> {
    guard let place = place(press.id) else {
      self.press = nil
      return .handled
    }
    var reply = Reply<Ask>.handled
    let isInside =
      sample.phase != .exited && frame(place, at: sample.time).contains(sample.location)
    self.press?.isInside = isInside
    hover(isInside ? press.id : nil, at: sample.time)
    if !isInside { self.press?.due = nil }
    if let ask = ask(place, .pointer), sample.phase != .down {
      guard sample.phase != .up || sample.button == press.button else { return reply }
      reply.add(ask, .pointed(sample))
      guard sample.phase == .up else { return reply }
      endPress()
      if !isInside { leave(press.id, sample, &reply) }
      return reply
    }
    switch sample.phase {
    case .moved:
      let way = sample.location - press.start
      let isGrip = if case .grip = node(place).look { true } else { false }
      let isDragged =
        press.isDragged || isGrip || abs(way.x) + abs(way.y) >= settings.dragThreshold
      self.press?.isDragged = isDragged
      if press.slider != nil {
        slide(sample, place, &reply)
      } else if isDragged {
        let caret = index(at: sample)
        if editing?.id == press.id { editing?.drag(to: caret) }
        reply.add(ask(place, .slide), .slid(.moved(by: way)))
        if let ask = ask(place, .scrub), let step = self.press?.scrub(to: sample) {
          reply.add(ask, step)
        }
      }
    case .up where sample.button == .primary:
      let end = press.isDragged ? hit(sample.location, at: sample.time) : nil
      let over = end.flatMap { node($0).isLive ? node($0).id : nil }
      slide(sample, place, &reply)
      endPress()
      reply.add(ask(place, .slide), .slid(.ended(at: sample.location, over: over)))
      if isInside, !node(place).repeats { reply.add(ask(place, .press), .pressed) }
    case .down: return cancel()
    case .up, .exited: break
    }
    return reply
  }

  private mutating func endPress() {
    press = nil
    editing?.drag(from: nil)
  }

  /// Moves the thumb of a held slider, more finely the further away the pointer is.
  private mutating func slide(
    _ sample: PointerSample, _ place: ElementIndex, _ reply: inout Reply<Ask>
  ) {
    for case .valueChanged(let share) in press?.slider?.handle(.pointer(sample)) ?? Effects() {
      reply.add(ask(place, .slide), .slid(.set(share)))
    }
  }

  /// Cancels a press.
  package mutating func cancel() -> Reply<Ask> {
    var reply = Reply<Ask>.handled
    if let press, let place = place(press.id) {
      reply.add(ask(place, .slide), .slid(.cancelled))
      reply.add(ask(place, .scrub) ?? ask(place, .pointer), .dismissed)
    }
    endPress()
    tip = nil
    scrolls.cancel()
    return reply
  }

  // MARK: Rows

  func list(of row: ElementIndex) -> (place: ElementIndex, list: List)? {
    guard let index = placed(row).lists[row.node] else { return nil }
    let place = ElementIndex(panel: row.panel, node: index)
    return if case .list(let list) = node(place).look { (place, list) } else { nil }
  }

  private mutating func press(
    row: Int, of target: ElementIndex, _ sample: PointerSample, _ count: Int,
    _ reply: inout Reply<Ask>
  ) {
    light(target)
    guard let (place, list) = list(of: target), !list.isPage, !list.isMenu,
      sample.button == .primary
    else { return }
    reply.add(ask(place, .choose), .chosen(row))
    guard count == 2 else { return }
    presses = PressCounter()
    reply.add(ask(place, .choose), .opened(row))
  }

  /// Lights the menu row under the pointer.
  private mutating func light(_ target: ElementIndex) {
    guard let row = node(target).row, list(of: target)?.list.isMenu ?? false else { return }
    (lit, isOverMenu) = (row, true)
  }

  // MARK: Hovering

  /// Highlights an element and its ancestors.
  mutating func hover(_ id: String?, at now: Instant) {
    guard id != hovered else { return }
    let (before, after) = (hovered.map(outwards) ?? [], id.map(outwards) ?? [])
    for id in before where !after.contains(id) { turnLight(of: id, to: 0, at: now) }
    for id in after where !before.contains(id) { turnLight(of: id, to: 1, at: now) }
    hovered = id
    let told = after.first { id in
      place(id).map { !node($0).tip.isEmpty || ask($0, .help) != nil } ?? false
    }
    if let told, told == tip?.id { return }
    tip = nil
    if let told, press == nil {
      tip = Tip(id: told, due: now.advanced(by: Self.tooltipDelay))
    }
    fades = fades.filter { $0.value.target > 0 || $0.value.isMoving(at: now) }
  }

  /// Ids of an element and its ancestors, innermost first.
  private func outwards(from id: String) -> [String] {
    guard let place = place(id) else { return [id] }
    let around = placed(place).ancestors(of: place.node).map { tree(place).nodes[$0].id }
    return [id] + around.filter { !$0.isEmpty }
  }

  private mutating func turnLight(of id: String, to target: Double, at now: Instant) {
    fades[id, default: Fade(0)].turn(to: target, at: now, over: target > 0 ? 0.08 : 0.16)
  }

  /// The pointer's shape, where an element determines it.
  package var cursor: Cursor? {
    if let id = press?.id ?? hovered, let place = place(id) { return node(place).cursor ?? .arrow }
    let isOver = pointer.map { pointer in
      panels.contains { $0.placed.frames.first?.contains(pointer) ?? false }
    }
    return isModal || isOver ?? false ? .arrow : nil
  }

  // MARK: Wheel

  /// Scrolls the list under the pointer, or steps the number in a focused field there.
  package mutating func handle(_ sample: WheelSample) -> Reply<Ask> {
    guard let hit = hit(sample.location, at: sample.time) else { return Reply(isHandled: isModal) }
    if let reply = step(sample, over: hit.panel) { return reply }
    if let found = ask(outwards: hit, .wheel) { return .taken(found.ask, .wheeled(sample)) }
    let placed = placed(hit)
    for (index, node) in placed.tree.nodes.enumerated()
    where node.scrolls && placed.frames[index].contains(sample.location) {
      scrolls.handle(sample, node.id)
    }
    return .handled
  }

  /// One step per notch over the row of the focused field; up or right increases.
  ///
  /// Scrolling continues until the wheel rests, so fields passing under the pointer do not change.
  private mutating func step(_ sample: WheelSample, over panel: Int) -> Reply<Ask>? {
    let notches = sample.delta.x - sample.delta.y
    guard sample.unit == .notches, notches.isFinite, abs(notches) <= 1000,
      !scrolls.isTurning(at: sample.time),
      let id = editing?.id, let place = place(id), place.panel == panel,
      let ask = ask(place, .step),
      case let placed = placed(place),
      visible(placed.ancestors(of: place.node).first ?? place.node, placed, at: sample.time)
        .contains(sample.location)
    else { return nil }
    let isSame = turn.map { $0.id == id && sample.time - $0.time <= Scrolls.wheelRest } ?? false
    if !isSame { turn = Turn(id: id, time: sample.time) }
    turn?.time = sample.time
    guard let step = turn?.steps.count(notches) else { return .handled }
    giveKeyboard(to: id)
    return .taken(ask, step)
  }

  // MARK: Time

  /// When `advance(to:)` must be called next.
  package var deadline: Instant? {
    [tip?.due, press?.due, scrolls.deadline].compactMap(\.self).min()
  }

  /// Advances time: tooltips appear, scrolling continues, and a held button may repeat.
  package mutating func advance(to now: Instant) -> Reply<Ask> {
    if let due = tip?.due, now >= due { tip?.due = nil }
    scrolls.advance(to: now)
    var reply = Reply<Ask>()
    guard let press, let due = press.due, now >= due else { return reply }
    self.press?.due = due.advanced(by: Self.repeatInterval)
    reply.add(place(press.id).flatMap { ask($0, .press) }, .pressed)
    return reply
  }

  /// Whether the picture changes by time alone.
  package func isMoving(at now: Instant) -> Bool {
    fades.values.contains { $0.isMoving(at: now) } || scrolls.isMoving(at: now)
  }
}
