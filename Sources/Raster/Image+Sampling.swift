extension Image {
  /// The colour between the four pixels around a place; pixel centres lie on whole numbers, and beyond the border the border's pixels go on.
  func sample(_ x: Double, _ y: Double) -> UInt32 {
    let u = max(0, min(Double(width - 1), x))
    let v = max(0, min(Double(height - 1), y))
    let (left, top) = (Int(u), Int(v))
    let (right, bottom) = (min(width - 1, left + 1), min(height - 1, top + 1))
    let across = UInt32((u - Double(left)) * 256)
    let down = UInt32((v - Double(top)) * 256)
    let upper = Self.mix(pixels[top * width + left], pixels[top * width + right], across)
    if down == 0 { return upper }
    let lower = Self.mix(pixels[bottom * width + left], pixels[bottom * width + right], across)
    return Self.mix(upper, lower, down)
  }

  /// The mix of two pixels, `share` / 256 of the second.
  private static func mix(_ a: UInt32, _ b: UInt32, _ share: UInt32) -> UInt32 {
    if share == 0 || a == b { return a }
    let mask: UInt32 = 0x00FF_00FF
    let keep = 256 - share
    let even = ((a & mask) * keep + (b & mask) * share + 0x0080_0080) >> 8 & mask
    let odd = ((a >> 8 & mask) * keep + (b >> 8 & mask) * share + 0x0080_0080) & ~mask
    return even | odd
  }
}
