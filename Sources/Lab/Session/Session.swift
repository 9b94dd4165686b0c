public import Feel
public import FeelTrace
internal import Kit
public import Stage

/// Everything the window shows and does, without the window: events and time in, pictures and
/// states out.
///
/// An event goes to the panels, topmost first; whatever they do not handle goes to the stage, and
/// their commands are performed in one place. The same events at the same times give the same state
/// and pictures, however often the session is advanced or drawn. A session is a value: copies are
/// independent.
public struct Session: Sendable {
  /// Output collected for the session's owner.
  private struct Outbox: Sendable {
    var journal: [SessionEvent] = []
    var requests: [HostRequest] = []
  }

  /// The scenes available.
  public internal(set) var catalog: Catalog
  var window: WindowState
  var stages: Stages
  var experiment: Experiment
  @Boxed var help: HelpPage? = nil
  @Boxed var files: FilePanel? = nil
  /// The declared panels, with their pointer and focus state.
  var panels = Panels<Command>()
  var arranged = Arranged()
  @Boxed var notices = Notices()
  /// The first-minute guide, while it lasts.
  @Boxed var guide: Guide? = nil
  var inspectorState = Inspector.State()
  @Boxed var timeline = Timeline()
  @Boxed var menu: Menu? = nil
  /// Key of the parameter that takes its value from the pending clipboard text.
  var pasteKey: String?
  /// Length of the panel when its splitter's drag began, in points.
  var dragStart = 0.0
  /// The place asked about on the card that explains the last release.
  @Boxed var whyChoice: (key: ReleaseCard.Key, question: ReleaseCard.Question)? = nil
  /// State of the stage presses that the window handles.
  var stagePresses = StagePresses()
  /// Motions for scenes that show them: the last take of a scene left, and imported data.
  @Boxed var shownMotion = ShownMotion()
  /// Pointer location on the stage, from its top left corner, in points; `nil` while it is
  /// elsewhere.
  var hand: Vector?
  // Edits at the same moment are one undo step.
  var lastEdit: Instant?
  private var outbox = Outbox()

  /// Creates a session at its start, in a window of the given size.
  ///
  /// With a `stage` from a recorded session, the scene has its recorded size, whatever room the
  /// window has.
  ///
  /// - Precondition: the sizes and the scales are positive.
  public init(
    catalog: Catalog, scene: any Scene.Type, size: Size, scale: Double = 1,
    theme: Theme.Name = .light, reducedMotion: Bool = false, parameters: ParameterSet? = nil,
    stage recorded: StagePlace? = nil
  ) {
    precondition(size.width > 0 && size.height > 0, "a window has an area")
    precondition(scale > 0, "a scale is positive")
    precondition(recorded?.isPossible ?? true, "a stage has an area")
    self.catalog = catalog
    _ = self.catalog.reveal(scene)
    window = WindowState(
      size: size, scale: scale, theme: theme, reducedMotion: reducedMotion, recordedStage: recorded)
    window.panels.suit(scene)
    experiment = Experiment(parameters ?? ParameterSet(scene.parameters))
    var stage = Stage(
      frame: window.layout.stage, scale: recorded?.scale ?? scale, reducedMotion: reducedMotion,
      parameters: experiment.parameters)
    stage.isAlone = recorded?.isAlone ?? false
    stages = Stages(scene, on: stage)
    arrange()
  }

  /// Advances time without input; calling it early, late or twice is harmless.
  public mutating func advance(to time: Instant) {
    _ = pass(to: min(time, StageClock.lastInstant))
    arrange()
  }

  /// Advances time without rearranging the panels; returns whether anything was due.
  mutating func pass(to time: Instant) -> Bool {
    var wasDue = false
    while let deadline, deadline <= time {
      wasDue = true
      player.reach(deadline)
      notices.advance(to: now, isHeld: panels.isHeld("offer."))
      // The stage sees only its own deadlines, because a replay has no panels with others.
      if let due = player.deadline, due <= now {
        let (setA, place) = (parameters, hand.map { $0 + layout.stage.origin })
        onStage { $0.passTime(setA: setA, hand: place) }
      }
      // After the stage, as in a replay, which advances the stage up to this action's event first.
      perform(panels.advance(to: now))
      playHand()
      releaseHeldPart()
    }
    player.reach(time)
    player.followPast()
    followGuide()
    return wasDue
  }

  /// When `advance(to:)` must be called next, or `nil` if only an event can change the state.
  public var deadline: Instant? {
    [
      panels.deadline, notices.deadline(isHeld: panels.isHeld("offer.")), player.deadline,
      stagePresses.hand?.deadline,
    ].compactMap { $0 }.min()
  }

  /// The stage's events since the last call, as a recording stores and a replay feeds them.
  public mutating func takeJournal() -> [SessionEvent] {
    defer { outbox.journal.removeAll(keepingCapacity: true) }
    return outbox.journal
  }

