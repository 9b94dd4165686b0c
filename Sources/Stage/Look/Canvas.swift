public import Feel
public import Raster
public import TextLayout

/// A drawing surface for scenes: a display list built with a theme's vocabulary, in points.
public struct Canvas {
  /// Text printed on the ground before the start of the content: one large word, sentences below
  /// it, and a number before the first of these.
  package struct Paper: Hashable, Sendable {
    package let verb: String
    package let number: Int?
    package let sentences: [String]

    package init(verb: String, number: Int? = nil, sentences: [String]) {
      (self.verb, self.number, self.sentences) = (verb, number, sentences)
    }
  }

  /// The horizontal alignment of a label to its point.
  public enum Alignment: Hashable, Sendable { case leading, center, trailing }

  /// The commands drawn so far.
  public private(set) var list: DisplayList
  /// The colours.
  public let theme: Theme
  /// The fonts.
  public let fonts: FontBook
  /// The kind of content that fills scenes.
  public var content = Content.plain
  /// The window's own text on the ground before the content, replacing the scene's.
  package var paper: Paper?
  /// The frames read from the clip whose motion is shown.
  package var reel: ClipReel?
  private var waiting: [DrawCommand] = []

  /// Device pixels per point.
  public var scale: Double { list.scale }

  /// Creates an empty canvas.
  public init(theme: Theme, scale: Double, fonts: FontBook) {
    (self.theme, self.fonts) = (theme, fonts)
    list = DisplayList(scale: scale, background: theme.window)
  }

  /// A length rounded to whole device pixels, in points; at least one pixel unless it is 0.
  public func snapped(_ length: Double) -> Double {
    guard length > 0 else { return 0 }
    return max(1, (length * scale).rounded()) / scale
  }

  /// A rectangle with size and edges on whole device pixels.
  package func onPixels(_ rect: Rect) -> Rect {
    func whole(_ length: Double) -> Double { (length * scale).rounded() / scale }
    return Rect(
      x: whole(rect.minX), y: whole(rect.minY), width: whole(rect.width),
      height: whole(rect.height))
  }

  /// Draws a command.
  public mutating func draw(_ command: DrawCommand) { list.append(command) }

  /// Draws recorded commands.
  package mutating func draw(_ commands: ArraySlice<DrawCommand>) { list.commands += commands }

  /// Fills a rounded rectangle.
  public mutating func fill(_ rect: Rect, radius: Double = 0, _ color: Color) {
    guard !rect.isEmpty, color.alpha > 0 else { return }
    list.append(.roundedRect(rect, radius: radius, .solid(color)))
  }

  /// Draws the border of a rounded rectangle, on the inside.
  public mutating func edge(
    _ rect: Rect, radius: Double = 0, width: Double = 1, _ color: Color
  ) {
    let width = snapped(width)
    list.append(
      .outline(
        rect.inset(by: width / 2), radius: max(0, radius - width / 2), width: width, from: 0, to: 1,
        cap: .butt, .solid(color)))
  }

  /// Draws the focus ring, 2 pt outside a rectangle.
  public mutating func focusRing(around rect: Rect, radius: Double) {
    let gap = 2 + theme.focusWidth
    edge(rect.inset(by: -gap), radius: radius + gap, width: theme.focusWidth, theme.focus)
  }

