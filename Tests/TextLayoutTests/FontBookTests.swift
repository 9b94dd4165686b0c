import FeelGeometry
import Raster
import Testing
import TextLayout

@Suite struct FontBookTests {
  let book: FontBook
  let body = TextStyle(size: 13)

  init() throws {
    // Every system that builds the project has it; others compose marks and size text differently.
    book = try FontBook(family: "DejaVu Sans")
  }

  /// Every glyph of a line with its position.
  private func glyphs(_ text: String) -> [Glyph] {
    book.layout(text, body).runs.flatMap(\.glyphs)
  }

  @Test func `a line has the font's metrics, and spaces draw no glyphs`() {
    let line = book.layout("Drag the bar", body)
    #expect(line.width > 50 && line.width < 120)
    #expect(line.ascent > line.capHeight && line.capHeight > 6 && line.descent > 1)
    #expect(line.runs.count == 1)
    #expect(line.runs.first?.glyphs.count == 10, "spaces are not drawn")
    #expect(line.runs.first?.size == 13)
  }

  @Test func `the same text in the same style gives the same line`() {
    #expect(book.layout("Hold", body) == book.layout("Hold", body))
    #expect(book.layout("Hold", body) != book.layout("Hold", TextStyle(size: 12)))
  }

  @Test func `width grows in proportion to size`() {
    let (small, large) = (
      book.layout("Carousel 42", body), book.layout("Carousel 42", .init(size: 26))
    )
    #expect(abs(large.width - 2 * small.width) < 1e-9)
    #expect(abs(large.ascent - 2 * small.ascent) < 1e-9)
  }

  @Test(arguments: [TextStyle.Weight.regular, .medium, .semibold])
  func `numbers with the same number of digits are equally wide`(_ weight: TextStyle.Weight) {
    let style = TextStyle(size: 13, weight: weight)
    let width = book.layout("1 284.07 pt", style).width
    for text in ["7 111.11 pt", "4 740.44 pt", "0 000.00 pt"] {
      #expect(book.layout(text, style).width == width)
    }
  }

  @Test(arguments: ["0.5", "T1 pt", "x: 7/8"])
  func `changing a digit does not move the characters beside it`(_ text: String) {
    let before = glyphs(text)
    let digit = { (c: Character) in c.isNumber }
    for other in "0123456789" {
      let after = glyphs(String(text.map { digit($0) ? other : $0 }))
      #expect(after.count == before.count)
      let letters = text.filter { $0 != " " }
      for (place, character) in letters.enumerated() where !digit(character) {
        #expect(before[place] == after[place])
      }
    }
  }

  @Test func `semibold is another font where one is installed`() {
    let (regular, semibold) = (
      book.layout("Hold", body), book.layout("Hold", TextStyle(size: 13, weight: .semibold))
    )
    let fonts = book.faces
    #expect(!fonts.isEmpty)
    if fonts.count > 1 { #expect(regular.runs.first?.font != semibold.runs.first?.font) }
  }

  @Test func `empty text gives a line of zero width with the font's metrics`() {
    let line = book.layout("", body)
    #expect(line.runs.isEmpty && line.width == 0)
    #expect(line.ascent == book.layout("x", body).ascent)
  }

  @Test(arguments: ["a\nb", "a\r\nb", "a\tb", "a\u{2028}b", "a\u{85}b"])
  func `a line break or tab counts as one space`(_ text: String) {
    #expect(book.layout(text, body) == book.layout("a b", body))
  }

  @Test(arguments: ["a\u{0}b", "a\u{1B}b", "a\u{200D}b", "\u{FEFF}ab", "a\u{202E}b", "a\u{AD}b"])
  func `control characters have no width`(_ text: String) {
    let (line, plain) = (book.layout(text, body), book.layout("ab", body))
    #expect(line.runs == plain.runs && line.width == plain.width)
  }

  @Test func `a letter with a combining mark equals the composed letter`() {
    #expect(book.layout("re\u{301}sume\u{301}", body) == book.layout("résumé", body))
    #expect(book.layout("\u{304B}\u{3099}", body) == book.layout("\u{304C}", body))
  }

  @Test func `a combining mark without a composed letter adds no width`() {
    let (plain, marked) = (book.layout("xq", body), book.layout("x\u{301}q\u{323}\u{302}", body))
    #expect(abs(marked.width - plain.width) < 0.5)
    #expect(marked.runs.flatMap(\.glyphs).count == 5)
    #expect(book.layout("\u{301}", body).width > 0)
  }

  @Test func `a combining mark is raised above a tall letter`() throws {
    let over = { (text: String) throws -> Double in
      try #require(self.glyphs(text).last).offset.y
    }
    // Neither pair has a precomposed character.
    #expect(try over("Q\u{301}") < over("q\u{301}") - 1)
  }

  @Test func `Japanese is drawn in a font that has it, or as boxes`() {
    let line = book.layout("ドラッグ 日本語", body)
    #expect(line.runs.flatMap(\.glyphs).count == 7)
    #expect(line.width > 7 * 13 * 0.5)
    for run in line.runs {
      for glyph in run.glyphs {
        let outline = book.outline(font: run.font, glyph: glyph.id, pixelsPerEm: 13)
        #expect(!outline.elements.isEmpty)
      }
    }
  }

  @Test func `a character that no font has is drawn as a box`() throws {
    let line = book.layout("\u{10FFF0}", body)
    let run = try #require(line.runs.first)
    let glyph = try #require(run.glyphs.first)
    #expect(line.width > 5)
    let box = book.outline(font: run.font, glyph: glyph.id, pixelsPerEm: 10)
    #expect(box.elements.count == 10)
    #expect(book.layout("\u{10FFF0}\u{302}", body) == line, "one a character")
  }

  @Test func `each face has its file and family`() throws {
    let face = try #require(book.faces.first)
    #expect(face.path.hasPrefix("/"))
    #expect(!face.family.isEmpty)
  }

  @Test func `laying out thousands of other lines does not change a line`() {
    let line = book.layout("kept", body)
    for number in 0..<3000 { _ = book.layout("line \(number)", body) }
    #expect(book.layout("kept", body) == line)
  }

  @Test func `a repeated line comes from the cache`() {
    let places = [0, 1].map { _ in
      book.layout("kept", body).runs.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
    #expect(places[0] == places[1], "it is the very same one")
  }

  @Test func `a NaN size is refused`() async {
    await #expect(processExitsWith: .failure) {
      _ = try FontBook().layout("x", TextStyle(size: .nan))
    }
  }

  @Test func `a line in a box is centred vertically by its capital height`() {
    let line = book.layout("Play", body)
    let box = Rect(x: 10, y: 20, width: 200, height: 32)
    #expect(line.origin(in: box) == Vector(10, 36 + line.capHeight / 2))
    #expect(line.origin(in: box, .center).x == 110 - line.width / 2)
    #expect(line.origin(in: box, .trailing).x == 210 - line.width)
  }

  @Test func `drawing a line appends one command per run`() {
    var list = DisplayList(background: Color(rgb: 0xFFFFFF))
    let line = book.layout("Play", body)
    list.append(line, of: book, at: Vector(3, 4), Color(rgb: 0))
    #expect(list.commands == line.runs.map { .glyphs($0, at: Vector(3, 4), Color(rgb: 0)) })
  }
}
