public import FeelGeometry

/// A button that only a hold fires, for what must not happen by accident.
///
///     resting --press--> holding --deadline--> fired, still held --release--> resting
///        ^                  |  |
///        |                  |  +-- other button, Esc, focus lost, disabled --> cancelled
///        |                  |                                                      |
///        +---- unwound -----+ released early, or moved off: unwinding              |
///        +<-------------------------------- release -------------------------------+
///
/// The action fires exactly once, at press + `pressDuration`, whether or not an event or a frame happens then; a release or a cancel stamped exactly at that instant comes after it.
/// The first button, a finger, Space and Return start a hold. A press outside the shape, a release without a press, a key's auto-repeat and a second finger are ignored; a second press of the same pointer without a release begins anew. Time that goes back counts as the latest time seen.
public struct LongPressButton: Hashable, Sendable {
  /// What the button reports.
  public enum Effect: Hashable, Sendable {
    /// A hold began.
    case pressed
    /// The hold lasted: act, once.
    case fired
    /// The hold ended with a release that came too early; nothing fires.
    case releasedEarly
    /// The hold ended because the pointer moved off the button, or the button from under the pointer; nothing fires.
    case movedOff
    /// The hold was abandoned; nothing fires.
    case cancelled
  }

  /// When moving the pointer abandons a hold.
  public enum MoveRule: String, Hashable, Sendable, CaseIterable {
    /// More than 16 points outside the shape.
    case outsideFrame
    /// More than 10 points from the place of the press, which moves with the button.
    case fromPress
    /// Never.
    case never
  }

  /// Where a hold that begins during the unwind starts from.
  public enum Restart: String, Hashable, Sendable, CaseIterable {
    /// From 0.
    case zero
    /// From the progress shown; the hold still takes the whole `pressDuration`.
    case shownProgress
  }

  enum Source: Hashable { case pointer(Int), key(KeySample.Key) }

  struct Hold: Hashable {
    var source: Source
    var origin: Vector
    var start: Instant
    var deadline: Instant
    var startProgress: Double
  }

  enum Phase: Hashable {
    case resting
    case holding(Hold)
    case unwinding(from: Double, since: Instant)
    case firedHeld(Source)
    case cancelled
  }

  /// How long the unwind to 0 takes, in seconds.
  public static let unwindDuration = 0.35
  /// How long the label keeps its fired look, in seconds.
  public static let firedLookDuration = 3.0
  /// How long the reminder to keep holding stays after a hold that was too short, in seconds.
  public static let reminderDuration = 1.5
  /// How long a hold shows no progress, so that a click does not flash, in seconds.
  public static let indicatorDelay = 0.08
  /// How far outside its shape a hold may stray under `outsideFrame`, in points.
  public static let shapeMargin = 16.0
  /// How far from its press a hold may stray under `fromPress`, in points.
  public static let pressMargin = 10.0
  /// The durations of a hold that can be set, in seconds.
  public static let pressDurationRange = 0.2...10.0

  /// Where the button is, in points.
  public internal(set) var frame: Rect
  /// The shape in the frame that the button is drawn in, and that a press has to hit; a change counts for a hold under way from the next event or ``layout(frame:at:)`` on.
  public var shape: ContainerShape
  /// How long a hold fires, in seconds, 0.2…10; a change applies from the next hold on.
  public var pressDuration: Double {
    didSet { Self.check(pressDuration) }
  }
  /// When moving the pointer, or the button from under it, abandons a hold.
  public var moveRule: MoveRule
  /// Where a hold that begins during the unwind starts from.
  public var restart: Restart
  /// Whether the button can be pressed; see `setEnabled(_:at:)`.
  public internal(set) var isEnabled = true
  /// Whether the pointer is over the button.
  public var isHovered: Bool {
    pointer.isPresent && isHit(at: pointer.location, by: pointer.device)
  }

  var pointer = PointerPlace()
  var phase = Phase.resting
  var firedAt: Instant?
  var releasedEarlyAt: Instant?
  var now = Instant.zero

  /// Creates a button at rest.
  ///
  /// - Precondition: `pressDuration` lies in 0.2…10.
  public init(
    frame: Rect, shape: ContainerShape = .rectangle, pressDuration: Double = 2,
    moveRule: MoveRule = .outsideFrame, restart: Restart = .zero
  ) {
    Self.check(pressDuration)
    (self.frame, self.shape, self.pressDuration) = (frame.plausible, shape, pressDuration)
    (self.moveRule, self.restart) = (moveRule, restart)
  }

  private static func check(_ pressDuration: Double) {
    precondition(pressDurationRange.contains(pressDuration), "pressDuration lies in 0.2...10")
  }

  /// Moves or resizes the button.
  ///
  /// A hold goes on if its pointer is still where ``moveRule`` wants it; a button without an extent cancels any.
  public mutating func layout(frame: Rect, at time: Instant) -> Effects<Effect> {
    var effects = advance(to: time)
    let old = self.frame
    self.frame = frame.plausible
    carryHold(by: self.frame.center - old.center, &effects)
    return effects
  }
}
