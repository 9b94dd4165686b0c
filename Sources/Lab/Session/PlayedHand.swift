public import Feel
internal import Stage

/// A hand from a file, to be played on the stage.
public struct HandToPlay: Hashable, Sendable {
  /// What the hand did, in any unit.
  public var hand: RecordedHand
  /// How many points a unit is; `nil` where that is not known.
  public var pointsPerUnit: Double?
  /// What the file is called.
  public var name: String

  /// Creates a hand.
  public init(_ hand: RecordedHand, pointsPerUnit: Double?, name: String) {
    (self.hand, self.pointsPerUnit, self.name) = (hand, pointsPerUnit, name)
  }
}

/// A hand that is played on the stage: a flick of a key, which presses the middle of a control,
/// moves evenly and lets go, or one that was recorded.
///
/// Its samples reach the stage as those of a mouse do, each at its own time, so that what it does
/// is recorded, run again and compared like any other take. The same key gives the same samples,
/// counted from its press.
struct PlayedHand: Sendable {
  /// Which way an arrow key points: the content goes on to what lies there, as when the arrow moves
  /// it, and so the hand goes the other way.
  enum Direction: Hashable, Sendable {
    case left, right, up, down

    var axis: DragAxis { self == .left || self == .right ? .horizontal : .vertical }

    /// Where the hand goes, a unit long.
    var hand: Vector {
      switch self {
      case .left: Vector(1, 0)
      case .right: Vector(-1, 0)
      case .up: Vector(0, 1)
      case .down: Vector(0, -1)
      }
    }
  }

  /// How fast the hand is, in points a second, where the control is long enough for its way.
  private static let speed = 2000.0
  /// The time between two samples, in seconds: whole microseconds, so that every flick has the same
  /// pairs.
  private static let interval = 0.008
  private static let moves = 8
  /// The share of a control's length that the hand stays within, from the middle on.
  private static let reach = 0.45
  /// How far a recorded hand goes of whose device no unit is known, in points: as far in every
  /// window.
  fileprivate static let way = 300.0
  /// How long a recorded hand is waited for, in seconds.
  fileprivate static let rest = 0.3

  /// What is still to come, the next one last; places are counted from the stage's corner.
  private var samples: [PointerSample] = []

  var deadline: Instant? { samples.last?.time }

  /// A flick over a frame counted from the stage's corner; at its end the hand leaves the stage.
  init(over frame: Rect, _ direction: Direction, at start: Instant) {
    let length = direction.axis == .horizontal ? frame.width : frame.height
    let duration = Double(Self.moves) * Self.interval
    let way = direction.hand * min(Self.speed * duration, Self.reach * length)
    let end = start.advanced(by: duration)
    let last = frame.center + way
    var hand = [PointerSample(time: start, phase: .down, location: frame.center)]
    for index in 1...Self.moves {
      let time = start.advanced(by: Double(index) * Self.interval)
      let place = frame.center + way * (Double(index) / Double(Self.moves))
      hand.append(PointerSample(time: time, phase: .moved, location: place))
    }
    hand.append(PointerSample(time: end, phase: .up, location: last))
    hand.append(PointerSample(time: end, phase: .exited, location: last))
    samples = hand.reversed()
  }

  /// A recorded hand: the middle of its places is that of the frame.
  init(_ recorded: RecordedHand, scale: Double, over frame: Rect, at start: Instant) {
    let (zero, middle) = (recorded.samples.first?.time ?? 0, recorded.extent.center)
    var hand: [PointerSample] = []
    for sample in recorded.samples {
      let time = start.advanced(by: sample.time - zero)
      let place = frame.center + (sample.location - middle) * scale
      switch sample.phase {
      case .begin: hand.append(PointerSample(time: time, phase: .down, location: place))
      case .update: hand.append(PointerSample(time: time, phase: .moved, location: place))
      case .end:
        // As a mouse does: it moves first and lets go where it is, and so nothing jumps.
        if place != hand.last?.location {
          hand.append(PointerSample(time: time, phase: .moved, location: place))
        }
        hand.append(PointerSample(time: time, phase: .up, location: place))
        hand.append(PointerSample(time: time, phase: .exited, location: place))
      }
    }
    samples = hand.reversed()
  }

