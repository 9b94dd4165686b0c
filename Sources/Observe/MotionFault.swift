/// Something in a motion that no law explains: what a check fails for.
public struct MotionFault: Hashable, Sendable {
  /// What happened.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The content was elsewhere from one frame to the next.
    case jump
    /// A frame was missing, or showed again what the one before it had shown, while the content moved.
    case stall
    /// The content went faster at once without a hand: a second push.
    case reacceleration
  }

  /// What happened.
  public let kind: Kind
  /// When, in seconds on the clock of the rows: of a jump or a stall the first frame that shows it, of a push when the velocity changed.
  public let time: Double
  /// By how much: a jump in the motion's unit, with its sign; of a stall the way that was not shown in time, with its sign; of a push the velocity that was added, in units a second, with its sign.
  public let size: Double
  /// The standard error of `size`.
  public let error: Double
  /// How long it lasted, in seconds: a stall; 0 for the others.
  public let duration: Double

  /// Creates a fault.
  public init(kind: Kind, time: Double, size: Double, error: Double, duration: Double = 0) {
    (self.kind, self.time, self.size, self.error) = (kind, time, size, error)
    self.duration = duration
  }

  /// The same with the times at which what a clock tells was seen.
  func seen(by clock: FrameClock) -> MotionFault {
    let start = clock.seen(time)
    return MotionFault(
      kind: kind, time: start, size: size, error: error,
      duration: duration > 0 ? max(0, clock.seen(time + duration) - start) : 0)
  }
}
