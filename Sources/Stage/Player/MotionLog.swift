public import Feel
internal import FeelTrace

/// A stage's motion over its last minute, or longer during a take, sampled sixty times per second
/// of stage time, with its events: the data of the timeline's lanes.
///
/// It derives from events and closed-form states alone, so the same events give the same log,
/// whatever frames were drawn.
public struct MotionLog: Hashable, Sendable {
  /// The motion at one moment of the grid.
  public struct Sample: Hashable, Sendable {
    /// In the control's unit, or `nil` where nothing has a motion.
    public var position: Double?
    /// In units per second; `nil` where the control has no velocity.
    public var velocity: Double?
    /// What the control was doing.
    public var state = ControlState.idle
    /// The number of pointer samples in the velocity estimate while a hand holds something it can
    /// fling; `nil` otherwise.
    public var estimatedFrom: UInt8?
    /// The fraction of pointer travel that counts, during a fine drag.
    public var rate: Double?
    /// The position at which the control would be if it followed the hand exactly, in its unit.
    public var hand: Double?
    /// The number of reports from held pointers until the next moment.
    public var inputs: UInt16 = 0
    /// The position under set B, while two sets are compared.
    public var otherPosition: Double?
    /// The velocity under set B.
    public var otherVelocity: Double?
    /// The state under set B.
    public var otherState: ControlState?
    /// Which of its items were alive: one bit each, for the first 32.
    public var alive: UInt32 = 0
    /// Which of its items were shown.
    public var shown: UInt32 = 0
    /// The control and axis; samples of one motion share a source.
    public var source: Int?
  }

  /// An event on the stage.
  public struct Mark: Hashable, Sendable {
    /// The kind of event.
    public enum Kind: Hashable, Sendable, CaseIterable {
      /// A press, or fingers taking hold on a touchpad.
      case press
      /// A press that stopped a motion.
      case caught
      /// The release of a press.
      case release
      /// The end of an abandoned press.
      case cancel
      /// A wheel turn.
      case wheel
      /// A key going down.
      case key
      /// A change of parameter or preset, or a restart.
      case change
      /// A command, such as a button's.
      case order
    }

    /// When, in stage time.
    public var time: Instant
    /// The kind of event.
    public var kind: Kind
  }

  /// A change of state.
  public struct Change: Hashable, Sendable {
    /// When, in stage time.
    public var time: Instant
    /// The new state.
    public var state: ControlState
  }

  /// Grid moments per second of stage time.
  public static let rate: Int64 = 60
  private static let least = Int64(StageHistory.span) * rate
  // A longer take keeps its last ten minutes: a held button costs a sample per moment.
  private static let most = 600 * rate
  // Drops 8 s at once: the samples then stay below 4,096, at which the array would double.
  private static let slack = 8 * rate

  /// The samples, oldest first, one per grid moment.
  public internal(set) var samples: [Sample] = []
  /// The grid moment of the first sample.
  public private(set) var first: Int64
  /// The events, oldest first.
  public private(set) var marks: [Mark] = []
  /// The changes of state, oldest first.
  public private(set) var changes: [Change] = []
  /// When the run under set B comes to rest, as last predicted; without a prediction, the last grid
  /// moment at which it moved.
  package internal(set) var otherRest: Instant?
  private var state = ControlState.idle
  // The time up to which changes are complete.
  private var checked: Instant

  /// The time from which everything is kept.
  var kept: Instant?

  package init(at start: Instant) {
    first = Self.index(atOrBefore: start) + 1
    checked = start
  }

  /// Starts at a stage that may already be moving.
  init(of run: StageRun, at start: Instant) {
    self.init(at: start)
    state = run.watchedState(at: start)
    if state != .idle { changes = [Change(time: start, state: state)] }
  }

  /// A take's motion shifted later by `shift` microseconds, padded with its initial position back
  /// to `start`.
  init(of sheet: TakeSheet, from start: Instant, later shift: Int64) {
    func moved(_ time: Instant, _ shift: Int64) -> Instant {
      Instant(microseconds: time.microseconds + shift)
    }
    let end = moved(sheet.end ?? sheet.run.now, shift)
    self.init(at: min(start, end))
    var moment = sheet.history.moment(at: sheet.start)
    while case let time = Self.time(of: first + Int64(samples.count)), time <= end {
      let then = max(moved(time, -shift), sheet.start)
      sheet.history.play(&moment, to: then)
      samples.append(Self.sample(of: moment.run, at: then))
    }
    marks = sheet.log.marks.map { Mark(time: moved($0.time, shift), kind: $0.kind) }
    changes = sheet.log.changes.map { Change(time: moved($0.time, shift), state: $0.state) }
    (state, checked) = (sheet.log.state, end)
  }

