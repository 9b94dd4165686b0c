internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Lab
internal import Scenes
internal import Stage
internal import TextLayout
internal import XWindow

/// The session that a window shows: its time on the window's clock, the recorded hand that is at
/// work in it, and the files that keep it.
///
/// A recording is shown, or a session comes back, by a replay in this very session; whatever a hand
/// did before is set aside, and offered again when that is over.
struct ShownSession: ~Copyable {
  /// How long a replay may keep the window from its next frame, in seconds.
  private static let share = 0.004

  private let window: Window
  private let fonts: FontBook
  private(set) var settings: FrameLoopSettings
  private(set) var session: Session
  var files: WindowFiles
  private var preferences: PreferenceKeeper
  private var replay: Replay?
  // When the session began, on the window's clock.
  private var began = Instant.zero
  // Whether the recording is still to be read that it is the beginning of.
  private var isAwaited: Bool
  /// The moment that the picture shown was made for.
  private(set) var shownTime = Instant.zero
  /// Whether something happened since the picture was made that may have changed it.
  var isChanged = true
  // Whether it was a hand that did what happened since the last look at the preferences.
  private var isByHand = false
  private var isPassingLines = false
  // The regions measured of the clip that is shown, in its pixels, the present one last; empty for
  // all that moves.
  private var measuredRegions = [Rect.zero]
  // The number of the first take that is in no other file.
  private var firstOwnTake = 0
  /// Whether the replay is over that the window was opened for.
  private(set) var isDone = false

  /// Creates one around a session at its start.
  init(
    _ session: Session, in window: Window, _ fonts: FontBook, _ settings: FrameLoopSettings,
    isAwaited: Bool
  ) throws(CommandFailure) {
    files = try WindowFiles(settings, session)
    (self.session, self.window, self.fonts, self.settings) = (session, window, fonts, settings)
    preferences = PreferenceKeeper(settings, theme: session.theme)
    self.isAwaited = isAwaited
    replay = settings.replay.map { Replay($0, speed: settings.replaySpeed) }
  }

  var isReplaying: Bool { replay != nil }
  /// Whether its end alone is waited for.
  var isHurried: Bool { replay?.isHurried ?? false }

  /// What the window says of it beside its picture.
  var caption: ReplayCaption? {
    if isAwaited { return .reading }
    guard replay != nil else { return nil }
    if isHurried { return .hurried(resumes: isComingBack, share: replay?.share ?? 1) }
    return settings.introduction == nil ? .shown : .introduction
  }

  private var isComingBack: Bool { replay?.resumed != nil }

  // MARK: Time

  /// Session time of a moment of the window's clock.
  func sessionTime(_ moment: Instant) -> Instant {
    if isHurried { return session.now }
    let time = Instant(microseconds: moment.microseconds - began.microseconds)
    return replay?.sessionTime(time) ?? time
  }

  /// When something is due, on the window's clock; `other` is due then in the session's time.
  func nextMoment(_ other: Instant?) -> Instant? {
    if isHurried { return window.now }
    let due = [session.deadline, replay?.nextTime, other].compactMap { $0 }.min()
    return due.map { replay?.moment($0) ?? $0 }.map {
      Instant(microseconds: $0.microseconds + began.microseconds)
    }
  }

  /// Lets a recorded hand do what is due, as far as a frame has room for it.
  mutating func followReplay() {
    skipLead()
    let (now, limit) = (sessionTime(window.now), window.now.advanced(by: Self.share))
    while let event = replay?.next(until: now) {
      handle(event)
      if window.now >= limit { break }
    }
    guard isHurried else { return }
    // Fast-forwarding: discard requests and effects until the end.
    _ = session.takeRequests()
    _ = session.takeEffects()
  }

  /// Passes over the time at the beginning of a recording in which nobody did anything, where it is
  /// shown to be looked at.
  private mutating func skipLead() {
    guard let replay, !replay.hasBegun, !replay.isOver, !isHurried, settings.introduction == nil,
      !settings.quitsAfterReplay, replay.nextTime - sessionTime(window.now) > 2 * Self.lead
    else { return }
    let start = replay.moment(replay.nextTime.advanced(by: -Self.lead))
    began = Instant(microseconds: window.now.microseconds - start.microseconds)
  }

  /// How long nothing happens at most before the first thing that does, in seconds.
  private static let lead = 0.5

