public import Feel
public import FeelTrace
internal import Kit
public import Stage

/// All that the window shows and does, without the window: events and time go in, pictures and
/// states come out.
///
/// It routes: an event goes down the panels, the uppermost first, and what they leave goes to the
/// stage; what they ask for is done in one place. The same events at the same times give the same
/// state and the same pictures, however often it is advanced or drawn. A session is a value: a copy
/// goes its own way.
public struct Session: Sendable {
  /// What is kept for whoever holds the session.
  private struct Outbox: Sendable {
    var journal: [SessionEvent] = []
    var requests: [HostRequest] = []
  }

  /// The scenes it can show.
  public internal(set) var catalog: Catalog
  var window: WindowState
  var stages: Stages
  var experiment: Experiment
  @Boxed var help: HelpPage? = nil
  @Boxed var files: FilePanel? = nil
  /// The panels that are declared: where the pointer and the keyboard are in them.
  var panels = Panels<Command>()
  var arranged = Arranged()
  @Boxed var notices = Notices()
  /// The first minute, while it lasts.
  @Boxed var guide: Guide? = nil
  /// What the panel of parameters knows by itself.
  var inspectorState = Inspector.State()
  @Boxed var timeline = Timeline()
  @Boxed var menu: Menu? = nil
  /// The key of the parameter that waits for the clipboard's text, to take it as its value.
  var pasteKey: String?
  /// How large the panel was whose splitter is dragged, in points.
  var dragStart = 0.0
  /// The place that was asked about where it is told why the last release rests where it does.
  @Boxed var whyChoice: (key: ReleaseCard.Key, question: ReleaseCard.Question)? = nil
  /// Follows the presses on the stage that are the window's.
  var stagePresses = StagePresses()
  /// What other scenes show of a motion: the last take of a scene that was left, and what was
  /// brought in from outside.
  @Boxed var shownMotion = ShownMotion()
  /// Where the pointer is on the stage, from the stage's top left corner, in points; `nil` while it
  /// is elsewhere.
  var hand: Vector?
  // Edits at one moment are one step to undo.
  var lastEdit: Instant?
  private var outbox = Outbox()

  /// Creates a session at its start, in a window of a size.
  ///
  /// With a `stage`, which is that of a recorded session, the scene is as large as it was when it
  /// was recorded, whatever room the window has.
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

  /// Lets time pass without input; calling it early, late or twice is harmless.
  public mutating func advance(to time: Instant) {
    _ = pass(to: min(time, StageClock.lastInstant))
    arrange()
  }

  /// Lets time pass, and leaves the panels as they are; returns whether anything was due.
  mutating func pass(to time: Instant) -> Bool {
    var wasDue = false
    while let deadline, deadline <= time {
      wasDue = true
      player.reach(deadline)
      notices.advance(to: now, isHeld: panels.isHeld("offer."))
      // The stage hears of its own deadlines alone: in a replay there are no panels to have others.
      if let due = player.deadline, due <= now {
        let (setA, place) = (parameters, hand.map { $0 + layout.stage.origin })
        onStage { $0.passTime(setA: setA, hand: place) }
      }
      // After the stage, as in a replay, which reads this action as an event and lets time pass up
      // to it first.
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

  /// What happened to the stage since the last call: what a recording holds, and a replay feeds.
  public mutating func takeJournal() -> [SessionEvent] {
    defer { outbox.journal.removeAll(keepingCapacity: true) }
    return outbox.journal
  }

  /// What the controls did since the last call.
  public mutating func takeEffects() -> [Effect] { player.takeEffects() }

  /// What the session asks of its window since the last call.
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
      state: inspectorState)
  }

  /// Does what an element of the panel asks for, with what was done to it.
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

  /// Takes what was typed as a value, or says why not; what was only looked at keeps all digits.
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

  /// Takes away the preset of the user's own that holds.
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

  /// What the panel says is wrong, or of what is under the pointer or has the keyboard.
  var inspectorHelp: (words: String, ink: Ink)? {
    guard let inspector = arranged.inspector else { return nil }
    if let complaint = inspector.state.complaint { return (complaint.words, .danger) }
    guard case .inspector(.line(let line))? = panels.subject else { return nil }
    return (inspector.help(line), .secondary)
  }

  /// Forgets an edit, or what was entered in vain, once keyboard and hand have left it.
  mutating func settleInspector() {
    if let edit = inspectorState.edit, !panels.isHeld, panels.focus != edit.key {
      inspectorState.edit = nil
    }
    if let complaint = inspectorState.complaint, panels.focus != complaint.key {
      inspectorState.complaint = nil
    }
  }
}

