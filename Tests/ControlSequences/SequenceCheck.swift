internal import Feel

/// What must hold of a control under any sequence of events.
///
/// State and effects are those of the events and their times alone, however often time is let pass in between; a press never moves what is
/// shown; no deadline lies in the past; what is asked ahead is what comes; a control equals itself; nothing traps.
package struct SequenceCheck<Control: SequencedControl> {
  /// One way of letting time pass: every effect with the span of time in which it was reported.
  private struct Run {
    var control: Control
    var clock = Instant.zero
    var effects: [(effect: Control.Effect, after: Instant, at: Instant)] = []
    var fault: String?

    /// Makes a call that reports at a time, and looks at what it left behind.
    mutating func call(at time: Instant, _ body: (inout Control) -> Effects<Control.Effect>) {
      let time = max(clock, time)
      note(body(&control), until: time)
      // What a call has no room for comes with the next, for which the deadline asks at once.
      for _ in 0..<1000 where control.deadline.map({ $0 <= time }) ?? false {
        note(control.advance(to: time), until: time)
      }
      clock = time
      if let due = control.deadline, due < clock {
        fail("the deadline \(due.seconds) lies \(clock - due) s in the past")
      }
      if control != control { fail("it does not equal itself") }
    }

    private mutating func note(_ found: Effects<Control.Effect>, until time: Instant) {
      for effect in found where !Control.isReading(effect) {
        effects.append((effect, clock, time))
      }
    }

    mutating func pass(to time: Instant) {
      call(at: time) { $0.advance(to: time) }
    }

    mutating func passByDeadlines(to time: Instant) {
      var calls = 0
      while let due = control.deadline, due <= time, fault == nil {
        pass(to: due)
        calls += 1
        if calls > 10_000 { fail("the deadline \(due.seconds) never passes") }
      }
      if time > clock { pass(to: time) }
    }

    mutating func fail(_ message: String) {
      if fault == nil { fault = "at \(clock.seconds) s \(message)" }
    }
  }

  private let seed: UInt64
  private let isHostile: Bool
  private let start: Control
  private let sequence: EventSequence

  /// Draws a control and a sequence.
  package init(seed: UInt64, isHostile: Bool) {
    (self.seed, self.isHostile) = (seed, isHostile)
    var numbers = SequenceNumbers(seed: seed, isHostile: isHostile)
    start = Control(using: &numbers)
    sequence = EventSequence(SequenceNumbers(seed: numbers.seed(), isHostile: isHostile))
  }

  private var end: Instant {
    sequence.steps.reduce(Instant.zero) { max($0, $1.time) }.advanced(by: 12)
  }

  /// How many times time is let pass by itself in the runs that are compared with the one by deadlines.
  ///
  /// A thousand steps take nine tenths of all the time: one sequence in ten has them, hostile ones as often as others.
  private var stepCounts: [Int] { seed % 20 < 2 ? [1, 7, 60, 1000] : [1, 7, 60] }

  /// What does not hold, with the sequence that shows it, or `nil`.
  package func failure() -> String? {
    let reference = playedByDeadlines()
    if let fault = reference.fault { return message(fault) }
    for count in stepCounts {
      let other = played(steps: count)
      if let fault = other.fault ?? difference(of: other, from: reference) {
        return message("with \(count) steps: \(fault)")
      }
    }
    return nil
  }

  private func message(_ fault: String) -> String {
    let lines = sequence.steps.map { "  \($0.time.seconds) \($0.action)" }
    return """
      \(Control.name), seed \(seed)\(isHostile ? ", hostile" : ""): \(fault)
      \(start)
      \(lines.joined(separator: "\n"))
      """
  }

  private func playedByDeadlines() -> Run {
    var run = Run(control: start)
    var numbers = SequenceNumbers(seed: seed ^ 0x5EED)
    for step in sequence.steps where run.fault == nil {
      run.passByDeadlines(to: step.time)
      let before = run.control.held(at: run.clock)
      let wasPressed = run.control.isPressed
      perform(step, in: &run)
      if case .event(.pointer(let sample)) = step.action, sample.phase == .down, !wasPressed,
        run.control.isPressed
      {
        checkCatch(before, &run)
      }
      if numbers.pick(3) == 0 { checkAhead(&run, by: numbers.tame(0...4)) }
    }
    checkAhead(&run, by: .infinity)
    run.passByDeadlines(to: end)
    return run
  }

  private func played(steps count: Int) -> Run {
    var run = Run(control: start)
    let gaps = sequence.steps.count
    let early = count / 2
    for (gap, step) in sequence.steps.enumerated() where run.fault == nil {
      pass(&run, to: step.time, in: early * (gap + 1) / gaps - early * gap / gaps)
      perform(step, in: &run)
    }
    pass(&run, to: end, in: count - early)
    run.pass(to: end)
    return run
  }

  private func pass(_ run: inout Run, to time: Instant, in count: Int) {
    guard time > run.clock, count > 0 else { return }
    let (start, length) = (run.clock.microseconds, time.microseconds - run.clock.microseconds)
    for index in 1...count {
      let share = length / Int64(count + 1) * Int64(index)
      run.pass(to: Instant(microseconds: start + share))
    }
  }

  private func perform(_ step: (time: Instant, action: EventSequence.Action), in run: inout Run) {
    switch step.action {
    case .event(let event): run.call(at: step.time) { $0.handle(event) }
    case .order(let seed):
      run.pass(to: step.time)
      run.call(at: step.time) { control in
        var numbers = SequenceNumbers(seed: seed, isHostile: isHostile)
        return control.order(&numbers, at: step.time)
      }
    }
  }

  private func checkCatch(_ before: [Double], _ run: inout Run) {
    for (old, new) in zip(before, run.control.held(at: run.clock)) {
      // A place so far out that points cannot be told apart is held to the last digits that can.
      if !(abs(new - old) <= max(1e-6, 8 * old.ulp)) {
        run.fail("a press moves what is shown from \(old) to \(new)")
      }
    }
  }

  /// Checks that what is asked about a time to come is what is there then.
  private func checkAhead(_ run: inout Run, by seconds: Double) {
    let time = run.clock.advanced(by: seconds)
    let foretold = run.control.answers(at: time)
    var later = run.control
    _ = later.advance(to: time)
    let found = later.answers(at: time)
    if foretold != found {
      run.fail("asked ahead for \(time.seconds) s: \(foretold), found then: \(found)")
    }
    if !found.allSatisfy(\.isFinite) { run.fail("it shows \(found)") }
  }

  private func difference(of other: Run, from reference: Run) -> String? {
    for (found, wanted) in zip(other.effects, reference.effects) {
      if found.effect != wanted.effect {
        return "\(found.effect) in \(found.after.seconds)…\(found.at.seconds) s, "
          + "by deadlines \(wanted.effect) at \(wanted.at.seconds) s"
      }
      if wanted.at < found.after || wanted.at > found.at {
        return "\(found.effect) in \(found.after.seconds)…\(found.at.seconds) s, "
          + "by deadlines at \(wanted.at.seconds) s"
      }
    }
    if other.effects.count != reference.effects.count {
      return "\(other.effects.map(\.effect)), by deadlines \(reference.effects.map(\.effect))"
    }
    return other.control == reference.control
      ? nil : "another state at the end than by deadlines: \(other.control), \(reference.control)"
  }
}
