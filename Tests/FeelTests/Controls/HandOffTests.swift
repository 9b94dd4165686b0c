import Feel
import TestSupport
import Testing

/// A control reduced to one moving number, to detect jumps in it.
protocol HandOffSubject: DrivenControl {
  /// Where a random pointer may press, in points.
  var playground: Rect { get }
  /// Upper bound of how much the number changes per point of pointer movement.
  func gain(at time: Instant) -> Double
  func shown(at time: Instant) -> Double
  func speed(at time: Instant) -> Double
  var lawUnderWay: (law: ScrollMotion, start: Instant)? { get }
  /// A change by the program in mid-motion; the number must not jump.
  mutating func disturb(_ random: inout SeededGenerator, at time: Instant)
  /// The tolerances at rest.
  var checker: HandOffChecker { get }
}

extension HandOffSubject {
  func gain(at time: Instant) -> Double { 1 }
  var lawUnderWay: (law: ScrollMotion, start: Instant)? { nil }
  var checker: HandOffChecker { HandOffChecker() }
  mutating func disturb(_ random: inout SeededGenerator, at time: Instant) {}
}

extension Carousel: HandOffSubject {
  var playground: Rect { Rect(x: -20, y: 0, width: 680, height: 240) }
  func shown(at time: Instant) -> Double {
    contentOffset(at: time) + layout.alignment.share * frame.width
  }
  func speed(at time: Instant) -> Double { velocity(at: time) }
  var lawUnderWay: (law: ScrollMotion, start: Instant)? { motion }
  mutating func disturb(_ random: inout SeededGenerator, at time: Instant) {
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      let width = Double.random(in: 100...1500, using: &random)
      _ = layout(frame: Rect(x: 0, y: 0, width: width, height: 240), at: time)
    case 1:
      var physics = ScrollPhysics.uikit
      physics.decay = .exponential(Bool.random(using: &random) ? .fast : .normal)
      _ = setPhysics(physics, at: time)
    case 2: _ = scroll(to: Int.random(in: 0..<12, using: &random), at: time)
    default:
      _ = setLayout(CardLayout(count: Int.random(in: 8..<16, using: &random), width: 280), at: time)
    }
  }
}

extension ScrollView: HandOffSubject {
  var playground: Rect { Rect(x: -20, y: 0, width: 300, height: 420) }
  func shown(at time: Instant) -> Double { contentOffset(at: time) }
  func speed(at time: Instant) -> Double { velocity(at: time) }
  var lawUnderWay: (law: ScrollMotion, start: Instant)? { motion }
  mutating func disturb(_ random: inout SeededGenerator, at time: Instant) {
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      // At rest a resize clamps the content to its ends: that is layout, not motion.
      guard velocity(at: time) != 0 || (isPressed && !isBarPressed) else { return }
      let height = Double.random(in: 100...700, using: &random)
      _ = layout(frame: Rect(x: 0, y: 0, width: 300, height: height), at: time)
    case 1:
      var physics = ScrollPhysics.uikit
      physics.decay = .exponential(Bool.random(using: &random) ? .fast : .normal)
      _ = setPhysics(physics, at: time)
    default: _ = scroll(to: Double.random(in: -500...3000, using: &random), at: time)
    }
  }
}

extension Pager: HandOffSubject {
  var playground: Rect { Rect(x: -20, y: 0, width: 440, height: 240) }
  private var pitch: Double { frame.width + spacing }
  /// On the way to a distant page, the pages in between are hidden, and the neighbour on the strip
  /// is that many pages away.
  func gain(at time: Instant) -> Double {
    let shown = visiblePages(at: time)
    let between = shown.second.map { abs($0.page - shown.first.page) } ?? 1
    return Double(between) / pitch
  }
  func shown(at time: Instant) -> Double { pagePosition(at: time) }
  func speed(at time: Instant) -> Double { velocity(at: time) }
  var checker: HandOffChecker { HandOffChecker(restSpeed: 10 / pitch, restThreshold: 0.5 / pitch) }
  mutating func disturb(_ random: inout SeededGenerator, at time: Instant) {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: _ = go(to: currentPage, at: time)
    case 1:
      let width = Double.random(in: 200...900, using: &random)
      let height = Double.random(in: 100...700, using: &random)
      _ = layout(frame: Rect(x: 0, y: 0, width: width, height: height), at: time)
    default: _ = setPage(Pager.Page(title: "", contentLength: 900), at: 0, time: time)
    }
  }
}