  /// The controls' effects since the last call.
  public mutating func takeEffects() -> [Effect] { player.takeEffects() }

  /// The session's requests to its window since the last call.
  public mutating func takeRequests() -> [HostRequest] {
    defer { outbox.requests.removeAll(keepingCapacity: true) }
    return outbox.requests
  }

  @inline(never)
  mutating func request(_ request: HostRequest) { outbox.requests.append(request) }

  mutating func record(_ event: SessionEvent) { outbox.journal.append(event) }

  @inline(never)
  mutating func say(_ text: String) { notices.say(text, at: now) }

  var inspector: Inspector {
    var settings = Preferences()
    for preference in Preference.allCases where preference.isSetting {
      settings[preference] = value(of: preference)
    }
    return Inspector(
      parameters: parameters, parametersB: parametersB, idle: player.run.scene.idleParameters,
      settings: settings, ownPresets: window.ownPresets, frame: layout.inspector ?? .zero,
      isObserved: sceneType.isObserved, state: inspectorState)
  }

  /// Handles a request of an inspector element with its gesture.
  mutating func inspect(_ ask: Inspector.Ask, _ gesture: Gesture) {
    switch (ask, gesture) {
    case (.line(.parameter(let key)), .secondary(let place)):
      offer(valueItems(of: key), at: place)
    case (.line(.parameter), .typed): inspectorState.complaint = nil
    case (.line(.parameter(let key)), .entered(let text)): enter(text, as: key, staysThere: true)
    case (.line(.parameter(let key)), .left(let text)): enter(text, as: key, staysThere: false)
    case (.line(let line), .pressed):
      if let items = listItems(of: line) { list(items, below: line) } else { fallthrough }
    default:
      var inspector = inspector
      let commands = inspector.handle(ask, gesture, isHeld: panels.isHeld)
      inspectorState = inspector.state
      for command in commands { perform(command) }
    }
  }

  /// Sets a parameter from typed text, or reports the error; unchanged text keeps the value's full
  /// precision.
  private mutating func enter(_ text: String, as key: String, staysThere: Bool) {
    let inspector = inspector
    guard let parameter = inspector.parameter(key) else { return }
    inspectorState.complaint = nil
    do throws(ParameterError) {
      if let settings = try inspector.settings(of: key, parsing: text) {
        perform(.begin)
        settings.forEach { apply(.parameter($0.key, $0.value)) }
      } else if !text.isEmpty, text != inspector.number(parameter)?.text {
        let value = try inspector.value(of: key, parsing: text)
        perform(.begin)
        apply(.parameter(key, value))
      }
      inspectorState.edit = nil
      if staysThere { panels.giveKeyboard(to: key) }
    } catch {
      guard staysThere else { return say(error.message) }
      inspectorState.complaint = Inspector.Complaint(key: key, words: error.message)
    }
  }

  private func listItems(of line: Inspector.Line) -> [Menu.Item]? {
    guard line == .more else { return inspector.options(line) }
    let history = experiment[sceneType.id]
    let canUndo = history.canTurn(back: true, from: parameters, where: isPossible)
    let canRedo = history.canTurn(back: false, from: parameters, where: isPossible)
    return [
      Menu.Item(.ask(.pasteParameters)), Menu.Item(.save(.parameters)), Menu.Item(.chooseFile),
    ] + removal + [
      Menu.Item(.undo, isDisabled: !canUndo), Menu.Item(.redo, isDisabled: !canRedo),
      Menu.Item(.resetParameters, isDisabled: parameters.changed.isEmpty),
      Menu.Item(.resetEverything),
    ]
  }

  /// The item that removes the user's preset in force.
  private var removal: [Menu.Item] {
    let own = window.ownPresets.holding(parameters)
    return own.map { preset in
      [Menu.Item(.ask(.removePreset(preset.name)), Words.Menus.removePreset(preset.name))]
    } ?? []
  }

  private mutating func list(_ items: [Menu.Item], below line: Inspector.Line) {
    guard let anchor = panels.frame(ofLastIn: line.id, at: now) else { return }
    let isButton = line == .copy || line == .more
    var menu = Menu(items, below: anchor, in: size, window.fonts)
    if isButton { menu.lit = panels.focus == line.id ? 0 : nil }
    self.menu = menu
  }

  /// The inspector's complaint, or help on the row under the pointer or with the focus.
  var inspectorHelp: (words: String, ink: Ink)? {
    guard let inspector = arranged.inspector else { return nil }
    if let complaint = inspector.state.complaint { return (complaint.words, .danger) }
    guard case .inspector(.line(let line))? = panels.subject else { return nil }
    return (inspector.help(line), .secondary)
  }