  /// Extracts the log between two times; `run` is the stage at the first.
  func stretch(from start: Instant, to end: Instant, of run: StageRun) -> MotionLog {
    var stretch = MotionLog(of: run, at: start)
    let last = Self.index(atOrBefore: end)
    stretch.first = max(first, stretch.first)
    if stretch.first <= last {
      let skipped = Int(stretch.first - first)
      stretch.samples = Array(samples.dropFirst(skipped).prefix(Int(last - stretch.first) + 1))
    }
    stretch.marks = marks.filter { $0.time > start && $0.time <= end }
    stretch.changes += changes.filter { $0.time > start && $0.time <= end }
    stretch.state = stretch.changes.last?.state ?? .idle
    stretch.otherRest = otherRest.map { min($0, end) }
    stretch.checked = min(checked, end)
    return stretch
  }

  /// The stage time of a grid moment.
  public static func time(of index: Int64) -> Instant {
    Instant(microseconds: index * 1_000_000 / rate)
  }

  /// The last grid moment that is not after a time.
  package static func index(atOrBefore time: Instant) -> Int64 {
    let index = time.microseconds * rate / 1_000_000
    return Self.time(of: index + 1) <= time ? index + 1 : index
  }

  /// The sample of the grid moment at or before a time, if kept.
  public func sample(at time: Instant) -> Sample? {
    let place = Int(Self.index(atOrBefore: time) - first)
    return samples.indices.contains(place) ? samples[place] : nil
  }

  /// Samples a stage up to a time; no event happens to it before then, though one may at it.
  package mutating func record(_ run: StageRun, to time: Instant) {
    let end = Self.index(atOrBefore: time)
    let least = end - Self.least
    let wanted = kept.map { min(Self.index(atOrBefore: $0), least) } ?? least
    forget(before: max(wanted, end - Self.most))
    var next = first + Int64(samples.count)
    while next <= end {
      let moment = Self.time(of: next)
      let sample = Self.sample(of: run, at: moment)
      findChange(run, into: sample.state, at: moment)
      // A stage at rest needs only one sample, repeated.
      let count = run.rests(at: moment) ? end - next + 1 : 1
      samples.append(contentsOf: repeatElement(sample, count: Int(count)))
      next += count
      if let other = run.runB?.begun(at: moment), other.state != .idle {
        otherRest = other.restTime ?? Self.time(of: next - 1)
      }
    }
  }

  /// Samples a stage up to a deadline that it is about to pass: once at rest, it no longer reveals
  /// when the rest began.
  package mutating func followToEnd(_ run: StageRun, at time: Instant) {
    record(run, to: time)
    findChange(run, into: run.watchedState(at: time), at: time)
  }

  /// The state before an event.
  package struct Before {
    package var isHeld: Bool
    /// The parts that moved on their own, which a press may stop.
    package var moving: [Int] = []
    package var parameters: ParameterSet
    // Positions before the stage is resized.
    fileprivate var positions: [Int: Double] = [:]

    package init(_ run: StageRun, _ event: StageEvent) {
      (isHeld, parameters) = (run.scene.isHeld, run.stage.parameters)
      if !isHeld, event.isPress { moving = run.movingParts(at: event.time) }
      if case .place(let time, let stage) = event, stage.frame != run.stage.frame {
        positions = MotionLog.positions(of: run, at: time)
      }
    }
  }

  private static func positions(of run: StageRun, at time: Instant) -> [Int: Double] {
    let places = run.sources(at: time).map { ($0.source, $0.reading.position) }
    return Dictionary(places) { first, _ in first }
  }

  /// Shifts earlier positions to the resized stage: the layout changed, nothing moved.
  private mutating func rebase(_ positions: [Int: Double], to run: StageRun, at time: Instant) {
    var ways: [Int: Double] = [:]
    for (source, position) in Self.positions(of: run, at: time) {
      if let before = positions[source], before != position { ways[source] = position - before }
    }
    guard !ways.isEmpty else { return }
    for index in samples.indices {
      guard let way = samples[index].source.flatMap({ ways[$0] }) else { continue }
      samples[index].position? += way
      samples[index].hand? += way
      samples[index].otherPosition? += way
    }
  }

