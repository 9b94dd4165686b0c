internal import Feel
internal import Glibc
internal import Stage

/// How a parameter's numbers lie along a slider, and how finely they are set by hand.
extension Parameter {
  /// Its numbers, if it is a number; no limit, where it need not have one, lies beyond them.
  var range: ClosedRange<Double>? {
    switch domain {
    case .number(let range), .integer(let range), .limit(let range): range
    case .choice, .flag: nil
    }
  }

  /// How the numbers lie along the slider.
  private enum Scale {
    /// Equal ways are equal differences.
    case even
    /// Equal ways are equal factors: where the greatest number is many times the least.
    case factors
    /// Equal ways are equal factors of what is missing to 1: for shares that are kept.
    case factorsBelowOne
    /// Equal ways are equal factors on both sides of zero, and differences up to `nearZero`: where whole numbers reach far both ways.
    case factorsAroundZero
  }

  private static let nearZero = 10.0

  private var scale: Scale {
    guard let range else { return .even }
    let (low, high) = (range.lowerBound, range.upperBound)
    if low > 0, high >= 100 * low { return .factors }
    if case .integer = domain, low < 0, high >= 1e6 { return .factorsAroundZero }
    return high < 1 && 1 - low >= 100 * (1 - high) ? .factorsBelowOne : .even
  }

  /// Where a number lies between the ends of the slider, 0…1.
  func share(of number: Double) -> Double {
    guard let range, range.lowerBound < range.upperBound else { return 0 }
    guard number < .infinity else { return 1 }
    let (low, high) = (range.lowerBound, range.upperBound)
    switch scale {
    case .even: return (number - low) / (high - low)
    case .factors: return log(number / low) / log(high / low)
    case .factorsBelowOne: return log((1 - number) / (1 - low)) / log((1 - high) / (1 - low))
    case .factorsAroundZero:
      let (start, end) = (asinh(low / Self.nearZero), asinh(high / Self.nearZero))
      return (asinh(number / Self.nearZero) - start) / (end - start)
    }
  }

  /// The number at a place between the ends of the slider, rounded to what a hand can mean.
  func number(atShare share: Double) -> Double {
    guard let range else { return 0 }
    let (low, high) = (range.lowerBound, range.upperBound)
    if share <= 0 { return low }
    if share >= 1 { return greatest }
    switch scale {
    case .even: return rounded(low + share * (high - low))
    case .factors: return rounded(low * pow(high / low, share))
    case .factorsBelowOne: return rounded(1 - (1 - low) * pow((1 - high) / (1 - low), share))
    case .factorsAroundZero:
      let (start, end) = (asinh(low / Self.nearZero), asinh(high / Self.nearZero))
      return rounded(Self.nearZero * sinh(start + share * (end - start)))
    }
  }

  /// The number at the slider's upper end.
  private var greatest: Double {
    if case .limit = domain { .infinity } else { range?.upperBound ?? 0 }
  }

  /// A number so many steps on, held to the range; what steps over the upper end of a limit is none.
  func number(_ number: Double, steppedBy steps: Double) -> Double {
    guard let range, steps != 0 else { return number }
    if number >= range.upperBound, steps > 0 { return greatest }
    if number == .infinity { return range.upperBound }
    var next =
      switch scale {
      case .even: number + steps * grain
      case .factors: number * pow(1.05, steps)
      case .factorsBelowOne: 1 - (1 - number) / pow(1.05, steps)
      case .factorsAroundZero: number + steps * Self.powerOfTen(below: max(100, abs(number))) / 100
      }
    if case .integer = domain, abs(next - number) < abs(steps) { next = number + steps }
    return rounded(next)
  }

  /// The difference that one step makes on an even scale: a power of ten, some five hundredth of the range.
  private var grain: Double {
    guard let range else { return 1 }
    let power = Self.powerOfTen(below: (range.upperBound - range.lowerBound) / 500)
    if case .integer = domain { return max(1, power) }
    return power
  }

  private static func powerOfTen(below number: Double) -> Double {
    pow(10, log10(number).rounded(.down))
  }

  /// A number with as many digits as a hand can mean, held to the range.
  private func rounded(_ number: Double) -> Double {
    guard let range else { return number }
    let held = min(range.upperBound, max(range.lowerBound, number))
    var unit =
      switch scale {
      case .even: grain
      case .factors: Self.powerOfTen(below: held) / 100
      case .factorsBelowOne: Self.powerOfTen(below: 1 - held) / 100
      case .factorsAroundZero: Self.powerOfTen(below: max(100, abs(held))) / 100
      }
    if case .integer = domain { unit = max(1, unit) }
    // Dividing by a whole number gives the nearest Double to the short decimal, multiplying does not.
    let perUnit = (1 / unit).rounded()
    let rounded = unit < 1 ? (held * perUnit).rounded() / perUnit : (held / unit).rounded() * unit
    return min(range.upperBound, max(range.lowerBound, rounded))
  }

  /// What it is for, what it may be and what it is unless set, for whoever hovers over it.
  func helpText(unless inherited: String) -> String {
    "\(doc) \(domainWords.prefix(1).uppercased() + domainWords.dropFirst()); "
      + "\(inherited) unless set."
  }

  /// What it may be, in the words of the panel.
  private var domainWords: String {
    guard case .choice(let words) = domain else { return domainText }
    return "one of " + words.map(shownWord).joined(separator: ", ")
  }

  /// A value's word as people write it: rubber band.
  func shownWord(_ word: String) -> String {
    if let name = names[word] { return name }
    return word.unicodeScalars.reduce(into: "") { text, letter in
      let isCapital = ("A"..."Z").contains(letter)
      text += isCapital ? " " : ""
      text.unicodeScalars.append(
        isCapital ? Unicode.Scalar(UInt8(ascii: letter) + 32) : letter)
    }
  }
}
