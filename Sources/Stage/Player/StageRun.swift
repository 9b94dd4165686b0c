package import Feel
package import FeelTrace

/// An event on a scene, in stage time.
package enum StageEvent: Sendable {
  /// An input for its parts.
  case input(InputEvent)
  /// Another place, scale or parameter; indirect, because these are few among tens of thousands of
  /// small events per minute.
  indirect case place(Instant, Stage)
  /// A command.
  case command(Instant, Command)
  /// The keyboard goes to another part.
  case focus(Instant, Focus)
  /// The scene restarts.
  case restart(Instant)
  /// The observed program did something.
  case observe(Instant, ObservedLine.Content)
  /// Starts or ends carrying the same stage under other parameters.
  indirect case compare(Instant, ParameterSet?)

  /// Whether a button or finger goes down, or touchpad fingers may take hold.
  package var isPress: Bool {
    switch self {
    case .input(.pointer(let sample)): sample.phase == .down
    case .input(.wheel(let sample)): sample.isOfHold && sample.phase != .ended
    case .observe(_, .pointer(_, let phase)): phase == .down
    default: false
    }
  }

  package var isReport: Bool {
    switch self {
    case .input(.pointer), .observe(_, .pointer): true
    default: false
    }
  }

  /// The event for a stage with other parameters; `nil` for the start or end of a comparison.
  func under(_ parameters: ParameterSet) -> StageEvent? {
    switch self {
    case .place(let time, var stage):
      stage.parameters = parameters
      return .place(time, stage)
    case .compare: return nil
    case .input, .command, .focus, .restart, .observe: return self
    }
  }

  package var time: Instant {
    switch self {
    case .input(let event): event.time
    case .place(let time, _), .command(let time, _), .focus(let time, _), .restart(let time),
      .observe(let time, _), .compare(let time, _):
      time
    }
  }
}

