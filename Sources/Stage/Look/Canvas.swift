public import Feel
public import Raster
public import TextLayout

/// Where a scene draws: a display list with the words of a theme, in points.
public struct Canvas {
  /// How a label lies about its point.
  public enum Alignment: Hashable, Sendable { case leading, center, trailing }

  /// What has been drawn.
  public private(set) var list: DisplayList
  /// The colours.
  public let theme: Theme
  /// The fonts.
  public let fonts: FontBook
  /// What scenes are filled with.
  public var content = Content.plain
  private var waiting: [DrawCommand] = []

  /// Device pixels per point.
  public var scale: Double { list.scale }

  /// Creates an empty canvas.
  public init(theme: Theme, scale: Double, fonts: FontBook) {
    (self.theme, self.fonts) = (theme, fonts)
    list = DisplayList(scale: scale, background: theme.background)
  }

  /// A length rounded to whole device pixels, in points; at least one device pixel unless it is 0.
  public func snapped(_ length: Double) -> Double {
    guard length > 0 else { return 0 }
    return max(1, (length * scale).rounded()) / scale
  }

  /// Draws one order.
  public mutating func draw(_ command: DrawCommand) { list.append(command) }

  /// Fills a rounded rectangle.
  public mutating func fill(_ rect: Rect, radius: Double = 0, _ color: Color) {
    guard !rect.isEmpty, color.alpha > 0 else { return }
    list.append(.roundedRect(rect, radius: radius, .solid(color)))
  }

  /// Draws a rounded rectangle's edge, inside of it.
  public mutating func edge(
    _ rect: Rect, radius: Double = 0, width: Double = 1, _ color: Color
  ) {
    let width = snapped(width)
    list.append(
      .outline(
        rect.inset(by: width / 2), radius: max(0, radius - width / 2), width: width, from: 0, to: 1,
        cap: .butt, .solid(color)))
  }

  /// Draws the ring around what has the keyboard: 2 pt outside of it.
  public mutating func focusRing(around rect: Rect, radius: Double) {
    let gap = 2 + theme.focusWidth
    edge(rect.inset(by: -gap), radius: radius + gap, width: theme.focusWidth, theme.focus)
  }

  /// Draws one line of text, its middle at the height of a point.
  ///
  /// The baseline is put on a whole device pixel, so that letters stand equally sharp everywhere; so is the start, unless the label glides along with what it stands on.
  public mutating func label(
    _ string: String, at point: Vector, _ style: TextStyle = .body, _ color: Color,
    align: Alignment = .leading, maximumWidth: Double = .infinity, snapsX: Bool = true
  ) {
    let line =
      maximumWidth.isFinite
      ? fonts.truncated(string, style, toWidth: maximumWidth)
      : fonts.layout(string, style)
    let shift: Double =
      switch align {
      case .leading: 0
      case .center: line.width / 2
      case .trailing: line.width
      }
    // Centred on the capital letters, as the eye does, not on the line's box.
    let baseline = point.y + line.capHeight / 2
    let x = point.x - shift
    let origin = Vector(
      snapsX ? (x * scale).rounded() / scale : x, (baseline * scale).rounded() / scale)
    for run in line.runs {
      list.append(.glyphs(run, at: origin, color))
    }
  }

  /// Small words as lines of a width, broken between words.
  public func lines(of string: String, width: Double) -> [String] {
    let space = fonts.layout(" ", .small).width
    var (lines, used) = ([String](), 0.0)
    for word in string.split(separator: " ") {
      let length = fonts.layout(String(word), .small).width
      if let last = lines.indices.last, used + space + length <= width {
        lines[last] += " " + word
        used += space + length
      } else {
        lines.append(String(word))
        used = length
      }
    }
    return lines
  }

  /// Draws small words in lines of a width, broken between words; the last of so many lines is cut short.
  public mutating func paragraph(
    _ string: String, at point: Vector, width: Double, lines: Int, _ color: Color
  ) {
    let all = self.lines(of: string, width: width)
    let rest = all.dropFirst(lines - 1).joined(separator: " ")
    for (index, line) in (all.prefix(lines - 1) + [rest]).enumerated() {
      let place = point + Vector(0, 15 * Double(index))
      label(line, at: place, .small, color, maximumWidth: width)
    }
  }

  /// Draws what the closure draws, limited to a rounded rectangle.
  public mutating func clipped(
    to rect: Rect, radius: Double = 0, _ body: (inout Canvas) -> Void
  ) {
    guard !rect.isEmpty else { return }
    list.append(.clip(rect, radius: radius))
    body(&self)
    list.append(.pop)
  }

  /// Draws what the closure draws above all parts of the scene, whatever it is called within.
  public mutating func above(_ body: (inout Canvas) -> Void) {
    var layer = Canvas(theme: theme, scale: scale, fonts: fonts)
    layer.content = content
    body(&layer)
    waiting += layer.list.commands
  }

