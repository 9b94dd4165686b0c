internal import Feel
internal import Stage

/// Reads the timeline's content from a player and a window.
struct TimelineReader {
  let player: Player
  private let window: WindowState
  let timeline: Timeline

  init(_ player: Player, _ window: WindowState, _ timeline: Timeline) {
    (self.player, self.window, self.timeline) = (player, window, timeline)
  }

  /// The timeline's content at a time, while it is open.
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
      clockShift: player.clipShift, isOfClip: player.clip != nil, start: sheet.start, end: end,
      shown: shown,
      stillWords: player.makesTakes ? Words.Timeline.still : Words.Timeline.takesElsewhere,
      isOver: player.shownTake != nil, isPaused: player.clockSetting.isPaused,
      pointerSettings: window.pointerSettings)
  }

  /// The curves and bands in the timeline's visible range.
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

  /// The timeline's end: the last event rather than the present, so that a stage at rest costs
  /// nothing.
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
    // It has come to rest since the log was last updated.
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

/// The timeline's inputs from the session at a time.
struct TimelineContent {
  let layout: TimelineLayout
  /// The visible time, in stage seconds.
  let axis: PlotAxis
  /// The whole time range, in stage seconds.
  let whole: ClosedRange<Double>
  /// Offset from stage time to the displayed time in seconds: a clip's.
  let clockShift: Double
  /// Whether the motion was measured in a clip, so that positions count from the take's start.
  let isOfClip: Bool
  /// The earliest moment that can be shown.
  let start: Instant
  /// The last event, or the present while the control moves or is held.
  let end: Instant
  /// The moment that the stage shows.
  let shown: Instant
  /// Text shown where nothing moves.
  let stillWords: String
  /// Whether a finished take is shown.
  let isOver: Bool
  let isPaused: Bool
  let pointerSettings: PointerSettings

  /// The play-head's time: a stage at rest still looks as it did when it came to rest.
  var playHead: Instant { min(shown, end) }

  /// The time axis in displayed time.
  var clock: PlotAxis {
    PlotAxis(
      from: axis.lower + clockShift, to: axis.upper + clockShift, start: axis.start, end: axis.end,
      unit: axis.unit)
  }

  /// The moment at a share of the time axis, clamped to those that can be shown.
  func moment(at share: Double) -> Instant {
    min(max(Instant(seconds: axis.lower + share * axis.span), start), end)
  }

  /// The share of the time axis at which a moment is: 0 at its start, 1 at its end.
  func share(of moment: Instant) -> Double { (moment.seconds - axis.lower) / axis.span }
}

/// The timeline's visible range of time and values.
struct TimelineView: Hashable {
  /// Minimum visible time, in seconds.
  private static let leastSpan = 0.02
  /// Minimum time axis of a take in progress, in seconds; doubled until the take fits.
  private static let leastOpenSpan = 2.0
  /// Minimum time axis without a take, in seconds.
  private static let wholeSpan = 10.0
  /// Step in which the axis grows without a take, in seconds, so that the lanes are still most of
  /// the time.
  private static let pitch = 5.0

  /// A part in a lane, with its own scale.
  private struct Chosen: Hashable {
    var lane: TimelineLayout.Lane
    var part: Int
  }

  /// The lanes reduced to their names.
  var folded: Set<TimelineLayout.Lane> = []
  private var zoomed: ClosedRange<Double>?
  private var values: [Chosen: ClosedRange<Double>] = [:]

  init(folded: Set<TimelineLayout.Lane> = []) { self.folded = folded }

  /// Whether it shows everything.
  var isWhole: Bool { zoomed == nil && values.isEmpty }

  /// The whole time range in seconds: a finished take's own; for one in progress, growing by
  /// doubling; without a take, up to the last event, at most a minute.
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

  func axis(of whole: ClosedRange<Double>, across plot: Rect) -> PlotAxis {
    var axis = PlotAxis(
      from: whole.lowerBound, to: whole.upperBound, start: plot.minX, end: plot.maxX, unit: "s")
    if let zoomed, case let length = zoomed.upperBound - zoomed.lowerBound, length < axis.span {
      let lower = min(max(zoomed.lowerBound, axis.lower), axis.upper - length)
      axis.show(from: lower, span: length)
    }
    return axis
  }

  /// Turns pages until a time is visible, as the play-head does in playback.
  mutating func turn(to time: Instant) {
    guard let zoomed else { return }
    let length = zoomed.upperBound - zoomed.lowerBound
    let way = ((time.seconds - zoomed.lowerBound) / length).rounded(.down) * length
    self.zoomed = zoomed.lowerBound + way...zoomed.upperBound + way
  }

  /// Shows `factor` times as much time as `axis`, with the time at `x` fixed.
  mutating func zoom(
    _ axis: PlotAxis, by factor: Double, about x: Double, of whole: ClosedRange<Double>
  ) {
    let most = whole.upperBound - whole.lowerBound
    var axis = axis
    axis.zoom(by: factor, about: x, within: min(Self.leastSpan, most)...most)
    keep(axis, of: whole)
  }

  /// Pans by a distance on the screen.
  mutating func pan(_ axis: PlotAxis, by points: Double, of whole: ClosedRange<Double>) {
    var axis = axis
    axis.pan(by: points)
    keep(axis, of: whole)
  }

  /// The value range of a part in a lane, if the user zoomed it.
  func values(of lane: TimelineLayout.Lane, of part: Int) -> ClosedRange<Double>? {
    values[Chosen(lane: lane, part: part)]
  }

  /// Shows `factor` times as much of a part's values, with the value at `y` fixed.
  mutating func zoom(
    _ lane: TimelineLayout.Lane, of part: Int, _ axis: PlotAxis, by factor: Double, about y: Double
  ) {
    var axis = axis
    axis.zoom(by: factor, about: y, within: 1e-3...1e9)
    values[Chosen(lane: lane, part: part)] = axis.range
  }

  /// Zooms to fit.
  mutating func reset() { self = TimelineView(folded: folded) }

  private mutating func keep(_ axis: PlotAxis, of whole: ClosedRange<Double>) {
    let most = whole.upperBound - whole.lowerBound
    let length = min(axis.span, most)
    let lower = min(max(axis.lower, whole.lowerBound), whole.upperBound - length)
    zoomed = length < most * (1 - 1e-9) ? lower...lower + length : nil
  }
}

/// The lanes' samples as comma-separated values.
///
/// One row per sample: displayed time in seconds, control, position in its unit, velocity per
/// second and state; if there are markers, also the number of the one between this sample and the
/// next.
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