  mutating func endReplayWhenOver() {
    guard let last = replay?.last, replay?.isOver ?? false else { return }
    if isHurried {
      passDeadlines(until: last)
      session.advance(to: last)
    }
    let interruption = replay?.interruption
    endReplay()
    if let interruption { goOn(from: interruption) }
  }

  mutating func passDeadlines() { passDeadlines(until: sessionTime(window.now)) }

  /// Passes what is due by a time, one after the other, so that what comes of it is recorded in its
  /// order.
  ///
  /// Lines of a stream come first: on a busy machine time passes between any two calls, and a line
  /// that found the session past its time would be recorded late.
  private mutating func passDeadlines(until time: Instant) {
    if replay == nil {
      passLines(until: Instant(microseconds: time.microseconds + began.microseconds))
    }
    while let deadline = session.deadline, deadline <= time {
      record(upTo: deadline)
      session.advance(to: deadline)
      files.noteTakes(of: session)
      isChanged = true
    }
  }

  /// Lets the session's time pass, and records it.
  private mutating func pass(to time: Instant) {
    passDeadlines(until: time)
    record(upTo: time)
  }

  private mutating func record(upTo time: Instant) {
    files.write(session.takeJournal())
    // A session that is handed over is copied, for every event.
    if files.recording != nil { files.write(session, upTo: time) }
  }

  /// Takes note that a picture is made for a vblank; answers the session's time of it.
  mutating func show(at vblank: Instant) -> Instant {
    shownTime = max(sessionTime(vblank), session.now)
    isChanged = false
    return shownTime
  }

  /// Lets what still moves go on to the moment of the end, so that a recording shows all that was
  /// seen.
  mutating func end() {
    let now = session.isSettled ? session.now : sessionTime(window.now)
    pass(to: now)
    session.advance(to: now)
    let former = preferences.memory.kept.scene ?? Catalog.all.scenes[0].id
    if replay == nil, session.sceneType.id != former {
      preferences.memory.keepScene(session.preferences)
    }
    savePreferences(isLast: true)
    files.writeState(of: session, at: session.now)
  }

  // MARK: Events

  mutating func takeEffects() -> [Effect] { session.takeEffects() }

  mutating func takeRequests() -> [HostRequest] { session.takeRequests() }

  /// Tells the session what happened to its window, and has nothing to do with the stage.
  mutating func tell(_ fact: HostFact) {
    handle(.host(present, fact), byHand: isByHand)
  }

  /// The session's time for what happens now: nothing advances a replay but what was recorded.
  private var present: Instant {
    replay == nil ? max(session.now, sessionTime(window.now)) : session.now
  }

  /// Tells the session what came of something, as happening now.
  mutating func send(_ events: [SessionEvent]) {
    for event in events {
      var event = event
      // The session may have stood still since its last event: what is said for some seconds would
      // be gone at once.
      event.time = max(event.time, sessionTime(window.now))
      handle(event)
    }
  }

  /// Gives the session what a hand did, unless a replay goes on with it; returns whether it had it.
  mutating func take(_ input: InputEvent) -> Bool {
    guard yields(to: input) else { return false }
    if input.touches { files.keepForGood() }
    var event = SessionEvent.input(input)
    event.time = sessionTime(input.time)
    handle(event, byHand: true)
    if input.touches { ownOpenTake() }
    return true
  }

  /// Notes that a hand that catches a recorded motion makes it its own.
  private mutating func ownOpenTake() {
    if let take = session.openTake { firstOwnTake = min(firstOwnTake, take) }
  }

  /// Has an element do what assistive technology asks of it, as a hand's doing.
  mutating func assist(_ request: AssistiveRequest, on id: String) {
    guard !isAwaited else { return }
    if request != .focus { makeWay() }
    handle(.host(present, .assist(request, on: id)), byHand: true)
    ownOpenTake()
  }

  /// Tells the session what comes of an input method, as a hand's doing.
  mutating func compose(_ fact: HostFact) {
    guard replay == nil, !isAwaited else { return }
    handle(.host(present, fact), byHand: true)
  }

