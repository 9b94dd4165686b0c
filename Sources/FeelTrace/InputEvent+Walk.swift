public import Feel

extension InputEvent {
  /// An event of the kind named by a line's first word, to be filled in by reading the line.
  public static func kind(_ word: String) -> InputEvent? {
    if let phase = PointerSample.Phase(rawValue: word) {
      return .pointer(PointerSample(time: .zero, phase: phase, location: .zero))
    }
    if let phase = KeySample.Phase.allCases.first(where: { word == "key" + $0.rawValue }) {
      return .key(KeySample(time: .zero, phase: phase, key: .space))
    }
    return switch word {
    case "wheel": .wheel(WheelSample(time: .zero, location: .zero, delta: .zero))
    case "cancel": .cancel(CancelSample(time: .zero, reason: .user))
    default: nil
    }
  }

  /// Writes or reads the event's members, except its time.
  public func walked(by walk: JSONWalk) throws(JSONError) -> InputEvent {
    switch self {
    case .pointer(let sample): .pointer(try sample.walked(by: walk.line(sample.phase.rawValue)))
    case .wheel(let sample): .wheel(try sample.walked(by: walk.line("wheel")))
    case .key(let sample): .key(try sample.walked(by: walk.line("key" + sample.phase.rawValue)))
    case .cancel(let sample):
      .cancel(
        CancelSample(
          time: sample.time,
          reason: try walk.line("cancel").required("reason", sample.reason, .word)))
    }
  }
}

extension PointerSample {
  fileprivate func walked(by walk: JSONWalk) throws(JSONError) -> PointerSample {
    PointerSample(
      time: time, phase: phase, location: try walk.vector("x", "y", location),
      button: try walk.optional("button", button, usually: .primary, .word),
      device: try walk.optional("device", device, usually: .mouse, .word),
      pointer: try walk.optional("id", pointer, usually: 0, .pointer),
      modifiers: try walk.modifiers(modifiers))
  }
}

extension WheelSample {
  fileprivate func walked(by walk: JSONWalk) throws(JSONError) -> WheelSample {
    WheelSample(
      time: time, location: try walk.vector("x", "y", location),
      delta: try walk.vector("dx", "dy", delta),
      unit: try walk.optional("unit", unit, usually: .notches, .word),
      phase: try walk.optional("phase", phase, usually: .turn, .word),
      source: try walk.optional("source", source, usually: .wheel, .word),
      modifiers: try walk.modifiers(modifiers))
  }
}

extension KeySample {
  private static let words: KeyValuePairs<String, Key> = [
    "left": .left, "right": .right, "up": .up, "down": .down, "pageUp": .pageUp,
    "pageDown": .pageDown, "home": .home, "end": .end, "space": .space, "return": .return,
    "escape": .escape, "tab": .tab, "backspace": .backspace, "delete": .delete, "menu": .menu,
  ]

  fileprivate func walked(by walk: JSONWalk) throws(JSONError) -> KeySample {
    var sample = self
    if walk.has("function") { sample.key = .function(1) }
    if walk.has("character") { sample.key = .character(" ") }
    switch sample.key {
    case .character(let character):
      let form = JSONForm.text.when("one character") { $0.count == 1 }
      let text = try walk.required("character", String(character), form)
      sample.key = .character(text.first ?? character)
    case .function(let number):
      let form = JSONForm.integer(1...35, "1…35, the number of a function key,")
      sample.key = .function(try walk.required("function", number, form))
    default:
      let form = JSONForm<Key>(
        "one of " + Self.words.map { "\"\($0.key)\"" }.joined(separator: ", "),
        { key in .text(Self.words.first { $0.value == key }?.key ?? "") },
        { json in Self.words.first { $0.key == json.text }?.value })
      sample.key = try walk.required("key", key, form)
    }
    sample.isRepeat = try walk.optional("repeat", isRepeat, usually: false, .flag)
    sample.modifiers = try walk.modifiers(modifiers)
    return sample
  }
}

extension JSONWalk {
  fileprivate func vector(_ x: String, _ y: String, _ vector: Vector) throws(JSONError) -> Vector {
    Vector(try required(x, vector.x, .number), try required(y, vector.y, .number))
  }

  fileprivate func modifiers(_ modifiers: Modifiers) throws(JSONError) -> Modifiers {
    let form = JSONForm.integer(0..<8, "0…7, the sum of Shift 1, Control 2, Alt 4,")
    let bits = try optional("modifiers", Int(modifiers.rawValue), usually: 0, form)
    return Modifiers(rawValue: UInt8(bits))
  }
}

extension JSONForm<Int> {
  /// A pointer's id.
  static var pointer: Self {
    integer(Limits.pointer, "0…\(Limits.pointer.upperBound), the number of a pointer,")
  }
}
