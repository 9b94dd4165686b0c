import Feel
import Raster
import TextLayout

extension DisplayList {
  /// How many dashed paths it draws.
  var dashes: Int {
    commands.count {
      guard case .stroke(_, let stroke, _) = $0 else { return false }
      return stroke.dash == [3, 3]
    }
  }

  /// Where a text is drawn in a style, whole: the beginnings of its baselines, in points.
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