extension ProgressSlider: HandOffSubject {
  var playground: Rect { Rect(x: 0, y: 30, width: 600, height: 50) }
  /// Commands also change the value; only the stretch changes with time.
  func shown(at time: Instant) -> Double { stretch(at: time) }
  func speed(at time: Instant) -> Double { 0 }
}

extension IntegerSlider: HandOffSubject {
  var playground: Rect { Rect(x: 0, y: 30, width: 600, height: 50) }
  func shown(at time: Instant) -> Double { thumbX(at: time) }
  func speed(at time: Instant) -> Double { 0 }
  mutating func disturb(_ random: inout SeededGenerator, at time: Instant) {
    _ = setValue(Int.random(in: -2...14, using: &random), at: time)
  }
}

struct HandOffTests {
  private static let sequences = 1000

  /// Plays a random sequence; returns a description of the first jump.
  private func jump<Subject: HandOffSubject>(_ start: Subject, seed: UInt64) -> String? {
    var random = SeededGenerator(seed: seed)
    var subject = start
    var clock = 0.0
    var place = Vector.zero
    for _ in 0..<30 {
      clock += [1.0, 8, 8, 8, 30, 200, 900].randomElement(using: &random) ?? 8
      let now = time(clock)
      if let due = subject.deadline, due <= now, let message = atRest(subject, due) {
        return message
      }
      let before = (value: subject.shown(at: now), speed: subject.speed(at: now))
      let oldGain = subject.gain(at: now)
      let oldStart = subject.lawUnderWay?.start
      let wasHeld =
        subject.lawUnderWay.map { now >= $0.start.advanced(atLeast: $0.law.duration) } ?? true
      let (event, allowed) = event(for: subject, &place, clock, &random)
      var keepsSpeed = true
      if let event {
        _ = subject.handle(event)
        if case .pointer(let sample) = event {
          keepsSpeed = sample.phase == .up && sample.button == .primary
        }
        if case .cancel = event { keepsSpeed = false }
        if case .key(let sample) = event, sample.key == .escape { keepsSpeed = false }
      } else {
        subject.disturb(&random, at: now)
      }
      let after = subject.shown(at: now)
      // A control released too close to its rest for a motion rests at once.
      let rests = wasHeld && !(subject.lawUnderWay.map { $0.start == now } ?? false)
      let most =
        allowed * max(oldGain, subject.gain(at: now))
        + (rests ? subject.checker.restThreshold : 0) + 1e-9 * max(1, abs(after))
      guard after.isFinite, abs(after - before.value) <= most else {
        return "seed \(seed): \(before.value) -> \(after) at \(name(of: event))"
      }
      if let motion = subject.lawUnderWay, motion.start == now, oldStart != now {
        // After a cancel, or from standing still under a press, a motion starts from rest by
        // design.
        let speed = keepsSpeed || !wasHeld ? before.speed : 0
        let value = motion.law.value(at: 0)
        for handOff in subject.checker.check(
          motion.law, released: MotionState(value: value, velocity: speed))
        where handOff.verdict == .jump {
          return "seed \(seed): \(handOff) after \(name(of: event))"
        }
      }
    }
    return nil
  }

  private func name(of event: InputEvent?) -> String {
    event.map { String(describing: $0) } ?? "a change by the program"
  }

  /// At the end of a motion, the number must not change by more than the rest tolerance.
  private func atRest<Subject: HandOffSubject>(_ subject: Subject, _ due: Instant) -> String? {
    var copy = subject
    let before = copy.shown(at: Instant(microseconds: due.microseconds - 1))
    let speed = abs(copy.speed(at: Instant(microseconds: due.microseconds - 1)))
    _ = copy.advance(to: due)
    let after = copy.shown(at: due)
    let allowed = subject.checker.restThreshold + speed * 1e-6 + 1e-6
    return abs(after - before) <= allowed ? nil : "at rest: \(before) -> \(after)"
  }

