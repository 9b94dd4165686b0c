public import Feel

extension InputEvent {
  /// Reads what a line says of an input besides its time and its word; `nil` for a word that names none.
  public init?(
    _ word: String, _ fields: inout JSONFields, at time: Instant
  ) throws(JSONError) {
    switch word {
    case "down": self = .pointer(try fields.pointer(.down, at: time))
    case "move": self = .pointer(try fields.pointer(.moved, at: time))
    case "up": self = .pointer(try fields.pointer(.up, at: time))
    case "exit": self = .pointer(try fields.pointer(.exited, at: time))
    case "wheel": self = .wheel(try fields.wheel(at: time))
    case "keydown": self = .key(try fields.key(.down, at: time))
    case "keyup": self = .key(try fields.key(.up, at: time))
    case "cancel":
      let reason = try fields.requiredChoice("reason", CancelSample.Reason.self)
      self = .cancel(CancelSample(time: time, reason: reason))
    default: return nil
    }
  }
}

extension JSONFields {
  fileprivate mutating func pointer(
    _ phase: PointerSample.Phase, at time: Instant
  ) throws(JSONError) -> PointerSample {
    PointerSample(
      time: time, phase: phase, location: try vector("x", "y"),
      button: try choice("button", default: .primary),
      device: try choice("device", default: .mouse), pointer: try pointerNumber(),
      modifiers: try modifiers())
  }

  fileprivate mutating func wheel(at time: Instant) throws(JSONError) -> WheelSample {
    WheelSample(
      time: time, location: try vector("x", "y"), delta: try vector("dx", "dy"),
      unit: try choice("unit", default: .notches), phase: try choice("phase", default: .turn),
      source: try choice("source", default: .wheel), modifiers: try modifiers())
  }

  fileprivate mutating func key(
    _ phase: KeySample.Phase, at time: Instant
  ) throws(JSONError) -> KeySample {
    let key: KeySample.Key
    if let json = optional("character") {
      guard let text = json.text, text.count == 1, let character = text.first else {
        throw json.error("one character")
      }
      key = .character(character)
    } else if let json = optional("function") {
      guard case .integer(let number) = json.value, (1...35).contains(number) else {
        throw json.error("1…35, the number of a function key")
      }
      key = .function(Int(number))
    } else {
      let json = try required("key")
      guard let known = KeyWords.keys.first(where: { $0.word == json.text }) else {
        let words = KeyWords.keys.map { "\"\($0.word)\"" }.joined(separator: ", ")
        throw json.error("one of \(words)")
      }
      key = known.key
    }
    var isRepeat = false
    if let json = optional("repeat") {
      guard case .flag(let flag) = json.value else { throw json.error("true or false") }
      isRepeat = flag
    }
    return KeySample(
      time: time, phase: phase, key: key, isRepeat: isRepeat, modifiers: try modifiers())
  }

  private mutating func vector(_ x: String, _ y: String) throws(JSONError) -> Vector {
    Vector(try number(x), try number(y))
  }

  private mutating func modifiers() throws(JSONError) -> Modifiers {
    guard let json = optional("modifiers") else { return [] }
    guard case .integer(let bits) = json.value, let bits = UInt8(exactly: bits), bits < 8 else {
      throw json.error("0…7, the sum of Shift 1, Control 2, Alt 4")
    }
    return Modifiers(rawValue: bits)
  }
}