  /// Draws one line of text, vertically centred on a point.
  ///
  /// The baseline is snapped to a whole device pixel for even sharpness; so is the start, unless
  /// the label moves with what it stands on.
  @inline(never)
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
    // Centre on the capitals, as the eye does, not on the line box.
    let baseline = point.y + line.capHeight / 2
    let x = point.x - shift
    let origin = Vector(
      snapsX ? (x * scale).rounded() / scale : x, (baseline * scale).rounded() / scale)
    list.append(line, of: fonts, at: origin, color)
  }

  /// The pieces of a hint: text, and keys, which are between backticks.
  private func pieces(ofHint hint: String) -> [(text: String, isKey: Bool, width: Double)] {
    hint.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, text in
      let isKey = index % 2 == 1
      // Widen the space around the separator of two hints.
      let text = isKey ? String(text) : String(text).replacing(" · ", with: "   ·   ")
      let width = text.isEmpty ? 0 : fonts.layout(text, isKey ? .caption : .small).width
      return (text, isKey, isKey ? max(20, width + 12) + 2 : width)
    }
  }

  /// The width of a hint, in points.
  public func width(ofHint hint: String) -> Double {
    pieces(ofHint: hint).reduce(0) { $0 + $1.width }
  }

  /// Draws small text with the keys between backticks as key caps.
  public mutating func hint(_ hint: String, at point: Vector, _ color: Color) {
    var x = point.x
    for (text, isKey, width) in pieces(ofHint: hint) where !text.isEmpty {
      if isKey {
        let cap = Rect(x: x + 1, y: point.y - 9, width: width - 2, height: 18)
        fill(cap, radius: 5, theme.restTone)
        strongEdge(cap, radius: 5)
        label(text, at: cap.center, .caption, theme.text, align: .center)
      } else {
        label(text, at: Vector(x, point.y), .small, color)
      }
      x += width
    }
  }

  /// Breaks text into lines of a width, between words.
  public func lines(of string: String, width: Double, _ style: TextStyle = .small) -> [String] {
    let space = fonts.layout(" ", style).width
    var (lines, used) = ([String](), 0.0)
    for (word, follows) in Self.pieces(of: string) {
      let length = fonts.layout(String(word), style).width
      let gap = follows ? 0 : space
      if let last = lines.indices.last, used + gap + length <= width {
        lines[last] += (follows ? "" : " ") + word
        used += gap + length
      } else {
        lines.append(String(word))
        used = length
      }
    }
    return lines
  }

  /// The pieces between which a line can break, and whether each follows the one before without a
  /// space.
  ///
  /// Japanese breaks between any letters, except before closing and after opening punctuation.
  ///
  /// Source: JIS X 4051, line breaking: line-start and line-end prohibition.
  private static func pieces(of string: String) -> [(word: Substring, follows: Bool)] {
    string.split(separator: " ").flatMap { word in
      // Latin words stay whole.
      guard word.utf8.contains(where: { $0 >= 0xE3 }) else { return [(word, false)] }
      var pieces: [(word: Substring, follows: Bool)] = []
      var start = word.startIndex
      for index in word.indices.dropFirst() {
        let (former, next) = (word[word.index(before: index)], word[index])
        let isBetween = former.isWide || next.isWide
        guard isBetween, !"、。，．：；？！）」』】〜ーぁぃぅぇぉっゃゅょァィゥェォッャュョ／".contains(next),
          !"（「『【".contains(former)
        else { continue }
        pieces.append((word[start..<index], start > word.startIndex))
        start = index
      }
      return pieces + [(word[start...], start > word.startIndex)]
    }
  }

  /// Draws text in up to `lines` lines of a width, broken between words and truncated at the end.
  public mutating func paragraph(
    _ string: String, at point: Vector, width: Double, lines: Int, _ color: Color,
    _ style: TextStyle = .small, leading: Double = 15
  ) {
    let all = self.lines(of: string, width: width, style)
    let rest = all.dropFirst(lines - 1).reduce("") { words, line in
      let follows = words.last?.isWide ?? true || line.first?.isWide ?? true
      return words + (follows ? "" : " ") + line
    }
    for (index, line) in (all.prefix(lines - 1) + [rest]).enumerated() {
      let place = point + Vector(0, leading * Double(index))
      label(line, at: place, style, color, maximumWidth: width)
    }
  }

  /// Prints the purpose of a part of a scene on the ground: one word, with paragraphs in lines of a
  /// width below.
  public mutating func verb(
    _ word: String, _ paragraphs: String, at place: Vector, _ style: TextStyle = .verb,
    width: Double, growth: Double = 1
  ) {
    label(word, at: place, style.grown(growth), theme.text)
    let words = TextStyle.body.grown(growth)
    var down = style.size / 2 + 16
    for paragraph in paragraphs.split(separator: "\n") {
      for line in lines(of: String(paragraph), width: width, words) {
        label(line, at: place + Vector(0, down * growth), words, theme.secondaryText)
        down += 20
      }
      down += 6
    }
  }

  /// Draws a closure clipped to a rounded rectangle.
  public mutating func clipped(
    to rect: Rect, radius: Double = 0, _ body: (inout Canvas) -> Void
  ) {
    guard !rect.isEmpty else { return }
    list.append(.clip(rect, radius: radius))
    body(&self)
    list.append(.pop)
  }

  /// Draws a closure whose picture depends only on a name and a size, so that it is cached while it
  /// only moves; the rectangle must be on whole device pixels.
  package mutating func kept(as name: String, in rect: Rect, _ body: (inout Canvas) -> Void) {
    list.append(.kept(name, rect))
    body(&self)
    list.append(.pop)
  }

  /// Draws a closure above all parts of the scene, wherever it is called.
  public mutating func above(_ body: (inout Canvas) -> Void) {
    var layer = Canvas(theme: theme, scale: scale, fonts: fonts)
    layer.content = content
    body(&layer)
    waiting += layer.list.commands
  }

  /// Draws what was deferred by `above`, after all parts.
  mutating func drawWaiting() {
    list.commands += waiting
    waiting = []
  }

  /// Draws an editable line in a rectangle, scrolled so that the caret is visible: the selection,
  /// the text and, if it has the keyboard, the caret.
  ///
  /// The input method's composition is underlined, twice as thick in the part being converted.
  public mutating func line(_ edited: LineEditor, in frame: Rect, hasKeyboard: Bool) {
    let (line, composed) = edited.shown
    let set = fonts.layout(line.text, .body)
    let start = line.start(of: set, in: frame)
    let ink = theme.text
    let shown = Rect(x: frame.minX, y: frame.minY, width: frame.width + 2, height: frame.height)
    clipped(to: shown) { canvas in
      for span in hasKeyboard ? set.spans(of: line.selection) : [] {
        let selected = Rect(
          x: start + span.lowerBound, y: frame.midY - 9, width: span.upperBound - span.lowerBound,
          height: 18)
        canvas.fill(selected, canvas.theme.accentSoft)
      }
      if !line.text.isEmpty {
        canvas.label(line.text, at: Vector(start, frame.midY), .body, ink)
      }
      guard hasKeyboard else { return }
      let marked = edited.preedit?.marked ?? 0..<0
      let begin = composed.lowerBound
      let converted = begin + marked.lowerBound..<begin + marked.upperBound
      for (places, height) in [(composed, 1.0), (converted, 2)] {
        for span in set.spans(of: places) {
          let width = span.upperBound - span.lowerBound
          let y = frame.midY + 8
          canvas.fill(Rect(x: start + span.lowerBound, y: y, width: width, height: height), ink)
        }
      }
      let caret = Rect(
        x: start + set.caret(before: line.caret), y: frame.midY - 8, width: canvas.snapped(1),
        height: 16)
      canvas.fill(caret, ink)
    }
  }
}

