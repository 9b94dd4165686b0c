package import Stage
internal import Feel

extension Trace {
  /// What happened in a take, as a recording of its own: its time is 0 where the take begins to be kept, a little before it began.
  ///
  /// `Session.begin(as:)` makes the stage that it starts on.
  package init(of take: Take, scene: String, like header: TraceHeader) {
    let before = take.before
    var header = header
    (header.scene, header.place) = (scene, StagePlace(before.stage))
    header.reducedMotion = before.stage.reducedMotion
    header.take(before.stage.parameters)
    func later(_ time: Instant) -> Instant {
      Instant(microseconds: max(0, time.microseconds - before.now.microseconds))
    }
    var stage = before.stage
    var events = stage.source.map { [SessionEvent.change(.zero, .watch($0))] } ?? []
    for event in take.events {
      let time = later(event.time)
      switch event {
      case .input(var input):
        input = input.moved(by: -stage.frame.origin)
        input.time = time
        events.append(.stage(input))
      case .command(_, let command): events.append(.change(time, .command(command)))
      case .focus(_, let focus): events.append(.change(time, .focus(focus)))
      case .restart: events.append(.change(time, .restart))
      case .observe(_, let content): events.append(.change(time, .observe(content)))
      case .place(_, let next):
        events += Self.changes(from: stage, to: next).map { .change(time, $0) }
        stage = next
      // What it was compared with is another story.
      case .compare: break
      }
    }
    let end = RecordedTake(
      take.title, start: later(take.span.start), release: later(take.span.release),
      rest: later(take.span.rest ?? take.end))
    let contents = events.map(Entry.Content.event) + [.take(later(take.end), end)]
    self.init(
      header: header,
      entries: contents.enumerated().map { Entry(line: $0.offset + 2, $0.element) })
  }

  private static func changes(from stage: Stage, to next: Stage) -> [SessionChange] {
    var changes: [SessionChange] = []
    if StagePlace(next) != StagePlace(stage) { changes.append(.stage(StagePlace(next))) }
    if next.reducedMotion != stage.reducedMotion {
      changes.append(.reducedMotion(next.reducedMotion))
    }
    if next.parameters != stage.parameters { changes.append(.parameters(next.parameters)) }
    if let source = next.source, source != stage.source { changes.append(.watch(source)) }
    return changes
  }
}

extension Session {
  /// Begins as a take of its scene began, with the parameters of this session.
  package mutating func begin(as take: Take) {
    let stage = stage
    onStage { $0.begin(as: take.before, on: stage) }
  }

  /// Ends the take under way, as far as it has come, and keeps it if anything moved in it.
  package mutating func endTake() {
    let time = player.liveStageTime
    player.live.endTake(at: time)
  }
}