  /// A random event with the most it may change the number; `nil` for a change by the program.
  private func event<Subject: HandOffSubject>(
    for subject: Subject, _ place: inout Vector, _ clock: Double, _ random: inout SeededGenerator
  ) -> (InputEvent?, Double) {
    let now = time(clock)
    let ground = subject.playground
    func pointer(
      _ phase: PointerSample.Phase, _ button: PointerSample.Button = .primary
    ) -> InputEvent {
      .pointer(PointerSample(time: now, phase: phase, location: place, button: button))
    }
    func fingers(_ delta: Vector, _ phase: WheelSample.Phase) -> InputEvent {
      .wheel(
        WheelSample(
          time: now, location: place, delta: delta, unit: .points, phase: phase, source: .finger))
    }
    switch Int.random(in: 0..<30, using: &random) {
    case 0..<4:
      place = Vector(
        Double.random(in: ground.minX..<ground.maxX, using: &random),
        Double.random(in: ground.minY..<ground.maxY, using: &random))
      return (pointer(.down), 0)
    case 4..<14:
      let step = Vector(
        Double.random(in: -60...60, using: &random), Double.random(in: -60...60, using: &random))
      place += step
      // A drag's first motion includes the distance held back by the slop.
      return (pointer(.moved), step.length + 60)
    case 14..<17: return (pointer(.up), 0)
    case 17: return (pointer(.down, .secondary), .infinity)
    case 18: return (.cancel(CancelSample(time: now, reason: .focusLost)), .infinity)
    case 19: return (.key(KeySample(time: now, phase: .down, key: .pageDown)), 0)
    case 20: return (.key(KeySample(time: now, phase: .down, key: .left)), 0)
    case 21:
      let delta = Vector(0, Double.random(in: -2...2, using: &random))
      return (.wheel(WheelSample(time: now, location: place, delta: delta)), 0)
    case 22:
      let delta = Vector(0, Double.random(in: -80...80, using: &random))
      return (.wheel(WheelSample(time: now, location: place, delta: delta, unit: .points)), 80)
    case 23: return (fingers(.zero, .began), 0)
    case 24..<28:
      let step = Vector(
        Double.random(in: -60...60, using: &random), Double.random(in: -60...60, using: &random))
      // Horizontal scrolling uses both components; an axis lock gives back what it held back.
      return (fingers(step, .changed), abs(step.x) + abs(step.y) + 60)
    case 28: return (fingers(.zero, .ended), 0)
    default: return (nil, 0)
    }
  }

  private func expectNoJumps<Subject: HandOffSubject>(
    _ subject: Subject, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let jumps = (0..<UInt64(Self.sequences)).compactMap { jump(subject, seed: $0) }
    #expect(jumps.isEmpty, "\(jumps.count): \(jumps.first ?? "")", sourceLocation: sourceLocation)
  }

  @Test(arguments: Carousel.SnapStrategy.allCases, Carousel.FlingLimit.allCases)
  func `random input never makes a carousel jump`(
    strategy: Carousel.SnapStrategy, limit: Carousel.FlingLimit
  ) {
    expectNoJumps(
      Carousel(
        frame: Rect(x: 0, y: 0, width: 640, height: 240),
        layout: CardLayout(count: 12, width: 280), at: 3, strategy: strategy, flingLimit: limit))
  }

  @Test func `random input never makes a scroll view jump`() {
    let frame = Rect(x: 0, y: 0, width: 300, height: 400)
    expectNoJumps(ScrollView(frame: frame, contentLength: 2000, offset: 700))
    expectNoJumps(ScrollView(frame: frame, contentLength: 100))
  }

  @Test(arguments: Pager.Landing.allCases, Pager.Resistance.allCases)
  func `random input never makes a pager jump`(landing: Pager.Landing, resistance: Pager.Resistance)
  {
    expectNoJumps(
      Pager(
        frame: Rect(x: 0, y: 0, width: 392, height: 240),
        pages: Array(repeating: Pager.Page(title: "", contentLength: 900), count: 6), at: 2,
        turn: .init(landing: landing, resistance: resistance)))
  }