  private mutating func handle(_ event: SessionEvent, byHand: Bool = false) {
    if byHand != isByHand { lookAtPreferences() }
    isByHand = byHand
    pass(to: max(event.time, session.now))
    session.handle(event)
    let journal = session.takeJournal()
    // Takes ended by this event are older than it; a take kept from an edit is created by it.
    let makesTake = journal.contains { if case .change(_, .keepEdit) = $0 { true } else { false } }
    if !makesTake { files.noteTakes(of: session) }
    files.write(journal)
    if makesTake { files.noteTakes(of: session) }
    isChanged = true
  }

  /// Whether a hand has the stage, which it does not before all is read.
  ///
  /// A replay ends when somebody touches it. Moving the pointer over it does not end it, and End
  /// goes to its end; a session that comes back is given up by Escape alone.
  private mutating func yields(to input: InputEvent) -> Bool {
    guard !isAwaited else { return false }
    guard replay != nil else { return true }
    guard input.takesOver else { return false }
    if isComingBack {
      if input.isPress(of: .escape) { endReplay() }
      return false
    }
    // Zooming the view does not end the replay.
    if settings.introduction == nil, session.isOfView(input) { return true }
    if replay?.interruption != nil { return false }
    // An observed motion cannot be taken over, and a step needs all takes: the replay is finished
    // first.
    if settings.introduction == nil, session.sceneType.isObserved || session.isStep(input) {
      replay?.interruption = Replay.Interruption(
        scene: session.sceneType.id, moment: session.stageTime(at: session.now), input: input)
      replay?.isHurried = true
      isChanged = true
      return false
    }
    guard input.isPress(of: .end), settings.introduction == nil else {
      // Escape skips the introduction, and not the steps that follow it.
      let isSkipped = settings.introduction != nil && input.isPress(of: .escape)
      endReplay()
      return !isSkipped
    }
    replay?.isHurried = true
    isChanged = true
    return false
  }

  /// Plays on from the moment at which a replay was interrupted.
  private mutating func goOn(from interruption: Replay.Interruption) {
    let (scene, moment) = (interruption.scene, interruption.moment)
    if session.sceneType.id != scene { handle(.change(session.now, .scene(scene))) }
    if let take = session.takes.first(where: { $0.end >= moment }) {
      handle(.change(session.now, .showTake(take.number)))
      handle(.change(session.now, .show(moment)))
    }
    var event = SessionEvent.input(interruption.input)
    event.time = session.now
    handle(event, byHand: true)
  }

  /// Ends what another program's doing ends, as it drops something: a replay.
  mutating func makeWay() {
    if replay != nil { endReplay() }
    files.keepForGood()
  }

  // MARK: Another program

  /// When the next line of the stream is due, on the window's clock.
  var streamMoment: Instant? { settings.stream?.nextDue.map(window.instant(monotonic:)) }

  /// Shows what another program has reported by now, and says what is wrong with it.
  mutating func passStream() {
    guard let stream = settings.stream else { return }
    passLines(until: window.now)
    for text in stream.takeNews() {
      StandardError.say(text)
      tell(.notice(text))
    }
  }

  /// Shows the lines that are due by a moment, each at its own time.
  private mutating func passLines(until moment: Instant) {
    guard let stream = settings.stream, !isPassingLines else { return }
    isPassingLines = true
    defer { isPassingLines = false }
    let zero = window.instant(monotonic: 0).microseconds
    while let (due, event) = stream.next(until: moment.microseconds - zero) {
      // A recording that is shown has a program of its own.
      guard replay == nil else { continue }
      let time = max(session.now, sessionTime(window.instant(monotonic: due)))
      switch event {
      case .source(let source): handle(.change(time, .watch(source)))
      case .line(let line): handle(.change(time, .observe(line.content)))
      case .problem: continue
      }
    }
  }

  /// Tells a session that is another one from now on which program is watched.
  private mutating func watchAgain() {
    guard let source = settings.stream?.source else { return }
    handle(.change(session.now, .watch(source)))
  }

  // MARK: The desktop and preferences

  mutating func begin() {
    tell(.fonts(fonts))
    // It may have been asked for in another size than the recording's.
    resize()
    followPointerSettings()
    if replay == nil { send(preferences.beginning(of: session)) }
    tellFirstMinute()
  }

  /// Tells the session which part of the first minute is shown, if one is.
  private mutating func tellFirstMinute() {
    guard settings.introduction != nil else { return }
    tell(.firstMinute(replay == nil ? .turn : .introduction))
  }

  mutating func resize() {
    guard window.size != session.size else { return }
    handle(.host(sessionTime(window.now), .size(window.size)))
  }