  /// Clears an edit or a complaint once it has neither focus nor pointer.
  mutating func settleInspector() {
    if let edit = inspectorState.edit, !panels.isHeld, panels.focus != edit.key {
      inspectorState.edit = nil
    }
    if let complaint = inspectorState.complaint, panels.focus != complaint.key {
      inspectorState.complaint = nil
    }
  }
}

// MARK: State

extension Session {
  /// The time of the newest event or deadline handled.
  public var now: Instant { player.now }
  /// The window's size, in points.
  public var size: Size { window.size }
  /// The window size that exactly fits a stage and what is shown below it.
  public static func windowSize(
    for stage: Size, overlays: Set<Overlay> = [], showsTimeline: Bool = false
  ) -> Size {
    Layout.windowSize(
      for: stage, Shelf(overlays, explains: true), showsTimeline: showsTimeline)
  }

  /// Frame of messages, in the bottom line; `nil` when the stage is shown alone.
  public var messageFrame: Rect? {
    window.isShow ? nil : Line.room(in: layout.hint, judges: shownJudgement != nil, window.fonts)
  }

  /// Whether panels leave a recorded stage less room than its size, so that part of it is hidden.
  public var isStageCut: Bool {
    let layout = layout
    return layout.stage.width > layout.room.width || layout.stage.height > layout.room.height
  }

  /// Opens the timeline below a stage at its recorded size, in a window of the size from
  /// `windowSize`.
  public mutating func showTimelineBelow() {
    resize(.timeline, to: Layout.plotHeight)
    if !window.showsTimeline { perform(.toggleTimeline) }
  }

  /// The stage's size and pixel scale.
  public var stagePlace: StagePlace {
    StagePlace(
      layout.stage.size, scale: window.recordedStage?.scale ?? window.scale,
      isAlone: window.recordedStage?.isAlone ?? window.isShow)
  }
  /// Device pixels per point.
  public var scale: Double { window.scale }
  /// The theme.
  public var theme: Theme.Name { window.theme }
  /// Whether decorative motion is reduced.
  public var reducedMotion: Bool { window.reducedMotion }
  /// The pointer's speed and steadiness settings.
  public var pointerSettings: PointerSettings { window.pointerSettings }
  /// Whether the stage's clock is paused.
  public var isPaused: Bool { player.clockSetting.isPaused }
  /// Stage seconds per second while nothing is held, 0.01…4.
  public var speed: Double { player.clockSetting.speed }
  /// The values of the scene's parameters.
  public var parameters: ParameterSet { experiment.parameters }
  /// Set B, while two sets are compared.
  public var parametersB: ParameterSet? { player.parametersB }
  /// The visible overlays.
  public var overlays: Set<Overlay> { window.overlays }
  /// Whether the host has a recorded session to replay.
  public var hasRecording: Bool { window.hasRecording }
  /// Whether the last take is being rerun.
  public var isRunningAgain: Bool { player.isRunningAgain }
  /// Whether a past moment of the stage is shown.
  public var isShowingPast: Bool { player.isShowingPast }
  /// The stage time shown at a session time; earlier than the present while the past is shown.
  public func stageTime(at time: Instant) -> Instant { player.stageTime(at: time) }
  /// The moment of a clip shown at a session time; `nil` if there is no clip.
  public func clip(at time: Instant) -> ClipMoment? {
    guard sceneType.isObserved, shownMotion.source?.clip != nil else { return nil }
    let (run, stageTime) = player.drawn(at: time, cap: timeline.frameCap)
    return run.scene.parts.lazy.compactMap { $0.probe(at: stageTime)?.clip }.first
  }
  /// The program or clip whose motions are shown.
  package var source: ObservedSource? { shownMotion.source }
  /// The frames of that clip received so far.
  public var reel: ClipReel? { shownMotion.reel }
  /// The stage time of the present.
  public var liveStageTime: Instant { player.liveStageTime }
  /// The finished takes of the shown scene, oldest first.
  package var takes: [Take] { player.finishedTakes }
  /// The number of the next take.
  package var nextTake: Int { stages.nextTake }
  /// The number of the take in progress, if there is one.
  package var openTake: Int? { player.openTake?.number }
  /// Whether any scene has a take with this number or a later one, finished or in progress.
  package func hasTake(from number: Int) -> Bool { stages.hasTake(from: number) }
  /// What the timeline shows: a take, or the last minute while there is none.
  package var takeSheet: TakeSheet { player.sheet }
  /// What is shown beside the stage, and how the two differ.
  package var pair: Pair? { player.pair }
  /// The stage's motion in its last minute, up to a session time.
  public func log(at time: Instant) -> MotionLog { player.log(at: time) }

  /// Explanation of the most recent release in the shown take (or the newest earlier one); `nil` if
  /// nothing snapped.
  public func releaseExplanation(of control: String? = nil) -> ExplainedRelease? {
    player.live.releaseExplanation(until: player.liveStageTime, of: control)
  }