/// A running scene, in stage time: the unit of pausing, slowing, stepping back and rerunning.
package struct StageRun: Sendable {
  package var scene: any Scene
  @Boxed package private(set) var stage: Stage
  /// The time of the newest event or deadline handled.
  package private(set) var now: Instant
  /// The newest report of the leading pointer: the first of those pressed, otherwise any.
  package private(set) var lastPointer: PointerSample?
  /// The location of that pointer's newest press.
  package private(set) var press: Vector?
  /// The newest report of every pressed pointer, in the order of their presses.
  private var pressed: [PointerSample] = []
  /// The watched part's position when the current press took hold, and the location of the press.
  private var grip: (position: Double, press: Vector)?
  /// Whether a gesture was abandoned whose pointer is still down.
  private(set) var isAbandoned = false
  /// The record of the newest release.
  package private(set) var release: ReleaseRecord?
  /// The scene just before the last release, and the released part; cheap, as parts share storage.
  @Boxed private var letGo:
    (scene: any Scene, part: Int, sample: PointerSample, parameters: ParameterSet)? = nil
  /// Index of the part that was held or moved last.
  private var watchedIndex: Int?
  private let movers: [Int]
  // At most one; an array, as a value cannot contain its own type directly.
  private var other: [StageRun] = []

  /// The same stage under set B, which gets the same events, while two sets are compared.
  package var runB: StageRun? { other.first }

  package init(_ type: any Scene.Type, on stage: Stage, at now: Instant) {
    (self.stage, self.now) = (stage, now)
    scene = type.init(stage)
    let parts = scene.parts
    movers = parts.indices.filter { parts[$0].probe(at: now) != nil }
    _ = scene.advance(to: now)
  }

  /// Handles an event and anything due at that time; calls must be in order of time.
  package mutating func handle(_ event: StageEvent) -> [Effect] {
    let effects = apply(event)
    // A motion started by the event may end at once.
    return effects + advance(to: now)
  }

  private mutating func apply(_ event: StageEvent) -> [Effect] {
    defer { carry(event) }
    let effects = advance(to: event.time)
    switch event {
    case .input(let input):
      let record = record(before: input)
      let held = record == nil ? nil : heldPart.map { (scene, $0) }
      if case .pointer(let sample) = input { track(sample) }
      if case .cancel = input { (isAbandoned, pressed) = (isAbandoned || hasPointer, []) }
      let happened = scene.handle(input)
      followWatched()
      if case .pointer(let sample) = input, sample.phase == .down, sample.button == .primary,
        sample.pointer == lastPointer?.pointer
      {
        grip = watched(at: now).map { ($0.position, sample.location) }
      }
      updateRelease(input, record, of: held)
      return effects + happened
    case .place(_, let stage):
      self.stage = stage
      scene.place(on: stage, at: now)
      if let time = letGo?.sample.time { letGo?.scene.place(on: stage, at: time) }
      release = nil
    case .command(_, let command):
      (release, letGo) = (nil, nil)
      let happened = scene.perform(command, at: now)
      followWatched()
      return effects + happened
    case .focus(_, let focus):
      scene.focus = focus
    case .restart:
      let (pointer, other) = (lastPointer, other)
      self = StageRun(type(of: scene), on: stage, at: now)
      (lastPointer, self.other) = (pointer, other)
    case .observe(_, let content):
      scene.observe(content, at: now)
      followWatched()
    case .compare(_, let parameters):
      compare(with: parameters)
    }
    return effects
  }

  /// Tracks pointers and their presses.
  private mutating func track(_ sample: PointerSample) {
    let leads = pressed.first.map { $0.pointer == sample.pointer } ?? true
    if leads {
      lastPointer = sample
      if sample.phase == .down { press = sample.location }
    }
    let place = pressed.firstIndex { $0.pointer == sample.pointer }
    if let place { pressed[place] = sample }
    guard sample.button == .primary else { return }
    switch sample.phase {
    case .down:
      if place == nil { pressed.append(sample) }
      isAbandoned = false
    case .up:
      if let place { pressed.remove(at: place) }
      isAbandoned = false
      // The next pressed finger leads from now on.
      if leads, let next = pressed.first { (lastPointer, press) = (next, next.location) }
    case .moved, .exited: break
    }
  }

  /// Forwards the event to set B's stage, which keeps its own parameters.
  private mutating func carry(_ event: StageEvent) {
    if !other.isEmpty {
      if let event = event.under(other[0].stage.parameters) { _ = other[0].handle(event) }
      other[0].watchedIndex = watchedIndex
    }
    switch event {
    case .place, .restart, .compare: standBeside()
    case .input, .command, .focus, .observe: break
    }
  }

  /// Introduces the parts of both stages to each other.
  private mutating func standBeside() {
    let others = other.first?.scene.parts
    for index in scene.parts.indices { scene.parts[index].stand(beside: others?[index]) }
    guard !other.isEmpty else { return }
    for index in scene.parts.indices {
      other[0].scene.parts[index].stand(beside: scene.parts[index])
    }
  }

  private mutating func compare(with parameters: ParameterSet?) {
    guard let parameters else {
      other = []
      return
    }
    other = [(other.first ?? self).under(parameters)]
  }

  /// This stage alone, with other parameters from now.
  func under(_ parameters: ParameterSet) -> StageRun {
    var (run, stage) = (self, stage)
    run.other = []
    stage.parameters = parameters
    _ = run.handle(.place(now, stage))
    return run
  }

  /// This run carrying another one, instead of any it carried before.
  func carrying(_ run: StageRun) -> StageRun {
    var (carrier, run) = (self, run)
    run.other = []
    run.watchedIndex = watchedIndex
    carrier.other = [run]
    return carrier
  }

  package var deadline: Instant? {
    let deadlines = [scene.deadline, other.first?.scene.deadline]
    return deadlines.compactMap { $0 }.min()
  }

  /// Whether any pointer is pressed.
  package var hasPointer: Bool { !pressed.isEmpty }

  /// The samples that would release all held pointers at a time.
  private func releases(at time: Instant) -> [PointerSample] {
    (pressed.isEmpty ? lastPointer.map { [$0] } ?? [] : pressed).map { sample in
      var sample = sample
      (sample.time, sample.phase, sample.button) = (time, .up, .primary)
      return sample
    }
  }

  /// Whether time alone changes the look of this stage or set B's after a time.
  package func isMoving(at time: Instant) -> Bool {
    scene.isMoving(at: time) || other.contains { $0.scene.isMoving(at: time) }
  }

  /// Whether nothing drawn or measured changes after a time, until the next deadline or event.
  package func rests(at time: Instant) -> Bool {
    !scene.isHeld && !other.contains { $0.scene.isHeld } && !isMoving(at: time)
  }

  /// Advances stage time without input; calling it early, late or twice is harmless.
  package mutating func advance(to time: Instant) -> [Effect] {
    for index in other.indices { _ = other[index].advance(to: time) }
    var effects: [Effect] = []
    while let deadline = scene.deadline, deadline <= time {
      now = max(now, deadline)
      effects += scene.advance(to: now)
    }
    now = max(now, time)
    return effects
  }

  // MARK: Drawing

  /// Draws the scene and, if both runs are named, the carried one over it in dashes, within the
  /// frame.
  package func draw(
    into canvas: inout Canvas, in frame: Rect, at time: Instant, isFlipped: Bool,
    names: (a: String, b: String)?
  ) {
    let shown = isFlipped ? runB ?? self : self
    shown.scene.draw(into: &canvas, at: time)
    guard let runB, let names else { return }
    let theme = canvas.theme
    let (ghost, ghostName) = isFlipped ? (self, names.a) : (runB, names.b)
    let sets = ComparedSets(
      isFlipped: isFlipped, shown: isFlipped ? names.b : names.a, other: ghostName)
    for (part, shown) in zip(ghost.scene.parts, shown.scene.parts) {
      part.probe(at: time)?.drawGhost(over: shown, into: &canvas)
    }
    for (part, shownPart) in zip(ghost.scene.parts, shown.scene.parts) {
      let probe = part.probe(at: time)
      if probe?.drawOther(behind: shownPart, sets, into: &canvas) == true { continue }
      let outlines = probe?.outlines ?? []
      for outline in outlines {
        canvas.dashedOutline(
          outline.frame, radius: outline.radius, isFlipped ? theme.accent : theme.bFill)
      }
      // Only the most important outline is named; a name moved into the frame would label nothing.
      guard let first = outlines.first(where: { $0.name != nil && $0.frame.minX >= frame.minX }),
        let name = first.name
      else { continue }
      // Another item than the outline's may be shown inside it.
      let there = shownPart.probe(at: time)?.outlines
        .first { $0.name != nil && $0.frame.contains(first.frame.center) }?.name
      // That item has a label of its own: place this one beside it, or else on the line itself.
      let words = there == name ? name : Words.instead(name, of: there)
      let line = Vector(first.frame.minX + 14, max(frame.minY + 12, first.frame.minY))
      canvas.tab(
        isB: !isFlipped, ghostName, words, at: line, orBefore: shownPart.hitBox.minX, in: frame)
    }
  }
}

