package import Observe
internal import Stage

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
      return "\(time) a frame is missing or shown again: \(size) come \(length) ms late"
    case .reacceleration: return "\(time) the velocity changes at once by \(size)/s: a second push"
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
    }
  }
}

extension MotionFault.Kind {
  /// So many faults of the kind: "1 jump", "12 stalls".
  package func words(for count: Int) -> String {
    let (one, many) =
      self == .reacceleration
      ? ("second push", "second pushes") : (rawValue, "\(rawValue)s")
    return "\(count) \(count == 1 ? one : many)"
  }
}

extension StallPattern {
  /// In which step the stalls come: "every 5th frame is shown again".
  package var words: String { "every \(period)\(ending) frame is \(verb)" }

  /// The same where there is little room: "every 5th frame shown again".
  var shortWords: String { "every \(period)\(ending) frame \(verb)" }

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
