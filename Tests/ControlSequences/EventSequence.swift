package import Feel

/// A random sequence of actions by people, devices and programs on a control.
package struct EventSequence {
  /// A single action.
  package enum Action: Sendable {
    case event(InputEvent)
    /// A command by the program, drawn from this seed.
    case order(UInt64)
    /// The control is moved or resized.
    case layout(Rect)
  }

  /// The actions with their times, in the order in which they happen; a hostile device's times may
  /// decrease.
  package private(set) var steps: [(time: Instant, action: Action)] = []
  private var numbers: SequenceNumbers
  private var clock = Instant.zero
  private var place = Vector(100, 100)
  private var device = PointerSample.Device.mouse
  /// The pointer that drags, by its number.
  private var finger = 0
  /// The position of a second finger that is down.
  private var second: Vector?

  /// Draws a sequence of twelve gestures.
  package init(_ numbers: SequenceNumbers) {
    self.numbers = numbers
    for _ in 0..<12 { gesture() }
  }

  /// Adds a drag, a key, wheel turns, a touchpad scroll, a cancel, a move without a press, a new
  /// layout or a command.
  private mutating func gesture() {
    switch numbers.pick(10) {
    case 0...3: drag()
    case 4:
      wait([30, 200, 900])
      add(.key(key()))
    case 5 where numbers.pick(2) == 0: fingers()
    case 5: turns()
    case 6:
      wait([200])
      abandon()
    case 7:
      wait([1500, 4000])
      move()
    case 8 where numbers.pick(2) == 0:
      wait([1, 30, 400])
      relayout()
    default:
      wait([1, 30, 400])
      steps.append((clock, .order(numbers.seed())))
    }
  }

  /// A press, possibly some movement, and usually a release; often early enough to catch a motion.
  private mutating func drag() {
    wait([8, 100, 200, 900])
    device = numbers.pick(PointerSample.Device.allCases)
    finger = device == .mouse ? 0 : numbers.pick([1, 2])
    place = Vector(numbers.number(-20...440), numbers.number(-20...330))
    pointer(.down, button: numbers.pick(8) == 0 ? .secondary : .primary)
    let step = Vector(numbers.number(-60...60), numbers.number(-60...60))
    for _ in 0..<numbers.pick([0, 1, 4, 7]) {
      wait([1, 8, 8, 8, 8, 50])
      meddle()
      place += step
      move()
    }
    guard numbers.pick(6) > 0 else { return }
    wait([0, 1, 8, 8, 300, 2500])
    meddle()
    pointer(.up)
  }

  /// Sometimes adds an interruption of a drag: another finger, a new layout, or a cause of cancel.
  private mutating func meddle() {
    switch numbers.pick(24) {
    case 0...2: secondFinger()
    case 3: relayout()
    case 4: abandon()
    default: break
    }
  }

  /// Moves, presses or lifts a second finger.
  private mutating func secondFinger() {
    let other = Vector(numbers.number(-20...440), numbers.number(-20...330))
    let phase: PointerSample.Phase = second == nil ? .down : numbers.pick([.moved, .moved, .up])
    add(
      .pointer(
        PointerSample(time: clock, phase: phase, location: other, device: .touch, pointer: 3)))
    second = phase == .up ? nil : other
  }

  /// Adds a cause of cancel that is an event; disabling a control is a command.
  private mutating func abandon() {
    switch numbers.pick(3) {
    case 0: add(.key(KeySample(time: clock, phase: .down, key: .escape)))
    case 1: pointer(.down, button: numbers.pick([.middle, .secondary, .back]))
    default:
      add(.cancel(CancelSample(time: clock, reason: numbers.pick(CancelSample.Reason.allCases))))
    }
  }

  /// Moves the control, often from under the pointer.
  private mutating func relayout() { steps.append((clock, .layout(numbers.frame()))) }

  /// Wheel turns: of any length, or a few notches, each split into equal parts.
  private mutating func turns() {
    let parts = Double(numbers.pick([1, 6, 7, 10, 15, 24]))
    let isInParts = numbers.pick(2) == 0
    for _ in 0...(isInParts ? Int(parts) : numbers.pick(3)) {
      wait([8, 30])
      let delta =
        isInParts ? Vector(0, 1 / parts) : Vector(numbers.number(-3...3), numbers.number(-40...40))
      turn(delta, .turn, numbers.pick([.wheel, .continuous]))
    }
  }

  /// A touchpad scroll, possibly with parts missing, and possibly with the device's momentum.
  private mutating func fingers() {
    wait([8, 100, 200, 900])
    if numbers.pick(4) > 0 { turn(.zero, .began, .finger) }
    let step = Vector(numbers.number(-60...60), numbers.number(-60...60))
    for _ in 0..<numbers.pick([0, 1, 4, 7]) {
      wait([1, 8, 8, 8, 8, 50, 600])
      turn(step, .changed, .finger)
    }
    wait([0, 8, 8, 300, 2500])
    if numbers.pick(4) > 0 { turn(.zero, .ended, .finger) }
    for _ in 0..<numbers.pick([0, 0, 3]) {
      wait([8])
      turn(step, .momentum, .finger)
    }
  }

  private mutating func turn(
    _ delta: Vector, _ phase: WheelSample.Phase, _ source: WheelSample.Source
  ) {
    add(
      .wheel(
        WheelSample(
          time: clock, location: place, delta: delta,
          unit: numbers.pick(WheelSample.Unit.allCases), phase: phase, source: source)))
  }

  private mutating func move() { pointer(.moved) }

  private mutating func pointer(
    _ phase: PointerSample.Phase, button: PointerSample.Button = .primary
  ) {
    add(
      .pointer(
        PointerSample(
          time: clock, phase: phase, location: place, button: button, device: device,
          pointer: finger)))
  }

  private mutating func key() -> KeySample {
    KeySample(
      time: clock, phase: numbers.pick(3) == 0 ? .up : .down,
      key: numbers.pick([
        .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .space, .return, .escape,
      ]), isRepeat: numbers.pick(5) == 0, modifiers: numbers.pick([[], .shift, .control]))
  }

  private mutating func add(_ event: InputEvent) { steps.append((clock, .event(event))) }

  /// Waits for one of the times plus up to a millisecond; a hostile clock sometimes jumps.
  private mutating func wait(_ milliseconds: [Int64]) {
    let wild: [Int64] = [.min, -1, 0, 1, 5_000_000, 4_000_000_000, .max - 1, .max]
    if numbers.isHostile, numbers.pick(25) == 0 {
      clock = Instant(microseconds: numbers.pick(wild))
    } else {
      let (sum, overflow) = clock.microseconds.addingReportingOverflow(
        numbers.pick(milliseconds) * 1000 + Int64(numbers.pick(1000)))
      if !overflow { clock = Instant(microseconds: sum) }
    }
  }
}
