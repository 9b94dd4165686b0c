package import Feel
internal import FeelTrace

/// The takes of a stage: the finished ones, the one under way, and the selected one.
package struct Takes: Sendable {
  /// A take under way.
  struct Open: Sendable {
    let number: Int
    let origin: Take.Origin
    /// The time from which events and samples are kept for it.
    let lead: Instant
    /// Its times, once its first event has happened; `nil` while a rerun is awaited.
    var span: Take.Span?
    /// Whether the last event was momentary, such as a wheel turn or a key.
    var isQuick = false
    /// The positions before it began.
    var positions: [Double?] = []
    /// Whether anything has moved, other than for show.
    var hasMoved = false
    var jumps = 0
    /// The time up to which it is known whether it rests.
    var checked: Instant
    /// When it may be checked again.
    var due: Instant?
    /// When everything stood still, including set B and a preset beside another program.
    var stood: Instant?
    /// The time of the last event known to belong to it, however long it rests before.
    var lastEvent = Instant.zero
    var end: Instant? { due.map { max($0, lastEvent) } }
  }

  /// The longest pause between two wheel turns or keys of the same take, in seconds.
  static let pause = 0.5

  package internal(set) var store = TakeStore()
  package internal(set) var next = 1
  var open: Open?
  @Boxed var newest: TakeSheet? = nil
  /// The take selected by the user, shown instead of the newest.
  @Boxed var selected: TakeSheet? = nil
  /// The take that was last used as the other in a comparison.
  var compared: Int?
  /// Removed takes that can be restored; the last removed is last.
  var removed: [Take] = []
  /// The take created by an edit, which each further edit replaces.
  var draft: Int?
  /// Moments marked by hand, in order, by take number; 0 stands for no take.
  var markers: [Int: [Instant]] = [:]

  /// The memory limit of restorable takes, in bytes, beyond the last one.
  static let removedBytes = TakeStore.bytes / 4

  /// Keeps a removed take for restoring, and earlier ones as far as they fit.
  mutating func noteRemoved(_ take: Take) {
    removed.append(take)
    while removed.count > 1, removed.reduce(0, { $0 + $1.bytes }) > Self.removedBytes {
      removed.removeFirst()
    }
  }

  /// The index of the removed take with this number or, without a number, the last.
  func removedIndex(of number: Int?) -> Int? {
    guard let number else { return removed.indices.last }
    return removed.firstIndex { $0.number == number }
  }

  var inUse: Set<Int> {
    let numbers = [
      open?.number, open?.origin.number, newest?.number, selected?.number, draft, compared,
    ]
    return Set(numbers.compactMap { $0 })
  }
}

extension StageRun {
  /// Whether at a time a hand holds a part of this stage or set B's, or something moves other than
  /// for show.
  package func isActive(at time: Instant) -> Bool {
    isActiveItself(at: time) || (runB?.isActive(at: time) ?? false)
  }

  /// The same of this stage alone, as a take's own times do not depend on set B.
  func isActiveItself(at time: Instant) -> Bool { scene.isHeld || movesInEarnest(at: time) }

  fileprivate func movesInEarnest(at time: Instant) -> Bool {
    let parts = scene.parts
    return movingParts(at: time).contains { !(parts[$0].probe(at: time)?.isForShow ?? false) }
  }

  /// The positions of everything that has a motion; `nil` for what moves only for show.
  func positions(at time: Instant) -> [Double?] {
    probes(at: time).map { $0.isForShow ? nil : $0.reading.position }
  }

  /// Whether at a time something is dragged, is moving or has moved.
  fileprivate func hasMoved(from positions: [Double?], at time: Instant) -> Bool {
    let isDragged = probes(at: time).contains { [.tracking, .rubber].contains($0.state) }
    return isDragged || movesInEarnest(at: time)
      || self.positions(at: time).haveMoved(from: positions)
  }

  /// When the rest began, for motions that reveal it only later; otherwise `nil`.
  func restedSince(at time: Instant) -> Instant? {
    probes(at: time).compactMap(\.restedSince).max()
  }

  /// The end of the clip that the motion was measured in: 1 µs after its last frame, as times are
  /// whole microseconds.
  var clipEnd: Instant? { stage.source?.clip?.endOnStage?.advanced(by: 1e-6) }

  /// When that clip's run ended, if something follows it.
  var clipRunEnd: Instant? { stage.source?.clip?.runEndOnStage }

