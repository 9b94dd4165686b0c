internal import Feel

/// What must hold for a control under any sequence of events.
///
/// - State and effects depend only on the events and their times, however often time is advanced in
///   between.
/// - A press never moves what is shown, nor does a still pointer, whatever laws and lengths change
///   under it.
/// - A second finger moves nothing that is held by another.
/// - No hold fires with its pointer off the shape, no part of a wheel notch is lost, and no value
///   of a short step has a long decimal representation.
/// - No deadline is in the past.
/// - Queries about a future time match the state at that time, if no event comes before.
/// - A control equals itself, and nothing traps.
package struct SequenceCheck<Control: SequencedControl> {
  /// A control played with one way of advancing time, and every effect with the interval in which
  /// it was reported.
  private struct Run {
    var control: Control
    var clock = Instant.zero
    var effects: [(effect: Control.Effect, after: Instant, at: Instant)] = []
    /// Its state after each step.
    var states: [Control] = []
    var fault: String?
    /// The positions of the pointers that are down, by number, and whether a key was pressed after
    /// the last of them.
    var pointers: [Int: Vector] = [:]
    var hasKey = false
    /// The number of the pointer that presses the control.
    var presser: Int?

    /// Updates the pointers' positions after the control has handled an event.
    mutating func follow(_ event: InputEvent) {
      switch event {
      case .key(let sample): hasKey = hasKey || sample.phase == .down
      case .pointer(let sample):
        if sample.phase == .up { pointers[sample.pointer] = nil }
        guard abs(sample.location.x) <= 1e9, abs(sample.location.y) <= 1e9 else { return }
        if sample.phase == .down { hasKey = false }
        if sample.phase == .down || pointers[sample.pointer] != nil, sample.phase != .up {
          pointers[sample.pointer] = sample.location
        }
      case .wheel, .cancel: break
      }
    }

    /// Calls the control, advances it to a time, and checks its state.
    mutating func call(at time: Instant, _ body: (inout Control) -> Effects<Control.Effect>) {
      let time = max(clock, time)
      let before = control
      let found = body(&control)
      for effect in found {
        if let fault = before.fault(of: effect, pointers: hasKey ? nil : Array(pointers.values)) {
          fail(fault)
        }
      }
      note(found, until: time)
      // Effects that do not fit into a call come with the next, which is then due immediately.
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
      for effect in found where !Control.isReading(effect) { effects.append((effect, clock, time)) }
    }

    mutating func pass(to time: Instant) {
      call(at: time) { $0.advance(to: time) }
    }

    /// Advances time from deadline to deadline, with the fewest possible calls.
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

  /// The numbers of extra time steps in the runs that are compared with the one by deadlines.
  ///
  /// A thousand steps take 90 % of the whole check, so only one sequence in ten has them: the first
  /// two of twenty seeds, an even and an odd one, since odd ones may be hostile.
  private var stepCounts: [Int] { seed % 20 < 2 ? [1, 7, 60, 1000] : [1, 7, 60] }

  /// The first violation with its sequence, or `nil`.
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
      let before = run.control.offsets(at: run.clock)
      let wasPressed = run.control.isPressed
      perform(step, in: &run)
      if !run.control.isPressed { run.presser = nil }
      if case .event(.pointer(let sample)) = step.action, run.control.isPressed {
        if let presser = run.presser, presser != sample.pointer {
          checkHeld(before, by: run.control, "a second finger", &run)
          continue
        }
        if sample.phase == .down { run.presser = sample.pointer }
        if sample.phase == .down, !wasPressed, run.control.isCaughtByPress {
          checkHeld(before, by: run.control, "a press", &run)
        }
        if sample.phase == .down || numbers.pick(3) == 0 { checkStill(sample, &numbers, &run) }
      }
      if numbers.pick(3) == 0 { checkAhead(&run, by: numbers.tame(0...4)) }
    }
    checkAhead(&run, by: .infinity)
    run.passByDeadlines(to: end)
    checkNotches(&numbers, &run)
    return run
  }

  /// Checks that notches lead to the same position, whatever number of equal parts they are split
  /// into.
  private func checkNotches(_ numbers: inout SequenceNumbers, _ run: inout Run) {
    // Cards of hostile widths may be closer than the precision of numbers.
    guard !isHostile else { return }
    let parts = numbers.pick([2, 3, 6, 7, 10, 15, 24, 30, 120])
    let count = numbers.pick([-2, -1, 1, 2, 3])
    // A pause that discards any partial notch.
    let start = run.clock.advanced(by: 30)
    guard start.microseconds < Int64.max / 2 else { return }
    func turned(in parts: Int) -> Double? {
      var control = run.control
      for part in 0..<parts {
        let time = start.advanced(by: 0.005 * Double(part))
        let delta = Vector(0, Double(count) / Double(parts))
        _ = control.handle(
          .wheel(WheelSample(time: time, location: Vector(100, 100), delta: delta)))
      }
      let end = start.advanced(by: 60)
      _ = control.advance(to: end)
      return control.notchPlace(at: end)
    }
    guard let whole = turned(in: 1), let divided = turned(in: parts) else { return }
    if !(abs(divided - whole) <= max(1e-9, 8 * whole.ulp)) {
      run.fail("\(count) notches in \(parts) parts lead to \(divided), whole to \(whole)")
    }
  }

  /// Plays the sequence with extra time steps: half of them spread over the gaps between events,
  /// the rest after the last event.
  private func played(steps count: Int) -> Run {
    var run = Run(control: start)
    let gapCount = sequence.steps.count
    let early = count / 2
    for (index, step) in sequence.steps.enumerated() where run.fault == nil {
      let stepsInGap = early * (index + 1) / gapCount - early * index / gapCount
      pass(&run, to: step.time, in: stepsInGap)
      perform(step, in: &run)
    }
    pass(&run, to: end, in: count - early)
    run.pass(to: end)
    return run
  }

  /// Advances time in even steps that end before `time`.
  private func pass(_ run: inout Run, to time: Instant, in count: Int) {
    guard time > run.clock, count > 0 else { return }
    let start = run.clock.microseconds
    let length = (time.microseconds - start) / Int64(count + 1)
    for index in 1...count { run.pass(to: Instant(microseconds: start + length * Int64(index))) }
  }

  private func perform(_ step: (time: Instant, action: EventSequence.Action), in run: inout Run) {
    switch step.action {
    case .event(let event):
      run.call(at: step.time) { $0.handle(event) }
      run.follow(event)
    case .layout(let frame):
      run.pass(to: step.time)
      run.call(at: step.time) { $0.place(in: frame, at: step.time) }
    case .order(let seed):
      run.pass(to: step.time)
      run.call(at: step.time) { control in
        var numbers = SequenceNumbers(seed: seed, isHostile: isHostile)
        return control.order(&numbers, at: step.time)
      }
    }
    run.states.append(run.control)
  }

  /// Checks that a still pointer moves nothing, even after laws and lengths change.
  private func checkStill(
    _ sample: PointerSample, _ numbers: inout SequenceNumbers, _ run: inout Run
  ) {
    let move = InputEvent.pointer(
      PointerSample(
        time: run.clock, phase: .moved, location: sample.location, button: sample.button,
        device: sample.device, pointer: sample.pointer))
    let held = run.control.offsets(at: run.clock)
    var control = run.control
    _ = control.handle(move)
    checkHeld(held, by: control, "a move of nothing", &run)
    // A press that strayed along the other axis no longer holds the content.
    guard sample.phase == .down || control.isDragging(at: run.clock) else { return }
    control.disturb(&numbers, at: run.clock)
    checkHeld(held, by: control, "a change under the hand", &run)
    // A press that was no drag may be one under the new laws.
    guard control.isDragging(at: run.clock) else { return }
    _ = control.handle(move)
    checkHeld(held, by: control, "a move of nothing after a change", &run)
  }

  private func checkHeld(
    _ before: [Double], by control: Control, _ cause: String, _ run: inout Run
  ) {
    for (old, new) in zip(before, control.offsets(at: run.clock)) {
      // Far out, where a millionth of a point is below the precision, a few ulps are allowed.
      if !(abs(new - old) <= max(1e-6, 8 * old.ulp)) {
        run.fail("\(cause) moves what is shown from \(old) to \(new)")
      }
    }
  }

  /// Checks that queries about a future time match the state at that time.
  private func checkAhead(_ run: inout Run, by seconds: Double) {
    let time = run.clock.advanced(by: seconds)
    let predicted = run.control.answers(at: time)
    var later = run.control
    _ = later.advance(to: time)
    let found = later.answers(at: time)
    if predicted != found {
      run.fail("asked ahead for \(time.seconds) s: \(predicted), found then: \(found)")
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
    let states = zip(other.states, reference.states)
    if let step = states.enumerated().first(where: { $0.element.0 != $0.element.1 }) {
      return "another state after step \(step.offset + 1) than by deadlines: \(step.element)"
    }
    return other.control == reference.control
      ? nil : "another state at the end than by deadlines: \(other.control), \(reference.control)"
  }
}