  /// Draws what waits to lie above all parts, now that these are drawn.
  mutating func drawWaiting() {
    list.commands += waiting
    waiting = []
  }

  /// Draws a line that is edited, from the left of a rectangle, so that its caret can be seen: its selection, its text and, where it has the keyboard, its caret.
  public mutating func line(_ line: LineEditor, in frame: Rect, hasKeyboard: Bool) {
    let parts = line.parts
    let (caret, from, to) = (
      fonts.width(parts.caret), fonts.width(parts.start), fonts.width(parts.end)
    )
    let start = line.start(in: frame, fonts)
    let ink = theme.text
    let selected = Rect(x: start + from, y: frame.midY - 9, width: to - from, height: 18)
    let shown = Rect(x: frame.minX, y: frame.minY, width: frame.width + 2, height: frame.height)
    clipped(to: shown) { canvas in
      if hasKeyboard { canvas.fill(selected, canvas.theme.accentSoft) }
      if !line.text.isEmpty {
        canvas.label(line.text, at: Vector(start, frame.midY), .body, ink)
      }
      guard hasKeyboard else { return }
      canvas.fill(
        Rect(x: start + caret, y: frame.midY - 8, width: canvas.snapped(1), height: 16), ink)
    }
  }
}

extension Canvas {
  /// Fills a triangle that points right, its weight about a centre.
  public mutating func fillTriangle(
    pointingRightAt center: Vector, side: Double, _ color: Color
  ) {
    let corners = [
      Vector(-side * 0.32, -side / 2), Vector(side * 0.55, 0), Vector(-side * 0.32, side / 2),
    ]
    let path = Path(through: corners.map { center + $0 }, isClosed: true)
    list.append(.fill(path, .nonZero, .solid(color)))
  }

  /// Draws the ground of a panel that floats above the rest, with its shadow.
  public mutating func floating(_ frame: Rect, radius: Double) {
    draw(.shadow(frame.offset(by: Vector(0, 8)), radius: radius, blur: 24, theme.shadow))
    fill(frame, radius: radius, theme.surface)
    edge(frame, radius: radius, theme.border)
  }

  /// Fills behind what is selected or on; in the theme of strong edges it has one as well.
  public mutating func selected(_ frame: Rect, radius: Double) {
    fill(frame, radius: radius, theme.accentSoft)
    if theme.name == .contrast { edge(frame, radius: radius, width: 2, theme.accent) }
  }

  /// Draws a tick, 12 pt wide, about a centre.
  public mutating func tick(at center: Vector, _ color: Color) {
    let path = Path(through: [Vector(-6, 0), Vector(-2, 4), Vector(6, -5)].map { center + $0 })
    list.append(.stroke(path, Stroke(width: 2, join: .round, cap: .round), .solid(color)))
  }

  /// Draws the arrow of a list or of a heading, which points a way of length 1.
  package mutating func arrow(at center: Vector, pointing way: Vector) {
    let across = Vector(way.y, way.x)
    let arrow = Path(
      through: [center - way * 2 - across * 4, center + way * 2, center - way * 2 + across * 4])
    list.append(
      .stroke(
        arrow, Stroke(width: 1.5, join: .round, cap: .round), .solid(theme.secondaryText)))
  }

  /// Draws a rounded rectangle's outline in dashes, 2 pt wide.
  public mutating func dashedOutline(_ rect: Rect, radius: Double, _ color: Color) {
    guard !rect.isEmpty else { return }
    let stroke = Stroke(width: 2, dash: [5, 4])
    list.append(.stroke(.roundedRect(rect, radius: radius), stroke, .solid(color)))
  }

  /// Draws a dashed line, 1 pt wide.
  public mutating func dashedLine(
    from start: Vector, to end: Vector, dash: [Double] = [6, 4], _ color: Color
  ) {
    draw(Plot.Line(color, dash: dash), from: start, to: end)
  }
}

extension LineEditor {
  /// Where its text begins in a field, from the left: scrolled along where it is longer.
  fileprivate func start(in frame: Rect, _ fonts: FontBook) -> Double {
    frame.minX - max(0, fonts.width(parts.caret) - frame.width)
  }

  /// The place in the text that is nearest to one of the screen: how many characters stand before it.
  ///
  /// - Parameter x: the place on the screen, in points.
  /// - Parameter frame: where the line is drawn, as for `Canvas.line(_:in:hasKeyboard:)`, in points.
  /// - Parameter fonts: those that it is drawn with.
  package func place(at x: Double, in frame: Rect, _ fonts: FontBook) -> Int {
    let start = start(in: frame, fonts)
    var nearest = (place: 0, distance: abs(x - start))
    for place in 1...max(1, text.count) where place <= text.count {
      let distance = abs(x - start - fonts.width(String(text.prefix(place))))
      if distance < nearest.distance { nearest = (place, distance) }
    }
    return nearest.place
  }
}

extension FontBook {
  fileprivate func width(_ text: String) -> Double { text.isEmpty ? 0 : layout(text, .body).width }
}
