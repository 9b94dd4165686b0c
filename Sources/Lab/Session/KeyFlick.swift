internal import Feel
internal import Stage

/// A flick that a key plays: a hand that presses the middle of a control, moves evenly and lets go.
///
/// Its samples reach the stage as those of a mouse do, each at its own time, so that a flick without a mouse is recorded, run again and compared like any other. The same key gives the same samples, counted from its press.
struct KeyFlick: Sendable {
  /// Which way an arrow key points: the content goes on to what lies there, as when the arrow moves it, and so the hand goes the other way.
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
  /// The time between two samples, in seconds: whole microseconds, so that every flick has the same pairs.
  private static let interval = 0.008
  private static let moves = 8
  /// The share of a control's length that the hand stays within, from the middle on.
  private static let reach = 0.45

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

  mutating func next(at now: Instant) -> PointerSample? {
    guard let sample = samples.last, sample.time <= now else { return nil }
    return samples.popLast()
  }
}

extension Session {
  /// Flicks the part that has the keyboard, or else the first one that can be flicked that way; says so where there is none.
  mutating func flick(_ direction: KeyFlick.Direction) {
    guard !isHandBusy else { return }
    if isRunningAgain { apply(.endRerun) }
    let scene = player.run.scene
    let (area, focused) = (layout.stage, scene.focusedIndex.map { [$0] } ?? [])
    let frames = (focused + Array(scene.parts.indices)).compactMap { index -> Rect? in
      let part = scene.parts[index]
      return part.keyboard.flicks.contains(direction.axis) ? part.hitBox.intersection(area) : nil
    }
    guard var frame = frames.first else { return say(flickRefusal) }
    frame.origin -= layout.stage.origin
    stagePresses.flick = KeyFlick(over: frame, direction, at: now)
    playFlick()
    if isPaused { say(Words.Messages.flicked(goOn: Keymap.text(.togglePause))) }
  }

  /// Gives the stage what of a key's flick is due by now.
  mutating func playFlick() {
    let now = now
    var isPressed = false
    while let sample = stagePresses.flick?.next(at: now) {
      // Whatever ended the press, such as Escape, ended the flick.
      isPressed = isPressed || player.run.hasPointer
      guard sample.phase == .down || isPressed else { return stagePresses.flick = nil }
      feed(seen: .pointer(sample))
    }
    if stagePresses.flick?.deadline == nil { stagePresses.flick = nil }
  }

  /// Keeps the pointer from a flick that a key plays; returns false at a press, which ends that.
  mutating func keepFromFlick(_ sample: PointerSample) -> Bool {
    guard sample.phase == .down else { return true }
    stagePresses.flick = nil
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
