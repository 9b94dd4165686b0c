import Feel
import Raster
import TextLayout

extension DisplayList {
  /// Number of curves in the dash used for the other run in the timeline.
  var dashes: Int {
    commands.count {
      guard case .stroke(_, let stroke, _) = $0 else { return false }
      return stroke.dash == [7, 4]
    }
  }

  /// Where a text is drawn in a style, unabridged: the starts of its baselines, in points.
  func places(of text: String, _ style: TextStyle, _ fonts: FontBook) -> [Vector] {
    guard let first = fonts.layout(text, style).runs.first else { return [] }
    return commands.compactMap { command in
      guard case .glyphs(let run, let place, _) = command,
        run.size == first.size, run.glyphs.map(\.id) == first.glyphs.map(\.id)
      else { return nil }
      return place
    }
  }
}

/// Converts glyphs drawn in a style back to text.
struct Alphabet {
  private struct Letter: Hashable {
    let font: FontID
    let size: Double
    let id: UInt32
  }

  private var words: [Letter: String] = [:]

  init(_ style: TextStyle, _ fonts: FontBook) {
    let letters = (0x21..<0x7F).map { String(UnicodeScalar(UInt8($0))) }
    for word in letters + ["ff", "fi", "fl", "ffi", "ffl", "…", "’", "¼"] {
      let runs = fonts.layout(word, style).runs
      guard runs.count == 1, runs[0].glyphs.count == 1 else { continue }
      words[Letter(font: runs[0].font, size: runs[0].size, id: runs[0].glyphs[0].id)] = word
    }
  }

  /// The lines of text in a picture, in order, without spaces and unknown glyphs.
  func lines(of list: DisplayList) -> [String] {
    list.commands.compactMap { command in
      guard case .glyphs(let run, _, _) = command else { return nil }
      return run.glyphs.map {
        words[Letter(font: run.font, size: run.size, id: $0.id)] ?? ""
      }.joined()
    }.filter { !$0.isEmpty }
  }
}
