internal import FeelFiles
internal import Glibc
package import Observe
internal import Stage

/// The measurement of a program in one sentence: its law, the matching preset, what is wrong, and
/// how late it is.
package struct Verdict {
  /// The tool that moves the content.
  package enum Tool: String { case finger, mouse, wheel }

  /// A kind of fault, and the takes in which it occurs.
  package struct Fault {
    /// The fault with its count, such as "2 jumps".
    package let words: String
    package let takes: [String]

    package init(_ words: String, in takes: [String]) { (self.words, self.takes) = (words, takes) }
  }

  private let program: String
  private let tool: Tool
  private let law: String?
  private let presets: PresetMatch
  private let faults: [Fault]
  private let badTakes: [String]
  private let lag: FittedValue?
  private let latency: Double?

  /// Combines the findings.
  ///
  /// - Parameters:
  ///   - law: the law of its flings, or `nil` if none was found.
  ///   - badTakes: takes not played as intended, because the machine was too busy.
  ///   - lag: how late content follows the finger, in seconds; `nil` if unknown.
  ///   - latency: the time from an input to its picture, in seconds, or `nil` if no input was
  ///     isolated.
  package init(
    _ program: String, by tool: Tool, law: String?, presets: PresetMatch, faults: [Fault],
    badTakes: [String] = [], lag: FittedValue?, latency: Double?
  ) {
    (self.program, self.tool, self.law, self.presets) = (program, tool, law, presets)
    (self.faults, self.badTakes, self.lag, self.latency) = (faults, badTakes, lag, latency)
  }

  package var sentence: String { "\(motion)\(whose); \(wrong); \(late)\(doubt)." }

  // MARK: Clauses

  private var motion: String {
    guard tool == .wheel else {
      return "\(shown(program)) scrolls by \(law ?? "no law that could be found")"
    }
    return "A notch of the wheel scrolls \(shown(program)) by "
      + (law ?? "no law that could be found")
  }

  private var whose: String {
    guard let closest = presets.closest else {
      return tool == .wheel
        ? ", and a wheel identifies no preset" : ", and no take identifies a preset"
    }
    guard let match = presets.match else {
      let off = "the closest, \(closest.name), is \(Self.pixels(closest.rms)) off"
      return (law == nil ? ", and as none of the presets" : ", which is none of the presets")
        + ": \(off)"
    }
    let names = match.names.dropLast().joined(separator: ", ")
    let name = names.isEmpty ? match.names[0] : "\(names) or \(match.names.last ?? "")"
    let count = match.takes.count + match.others.count
    let share = match.others.isEmpty ? "" : " in \(match.takes.count) of \(count) takes"
    let others = match.others.map(quoted).joined(separator: ", ")
    let unlike =
      match.others.isEmpty ? "" : "; \(others) \(match.others.count == 1 ? "differs" : "differ")"
    return (law == nil ? ", but like the preset" : ", which is the preset")
      + " \(name)\(share) (\(Self.pixels(match.rms)) off\(unlike))"
  }

  private var wrong: String {
    guard !faults.isEmpty else { return "nothing is wrong" }
    return "wrong: "
      + faults.map { "\($0.words) (\($0.takes.joined(separator: ", ")))" }.joined(separator: ", ")
  }

  private var late: String {
    if tool != .wheel, let lag {
      let (value, error) = (lag.value * 1000, lag.error * 1000)
      let size = "\(value.text(decimals: 0)) ± \(max(1, error).text(decimals: 0)) ms"
      return value > error
        ? "it follows the \(tool) \(size) late"
        : "it follows the \(tool) with no measurable lag (\(size))"
    }
    guard let latency else { return "its latency is unknown" }
    return "\(tool == .wheel ? "a notch" : "a step") shows after "
      + "\((latency * 1000).text(decimals: 0)) ms"
  }

  /// A note that another measurement may give another result.
  private var doubt: String {
    guard !badTakes.isEmpty else { return "" }
    return "; the machine was too busy to play \(badTakes.joined(separator: ", ")) in time; "
      + "measure again"
  }

  private static func pixels(_ distance: Double) -> String {
    "\(distance.text(decimals: distance < 9.95 ? 1 : 0)) px"
  }

  // MARK: Numbers from several takes

  /// A number with its error, with as many decimals as the error permits: "4.00 ± 0.02".
  package static func words(_ number: FittedValue) -> String {
    let error = number.error
    guard error.isFinite, error > 0 else { return number.value.text(decimals: 2) }
    // Two digits of an error that begins with 1, else one: 0.012, 0.02.
    let digits = max(0, min(6, -Int(log10(error / 1.95).rounded(.down))))
    return "\(number.value.text(decimals: digits)) ± \(error.text(decimals: digits))"
  }

  /// mean = Σ xᵢ/σᵢ² ÷ Σ 1/σᵢ², σ² = max(1, χ²/(n − 1)) ÷ Σ 1/σᵢ².
  ///
  /// Numbers that scatter by more than their errors widen the error of the mean. If none has an
  /// error, the first finite number is returned; `nil` without any.
  package static func mean(_ numbers: [FittedValue]) -> FittedValue? {
    let known = numbers.filter { $0.value.isFinite && $0.error.isFinite && $0.error > 0 }
    let weights = known.map { 1 / ($0.error * $0.error) }
    let whole = weights.reduce(0, +)
    guard whole > 0, whole.isFinite else { return numbers.first { $0.value.isFinite } }
    let mean = zip(known, weights).reduce(0) { $0 + $1.0.value * $1.1 } / whole
    let scatter = zip(known, weights).reduce(0) {
      $0 + ($1.0.value - mean) * ($1.0.value - mean) * $1.1
    }
    let excess = known.count > 1 ? max(1, scatter / Double(known.count - 1)) : 1
    return FittedValue(value: mean, error: (excess / whole).squareRoot())
  }
}
