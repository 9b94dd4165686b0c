internal import Feel
internal import FeelTrace
internal import Stage

/// The panel's lines: which of them are shown, where each lies with its slider, and how far they are scrolled.
struct InspectorLines: Sendable {
  private(set) var rows: [InspectorRow]
  /// What the lines of parameters show, of those in sight at least.
  private(set) var shown: [ShownValue?] = []
  /// The headings whose lines are folded away.
  private(set) var folded: Set<String>
  /// Every line's slider; only a number's is seen.
  var sliders: [ProgressSlider]
  private(set) var scroll: ScrollView
  /// How far the lines were scrolled when the last event came, in points.
  private(set) var offset = 0.0
  // Whether there is something to give up.
  private var hasChanges = false
  // How high all the lines are together, in points.
  private var length = 0.0
  // How high the panel's body is, 0 while it is closed.
  private var room = 0.0
  // Where the keyboard scrolled them to, unless they were scrolled by hand since.
  private var destination: Double?
  // When the wheel last scrolled them.
  private var lastWheel: Instant?

  init(
    _ parameters: ParameterSet, isPhysical: Bool, folded: Set<String>
  ) {
    rows = InspectorRow.rows(of: parameters.parameters)
    self.folded = folded
    sliders = rows.map { _ in
      ProgressSlider(frame: .zero, heights: .init(resting: 4, hovered: 6, pressed: 8))
    }
    scroll = ScrollView(frame: Rect(x: 0, y: 0, width: 100, height: 100), contentLength: 1)
    scroll.isMouseDragEnabled = false
    arrange(for: parameters, isPhysical: isPhysical, isComparing: false, in: room)
  }

  // MARK: Which are shown

  /// Shows the lines that have a meaning as the choices are, and those that were set without one.
  mutating func arrange(
    for parameters: ParameterSet, isPhysical: Bool, isComparing: Bool, in room: Double
  ) {
    var top = 8.0
    for index in rows.indices {
      // Where there is room for three lines they are not spent on what the bar's button does too, nor on what headings and the foot's list say.
      let isSpared =
        switch rows[index].kind {
        case .comparison, .changes: room < Self.leastSpacious
        case .presetOfB: !isComparing
        default: false
        }
      rows[index].isShown =
        !isSpared && Self.isShown(rows[index], parameters, isPhysical, folded)
      rows[index].top = top
      top += rows[index].height
    }
    length = top + 8
    hasChanges = !parameters.changed.isEmpty
    self.room = room
    shown = Array(repeating: nil, count: rows.count)
    look(at: parameters, isPhysical: isPhysical)
  }

  /// Finds out what the lines in sight show, unless it is known.
  private mutating func look(at parameters: ParameterSet, isPhysical: Bool) {
    for index in rows.indices {
      let (top, bottom) = (rows[index].top, rows[index].top + rows[index].height)
      guard rows[index].isShown, top < offset + room, bottom > offset, shown[index] == nil,
        let parameter = rows[index].parameter
      else { continue }
      shown[index] = ShownValue(parameter, in: parameters, isPhysical: isPhysical)
    }
  }

  // How high the lines' room is at least in which there is one for the second set and one for all changes, in points.
  private static let leastSpacious = 120.0

  // One that is static reads no copy of all the lines.
  private static func isShown(
    _ row: InspectorRow, _ parameters: ParameterSet, _ isPhysical: Bool, _ folded: Set<String>
  ) -> Bool {
    if let group = row.group, !row.isHeading, folded.contains(group) { return false }
    guard let parameter = row.parameter else { return true }
    if parameters.isChanged(parameter.key) { return true }
    return parameters.applies(parameter.key) && (isPhysical || parameter.form != .constant)
  }

  /// Folds the lines under a heading away, or shows them again.
  mutating func fold(_ row: Int, _ content: InspectorContent) {
    guard case .heading(let group) = rows[row].kind else { return }
    folded.formSymmetricDifference([group])
    arrange(
      for: content.parameters, isPhysical: content.isPhysical, isComparing: content.isComparing,
      in: room)
  }

  /// Folds away the lines under these headings, and no others.
  mutating func fold(_ groups: Set<String>, _ content: InspectorContent) {
    folded = groups
    arrange(
      for: content.parameters, isPhysical: content.isPhysical, isComparing: content.isComparing,
      in: room)
  }

