public import Feel
internal import Stage

/// A recorded hand from a file, to be played on the stage.
public struct HandToPlay: Hashable, Sendable {
  /// The recorded hand, in any unit.
  public var hand: RecordedHand
  /// Points per unit; `nil` if unknown.
  public var pointsPerUnit: Double?
  /// The file's name.
  public var name: String

  /// Creates a hand.
  public init(_ hand: RecordedHand, pointsPerUnit: Double?, name: String) {
    (self.hand, self.pointsPerUnit, self.name) = (hand, pointsPerUnit, name)
  }
}

/// A hand played on the stage: a keyboard flick (press the middle of a control, move evenly,
/// release), or a recorded hand.
///
/// Its samples reach the stage like a mouse's, each at its own time, so the take is recorded, rerun
/// and compared like any other. The same key always gives the same samples, relative to its press.
struct PlayedHand: Sendable {
  /// The direction of an arrow key, in which the content advances; the hand moves the opposite way.
  enum Direction: Hashable, Sendable {
    case left, right, up, down

    var axis: DragAxis { self == .left || self == .right ? .horizontal : .vertical }

    /// Unit vector of the hand's motion.
    var hand: Vector {
      switch self {
      case .left: Vector(1, 0)
      case .right: Vector(-1, 0)
      case .up: Vector(0, 1)
      case .down: Vector(0, -1)
      }
    }
  }

  /// Speed of the hand in points per second, if the control is long enough.
  private static let speed = 2000.0
  /// Seconds between samples: whole microseconds, so that every flick has the same intervals.
  private static let interval = 0.008
  private static let moves = 8
  /// Maximum distance of the hand from the middle, as a share of the control's length.
  private static let reach = 0.45
  /// Length of a recorded hand's motion in points if its unit is unknown, the same in every window.
  fileprivate static let way = 300.0
  /// Pause before a recorded hand starts, in seconds.
  fileprivate static let rest = 0.3

  /// The remaining samples, next one last; locations are relative to the stage's corner.
  private var samples: [PointerSample] = []

  var deadline: Instant? { samples.last?.time }

  /// A flick over a frame in stage coordinates; the hand then leaves the stage.
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

  /// A recorded hand, with the centre of its extent on the frame's centre.
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
        // Like a mouse, move first and release in place, so that nothing jumps.
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
  /// Flicks the focused part, or else the first that can be flicked that way; reports if there is
  /// none.
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
    // Start with a pause, so that the motion visibly starts from rest.
    let start = now.advanced(by: PlayedHand.rest)
    stagePresses.hand = PlayedHand(wanted.hand, scale: scale, over: frame, at: start)
    say(Words.Hands.plays(wanted.name, scale: wanted.pointsPerUnit == 1 ? nil : scale))
    playHand()
  }

  /// Frame of the focused part, or else of the first that can be flicked that way, in stage
  /// coordinates; `nil` if there is none.
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

  /// Feeds the stage the played hand's samples due by now.
  mutating func playHand() {
    let now = now
    var isPressed = false
    while let sample = stagePresses.hand?.next(at: now) {
      // Whatever ended the press, such as Escape, also ends the hand.
      isPressed = isPressed || player.run.hasPointer
      guard sample.phase == .down || isPressed else { return stagePresses.hand = nil }
      feed(seen: .pointer(sample))
    }
    if stagePresses.hand?.deadline == nil { stagePresses.hand = nil }
  }

  /// Withholds pointer samples from the stage while a hand is played; a press ends the hand and
  /// returns false.
  mutating func keepFromHand(_ sample: PointerSample) -> Bool {
    guard sample.phase == .down else { return true }
    stagePresses.hand = nil
    feed(.cancel(CancelSample(time: sample.time, reason: .user)))
    return false
  }

  /// Why nothing can be flicked in the requested direction.
  private var flickRefusal: String {
    let axes = player.run.scene.parts.reduce(into: Set<DragAxis>()) {
      $0.formUnion($1.keyboard.flicks)
    }
    if axes.contains(.horizontal) { return Words.Messages.flickSideways }
    return axes.contains(.vertical) ? Words.Messages.flickUpright : Words.Messages.noFlick
  }
}

extension RecordedHand {
  fileprivate var extent: Rect {
    let (x, y) = (samples.map(\.location.x), samples.map(\.location.y))
    let (left, top) = (x.min() ?? 0, y.min() ?? 0)
    return Rect(
      x: left, y: top, width: (x.max() ?? 0) - left, height: (y.max() ?? 0) - top)
  }
}
