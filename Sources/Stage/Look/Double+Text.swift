internal import Glibc

extension Double {
  /// The number with a number of decimals, 0…9, with a typographic minus; zero has no sign.
  ///
  /// Non-finite numbers, and those with more than fifteen digits, use the default description.
  public func text(decimals: Int) -> String {
    let decimals = Swift.min(Swift.max(0, decimals), 9)
    let unit = pow(10, Double(decimals))
    let scaled = (magnitude * unit).rounded()
    guard scaled < 1e15 else { return "\(self)" }
    let digits = String(Int(scaled))
    let padded = String(repeating: "0", count: Swift.max(0, decimals + 1 - digits.count)) + digits
    let whole = padded.dropLast(decimals)
    let sign = self < 0 && scaled > 0 ? "−" : ""
    return decimals == 0 ? sign + whole : "\(sign)\(whole).\(padded.suffix(decimals))"
  }

  /// The number with a number of decimals and, from five digits on, thousands separated by a thin
  /// space: 1284.0, 12 840.0.
  package func grouped(decimals: Int) -> String {
    let text = text(decimals: decimals)
    let whole = text.prefix { $0 != "." }
    guard whole.filter(\.isWholeNumber).count > 4,
      whole.allSatisfy({ $0.isWholeNumber || $0 == "−" })
    else { return text }
    var grouped = ""
    for (index, character) in whole.enumerated() {
      let left = whole.count - index
      if left.isMultiple(of: 3), index > 0, grouped != "−" { grouped += "\u{2009}" }
      grouped.append(character)
    }
    return grouped + text.dropFirst(whole.count)
  }
}
