internal import Glibc

extension Double {
  /// The number with so many decimals, 0…9, its minus as long as its plus; zero has no sign.
  ///
  /// What is not finite, or has more than fifteen digits, is written as it is.
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

  /// The number with so many decimals, and from five digits on its thousands apart by a thin space:
  /// 1284.0, 12 840.0.
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
