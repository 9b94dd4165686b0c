internal import Glibc

/// Thickens light text, so that it looks as heavy on dark as dark text on light.
///
/// Coverage blends in sRGB bytes, where half coverage of white on black emits a fifth of white's
/// light, while half of black on white removes four fifths: light text looks too thin. coverage^(1
/// / g), with g growing with the text's lightness, compensates for that.
enum Contrast {
  /// The exponents per step of lightness, darkest first.
  private static let exponents = [1.0, 0.92, 0.84, 0.76]

  private static let table: [UInt8] = exponents.flatMap { exponent in
    (0...255).map { UInt8((pow(Double($0) / 255, exponent) * 255).rounded()) }
  }

  /// The step of a colour, from 0 for dark to 3 for light.
  static func boost(for color: Color) -> Int {
    // Rec. 709 luma, in 256ths.
    let luma = 54 * Int(color.red) + 183 * Int(color.green) + 19 * Int(color.blue)
    return luma >> 14
  }

  /// The coverage to draw at a step.
  static func applied(_ coverage: UInt8, boost: Int) -> UInt8 { table[boost * 256 + Int(coverage)] }
}
