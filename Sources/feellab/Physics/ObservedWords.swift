internal import Observe
internal import Stage

extension Smoothness {
  /// How the content followed the hand, as a clause; `nil` without a hand.
  func following(in unit: String) -> String? {
    if let lag {
      let size = lag.text(times: lag.value < 0 ? -1000 : 1000, decimals: 1)
      return lag.value < 0 ? "leads the hand by \(size) ms" : "\(size) ms behind the hand"
    }
    guard let behind else { return nil }
    let way = behind.value < 0 ? "ahead of the hand" : "behind the hand"
    var words = "\(behind.text(times: behind.value < 0 ? -1 : 1, decimals: 1)) \(unit) \(way)"
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
  /// The effect of turns of the wheel, in a sentence.
  func sentence(in unit: String) -> String {
    var words = """
      a turn of \(turned.text(decimals: 0)) moved the content \(moved.text(decimals: 1)) \(unit): \
      \(perUnit.text(decimals: 3)) \(unit) per unit, \
      \(isEased ? "eased over several frames" : "at once")
      """
    if let latency {
      words += ", first shown \(latency.text(times: 1000, decimals: 1)) ms after the turn"
    }
    guard abs(runOn) >= 1 else { return words }
    words += "; \(abs(runOn).text(decimals: 1)) \(unit) of it came after the last turn"
    guard abs(runOnBeforeLift) >= 1 else { return words }
    return words + ", \(abs(runOnBeforeLift).text(decimals: 1)) of them while the fingers rested"
  }
}

extension FittedValue {
  /// The number and its error, both multiplied by a factor.
  fileprivate func text(times factor: Double = 1, decimals: Int) -> String {
    let (value, error) = (value * factor, error * abs(factor))
    return "\(value.text(decimals: decimals)) ± \(error.text(decimals: decimals))"
  }
}

extension Double {
  /// The number with its sign and one decimal.
  var signed: String {
    let text = text(decimals: 1)
    return self > 0 && text != "0.0" ? "+\(text)" : text
  }
}
