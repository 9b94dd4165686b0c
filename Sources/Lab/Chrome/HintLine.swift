internal import Feel
internal import Kit
internal import Raster
internal import Stage
internal import TextLayout

/// The text of the hint line: what can be done and, at its end, the clock's unusual state and
/// recording.
struct HintLine: Hashable, Sendable {
  /// Text that replaces the scene's hint.
  let said: String?
  let scene: SceneHint?
  /// Whether a truncated text ends in an ellipsis.
  let endsOpen: Bool
  let ink: Ink
  /// Number of the first-minute step shown.
  let step: Int?
  let isRecording: Bool
  let speed: String?
  let frame: Rect
  let theme: Theme
  let scale: Double
  let fonts: FontBook

  var commands: [DrawCommand] {
    var canvas = Canvas(theme: theme, scale: scale, fonts: fonts)
    draw(into: &canvas)
    return canvas.list.commands
  }

  private func draw(into canvas: inout Canvas) {
    var right = frame.maxX - 12
    if isRecording {
      canvas.label(
        Words.Hints.recording, at: Vector(right, frame.midY), .strong, theme.danger,
        align: .trailing)
      canvas.fill(
        Rect(center: Vector(right - 40, frame.midY), size: Size(8, 8)), radius: 4, theme.danger)
      right -= 60
    }
    if let speed {
      canvas.label(
        speed, at: Vector(right, frame.midY), .strong, theme.warning, align: .trailing)
      right -= 56
    }
    var left = frame.minX + 8
    if let step {
      canvas.number(
        step, at: Vector(left + 8, frame.midY), radius: 8, theme.accent, ink: theme.onAccent)
      left += 22
    }
    let (words, place) = (said ?? scene?.words ?? "", Vector(left, frame.midY))
    // A problem is shown as far as it fits, even if cut mid-sentence.
    if ink == .danger {
      canvas.label(words, at: place, .small, theme.danger, maximumWidth: right - left)
    } else {
      canvas.hint(fitting(words, in: right - left, canvas), at: place, ink.color(theme))
    }
  }

  /// As many parts or sentences of a hint as fit; of one that ends in an ellipsis as many words, if
  /// the parts leave more than half of the room.
  private func fitting(_ hint: String, in width: Double, _ canvas: Canvas) -> String {
    let separator = hint.contains(Words.separator) ? Words.separator : ". "
    let parts = cut(hint, at: separator, in: width, canvas)
    guard endsOpen, canvas.width(ofHint: parts) < width / 2 else { return parts }
    return cut(hint, at: " ", in: width, canvas)
  }

  /// As many pieces of a hint between separators as fit.
  private func cut(
    _ hint: String, at separator: String, in width: Double, _ canvas: Canvas
  ) -> String {
    let all = hint.split(separator: separator)
    var parts = all[...]
    func text() -> String {
      let isCut = !parts.isEmpty && parts.count < all.count
      // A sentence retains its full stop.
      let end = separator == ". " ? "." : !endsOpen ? "" : parts.last == "·" ? " …" : "…"
      let gap = endsOpen && separator == Words.separator ? separator : ""
      return parts.joined(separator: separator) + (isCut ? gap + end : "")
    }
    while !parts.isEmpty, canvas.width(ofHint: text()) > width { parts.removeLast() }
    return text()
  }
}

/// The scene's hint and, while panels are open, how the keyboard reaches them.
struct SceneHint: Hashable, Sendable {
  let hint: String
  /// Whether something that can be frozen is moving.
  let isMoving: Bool
  /// Whether the first minute is shown.
  let isGuided: Bool
  let hasPanels: Bool

  var words: String {
    let parts = hint.split(separator: Words.separator).map(String.init)
    // Nobody looks up in time that motion can be frozen in mid-air.
    if isMoving {
      let freezes = Words.Hints.freezes(Keymap.text(.togglePause))
      return Words.line([freezes] + parts.filter { $0 != freezes })
    }
    if isGuided {
      return Words.line([
        Words.Guide.skips(Keymap.text(.escape)), Words.Guide.opensHelp(Keymap.text(.toggleHelp)),
      ])
    }
    guard hasPanels, parts.count > 1 else { return hint }
    let toPanels = Words.Hints.toPanels(Keymap.text(.turnRegion(back: false)))
    return Words.line([parts[0], toPanels] + parts.dropFirst())
  }
}
