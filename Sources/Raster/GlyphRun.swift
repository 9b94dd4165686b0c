public import FeelGeometry

/// A font, as numbered by the text layout.
public struct FontID: Hashable, Sendable {
  /// The number.
  public var rawValue: Int

  /// Creates an identity from its number.
  public init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// One glyph of a run.
public struct Glyph: Hashable, Sendable {
  /// The glyph's index in its font.
  public var id: UInt32
  /// The offset of its origin from the run's origin, in points.
  public var offset: Vector

  /// Creates a glyph.
  public init(id: UInt32, offset: Vector) { (self.id, self.offset) = (id, offset) }
}

/// Glyphs of one font at one size, on one line.
public struct GlyphRun: Hashable, Sendable {
  /// The font.
  public var font: FontID
  /// Size of the em, in points.
  public var size: Double
  /// The glyphs, in order of drawing.
  public var glyphs: [Glyph]

  /// Creates a run.
  public init(font: FontID, size: Double, glyphs: [Glyph]) {
    (self.font, self.size, self.glyphs) = (font, size, glyphs)
  }

  /// A rectangle around all glyphs, about two ems around each origin, which is enough for screen
  /// fonts.
  func bounds(at origin: Vector) -> Rect? {
    guard size > 0, size.isFinite else { return nil }
    var (minX, minY, maxX, maxY) = (
      Double.infinity, Double.infinity, -Double.infinity, -Double.infinity
    )
    for glyph in glyphs where glyph.offset.isFinite {
      (minX, maxX) = (min(minX, glyph.offset.x), max(maxX, glyph.offset.x))
      (minY, maxY) = (min(minY, glyph.offset.y), max(maxY, glyph.offset.y))
    }
    guard maxX >= minX else { return nil }
    return Rect(
      from: origin + Vector(minX - size, minY - 1.5 * size),
      to: origin + Vector(maxX + 2 * size, maxY + size))
  }
}