  /// The predicted rest of everything that moves on its own; `nil` if unknown or at rest.
  package func predictedRest(at time: Instant) -> Instant? {
    let parts = scene.parts
    let mine = movingParts(at: time).compactMap { index -> Instant? in
      guard let probe = parts[index].probe(at: time), !probe.isForShow else { return nil }
      return probe.reading.restTime
    }
    return (mine + [runB?.predictedRest(at: time)].compactMap { $0 }).max()
  }
}

extension [Double?] {
  /// Whether any known position differs.
  fileprivate func haveMoved(from positions: [Double?]) -> Bool {
    zip(positions, self).contains { then, now in then != nil && now != nil && then != now }
  }
}

extension Takes.Open {
  /// Follows a stage up to a time before which no event happens; finds its own rest and everyone's,
  /// to the microsecond.
  mutating func findRest(_ run: StageRun, to time: Instant) {
    guard time > checked else { return }
    defer { checked = time }
    guard let span else { return }
    if span.rest == nil, let rest = end(by: time, of: run.isActiveItself) {
      self.span?.rest = run.restedSince(at: time) ?? rest
    }
    if stood == nil { stood = end(by: time, of: run.isActive) }
  }

  /// When an activity ended since the last check; `nil` if it goes on.
  private func end(by time: Instant, of isActive: (Instant) -> Bool) -> Instant? {
    guard !isActive(time) else { return nil }
    var (before, after) = (checked.microseconds, time.microseconds)
    while after - before > 1 {
      let middle = before + (after - before) / 2
      if isActive(Instant(microseconds: middle)) { before = middle } else { after = middle }
    }
    return Instant(microseconds: after)
  }

  /// Checks positions just before an event, as a hold that fires is empty again afterwards.
  mutating func update(at positions: [Double?]) {
    if span != nil, !hasMoved { hasMoved = positions.haveMoved(from: self.positions) }
  }

  /// Updates rest and deadline right after an event.
  mutating func update(at run: StageRun, _ time: Instant) {
    checked = max(checked, time)
    guard span != nil else { return }
    let isHeld = run.scene.isHeld
    // Without a visible hand, the clip has the time at which it and the preset were released.
    if let letGo = run.stage.source?.clip?.releaseOnStage, let span, span.release == span.start,
      letGo > span.start, letGo <= time
    {
      self.span?.release = letGo
    }
    if !hasMoved { hasMoved = run.hasMoved(from: positions, at: time) }
    let rest = run.isActiveItself(at: time) ? nil : span?.rest ?? time
    span?.rest = rest
    if run.isActive(at: time) {
      stood = nil
      // Without a predicted rest, check again soon.
      let soon = time.advanced(by: 0.1)
      due = isHeld ? nil : max(run.predictedRest(at: time) ?? soon, time).advanced(by: Take.trail)
    } else {
      let all = stood ?? time
      stood = all
      due = max(all, span?.rest ?? all, span?.lastInput ?? all).advanced(by: Take.trail)
    }
    // A clip's take has all its frames.
    if let end = run.clipEnd, let start = span?.start, start < end, due != nil { due = end }
  }
}

extension Player {
  package var finishedTakes: [Take] { takes.store.takes }

  /// Whether takes are made in this scene.
  package var makesTakes: Bool { type(of: run.scene).isUnderTest }

  /// The shown take, including an edit: the selected one, the one under way, or the newest.
  package var sheet: TakeSheet { edited ?? live.sheet }

  /// The number and times of the take under way, once it has moved; at rest it may still continue.
  package var openTake: (number: Int, span: Take.Span)? {
    var open = takes.open
    open?.findRest(run, to: liveStageTime)
    guard let open, let span = open.span, open.hasMoved else { return nil }
    return (open.number, span)
  }

  /// The shown take, if it is finished.
  package var shownTake: Take? { sheet.number.flatMap { takes.store[$0] } }

  /// Removes a finished take; it can be restored.
  package mutating func removeTake(_ number: Int) {
    if takes.selected?.number == number { showTake(nil) }
    if past?.sheet?.number == number { past = nil }
    if reference?.number == number { reference = nil }
    live.removeTake(number, at: liveStageTime)
  }

  /// Removes all takes, discards the one under way, and restarts numbering.
  package mutating func removeTakes() {
    showTake(nil)
    reference = nil
    live.endTake(at: liveStageTime)
    takes = Takes()
  }

  /// Whether the removed take with this number or, without a number, the last can be restored.
  package func canRestoreTake(_ number: Int?) -> Bool { takes.removedIndex(of: number) != nil }

  /// Whether the user selected the shown take.
  package var showsChosenTake: Bool { takes.selected != nil }

