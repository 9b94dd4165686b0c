import FeelGeometry
import Raster
import Testing
import TextLayout

/// Ligatures, kerning and stacked marks, in a font known to have them.
@Suite struct ShapingTests {
  let book: FontBook
  let body = TextStyle(size: 13)

  init() throws {
    book = try FontBook(family: "DejaVu Sans")
  }

  private func glyphs(_ text: String) -> [Glyph] {
    book.layout(text, body).runs.flatMap(\.glyphs)
  }

  private func ids(_ text: String) -> [UInt32] { glyphs(text).map(\.id) }

  @Test(arguments: [TextStyle.Weight.regular, .semibold])
  func `a kerned pair is narrower than its letters`(_ weight: TextStyle.Weight) {
    let style = TextStyle(size: 13, weight: weight)
    let width = { (text: String) in book.layout(text, style).width }
    #expect(width("AV") < width("A") + width("V") - 0.3)
    #expect(width("7/A") > width("7") + width("A"), "digits are not kerned")
  }

  @Test func `a combining mark is centred over its letter`() throws {
    let line = book.layout("x\u{302}", body)
    let run = try #require(line.runs.first)
    let middles = run.glyphs.map { glyph in
      let ends = book.outline(font: run.font, glyph: glyph.id, pixelsPerEm: 13).ends
      return glyph.offset.x + (ends.lowerBound + ends.upperBound) / 2
    }
    try #require(middles.count == 2)
    #expect(abs(middles[0] - middles[1]) < 0.5)
  }

  @Test func `a combining mark at the start of a text is drawn over a dotted circle`() {
    #expect(ids("\u{301}").count == 2)
    #expect(ids("\u{301}").first == ids("\u{25CC}").first)
  }

  @Test func `Arabic letters join and run from right to left`() {
    let (alone, joined) = (ids("ب"), ids("ببب"))
    #expect(joined.count == 3 && Set(joined + alone).count == 4, "first, middle, last and alone")
    let line = book.layout("ببب", body)
    #expect(line.caret(before: 0) == line.width)
    #expect(abs(line.caret(before: 3)) < 1e-9)
    #expect(ids("ب ب") == ids("ب") + ids("ب"), "not across a space")
  }

  @Test func `Hebrew runs from right to left, numbers within it from left to right`() {
    let letters = ids("שלום")
    #expect(letters == ["ם", "ו", "ל", "ש"].flatMap(ids))
    #expect(ids("שלום 123") == ids("123") + letters)
    #expect(ids("abc שלום 12 def") == ids("abc") + ids("12") + letters + ids("def"))
  }

  @Test func `brackets are mirrored in right-to-left text`() {
    #expect(ids("(ש)") == ids("(") + ids("ש") + ids(")"))
  }
}

@Suite struct CaretTests {
  let book: FontBook
  let body = TextStyle(size: 13)

  init() throws {
    book = try FontBook(family: "DejaVu Sans")
  }

  private func carets(_ text: String) -> [Double] {
    let line = book.layout(text, body)
    return (0...text.count).map(line.caret)
  }

  @Test(arguments: ["Type 11:45", "office", "AVAVA", "re\u{301}sume\u{301} x\u{302}"])
  func `caret positions increase from the left end to the right`(_ text: String) {
    let (line, carets) = (book.layout(text, body), carets(text))
    #expect(carets.first == 0 && carets.last == line.width)
    for (one, next) in zip(carets, carets.dropFirst()) { #expect(next > one + 1) }
    for (place, x) in carets.enumerated() { #expect(line.place(at: x) == place) }
    #expect(line.place(at: -100) == 0 && line.place(at: 1e6) == text.count)
  }

  @Test func `a caret out of range is at the nearer end`() {
    let line = book.layout("ab", body)
    #expect(line.caret(before: -1) == 0 && line.caret(before: 9) == line.width)
    let empty = book.layout("", body)
    #expect(empty.caret(before: 0) == 0 && empty.place(at: 5) == 0 && empty.spans(of: 0..<3) == [])
  }

  @Test func `a ligature has a caret position for each of its letters`() {
    // Lam and alef always form a ligature.
    let carets = carets("لا")
    #expect(book.layout("لا", body).runs.flatMap(\.glyphs).count == 1)
    #expect(abs(carets[1] - carets[0] / 2) < 1e-9)
  }

  @Test func `a caret follows the direction of the character before it`() {
    let text = "abc שלום def"
    let (line, carets) = (book.layout(text, body), carets(text))
    #expect(carets[0...4] == carets[0...4].sorted()[...])
    #expect(carets[5...8] == carets[5...8].sorted(by: >)[...])
    #expect(carets[9...12] == carets[9...12].sorted()[...])
    #expect(abs(carets[8] - carets[4]) < 1e-9, "the word ends where it borders on the one before")
    for place in [1, 2, 3, 5, 6, 7, 10, 11] { #expect(line.place(at: carets[place]) == place) }
  }

  @Test func `a selection across a change of direction has two spans`() throws {
    let line = book.layout("abc שלום def", body)
    #expect(line.spans(of: 0..<3) == [0...line.caret(before: 3)])
    let spans = line.spans(of: 2..<6)
    try #require(spans.count == 2)
    #expect(spans[0].lowerBound == line.caret(before: 2))
    #expect(spans[1].lowerBound == line.caret(before: 6))
    #expect(line.spans(of: 0..<12) == [0...line.width])
    #expect(line.spans(of: 3..<3) == [])
  }

  @Test func `a control character has a caret position but no width`() {
    let carets = carets("a\u{200B}b")
    #expect(carets[1] == carets[2])
  }
}

extension Path {
  /// Its leftmost and rightmost coordinates.
  fileprivate var ends: ClosedRange<Double> {
    let xs = elements.compactMap { element -> Double? in
      switch element {
      case .move(let p), .line(let p), .quad(_, let p), .cubic(_, _, let p): p.x
      case .close: nil
      }
    }
    return (xs.min() ?? 0)...(xs.max() ?? 0)
  }
}
