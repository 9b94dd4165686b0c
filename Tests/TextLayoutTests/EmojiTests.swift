import FeelGeometry
import Foundation
import Raster
import Testing
import TextLayout

/// Emoji in a bitmap font.
@Suite(
  .enabled(if: FontFile.isThere, "Noto Color Emoji is not installed: fonts-noto-color-emoji"))
struct EmojiTests {
  let book: FontBook
  let body = TextStyle(size: 13)

  init() throws {
    book = try FontBook(family: "DejaVu Sans")
  }

  @Test(arguments: ["🎉", "😀", "👩🏽‍🚀", "👨‍👩‍👧‍👦", "🇯🇵", "1️⃣", "❤️", "🕵️"])
  func `an emoji is one picture`(_ emoji: String) {
    let line = book.layout(emoji, body)
    #expect(line.runs.isEmpty)
    #expect(line.pictures.map(\.glyphs.count) == [1])
    #expect(13..<20 ~= line.width)
    #expect(line.caret(before: 0) == 0 && line.caret(before: 1) == line.width)
    #expect(!book.lacks(emoji))
  }

  @Test(arguments: ["❤", "☺\u{FE0E}", "😀\u{FE0E}", "1", "#", "©"])
  func `a symbol in text presentation is an outline`(_ sign: String) {
    let line = book.layout(sign, body)
    #expect(line.pictures.isEmpty && line.runs.flatMap(\.glyphs).count == 1)
  }

  @Test func `an emoji does not change the spacing of letters beside it`() {
    let (line, emoji) = (book.layout("a😀b", body), book.layout("😀", body))
    #expect(line.runs.flatMap(\.glyphs).count == 2)
    #expect(line.caret(before: 2) == book.layout("a", body).width + emoji.width)
  }

  @Test func `an emoji is drawn in colour, on whole pixels, with the text's opacity`() {
    var list = DisplayList(scale: 1.5, background: Color(rgb: 0xFFFFFF))
    let line = book.layout("😀", body)
    list.append(line, of: book, at: Vector(3.3, 14.2), Color(rgb: 0))
    guard case .image(let image, let frame)? = list.commands.first, list.commands.count == 1 else {
      Issue.record("no picture: \(list.commands)")
      return
    }
    for side in [frame.minX, frame.minY, frame.width, frame.height] {
      #expect(abs(side * 1.5 - (side * 1.5).rounded()) < 1e-9)
    }
    #expect(frame.minY < 4 && frame.maxY > 14, "it reaches above and below the line's letters")
    // Between the eyes.
    let middle = image.pixels[image.height / 2 * image.width + image.width / 2]
    #expect(middle >> 24 == 255 && middle >> 16 & 255 > 220 && middle & 255 < 120)
    list.commands = []
    list.append(line, of: book, at: .zero, Color(argb: 0x80_000000))
    #expect(list.commands.first == .group(opacity: 128.0 / 255) && list.commands.last == .pop)
  }
}

private enum FontFile {
  static var isThere: Bool {
    let environment = ProcessInfo.processInfo.environment
    let data = environment["XDG_DATA_HOME"] ?? "\(NSHomeDirectory())/.local/share"
    return ["/usr/share/fonts/truetype/noto", "\(data)/fonts"].contains {
      FileManager.default.fileExists(atPath: "\($0)/NotoColorEmoji.ttf")
    }
  }
}
