internal import Feel
internal import Kit
internal import Stage

/// What assistive technology asks an element of the window to do.
public enum AssistiveRequest: Hashable, Sendable {
  /// To take the keyboard.
  case focus
  /// To do what a click does; a field enters its text.
  case press
  /// To be held until it fires.
  case hold
  /// To go so many steps on, or back.
  case step(Int)
  /// To have a number as its value, as near to it as its steps come.
  case set(Double)
  /// To have a text, in the place of its own.
  case type(String)
  /// To select a part of its text, by characters; an empty part puts the caret there.
  case select(Range<Int>)
}

/// A text that is being edited.
public struct EditedText: Hashable, Sendable {
  /// The element whose text it is.
  public let id: String
  /// What it is.
  public let text: String
  /// Where the caret is, and what is selected, by characters.
  public let caret: Int, selection: Range<Int>
}

extension Session {
  /// The text that has the keyboard, if one has.
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

  /// Does what an element was asked for that can do it; nothing where something lies over it.
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
      if reply.isTaken { perform(reply) } else { move(id, by: Double(count) / 20) }
    case .set(let number): set(number, on: id)
    case .type(let text): perform(panels.type(text, intoElement: id))
    case .select(let range): panels.select(range, inElement: id)
    }
  }

  /// Moves what has no steps of its own by a share of its range.
  private mutating func move(_ id: String, by share: Double) {
    let element = windowElement(at: now).all.first { $0.id == id }
    guard let number = element?.number, let range = element?.range else { return }
    let length = range.upperBound - range.lowerBound
    set(min(max(range.lowerBound, number + share * length), range.upperBound), on: id)
  }

  /// Sets a parameter by any of its elements, the moment that the timeline shows, or the size of a
  /// panel.
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

  // MARK: The stage

  /// The part of the stage that an element is in.
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
    // A text field takes its keys before the stage sees them.
    if takeTyped(sample) { return }
    feed(.key(sample))
    feed(.key(KeySample(time: now, phase: .up, key: key, modifiers: modifiers)))
  }

  /// Holds a part by the keyboard; `releaseHeldPart()` lets go of it.
  private mutating func hold(_ part: Int, _ id: String) {
    guard !isHandBusy, stagePresses.assisted == nil else { return }
    focus(part)
    feed(.key(KeySample(time: now, phase: .down, key: .space)))
    stagePresses.assisted = id
  }

  /// Lets go of a part that has fired, or is held no longer.
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

  /// Shows the page whose title an element is.
  private mutating func turn(to id: String, _ part: Int) {
    let titles = player.run.scene.parts[part].accessibility(at: now).flatMap(\.all).filter {
      $0.role == .tab
    }
    guard let wanted = titles.firstIndex(where: { $0.id == id }),
      let shown = titles.firstIndex(where: { $0.states.contains(.selected) })
    else { return }
    for _ in 0..<abs(wanted - shown) { press(wanted > shown ? .right : .left, on: part) }
  }

  /// Moves a value by its keys as near to a number as they come: in steps, then in tenths of them.
  private mutating func move(_ part: Int, _ id: String, to wanted: Double) {
    guard wanted.isFinite else { return }
    for modifiers in [Modifiers(), .shift] {
      // No value has more steps than these.
      for _ in 0..<1000 {
        guard let number = stagePart(id)?.element.number, number != wanted else { return }
        let before = abs(number - wanted)
        press(number < wanted ? .right : .left, modifiers, on: part)
        guard let moved = stagePart(id)?.element.number, moved != number else { break }
        if abs(moved - wanted) >= before {
          // One too far: back, to where it was nearer.
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
