internal import Feel
internal import FeelTrace
internal import Raster
internal import Stage

/// The pager with its look: header, tabs with an underline, and pages that scroll individually.
struct PagerPart: Part {
  static let code: [CodeLine] =
    [
      """
      var pager = Pager(
        frame: Rect(x: 0, y: 0, width: 400, height: 480),
        pages: [
          .init(title: "Inbox", contentLength: 3840), .init(title: "Mail", contentLength: 1536),
        ])
      """,
      """
      _ = pager.setTurn(
        Pager.Turn(
          rule: .{pager.turn}, leastVelocity: {pager.leastVelocity}, landing: .{pager.landing},
          duration: {pager.duration},
          spring: Spring(
            mass: {pager.spring.mass}, stiffness: {pager.spring.stiffness},
            dampingRatio: {pager.spring.ratio}),
          resistance: .{pager.resistance}, rate: DecelerationRate(keptPerMillisecond: {pager.rate}),
          lock: AxisLock(horizontal: Slop({pager.slop}), ratio: {pager.lock})),
        at: .zero)
      """,
    ]

  /// The names of the pages and their initial numbers of rows.
  private static let pages: [(name: String, rows: Int)] = Array(
    zip(Words.pages, [60, 24, 120, 4, 40]))
  static let rowHeight = 64.0
  /// The height of the header of a pager in a frame, in points: a low one leaves its room to the
  /// pages.
  static func headerHeight(in frame: Rect) -> Double { frame.height < 220 ? 44 : 64 }
  private static let tabHeight = 40.0

  private(set) var pager = Pager(
    frame: Rect(x: 0, y: 0, width: 100, height: 100),
    pages: Self.pages.map {
      Pager.Page(title: translated($0.name), contentLength: Double($0.rows) * Self.rowHeight)
    })
  /// The number of messages that each page has received, and the initial unread count of all pages.
  private var messages = Self.pages.map { _ in 0 }
  private var unread = 0
  private(set) var frame = Rect.zero
  // False on a narrow stage, which has no room for it.
  private var hasDial = false

  var hitBox: Rect { frame }
  var keyboard: KeyboardUse { KeyboardUse(takesSpace: false, flicks: [.horizontal, .vertical]) }

  mutating func place(in frame: Rect, _ stage: Stage, at now: Instant) {
    self.frame = frame
    hasDial = frame.maxX + SheetDial.width <= stage.frame.maxX
    let settings = stage.parameters.settings(PagerSettings())
    let turn = settings.turn
    if turn != pager.turn { _ = pager.setTurn(turn, at: now) }
    let physics = stage.parameters.physics
    if physics != pager.physics { _ = pager.setPhysics(physics, at: now) }
    unread = settings.unread
    for page in Self.pages.indices { _ = update(page, at: now) }
    let top = frame.minY + Self.headerHeight(in: frame)
    let width = frame.width / Double(Self.pages.count)
    pager.tabs = Self.pages.indices.map { index in
      Rect(x: frame.minX + Double(index) * width, y: top, width: width, height: Self.tabHeight)
    }
    let body = top + Self.tabHeight
    _ = pager.layout(
      frame: Rect(x: frame.minX, y: body, width: frame.width, height: frame.maxY - body),
      scale: stage.scale, at: now)
  }

  mutating func handle(_ event: InputEvent) -> Response {
    Response(effects(pager.handle(event), at: event.time))
  }

  mutating func advance(to now: Instant) -> [Effect] { effects(pager.advance(to: now), at: now) }

  /// Performs `message`: adds one to the current page and updates its title.
  mutating func perform(_ command: Command, at now: Instant) -> [Effect] {
    guard command.name == "message" else { return [] }
    let page = pager.currentPage
    guard unread + messages[page] < PagerSettings.mostUnread else {
      let words = Effect.Request.say(Words.mostMessages(PagerSettings.mostUnread))
      return [Effect(time: now, control: "pager", name: "full", request: words)]
    }
    messages[page] += 1
    return effects(update(page, at: now), at: now)
  }

  /// Updates a page's title and length for its messages.
  private mutating func update(_ index: Int, at now: Instant) -> Effects<Pager.Effect> {
    let new = min(PagerSettings.mostUnread, unread + messages[index])
    let page = Pager.Page(
      title: Words.page(translated(Self.pages[index].name), unread: new),
      contentLength: Double(Self.pages[index].rows + messages[index]) * Self.rowHeight)
    guard page != pager.pages[index] else { return Effects() }
    return pager.setPage(page, at: index, time: now)
  }

