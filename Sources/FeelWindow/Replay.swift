internal import Feel
internal import FeelFiles
internal import Lab

/// A recorded session being replayed into a window, at its own speed or as fast as the time between
/// two frames allows.
///
/// It is read line by line, so that a session with many takes needs no more memory than the takes
/// do.
package final class Replay {
  private var lines: TraceLines
  /// An input that needs the rest of the recording first, and the moment at which it came.
  struct Interruption {
    let scene: String
    /// In stage time.
    let moment: Instant
    let input: InputEvent
  }

  // The next entry, already read.
  private var ahead: Trace.Entry?
  private let speed: Double
  /// Time of the last entry that was due; at the end, of the last entry.
  private(set) var last = Instant.zero
  /// Whether any input has reached the stage.
  private(set) var hasBegun = false
  /// Whether it is fast-forwarded to its end.
  var isHurried: Bool
  /// The input to handle after its end.
  var interruption: Interruption?
  /// Whether it shows a clip's measurements just made.
  var isMeasured = false
  /// The fact to report to the session at its end, if the same clip was measured again, and what
  /// was shown of it before.
  var measuredAgain: (fact: HostFact, place: ClipPlace?, isUndone: Bool)?
  /// A notice to show when it is over.
  var notice: String?
  /// The earlier session being restored; `nil` if a recording is only shown.
  let resumed: EarlierSession?
  /// The panels closed to make room for the recorded stage, reopened when it is over.
  var closed = Preferences()
  private(set) var failure: CommandFailure?

  /// Creates a replay of a recording, from its start.
  init(_ file: TraceFile, speed: Double) {
    lines = TraceLines(file)
    self.speed = speed
    (isHurried, resumed) = (false, nil)
    read()
  }

  /// Creates a replay that restores a session whose first line has been read.
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

  /// The share that has been replayed, 0…1.
  var share: Double { lines.share }

  /// When the next event is due in session time; after the last one, the end.
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

  /// The window-clock time at which a session time is reached.
  func moment(_ time: Instant) -> Instant {
    speed == 1 ? time : Instant.zero.advanced(atLeast: time.seconds / speed)
  }
}

extension InputEvent {
  /// Whether this input takes over the stage from a replay.
  var takesOver: Bool {
    switch self {
    case .pointer(let sample): sample.phase == .down
    case .key(let sample): sample.phase == .down
    case .wheel: true
    case .cancel: false
    }
  }

  /// Whether it is a press of this key with exactly these modifiers.
  func isPress(of key: KeySample.Key, _ modifiers: Modifiers = []) -> Bool {
    guard case .key(let sample) = self else { return false }
    return sample.phase == .down && sample.key == key && sample.modifiers == modifiers
  }
}
