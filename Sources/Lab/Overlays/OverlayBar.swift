internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// The overlays' chips at the end of the hint line: a word each where there is room for them, or the letter that is its key.
struct OverlayBar: Hashable, Sendable {
  /// The height of a chip's hit box, and its width where it holds a letter, in points.
  static let side = Layout.hintHeight
  private static let margin = 8.0
  // How wide the window is at least that has room for the words, in points.
  private static let leastNamed = 1160.0

  private var chips = [PushButton](repeating: PushButton(), count: Overlay.allCases.count)

  /// Where the chips begin in the hint line, in points.
  static func start(in hint: Rect) -> Double { frame(of: Overlay.allCases[0], in: hint).minX }

  private static func hasNames(_ hint: Rect) -> Bool { hint.width >= leastNamed }

  /// How wide a chip is, in points: room for its word in any of the fonts.
  private static func width(_ overlay: Overlay, in hint: Rect) -> Double {
    hasNames(hint) ? (18 + 7.75 * Double(overlay.word.count)).rounded() : side
  }

  /// A chip's hit box in the hint line, in points.
  static func frame(of overlay: Overlay, in hint: Rect) -> Rect {
    let index = Overlay.allCases.firstIndex(of: overlay) ?? 0
    let width = width(overlay, in: hint)
    let after = Overlay.allCases.dropFirst(index + 1).reduce(0) { $0 + Self.width($1, in: hint) }
    return Rect(
      x: hint.maxX - margin - after - width, y: hint.minY, width: width, height: side)
  }

  /// Follows the pointer; returns the overlay whose chip was clicked.
  mutating func handle(_ sample: PointerSample, in hint: Rect) -> Overlay? {
    var clicked: Overlay?
    for (index, overlay) in Overlay.allCases.enumerated() {
      chips[index].place(in: Self.frame(of: overlay, in: hint), at: sample.time)
      if chips[index].handle(sample) { clicked = overlay }
    }
    return clicked
  }

  /// Abandons a press.
  mutating func cancel() {
    for index in chips.indices { chips[index].cancel() }
  }

  /// The overlay whose chip the pointer is over.
  var hovered: Overlay? {
    chips.firstIndex(where: \.isHovered).map { Overlay.allCases[$0] }
  }

  /// Whether the picture changes by time alone.
  func isMoving(at now: Instant) -> Bool { chips.contains { $0.isMoving(at: now) } }

  /// Draws the chips; those of the overlays that are shown look selected.
  func draw(_ shown: Set<Overlay>, into canvas: inout Canvas, at now: Instant, in hint: Rect) {
    let theme = canvas.theme
    for (index, overlay) in Overlay.allCases.enumerated() {
      let chip = chips[index]
      let isShown = shown.contains(overlay)
      let frame = Self.frame(of: overlay, in: hint).inset(by: 1.5, 2.5).offset(by: Vector(0, 0.5))
      let idle = theme.hover.opacity(chip.light(at: now))
      let fill = isShown ? theme.accentSoft : idle
      canvas.fill(frame, radius: 6, chip.isPressed ? theme.pressed : fill)
      if isShown { canvas.edge(frame, radius: 6, theme.accent) }
      canvas.label(
        Self.hasNames(hint) ? overlay.word : overlay.letter.uppercased(), at: frame.center,
        isShown ? TextStyle(size: 12, weight: .semibold) : .small,
        isShown ? theme.text : theme.secondaryText, align: .center,
        maximumWidth: frame.width - 4)
    }
  }
}
