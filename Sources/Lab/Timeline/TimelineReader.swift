internal import Feel
internal import Stage

/// What the timeline shows of a player in a window.
struct TimelineReader {
  let player: Player
  private let window: WindowState
  let timeline: Timeline

  init(_ player: Player, _ window: WindowState, _ timeline: Timeline) {
    (self.player, self.window, self.timeline) = (player, window, timeline)
  }

  /// What the timeline shows at a time, while it is open.
  func content(at time: Instant) -> TimelineContent? {
    guard let frame = window.layout.timeline else { return nil }
    let layout = TimelineLayout(
      frame, folded: timeline.view.folded, isObserved: player.isObserved,
      hasItems: type(of: player.run.scene).hasItems, hasHand: player.hasHand)
    let (shown, end, sheet) = (player.stageTime(at: time), end(at: time), player.sheet)
    let whole = TimelineView.whole(of: sheet, to: end)
    var view = timeline.view
    if player.playHeadMoves(at: time) { view.turn(to: min(shown, end)) }
    return TimelineContent(
      layout: layout, axis: view.axis(of: whole, across: layout.plot), whole: whole,
      clockShift: player.clipShift, takeStart: player.clip == nil ? nil : sheet.span?.start,
      start: sheet.start, end: end, shown: shown,
      stillWords: player.makesTakes ? Words.Timeline.still : Words.Timeline.takesElsewhere,
      isOver: player.shownTake != nil, isPaused: player.clockSetting.isPaused,
      pointerSettings: window.pointerSettings)
  }

  /// The curves and bands that the timeline shows.
  func traces(_ content: TimelineContent) -> LaneTraces {
    let sheet = player.sheet
    let nameOfB = player.names(on: sheet.run)?.b
    var traces = LaneTraces(
      sheet.log, then: sheet.run, to: content.end, along: content.axis, nameOfB: nameOfB)
    if let former = player.formerLog, nameOfB == nil || sheet.run.runB == nil {
      traces.add(former: former, along: content.axis)
    }
    return traces
  }

  /// Where the timeline ends: the last thing that happened, not the wall's time, so that a stage at
  /// rest costs nothing.
  func end(at time: Instant) -> Instant {
    let sheet = player.sheet
    if let end = sheet.end { return end }
    let (log, run) = (player.log, player.run)
    let live = player.liveStageTime(at: max(time, player.now))
    guard !player.run.isBusy(at: live) else { return live }
    let known = [
      log.marks.last?.time, log.changes.last?.time, log.otherRest, player.live.markers.last,
    ].compactMap { $0 }
    var end = max(sheet.start, known.max() ?? sheet.start)
    // It has come to rest since the log was brought up to date.
    if log.changes.last.map({ $0.state != .idle }) ?? false { end = max(end, run.now) }
    if player.clockSetting.isPaused || player.isShowingPast {
      end = max(end, player.stageTime(at: time), timeline.reach ?? end)
    }
    return min(end, live)
  }

  /// Whether the timeline changes by time alone: it grows while the control moves or is held.
  func isMoving(at time: Instant) -> Bool {
    guard window.showsTimeline else { return false }
    if timeline.slider.isMoving(at: time) { return true }
    return !player.isShowingPast && player.playHeadMoves(at: time)
  }
}

/// What the timeline knows of its session at a time.
struct TimelineContent {
  /// Where its pieces are.
  let layout: TimelineLayout
  /// The time that is shown, in seconds of the stage.
  let axis: PlotAxis
  /// The time that could be shown, in seconds of the stage.
  let whole: ClosedRange<Double>
  /// What is added to the stage's time for the one that is told, in seconds: that of a clip.
  let clockShift: Double
  /// When the take began whose own time is told beside that of its clip.
  let takeStart: Instant?
  /// The earliest moment that can be gone to.
  let start: Instant
  /// The last thing that happened, or now while the control moves or is held.
  let end: Instant
  /// The moment that the stage shows.
  let shown: Instant
  /// What is said where nothing moves.
  let stillWords: String
  /// Whether it is a take that is finished.
  let isOver: Bool
  /// Whether the stage's clock stands.
  let isPaused: Bool
  /// How fast and how steady the hand is.
  let pointerSettings: PointerSettings

  /// Where the play-head stands: a stage at rest looks as it did when it came to rest.
  var playHead: Instant { min(shown, end) }

  /// The time axis with the numbers that are told.
  var clock: PlotAxis {
    PlotAxis(
      from: axis.lower + clockShift, to: axis.upper + clockShift, start: axis.start, end: axis.end,
      unit: axis.unit)
  }

  /// The moment at a place of the time axis that can be gone to.
  func moment(at share: Double) -> Instant {
    min(max(Instant(seconds: axis.lower + share * axis.span), start), end)
  }

  /// Where a moment lies on the time axis: 0 at its start, 1 at its end.
  func share(of moment: Instant) -> Double { (moment.seconds - axis.lower) / axis.span }
}

/// Which part of a take the timeline shows, and how much of the values.
struct TimelineView: Hashable {
  /// The least time that can fill the lanes, in seconds.
  private static let leastSpan = 0.02
  /// The least time that a take under way takes, in seconds; it is doubled as often as that is not
  /// enough.
  private static let leastOpenSpan = 2.0
  /// The least time that the whole takes without a take, in seconds.
  private static let wholeSpan = 10.0
  /// In which steps the whole grows, in seconds: so the lanes stand still most of the time.
  private static let pitch = 5.0

  /// What moved, in a lane of its own scale.
  private struct Chosen: Hashable {
    var lane: TimelineLayout.Lane
    var part: Int
  }

