import Raster

/// The contrast ratio of two opaque colours, 1…21.
///
/// Source: WCAG 2.1, relative luminance and contrast ratio.
func contrast(_ a: Color, _ b: Color) -> Double {
  let (x, y) = (luminance(a), luminance(b))
  return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

private func luminance(_ color: Color) -> Double {
  func linear(_ byte: UInt8) -> Double {
    let c = Double(byte) / 255
    return c <= 0.04045 ? c / 12.92 : power((c + 0.055) / 1.055)
  }
  return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
}

/// x^2.4 = (x^12)^(1/5), by Newton's method, to avoid a mathematics library.
private func power(_ x: Double) -> Double {
  let target = x * x * x * x * x * x * x * x * x * x * x * x
  var y = max(x, 0.01)
  for _ in 0..<60 { y -= (y * y * y * y * y - target) / (5 * y * y * y * y) }
  return y
}