extension StageRun {
  /// The motion of the part that was held or set in motion last, or of the first that has a motion.
  ///
  /// While a pointer holds the part, its rest comes from a copy that is released at that time, so
  /// the prediction matches an actual release.
  package func reading(at time: Instant) -> MotionReading? {
    guard let index = watchedIndex ?? movers.first, var reading = watched(at: time) else {
      return nil
    }
    let releases = releases(at: time)
    guard scene.parts[index].isHeld, !releases.isEmpty else { return reading }
    var part = scene.parts[index]
    _ = part.advance(to: time)
    for release in releases { _ = part.handle(.pointer(release)) }
    guard var released = part.probe(at: time)?.reading else { return reading }
    // A page caught in motion first completes its turn; the scroll inside it is read after that.
    if released.item != reading.item, let end = released.restTime {
      _ = part.advance(to: end)
      released = part.probe(at: end)?.reading ?? released
    }
    guard released.item == reading.item else { return reading }
    (reading.rest, reading.restTime) = (released.rest, released.restTime)
    reading.restName = released.restName
    return reading
  }

  /// The motion probes of all parts that have one.
  func probes(at time: Instant) -> [any MotionProbe] {
    let parts = scene.parts
    return movers.compactMap { parts[$0].probe(at: time) }
  }

