import Raster
import Testing
import TextLayout

@Suite struct TruncationTests {
  let book: FontBook
  let body = TextStyle(size: 13)

  init() throws {
    book = try FontBook()
  }

  @Test func `text that fits is not truncated`() {
    let whole = book.layout("Drag the cards", body)
    #expect(book.truncated("Drag the cards", body, toWidth: whole.width) == whole)
    #expect(book.truncated("Drag the cards", body, toWidth: .infinity) == whole)
  }

  @Test func `truncated text is never wider than the given width`() {
    for room in stride(from: 0, through: 120, by: 0.7) {
      let cut = book.truncated("AVAV. Drag the cards", body, toWidth: room)
      #expect(cut.width <= room)
    }
  }

  @Test func `truncated text is its longest prefix that fits, with an ellipsis`() {
    let room = book.layout("Drag the…", body).width
    #expect(
      book.truncated("Drag the cards", body, toWidth: room) == book.layout("Drag the…", body))
    #expect(
      book.truncated("Drag the cards", body, toWidth: room + 0.5)
        == book.layout("Drag the…", body), "a space before the ellipsis is dropped")
  }

  @Test func `text is empty if not even the ellipsis fits`() {
    #expect(book.truncated("Drag", body, toWidth: 2) == book.layout("", body))
    #expect(book.truncated("Drag", body, toWidth: -5) == book.layout("", body))
    #expect(book.truncated("", body, toWidth: 0) == book.layout("", body))
  }

  @Test func `truncation never separates a combining mark from its letter`() {
    let text = String(repeating: "x\u{302}", count: 12)
    let cut = book.truncated(text, body, toWidth: book.layout("xxxx…", body).width + 0.1)
    #expect(cut.runs.flatMap(\.glyphs).count == 9)
  }
}
