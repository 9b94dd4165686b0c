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
}