  /// The motions of all parts that have one, as they are.
  package func readings(at time: Instant) -> [MotionReading] { probes(at: time).map(\.reading) }

  /// The source number for a reading of the watched part: part and axis.
  package func source(of reading: MotionReading) -> Int? {
    (watchedIndex ?? movers.first).map { Self.source(of: reading, part: $0) }
  }

  private static func source(of reading: MotionReading, part: Int) -> Int {
    let isLevel = abs(reading.direction.x) >= abs(reading.direction.y)
    return part * 2 + (isLevel ? 0 : 1)
  }

  /// The part of a source; both of its axes are measured alike.
  package static func part(of source: Int) -> Int { source / 2 }

  /// The motion of every part that has one, with its source number.
  package func sources(at time: Instant) -> [(source: Int, reading: MotionReading)] {
    movers.compactMap { index in
      scene.parts[index].probe(at: time).map { probe in
        let reading = probe.reading
        return (Self.source(of: reading, part: index), reading)
      }
    }
  }

  /// The parts that move on their own at a time, excluding hover lights.
  package func movingParts(at time: Instant) -> [Int] {
    movers.filter { isUnderWay($0, at: time) }
  }

  private func isUnderWay(_ part: Int, at time: Instant) -> Bool {
    switch scene.parts[part].probe(at: time)?.state {
    case .decelerating, .bouncing, .snapping, .programmatic: true
    // Another program's hand without pointer samples: only the motion it causes is known.
    case .tracking: !scene.parts.isHeld(part)
    case .idle, .pressed, .rubber, .cancelled, nil: false
    }
  }

  package var heldPart: Int? {
    let parts = scene.parts
    return movers.first { parts.isHeld($0) }
  }

  /// The part that was held or set in motion last, or the first that has a motion.
  package var watchedPart: (any Part)? { (watchedIndex ?? movers.first).map { scene.parts[$0] } }

  /// The motion probe of that part as it is, without simulating a release.
  package func probe(at time: Instant) -> (any MotionProbe)? { watchedPart?.probe(at: time) }

  /// The motion of that part as it is, without simulating a release.
  package func watched(at time: Instant) -> MotionReading? { probe(at: time)?.reading }

  /// The same, once it has begun.
  package func begun(at time: Instant) -> MotionReading? {
    probe(at: time).flatMap { $0.hasBegun ? $0.reading : nil }
  }

  /// The position at which the held part would be if it followed the hand exactly since the press,
  /// in its unit; `nil` unless a pressed pointer holds it.
  func hand(on reading: MotionReading) -> Double? {
    if let hand = reading.hand { return hand }
    let way = reading.direction
    let length = way.x * way.x + way.y * way.y
    guard hasPointer, watchedPart?.isHeld ?? false, let grip, let pointer = lastPointer, length > 0
    else {
      return nil
    }
    let travel = pointer.location - grip.press
    return grip.position + (travel.x * way.x + travel.y * way.y) / length * reading.perPoint
  }

  /// The state of that part.
  package func watchedState(at time: Instant) -> ControlState { probe(at: time)?.state ?? .idle }

  /// Whether that part is held or moving at a time, under either set of parameters.
  package func isBusy(at time: Instant) -> Bool {
    [watched(at: time), runB?.watched(at: time)].contains { $0?.state ?? .idle != .idle }
  }

  func placed(on stage: Stage, at time: Instant) -> StageRun {
    guard stage != self.stage else { return self }
    var placed = self
    // Pointers refer to the old layout: send them out, so that whatever they hold stays held.
    for var pointer in pressed {
      (pointer.time, pointer.phase) = (time, .exited)
      _ = placed.scene.handle(.pointer(pointer))
    }
    _ = placed.handle(.place(time, stage))
    return placed
  }

