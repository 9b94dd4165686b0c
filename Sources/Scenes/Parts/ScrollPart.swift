internal import Feel
internal import FeelTrace
internal import Raster
internal import Stage
internal import TextLayout

/// The rubber-band scroll view with its look: rows, scroll bar, read-outs, the table of flings.
struct ScrollPart: Part {
  static let parameters = [
    Parameter(
      "scroll.rows", "Rows", .integer(1...1_000_000), default: .number(100),
      doc: "How many rows the list has."),
    Parameter(
      "scroll.row", "Row height", unit: "pt", .number(24...200), default: .number(60),
      doc: "How high a row is."),
    Parameter(
      "scroll.drag", "Mouse drags", .flag, default: .flag(true),
      doc: "Whether the mouse drags the content as a finger does."),
    Parameter(
      "scroll.table", "Fling table", .flag, default: .flag(true),
      doc: "Whether each fling's velocity, distance and time are shown, the newest first."),
  ]

  static let code: [CodeLine] = [
    "var view = ScrollView(frame: Rect(x: 0, y: 0, width: 320, height: 480), contentLength: 6000)",
    """
    _ = view.layout(
      frame: view.frame, contentLength: {scroll.rows} * {scroll.row}, at: .zero)
    """,
    "view.isMouseDragEnabled = {scroll.drag}",
  ]

  private(set) var view = ScrollView(
    frame: Rect(x: 0, y: 0, width: 100, height: 100), contentLength: 6000)
  private var rows = 100
  private var rowHeight = 60.0
  // With reduced motion a command jumps; what a hand set going still moves.
  private var animatesOrders = true
  private var showsFlings = true

  init() {}

  var hitBox: Rect { view.frame }

  mutating func place(in frame: Rect, _ stage: Stage, at now: Instant) {
    let parameters = stage.parameters
    animatesOrders = !stage.reducedMotion
    rows = Int(parameters.number("scroll.rows"))
    rowHeight = parameters.number("scroll.row")
    view.isMouseDragEnabled = parameters.flag("scroll.drag")
    showsFlings = parameters.flag("scroll.table")
    let physics = parameters.physics
    if physics != view.physics {
      _ = view.setPhysics(physics, at: now)
    }
    _ = view.layout(
      frame: frame, contentLength: Double(rows) * rowHeight, scale: stage.scale, at: now)
  }

  mutating func handle(_ event: InputEvent) -> Response {
    Response(effects(view.handle(event), at: event.time))
  }

  mutating func advance(to now: Instant) -> [Effect] {
    effects(view.advance(to: now), at: now)
  }

  /// Knows the commands `scroll-to Y` (points), `flick V` (points per second), `copy-csv` and `save-csv`.
  mutating func perform(_ command: Command, at now: Instant) -> [Effect] {
    switch command.name {
    case "scroll-to":
      guard let offset = command.number, offset.isFinite else { return [] }
      let target = min(max(offset, 0), view.layout.maximumOffset)
      return effects(view.scroll(to: target, animated: animatesOrders, at: now), at: now)
    case "flick":
      guard let velocity = command.number, velocity.isFinite else { return [] }
      return effects(view.flick(velocity: velocity, at: now), at: now)
    case "copy-csv":
      let request = Effect.Request.copy(view.flings.csv)
      return [flingEffect(request, "copied", at: now)]
    case "save-csv":
      let request = Effect.Request.saveText(view.flings.csv, name: "flings.csv")
      return [flingEffect(request, "saved", at: now)]
    default:
      return []
    }
  }

  /// Asks the window for something to be `done` with the table of flings, or to say that there are none yet.
  private func flingEffect(
    _ request: Effect.Request, _ done: String, at now: Instant
  ) -> Effect {
    guard view.flings.count > 0 else {
      let words = Effect.Request.say("No fling has ended yet: there is nothing to be \(done)")
      return Effect(time: now, control: "scroll", name: "empty", request: words)
    }
    return Effect(time: now, control: "scroll", name: done, request: request)
  }

