internal import FeelGeometry
internal import Raster

/// The box drawn for a character that no installed font has.
enum MissingGlyph {
  private static let (left, right, top, border) = (0.08, 0.52, 0.7, 0.06)

  static let metrics = GlyphMetrics(advance: 0.6, left: left, right: right, bottom: 0, top: top)

  /// A box's outline and, wound the other way, its hole, in device pixels about the origin, y down.
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