extension Canvas {
  /// Fills a triangle that points right, with its centre of mass at a point.
  public mutating func fillTriangle(
    pointingRightAt center: Vector, side: Double, _ color: Color
  ) {
    let corners = [
      Vector(-side * 0.32, -side / 2), Vector(side * 0.55, 0), Vector(-side * 0.32, side / 2),
    ]
    let path = Path(through: corners.map { center + $0 }, isClosed: true)
    list.append(.fill(path, .nonZero, .solid(color)))
  }

  /// Draws the letter of set A or B, in its colour.
  public mutating func badge(isB: Bool, in frame: Rect) {
    fill(frame, radius: frame.height * 0.3, isB ? theme.bFill : theme.accent)
    label(
      isB ? "B" : "A", at: frame.center,
      TextStyle(size: (frame.height * 0.62).rounded(), weight: .semibold),
      isB ? theme.onB : theme.onAccent, align: .center)
  }

  /// Draws the number of a step on a disc.
  package mutating func number(
    _ number: Int, at center: Vector, radius: Double, _ disc: Color, ink: Color
  ) {
    fill(Rect(center: center, size: Size(2 * radius, 2 * radius)), radius: radius, disc)
    label(
      "\(number)", at: center, TextStyle(size: 11, weight: .semibold), ink, align: .center,
      snapsX: false)
  }

  /// Fills the background of a selected item; the contrast theme adds an edge.
  public mutating func selected(_ frame: Rect, radius: Double) {
    fill(frame, radius: radius, theme.accentSoft)
    if theme.name == .contrast { edge(frame, radius: radius, width: 2, theme.accent) }
  }

  /// Draws a check mark, 12 pt wide, around a centre.
  public mutating func tick(at center: Vector, _ color: Color) {
    let path = Path(through: [Vector(-6, 0), Vector(-2, 4), Vector(6, -5)].map { center + $0 })
    list.append(.stroke(path, Stroke(width: 2, join: .round, cap: .round), .solid(color)))
  }

  /// Draws the arrow of a list or a heading, pointing along a unit vector.
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
  /// Where the text starts in a field, scrolled left if the caret would be outside.
  fileprivate func start(of set: TextLine, in frame: Rect) -> Double {
    frame.minX - max(0, set.caret(before: caret) - frame.width)
  }

  /// The text position nearest to a screen position, as the number of characters before it.
  ///
  /// - Parameter x: the screen position, in points.
  /// - Parameter frame: the frame of the line, as in `Canvas.line(_:in:hasKeyboard:)`, in points.
  /// - Parameter fonts: the fonts it is drawn with.
  package func place(at x: Double, in frame: Rect, _ fonts: FontBook) -> Int {
    let line = shown.line
    let set = fonts.layout(line.text, .body)
    return set.place(at: x - line.start(of: set, in: frame))
  }

  /// The bottom of its caret, in points, as drawn by `Canvas.line(_:in:hasKeyboard:)`.
  package func foot(in frame: Rect, _ fonts: FontBook) -> Vector {
    let line = shown.line
    let set = fonts.layout(line.text, .body)
    return Vector(line.start(of: set, in: frame) + set.caret(before: line.caret), frame.midY + 8)
  }
}

extension Character {
  /// Whether it is a Chinese, Japanese or Korean character, around which lines may break.
  fileprivate var isWide: Bool {
    let scalar = unicodeScalars[unicodeScalars.startIndex].value
    return 0x2E80...0xD7A3 ~= scalar || 0xF900...0xFAFF ~= scalar || 0xFF00...0xFF60 ~= scalar
  }
}
