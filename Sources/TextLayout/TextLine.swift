public import FeelGeometry
public import Raster

/// A laid-out line of text.
///
/// Advances are the font's own, scaled and never rounded, so that a line has the same width at
/// every device scale.
public struct TextLine: Hashable, Sendable {
  /// The glyphs from left to right, in runs of one font each; their offsets are relative to the
  /// line's origin.
  public var runs: [GlyphRun]
  /// Glyphs with pictures, such as emoji from a colour font.
  public var pictures: [GlyphRun]
  /// The distance the pen moves from the line's start to its end, in points; ink may extend beyond
  /// either.
  public var width: Double
  /// The ascent of the style's main font above the baseline, in points; not negative.
  public var ascent: Double
  /// The descent of the style's main font below the baseline, in points; not negative.
  public var descent: Double
  /// The height of the main font's flat capitals above the baseline, in points.
  public var capHeight: Double
  /// The edges of each character, in text order.
  var cells: [Cell]

  /// A character's edges in points from the line's left, in reading order.
  struct Cell: Hashable {
    var start: Double
    var end: Double
    var left: Double { min(start, end) }
    var right: Double { max(start, end) }
  }

  /// The horizontal position of a line in a box: at its left edge, centred, or at its right edge.
  public enum Alignment: String, Hashable, Sendable { case leading, center, trailing }

  /// The origin, the left end of the baseline, that places the line in a box, its capitals centred
  /// vertically.
  public func origin(in box: Rect, _ alignment: Alignment = .leading) -> Vector {
    let y = box.midY + capHeight / 2
    return switch alignment {
    case .leading: Vector(box.minX, y)
    case .center: Vector(box.midX - width / 2, y)
    case .trailing: Vector(box.maxX - width, y)
    }
  }
}

// MARK: - Carets

extension TextLine {
  /// The position of a caret, in points from the line's left: after the preceding character.
  ///
  /// - Parameter place: the number of characters before it; clamped to the text.
  public func caret(before place: Int) -> Double {
    guard place > 0, !cells.isEmpty else { return cells.first?.start ?? 0 }
    return cells[min(place, cells.count) - 1].end
  }

  /// The caret's place nearest to a position: the number of characters before it.
  ///
  /// - Parameter x: in points from the line's left.
  public func place(at x: Double) -> Int {
    func distance(_ cell: Cell) -> Double { max(cell.left - x, x - cell.right, 0) }
    let nearest = cells.indices.min { distance(cells[$0]) < distance(cells[$1]) }
    guard let nearest else { return 0 }
    let cell = cells[nearest]
    return abs(x - cell.start) <= abs(x - cell.end) ? nearest : nearest + 1
  }

  /// The extents of characters, left to right; more than one span if the text changes direction.
  public func spans(of places: Range<Int>) -> [ClosedRange<Double>] {
    let sorted = cells[places.clamped(to: cells.indices)].sorted { $0.left < $1.left }
    return sorted.reduce(into: []) { spans, cell in
      // Adjacent edges are equal except for rounding.
      if let last = spans.last, cell.left <= last.upperBound + 0.001 {
        spans[spans.count - 1] = last.lowerBound...max(last.upperBound, cell.right)
      } else {
        spans.append(cell.left...cell.right)
      }
    }
  }
}

extension DisplayList {
  /// Appends a line of text from a font book, with its origin at a point.
  ///
  /// Pictures are snapped to whole device pixels, and use only the opacity of the colour.
  public mutating func append(
    _ line: TextLine, of book: FontBook, at origin: Vector, _ color: Color
  ) {
    for run in line.runs {
      append(.glyphs(run, at: origin, color))
    }
    guard !line.pictures.isEmpty else { return }
    if color.alpha < 255 { append(.group(opacity: Double(color.alpha) / 255)) }
    for run in line.pictures {
      for glyph in run.glyphs {
        guard let picture = book.picture(font: run.font, glyph: glyph.id) else { continue }
        let (frame, start) = (picture.frame, origin + glyph.offset)
        func snapped(_ length: Double) -> Double { (length * scale).rounded() / scale }
        append(
          .image(
            picture.image,
            Rect(
              x: snapped(start.x + frame.minX * run.size),
              y: snapped(start.y + frame.minY * run.size),
              width: snapped(frame.width * run.size), height: snapped(frame.height * run.size))))
      }
    }
    if color.alpha < 255 { append(.pop) }
  }
}