  /// Shows a finished take at its end, or the present.
  package mutating func showTake(_ number: Int?) {
    (past, takes.selected) = (nil, nil)
    let present = takes.open?.number ?? takes.newest?.number
    if let number, number != present, let take = takes.store[number] {
      let sheet = takes.newest?.number == number ? takes.newest : nil
      takes.selected = sheet ?? TakeSheet(take)
      show(take.end)
    } else if isMeasured, let end = takes.newest?.end {
      show(end)
    }
    if let chosen = shownTake?.chosen { runEdited(under: chosen) }
  }
}

// MARK: Managing takes

extension LiveStage {
  /// Names a finished take, or removes its name.
  package mutating func nameTake(_ number: Int, _ name: String?) { takes.store.name(number, name) }

  /// Pins a finished take, so that it is never dropped, or unpins it; returns a message if it
  /// cannot.
  package mutating func pinTake(_ number: Int, _ isPinned: Bool) -> String? {
    takes.store.pin(number, isPinned, inUse: takes.inUse)
  }

  /// Removes a take that is not selected.
  mutating func removeTake(_ number: Int, at now: Instant) {
    guard let take = takes.store[number] else { return }
    takes.store.remove(number)
    if takes.draft == number { takes.draft = nil }
    takes.noteRemoved(take)
    guard takes.newest?.number == number else { return }
    takes.newest = takes.store.takes.last { $0.end <= now }.map { TakeSheet($0) }
  }

  /// Restores the removed take with this number or, without a number, the last.
  package mutating func restoreTake(_ number: Int?) {
    guard let index = takes.removedIndex(of: number) else { return }
    let take = takes.removed.remove(at: index)
    takes.store.keep(take, inUse: takes.inUse)
    let isLast = takes.store.takes.last?.number == take.number
    if isLast, takes.open == nil { takes.newest = TakeSheet(take) }
  }
}

// MARK: Start and end

extension LiveStage {
  /// Whether an event may start a take when none is under way.
  private static func mayBegin(_ event: StageEvent) -> Bool {
    switch event {
    case .input(let input): input.touches
    case .command, .observe: true
    case .place, .focus, .restart, .compare: false
    }
  }

  /// The state before an event that may start a take or make content jump.
  struct BeforeTake {
    fileprivate var positions: [Double?] = []
    fileprivate var isAtRest = true
  }

  /// Brings the take under way up to an event that is about to happen.
  mutating func takeBefore(_ event: StageEvent) -> BeforeTake {
    followTake(to: event.time)
    guard type(of: run.scene).isUnderTest, Self.mayBegin(event) || Self.mayJump(event) else {
      return BeforeTake()
    }
    // A preset beside another program may run longer than that program: what follows is still a new
    // take.
    if takes.open?.span?.rest == nil, let rest = run.restedSince(at: event.time) {
      takes.open?.span?.rest = rest
    }
    let isObserved = type(of: run.scene).isObserved
    let isAtRest = takes.open.map { (isObserved ? $0.span?.rest : $0.stood) != nil } ?? true
    return BeforeTake(positions: run.positions(at: event.time), isAtRest: isAtRest)
  }

  /// Whether an event must leave the content in place.
  private static func mayJump(_ event: StageEvent) -> Bool {
    switch event {
    case .input(.pointer(let sample)): sample.phase == .down || sample.phase == .up
    case .input(.cancel): true
    default: false
    }
  }

  /// Updates the takes after an event of a kind.
  mutating func record(_ event: StageEvent, _ kind: MotionLog.Mark.Kind?, _ before: BeforeTake) {
    guard type(of: run.scene).isUnderTest else { return }
    takes.open?.update(at: before.positions)
    if let kind, kind != .change {
      mark(kind, event, before)
    } else if case .observe(_, .offset) = event, takes.open == nil {
      // Moved by the program itself, or by a hand it does not report.
      mark(.order, event, before)
    }
    if Self.mayJump(event) { noteJumps(from: before.positions, at: event.time) }
    takes.open?.update(at: run, event.time)
  }

  private mutating func mark(
    _ kind: MotionLog.Mark.Kind, _ event: StageEvent, _ before: BeforeTake
  ) {
    let (time, ends) = (event.time, kind == .release || kind == .cancel)
    if let open = takes.open, let span = open.span {
      let isQuick =
        open.isQuick && kind.isMomentary && time - span.lastInput <= Takes.pause
      let isOther =
        !ends && !isQuick && time > open.lastEvent && before.isAtRest && setsGoing(event, before)
      if isOther { endTake(at: Instant(microseconds: time.microseconds - 1)) }
    }
    if takes.open == nil {
      guard !ends, setsGoing(event, before) else { return }
      openTake(.hand, at: time)
    }
    let began = takes.open?.span == nil
    if began {
      takes.open?.span = Take.Span(start: time, lastInput: time, release: time)
      takes.open?.positions = before.positions
    }
    takes.open?.span?.lastInput = time
    if ends { takes.open?.span?.release = time }
    takes.open?.isQuick = kind.isMomentary
  }