  /// The reading of the control touched last, as shown at a session time.
  public func reading(at time: Instant) -> MotionReading? {
    let (run, time) = player.shown(at: time)
    return run.reading(at: time)
  }

  /// The last motion begun by a hand, up to its rest, predicted as if no further event came.
  ///
  /// Without one in this scene, or if the scene is not under test, the last one of an earlier
  /// scene.
  public func lastTrack() -> MotionTrack? {
    (sceneType.isUnderTest ? player.lastTrack() : nil) ?? shownMotion.take
  }

  /// The scene's type.
  public var sceneType: any Scene.Type { type(of: player.run.scene) }

  var sceneIndex: Int? { catalog.scenes.firstIndex { $0.id == sceneType.id } }

  /// Whether the picture changes after `time` by time alone.
  public func isMoving(at time: Instant, showsPointer: Bool = false) -> Bool {
    if panels.isMoving(at: time) { return true }
    if showsPointer || showsHand, pointerMark(at: time)?.isMoving ?? false { return true }
    if timelineReader.isMoving(at: time) || player.isCapMoving(at: time, cap: timeline.frameCap) {
      return true
    }
    return player.isMoving(at: time, overlays: window.overlays, in: layout.openStage)
  }

  /// Whether the stage's pointer is drawn: for an audience, and in a rerun, where the mouse does
  /// not show the hand.
  var showsHand: Bool { window.isShow || isRunningAgain }

  /// Whether the shown stage is held, or moves as its clock runs.
  var isStageActive: Bool {
    let (run, time) = player.shown(at: now)
    // A clip may end in mid-motion.
    let isOver = player.isShowingPast && player.sheet.end.map { time >= $0 } ?? false
    return !isOver && run.isActive(at: time)
  }

  /// Whether nothing moves, nothing is held and nothing is due.
  public var isSettled: Bool { isSettled(at: now) }

  /// Whether nothing moves, is held or is due at a time, if no event comes before.
  public func isSettled(at time: Instant) -> Bool {
    deadline == nil && !player.run.scene.isHeld && !isMoving(at: time)
  }

  /// The observable numbers and words of the session's state.
  public var state: [StateField] {
    let (run, time) = player.shown(at: now)
    return [StateField("scene", .text(sceneType.id))] + run.scene.state(at: time)
  }

  /// The pointer's shape at its present location.
  public var cursor: Cursor {
    if panels.isModal { return panels.cursor ?? .arrow }
    if let cursor = timelineCursor ?? panels.cursor { return cursor }
    guard let pointer = panels.pointer, !stagePresses.isElsewhere else { return .arrow }
    return player.shown(at: now).run.scene.cursor(at: pointer)
  }

  private func pointerMark(at time: Instant) -> PointerMark? {
    let (run, stageTime) = player.shown(at: time)
    return PointerMark(run, player.history, at: stageTime)
  }

  var layout: Layout { window.layout }

  /// Number of cached panel pictures made (hint included), and of window layouts.
  package var keptCount: Int { panels.pictureCount + arranged.hint.count + window.layoutCount }

  var player: Player {
    // Yielded, not copied: it is large.
    _read { yield stages.shown }
    _modify { yield &stages.shown }
  }

  /// The current scene's surroundings.
  var stage: Stage { stage(of: sceneType) }

  /// A scene's surroundings under the current parameters, with imported motions for scenes that
  /// show them.
  func stage(of scene: any Scene.Type) -> Stage {
    var stage = Stage(
      frame: layout.stage, scale: stagePlace.scale, reducedMotion: reducedMotion,
      parameters: parameters)
    stage.isAlone = stagePlace.isAlone
    stage.showsNumbers = !layout.hasTableBeside
    if !scene.isUnderTest { (stage.gesture, stage.data) = (shownMotion.take, shownMotion.data) }
    if scene.isObserved { stage.source = shownMotion.source }
    return stage
  }
}

/// Motions from elsewhere, for scenes that show them.
struct ShownMotion: Sendable {
  /// The last take of a scene that was left.
  var take: MotionTrack?
  /// Imported measurements.
  var data: MeasuredData?
  var source: ObservedSource?
  /// The frames read of the clip whose motions are shown.
  var reel: ClipReel?
  /// The region being dragged, in the clip's pixels: at the drag's start and now, and whether it
  /// was released and is being measured.
  var region: (start: Rect, shown: Rect, isAsked: Bool)?
  /// The region measured before this one, as in `HostRequest.measure`.
  var formerRegion: Rect?
  /// The region whose measurement was undone last.
  var laterRegion: Rect?
  /// Whether the program has done something since that could not be shown.
  var hasMissedEvents = false
  /// Judgements of observed takes, by scene and number.
  var judgements: [String: [Int: TakeJudgement]] = [:]
}