  mutating func next(at now: Instant) -> PointerSample? {
    guard let sample = samples.last, sample.time <= now else { return nil }
    return samples.popLast()
  }
}

extension Session {
  /// Flicks the part that has the keyboard, or else the first one that can be flicked that way;
  /// says so where there is none.
  mutating func flick(_ direction: PlayedHand.Direction) {
    guard !isHandBusy else { return }
    if isRunningAgain { apply(.endRerun) }
    guard let frame = flickFrame(direction.axis) else { return say(flickRefusal) }
    stagePresses.hand = PlayedHand(over: frame, direction, at: now)
    playHand()
    if isPaused { say(Words.Messages.flicked(goOn: Keymap.text(.togglePause))) }
  }

  /// Plays a hand from a file, in a scene that it can move.
  mutating func play(_ wanted: HandToPlay) {
    files = nil
    guard !isHandBusy else { return say(Words.Hands.busy) }
    if isRunningAgain { apply(.endRerun) }
    let axis: DragAxis = wanted.hand.isVertical ? .vertical : .horizontal
    if flickFrame(axis) == nil {
      perform(.change(.scene(axis == .vertical ? "scroll-view" : "carousel")))
    }
    guard let frame = flickFrame(axis) else { return say(flickRefusal) }
    if isPaused { perform(.togglePause) }
    let extent = wanted.hand.extent
    let way = axis == .vertical ? extent.height : extent.width
    let scale = wanted.pointsPerUnit ?? (way > 0 ? PlayedHand.way / way : 1)
    // A rest comes first, so that what moves is seen to set out from it.
    let start = now.advanced(by: PlayedHand.rest)
    stagePresses.hand = PlayedHand(wanted.hand, scale: scale, over: frame, at: start)
    say(Words.Hands.plays(wanted.name, scale: wanted.pointsPerUnit == 1 ? nil : scale))
    playHand()
  }

  /// Where the part is that has the keyboard, or else the first that can be flicked that way,
  /// counted from the stage's corner; `nil` where there is none.
  private func flickFrame(_ axis: DragAxis) -> Rect? {
    let (scene, area) = (player.run.scene, layout.stage)
    let focused = scene.focusedIndex.map { [$0] } ?? []
    let frame = (focused + Array(scene.parts.indices)).lazy.compactMap { index -> Rect? in
      let part = scene.parts[index]
      return part.keyboard.flicks.contains(axis) ? part.hitBox.intersection(area) : nil
    }.first
    return frame.map {
      Rect(
        x: $0.minX - area.minX, y: $0.minY - area.minY, width: $0.width, height: $0.height)
    }
  }

  /// Gives the stage what of a played hand is due by now.
  mutating func playHand() {
    let now = now
    var isPressed = false
    while let sample = stagePresses.hand?.next(at: now) {
      // Whatever ended the press, such as Escape, ended the hand.
      isPressed = isPressed || player.run.hasPointer
      guard sample.phase == .down || isPressed else { return stagePresses.hand = nil }
      feed(seen: .pointer(sample))
    }
    if stagePresses.hand?.deadline == nil { stagePresses.hand = nil }
  }

  /// Keeps the pointer from a hand that is played; returns false at a press, which ends that.
  mutating func keepFromHand(_ sample: PointerSample) -> Bool {
    guard sample.phase == .down else { return true }
    stagePresses.hand = nil
    feed(.cancel(CancelSample(time: sample.time, reason: .user)))
    return false
  }

  /// Why nothing can be flicked the way that was asked for.
  private var flickRefusal: String {
    let axes = player.run.scene.parts.reduce(into: Set<DragAxis>()) {
      $0.formUnion($1.keyboard.flicks)
    }
    if axes.contains(.horizontal) { return Words.Messages.flickSideways }
    return axes.contains(.vertical) ? Words.Messages.flickUpright : Words.Messages.noFlick
  }
}

extension RecordedHand {
  /// The smallest rectangle around its places.
  fileprivate var extent: Rect {
    let (x, y) = (samples.map(\.location.x), samples.map(\.location.y))
    let (left, top) = (x.min() ?? 0, y.min() ?? 0)
    return Rect(
      x: left, y: top, width: (x.max() ?? 0) - left, height: (y.max() ?? 0) - top)
  }
}
