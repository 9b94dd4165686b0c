internal import FeelGeometry
internal import Raster

/// The box drawn for a character that no installed font has.
enum MissingGlyph {
  private static let (left, right, top, border) = (0.08, 0.52, 0.7, 0.06)

  /// Its advance, in ems.
  static let advance = 0.6

  /// Its advance in place of a scalar, in ems: Chinese, Japanese and Korean characters fill a
  /// square.
  static func advance(of scalar: UInt32) -> Double {
    switch scalar {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0x20000...0x3FFFD:
      1
    default: advance
    }
  }

  /// The box's outline and, in the opposite direction, its hole, in device pixels relative to the
  /// origin, y down.
  static func outline(pixelsPerEm em: Double) -> Path {
    var path = Path()
    let outer = [(left, 0), (left, -top), (right, -top), (right, 0)]
    let inner = [
      (left + border, -border), (right - border, -border), (right - border, border - top),
      (left + border, border - top),
    ]
    for corners in [outer, inner] {
      path.move(to: Vector(corners[0].0 * em, corners[0].1 * em))
      for (x, y) in corners.dropFirst() { path.line(to: Vector(x * em, y * em)) }
      path.close()
    }
    return path
  }
}
