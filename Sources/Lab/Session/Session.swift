public import Feel
public import FeelTrace
public import Stage

/// All that the window shows and does, without the window: events and time go in, pictures and states come out.
///
/// The same events at the same times give the same state and the same pictures, however often it is advanced or drawn. A session is a value: a copy goes its own way.
public struct Session: Sendable {
  /// The scenes it can show.
  public let catalog: Catalog
  /// The time of the newest event or deadline it has seen.
  public private(set) var now = Instant.zero
  /// The window's size, in points.
  public private(set) var size: Size
  /// Device pixels a point.
  public private(set) var scale: Double
  /// The look.
  public internal(set) var theme: Theme.Name
  /// Whether what moves only for show should not.
  public private(set) var reducedMotion: Bool
  /// How fast and how steady the hand with the mouse is.
  public private(set) var habits = PointerHabits()
  /// Whether the stage's clock stands.
  public internal(set) var isPaused = false
  /// Stage seconds a second while nothing is held, 0.01…4.
  public internal(set) var speed = 1.0
  /// The values of the scene's parameters.
  public internal(set) var parameters: ParameterSet {
    didSet { arrangeInspector() }
  }
  /// What is drawn over the stage.
  public internal(set) var overlays: Set<Overlay> = []

  /// Whether its host says in the window that it records.
  public var isRecording = false
  /// How much larger than the desktop asks for its host shows everything.
  public var zoom = 1.0
  /// Whether its host has a recorded session that can be shown again.
  public var hasRecording = false

  var run: StageRun
  var clock = StageClock()
  var history: StageHistory
  var log: MotionLog
  /// The last gesture in a scene that was left.
  private(set) var gesture: MotionTrack?
  /// What was brought in from outside.
  private var data: MeasuredData?
  var past: PastView?
  // The last gesture while it runs again, where its places lie now, and how it went before.
  var repeating: GestureReplay?
  var map: PlaceMap?
  var former: MotionLog?
  var formerComparison: Comparison?
  var chrome: Chrome
  var inspector: Inspector
  // What can be undone, and the parameters of the scenes that are not shown, by their ids.
  var edits: [String: EditHistory] = [:]
  var shelf: [String: ParameterSet] = [:]
  private var lastEdit: Instant?
  var beforeReset: BeforeReset?
  var timeline = Timeline()
  // The presses on a stage that is not under test.
  var stagePresses = DoublePress()
  // The list that a right click opened, and the line of the panel for whose value a text is fetched.
  var contextMenu: ContextMenu?
  var pasteRow: Int?
  // Moments of the stage that a hand marked, in order.
  var markers: [Instant] = []
  /// Whether a letter, digit or sign alone is a key of the window.
  public internal(set) var hasLetterKeys = true
  /// Whether the panel shows springs by frequency and damping, not by duration and bounce.
  public internal(set) var hasPhysicalSprings = false {
    didSet { arrangeInspector() }
  }
  /// The other set of parameters, while two are compared, and what it makes of the last gesture.
  public internal(set) var other: ParameterSet?
  /// How the last gesture differs under the two sets, while they are compared.
  public internal(set) var comparison: Comparison?
  // When the last gesture is run again with the parameters as they are edited.
  var rerunDue: Instant?
  // Whether the other set is shown as the stage, and the stage as the other.
  var isFlipped = false
  var effects: [Effect] = []
  private var journal: [SessionEvent] = []
  private var requests: [HostRequest] = []

  /// Creates a session at its start.
  ///
  /// - Precondition: the size and the scale are positive.
  public init(
    catalog: Catalog, scene: any Scene.Type, size: Size, scale: Double = 1,
    theme: Theme.Name = .light, reducedMotion: Bool = false, parameters: ParameterSet? = nil
  ) {
    precondition(size.width > 0 && size.height > 0, "a window has an area")
    precondition(scale > 0, "a scale is positive")
    (self.catalog, self.size, self.scale) = (catalog, size, scale)
    (self.theme, self.reducedMotion) = (theme, reducedMotion)
    chrome = Chrome(sceneCount: catalog.scenes.count)
    self.parameters = parameters ?? ParameterSet(scene.parameters)
    inspector = Inspector(self.parameters, isPhysical: false)
    run = StageRun(
      scene,
      on: Stage(
        frame: chrome.layout(in: size).stage, scale: scale, reducedMotion: reducedMotion,
        parameters: self.parameters), at: .zero)
    history = StageHistory(run)
    log = MotionLog(at: .zero)
  }

  /// The scene's type.
  public var sceneType: any Scene.Type { type(of: run.scene) }

  /// The scene's place in the catalogue.
  var sceneIndex: Int? { catalog.scenes.firstIndex { $0.id == sceneType.id } }

