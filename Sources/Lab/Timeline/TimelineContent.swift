internal import Feel
internal import FeelTrace
internal import Stage

/// What the timeline knows of its session at a time.
struct TimelineContent {
  /// Where its pieces are.
  let layout: TimelineLayout
  /// The time that is shown, in seconds of the stage.
  let axis: PlotAxis
  /// The time that could be shown, in seconds of the stage.
  let whole: ClosedRange<Double>
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
  /// Stage seconds a second.
  let speed: Double
  /// How fast and how steady the hand is.
  let pointerSettings: PointerSettings

  /// Where the play-head stands: a stage at rest looks as it did when it came to rest.
  var playHead: Instant { min(shown, end) }

  /// The moment at a place of the time axis that can be gone to.
  func moment(at share: Double) -> Instant {
    min(max(Instant(seconds: axis.lower + share * axis.span), start), end)
  }

  /// Where a moment lies on the time axis: 0 at its start, 1 at its end.
  func share(of moment: Instant) -> Double {
    (moment.seconds - axis.lower) / axis.span
  }
}
