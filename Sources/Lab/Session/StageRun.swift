internal import Feel
internal import FeelTrace

/// Something that happens to a scene, in stage time.
enum StageEvent: Sendable {
  /// An input for its parts.
  case input(InputEvent)
  /// Another place, scale or parameter; apart, because a minute holds tens of thousands of small events and few of these.
  indirect case place(Instant, Stage)
  /// An order.
  case command(Instant, Command)
  /// The keyboard goes to another part.
  case focus(Instant, Focus)
  /// The scene starts afresh.
  case restart(Instant)

  var time: Instant {
    switch self {
    case .input(let event): event.time
    case .place(let time, _), .command(let time, _), .focus(let time, _), .restart(let time): time
    }
  }
}

/// A scene at work, in stage time: what is paused, slowed, stepped back and run again with other parameters.
struct StageRun: Sendable {
  var scene: any Scene
  private(set) var stage: Stage
  /// The time of the newest event or deadline it has seen.
  private(set) var now: Instant

  init(_ type: any Scene.Type, on stage: Stage, at now: Instant) {
    (self.stage, self.now) = (stage, now)
    scene = type.init(stage)
    _ = scene.advance(to: now)
  }

  /// Takes an event; the order of calls is the order of time.
  mutating func handle(_ event: StageEvent) -> [Effect] {
    let effects = advance(to: event.time)
    switch event {
    case .input(let input):
      return effects + scene.handle(input)
    case .place(_, let stage):
      self.stage = stage
      scene.place(on: stage, at: now)
    case .command(_, let command):
      return effects + scene.perform(command, at: now)
    case .focus(_, let focus):
      scene.focus = focus
    case .restart:
      self = StageRun(type(of: scene), on: stage, at: now)
    }
    return effects
  }

  /// Lets stage time pass without input; calling it early, late or twice is harmless.
  mutating func advance(to time: Instant) -> [Effect] {
    var effects: [Effect] = []
    while let deadline = scene.deadline, deadline <= time {
      now = max(now, deadline)
      effects += scene.advance(to: now)
    }
    now = max(now, time)
    return effects
  }
}
