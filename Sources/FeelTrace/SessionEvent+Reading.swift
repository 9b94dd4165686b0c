internal import Feel

extension SessionEvent {
  /// Reads what an event's line says besides its time.
  init(_ fields: inout JSONFields, at time: Instant) throws(JSONError) {
    let word = try fields.required("e")
    switch word.text {
    case "down": self = .input(.pointer(try fields.pointer(.down, at: time)))
    case "move": self = .input(.pointer(try fields.pointer(.moved, at: time)))
    case "up": self = .input(.pointer(try fields.pointer(.up, at: time)))
    case "exit": self = .input(.pointer(try fields.pointer(.exited, at: time)))
    case "wheel": self = .input(.wheel(try fields.wheel(at: time)))
    case "keydown": self = .input(.key(try fields.key(.down, at: time)))
    case "keyup": self = .input(.key(try fields.key(.up, at: time)))
    case "cancel":
      let reason = try fields.requiredChoice("reason", CancelSample.Reason.self)
      self = .input(.cancel(CancelSample(time: time, reason: reason)))
    default: self = .change(time, try fields.change(word))
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
      device: try choice("device", default: .mouse), modifiers: try modifiers())
  }

  fileprivate mutating func wheel(at time: Instant) throws(JSONError) -> WheelSample {
    WheelSample(
      time: time, location: try vector("x", "y"), delta: try vector("dx", "dy"),
      unit: try choice("unit", default: .notches), modifiers: try modifiers())
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
      guard case .integer(let number) = json.value else { throw json.error("a whole number") }
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

  fileprivate mutating func change(_ word: JSON) throws(JSONError) -> SessionChange {
    if let item = word.text.flatMap(WindowSwitch.init(rawValue:)) {
      return .turn(item, try flag("on"))
    }
    switch word.text {
    case "size": return .size(Size(try positive("width"), try positive("height")))
    case "scale": return .scale(try positive("scale"))
    case "scene": return .scene(try text("scene"))
    case "theme": return .theme(try text("theme"))
    case "overlays": return .overlays(try text("letters"))
    case "parameter":
      return .parameter(try text("key"), try ParameterValue(try required("value")))
    case "preset": return .preset(try text("preset"))
    case "reducedMotion": return .reducedMotion(try flag("on"))
    case "habits":
      return .pointerSettings(
        PointerSettings(
          doubleClickTime: try positive("doubleClick"), dragThreshold: try positive("drag")))
    case "focus": return .focus(try flag("on"))
    case "pause": return .pause(try flag("on"))
    case "speed": return .speed(try positive("speed"))
    case "command":
      let name = try text("name")
      guard let json = optional("number") else { return .command(name, nil) }
      guard let number = json.number else { throw json.error("a number for \"number\"") }
      return .command(name, number)
    case "track": return .track(try MotionTrack(&self))
    case "reset": return .reset
    default: throw word.error("the name of an event, such as \"move\"")
    }
  }

  private mutating func vector(_ x: String, _ y: String) throws(JSONError) -> Vector {
    Vector(try number(x), try number(y))
  }

  private mutating func positive(_ name: String) throws(JSONError) -> Double {
    let json = try required(name)
    guard let number = json.number, number > 0 else {
      throw json.error("a number above 0 for \"\(name)\"")
    }
    return number
  }

  private mutating func modifiers() throws(JSONError) -> Modifiers {
    guard let json = optional("modifiers") else { return [] }
    guard case .integer(let bits) = json.value, let bits = UInt8(exactly: bits), bits < 8 else {
      throw json.error("0…7, the sum of Shift 1, Control 2, Alt 4")
    }
    return Modifiers(rawValue: bits)
  }

  fileprivate mutating func requiredChoice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, _: Choice.Type
  ) throws(JSONError) -> Choice where Choice.RawValue == String {
    let json = try required(name)
    guard let text = json.text, let choice = Choice(rawValue: text) else {
      let words = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw json.error("one of \(words) for \"\(name)\"")
    }
    return choice
  }
}