  /// The lanes of which only the name is shown.
  var folded: Set<TimelineLayout.Lane> = []
  private var zoomed: ClosedRange<Double>?
  private var values: [Chosen: ClosedRange<Double>] = [:]

  init(folded: Set<TimelineLayout.Lane> = []) { self.folded = folded }

  /// Whether it shows the whole.
  var isWhole: Bool { zoomed == nil && values.isEmpty }

  /// The time that the whole takes, in seconds: a finished take's own, one under way in steps, and
  /// without a take up to the last thing that happened, a minute at the most.
  static func whole(of sheet: TakeSheet, to end: Instant) -> ClosedRange<Double> {
    let start = sheet.start
    if let end = sheet.end { return start.seconds...max(end.seconds, start.seconds + leastSpan) }
    if sheet.number != nil {
      var length = leastOpenSpan
      while start.seconds + length < end.seconds { length *= 2 }
      return start.seconds...(start.seconds + length)
    }
    let last = max(end.seconds, start.seconds + wholeSpan)
    let upper = (last / pitch).rounded(.up) * pitch
    return max(start.seconds, upper - StageHistory.span)...upper
  }

  /// The time axis across a plot.
  func axis(of whole: ClosedRange<Double>, across plot: Rect) -> PlotAxis {
    var axis = PlotAxis(
      from: whole.lowerBound, to: whole.upperBound, start: plot.minX, end: plot.maxX, unit: "s")
    if let zoomed, case let length = zoomed.upperBound - zoomed.lowerBound, length < axis.span {
      let lower = min(max(zoomed.lowerBound, axis.lower), axis.upper - length)
      axis.show(from: lower, span: length)
    }
    return axis
  }

  /// Turns pages until a time is shown, as the play-head does while time goes on.
  mutating func turn(to time: Instant) {
    guard let zoomed else { return }
    let length = zoomed.upperBound - zoomed.lowerBound
    let way = ((time.seconds - zoomed.lowerBound) / length).rounded(.down) * length
    self.zoomed = zoomed.lowerBound + way...zoomed.upperBound + way
  }

  /// Shows `factor` times as much time as an axis does; what lies at a place stays there.
  mutating func zoom(
    _ axis: PlotAxis, by factor: Double, about x: Double, of whole: ClosedRange<Double>
  ) {
    let most = whole.upperBound - whole.lowerBound
    var axis = axis
    axis.zoom(by: factor, about: x, within: min(Self.leastSpan, most)...most)
    keep(axis, of: whole)
  }

  /// Moves along by a distance on the screen.
  mutating func pan(_ axis: PlotAxis, by points: Double, of whole: ClosedRange<Double>) {
    var axis = axis
    axis.pan(by: points)
    keep(axis, of: whole)
  }

  /// The values that a lane shows of what moved, if a hand chose them.
  func values(of lane: TimelineLayout.Lane, of part: Int) -> ClosedRange<Double>? {
    values[Chosen(lane: lane, part: part)]
  }

  /// Shows `factor` times as much of the values of what moved; what lies at a place stays there.
  mutating func zoom(
    _ lane: TimelineLayout.Lane, of part: Int, _ axis: PlotAxis, by factor: Double, about y: Double
  ) {
    var axis = axis
    axis.zoom(by: factor, about: y, within: 1e-3...1e9)
    values[Chosen(lane: lane, part: part)] = axis.range
  }

  /// Shows all.
  mutating func reset() { self = TimelineView(folded: folded) }

  private mutating func keep(_ axis: PlotAxis, of whole: ClosedRange<Double>) {
    let most = whole.upperBound - whole.lowerBound
    let length = min(axis.span, most)
    let lower = min(max(axis.lower, whole.lowerBound), whole.upperBound - length)
    zoomed = length < most * (1 - 1e-9) ? lower...lower + length : nil
  }
}

/// The samples that the lanes show, as comma-separated values.
///
/// One line a sample: the time that is told, in seconds, what moved, where in its unit, how fast a
/// second, and what it did; if a hand marked moments, the number of the marker that falls between
/// it and the next.
struct LaneTable {
  let rows: [String]
  private let header: String

  init(_ player: Player, at now: Instant, in content: TimelineContent) {
    var names: [Int: String] = [:]
    let sheet = player.sheet
    for part in sheet.run.sources(at: max(content.end, sheet.run.now)) {
      names[part.source] = part.reading.control
    }
    let (log, markers) = (sheet.end == nil ? player.log(at: now) : sheet.log, player.live.markers)
    let last = min(Instant(seconds: content.axis.upper), content.end)
    rows = log.samples.enumerated().compactMap { index, sample in
      let time = MotionLog.time(of: log.first + Int64(index))
      guard time.seconds >= content.axis.lower, time >= sheet.start, time <= last
      else { return nil }
      let name = sample.source.flatMap { names[$0] } ?? ""
      let (position, velocity) = (
        sample.position.map { "\($0)" } ?? "", sample.velocity.map { "\($0)" } ?? ""
      )
      let seconds = time.seconds + content.clockShift
      let row = "\(seconds),\(name),\(position),\(velocity),\(sample.state.rawValue)"
      guard !markers.isEmpty else { return row + "\n" }
      let moment = log.first + Int64(index)
      let marker = markers.firstIndex { MotionLog.index(atOrBefore: $0) == moment }
      return row + "," + (marker.map { "\($0 + 1)" } ?? "") + "\n"
    }
    header = "time,control,position,velocity,state" + (markers.isEmpty ? "\n" : ",marker\n")
  }

  var text: String { header + rows.joined() }
}