// MARK: What can be asked

extension Session {
  /// The time of the newest event or deadline it has seen.
  public var now: Instant { player.now }
  /// The window's size, in points.
  public var size: Size { window.size }
  /// The size of a window with just the room for a stage and for what is shown below it.
  public static func windowSize(
    for stage: Size, overlays: Set<Overlay> = [], showsTimeline: Bool = false
  ) -> Size {
    Layout.windowSize(
      for: stage, Shelf(overlays, explains: true), showsTimeline: showsTimeline)
  }

  /// The place of the host's messages: the lowest line; a stage that is shown alone has none.
  public var messageFrame: Rect? {
    window.isShow ? nil : Line.room(in: layout.hint, judges: shownJudgement != nil, window.fonts)
  }

  /// Whether panels leave a recorded stage less room than it had, so that some of it is out of
  /// sight.
  public var isStageCut: Bool {
    let layout = layout
    return layout.stage.width > layout.room.width || layout.stage.height > layout.room.height
  }

  /// Opens the timeline below a stage that is as large as it was recorded, in a window of the size
  /// that `windowSize` says.
  public mutating func showTimelineBelow() {
    resize(.timeline, to: Layout.plotHeight)
    if !window.showsTimeline { perform(.toggleTimeline) }
  }

  /// How large the stage is, and how fine its pixels are.
  public var stagePlace: StagePlace {
    StagePlace(
      layout.stage.size, scale: window.recordedStage?.scale ?? window.scale,
      isAlone: window.recordedStage?.isAlone ?? window.isShow)
  }
  /// Device pixels per point.
  public var scale: Double { window.scale }
  /// The look.
  public var theme: Theme.Name { window.theme }
  /// Whether motion that is only for show is left out.
  public var reducedMotion: Bool { window.reducedMotion }
  /// How fast and how steady the hand with the mouse is.
  public var pointerSettings: PointerSettings { window.pointerSettings }
  /// Whether the stage's clock stands.
  public var isPaused: Bool { player.clockSetting.isPaused }
  /// Stage seconds a second while nothing is held, 0.01…4.
  public var speed: Double { player.clockSetting.speed }
  /// The values of the scene's parameters.
  public var parameters: ParameterSet { experiment.parameters }
  /// The other set of parameters, while two are compared.
  public var parametersB: ParameterSet? { player.parametersB }
  /// What is drawn over the stage.
  public var overlays: Set<Overlay> { window.overlays }
  /// Whether its host has a recorded session that can be shown again.
  public var hasRecording: Bool { window.hasRecording }
  /// Whether the last take is being run again.
  public var isRunningAgain: Bool { player.isRunningAgain }
  /// Whether a past moment of the stage is shown.
  public var isShowingPast: Bool { player.isShowingPast }
  /// The stage time that is shown at a time of the session; it is past while the past is looked at.
  public func stageTime(at time: Instant) -> Instant { player.stageTime(at: time) }
  /// The moment of a clip that is shown at a time of the session; `nil` where no clip is.
  public func clip(at time: Instant) -> ClipMoment? {
    guard sceneType.isObserved, shownMotion.source?.clip != nil else { return nil }
    let (run, stageTime) = player.drawn(at: time, cap: timeline.frameCap)
    return run.scene.parts.lazy.compactMap { $0.probe(at: stageTime)?.clip }.first
  }
  /// What it has been given of the pictures of that clip.
  public var reel: ClipReel? { shownMotion.reel }
  /// The stage's time up to which something has happened.
  public var liveStageTime: Instant { player.liveStageTime }
  /// The finished takes of the scene that is shown, oldest first.
  package var takes: [Take] { player.finishedTakes }
  /// The number of the next take.
  package var nextTake: Int { stages.nextTake }
  /// The number of the take under way, if one is.
  package var openTake: Int? { player.openTake?.number }
  /// Whether any scene has a take of a number or a later one, finished or under way.
  package func hasTake(from number: Int) -> Bool { stages.hasTake(from: number) }
  /// What the timeline shows: a take, or the last minute while there is none.
  package var takeSheet: TakeSheet { player.sheet }
  /// What stands beside the stage that is shown, and how both differ.
  package var pair: Pair? { player.pair }
  /// How the stage moved in its last minute, up to a time of the session.
  public func log(at time: Instant) -> MotionLog { player.log(at: time) }