  private func effects(_ effects: Effects<Pager.Effect>, at now: Instant) -> [Effect] {
    func effect(_ name: String, _ page: Int? = nil) -> Effect {
      Effect(time: now, control: "pager", name: name, value: page.map { Double($0 + 1) })
    }
    return effects.flatMap {
      switch $0 {
      case .pageChanged(let page): [effect("pageChanged", page)]
      case .dragBegan: [effect("dragBegan")]
      case .dragEnded: [effect("dragEnded")]
      case .cancelled: [effect("cancelled")]
      case .settled(let page): [effect("settled", page)]
      case .appeared(let pages): pages.map { effect("appeared", $0) }
      case .disappeared(let pages): pages.map { effect("disappeared", $0) }
      }
    }
  }

  var deadline: Instant? { pager.deadline }
  var hold: Hold { pager.isPressed ? .tracked : .none }
  func isMoving(at now: Instant) -> Bool { pager.isMoving(at: now) }

  func cursor(at location: Vector) -> Cursor? {
    if pager.isPressed, !pager.isHeldByFingers { return .grabbing }
    if pager.tabs.contains(where: { $0.contains(location) }) { return .arrow }
    return pager.frame.contains(location) ? .grab : nil
  }

  func state(at now: Instant) -> [StateField] {
    let page = pager.currentPage
    return [
      StateField("pager.page", .integer(page + 1)),
      StateField("pager.alive", .text(alive)),
      StateField("pager.position", .number(pager.pagePosition(at: now))),
      StateField("pager.offset", .number(pager.contentOffset(of: page, at: now))),
      StateField("pager.state", .text(pager.state(at: now).rawValue)),
    ]
  }

  /// The numbers of the live pages: "1 2".
  private var alive: String {
    pager.pages.indices.filter(pager.isLive).map { "\($0 + 1)" }.joined(separator: " ")
  }

  func accessibility(at now: Instant) -> [AccessibilityElement] {
    let page = pager.currentPage
    let isBusy = pager.isPressed || pager.isMoving(at: now)
    let tabs = pager.tabs.enumerated().map { index, frame in
      AccessibilityElement(
        .tab, id: "pager.tab\(index + 1)", name: pager.pages[index].title,
        states: index == page ? [.selected] : [], frame: frame)
    }
    let count = pager.pages.count
    let place = Words.page(page + 1, of: count, pager.pages[page].title)
    let strip = AccessibilityElement(
      .tabList, id: "pager", name: Words.pageTabs, value: place, spoken: place,
      number: Double(page + 1), in: 1...Double(count), states: isBusy ? [.busy] : [],
      actions: Words.pagesTurned, frame: tabs.map(\.frame).reduce(pager.tabs[0]) { $0.union($1) },
      children: tabs)
    let offset = pager.contentOffset(of: page, at: now)
    let list = AccessibilityElement(
      .list, id: "pager.page", name: pager.pages[page].title,
      value: Words.down(offset), number: offset,
      states: isBusy ? [.busy] : [],
      actions: Words.pageScrolled, frame: pager.frame)
    return [strip, list.announcing(nil)]
  }

  /// The scale of the current page, beside it; `nil` without room.
  func dial(at now: Instant) -> SheetDial? {
    guard hasDial else { return nil }
    let page = pager.currentPage
    return SheetDial(
      sheet: pager.frame, offset: pager.contentOffset(of: page, at: now),
      end: max(0, pager.pages[page].contentLength - pager.frame.height))
  }

  func probe(at now: Instant) -> (any MotionProbe)? { PagerProbe(part: self, now: now) }
}

extension PagerPart {
  func draw(into canvas: inout Canvas, at now: Instant, focus: FocusLook) {
    let theme = canvas.theme
    canvas.slab(frame, radius: Self.radius, .rest)
    canvas.clipped(to: frame, radius: Self.radius) { canvas in
      let header = Vector(frame.minX + 20, frame.minY + Self.headerHeight(in: frame) / 2)
      canvas.label(Words.pagerTitle, at: header, .title, theme.text)
      let shown = pager.visiblePages(at: now)
      draw(shown.first, into: &canvas, at: now)
      if let second = shown.second {
        draw(second, into: &canvas, at: now)
        drawSeam(between: shown.first.frame, second.frame, into: &canvas)
      }
      drawTabs(into: &canvas, at: now)
    }
    if theme.name == .contrast { canvas.edge(frame, radius: Self.radius, theme.edge) }
    dial(at: now)?.draw(into: &canvas)
    if focus == .ring { canvas.focusRing(around: frame, radius: Self.radius) }
  }

