public import FeelGeometry
public import Raster

/// A line of text, laid out.
///
/// Advances are the font's own, scaled and never rounded, so that a line is equally wide at every device scale.
public struct TextLine: Hashable, Sendable {
  /// The glyphs, in one run for each font; their offsets are measured from the line's origin.
  public var runs: [GlyphRun]
  /// How far the pen moves from the line's start to its end, in points; ink may reach beyond either.
  public var width: Double
  /// How far letters of the style's main font reach above the baseline, in points; not negative.
  public var ascent: Double
  /// How far letters of the style's main font reach below the baseline, in points; not negative.
  public var descent: Double
  /// Height of the main font's flat capitals above the baseline, in points.
  public var capHeight: Double

  /// Where a line lies across a box: at its left edge, in its middle or at its right edge.
  public enum Alignment: String, Hashable, Sendable { case leading, center, trailing }

  /// The origin, the left end of the baseline, that puts the line in a box, its capitals centred between top and bottom.
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
  /// Adds a line of text with its origin at a point.
  public mutating func append(_ line: TextLine, at origin: Vector, _ color: Color) {
    for run in line.runs {
      append(.glyphs(run, at: origin, color))
    }
  }
}