  /// Why what was let go last in the take that is shown, or in the newest one before it, came to
  /// rest where it did; `nil` where nothing was that chooses where to rest.
  public func releaseExplanation(of control: String? = nil) -> ExplainedRelease? {
    player.live.releaseExplanation(until: player.liveStageTime, of: control)
  }

  /// The motion of the control that was touched last, as the stage shows it at a time.
  public func reading(at time: Instant) -> MotionReading? {
    let (run, time) = player.shown(at: time)
    return run.reading(at: time)
  }

  /// The last motion that a hand began, up to its rest; what is still to come is foretold as if
  /// there were no further event.
  ///
  /// If there was none in this scene, or the scene is not under test, it is the last one of the
  /// scenes before.
  public func lastTrack() -> MotionTrack? {
    (sceneType.isUnderTest ? player.lastTrack() : nil) ?? shownMotion.take
  }

  /// The scene's type.
  public var sceneType: any Scene.Type { type(of: player.run.scene) }

  var sceneIndex: Int? { catalog.scenes.firstIndex { $0.id == sceneType.id } }

  /// Whether the picture after `time` differs from that at `time` by time alone.
  public func isMoving(at time: Instant, showsPointer: Bool = false) -> Bool {
    if panels.isMoving(at: time) { return true }
    if showsPointer || showsHand, pointerMark(at: time)?.isMoving ?? false { return true }
    if timelineReader.isMoving(at: time) || player.isCapMoving(at: time, cap: timeline.frameCap) {
      return true
    }
    return player.isMoving(at: time, overlays: window.overlays, in: layout.openStage)
  }

  /// Whether the stage's pointer is drawn: to whoever looks on, and where the hand of a take runs
  /// again, which the mouse does not show.
  var showsHand: Bool { window.isShow || isRunningAgain }

  /// Whether what is shown of the stage is held or moves as its clock goes on.
  var isStageActive: Bool {
    let (run, time) = player.shown(at: now)
    return run.isActive(at: time)
  }

  /// Whether nothing moves, nothing is held and nothing is due.
  public var isSettled: Bool { isSettled(at: now) }

  /// Whether at a time, if no event comes before, nothing moves, nothing is held and nothing is
  /// due.
  public func isSettled(at time: Instant) -> Bool {
    deadline == nil && !player.run.scene.isHeld && !isMoving(at: time)
  }

  /// The numbers and words that say in which state the session is.
  public var state: [StateField] {
    let (run, time) = player.shown(at: now)
    return [StateField("scene", .text(sceneType.id))] + run.scene.state(at: time)
  }

  /// What the pointer looks like where it is.
  public var cursor: Cursor {
    if panels.isModal { return panels.cursor ?? .arrow }
    if let cursor = timelineCursor ?? panels.cursor { return cursor }
    guard let pointer = panels.pointer, !stagePresses.isElsewhere else { return .arrow }
    return player.shown(at: now).run.scene.cursor(at: pointer)
  }

  /// The pointer as it is shown with the stage alone.
  private func pointerMark(at time: Instant) -> PointerMark? {
    let (run, stageTime) = player.shown(at: time)
    return PointerMark(run, player.history, at: stageTime)
  }

  var layout: Layout { window.layout }

  /// How many pictures of panels have been made, those of the hint among them, and how many layouts
  /// of the window.
  package var keptCount: Int { panels.pictureCount + arranged.hint.count + window.layoutCount }

  var player: Player {
    // Lent, not copied: it is large.
    _read { yield stages.shown }
    _modify { yield &stages.shown }
  }

  /// What surrounds the scene at present.
  var stage: Stage { stage(of: sceneType) }

  /// What would surround a scene with the present parameters; what was made elsewhere is given to
  /// scenes that show it.
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

/// What a scene that shows motions made elsewhere is given to show.
struct ShownMotion: Sendable {
  /// The last take in a scene that was left.
  var take: MotionTrack?
  /// What was brought in from outside.
  var data: MeasuredData?
  /// The program that is watched.
  var source: ObservedSource?
  /// What was read of the clip whose motions are shown.
  var reel: ClipReel?
  /// The region that is being dragged, in the clip's pixels: where the drag began, where it is now,
  /// and whether it has been let go and is being measured.
  var region: (start: Rect, shown: Rect, isAsked: Bool)?
  /// What was measured before this region, as `HostRequest.measure` has it.
  var formerRegion: Rect?
  /// Whether it did something since that could not be shown.
  var isUnseen = false
  /// What is wrong with takes of such programs, by their scenes and numbers.
  var judgements: [String: [Int: TakeJudgement]] = [:]
}
