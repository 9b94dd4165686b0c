public import FeelGeometry
public import Raster

/// A line of text, laid out.
///
/// Advances are the font's own, scaled and never rounded, so that a line is equally wide at every
/// device scale.
public struct TextLine: Hashable, Sendable {
  /// The glyphs from left to right, in one run for each font; their offsets are measured from the
  /// line's origin.
  public var runs: [GlyphRun]
  /// The glyphs that are pictures, such as emoji of a colour font.
  public var pictures: [GlyphRun]
  /// How far the pen moves from the line's start to its end, in points; ink may reach beyond
  /// either.
  public var width: Double
  /// How far letters of the style's main font reach above the baseline, in points; not negative.
  public var ascent: Double
  /// How far letters of the style's main font reach below the baseline, in points; not negative.
  public var descent: Double
  /// Height of the main font's flat capitals above the baseline, in points.
  public var capHeight: Double
  /// What each character takes up, in the order of the text.
  var cells: [Cell]

  /// The two edges of a character: in points from the line's left, the one first that is read
  /// first.
  struct Cell: Hashable {
    var start: Double
    var end: Double
    var left: Double { min(start, end) }
    var right: Double { max(start, end) }
  }

  /// Where a line lies across a box: at its left edge, in its middle or at its right edge.
  public enum Alignment: String, Hashable, Sendable { case leading, center, trailing }

  /// The origin, the left end of the baseline, that puts the line in a box, its capitals centred
  /// between top and bottom.
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
  /// Where a caret stands, in points from the line's left: behind the character before it.
  ///
  /// - Parameter place: how many characters of the text stand before it; one outside of the text
  ///   counts as its nearer end.
  public func caret(before place: Int) -> Double {
    guard place > 0, !cells.isEmpty else { return cells.first?.start ?? 0 }
    return cells[min(place, cells.count) - 1].end
  }

  /// The place of the caret that is nearest to a point: how many characters of the text stand
  /// before it.
  ///
  /// - Parameter x: in points from the line's left.
  public func place(at x: Double) -> Int {
    func distance(_ cell: Cell) -> Double { max(cell.left - x, x - cell.right, 0) }
    let nearest = cells.indices.min { distance(cells[$0]) < distance(cells[$1]) }
    guard let nearest else { return 0 }
    let cell = cells[nearest]
    return abs(x - cell.start) <= abs(x - cell.end) ? nearest : nearest + 1
  }

  /// What characters take up, from left to right; more than one span where the text turns its
  /// direction.
  public func spans(of places: Range<Int>) -> [ClosedRange<Double>] {
    let sorted = cells[places.clamped(to: cells.indices)].sorted { $0.left < $1.left }
    return sorted.reduce(into: []) { spans, cell in
      // Edges that are computed from two sides are equal but for rounding.
      if let last = spans.last, cell.left <= last.upperBound + 0.001 {
        spans[spans.count - 1] = last.lowerBound...max(last.upperBound, cell.right)
      } else {
        spans.append(cell.left...cell.right)
      }
    }
  }
}

extension DisplayList {
  /// Adds a line of text of a book with its origin at a point.
  ///
  /// Pictures are put on whole device pixels, and of the colour take only the opacity.
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
