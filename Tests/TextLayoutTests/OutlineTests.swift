import FeelGeometry
import Raster
import Testing
import TextLayout

@Suite struct OutlineTests {
  /// The font and glyph ID of a text's first glyph.
  private func glyph(_ text: String, in book: FontBook) throws -> (FontID, UInt32) {
    let run = try #require(book.layout(text, TextStyle(size: 13)).runs.first)
    return (run.font, try #require(run.glyphs.first).id)
  }

  /// The points of a path, including control points.
  private func points(_ path: Path) -> [Vector] {
    path.elements.flatMap { element -> [Vector] in
      switch element {
      case .move(let p), .line(let p): [p]
      case .quad(let c, let p): [c, p]
      case .cubic(let c, let d, let p): [c, d, p]
      case .close: []
      }
    }
  }

  @Test(arguments: [FontBook.Hinting.none, .vertical])
  func `a capital letter stands on the baseline and extends upwards`(_ hinting: FontBook.Hinting)
    throws
  {
    let book = try FontBook(hinting: hinting)
    let (font, id) = try glyph("H", in: book)
    let ys = points(book.outline(font: font, glyph: id, pixelsPerEm: 100)).map(\.y)
    #expect(abs(try #require(ys.max())) < 0.01)
    let top = try #require(ys.min())
    #expect(top < -60 && top > -85)
  }

  @Test func `unhinted outlines scale exactly`() throws {
    let book = try FontBook(hinting: .none)
    let (font, id) = try glyph("g", in: book)
    let small = points(book.outline(font: font, glyph: id, pixelsPerEm: 10))
    let large = points(book.outline(font: font, glyph: id, pixelsPerEm: 25))
    #expect(small.count == large.count && small.count > 8)
    for (a, b) in zip(small, large) { #expect((a * 2.5 - b).length < 1e-9) }
  }

  @Test(arguments: [11.0, 13, 16.5, 19.5, 26])
  func `hinting puts the tops of letters on whole pixels and keeps horizontal positions`(
    _ pixelsPerEm: Double
  ) throws {
    let (hinted, plain) = (try FontBook(hinting: .vertical), try FontBook(hinting: .none))
    let (font, id) = try glyph("x", in: hinted)
    let fitted = points(hinted.outline(font: font, glyph: id, pixelsPerEm: pixelsPerEm))
    let designed = points(plain.outline(font: font, glyph: id, pixelsPerEm: pixelsPerEm))
    let top = try #require(fitted.map(\.y).min())
    #expect(abs(top - top.rounded()) < 0.02)
    for (a, b) in zip(fitted, designed) { #expect(abs(a.x - b.x) < 0.05) }
  }

  @Test func `every contour is closed`() throws {
    let book = try FontBook()
    let (font, id) = try glyph("B", in: book)
    let elements = book.outline(font: font, glyph: id, pixelsPerEm: 13).elements
    let moves = elements.count { if case .move = $0 { true } else { false } }
    #expect(moves == 3)
    #expect(elements.count { $0 == .close } == moves)
    #expect(elements.last == .close)
  }

  @Test func `an unknown font, unknown glyph or invalid size has an empty outline`() throws {
    let book = try FontBook()
    let (font, id) = try glyph("B", in: book)
    let empty = Path()
    #expect(book.outline(font: FontID(999), glyph: 3, pixelsPerEm: 13) == empty)
    #expect(book.outline(font: FontID(-1), glyph: 3, pixelsPerEm: 13) == empty)
    #expect(book.outline(font: font, glyph: 4_000_000_000, pixelsPerEm: 13) == empty)
    for size in [0, -3, Double.nan, .infinity, 1e300] {
      #expect(book.outline(font: font, glyph: id, pixelsPerEm: size) == empty)
    }
  }
}
