internal import Feel
internal import FeelFiles
internal import Lab

/// A recorded session on its way into a window: at a speed of its own, or as fast as there is time
/// for between two frames.
///
/// It is read line by line, so that a session of many takes needs no more room than they do.
package final class Replay {
  private var lines: TraceLines
  /// What a hand did that needs all of a recording, and where it was then.
  struct Interruption {
    let scene: String
    /// In stage time.
    let moment: Instant
    let input: InputEvent
  }

  // What is read and still to come.
  private var ahead: Trace.Entry?
  private let speed: Double
  /// The time of the last line that was due; once it is over, that of its end.
  private(set) var last = Instant.zero
  /// Whether something has reached the stage.
  private(set) var hasBegun = false
  /// Whether its end alone matters, and nothing of it waits for its time.
  var isHurried: Bool
  /// What waits for its end.
  var interruption: Interruption?
  /// Whether it shows what was measured just now.
  var isMeasured = false
  /// What the session is told at its end where the same clip was measured again.
  var measuredAgain: HostFact?
  /// What is said once it is over.
  var notice: String?
  /// The earlier session that it restores; `nil` where a recording is only shown.
  let resumed: EarlierSession?
  /// The panels that had to make room for the recorded stage, open again once it is over.
  var closed = Preferences()
  private(set) var failure: CommandFailure?

  /// Creates a replay of a recording that starts with the window.
  init(_ file: TraceFile, speed: Double) {
    lines = TraceLines(file)
    self.speed = speed
    (isHurried, resumed) = (false, nil)
    read()
  }

  /// Creates a replay that brings a session back, of which the first line was read.
  init(resuming lines: consuming TraceLines, of earlier: EarlierSession) {
    resumed = earlier
    self.lines = lines
    (isHurried, speed) = (true, 1)
    read()
  }

  private func read() {
    ahead = nil
    do throws(CommandFailure) { ahead = try lines.next() } catch { failure = error }
  }

  /// How much of it has happened, from 0 to 1.
  var share: Double { lines.share }

  /// When the next event is due in the session's time; the end after the last one.
  var nextTime: Instant { ahead?.time ?? last }

  func next(until time: Instant) -> SessionEvent? {
    while let entry = ahead, isHurried || entry.time <= time {
      last = entry.time
      read()
      guard case .event(let event) = entry.content else { continue }
      if case .stage = event { hasBegun = true }
      return event
    }
    return nil
  }

  var isOver: Bool { ahead == nil }

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
