internal import Feel
internal import FeelTrace
internal import Raster
internal import Stage

/// The rubber-band scroll view with its look: a sheet of rows, a scroll bar, and a dial beside it.
struct ScrollPart: Part {
  static let code: [CodeLine] = [
    "var view = ScrollView(frame: Rect(x: 0, y: 0, width: 320, height: 480), contentLength: 6400)",
    """
    _ = view.layout(
      frame: view.frame, contentLength: {scroll.rows} * {scroll.row}, at: .zero)
    """,
    "view.isMouseDragEnabled = {scroll.drag}",
  ]

  private(set) var view = ScrollView(
    frame: Rect(x: 0, y: 0, width: 100, height: 100), contentLength: 6400)
  private var rows = 100
  private var rowHeight = 64.0
  // False on a narrow stage, which has no room for it.
  private var hasDial = false
  // With reduced motion, a command jumps; a motion that a hand started continues.
  private var animatesOrders = true

  var hitBox: Rect { view.frame }
  var keyboard: KeyboardUse { KeyboardUse(flicks: view.isMouseDragEnabled ? [.vertical] : []) }

  mutating func place(in frame: Rect, _ stage: Stage, at now: Instant) {
    let settings = stage.parameters.settings(ScrollSettings())
    // As far as the list's rounded corners reach along the bar.
    view.barMargin = 8
    animatesOrders = !stage.reducedMotion
    (rows, rowHeight) = (settings.rows, settings.rowHeight)
    view.isMouseDragEnabled = settings.isMouseDragEnabled
    hasDial = frame.width >= Self.leastDialled
    let physics = stage.parameters.physics
    if physics != view.physics {
      _ = view.setPhysics(physics, at: now)
    }
    _ = view.layout(
      frame: frame, contentLength: Double(rows) * rowHeight, scale: stage.scale, at: now)
  }

  mutating func handle(_ event: InputEvent) -> Response {
    Response(effects(view.handle(event), at: event.time))
  }

  mutating func advance(to now: Instant) -> [Effect] { effects(view.advance(to: now), at: now) }

  /// Performs `scroll-to Y` (points) and `flick V` (points per second).
  mutating func perform(_ command: Command, at now: Instant) -> [Effect] {
    switch command.name {
    case "scroll-to":
      guard let offset = command.number, offset.isFinite else { return [] }
      let target = min(max(offset, 0), view.layout.maximumOffset)
      return effects(view.scroll(to: target, animated: animatesOrders, at: now), at: now)
    case "flick":
      guard let velocity = command.number, velocity.isFinite else { return [] }
      return effects(view.flick(velocity: velocity, at: now), at: now)
    default:
      return []
    }
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
    if view.isPressed, !view.isHeldByFingers { return .grabbing }
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
        .list, id: "scroll", name: Words.list, value: Words.percent(share),
        number: view.contentOffset(at: now), in: 0...max(0, end),
        states: Set([.busy: isBusy, .pressed: view.isPressed]),
        actions: Words.scrolled, frame: view.frame)
    ]
  }

  /// The scale beside it; `nil` without room.
  func dial(at now: Instant) -> SheetDial? {
    guard hasDial else { return nil }
    return SheetDial(
      sheet: view.frame, offset: view.contentOffset(at: now), end: view.layout.maximumOffset)
  }

  func probe(at now: Instant) -> (any MotionProbe)? {
    ScrollProbe(view: view, rows: rows, rowHeight: rowHeight, now: now)
  }
}

extension ScrollPart {
  func draw(into canvas: inout Canvas, at now: Instant, focus: FocusLook) {
    let theme = canvas.theme
    let frame = view.frame
    canvas.slab(frame, radius: Self.radius, .rest)
    let offset = view.contentOffset(at: now)
    canvas.clipped(to: frame, radius: Self.radius) { canvas in
      for row in view.visibleRows(rowLength: rowHeight, count: rows, at: now) {
        let y = frame.minY + (Double(row) * rowHeight - offset)
        canvas.row(
          Words.index(row), or: RichRow(kind: .inbox, number: row),
          in: Rect(x: frame.minX, y: y, width: frame.width, height: rowHeight))
      }
      canvas.scrollBar(of: view, at: now)
      drawGlow(into: &canvas, at: now)
    }
    if theme.name == .contrast { canvas.edge(frame, radius: Self.radius, theme.edge) }
    dial(at: now)?.draw(into: &canvas)
    if focus == .ring { canvas.focusRing(around: frame, radius: Self.radius) }
  }

  private static let radius = 16.0
  /// The minimum width of a list with a dial, in points.
  static let leastDialled = 320.0

  /// Draws the glow that some systems show at an edge instead of moving the content.
  private func drawGlow(into canvas: inout Canvas, at now: Instant) {
    let glow = view.glow(at: now)
    guard glow != 0 else { return }
    let frame = view.frame
    let height = min(frame.height, 48 * abs(glow))
    let (edge, end) =
      glow < 0 ? (frame.minY, frame.minY + height) : (frame.maxY, frame.maxY - height)
    let color = canvas.theme.accent
    let fading = LinearGradient(
      from: Vector(frame.minX, edge), to: Vector(frame.minX, end),
      stops: [GradientStop(0, color.opacity(0.5 * abs(glow))), GradientStop(1, color.opacity(0))])
    canvas.draw(
      .roundedRect(
        Rect(x: frame.minX, y: min(edge, end), width: frame.width, height: height), radius: 0,
        .linear(fading)))
  }
}

