internal import Feel
package import Observe
internal import Stage

extension ObservedLaw {
  /// The law with the number that it is known by, unless that may be anything.
  ///
  /// - Parameter unit: the motion's.
  package func brief(_ unit: String) -> String {
    guard let number = numbers.first, number.fitted.error < abs(number.fitted.value) else {
      return family.words
    }
    let digits = abs(number.fitted.value) >= 100 ? 0 : 3
    let per =
      number.unit.hasPrefix("/")
      ? " \(unit)\(number.unit)" : number.unit.isEmpty ? "" : " \(number.unit)"
    let (value, error) = (number.fitted.value, number.fitted.error)
    return "\(family.words), \(number.name) "
      + "\(value.text(decimals: digits)) ± \(error.text(decimals: digits))\(per)"
  }
}

extension MotionFault {
  /// What it is, with its time and its size, as a sentence goes on after a name.
  package func sentence(in unit: String) -> String {
    let time = "at \(self.time.text(decimals: 3)) s"
    let size = "\(self.size.text(decimals: 1)) ± \(error.text(decimals: 1)) \(unit)"
    switch kind {
    case .jump:
      return "\(time) the position jumps by \(size)" + (duration > 0 ? " for one frame" : "")
    case .stall:
      let length = (duration * 1000).text(decimals: 1)
      return isLost
        ? "\(time) the content froze for \(length) ms and did not catch up: \(size) behind"
        : "\(time) a frame is missing or repeated: \(size) of motion appear \(length) ms late"
    case .reacceleration: return "\(time) the velocity changes at once by \(size)/s: a second push"
    case .restart:
      return "\(time) the content moves on by itself, by \(size), after resting for "
        + "\((duration * 1000).text(decimals: 0)) ms: a late start"
    case .judder:
      return
        "from \(self.time.text(decimals: 3)) s, for \(duration.text(decimals: 3)) s, the steps "
        + "alternate in a pattern of \(period) frames: each differs from the next by \(size)"
    case .runOn:
      return "\(time) the fingers rest, but the content moves on by \(size)"
    case .unevenTurns:
      return "\(time) turns of the wheel start to differ: of equal turns one moves the content "
        + "\(self.size.text(decimals: 1)) times as far as another"
    }
  }

  /// What it is and how large, in the fewest words: "jump +24 px".
  func words(in unit: String) -> String {
    let rounded = abs(size) < 10 ? size.text(decimals: 1) : size.grouped(decimals: 0)
    let signed = size > 0 ? "+" + rounded : rounded
    switch kind {
    case .jump: return "jump \(signed) \(unit)"
    case .stall: return "stall \((duration * 1000).text(decimals: 0)) ms"
    case .reacceleration: return "second push \(signed) \(unit)/s"
    case .restart: return "late start \(signed) \(unit)"
    case .judder: return "judder \(rounded) \(unit), every \(period)"
    case .runOn: return "runs on \(signed) \(unit)"
    case .unevenTurns: return "uneven turns ×\(size.text(decimals: 1))"
    }
  }
}

extension MotionFault.Kind {
  /// So many faults of the kind: "1 jump", "12 stalls".
  package func words(for count: Int) -> String {
    let (one, many) =
      switch self {
      case .jump, .stall: (rawValue, "\(rawValue)s")
      case .reacceleration: ("second push", "second pushes")
      case .restart: ("late start", "late starts")
      case .judder: ("stretch of judder", "stretches of judder")
      case .runOn: ("run under still fingers", "runs under still fingers")
      case .unevenTurns: ("part with uneven turns", "parts with uneven turns")
      }
    return "\(count) \(count == 1 ? one : many)"
  }
}

extension Smoothness {
  /// How the content followed the hand, as a clause; `nil` without a hand.
  package func following(in unit: String) -> String? {
    if let lag {
      let size =
        "\(abs(lag.value * 1000).text(decimals: 1)) ± \((lag.error * 1000).text(decimals: 1))"
      return lag.value < 0 ? "leads the hand by \(size) ms" : "\(size) ms behind the hand"
    }
    guard let behind else { return nil }
    var words =
      "\(abs(behind.value).text(decimals: 1)) ± \(behind.error.text(decimals: 1)) \(unit) "
    words += behind.value < 0 ? "ahead of the hand" : "behind the hand"
    if handSpeed > 1 {
      let late = 1000 * abs(behind.value) / handSpeed
      words += " (\(late.text(decimals: 0)) ms at \(handSpeed.text(decimals: 0)) \(unit)/s)"
    }
    words += ", lag and slop together: the hand was too steady to tell them apart"
    return quantum > 0
      ? words + "; the content moves by steps of \(quantum.text(decimals: 0)) \(unit)" : words
  }
}

extension WheelResponse {
  /// What turns of the wheel did, in a sentence.
  package func sentence(in unit: String) -> String {
    var words =
      "a turn of \(turned.text(decimals: 0)) moved the content \(moved.text(decimals: 1)) \(unit): "
    words +=
      "\(perUnit.value.text(decimals: 3)) ± \(perUnit.error.text(decimals: 3)) \(unit) per "
    words += "unit, \(isEased ? "eased over several frames" : "at once")"
    if let latency {
      words += ", first shown \((latency.value * 1000).text(decimals: 1)) ± "
      words += "\((latency.error * 1000).text(decimals: 1)) ms after the turn"
    }
    if abs(runOn) >= 1 {
      words += "; \(abs(runOn).text(decimals: 1)) \(unit) of it came after the last turn"
      if abs(runOnBeforeLift) >= 1 {
        words += ", \(abs(runOnBeforeLift).text(decimals: 1)) of them while the fingers rested"
      }
    }
    return words
  }
}

extension StallPattern {
  /// In which step the stalls come: "every 5th frame is shown again".
  package var words: String { "every \(ordinal) frame is \(verb)" }

  /// The same where there is little room: "every 5th frame shown again".
  var shortWords: String { "every \(ordinal) frame \(verb)" }

  /// The period as an ordinal: "7th".
  package var ordinal: String { "\(period)\(ending)" }

  private var verb: String { isShownAgain ? "shown again" : "missing" }

  private var ending: String {
    switch (period % 10, period % 100) {
    case (1, let rest) where rest != 11: "st"
    case (2, let rest) where rest != 12: "nd"
    case (3, let rest) where rest != 13: "rd"
    default: "th"
    }
  }
}