  private static let radius = 16.0

  private func drawTabs(into canvas: inout Canvas, at now: Instant) {
    let theme = canvas.theme
    for (index, tab) in pager.tabs.enumerated() {
      let isCurrent = index == pager.currentPage
      canvas.label(
        pager.pages[index].title, at: tab.center, isCurrent ? .strong : .body,
        isCurrent ? theme.text : theme.secondaryText, align: .center, maximumWidth: tab.width - 8)
    }
    let line = canvas.snapped(1)
    canvas.fill(
      Rect(x: frame.minX, y: pager.frame.minY - line, width: frame.width, height: line),
      theme.hair)
    drawUnderline(at: now, theme.accent, into: &canvas)
  }

  /// Draws the underline of the current tab, raised by a multiple of its height.
  fileprivate func drawUnderline(
    at now: Instant, raised: Double = 0, _ color: Color, into canvas: inout Canvas
  ) {
    guard let place = pager.underline(at: now) else { return }
    let y = pager.frame.minY - 3 * (1 + raised)
    canvas.fill(Rect(x: place.minX, y: y, width: place.width, height: 3), color)
  }

  /// Draws the gap between two turning pages, through which the stage is visible.
  private func drawSeam(between left: Rect, _ right: Rect, into canvas: inout Canvas) {
    let theme = canvas.theme
    let line = canvas.snapped(1)
    let gap = Rect(
      x: left.maxX, y: pager.frame.minY, width: right.minX - left.maxX, height: pager.frame.height)
    canvas.fill(gap, theme.stage)
    let edge = theme.name == .contrast ? theme.edge : theme.hair
    for x in [gap.minX, gap.maxX - line] {
      canvas.fill(Rect(x: x, y: gap.minY, width: line, height: gap.height), edge)
    }
  }

  private func draw(
    _ placement: Pager.Placement, into canvas: inout Canvas, at now: Instant
  ) {
    let frame = placement.frame
    let kinds = RichRow.Kind.allCases
    let (name, rows) = Self.pages[placement.page]
    let count = rows + messages[placement.page]
    let offset = pager.contentOffset(of: placement.page, at: now)
    canvas.clipped(to: frame) { canvas in
      let first = max(0, Int((offset / Self.rowHeight).rounded(.down)))
      let last = min(count, first + Int(frame.height / Self.rowHeight) + 2)
      for row in first..<max(first, last) {
        let y = frame.minY + (Double(row) * Self.rowHeight - offset)
        canvas.row(
          Words.row(row + 1, of: name),
          or: RichRow(kind: kinds[placement.page % kinds.count], number: row),
          in: Rect(x: frame.minX, y: y, width: frame.width, height: Self.rowHeight), snapsX: false)
      }
    }
  }
}

struct PagerSettings: Law {
  private(set) var turn = Pager.Turn()
  private(set) var unread = 0
  static let mostUnread = 999

  mutating func walk(_ walk: inout Walk) {
    turn.walk(&walk)
    walk.integer(
      "pager.unread", "Unread", 0...Double(Self.mostUnread), &unread,
      doc: "The number in every page’s title; at 0 there is only the name.")
  }
}

/// The motion of a pager at a moment: its strip of pages, or one page's content.
struct PagerProbe: MotionProbe {
  let part: PagerPart
  let now: Instant

  private var pager: Pager { part.pager }
  var state: ControlState { pager.state(at: now) }

  var reading: MotionReading {
    let movement = pager.movement(at: now)
    let turns = movement.axis == .horizontal
    let frame = pager.frame
    var reading = MotionReading(
      "pager", position: movement.offset, velocity: movement.velocity,
      state: state,
      anchor: turns ? Vector(frame.minX, frame.midY) : Vector(frame.midX, frame.minY),
      direction: turns ? Vector(-pager.stripOffset(of: 1) / movement.unit, 0) : Vector(0, -1),
      isContent: true,
      rest: movement.restOffset, restTime: movement.restTime)
    reading.restName = turns ? pager.pages[movement.page].title : nil
    reading.item = turns ? 0 : movement.page + 1
    reading.bounds = movement.bounds
    reading.run = movement.motion.map {
      MotionRun(
        $0.law, start: $0.start, turns ? .uikit : pager.physics, unit: movement.unit)
    }
    let shown = pager.visiblePages(at: now)
    reading.items = pager.pages.indices.map { page in
      MotionReading.Item(
        pager.pages[page].title, isAlive: pager.isLive(page),
        isShown: page == shown.first.page || page == shown.second?.page)
    }
    reading.snapPositions = turns ? pager.pages.indices.map(pager.stripOffset) : []
    return reading
  }