  private func effects(_ effects: Effects<ScrollView.Effect>, at now: Instant) -> [Effect] {
    effects.compactMap { effect in
      switch effect {
      case .offsetChanged: nil
      case .dragBegan: Effect(time: now, control: "scroll", name: "dragBegan")
      case .dragEnded: Effect(time: now, control: "scroll", name: "dragEnded")
      case .cancelled: Effect(time: now, control: "scroll", name: "cancelled")
      case .flingEnded(let fling):
        Effect(
          time: now, control: "scroll", name: "flingEnded", value: fling.distance, fling: fling)
      case .settled(let offset):
        Effect(time: now, control: "scroll", name: "settled", value: offset)
      }
    }
  }

  var deadline: Instant? { view.deadline }
  var hold: Hold { view.isPressed ? .tracked : .none }
  func isMoving(at now: Instant) -> Bool { view.isMoving(at: now) }

  func cursor(at location: Vector) -> Cursor? {
    if view.isBarPressed { return .arrow }
    if view.isPressed { return .grabbing }
    guard view.frame.contains(location) else { return nil }
    return view.gutter.contains(location) ? .arrow : .grab
  }

  func state(at now: Instant) -> [StateField] {
    [
      StateField("scroll.offset", .number(view.contentOffset(at: now))),
      StateField("scroll.overscroll", .number(view.overscroll(at: now))),
      StateField("scroll.zone", .text(view.zone(at: now).rawValue)),
      StateField("scroll.flings", .integer(view.flings.count)),
      StateField("scroll.state", .text(view.state(at: now).rawValue)),
    ]
  }

  func accessibility(at now: Instant) -> [AccessibilityElement] {
    let end = view.layout.maximumOffset
    let share = end > 0 ? min(1, max(0, view.contentOffset(at: now) / end)) : 1
    let isBusy = view.isPressed || view.isBarPressed || view.isMoving(at: now)
    return [
      AccessibilityElement(
        .list, id: "scroll", name: "List", value: "\((100 * share).text(decimals: 0)) %",
        number: view.contentOffset(at: now), in: 0...max(0, end),
        states: Set([.busy: isBusy, .pressed: view.isPressed]),
        actions: [
          .init("↑ ↓", "a line"), .init("Page Up, Page Down, Space, Shift+Space", "a page"),
          .init("Home, End", "the ends"),
        ], frame: view.frame), flingTable,
    ]
  }

  /// The table of flings for assistive technology, the newest first.
  private var flingTable: AccessibilityElement {
    let flings = view.flings.flings.reversed()
    let frame = flingTableFrame
    let rows = zip(1..., flings).map { number, fling in
      let words = zip(fling.words, [" pt/s", " pt", " s", ""]).map { $0 + $1 }
      return AccessibilityElement(
        .row, id: "scroll.fling\(number)", name: "Fling \(number)",
        value: words.joined(separator: ", "), frame: frame)
    }
    return AccessibilityElement(
      .table, id: "scroll.flings", name: "Flings",
      value: rows.isEmpty ? "none yet" : "\(rows.count), the newest \(rows[0].value)",
      frame: frame, children: rows.map { $0.announcing(nil) }
    ).announcing(nil)
  }

  func probe(at now: Instant) -> (any MotionProbe)? {
    ScrollProbe(view: view, rows: rows, rowHeight: rowHeight, now: now)
  }
}

extension ScrollPart {
  func draw(into canvas: inout Canvas, at now: Instant, focus: FocusLook) {
    let theme = canvas.theme
    let frame = view.frame
    canvas.fill(frame, radius: 14, theme.surface)
    canvas.clipped(to: frame, radius: 14) { canvas in
      let offset = view.contentOffset(at: now)
      for row in view.visibleRows(rowLength: rowHeight, count: rows, at: now) {
        let y = frame.minY + (Double(row) * rowHeight - offset)
        canvas.label(
          "Index \(row)", at: Vector(frame.minX + 20, y + rowHeight / 2), .body, theme.text)
        let line = canvas.snapped(1)
        canvas.fill(
          Rect(x: frame.minX + 20, y: y + rowHeight - line, width: frame.width - 40, height: line),
          theme.border)
      }
      if let thumb = view.barThumb(at: now) {
        let opacity = view.barOpacity(at: now)
        canvas.fill(
          thumb.inset(by: 2, 2), radius: thumb.width / 2 - 2,
          theme.controlBorder.opacity(view.isBarPressed ? 1 : 0.8 * opacity))
      }
    }
    canvas.edge(frame, radius: 14, theme.controlBorder)
    if focus == .ring {
      canvas.focusRing(around: frame, radius: 14)
    }
    drawReadouts(into: &canvas, at: now)
  }

