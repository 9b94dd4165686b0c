internal import Feel
internal import Kit
internal import Stage

/// An action that assistive technology requests of an element.
public enum AssistiveRequest: Hashable, Sendable {
  /// Take the keyboard focus.
  case focus
  /// Do what a click does; a field accepts its text.
  case press
  /// Press and hold until the control fires.
  case hold
  /// Move this many steps forwards, or backwards if negative.
  case step(Int)
  /// Set the value to the nearest number its steps can reach.
  case set(Double)
  /// Replace the text.
  case type(String)
  /// Select a range of the text, in characters; an empty range places the caret.
  case select(Range<Int>)
}

/// A text being edited.
public struct EditedText: Hashable, Sendable {
  /// Id of the element that holds the text.
  public let id: String
  /// The text itself.
  public let text: String
  /// The caret's position and the selection, in characters.
  public let caret: Int, selection: Range<Int>
}

extension Session {
  /// The text with the keyboard focus, if there is one.
  public var editedText: EditedText? {
    let edited =
      panels.edited
      ?? player.run.scene.focusedIndex.flatMap { index in
        let part = player.run.scene.parts[index]
        guard let line = part.textField?.line else { return nil }
        return part.accessibility(at: now).first.map { ($0.id, line) }
      }
    return edited.map { id, line in
      EditedText(id: id, text: line.text, caret: line.caret, selection: line.selection)
    }
  }

  /// Performs a request if the element supports it; nothing happens while a modal panel covers it.
  mutating func assist(_ request: AssistiveRequest, on id: String) {
    if panels.has(id) || request.isNumber && !panels.isModal {
      assistPanels(request, on: id)
    }
    guard !panels.isModal, let (index, element) = stagePart(id) else { return }
    if isRunningAgain { apply(.endRerun) }
    switch request {
    case .focus: focus(index)
    case .press where element.role == .textField: press(.return, on: index)
    case .press where element.role == .tab: turn(to: id, index)
    case .press where element.role == .button || element.role == .switch: press(.space, on: index)
    case .press: break
    case .hold: hold(index, id)
    case .step(let count): step(count, index, element)
    case .set(let number): move(index, id, to: number)
    case .type(let text):
      focus(index)
      _ = player.withField(of: index) { field in
        field.selectAll()
        field.insert(text)
      }
    case .select(let range):
      focus(index)
      _ = player.withField(of: index) { field in
        field.press(at: range.lowerBound, count: 1, selects: false)
        field.press(at: range.upperBound, count: 1, selects: true)
      }
    }
  }

  // MARK: Panels

  private mutating func assistPanels(_ request: AssistiveRequest, on id: String) {
    switch request {
    case .focus:
      guard panels.focus(element: id, at: now) else { return }
      perform(.leaveStage)
    case .press, .hold: perform(panels.press(element: id, at: now))
    case .step(let count):
      let reply = panels.step(element: id, by: Double(count))
      if reply.isHandled { perform(reply) } else { move(id, by: Double(count) / 20) }
    case .set(let number): set(number, on: id)
    case .type(let text): perform(panels.type(text, intoElement: id))
    case .select(let range): panels.select(range, inElement: id)
    }
  }

  /// Moves an element without steps of its own by a share of its range.
  private mutating func move(_ id: String, by share: Double) {
    let element = windowElement(at: now).all.first { $0.id == id }
    guard let number = element?.number, let range = element?.range else { return }
    let length = range.upperBound - range.lowerBound
    set(min(max(range.lowerBound, number + share * length), range.upperBound), on: id)
  }

  /// Sets a parameter (by any of its elements), the time shown by the timeline, or a panel's size.
  private mutating func set(_ number: Double, on id: String) {
    let key = id.split(separator: ".").suffix(1) == ["slider"] ? String(id.dropLast(7)) : id
    if let splitter = Splitter.allCases.first(where: { "splitter.\($0)" == id }) {
      perform(.resize(splitter, number))
    } else if id == "timeline" {
      perform(.show(Instant(seconds: number - player.clipShift)))
    } else if inspector.parameter(key) != nil {
      let text = "\(number)"
      guard let value = try? inspector.value(of: key, parsing: text) else { return }
      perform(.begin)
      apply(.parameter(key, value))
    }
  }

