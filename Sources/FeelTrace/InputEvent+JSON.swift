public import Feel

extension InputEvent {
  /// What a line says of the input besides its time.
  public var members: [JSON.Member] {
    switch self {
    case .pointer(let sample): sample.members
    case .wheel(let sample): sample.members
    case .key(let sample): sample.members
    case .cancel(let sample):
      [JSON.Member("e", .text("cancel")), JSON.Member("reason", .text(sample.reason.rawValue))]
    }
  }
}

extension PointerSample {
  fileprivate var members: [JSON.Member] {
    let word =
      switch phase {
      case .down: "down"
      case .moved: "move"
      case .up: "up"
      case .exited: "exit"
      }
    var members = [JSON.Member("e", .text(word))] + location.members
    if button != .primary { members.append(JSON.Member("button", .text(button.rawValue))) }
    if device != .mouse { members.append(JSON.Member("device", .text(device.rawValue))) }
    if pointer != 0 { members.append(JSON.Member("id", .integer(pointer))) }
    return members + modifiers.members
  }
}

extension WheelSample {
  fileprivate var members: [JSON.Member] {
    var members = [JSON.Member("e", .text("wheel"))] + location.members
    members.append(JSON.Member("dx", .number(delta.x)))
    members.append(JSON.Member("dy", .number(delta.y)))
    if unit != .notches { members.append(JSON.Member("unit", .text(unit.rawValue))) }
    if phase != .turn { members.append(JSON.Member("phase", .text(phase.rawValue))) }
    if source != .wheel { members.append(JSON.Member("source", .text(source.rawValue))) }
    return members + modifiers.members
  }
}

extension KeySample {
  fileprivate var members: [JSON.Member] {
    var members = [JSON.Member("e", .text(phase == .down ? "keydown" : "keyup"))]
    switch key {
    case .character(let character):
      members.append(JSON.Member("character", .text(String(character))))
    case .function(let number): members.append(JSON.Member("function", .integer(number)))
    default: members.append(JSON.Member("key", .text(KeyWords.word(for: key))))
    }
    if isRepeat { members.append(JSON.Member("repeat", .flag(true))) }
    return members + modifiers.members
  }
}

extension Vector {
  fileprivate var members: [JSON.Member] {
    [JSON.Member("x", .number(x)), JSON.Member("y", .number(y))]
  }
}

extension Modifiers {
  fileprivate var members: [JSON.Member] {
    isEmpty ? [] : [JSON.Member("modifiers", .integer(Int(rawValue)))]
  }
}

/// The names of the keys that have one.
enum KeyWords {
  static let keys: [(word: String, key: KeySample.Key)] = [
    ("left", .left), ("right", .right), ("up", .up), ("down", .down),
    ("pageUp", .pageUp), ("pageDown", .pageDown), ("home", .home), ("end", .end),
    ("space", .space), ("return", .return), ("escape", .escape), ("tab", .tab),
    ("backspace", .backspace), ("delete", .delete),
    ("menu", .menu),
  ]

  static func word(for key: KeySample.Key) -> String {
    keys.first { $0.key == key }?.word ?? ""
  }
}