  /// Takes an event; one that is older than `now` counts as happening now.
  public mutating func handle(_ event: SessionEvent) {
    var event = event
    event.time = min(max(event.time, now), StageClock.lastInstant)
    advance(to: event.time)
    switch event {
    case .input(let input):
      guard take(input) else { return }
      journal.append(event)
    case .change(_, let change):
      journal.append(event)
      // What changes at one moment is undone as a whole.
      if change.isEdit, lastEdit != now { recordEdit() }
      if change.isEdit { lastEdit = now }
      if case .parameter(let key, _) = change { inspector.settle(key) }
      apply(change)
    }
    followTracking()
    settleTimeline()
  }

  /// Lets time pass without input; calling it early, late or twice is harmless.
  public mutating func advance(to time: Instant) {
    let time = min(time, StageClock.lastInstant)
    while let deadline, deadline <= time {
      now = max(now, deadline)
      chrome.advance(to: now)
      inspector.advance(to: now)
      advanceTimeline()
      followRepeat()
      pass(to: liveStageTime)
      if let due = rerunDue, due <= now { rerun() }
      followPast()
      followTracking()
    }
    now = max(now, time)
    followPast()
  }

  /// When `advance(to:)` must be called next, or `nil` if only an event can change the state.
  public var deadline: Instant? {
    let stage = run.deadline.flatMap { clock.sessionTime(of: $0) }
    let panels = [chrome.deadline, inspector.deadline, timeline.deadline]
    return (panels + [stage, pastEnd, rerunDue, repeatDeadline]).compactMap { $0 }.min()
  }

  /// Whether the picture after `time` differs from that at `time` by time alone.
  public func isMoving(at time: Instant) -> Bool {
    if chrome.isMoving(at: time) || inspector.isMoving(at: time) { return true }
    if isTimelineMoving(at: time) || isCapMoving(at: time) { return true }
    if let past { return past.clock.rate > 0 }
    guard clock.rate > 0 else { return false }
    let stageTime = clock.stageTime(at: time)
    return run.isMoving(at: stageTime) || overlaysMove(run, at: stageTime)
  }

  /// Whether nothing moves, nothing is held and nothing is due.
  public var isSettled: Bool { isSettled(at: now) }

  /// Whether at a time, if no event comes before, nothing moves, nothing is held and nothing is due.
  public func isSettled(at time: Instant) -> Bool {
    deadline == nil && !run.scene.isHeld && !isMoving(at: time)
  }

  /// The numbers and words that say in which state the session is.
  public var state: [StateField] {
    let (run, time) = shown(at: now)
    return [StateField("scene", .text(sceneType.id))] + run.scene.state(at: time)
  }

  /// What the pointer looks like where it is.
  public var cursor: Cursor {
    if let cursor = inspector.cursor ?? timelineCursor ?? chrome.cursor { return cursor }
    guard let pointer = chrome.pointer else { return .arrow }
    return shown(at: now).run.scene.cursor(at: pointer)
  }

  /// The events as the session saw them, since the last call: what a recording holds.
  public mutating func takeJournal() -> [SessionEvent] {
    defer { journal.removeAll(keepingCapacity: true) }
    return journal
  }

  /// What the controls did since the last call.
  public mutating func takeEffects() -> [Effect] {
    defer { effects.removeAll(keepingCapacity: true) }
    return effects
  }

  /// What the session asks of its window since the last call.
  public mutating func takeRequests() -> [HostRequest] {
    defer { requests.removeAll(keepingCapacity: true) }
    return requests
  }

  mutating func request(_ request: HostRequest) {
    requests.append(request)
  }

  /// Lets something happen to the stage, now, and follows what comes of it.
  mutating func feed(_ event: StageEvent) {
    let wasHeld = run.scene.isHeld
    let happened = happen(event)
    if wasHeld, other != nil, !run.scene.isHeld { comparison = compared() }
    effects += happened
    for asked in happened.compactMap(\.request) {
      switch asked {
      case .copy(let text):
        request(.copy(text))
        say("Copied")
      case .savePicture(let frame, let name): request(.savePicture(of: frame, name: name))
      case .saveText(let text, let name): request(.saveText(text, name: name))
      }
    }
    if happened.contains(where: { $0.name == Effect.commit }) {
      commitField()
    }
  }

  /// Lets something happen to the stage, and keeps it; answers what the controls did.
  mutating func happen(_ event: StageEvent) -> [Effect] {
    log.follow(run, to: event.time)
    history.record(event, after: run)
    let before = MotionLog.Before(run, event)
    let happened = run.handle(event)
    log.note(event, on: run, after: before)
    return happened
  }

  /// Lets time pass on the stage, up to a deadline or while nothing happens to it.
  mutating func pass(to stageTime: Instant) {
    log.followToEnd(run, at: stageTime)
    effects += run.advance(to: stageTime)
  }

