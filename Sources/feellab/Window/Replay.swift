internal import Feel
internal import FeelTrace
internal import Lab

/// A recorded session on its way into a window, at a speed of its own.
struct Replay {
  private let events: [SessionEvent]
  /// When it is over, in the session's time.
  let end: Instant
  private let speed: Double
  private var index = 0
  /// The panels that had to make room for the recorded stage, open again once it is over.
  var closed = Preferences()

  /// Creates a replay that starts with the window.
  init(_ file: TraceFile, speed: Double) {
    (events, end, self.speed) = (file.trace.events, file.trace.end, speed)
  }

  /// When the next event is due in the session's time; the end after the last one.
  var nextTime: Instant? { index < events.count ? events[index].time : end }

  /// The next event that is due at a time of the session.
  mutating func next(until time: Instant) -> SessionEvent? {
    guard index < events.count, events[index].time <= time else { return nil }
    defer { index += 1 }
    return events[index]
  }

  /// Whether all has been shown.
  func isOver(at time: Instant) -> Bool { index == events.count && time >= end }

  /// The session's time at a moment of the window's clock.
  func sessionTime(_ moment: Instant) -> Instant {
    speed == 1 ? moment : Instant(seconds: moment.seconds * speed)
  }

  /// The moment of the window's clock at which a time of the session has come.
  func moment(_ time: Instant) -> Instant {
    speed == 1 ? time : Instant.zero.advanced(atLeast: time.seconds / speed)
  }
}

extension InputEvent {
  /// Whether a hand that did this means to have the stage, where a recorded one is shown.
  var takesOver: Bool {
    switch self {
    case .pointer(let sample): sample.phase == .down
    case .key(let sample): sample.phase == .down
    case .wheel: true
    case .cancel: false
    }
  }

  /// Whether it is a key going down, with just these modifiers.
  func isPress(of key: KeySample.Key, _ modifiers: Modifiers = []) -> Bool {
    guard case .key(let sample) = self else { return false }
    return sample.phase == .down && sample.key == key && sample.modifiers == modifiers
  }
}
