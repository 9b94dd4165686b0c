internal import FeelGeometry
internal import Raster

/// A line under construction; the pen and all measures are in ems until a glyph is placed.
struct LineBuilder {
  private let size: Double
  private(set) var runs: [GlyphRun] = []
  private(set) var pictures: [GlyphRun] = []
  private(set) var cells: [TextLine.Cell]
  /// The pen's position, in ems.
  var pen = 0.0

  /// Starts a line with this many characters.
  init(size: Double, characters: Int) {
    self.size = size
    cells = [TextLine.Cell](repeating: TextLine.Cell(start: 0, end: 0), count: characters)
  }

  /// Places a glyph, its origin at an offset from the pen.
  mutating func put(
    _ glyph: UInt32, _ font: FontID, x: Double = 0, y: Double = 0, isPicture: Bool = false
  ) {
    let set = Glyph(id: glyph, offset: Vector((pen + x) * size, -y * size))
    let list = isPicture ? \LineBuilder.pictures : \.runs
    if let last = self[keyPath: list].indices.last, self[keyPath: list][last].font == font {
      self[keyPath: list][last].glyphs.append(set)
    } else {
      self[keyPath: list].append(GlyphRun(font: font, size: size, glyphs: [set]))
    }
  }

  /// Divides the space between a position and the pen equally among characters.
  mutating func divide(from left: Double, among places: Range<Int>, isRightToLeft: Bool) {
    let (start, end) = isRightToLeft ? (pen, left) : (left, pen)
    let share = (end - start) / Double(places.count)
    for (index, place) in places.enumerated() {
      let isLast = index == places.count - 1
      cells[place] = TextLine.Cell(
        start: (start + share * Double(index)) * size,
        end: (isLast ? end : start + share * Double(index + 1)) * size)
    }
  }
}
