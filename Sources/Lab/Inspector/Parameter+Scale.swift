internal import Feel
internal import Glibc
internal import Stage

/// Where a parameter's numbers lie along a slider, and in which steps they are set by hand.
extension Parameter {
  /// Range of a numeric parameter; an unlimited value, where allowed, lies beyond it.
  var range: ClosedRange<Double>? {
    switch domain {
    case .number(let range), .integer(let range), .limit(let range): range
    case .choice, .flag: nil
    }
  }

  /// The range of the slider.
  private var span: ClosedRange<Double>? { offered ?? range }

  /// The quantity that changes linearly along the slider.
  private enum Scale {
    case number
    /// Its logarithm, if the largest number is many times the smallest.
    case factors
    /// The logarithm of 1 − number, for retained shares close to 1.
    case factorsBelowOne
    /// Its asinh, logarithmic on both sides of zero, for integers that reach far in both
    /// directions.
    case factorsAroundZero

    private static let nearZero = 10.0

    func place(of number: Double) -> Double {
      switch self {
      case .number: number
      case .factors: log(number)
      case .factorsBelowOne: -log(1 - number)
      case .factorsAroundZero: asinh(number / Self.nearZero)
      }
    }

    func number(at place: Double) -> Double {
      switch self {
      case .number: place
      case .factors: exp(place)
      case .factorsBelowOne: 1 - exp(-place)
      case .factorsAroundZero: Self.nearZero * sinh(place)
      }
    }
  }

  private var scale: Scale {
    guard let span else { return .number }
    let (low, high) = (span.lowerBound, span.upperBound)
    if low > 0, high >= 100 * low { return .factors }
    if case .integer = domain, low < 0, high >= 1e6 { return .factorsAroundZero }
    return high < 1 && 1 - low >= 100 * (1 - high) ? .factorsBelowOne : .number
  }

  /// Position of a number along the slider, 0…1.
  func share(of number: Double) -> Double {
    guard let span, span.lowerBound < span.upperBound else { return 0 }
    guard number < .infinity else { return 1 }
    let (low, high) = (scale.place(of: span.lowerBound), scale.place(of: span.upperBound))
    return (scale.place(of: number) - low) / (high - low)
  }

  /// The number at a position along the slider, rounded to the precision of a hand.
  func number(atShare share: Double) -> Double {
    guard let span else { return 0 }
    if share <= 0 { return span.lowerBound }
    if share >= 1 { return greatest(of: span) }
    let (low, high) = (scale.place(of: span.lowerBound), scale.place(of: span.upperBound))
    return rounded(scale.number(at: low + share * (high - low)))
  }

  /// The top of a range: unlimited where the parameter allows it.
  private func greatest(of range: ClosedRange<Double>) -> Double {
    if case .limit = domain { .infinity } else { range.upperBound }
  }

  /// The number `steps` steps further, clamped to the range; a limit has “unlimited” above its top.
  func number(_ number: Double, steppedBy steps: Double) -> Double {
    guard let range, steps != 0 else { return number }
    if number >= range.upperBound, steps > 0 { return greatest(of: range) }
    if number == .infinity { return range.upperBound }
    var next =
      switch scale {
      case .number, .factorsAroundZero: number + steps * grain(at: number)
      case .factors: number * pow(1.05, steps)
      case .factorsBelowOne: 1 - (1 - number) / pow(1.05, steps)
      }
    if case .integer = domain, abs(next - number) < abs(steps) { next = number + steps }
    return rounded(next)
  }

  /// Rounding unit of a number set by hand, a power of ten: its third digit, or about 1/500 of the
  /// range.
  private func grain(at number: Double) -> Double {
    guard let span else { return 1 }
    let size =
      switch scale {
      case .number: (span.upperBound - span.lowerBound) / 5
      case .factors: number
      case .factorsBelowOne: 1 - number
      case .factorsAroundZero: max(100, abs(number))
      }
    let grain = pow(10, log10(size).rounded(.down)) / 100
    if case .integer = domain { return max(1, grain) }
    return grain
  }

  /// The number rounded to its `grain` and clamped to the range.
  private func rounded(_ number: Double) -> Double {
    guard let range else { return number }
    let held = min(range.upperBound, max(range.lowerBound, number))
    let unit = grain(at: held)
    // Dividing by a whole number gives the Double nearest to the short decimal.
    let perUnit = (1 / unit).rounded()
    let rounded = unit < 1 ? (held * perUnit).rounded() / perUnit : (held / unit).rounded() * unit
    return min(range.upperBound, max(range.lowerBound, rounded))
  }

  /// Throws an error with the parameter's title if the value is invalid.
  func require(_ value: ParameterValue) throws(ParameterError) {
    guard !accepts(value) else { return }
    throw ParameterError.outOfDomain(key: title, value: value.text, domain: domainText)
  }

  /// Tooltip: purpose, allowed values and default.
  func helpText(unless inherited: String) -> String {
    let domain =
      switch domain {
      case .number(let range), .integer(let range): text(range)
      case .limit(let range): text(range, hasNoLimit: true)
      case .choice(let words): Words.Inspector.oneOf(words.map(shownWord))
      case .flag: domainText
      }
    return Words.Inspector.help(translated(doc), domain: domain, unless: inherited)
  }

  private func text(_ range: ClosedRange<Double>, hasNoLimit: Bool = false) -> String {
    let ends = [range.lowerBound, range.upperBound].map {
      ParameterValue.number($0).text.replacing("-", with: "−", maxReplacements: 1)
    }
    return Words.Inspector.range(ends[0], ends[1], in: unit, hasNoLimit: hasNoLimit)
  }

  /// A value's word as people write it: rubber band.
  func shownWord(_ word: String) -> String {
    translated(
      names[word] ?? word.map { $0.isUppercase ? " " + $0.lowercased() : String($0) }.joined())
  }
}
