public import Feel

/// What the frames of the stage's last minute cost, by the moment of the stage that they showed: the longest of each sixtieth of a second.
public struct FrameTrack: Hashable, Sendable {
  /// The longest frame of a sixtieth of a second of the stage.
  package struct Slot: Hashable {
    /// In seconds; 0 where there was no frame.
    package var cost: Float = 0
    /// Whether one of its frames came too late for its vblank.
    package var isLate = false
  }

  private var slots: [Slot] = []
  private var first: Int64 = 0

  /// Creates a track without frames.
  public init() {}

  /// Adds a frame that took so many seconds and showed a moment of the stage; it takes the place of what was shown after that moment.
  public mutating func add(cost: Double, isLate: Bool, at moment: Instant) {
    let index = MotionLog.index(atOrBefore: moment)
    if slots.isEmpty || index < first || index - first > 4 * Self.kept {
      (slots, first) = ([], index)
    }
    let place = Int(index - first)
    if place < slots.count {
      slots.removeLast(slots.count - 1 - place)
    } else {
      slots += [Slot](repeating: Slot(), count: place + 1 - slots.count)
    }
    slots[place].cost = max(slots[place].cost, Float(cost))
    slots[place].isLate = slots[place].isLate || isLate
    // Some at a time, so that the cost stays small.
    guard slots.count >= Int(Self.kept) + 600 else { return }
    let gone = slots.count - Int(Self.kept)
    slots.removeFirst(gone)
    first += Int64(gone)
  }

  /// The longest frame in a stretch of grid moments, if there was one.
  package func longest(in indices: Range<Int64>) -> Slot? {
    let known = indices.clamped(to: first..<(first + Int64(slots.count)))
    var longest = Slot()
    for index in known {
      let slot = slots[Int(index - first)]
      longest.cost = max(longest.cost, slot.cost)
      longest.isLate = longest.isLate || slot.isLate
    }
    return longest.cost > 0 ? longest : nil
  }

  private static let kept = Int64(StageHistory.span) * MotionLog.rate
}