  private func setsGoing(_ event: StageEvent, _ before: BeforeTake) -> Bool {
    run.isActive(at: event.time) || run.hasMoved(from: before.positions, at: event.time)
  }

  /// Counts content that jumped although nothing moved it.
  mutating func noteJumps(from positions: [Double?], at time: Instant) {
    for (old, reading) in zip(positions, run.readings(at: time)) where reading.isContent {
      guard let old else { continue }
      if abs(reading.position - old) * reading.direction.length > 0.5 { takes.open?.jumps += 1 }
    }
  }

  /// Starts a take whose first event happens now.
  private mutating func openTake(_ origin: Take.Origin, at time: Instant) {
    let last = log.marks.last { $0.time < time }?.time ?? history.start
    let just = Instant(microseconds: time.microseconds - 1)
    // A clip's take has all its frames.
    let soonest =
      run.stage.source?.clip == nil ? time.advanced(by: -Take.lead) : history.start
    // The stage before a restart is not part of the take.
    let restart = history.events(from: soonest).last {
      if case .restart = $0 { true } else { false }
    }
    let lead = min(just, max(soonest, last, history.start, restart?.time ?? .zero))
    open(takes.next, origin, lead: lead)
  }

  /// Opens a take that awaits its first event.
  mutating func open(_ number: Int, _ origin: Take.Origin, lead: Instant) {
    takes.next = max(takes.next, number + 1)
    // Markers carry over, as the same gesture is repeated.
    if case .rerun(let other) = origin { takes.markers[number] = takes.markers[other] }
    if takes.draft != number { takes.draft = nil }
    takes.open = Takes.Open(number: number, origin: origin, lead: lead, checked: lead)
    history.kept = lead
    log.kept = lead
  }

  /// Closes a take that is still waiting for its first event.
  mutating func abandonAwaited() {
    if let open = takes.open, open.span == nil { endTake(at: run.now) }
  }

  /// Updates the take under way, and ends it once it has rested or lasted long enough.
  mutating func followTake(to time: Instant) {
    guard var open = takes.open, let start = open.span?.start else { return }
    open.findRest(run, to: time)
    takes.open = open
    if let end = run.clipEnd, start < end, end <= time, !run.scene.isHeld {
      // Even if the preset beside it is still moving.
      takes.open?.span?.rest = run.stage.source?.clip?.restOnStage ?? run.restedSince(at: end)
      log.record(run, to: time)
      endTake(at: end)
    } else if open.stood != nil, let rest = open.span?.rest, let due = open.end, due <= time {
      log.record(run, to: time)
      endTake(at: min(time, max(rest.advanced(by: Take.trail), due)))
    } else if time - start >= Take.longest, !run.scene.isHeld {
      log.record(run, to: time)
      endTake(at: time)
    } else if let due = open.end, due <= time {
      takes.open?.update(at: run, time)
    }
  }

  /// Ends the take under way, and keeps it if anything moved in it.
  package mutating func endTake(at end: Instant) {
    guard let open = takes.open else { return }
    let isWhole = history.kept != nil
    takes.open = nil
    (history.kept, log.kept) = (nil, nil)
    // A take that outgrew the memory limit is discarded.
    guard let span = open.span, open.hasMoved, isWhole else {
      if takes.next == open.number + 1, open.span == nil || !open.hasMoved { takes.next -= 1 }
      return
    }
    let sheet = TakeSheet(
      open.number, open.origin, span, cutFrom: history, log, from: open.lead, to: end)
    let old = takes.store[open.number]
    let later = Instant(microseconds: open.lead.microseconds + 1)
    var take = Take(
      number: open.number, origin: open.origin, span: span, before: sheet.history.first,
      events: sheet.history.events(from: later), end: end,
      outcome: TakeOutcome(span, sheet.log, sheet.run, jumps: open.jumps))
    (take.name, take.isPinned) = (old?.name, old?.isPinned ?? false)
    takes.newest = sheet
    takes.store.keep(take, inUse: takes.inUse)
  }
}

extension MotionLog.Mark.Kind {
  /// Whether it is over at once.
  var isMomentary: Bool { [.wheel, .key, .order].contains(self) }
}