  mutating func rescale() {
    handle(.host(sessionTime(window.now), .scale(window.scale)))
    followPointerSettings()
    resize()
  }

  mutating func follow(_ desktop: DesktopSettings) {
    send(preferences.follow(desktop, session, isReplaying: replay != nil))
    followPointerSettings()
  }

  /// Tells the session what the desktop, or a preference, knows of the hand; in a replay it is the
  /// hand that was recorded.
  private mutating func followPointerSettings() {
    guard replay == nil else { return }
    var settings = PointerSettings(window.settings, scale: window.scale)
    if case .number(let time) = session.value(of: .doubleClick) { settings.doubleClickTime = time }
    guard settings != session.pointerSettings else { return }
    handle(.host(session.now, .pointerSettings(settings)))
  }

  /// Keeps what a hand has set since the last look, or takes note of what something else has.
  private mutating func lookAtPreferences() {
    preferences.memory.look(at: session.preferences, byHand: isByHand)
  }

  mutating func savePreferences(isLast: Bool = false) {
    lookAtPreferences()
    followPointerSettings()
    if let message = preferences.save(isLast: isLast) { tell(.notice(message)) }
  }

  /// Leaves look, motion and keys to the desktop again.
  mutating func forgetPreferences() {
    send(preferences.forget(window.settings, session))
    preferences.memory.forgetSettings()
  }

  /// Tells the session how large everything is shown from now on; a hand has set it unless it is a
  /// recorded one.
  mutating func setZoom(_ zoom: Double) {
    lookAtPreferences()
    tell(.prefer(.zoom, .number(zoom)))
    preferences.memory.look(at: session.preferences, byHand: replay == nil)
  }

  // MARK: What is recorded

  /// Begins a recording in a new file of the folder that the program was started in, with the scene
  /// afresh, or ends the one under way.
  ///
  /// A recording begins where a session begins, for only then does a replay find everything as it
  /// was.
  ///
  /// - Returns: where the recording is that has ended.
  mutating func toggleRecording() -> String? {
    switch files.recording?.isOwn {
    case false: tell(.notice(say("Already recording the whole session (--record)")))
    case true:
      let path = files.finish(session)
      if path != nil { firstOwnTake = session.nextTake }
      tell(.recording(false))
      tellEarlier(offers: path == nil)
      if let path { tell(.recorded(shown(path))) }
      return path
    case nil:
      guard files.openRecording() else { return nil }
      do throws(CommandFailure) {
        // The takes so far can be restored when the recording has ended.
        try setAside()
      } catch {
        files.abandonRecording()
        tell(.notice(error.message))
        return nil
      }
      beginAfresh()
      tell(.recording(files.recording != nil))
      tellEarlier(offers: false)
      if !files.earlier.isEmpty {
        tell(.notice(say("Recording from the scene’s start. Earlier takes are in the menu.")))
      }
    }
    return nil
  }

  /// Whether there is a take in the session, or one under way, that is in no other file.
  private var isWorthKeeping: Bool { replay == nil && session.hasTake(from: firstOwnTake) }

  /// Keeps the session for later, if a hand has made a take in it.
  ///
  /// - Throws: `CommandFailure` where it cannot be written: then it goes on.
  private mutating func setAside() throws(CommandFailure) {
    try files.setAside(session, stays: isWorthKeeping)
  }

  /// Keeps the session for the next start if it is worth that; closing also removes discards.
  ///
  /// - Parameter isClosed: whether the window was closed, and not cut short.
  /// - Returns: whether it is kept.
  mutating func endKeeping(isClosed: Bool) -> Bool {
    files.endKeeping(session, stays: isWorthKeeping, isClosed: isClosed)
  }

  private mutating func beginAfresh() {
    let before = session
    firstOwnTake = 0
    began = window.now
    session = Session(
      catalog: .all, scene: before.sceneType, size: before.size, scale: before.scale,
      theme: before.theme, reducedMotion: before.reducedMotion, parameters: before.parameters)
    files.begin(session)
    tell(.fonts(fonts))
    watchAgain()
    followPointerSettings()
    send(PreferenceKeeper.events(setting: session, as: before.preferences))
  }

  /// A recording of one take, by its number, or of the session up to now.
  mutating func recording(of take: Int?) throws(CommandFailure) -> [UInt8] {
    pass(to: max(session.now, sessionTime(window.now)))
    return try files.recording(of: session, take)
  }