  /// Draws the read-outs of the motion to the right of the list, as many as there is room for, and the table of flings under them.
  private func drawReadouts(into canvas: inout Canvas, at now: Instant) {
    let theme = canvas.theme
    let left = view.frame.maxX + 32
    let values = [
      Self.points(view.contentOffset(at: now)), Self.points(view.overscroll(at: now)),
      Self.points(view.velocity(at: now)) + "/s", Self.points(view.restOffset(at: now)),
      view.state(at: now).rawValue,
    ]
    let room = max(0, Int((columnBottom - view.frame.minY - 4) / Self.readoutPitch))
    for (index, (name, value)) in zip(Self.readoutNames, values).prefix(room).enumerated() {
      let y = view.frame.minY + 16 + Self.readoutPitch * Double(index)
      canvas.label(name, at: Vector(left, y), .body, theme.secondaryText)
      canvas.label(
        value, at: Vector(left + Self.columnWidth, y), .body, theme.text, align: .trailing)
    }
    if showsFlings { drawFlings(into: &canvas, in: flingTableFrame) }
  }

  /// The lower end of the column beside the list, in points: the scene's buttons take the lowest 112.
  private var columnBottom: Double { view.frame.maxY - 112 }

  /// Where the table of flings lies: under the read-outs.
  private var flingTableFrame: Rect {
    let top = view.frame.minY + 16 + Self.readoutPitch * Double(Self.readoutNames.count)
    return Rect(
      x: view.frame.maxX + 32, y: top, width: Self.columnWidth,
      height: max(0, columnBottom - 8 - top))
  }

  /// Draws the table of flings, the newest first, as many as there is room for.
  private func drawFlings(into canvas: inout Canvas, in frame: Rect) {
    let theme = canvas.theme
    let (heading, pitch) = (48.0, 20.0)
    guard frame.height >= heading + pitch else { return }
    let count = view.flings.count
    canvas.label("Flings", at: Vector(frame.minX, frame.minY + 8), .strong, theme.text)
    guard count > 0 else {
      canvas.label(
        "none yet", at: Vector(frame.maxX, frame.minY + 8), .body, theme.secondaryText,
        align: .trailing)
      return
    }
    let rights = [58.0, 120, 168, frame.width].map { frame.minX + $0 }
    func row(_ words: [String], at y: Double, _ style: TextStyle, _ color: Color) {
      for (word, right) in zip(words, rights) {
        canvas.label(word, at: Vector(right, y), style, color, align: .trailing)
      }
    }
    row(["pt/s", "pt", "s", "ended"], at: frame.minY + 32, .caption, theme.secondaryText)
    let lines = Int((frame.height - heading) / pitch)
    // What there is no room for is counted in the last line.
    let shown = count <= lines ? count : lines - 1
    for line in 0..<shown {
      let y = frame.minY + heading + pitch * (Double(line) + 0.25)
      row(view.flings[count - 1 - line].words, at: y, .small, theme.text)
    }
    if shown < count {
      canvas.label(
        "\(count - shown) more in the CSV",
        at: Vector(frame.maxX, frame.minY + heading + pitch * (Double(shown) + 0.25)), .caption,
        theme.secondaryText, align: .trailing)
    }
  }

  /// How wide the column of read-outs is, in points.
  static let columnWidth = 240.0
  private static let readoutNames = [
    "Offset", "Past the edge", "Velocity", "Will rest at", "Doing",
  ]
  /// From one read-out to the next, in points.
  private static let readoutPitch = 28.0

  /// A length in words, to a tenth of a point.
  private static func points(_ number: Double) -> String {
    number.text(decimals: 1) + " pt"
  }
}

extension Fling {
  /// What the table says of it: velocity in pt/s, distance in pt, duration in s, and how it ended.
  var words: [String] {
    [
      velocity.text(decimals: 1), distance.text(decimals: 1), duration.text(decimals: 3),
      outcome.rawValue,
    ]
  }
}
