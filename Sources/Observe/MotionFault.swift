/// Something in a motion that no law explains: what a check fails for.
public struct MotionFault: Hashable, Sendable {
  /// What happened.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The content was elsewhere from one frame to the next, or elsewhere under the hand that holds
    /// it.
    case jump
    /// Frames were missing, or showed again what the one before had shown, while the content moved.
    case stall
    /// The content went faster at once without a hand: a second push.
    case reacceleration
    /// The content stood still for a while and then moved on without a hand: a late start.
    case restart
    /// Steps from frame to frame alternate, as where content is placed at one rate and shown at
    /// another.
    case judder
    /// The content went on by itself while the fingers that had scrolled it rested on the touchpad.
    case runOn
    /// A turn of the wheel moved the content further at one time than at another.
    case unevenTurns
  }

  /// What happened.
  public let kind: Kind
  /// When, in seconds on the clock of the rows: the first frame that shows a jump or a stall; the
  /// moment at which the velocity changed, of a push; by when the content had begun to move, of a
  /// late start; the first uneven step, of judder; the last turn of the wheel, of content that went
  /// on; the first turn of the part that differs, of turns.
  public let time: Double
  /// By how much, in ``sizeUnit(_:)``: the way that the content was elsewhere, with its sign; of a
  /// stall the way that was not shown in time, with its sign; of a push the velocity that was
  /// added, with its sign; of a late start the way that followed it, with its sign; of judder the
  /// usual difference between one step and the next; of content that went on how far it did, with
  /// its sign; of turns how many times further the furthest moved it than the least.
  public let size: Double
  /// The standard error of `size`.
  public let error: Double
  /// How long it lasted, in seconds: a stall, the rest before a late start, judder; 0 for the
  /// others.
  public let duration: Double
  /// After how many frames alternating steps are the same again, 2 or more; 0 for the other kinds.
  public let period: Int
  /// Whether the way that a stall did not show was never made up for: the content is placed by
  /// frames, not by time.
  public let isLost: Bool

  /// What the size is in: "px", "px/s" or "×", for content whose unit is "px".
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

  /// The same with the times at which what a clock tells was seen.
  func seen(by seen: (Double) -> Double) -> MotionFault {
    let start = seen(time)
    // What was lost stood for so long whatever the clock makes of it.
    let lasted = isLost || duration == 0 ? duration : max(0, seen(time + duration) - start)
    return MotionFault(
      kind: kind, time: start, size: size, error: error, duration: lasted, period: period,
      isLost: isLost)
  }
}