  // MARK: What was recorded

  /// Says which earlier sessions there are, and offers to restore the newest, if there is one.
  mutating func tellEarlier(offers: Bool) {
    if offers { files.noteOffered() }
    tell(.earlierSessions(files.earlierSessions, offers: offers))
  }

  /// Discards the newest earlier session, and offers to undo that.
  mutating func discardEarlier() {
    guard files.discardEarlier() else {
      tellEarlier(offers: false)
      return tell(.notice(say("Another window already restored these takes")))
    }
    tell(.discarded(files.earlierSessions))
  }

  mutating func undoDiscard() {
    files.undoDiscard()
    tellEarlier(offers: true)
  }

  /// Says that something is recorded, which nothing else may interrupt.
  private var recording: String? {
    files.recording.map {
      $0.isOwn
        ? say("A recording is running. Stop it first with Ctrl+E.")
        : say("The whole session is recorded (--record). Nothing else can be shown.")
    }
  }

  /// Shows a recording from its start, in the place of what was shown.
  ///
  /// - Throws: `CommandFailure` while something is recorded, or when it cannot be shown.
  mutating func show(_ file: TraceFile) throws(CommandFailure) {
    if let recording { throw .usage(recording) }
    if replay != nil { endReplay() }
    try start(file)
    (settings.replay, isAwaited, measuredRegions) = (file, false, [.zero])
    // It introduces nothing, and the window stays open at its end.
    (settings.introduction, settings.quitsAfterReplay) = (nil, false)
  }

  /// Shows what was measured in a clip, in the place of what was shown: its takes are there at
  /// once, as restored ones are, and the first one plays.
  ///
  /// - Parameters:
  ///   - file: what was measured.
  ///   - region: what was measured again of the clip shown, as `HostRequest.measure` has it.
  /// - Throws: `CommandFailure` while something is recorded, or when it cannot be shown.
  mutating func show(
    measured file: TraceFile, again region: Rect?
  ) throws(CommandFailure) {
    var regions = measuredRegions
    var file = file
    file.trace.header.place = session.stagePlace
    file.trace.header.theme = session.theme
    file.trace.header.reducedMotion = session.reducedMotion
    if !session.overlays.isEmpty { file.show(session.overlays) }
    try show(file)
    settings.replay = nil
    replay?.isMeasured = true
    replay?.notice = file.notice
    replay?.isHurried = true
    guard let region else { return }
    let isUndone = regions.dropLast().last == region
    if isUndone { regions.removeLast() } else { regions.append(region) }
    replay?.measuredAgain = .measuredAgain(former: regions.dropLast().last, isUndone: isUndone)
    measuredRegions = regions
  }

  /// Shows the introduction in the place of what was shown.
  mutating func introduce() {
    if let recording { return tell(.notice(recording)) }
    do throws(CommandFailure) {
      var tour = try FirstRun.tour()
      if session.reducedMotion {
        handle(.change(session.now, .scene(tour.trace.header.scene)))
        return tell(.firstMinute(.turn))
      }
      FirstRun.fit(&tour, into: window.size, session.theme, [])
      tour.windowScale = window.scale
      try show(tour)
      settings.introduction = .shown
      tellFirstMinute()
    } catch {
      tell(.notice(error.message))
    }
  }

  private mutating func start(_ file: TraceFile) throws(CommandFailure) {
    let beginning = try file.session()
    try setAside()
    begin(Replay(file, speed: settings.replaySpeed), in: beginning)
  }

  /// Shows the recorded session that was shown last again, from its start.
  mutating func replayAgain() {
    guard replay == nil, let file = settings.replay, files.recording == nil else { return }
    do throws(CommandFailure) {
      try start(file)
    } catch {
      tell(.notice(error.message))
    }
  }

  /// Restores the newest earlier session: its takes come back between the frames.
  mutating func resume() {
    guard replay == nil else { return }
    guard files.recording == nil else {
      return tell(.notice(say("Stop the recording first with Ctrl+E")))
    }
    do throws(CommandFailure) {
      guard let earlier = try files.claimEarlier() else { return }
      do throws(CommandFailure) {
        let lines = try TraceLines(all: earlier.path)
        let beginning = try lines.file.session()
        // What was done before somebody chose is offered next.
        try setAside()
        begin(Replay(resuming: lines, of: earlier), in: beginning)
      } catch {
        files.leaveEarlier(earlier)
        throw error
      }
    } catch {
      tellEarlier(offers: false)
      tell(.notice(error.message))
    }
  }

