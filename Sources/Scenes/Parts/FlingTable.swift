internal import Feel
internal import FeelTrace
internal import Raster
internal import Stage
internal import TextLayout

/// The table of a list's flings, newest first; it scrolls if they do not all fit.
struct FlingTable: Part {
  private static let heading = 43.0
  private static let pitch = 20.0
  /// The distance of the scroll bar beyond the columns, in points.
  private static let barRoom = 14.0

  // Newest first.
  private var flings: [Fling] = []
  private var frame = Rect.zero
  private var rows = ScrollView(frame: .zero, contentLength: 0)

  var hitBox: Rect { rows.frame }
  var isPresent: Bool { !frame.isEmpty }

  mutating func place(in frame: Rect, _ stage: Stage, at now: Instant) {
    self.frame = stage.parameters.settings(ScrollSettings()).showsTable ? frame : .zero
    let body = Rect(
      x: frame.minX, y: frame.minY + Self.heading, width: frame.width + Self.barRoom,
      height: frame.height - Self.heading)
    _ = rows.layout(
      frame: hasRows ? body : .zero, contentLength: length, scale: stage.scale, at: now)
  }

  /// Whether at least one row fits; otherwise only the heading, with the number of flings, is
  /// shown.
  private var hasRows: Bool { frame.height >= Self.heading + Self.pitch }

  private var length: Double { Self.pitch * Double(flings.count) }

  private var isScrollable: Bool { hasRows && rows.layout.isScrollable }

  mutating func hear(_ effects: [Effect]) {
    for effect in effects {
      guard let fling = effect.fling else { continue }
      flings.insert(fling, at: 0)
      if flings.count > ScrollView.flingLimit { flings.removeLast() }
      _ = rows.layout(frame: rows.frame, contentLength: length, at: effect.time)
      // Keep the visible rows in place for a reader further down.
      let offset = rows.contentOffset(at: effect.time)
      guard offset > 0, !rows.isPressed, !rows.isMoving(at: effect.time) else { continue }
      _ = rows.scroll(to: offset + Self.pitch, animated: false, at: effect.time)
    }
  }

  mutating func handle(_ event: InputEvent) -> Response {
    if isScrollable || rows.isPressed { _ = rows.handle(event) }
    return Response()
  }

  mutating func advance(to now: Instant) -> [Effect] {
    _ = rows.advance(to: now)
    return []
  }

  /// Performs `copy-csv` and `save-csv`.
  mutating func perform(_ command: Command, at now: Instant) -> [Effect] {
    let csv = Fling.csv(flings.reversed())
    switch command.name {
    case "copy-csv": return [effect("copied", .copy(csv), or: Words.nothingToCopy, at: now)]
    case "save-csv":
      let request = Effect.Request.saveText(csv, name: "flings.csv")
      return [effect("saved", request, or: Words.nothingToSave, at: now)]
    default: return []
    }
  }

  /// The window request for the flings or, while there are none, a message.
  private func effect(
    _ name: String, _ request: Effect.Request, or refusal: String, at now: Instant
  ) -> Effect {
    flings.isEmpty
      ? Effect(time: now, control: "scroll", name: "empty", request: .say(refusal))
      : Effect(time: now, control: "scroll", name: name, request: request)
  }

  var deadline: Instant? { rows.deadline }
  var hold: Hold { rows.isPressed ? .tracked : .none }
  var keyboard: KeyboardUse { KeyboardUse(isStop: isScrollable) }
  func isMoving(at now: Instant) -> Bool { rows.isMoving(at: now) }
  func state(at now: Instant) -> [StateField] { [] }

  func cursor(at location: Vector) -> Cursor? {
    guard isScrollable, rows.isPressed || rows.frame.contains(location) else { return nil }
    return .arrow
  }

  func accessibility(at now: Instant) -> [AccessibilityElement] {
    let rows = zip(1..., flings).map { number, fling in
      AccessibilityElement(
        .row, id: "scroll.fling\(number)", name: Words.fling(number),
        value: Words.fling(fling.words), frame: rowFrame(number - 1, at: now)
      ).announcing(nil)
    }
    let table = AccessibilityElement(
      .table, id: "scroll.flings", name: Words.flings,
      value: rows.isEmpty ? Words.noFlings : Words.flings(rows.count, newest: rows[0].value),
      actions: isScrollable ? Words.scrolled : [], frame: frame, children: rows)
    return [table.announcing(nil)]
  }

  private func rowFrame(_ row: Int, at now: Instant) -> Rect {
    Rect(
      x: frame.minX,
      y: rows.frame.minY + Self.pitch * Double(row) - rows.contentOffset(at: now),
      width: frame.width, height: Self.pitch)
  }

  func draw(into canvas: inout Canvas, at now: Instant, focus: FocusLook) {
    guard !frame.isEmpty else { return }
    let theme = canvas.theme
    let note =
      if flings.isEmpty {
        Words.noFlings
      } else if hasRows {
        isScrollable ? Words.more(flings.count) : ""
      } else {
        Words.listed(flings.count)
      }
    canvas.label(Words.flings, at: Vector(frame.minX, frame.minY + 8), .strong, theme.text)
    canvas.label(
      note, at: Vector(frame.maxX, frame.minY + 8), .body, theme.secondaryText, align: .trailing)
    guard !flings.isEmpty, hasRows else { return }
    drawRow(
      Words.flingColumns, at: frame.minY + 32, .caption, theme.secondaryText, into: &canvas)
    canvas.clipped(to: rows.frame) { canvas in
      for line in rows.visibleRows(rowLength: Self.pitch, count: flings.count, at: now) {
        let y = rowFrame(line, at: now).midY
        drawRow(flings[line].words, at: y, .small, theme.text, into: &canvas)
      }
    }
    canvas.scrollBar(of: rows, at: now)
    if focus == .ring { canvas.focusRing(around: rows.frame, radius: 4) }
  }

  private func drawRow(
    _ words: [String], at y: Double, _ style: TextStyle, _ color: Color, into canvas: inout Canvas
  ) {
    for (word, right) in zip(words, [58.0, 120, 168, frame.width]) {
      canvas.label(word, at: Vector(frame.minX + right, y), style, color, align: .trailing)
    }
  }
}

extension Fling {
  /// A fling's columns: velocity in pt/s, distance in pt, duration in s, and how it ended.
  fileprivate var words: [String] {
    [
      velocity.text(decimals: 1), distance.text(decimals: 1), duration.text(decimals: 3),
      translated(outcome.rawValue),
    ]
  }
}