  /// Feeds the scene an input, in stage time; whoever touches a past goes on from there.
  ///
  /// While a gesture runs again the hand's own pointer only passes.
  mutating func feed(_ input: InputEvent) {
    guard repeating == nil else { return }
    if input.touches {
      takeOver()
      former = nil
    }
    var input = input
    input.time = liveStageTime
    feed(.input(input))
  }

  /// Gives the scene an order and records it: what the order comes from is not in the recording.
  mutating func order(_ command: String, _ number: Double?) {
    journal.append(.change(now, .command(command, number)))
    takeOver()
    feed(.command(liveStageTime, Command(command, number)))
  }

  /// Applies a change; a value that cannot be is ignored: whoever reads it from outside has refused it.
  mutating func apply(_ change: SessionChange) {
    switch change {
    case .size(let size) where size.width > 0 && size.height > 0 && size.isFinite:
      giveUpRepeat()
      self.size = size
      applyStage()
    case .scale(let scale) where scale > 0 && scale.isFinite:
      self.scale = scale
      applyStage()
    case .scene(let id):
      guard let type = catalog.scene(id) else { return }
      giveUpRepeat()
      gesture = lastGesture()
      leaveScene()
      compare(with: nil)
      shelf[sceneType.id] = parameters
      var next = shelf[id] ?? ParameterSet(type.parameters)
      next.preset = parameters.preset
      inspector = Inspector(
        next, isPhysical: hasPhysicalSprings, folded: inspector.folded)
      parameters = next
      open(type)
    case .theme(let name):
      guard let name = Theme.Name(rawValue: name) else { return }
      theme = name
    case .overlays(let letters):
      overlays = Set(letters: letters) ?? overlays
    case .parameter(let key, let value):
      guard (try? parameters.set(key, to: value)) != nil else { return }
      applyParameters()
    case .preset(let id):
      guard let preset = ScrollPreset.named(id) else { return }
      let isOther = preset != parameters.preset
      parameters.preset = preset
      applyParameters()
      if isOther, !parameters.changed.isEmpty {
        say("\(preset.title), with \(Inspector.keptText(parameters)): Reset in the panel")
      }
    case .pause(let isPaused):
      self.isPaused = isPaused
    case .speed(let speed) where speed >= 0.01 && speed <= 4:
      self.speed = speed
    case .command("step", let seconds):
      guard isPaused, let seconds, abs(seconds) <= StageHistory.span else { return }
      show(stageTime(at: now).advanced(by: seconds))
    case .command(let command, let number):
      giveUpRepeat()
      takeOver()
      feed(.command(liveStageTime, Command(command, number)))
    case .track(let track):
      data = MeasuredData(track)
      applyStage()
    case .reset:
      giveUpRepeat()
      takeOver()
      leaveScene()
      feed(.restart(liveStageTime))
    case .reducedMotion(let isReduced):
      reducedMotion = isReduced
      applyStage()
    case .letterKeys(let isOn):
      hasLetterKeys = isOn
    case .physicalSprings(let isOn):
      hasPhysicalSprings = isOn
    case .habits(let habits):
      self.habits = habits
    case .focus(let hasFocus):
      chrome.hasFocus = hasFocus
    case .size, .scale, .speed:
      break
    }
  }

  private mutating func leaveScene() {
    feed(InputEvent.cancel(CancelSample(time: now, reason: .disabled)))
  }

  private mutating func open(_ type: any Scene.Type) {
    (past, former) = (nil, nil)
    run = StageRun(type, on: stage, at: liveStageTime)
    history = StageHistory(run)
    log = MotionLog(at: liveStageTime)
    (markers, pasteRow, contextMenu) = ([], nil, nil)
    timeline.view.reset()
  }

  /// Where the regions of the window are.
  var layout: Layout { chrome.layout(in: size) }

  var stage: Stage {
    var stage = Stage(
      frame: layout.stage, scale: scale, reducedMotion: reducedMotion, parameters: parameters)
    (stage.gesture, stage.data) = (gesture, data)
    return stage
  }

  mutating func applyStage() {
    feed(.place(liveStageTime, stage))
    if past != nil { show(stageTime(at: now)) }
  }

  /// A held control is under a hand, and a hand knows no slow motion.
  private mutating func followTracking() {
    let wanted = isPaused ? 0 : speed
    clock.setRate(past != nil ? 0 : run.scene.isTracking ? 1 : wanted, at: now)
    past?.clock.setRate(wanted, at: now)
  }
}

extension SessionChange {
  /// Whether it is an edit of the parameters, which can be undone.
  fileprivate var isEdit: Bool {
    switch self {
    case .parameter, .preset: true
    default: false
    }
  }
}

extension Size {
  fileprivate var isFinite: Bool { width.isFinite && height.isFinite }
}
