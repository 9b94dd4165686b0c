internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import FeelWindow
internal import Lab
internal import Scenes
internal import Stage

/// A recording of another program's motion, as a window watching it would have made it: each
/// stretch starts with a restart, and its takes are named.
struct ObservedRecording {
  /// A part of the observation.
  struct Stretch {
    /// The name of its takes; `nil` for their numbers.
    var name: String?
    /// Its lines, in order of time.
    var lines: [ObservedLine]
  }

  /// The pause before a stretch, in seconds.
  private static let lead = 1.0

  private var session: Session
  private var recorder: Recorder
  private var named: Set<Int> = []

  /// Creates the file.
  ///
  /// - Throws: `CommandFailure` if it cannot be written.
  init(_ path: String) throws(CommandFailure) {
    let scene = try Catalog.all.named("observed")
    session = Session(catalog: .all, scene: scene, size: Size(1200, 800))
    recorder = try Recorder(path)
    try recorder.begin(session)
  }

  /// Writes the stretches, and ends the file.
  mutating func write(_ source: ObservedSource, _ stretches: [Stretch]) throws(CommandFailure) {
    try apply(.watch(source), at: session.now)
    for stretch in stretches {
      guard let first = stretch.lines.first?.time else { continue }
      if stretch.lines != stretches.first?.lines { try apply(.restart, at: session.now) }
      let start = session.now.advanced(by: Self.lead)
      for line in stretch.lines {
        try apply(.observe(line.content), at: start.advanced(by: line.time - first))
      }
      try rest()
      try name(stretch.name)
    }
    try recorder.finish(session)
  }

  private mutating func apply(_ change: SessionChange, at time: Instant) throws(CommandFailure) {
    try pass(to: time)
    session.handle(.change(time, change))
    try recorder.write(session.takeJournal())
  }

  /// Advances the session, stopping at each deadline as a window would.
  private mutating func pass(to time: Instant) throws(CommandFailure) {
    while let deadline = session.deadline, deadline <= time {
      try recorder.write(session, upTo: deadline)
      session.advance(to: deadline)
    }
    try recorder.write(session, upTo: time)
    session.advance(to: time)
  }

  /// Advances until the motion rests and its take ends.
  private mutating func rest() throws(CommandFailure) {
    let latest = session.now.advanced(by: Take.longest)
    try pass(to: session.now.advanced(by: Self.lead))
    while let deadline = session.deadline, deadline < latest { try pass(to: deadline) }
  }

  private mutating func name(_ name: String?) throws(CommandFailure) {
    guard let name else { return }
    let new = session.takes.filter { !named.contains($0.number) }
    for (index, take) in new.enumerated() {
      named.insert(take.number)
      let words = index == 0 ? name : "\(name) \(index + 1)"
      try apply(.nameTake(take.number, words), at: session.now)
    }
  }
}
