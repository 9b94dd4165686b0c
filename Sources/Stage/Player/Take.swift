package import Feel
package import FeelTrace

/// A gesture and what came of it: from the press, wheel, key or order that set something going until everything rests.
///
/// It is the one meaning of "the last gesture": what is run again, compared, filmed and shown as a curve is a take.
package struct Take: Sendable {
  /// The times of a take, in stage time.
  package struct Span: Hashable, Sendable {
    /// When it began.
    package let start: Instant
    /// When a hand last did something in it.
    package fileprivate(set) var lastInput: Instant
    /// When it was last let go; its start where nothing was held.
    package fileprivate(set) var release: Instant
    /// When everything came to rest, once it has.
    package fileprivate(set) var rest: Instant?
  }

  /// When it happened.
  package let span: Span
  /// The stage as it was just before, and how to take that on.
  package let before: StageHistory.Moment
  /// What happened to the stage since then.
  package let events: [StageEvent]

  init(_ span: Span, in history: StageHistory) {
    self.span = span
    before = history.moment(at: Instant(microseconds: span.start.microseconds - 1))
    events = history.events(from: span.start)
  }

  /// How its control moved, from the start to the rest that it came to, or will; `nil` where no hand moved anything.
  package func track(in history: StageHistory, until end: Instant) -> MotionTrack? {
    let start = max(span.start, history.start)
    guard end > start else { return nil }
    // Fine enough for the eye at any zoom that makes sense, and a long hold stays small.
    let count = min(2400, max(1, Int(((end - start) * 240).rounded(.up))))
    var moment = history.moment(at: start)
    var samples: [MotionTrack.Sample] = []
    var last: MotionReading?
    for index in 0...count {
      let share = Double(index) / Double(count)
      let time = index == count ? end : start.advanced(by: share * (end - start))
      history.play(&moment, to: time)
      guard let reading = moment.run.watched(at: time) else { return nil }
      // Only the control that was touched last: the one before it has a scale of its own.
      if last?.control != reading.control { samples.removeAll() }
      let elapsed = time - start
      let mean = samples.last.map { (reading.position - $0.position) / (elapsed - $0.time) }
      samples.append(
        MotionTrack.Sample(
          time: elapsed, position: reading.position, velocity: reading.velocity ?? mean ?? 0,
          state: reading.state))
      last = reading
    }
    return Self.track(samples, of: last)
  }

  private static func track(
    _ samples: [MotionTrack.Sample], of reading: MotionReading?
  ) -> MotionTrack? {
    guard let reading, samples.count >= 2 else { return nil }
    let hasHold = samples.contains {
      $0.state.map { [.pressed, .tracking, .rubber].contains($0) } ?? false
    }
    let hasMoved = samples.contains { $0.position != samples[0].position }
    guard hasHold, hasMoved else { return nil }
    let start = samples[0].time
    return MotionTrack(
      name: reading.control, unit: reading.unit, bounds: reading.bounds,
      samples: samples.map {
        MotionTrack.Sample(
          time: $0.time - start, position: $0.position, velocity: $0.velocity, state: $0.state)
      })
  }
}

extension MotionLog {
  /// The longest time between two turns of a wheel, or two keys, that belong to one take, in seconds.
  private static let pause = 0.5

  /// The takes that began after a time, oldest first.
  ///
  /// What a hand does while something still moves belongs to the take that set it going: a fling that is caught and thrown again is one take. So do turns of the wheel, keys and orders that follow each other quickly, though each may come to rest.
  package func takes(after start: Instant) -> [Take.Span] {
    var takes: [Take.Span] = []
    var isQuick = false
    for mark in marks where mark.time > start && mark.kind != .change {
      let isHeld = mark.kind == .release || mark.kind == .cancel
      let follows =
        isQuick && mark.kind.isMomentary
        && takes.last.map { mark.time - $0.lastInput <= Self.pause } ?? false
      if takes.isEmpty || !isHeld && !follows && isAtRest(before: mark.time) {
        takes.append(Take.Span(start: mark.time, lastInput: mark.time, release: mark.time))
      }
      takes[takes.count - 1].lastInput = mark.time
      if isHeld { takes[takes.count - 1].release = mark.time }
      isQuick = mark.kind.isMomentary
    }
    for index in takes.indices {
      let next = index + 1 < takes.count ? takes[index + 1].start : nil
      let last = changes.last { change in next.map { change.time < $0 } ?? true }
      if let last, last.state == .idle, last.time > takes[index].start {
        takes[index].rest = last.time
      }
    }
    return takes
  }

  private func isAtRest(before time: Instant) -> Bool {
    (changes.last { $0.time < time }?.state ?? .idle) == .idle
  }
}

extension MotionLog.Mark.Kind {
  /// Whether it is over as soon as it happens.
  fileprivate var isMomentary: Bool { [.wheel, .key, .order].contains(self) }
}
