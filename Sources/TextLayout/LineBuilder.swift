internal import FeelGeometry
internal import Raster

/// A line while it is being set; the pen and all measures are in ems until a glyph is put down.
struct LineBuilder {
  private let size: Double
  private(set) var runs: [GlyphRun] = []
  private(set) var pen = 0.0
  /// The letter that a mark would belong to: the centre, bottom and top of its ink so far.
  private var base: (center: Double, bottom: Double, top: Double)?
  /// The last glyph, if what follows may move against it.
  private var partner: (font: FontID, glyph: UInt32)?

  /// Free room between a letter and a mark above or below it.
  private static let markGap = 0.06

  init(size: Double) {
    self.size = size
  }

  /// The glyph to kern against, if it is of the same font; digits never are, or numbers would jitter.
  func kerningPartner(in font: FontID) -> UInt32? {
    guard let partner, partner.font == font else { return nil }
    return partner.glyph
  }

  mutating func letter(
    _ glyph: UInt32, _ font: FontID, _ metrics: GlyphMetrics, kerning: Double
  ) {
    pen += kerning
    put(glyph, font, metrics, x: pen, rise: 0)
    stand(at: pen, metrics)
    pen += metrics.advance
    partner = (font, glyph)
  }

  /// Puts a digit in the middle of a cell that is as wide for every digit.
  mutating func digit(_ glyph: UInt32, _ font: FontID, _ metrics: GlyphMetrics, cell: Double) {
    let x = pen + (cell - metrics.advance) / 2
    put(glyph, font, metrics, x: x, rise: 0)
    stand(at: x, metrics)
    pen += cell
    partner = nil
  }

  /// Puts a mark over the middle of the letter before it, clear of its ink above or below.
  mutating func mark(
    _ glyph: UInt32, _ font: FontID, _ metrics: GlyphMetrics,
    _ place: Unicode.CanonicalCombiningClass
  ) {
    guard let letter = base else {
      // Nothing to stand over: the mark stands by itself.
      put(glyph, font, metrics, x: pen - metrics.left, rise: 0)
      pen += max(metrics.advance, metrics.right - metrics.left)
      return
    }
    var rise = 0.0
    switch place {
    case .above: rise = max(0, letter.top + Self.markGap - metrics.bottom)
    case .below: rise = min(0, letter.bottom - Self.markGap - metrics.top)
    default: break
    }
    let x = letter.center - (metrics.left + metrics.right) / 2
    put(glyph, font, metrics, x: x, rise: rise)
    base = (
      letter.center, min(letter.bottom, metrics.bottom + rise), max(letter.top, metrics.top + rise)
    )
  }

  private mutating func stand(at x: Double, _ metrics: GlyphMetrics) {
    let middle = metrics.hasInk ? (metrics.left + metrics.right) / 2 : metrics.advance / 2
    base = (x + middle, metrics.bottom, metrics.top)
  }

  private mutating func put(
    _ glyph: UInt32, _ font: FontID, _ metrics: GlyphMetrics, x: Double, rise: Double
  ) {
    guard metrics.hasInk else { return }
    let set = Glyph(id: glyph, offset: Vector(x * size, -rise * size))
    if let last = runs.indices.last, runs[last].font == font {
      runs[last].glyphs.append(set)
    } else {
      runs.append(GlyphRun(font: font, size: size, glyphs: [set]))
    }
  }
}