  /// Whether a line takes the keyboard: it is shown and can be used.
  func isStop(_ row: Int) -> Bool {
    rows[row].isShown && (hasChanges || rows[row].kind != .changes)
  }

  // MARK: Where they lie

  /// The place of the lines in a panel.
  static func body(in panel: Rect) -> Rect {
    let foot = InspectorFoot.frame(in: panel)
    return Rect(
      x: panel.minX, y: panel.minY,
      width: InspectorFoot.isBeside(in: panel) ? foot.minX - panel.minX : panel.width,
      height: InspectorFoot.isBeside(in: panel) ? panel.height : max(1, foot.minY - panel.minY))
  }

  /// A line's place, in the panel's body.
  func frame(of row: Int, in body: Rect) -> Rect { rows[row].frame(in: body, offset: offset) }

  /// The line at a point.
  func row(at location: Vector, in body: Rect) -> Int? {
    rows.indices.first { rows[$0].isShown && frame(of: $0, in: body).contains(location) }
  }

  /// Puts the sliders where their lines are, at the values that the session has; one that is held stays at the hand's.
  mutating func place(in body: Rect, _ content: InspectorContent, held: Int?, at now: Instant) {
    _ = scroll.layout(frame: body, contentLength: length, scale: 1, at: now)
    (offset, room) = (scroll.contentOffset(at: now), body.height)
    look(at: content.parameters, isPhysical: content.isPhysical)
    for (index, row) in rows.enumerated() where row.isShown && row.hasField {
      let frame = frame(of: index, in: body)
      _ = sliders[index].layout(frame: InspectorRow.slider(in: frame), at: now)
      // What is scrolled away is seen by nobody.
      guard index != held, frame.maxY > body.minY, frame.minY < body.maxY,
        let share = shown[index]?.share
      else { continue }
      _ = sliders[index].setValue(share, at: now)
    }
  }

  // MARK: How far they are scrolled

  /// Follows the pointer at the scroll bar.
  mutating func handle(_ sample: PointerSample) {
    if sample.phase == .down { destination = nil }
    _ = scroll.handle(.pointer(sample))
  }

  /// Scrolls by the wheel.
  mutating func handle(_ sample: WheelSample) {
    (lastWheel, destination) = (sample.time, nil)
    _ = scroll.handle(.wheel(sample))
  }

  /// Abandons a press at the scroll bar.
  mutating func cancel(_ cancel: InputEvent) { _ = scroll.handle(cancel) }

  /// Whether the wheel has not rested yet since it scrolled the lines.
  func isWheelBusy(at time: Instant) -> Bool {
    lastWheel.map { time - $0 <= LineEdit.wheelRest } ?? false
  }

  /// Brings a line to the middle, as far as there are lines on both sides.
  mutating func center(_ row: Int, at now: Instant, _ content: InspectorContent) {
    bring(middle(of: row), at: now, content)
  }

  /// Brings a line to the top, as far as there are lines below.
  mutating func raise(_ row: Int, at now: Instant, _ content: InspectorContent) {
    bring(rows[row].top, at: now, content)
  }

  /// Puts a line where it can be seen and stays, at once: a list is about to hang from it.
  mutating func reveal(_ row: Int, in body: Rect, at now: Instant) {
    let frame = frame(of: row, in: body)
    let isSeen = frame.minY >= body.minY && frame.maxY <= body.maxY
    guard let target = destination ?? (isSeen ? nil : middle(of: row)) else { return }
    _ = scroll.scroll(to: reachable(target), animated: false, at: now)
  }

  private mutating func bring(_ top: Double, at now: Instant, _ content: InspectorContent) {
    let target = reachable(top)
    let isStill = content.preferences.isOn(.motion) ?? false
    _ = scroll.scroll(to: target, animated: !isStill, at: now)
    destination = target
  }

  private func middle(of row: Int) -> Double { rows[row].top - scroll.layout.viewport / 2 }

  private func reachable(_ offset: Double) -> Double {
    min(max(0, offset), scroll.layout.maximumOffset)
  }

  // MARK: Time

  var deadline: Instant? { scroll.deadline }

  mutating func advance(to now: Instant) { _ = scroll.advance(to: now) }

  /// Whether the picture changes by time alone.
  func isMoving(at now: Instant) -> Bool {
    scroll.isMoving(at: now) || sliders.contains { $0.isMoving(at: now) }
  }
}
