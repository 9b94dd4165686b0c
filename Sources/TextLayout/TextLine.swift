public import FeelGeometry
public import Raster

/// A line of text, laid out.
///
/// Advances are the font's own, scaled and never rounded, so that a line is as wide at every device scale.
public struct TextLine: Hashable, Sendable {
  /// The glyphs, one run a font; every run's offsets count from the line's origin on its baseline.
  public var runs: [GlyphRun]
  /// How far the pen moves from the line's start to its end, in points.
  public var width: Double
  /// How far the tallest of the font's letters reach above the baseline, in points; not negative.
  public var ascent: Double
  /// How far the deepest of the font's letters reach below the baseline, in points; not negative.
  public var descent: Double
  /// Height of a flat capital letter above the baseline, in points.
  public var capHeight: Double

  /// Which edge of a box a line keeps to.
  public enum Alignment: String, Hashable, Sendable { case leading, center, trailing }

  /// The origin that puts the line in a box: capitals and digits centred between top and bottom.
  public func origin(in box: Rect, _ alignment: Alignment = .leading) -> Vector {
    let y = box.midY + capHeight / 2
    return switch alignment {
    case .leading: Vector(box.minX, y)
    case .center: Vector(box.midX - width / 2, y)
    case .trailing: Vector(box.maxX - width, y)
    }
  }
}

extension DisplayList {
  /// Adds a line of text with its origin, the left end of its baseline, at a point.
  public mutating func append(_ line: TextLine, at origin: Vector, _ color: Color) {
    for run in line.runs {
      append(.glyphs(run, at: origin, color))
    }
  }
}
