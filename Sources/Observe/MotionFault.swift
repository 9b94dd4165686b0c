/// A part of a motion that no law explains; a check fails if there is one.
public struct MotionFault: Hashable, Sendable {
  /// What happened.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The content changed place between two frames, or relative to the hand that holds it.
    case jump
    /// Frames were missing, or repeated the previous one, while the content moved.
    case stall
    /// Frames were missing, or repeated the previous one, while the content moved.
    case reacceleration
    /// The content stood still for a while and then moved on without a hand: a late start.
    case restart
    /// Steps from frame to frame alternate, as if content were positioned at one rate and shown at
    /// another.
    case judder
    /// The content continued by itself while the fingers that had scrolled it rested on the
    /// touchpad.
    case runOn
    /// Some turns of the wheel moved the content further than others.
    case unevenTurns
  }

  /// What happened.
  public let kind: Kind
  /// The time, in seconds on the clock of the rows: for a jump or a stall, the first frame that
  /// shows it; for a push, when the velocity changed; for a late start, by when the content had
  /// begun to move; for judder, the first uneven step; for content that ran on, the last turn of
  /// the wheel; for uneven turns, the first turn of the part that differs.
  public let time: Double
  /// The amount, in ``sizeUnit(_:)``: for a jump, its signed distance; for a stall, the signed
  /// distance not shown in time; for a push, the signed velocity added; for a late start, the
  /// signed distance that followed; for judder, the usual difference between one step and the next;
  /// for content that ran on, its signed distance; for uneven turns, the greatest distance of a
  /// turn divided by the least.
  public let size: Double
  /// The standard error of `size`.
  public let error: Double
  /// The duration of a stall, of the rest before a late start, or of judder, in seconds; 0 for
  /// other kinds.
  public let duration: Double
  /// The number of frames after which alternating steps repeat, 2 or more; 0 for other kinds.
  public let period: Int
  /// Whether the distance missed in a stall was never caught up: the content is positioned by
  /// frames, not by time.
  public let isLost: Bool

  /// The unit of the size, "px", "px/s" or "×" for content whose unit is "px".
  public func sizeUnit(_ unit: String) -> String {
    switch kind {
    case .reacceleration: "\(unit)/s"
    case .unevenTurns: "×"
    default: unit
    }
  }

  /// Creates a fault.
  public init(
    kind: Kind, time: Double, size: Double, error: Double, duration: Double = 0, period: Int = 0,
    isLost: Bool = false
  ) {
    (self.kind, self.time, self.size, self.error) = (kind, time, size, error)
    (self.duration, self.period, self.isLost) = (duration, period, isLost)
  }

  /// The fault with its times mapped from the clock of the rows to when they were seen.
  func seen(by seen: (Double) -> Double) -> MotionFault {
    let start = seen(time)
    // A lost distance stood still this long whatever the clock says.
    let lasted = isLost || duration == 0 ? duration : max(0, seen(time + duration) - start)
    return MotionFault(
      kind: kind, time: start, size: size, error: error, duration: lasted, period: period,
      isLost: isLost)
  }
}