  // MARK: Stage

  /// The part that contains an element.
  private func stagePart(_ id: String) -> (part: Int, element: AccessibilityElement)? {
    let parts = player.run.scene.parts
    for index in parts.indices where parts[index].isPresent {
      let elements = parts[index].accessibility(at: now).flatMap(\.all)
      if let element = elements.first(where: { $0.id == id }) {
        return element.states.contains(.disabled) ? nil : (index, element)
      }
    }
    return nil
  }

  private mutating func focus(_ part: Int) {
    guard player.run.scene.parts[part].keyboard.isStop else { return }
    leavePanels()
    let name = player.run.scene.parts.names[part]
    if player.run.scene.focus.part != name { apply(.focus(Focus(on: name, isVisible: true))) }
  }

  private mutating func press(
    _ key: KeySample.Key, _ modifiers: Modifiers = [], on part: Int
  ) {
    focus(part)
    let sample = KeySample(time: now, phase: .down, key: key, modifiers: modifiers)
    // A text field handles its keys before the stage sees them.
    if takeTyped(sample) { return }
    feed(.key(sample))
    feed(.key(KeySample(time: now, phase: .up, key: key, modifiers: modifiers)))
  }

  /// Holds a part with the space key until `releaseHeldPart()`.
  private mutating func hold(_ part: Int, _ id: String) {
    guard !isHandBusy, stagePresses.assisted == nil else { return }
    focus(part)
    feed(.key(KeySample(time: now, phase: .down, key: .space)))
    stagePresses.assisted = id
  }

  /// Releases the part held by `hold` once it has fired or is no longer pressed.
  mutating func releaseHeldPart() {
    guard let id = stagePresses.assisted else { return }
    let held = stagePart(id)?.element
    if let held, held.states.contains(.pressed), held.number ?? 1 < 1 { return }
    stagePresses.assisted = nil
    feed(.key(KeySample(time: now, phase: .up, key: .space)))
  }

  private mutating func step(_ count: Int, _ part: Int, _ element: AccessibilityElement) {
    let isUpright = element.role == .list
    let key: KeySample.Key =
      isUpright ? (count > 0 ? .down : .up) : (count > 0 ? .right : .left)
    for _ in 0..<min(abs(count), 100) { press(key, on: part) }
  }

  /// Turns to the page whose tab is the element `id`.
  private mutating func turn(to id: String, _ part: Int) {
    let titles = player.run.scene.parts[part].accessibility(at: now).flatMap(\.all).filter {
      $0.role == .tab
    }
    guard let wanted = titles.firstIndex(where: { $0.id == id }),
      let shown = titles.firstIndex(where: { $0.states.contains(.selected) })
    else { return }
    for _ in 0..<abs(wanted - shown) { press(wanted > shown ? .right : .left, on: part) }
  }

  /// Steps a value with the arrow keys as close to `wanted` as they reach: whole steps, then
  /// tenths.
  private mutating func move(_ part: Int, _ id: String, to wanted: Double) {
    guard wanted.isFinite else { return }
    for modifiers in [Modifiers(), .shift] {
      // More steps than any value has.
      for _ in 0..<1000 {
        guard let number = stagePart(id)?.element.number, number != wanted else { return }
        let before = abs(number - wanted)
        press(number < wanted ? .right : .left, modifiers, on: part)
        guard let moved = stagePart(id)?.element.number, moved != number else { break }
        if abs(moved - wanted) >= before {
          // Overshot by one: step back to the nearer value.
          press(moved < number ? .right : .left, modifiers, on: part)
          break
        }
      }
    }
  }
}

extension AssistiveRequest {
  fileprivate var isNumber: Bool { if case .set = self { true } else { false } }
}
