internal import Feel
internal import Stage

/// Which part of a take the timeline shows, and how much of the values.
struct TimelineView: Hashable {
  /// The least time that can fill the lanes, in seconds.
  private static let leastSpan = 0.02
  /// The least time that a take under way takes, in seconds; it is doubled as often as that is not enough.
  private static let leastOpenSpan = 2.0
  /// The least time that the whole takes without a take, in seconds.
  private static let wholeSpan = 10.0
  /// In which steps the whole grows, in seconds: so the lanes stand still most of the time.
  private static let pitch = 5.0

  private struct Span: Hashable {
    var lower: Double
    var length: Double
  }

  /// What moved, in a lane of its own scale.
  private struct Chosen: Hashable {
    var lane: TimelineLayout.Lane
    var part: Int
  }

  /// The lanes of which only the name is shown.
  var folded: Set<TimelineLayout.Lane> = []
  private var zoomed: Span?
  private var values: [Chosen: Span] = [:]

  init(folded: Set<TimelineLayout.Lane> = []) { self.folded = folded }

  /// Whether it shows the whole.
  var isWhole: Bool { zoomed == nil && values.isEmpty }

  /// The time that the whole takes, in seconds: a finished take's own, one under way in steps, and without a take up to the last thing that happened, a minute at the most.
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
    let whole = PlotAxis(
      from: whole.lowerBound, to: whole.upperBound, start: plot.minX, end: plot.maxX)
    guard let zoomed, zoomed.length < whole.span else { return whole }
    let lower = min(max(zoomed.lower, whole.lower), whole.upper - zoomed.length)
    var axis = whole
    axis.show(from: lower, span: zoomed.length)
    return axis
  }

  /// Turns pages until a time is shown, as the play-head does while time goes on.
  mutating func turn(to time: Instant) {
    guard let span = zoomed else { return }
    zoomed?.lower += ((time.seconds - span.lower) / span.length).rounded(.down) * span.length
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
    values[Chosen(lane: lane, part: part)].map { $0.lower...($0.lower + $0.length) }
  }

  /// Shows `factor` times as much of the values of what moved; what lies at a place stays there.
  mutating func zoom(
    _ lane: TimelineLayout.Lane, of part: Int, _ axis: PlotAxis, by factor: Double,
    about y: Double
  ) {
    var axis = axis
    axis.zoom(by: factor, about: y, within: 1e-3...1e9)
    values[Chosen(lane: lane, part: part)] = Span(lower: axis.lower, length: axis.span)
  }

  /// Shows all.
  mutating func reset() {
    self = TimelineView(folded: folded)
  }

  private mutating func keep(_ axis: PlotAxis, of whole: ClosedRange<Double>) {
    let most = whole.upperBound - whole.lowerBound
    let length = min(axis.span, most)
    let lower = min(max(axis.lower, whole.lowerBound), whole.upperBound - length)
    zoomed = length < most * (1 - 1e-9) ? Span(lower: lower, length: length) : nil
  }
}