extension Canvas {
  /// Draws the scroll bar of a scroll view with its opacity at a time.
  mutating func scrollBar(of view: ScrollView, at now: Instant) {
    guard let thumb = view.barThumb(at: now) else { return }
    fill(
      thumb.inset(by: 2, 2), radius: thumb.width / 2 - 2,
      theme.edge.opacity(view.isBarPressed ? 1 : 0.8 * view.barOpacity(at: now)))
  }
}

struct ScrollSettings: Law {
  private(set) var (rows, rowHeight) = (100, 64.0)
  private(set) var (isMouseDragEnabled, showsTable) = (true, true)

  mutating func walk(_ walk: inout Walk) {
    walk.integer("scroll.rows", "Rows", 1...1_000_000, &rows, doc: "How many rows the list has.")
    walk.number(
      "scroll.row", "Row height", unit: "pt", 24...200, &rowHeight, doc: "How high a row is.")
    walk.flag(
      "scroll.drag", "Mouse drags", &isMouseDragEnabled,
      doc: "Whether the mouse drags the content as a finger does.")
    walk.flag(
      "scroll.table", "Fling table", &showsTable,
      doc: "Whether to list each fling’s velocity, distance and time, newest first.")
  }
}

/// The motion of a scroll view at a moment: its content under the viewport.
struct ScrollProbe: MotionProbe {
  let view: ScrollView
  let rows: Int
  let rowHeight: Double
  let now: Instant

  var state: ControlState { view.state(at: now) }

  var reading: MotionReading {
    let position = view.contentOffset(at: now)
    var reading = MotionReading(
      "scroll", position: position, velocity: view.velocity(at: now),
      state: state, anchor: Vector(view.frame.midX, view.frame.minY),
      direction: Vector(0, -1), isContent: true,
      rest: view.isPressed ? position : view.restOffset(at: now),
      restTime: view.motion.map { $0.start.advanced(atLeast: $0.law.duration) })
    reading.bounds = 0...view.layout.maximumOffset
    if view.isBarPressed, let thumb = view.barThumb(at: now) {
      reading.perPoint = view.layout.maximumOffset / max(1, view.gutter.height - thumb.height)
    }
    reading.run = view.motion.map { MotionRun($0.law, start: $0.start, view.physics) }
    return reading
  }

  var shape: MovingShape? {
    MovingShape(Rect(center: view.frame.center, size: Size(36, 6)), radius: 3)
  }

  var limits: MotionLimits? {
    let (frame, layout) = (view.frame, view.layout)
    let top = frame.minY - view.contentOffset(at: now)
    let reach = view.physics.band.reach(viewport: layout.viewport)
    return MotionLimits(
      edges: [top, top + layout.content],
      reach: [frame.minY + reach, frame.minY + layout.content - layout.maximumOffset - reach],
      slops: view.isMouseDragEnabled ? [view.slop.mouse] : [])
  }

  var outlines: [MovingShape] {
    let frame = view.frame
    let offset = view.contentOffset(at: now)
    // Every fifth row is enough for comparison.
    return view.visibleRows(rowLength: rowHeight, count: rows, at: now)
      .filter { $0.isMultiple(of: 5) }
      .compactMap { row in
        let y = frame.minY + (Double(row) * rowHeight - offset)
        let place = Rect(x: frame.minX + 4, y: y, width: frame.width - 8, height: rowHeight)
        return place.intersection(frame).map { MovingShape($0, radius: 6, name: Words.row(row)) }
      }
  }

  var releaseEstimate: VelocityEstimate? { view.releaseEstimate(at: now) }

  func choices(of sample: PointerSample) -> ReleaseChoices? { view.choices(of: sample) }

  func explanation(of sample: PointerSample) -> ReleaseExplanation? { view.explanation(of: sample) }

  func drawOther(
    behind shown: any Part, _ sets: ComparedSets, into canvas: inout Canvas
  ) -> Bool {
    if let own = shown.probe(at: now)?.reading {
      (shown as? ScrollPart)?.dial(at: now)?.drawOther(own, reading, sets, at: now, into: &canvas)
    }
    return false
  }

  func drawLanding(
    _ reading: MotionReading, of part: any Part, isCompared: Bool, into canvas: inout Canvas
  ) -> Bool {
    isCompared && (part as? ScrollPart)?.dial(at: now) != nil
  }

  func drawTrail(
    _ trail: [(way: Vector, opacity: Double)], of part: any Part, into canvas: inout Canvas
  ) -> Bool {
    guard let dial = (part as? ScrollPart)?.dial(at: now) else { return false }
    dial.drawTrail(trail, into: &canvas)
    return true
  }
}
