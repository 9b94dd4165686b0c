public import FeelGeometry

/// The video player's progress slider: a capsule without a thumb, grabbed anywhere.
///
///     resting --press--> pressed --any motion--> dragging --release--> resting
///        ^                  |                        |
///        +---- release -----+                        |
///        +<-- release -- cancelled <-- Esc, other button, focus lost, disabled
///
/// A press does not move the value. A drag adds Σ Δx·rate / width to the raw value, event by event, each with the rate of its own vertical distance from the press, so that moving straight up or down never changes the value.
/// The raw value keeps counting past the ends and between the steps; what is shown and reported is its nearest step within 0…1. The overshoot stretches the capsule by the rubber band and springs back after the release.
public struct ProgressSlider: Hashable, Sendable {
  /// What the slider reports.
  public enum Effect: Hashable, Sendable {
    /// A drag began.
    case dragBegan
    /// The user changed the value shown, 0…1.
    case valueChanged(Double)
    /// The drag ended with a release.
    case dragEnded
    /// The drag or press was abandoned; the value it began with is restored.
    case dragCancelled
    /// Playing reached the end.
    case playedToEnd
  }

  /// The heights of the capsule, in points.
  public struct Heights: Hashable, Sendable {
    /// The height when left alone.
    public let resting: Double
    /// The height under the pointer.
    public let hovered: Double
    /// The height while pressed.
    public let pressed: Double

    /// 8, 10 and 14 points.
    public static let standard = Heights(resting: 8, hovered: 10, pressed: 14)

    /// Creates the heights, in points.
    ///
    /// - Precondition: all are positive and finite.
    public init(resting: Double, hovered: Double, pressed: Double) {
      precondition(resting > 0 && resting.isFinite, "a height is positive")
      precondition(hovered > 0 && hovered.isFinite, "a height is positive")
      precondition(pressed > 0 && pressed.isFinite, "a height is positive")
      (self.resting, self.hovered, self.pressed) = (resting, hovered, pressed)
    }
  }

  struct Playback: Hashable {
    /// Progress a second; what is shown at `start` is `raw`.
    var rate: Double
    var start: Instant
  }

  /// The least height of the hit box, in points.
  public static let hitHeight = 44.0

  /// Where the capsule is, in points; its width is the travel from 0 to 1, and one narrower than a point cannot be dragged.
  public internal(set) var frame: Rect
  /// How the vertical distance from the press slows the drag; a change applies from the next motion on.
  public var fineScrubbing: FineScrubbing {
    didSet { Self.check(fineScrubbing) }
  }
  /// The distance between two values that can be shown, in (0, 1), or `nil` for every value.
  public var step: Double? {
    get { grid?.step }
    set { grid = newValue.map(StepGrid.init) }
  }
  /// The capsule's heights, in points.
  public var heights: Heights
  /// How much the capsule's two layers cover of what lies behind.
  public var opacity = CapsuleLayers.Opacity.standard
  /// Whether the slider can be dragged; see `setEnabled(_:at:)`.
  public internal(set) var isEnabled = true
  /// Whether the pointer is over the hit box.
  public var isHovered: Bool { pointer.isOver(hitBox) }

  var pointer = PointerPlace()
  var grid: StepGrid?
  var raw: Double
  var rawAtPress = 0.0
  var lastLocation = Vector.zero
  var pressLocation = Vector.zero
  var drag = DragRecognizer(axis: .free, slop: .none)
  var playback: Playback?
  var recoil: Timed<SpringMotion>?
  var heightChange: Timed<EaseMotion>?
  var now = Instant.zero

  /// Creates a slider at rest; the value is held in 0…1.
  ///
  /// - Precondition: `value` is not NaN, `step` lies in (0, 1), `fineScrubbing` is valid.
  public init(
    frame: Rect, value: Double = 0, step: Double? = nil, fineScrubbing: FineScrubbing = .standard,
    heights: Heights = .standard
  ) {
    precondition(!value.isNaN, "value is a number")
    Self.check(fineScrubbing)
    (self.frame, self.fineScrubbing, self.heights) = (frame.plausible, fineScrubbing, heights)
    raw = min(1, max(0, value))
    grid = step.map(StepGrid.init)
  }

  private static func check(_ fineScrubbing: FineScrubbing) {
    precondition(fineScrubbing.isValid, "divisor is positive and floor lies in 0...1")
  }

  /// Where a press begins a drag, in points: the frame, at least 44 points high.
  public var hitBox: Rect {
    frame.inset(by: 0, min(0, (frame.height - Self.hitHeight) / 2))
  }
}
