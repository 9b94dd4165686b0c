internal import Feel
internal import Stage

/// A button of the timeline.
enum TimelineControl: Hashable {
  /// Back to the last change of state.
  case lastChange
  /// A frame back.
  case stepBack
  /// Pause, or go on.
  case pause
  /// A frame on.
  case stepOn
  /// On to the next change of state.
  case nextChange
  /// Stage seconds a second.
  case speed(Double)
  /// Moments of the stage that are shown a second, or all of them.
  case cap(Int?)

  /// The buttons that move the play-head, left to right.
  static let transport: [TimelineControl] = [.lastChange, .stepBack, .pause, .stepOn, .nextChange]
  /// The speeds, left to right.
  static let speeds: [TimelineControl] = [.speed(1), .speed(0.5), .speed(0.25), .speed(0.1)]
  /// The caps, left to right.
  static let caps: [TimelineControl] = [
    .cap(nil), .cap(120), .cap(60), .cap(30), .cap(15), .cap(5),
  ]
  /// All of them, left to right.
  static let all = transport + speeds + caps

  /// Whether it acts when it is pressed, and again while it is held.
  var repeats: Bool { self == .stepBack || self == .stepOn }

  /// What it asks for.
  var action: Action {
    switch self {
    case .lastChange: .showChange(isLater: false)
    case .stepBack: .step(-1.0 / 60)
    case .pause: .togglePause
    case .stepOn: .step(1.0 / 60)
    case .nextChange: .showChange(isLater: true)
    case .speed(let speed): .speed(speed)
    case .cap(let rate): .frameCap(rate)
    }
  }

  /// What it does, in words.
  var name: String {
    switch self {
    case .lastChange: "To the last change of state"
    case .stepBack: "A frame back"
    case .pause: "Pause the stage, go on"
    case .stepOn: "A frame on"
    case .nextChange: "To the next change of state"
    case .speed(1): "As fast as the world"
    case .speed(let speed): "The stage at \(speedText(speed))"
    case .cap(nil): "Show every moment"
    case .cap(let rate?): "Show \(rate) moments a second, as a display of \(rate) Hz does"
    }
  }

  /// What a cap does, in few words, for a list.
  var shortName: String {
    if case .cap(let rate?) = self { "Show \(rate) frames/s" } else { "Show every frame" }
  }

  /// What it does, in words, and the key that does the same.
  var tooltip: String {
    keys.isEmpty ? name : "\(name) · \(keys)"
  }

  /// The keys that do the same, in words.
  var keys: String {
    guard case .speed(let speed) = self, speed != 1 else { return Keymap.text(action) }
    return [false, true].map { Keymap.text(.changeSpeed(up: $0)) }.joined(separator: " and ")
  }

  /// What stands on it, if that is a word.
  var word: String? {
    switch self {
    case .speed(1): "1×"
    case .speed(let speed): String(speedText(speed).dropLast())
    case .cap(nil): "off"
    case .cap(let rate?): "\(rate)"
    default: nil
    }
  }
}
