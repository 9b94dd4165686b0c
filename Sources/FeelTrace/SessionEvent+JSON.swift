internal import Feel

extension SessionEvent {
  /// What an event's line says besides its time.
  var members: [JSON.Member] {
    switch self {
    case .input(.pointer(let sample)): sample.members
    case .input(.wheel(let sample)): sample.members
    case .input(.key(let sample)): sample.members
    case .input(.cancel(let sample)):
      [JSON.Member("e", .text("cancel")), JSON.Member("reason", .text(sample.reason.rawValue))]
    case .change(_, let change): change.members
    case .host: []
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
    return members + modifiers.members
  }
}

extension WheelSample {
  fileprivate var members: [JSON.Member] {
    var members = [JSON.Member("e", .text("wheel"))] + location.members
    members.append(JSON.Member("dx", .number(delta.x)))
    members.append(JSON.Member("dy", .number(delta.y)))
    if unit != .notches { members.append(JSON.Member("unit", .text(unit.rawValue))) }
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

extension SessionChange {
  fileprivate var members: [JSON.Member] {
    func line(_ word: String, _ members: KeyValuePairs<String, JSON> = [:]) -> [JSON.Member] {
      [JSON.Member("e", .text(word))] + members.map { JSON.Member($0.key, $0.value) }
    }
    return switch self {
    case .size(let size):
      line("size", ["width": .number(size.width), "height": .number(size.height)])
    case .scale(let scale): line("scale", ["scale": .number(scale)])
    case .scene(let scene): line("scene", ["scene": .text(scene)])
    case .theme(let theme): line("theme", ["theme": .text(theme)])
    case .overlays(let letters): line("overlays", ["letters": .text(letters)])
    case .parameter(let key, let value):
      line("parameter", ["key": .text(key), "value": value.json])
    case .preset(let preset): line("preset", ["preset": .text(preset)])
    case .reducedMotion(let on): line("reducedMotion", ["on": .flag(on)])
    case .turn(let item, let on): line(item.rawValue, ["on": .flag(on)])
    case .pointerSettings(let settings):
      line(
        "habits",
        [
          "doubleClick": .number(settings.doubleClickTime), "drag": .number(settings.dragThreshold),
        ])
    case .focus(let on): line("focus", ["on": .flag(on)])
    case .pause(let on): line("pause", ["on": .flag(on)])
    case .speed(let speed): line("speed", ["speed": .number(speed)])
    case .command(let name, nil): line("command", ["name": .text(name)])
    case .command(let name, let number?):
      line("command", ["name": .text(name), "number": .number(number)])
    case .track(let track): line("track") + track.members
    case .reset: line("reset")
    }
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
