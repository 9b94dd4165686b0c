internal import Feel
internal import FeelTrace
internal import Stage

extension Inspector {
  /// What a key did.
  enum KeyOutcome: Hashable, Sendable {
    /// It is none of the panel's.
    case ignored
    /// It typed: this is not recorded.
    case typed
    /// What was typed is a value: it is recorded as what it sets.
    case entered(String, ParameterValue)
    /// It asks for something.
    case orders([Order])
  }

  /// Follows the keyboard while a list is open or a line has it.
  mutating func handle(
    _ sample: KeySample, in panel: Rect, of window: Size, _ content: InspectorContent
  ) -> KeyOutcome {
    if let list {
      var menu = list.menu
      return .orders(take(menu.handle(sample), menu, list.choice))
    }
    guard sample.phase == .down else { return .ignored }
    if let focusedButton { return handle(sample, focusedButton, in: panel, of: window, content) }
    guard let row = focusedRow else { return .ignored }
    let body = Self.body(in: panel)
    place(in: body, content, at: sample.time)
    let number = number(of: row, content)
    if let number {
      var line = typed ?? LineEditor()
      switch line.handle(sample) {
      case .edited:
        (typed, message) = (line, nil)
        return .typed
      case .entered: return enter(number)
      case .ignored: break
      }
    }
    guard sample.modifiers.isDisjoint(with: [.control, .alt]) else { return .ignored }
    switch sample.key {
    case .tab:
      turn(by: sample.modifiers.contains(.shift) ? -1 : 1, at: sample.time, content)
      return .orders([])
    case .escape:
      let orders = reverting(row, content.parameters)
      focus(nil)
      return .orders(orders)
    default: break
    }
    guard let number else { return handleLine(sample, row, in: body, of: window, content) }
    return step(sample, number, content.parameters)
  }

  /// Follows the keys of a button that has the keyboard.
  private mutating func handle(
    _ sample: KeySample, _ button: Button, in panel: Rect, of window: Size,
    _ content: InspectorContent
  ) -> KeyOutcome {
    guard sample.modifiers.isDisjoint(with: [.control, .alt]) else { return .ignored }
    switch sample.key {
    case .tab:
      turn(by: sample.modifiers.contains(.shift) ? -1 : 1, at: sample.time, content)
      return .orders([])
    case .escape:
      focus(nil)
      return .orders([])
    case .space, .return:
      guard !sample.isRepeat, Self.isEnabled(button, content) else { return .orders([]) }
      return .orders(press(button, in: panel, of: window))
    default: return .ignored
    }
  }

  private mutating func enter(_ number: ShownNumber) -> KeyOutcome {
    guard let text = typed?.text, !text.isEmpty else {
      // What keys and wheel have set is entered.
      editStart = nil
      return .orders([])
    }
    do throws(ParameterError) {
      var value = try number.parameter.value(parsing: text)
      if case .number(let shown) = value { value = number.value(shown) }
      (typed, message) = (nil, nil)
      return .entered(number.kept.key, value)
    } catch {
      message = error.message
      return .typed
    }
  }

  /// Takes back the last edit of what is typed, at last all of it; returns whether something was typed.
  mutating func undoTyping() -> Bool {
    guard typed != nil else { return false }
    message = nil
    if !(typed?.undo() ?? false) { typed = nil }
    return true
  }

  /// Gives back what a value was before keys and wheel moved it.
  private func reverting(_ row: Int, _ parameters: ParameterSet) -> [Order] {
    guard let start = editStart, let key = rows[row].parameter?.key, parameters[key] != start
    else { return [] }
    return [.begin, .set(key, start)]
  }

  private mutating func step(
    _ sample: KeySample, _ shown: ShownNumber, _ parameters: ParameterSet
  ) -> KeyOutcome {
    let (parameter, number) = (shown.parameter, shown.number)
    let next: Double
    switch sample.key {
    case .up: next = parameter.number(number, steppedBy: 1)
    case .down: next = parameter.number(number, steppedBy: -1)
    case .pageUp: next = parameter.number(number, steppedBy: 10)
    case .pageDown: next = parameter.number(number, steppedBy: -10)
    case .home: next = parameter.number(atShare: 0)
    case .end: next = parameter.number(atShare: 1)
    default: return .ignored
    }
    (typed, message) = (nil, nil)
    guard next != number else { return .orders([]) }
    editStart = editStart ?? parameters[shown.kept.key]
    let edit = Order.set(shown.kept.key, shown.value(next))
    // A held key is one edit, however often it repeats.
    return .orders(sample.isRepeat ? [edit] : [.begin, edit])
  }

  /// Gives the keyboard to the next line that takes it, around the end, and brings it into view.
  mutating func turn(by step: Int, at now: Instant, _ content: InspectorContent) {
    let (stops, buttons) = (stops, Button.allCases.filter { Self.isEnabled($0, content) })
    let count = stops.count + buttons.count
    guard !stops.isEmpty else { return }
    let place =
      focusedRow.flatMap { stops.firstIndex(of: $0) }
      ?? focusedButton.map { stops.count + (buttons.firstIndex(of: $0) ?? 0) }
    let next = place.map { ($0 + step + count) % count } ?? 0
    guard next < stops.count else {
      focus(nil)
      focusedButton = buttons[next - stops.count]
      return
    }
    focus(stops[next])
    bring(rows[stops[next]].top - scroll.layout.viewport / 2, at: now, content)
  }

  /// Gives the keyboard to the first of the window's own settings, and brings their heading to the top, as far as there are lines below.
  mutating func showSettings(in panel: Rect, at now: Instant, _ content: InspectorContent) {
    place(in: Self.body(in: panel), content, at: now)
    guard let first = rows.firstIndex(where: { $0.kind == .setting(.theme) }) else { return }
    if !rows[first].isShown { fold(first - 1, content) }
    focus(first)
    bring(rows[first - 1].top, at: now, content)
  }

  /// Scrolls the lines so that a place of their content is at the top, or as near to it as can be.
  private mutating func bring(_ top: Double, at now: Instant, _ content: InspectorContent) {
    let target = min(max(0, top), scroll.layout.maximumOffset)
    let isStill = content.settings.contains(.motion)
    _ = scroll.scroll(to: target, animated: !isStill, at: now)
    destination = target
  }

  /// Puts a line where it can be seen and stays, at once: a list is about to hang from it.
  mutating func reveal(_ row: Int, in body: Rect, at now: Instant, _ content: InspectorContent) {
    let middle = rows[row].top - scroll.layout.viewport / 2
    let frame = rows[row].frame(in: body, offset: shownOffset)
    let isSeen = frame.minY >= body.minY && frame.maxY <= body.maxY
    guard let target = destination ?? (isSeen ? nil : middle) else { return }
    let offset = min(max(0, target), scroll.layout.maximumOffset)
    _ = scroll.scroll(to: offset, animated: false, at: now)
    place(in: body, content, at: now)
  }
}