  /// The velocity estimate of a release at a time, while a press holds that part.
  package func releaseEstimate(at time: Instant) -> VelocityEstimate? {
    probe(at: time)?.releaseEstimate
  }

  /// Keeps the record of a gesture that an input ended; any other touch invalidates it.
  private mutating func updateRelease(
    _ input: InputEvent, _ record: ReleaseRecord?, of held: (scene: any Scene, part: Int)?
  ) {
    if let record, let part = watchedPart, !part.isHeld {
      release = record
      if case .pointer(let sample) = input {
        letGo = held.map { ($0.scene, $0.part, sample, stage.parameters) }
      }
    } else if input.touches {
      (release, letGo) = (nil, nil)
    }
  }

  /// Explains where the last release comes to rest or, while a hand holds something, a release now.
  ///
  /// `nil` if nothing chose a rest, or something else has moved the part since. If the parameters
  /// have changed since, the explanation is of the same release under the new ones.
  func releaseExplanation(at time: Instant) -> (
    explanation: ReleaseExplanation, tense: ReleaseTense
  )? {
    if let held = heldPart, lastPointer != nil {
      let probe = scene.parts[held].probe(at: time)
      let explanations = releases(at: time).lazy.compactMap { probe?.explanation(of: $0) }
      return explanations.first.map { ($0, .predicted) }
    }
    guard let (scene, part, sample, parameters) = letGo else { return nil }
    let tense = parameters == stage.parameters ? ReleaseTense.past : .edited
    return scene.parts[part].probe(at: sample.time)?.explanation(of: sample).map { ($0, tense) }
  }

  /// Identifies a release with everything its explanation depends on.
  package struct ReleaseKey: Hashable, Sendable {
    let sample: PointerSample
    let stage: Stage
    let parameters: ParameterSet
    /// Whether the release belongs to a take under edited parameters.
    let isEdited: Bool
  }

  /// The last explained release; `nil` while a hand holds something, or after none.
  func releaseKey(isEdited: Bool) -> ReleaseKey? {
    guard heldPart == nil, let (_, _, sample, parameters) = letGo else { return nil }
    return ReleaseKey(sample: sample, stage: stage, parameters: parameters, isEdited: isEdited)
  }

  /// The places that the explained release chooses from, and its rule.
  func releaseChoices(at time: Instant) -> ReleaseChoices? {
    guard let held = heldPart, lastPointer != nil else { return releaseChoices() }
    let probe = scene.parts[held].probe(at: time)
    return releases(at: time).lazy.compactMap { probe?.choices(of: $0) }.first
  }

  /// The places that the last release chooses from, and its rule; also under other parameters.
  func releaseChoices(under parameters: ParameterSet? = nil) -> ReleaseChoices? {
    guard let (before, part, sample, _) = letGo else { return nil }
    var scene = before
    if let parameters {
      var stage = stage
      stage.parameters = parameters
      scene.place(on: stage, at: sample.time)
    }
    return scene.parts[part].probe(at: sample.time)?.choices(of: sample)
  }

  /// Watches the held part or, once the watched part stands still, one that an event set in motion.
  private mutating func followWatched() {
    let parts = scene.parts
    if let held = movers.first(where: { parts.isHeld($0) }) {
      watchedIndex = held
    } else if watchedIndex.map({ !parts[$0].isMoving(at: now) }) ?? true {
      // A hover light is no motion.
      watchedIndex =
        movers.first { parts[$0].isMoving(at: now) && isUnderWay($0, at: now) } ?? watchedIndex
    }
  }
}

extension InputEvent {
  /// Whether a hand acts with it, rather than hovering or releasing.
  package var touches: Bool {
    switch self {
    case .pointer(let sample): sample.phase == .down
    case .key(let sample): sample.phase == .down
    case .wheel(let sample): sample.phase != .ended && sample.phase != .momentum
    case .cancel: false
    }
  }
}