  /// Drags from the middle in 8 steps, abandons the drag in every possible way, and returns the
  /// resulting motions.
  private func motions<Control: DrivenControl>(
    of start: Control, givenUpAfter step: Vector, _ law: (Control) -> ScrollMotion?
  ) -> [ScrollMotion] {
    let ways: [Script] = [
      .cancel(at: 65), .key(.escape, at: 65), .down(320, 120, at: 65, button: .secondary),
    ]
    return ways.compactMap { way in
      var control = start
      control.play(
        .down(320, 120, at: 0),
        .each(1...8) { .move(320 + step.x * $0, 120 + step.y * $0, at: $0 * 8) }, way)
      return law(control)
    }
  }

  @Test(arguments: ScrollPreset.all)
  func `a cancelled drag starts its motion from rest`(preset: ScrollPreset) {
    func expectRest(_ motions: [ScrollMotion]) {
      for motion in motions {
        #expect(motion.releaseVelocity == 0)
        #expect(motion.velocity(at: 0) == 0 || motion.isKnownDeparture(0))
      }
    }
    let frame = Rect(x: 0, y: 0, width: 640, height: 240)
    for strategy in Carousel.SnapStrategy.allCases {
      for limit in Carousel.FlingLimit.allCases {
        for (index, step) in [(0, 20.0), (5, -20), (5, 20), (11, -20)] {
          let motions = motions(
            of: Carousel(
              frame: frame, layout: CardLayout(count: 12, width: 280), at: index,
              strategy: strategy, flingLimit: limit, physics: preset.physics),
            givenUpAfter: Vector(step, 0)
          ) { $0.motion?.law }
          // Without visible overscroll, nothing needs to come back.
          let isInside = index == 5
          #expect(motions.count == 3 || !isInside)
          expectRest(motions)
        }
      }
    }
    for step in [-20.0, 20] {
      let view = ScrollView(frame: frame, contentLength: 300, physics: preset.physics)
      expectRest(motions(of: view, givenUpAfter: Vector(0, step)) { $0.motion?.law })
      for step in [Vector(step, 0), Vector(0, step)] {
        let pager = Pager(
          frame: frame,
          pages: [Pager.Page](repeating: .init(title: "", contentLength: 900), count: 3), at: 1,
          turn: preset.turn, physics: preset.physics)
        let motions = motions(of: pager, givenUpAfter: step) {
          $0.movement(at: time(65)).motion?.law
        }
        #expect(motions.count == 3 || step.x == 0)
        expectRest(motions)
      }
    }
  }

  @Test func `a second press without a release leaves the content where it is`() {
    func expectNoMove(_ control: some HandOffSubject, by step: Vector) {
      var control = control
      let (start, end) = (Vector(320, 120), Vector(320, 120) + step)
      let rest = control.shown(at: .zero)
      control.play(.down(start.x, start.y, at: 0), .move(end.x, end.y, at: 8))
      let held = control.shown(at: time(8))
      // So close to rest that a release would stop it there at once.
      #expect(held != rest && abs(held - rest) < 0.5)
      control.play(.down(end.x, end.y, at: 8))
      #expect(control.shown(at: time(8)) == held)
    }
    let frame = Rect(x: 0, y: 0, width: 640, height: 240)
    expectNoMove(ScrollView(frame: frame, contentLength: 900), by: Vector(0, 6.3))
    expectNoMove(Carousel(frame: frame, at: 0), by: Vector(6.3, 0))
    expectNoMove(Carousel(frame: frame, at: 5), by: Vector(6.3, 0))
    let pages = [Pager.Page](repeating: .init(title: "", contentLength: 900), count: 3)
    expectNoMove(Pager(frame: frame, pages: pages, at: 1), by: Vector(20.3, 0))
    expectNoMove(Pager(frame: frame, pages: pages, at: 0), by: Vector(20.3, 0))
  }

  @Test func `random input never makes a slider jump`() {
    let frame = Rect(x: 100, y: 50, width: 400, height: 8)
    expectNoJumps(ProgressSlider(frame: frame, value: 0.9))
    expectNoJumps(ProgressSlider(frame: frame, value: 0.1, fineScrubbing: .off))
    expectNoJumps(IntegerSlider(frame: frame, maximum: 12, value: 3))
  }
}