  var shape: MovingShape? {
    let turns = pager.movement(at: now).axis == .horizontal
    let size = turns ? Size(6, 36) : Size(36, 6)
    return MovingShape(
      Rect(center: pager.frame.center + Vector(0, 48), size: size), radius: 3)
  }

  var limits: MotionLimits? {
    let (movement, frame) = (pager.movement(at: now), pager.frame)
    let lock = pager.turn.lock
    let slops = [lock.horizontal.mouse, lock.vertical.mouse]
    guard movement.axis == .horizontal else {
      let top = frame.minY - movement.offset
      return MotionLimits(
        edges: [top, top + pager.pages[movement.page].contentLength], slops: slops)
    }
    let start = frame.minX - movement.offset
    let end = start + pager.stripOffset(of: pager.pages.count - 1) + frame.width
    return MotionLimits(edges: [start, end], slops: slops)
  }

  var outlines: [MovingShape] {
    let shown = pager.visiblePages(at: now)
    return [shown.first, shown.second].compactMap { $0 }.flatMap { outlines(of: $0) }
  }

  /// The visible part of a page, named if wide enough and, for the current page, its first row.
  private func outlines(of placement: Pager.Placement) -> [MovingShape] {
    var shapes: [MovingShape] = []
    if let page = placement.frame.inset(by: 4).intersection(pager.frame) {
      let name = page.width >= 120 ? pager.pages[placement.page].title : nil
      shapes.append(MovingShape(page, radius: 10, name: name))
    }
    guard placement.page == pager.currentPage else { return shapes }
    let offset = pager.contentOffset(of: placement.page, at: now)
    let row = Rect(
      x: placement.frame.minX + 8,
      y: pager.frame.minY - offset.truncatingRemainder(dividingBy: PagerPart.rowHeight),
      width: placement.frame.width - 16, height: PagerPart.rowHeight)
    if let row = row.intersection(pager.frame) { shapes.append(MovingShape(row, radius: 6)) }
    return shapes
  }

  var releaseEstimate: VelocityEstimate? { pager.releaseEstimate(at: now) }

  func choices(of sample: PointerSample) -> ReleaseChoices? { pager.choices(of: sample) }

  func explanation(of sample: PointerSample) -> ReleaseExplanation? {
    pager.explanation(of: sample)
  }

  private var turns: Bool { pager.movement(at: now).axis == .horizontal }

  func drawOther(
    behind shown: any Part, _ sets: ComparedSets, into canvas: inout Canvas
  ) -> Bool {
    guard let shown = shown as? PagerPart, let own = shown.probe(at: now)?.reading else {
      return false
    }
    // The other set's line is above the shown one, as its deck is elsewhere.
    let look = DeckLook.pair(sets, canvas.theme).other
    part.drawUnderline(at: now, raised: 1, look.fill, into: &canvas)
    guard !turns, own.item == reading.item else { return false }
    shown.dial(at: now)?.drawOther(own, reading, sets, at: now, into: &canvas)
    return false
  }

  func drawLanding(
    _ reading: MotionReading, of part: any Part, isCompared: Bool, into canvas: inout Canvas
  ) -> Bool {
    isCompared && !turns && self.part.dial(at: now) != nil
  }

  func drawTrail(
    _ trail: [(way: Vector, opacity: Double)], of part: any Part, into canvas: inout Canvas
  ) -> Bool {
    if turns { return drawTabTrail(trail, into: &canvas) }
    guard let dial = self.part.dial(at: now) else { return false }
    dial.drawTrail(trail, into: &canvas)
    return true
  }

  /// Draws the trail of the underline, which is the dial of the pages.
  private func drawTabTrail(
    _ trail: [(way: Vector, opacity: Double)], into canvas: inout Canvas
  ) -> Bool {
    guard let line = pager.underline(at: now), pager.tabs.count > 1 else { return false }
    let share = (pager.tabs[1].minX - pager.tabs[0].minX) / pager.stripOffset(of: 1)
    for point in trail {
      let x = line.midX - point.way.x * share
      guard abs(x - pager.frame.midX) < pager.frame.width / 2 else { continue }
      canvas.draw(
        .circle(
          center: Vector(x, pager.frame.minY - 8), radius: 2.2,
          .solid(canvas.theme.accent.opacity(point.opacity))))
    }
    return true
  }
}
