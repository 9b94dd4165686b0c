internal import Glibc

/// How much a light text is thickened, so that it looks as strong on dark as dark does on light.
///
/// Coverage blends in sRGB bytes, where half coverage of white on black shows a fifth of white's
/// light and half of black on white four fifths less: light text comes out thin. coverage^(1 / g)
/// with g growing with the text's lightness evens this out.
enum Contrast {
  /// The steps of lightness, darkest first, as exponents.
  private static let exponents = [1.0, 0.92, 0.84, 0.76]

  private static let table: [UInt8] = exponents.flatMap { exponent in
    (0...255).map { UInt8((pow(Double($0) / 255, exponent) * 255).rounded()) }
  }

  /// The step for a colour, 0 for dark to 3 for light.
  static func boost(for color: Color) -> Int {
    // Rec. 709 luma, in 256ths.
    let luma = 54 * Int(color.red) + 183 * Int(color.green) + 19 * Int(color.blue)
    return luma >> 14
  }

  /// Coverage as it is drawn at a step.
  static func applied(_ coverage: UInt8, boost: Int) -> UInt8 { table[boost * 256 + Int(coverage)] }
}