  private mutating func begin(_ replay: Replay, in beginning: Session) {
    let (size, scale, before) = (session.size, session.scale, session.preferences)
    // What a hand has set until now is kept; what follows from showing something else is not its
    // doing.
    lookAtPreferences()
    isByHand = false
    // How it looks and moves is the recording's; how the window is used is theirs who look at it,
    // and so are the overlays of a session that goes on.
    let recorded: Set<Preference> =
      replay.resumed == nil ? [.theme, .motion, .overlays] : [.theme, .motion]
    session = beginning
    firstOwnTake = 0
    files.keep(session)
    began = window.now
    shownTime = .zero
    self.replay = replay
    tell(.fonts(fonts))
    handle(.host(.zero, .scale(scale)))
    handle(.host(.zero, .size(size)))
    for event in PreferenceKeeper.events(setting: session, as: before, but: recorded) {
      handle(event)
    }
    if !isComingBack { makeRoom() }
    preferences.memory.look(at: session.preferences, byHand: false)
  }

  /// Closes panels while a recording is shown that leave its stage too little room.
  private mutating func makeRoom() {
    for panel in [Preference.timeline, .inspector] where session.isStageCut && session.isOn(panel) {
      handle(.host(.zero, .prefer(panel, .flag(false))))
      replay?.closed[panel] = .flag(true)
    }
  }

  /// Ends a replay where it is, whether that is its end or somebody has taken over.
  private mutating func endReplay() {
    guard let ended = replay.take() else { return }
    isChanged = true
    if ended.isHurried {
      began = Instant(microseconds: window.now.microseconds - session.now.microseconds)
      shownTime = session.now
    }
    handle(.host(session.now, .replayEnded))
    // From now on its key means the recording, and what is recorded itself does not begin again.
    tell(
      .canReplay(
        settings.replay != nil && settings.recording == nil && settings.introduction == nil))
    followPointerSettings()
    send(preferences.takeover(of: session))
    send(PreferenceKeeper.events(setting: session, as: ended.closed))
    preferences.memory.look(at: session.preferences, byHand: false)
    if let earlier = ended.resumed {
      if ended.isOver {
        goOn(from: earlier, failure: ended.failure)
      } else {
        files.leaveEarlier(earlier)
        firstOwnTake = session.nextTake
      }
    } else {
      // What was measured is in no other file.
      firstOwnTake = ended.isMeasured ? 0 : session.nextTake
      endIntroduction(isOver: ended.isOver)
      isDone = settings.quitsAfterReplay
    }
    // The law of a clip has the line.
    tellEarlier(offers: ended.failure == nil && !ended.isMeasured)
    if let fact = ended.measuredAgain { tell(fact) }
    if let notice = ended.notice { tell(.notice(notice)) }
  }

  /// Keeps a restored session as this one's; a file that could not be read to its end stays.
  private mutating func goOn(from earlier: EarlierSession, failure: CommandFailure?) {
    watchAgain()
    guard let failure else {
      files.replaceEarlier(earlier)
      return tell(.notice(say("Restored the last session")))
    }
    files.keepForGood()
    files.leaveEarlier(earlier)
    tell(.notice(say("Restored what could be read. \(failure.message)")))
  }

  /// Leaves the introduction with nothing paused or compared and the parameters that it began with.
  ///
  /// If the user takes over, the session continues. If the introduction finishes, start a fresh
  /// session, so that no recording begins with it.
  private mutating func endIntroduction(isOver: Bool) {
    guard settings.introduction != nil else { return }
    handle(.change(session.now, .overlays(settings.overlays)))
    if session.isPaused { handle(.change(session.now, .pause(false))) }
    if session.parametersB != nil { handle(.change(session.now, .endComparison)) }
    firstOwnTake = 0
    // Their own takes are the first.
    handle(.change(session.now, .removeTakes))
    let beginning = try? settings.replay?.session().parameters
    if let beginning, beginning != session.parameters {
      handle(.change(session.now, .parameters(beginning)))
    }
    handle(.change(session.now, .restart))
    if isOver { beginAfresh() }
    tellFirstMinute()
  }
}