  /// Records an event that has just happened to a stage; returns its kind if it is marked.
  @discardableResult
  package mutating func record(
    _ event: StageEvent, on run: StageRun, after before: Before
  ) -> Mark.Kind? {
    if !before.positions.isEmpty { rebase(before.positions, to: run, at: event.time) }
    if let last = samples.indices.last {
      let inputs = samples[last].inputs
      if Self.time(of: first + Int64(last)) == event.time {
        samples[last] = Self.sample(of: run, at: event.time)
      }
      let counts = (before.isHeld || run.scene.isHeld) && event.isReport
      samples[last].inputs = counts && inputs < .max ? inputs + 1 : inputs
    }
    let word = run.watchedState(at: event.time)
    if word != state {
      state = word
      changes.append(Change(time: event.time, state: state))
    }
    checked = event.time
    let kind = Self.kind(of: event, on: run, before)
    if let kind { marks.append(Mark(time: event.time, kind: kind)) }
    return kind
  }

  package mutating func truncate(after time: Instant) {
    let end = Self.index(atOrBefore: time)
    samples.removeLast(min(samples.count, max(0, samples.count - Int(end - first) - 1)))
    marks.removeAll { $0.time > time }
    changes.removeAll { $0.time > time }
    state = changes.last?.state ?? .idle
    otherRest = otherRest.map { min($0, time) }
    checked = min(checked, time)
  }

  package static func sample(of run: StageRun, at time: Instant) -> Sample {
    guard let reading = run.begun(at: time) else { return Sample() }
    let other = run.runB?.begun(at: time)
    var sample = Sample(
      position: reading.position, velocity: reading.velocity, state: reading.state,
      estimatedFrom: run.releaseEstimate(at: time)?.usedCount,
      rate: reading.rate, hand: run.hand(on: reading), otherPosition: other?.position,
      otherVelocity: other?.velocity,
      otherState: other?.state, source: run.source(of: reading))
    for (index, item) in reading.items.prefix(32).enumerated() {
      if item.isAlive { sample.alive |= 1 << index }
      if item.isShown { sample.shown |= 1 << index }
    }
    return sample
  }

  /// Finds, to the microsecond, when time alone changed the state since the last check.
  private mutating func findChange(_ run: StageRun, into state: ControlState, at time: Instant) {
    defer { checked = time }
    guard state != self.state else { return }
    var (before, after) = (checked.microseconds, time.microseconds)
    while after - before > 1 {
      let middle = before + (after - before) / 2
      let word = run.watchedState(at: Instant(microseconds: middle))
      if word == self.state { before = middle } else { after = middle }
    }
    self.state = state
    let rested = state == .idle ? run.restedSince(at: time) : nil
    changes.append(Change(time: rested ?? Instant(microseconds: after), state: state))
  }

  private static func kind(
    of event: StageEvent, on run: StageRun, _ before: Before
  ) -> Mark.Kind? {
    let isHeld = run.scene.isHeld
    switch event {
    case .input(.pointer), .input(.wheel):
      if isHeld, !before.isHeld {
        return run.heldPart.map(before.moving.contains) ?? false ? .caught : .press
      }
      switch event {
      case .input(.pointer(let sample)) where before.isHeld && !isHeld:
        return sample.phase == .up ? .release : .cancel
      case .input(.wheel(let sample)):
        if before.isHeld { return isHeld ? nil : sample.phase == .ended ? .release : .cancel }
        // Lifting fingers that held nothing does nothing.
        return sample.phase == .ended ? nil : .wheel
      default: return nil
      }
    case .input(.key(let sample)): return sample.phase == .down ? .key : nil
    case .input(.cancel): return before.isHeld ? .cancel : nil
    case .place(_, let stage): return stage.parameters != before.parameters ? .change : nil
    case .command: return .order
    case .restart: return .change
    case .observe(_, .pointer(_, let phase)):
      guard isHeld != before.isHeld else { return nil }
      guard isHeld else { return phase == .cancel ? .cancel : .release }
      return run.heldPart.map(before.moving.contains) ?? false ? .caught : .press
    case .observe(_, .wheel(_, let phase)): return phase == .end ? nil : .wheel
    case .focus, .compare, .observe: return nil
    }
  }

  /// Drops samples older than a grid moment, in batches to keep the cost low.
  private mutating func forget(before index: Int64) {
    guard index - first >= Self.slack else { return }
    samples.removeFirst(min(samples.count, Int(index - first)))
    first = index
    let start = Self.time(of: first)
    marks.removeAll { $0.time < start }
    changes.removeAll { $0.time < start }
  }
}
