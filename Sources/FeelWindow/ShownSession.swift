internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Lab
internal import Scenes
internal import Stage
internal import TextLayout
internal import XWindow

/// The session shown in a window: its time on the window's clock, its replay, and the files that
/// store it.
///
/// Recordings are shown, and earlier sessions restored, by a replay in place of the current
/// session; that one is stored first, and offered again afterwards.
struct ShownSession: ~Copyable {
  /// A clip's measurements.
  private struct Measured {
    /// In the clip's pixels; empty means everything that moves.
    var region = Rect.zero
    /// The takes; `nil` if they are those of an opened recording.
    var file: TraceFile?
    /// What was shown of them last.
    var place: ClipPlace?
    /// Number of the first take that is not among them.
    var nextTake = 0
  }

  /// Maximum time that a replay may delay the window's next frame, in seconds.
  private static let replayBudget = 0.004

  private let window: Window
  private let fonts: FontBook
  private(set) var settings: FrameLoopSettings
  private(set) var session: Session
  var files: WindowFiles
  private var preferences: PreferenceKeeper
  private var replay: Replay?
  // When the session began, on the window's clock.
  private var began = Instant.zero
  // Whether the rest of the recording is still being read.
  private var isAwaited: Bool
  /// The moment for which the shown picture was made.
  private(set) var shownTime = Instant.zero
  /// Whether anything since then may have changed the picture.
  var isChanged = true
  // Whether the user caused the events since the last look at the preferences.
  private var isByHand = false
  private var isPassingLines = false
  // Measurements of the shown clip so far, current ones last.
  private var measured = [Measured()]
  /// Those undone since, the last one last.
  private var undone: [Measured] = []
  // Number of the first take that is in no other file.
  private var firstOwnTake = 0
  /// Whether the replay that the window was opened for is over.
  private(set) var isDone = false

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
  /// Whether it is fast-forwarding to its end.
  var isHurried: Bool { replay?.isHurried ?? false }

  /// The caption over the picture.
  var caption: ReplayCaption? {
    if isAwaited { return .reading }
    guard replay != nil else { return nil }
    if isHurried { return .hurried(resumes: isComingBack, share: replay?.share ?? 1) }
    return settings.introduction == nil ? .shown : .introduction
  }

  private var isComingBack: Bool { replay?.resumed != nil }

  // MARK: Time

  /// Session time at a moment of the window's clock.
  func sessionTime(_ moment: Instant) -> Instant {
    if isHurried { return session.now }
    let time = Instant(microseconds: moment.microseconds - began.microseconds)
    return replay?.sessionTime(time) ?? time
  }

  /// When something is due on the window's clock; `other` is a session time that is due too.
  func nextMoment(_ other: Instant?) -> Instant? {
    if isHurried { return window.now }
    let due = [session.deadline, replay?.nextTime, other].compactMap { $0 }.min()
    return due.map { replay?.moment($0) ?? $0 }.map {
      Instant(microseconds: $0.microseconds + began.microseconds)
    }
  }

  /// Replays the events that are due, within the time that a frame allows.
  mutating func followReplay() {
    skipLead()
    let (now, limit) = (sessionTime(window.now), window.now.advanced(by: Self.replayBudget))
    while let event = replay?.next(until: now) {
      handle(event)
      if window.now >= limit { break }
    }
    guard isHurried else { return }
    // Fast-forwarding: discard requests and effects until the end.
    _ = session.takeRequests()
    _ = session.takeEffects()
  }

  /// Skips the idle time at the start of a recording that is only watched.
  private mutating func skipLead() {
    guard let replay, !replay.hasBegun, !replay.isOver, !isHurried, settings.introduction == nil,
      !settings.quitsAfterReplay, replay.nextTime - sessionTime(window.now) > 2 * Self.lead
    else { return }
    let start = replay.moment(replay.nextTime.advanced(by: -Self.lead))
    began = Instant(microseconds: window.now.microseconds - start.microseconds)
  }

  /// Idle time left before the first event, in seconds.
  private static let lead = 0.5

  mutating func endReplayWhenOver() {
    guard let last = replay?.last, replay?.isOver ?? false else { return }
    if isHurried {
      passDeadlines(until: last)
      session.advance(to: last)
    }
    let interruption = replay?.interruption
    endReplay()
    if let interruption { resume(from: interruption) }
  }

  mutating func passDeadlines() {
    let now = sessionTime(window.now)
    // On a busy machine, deadlines after the next replayed event have to wait for it.
    passDeadlines(until: replay.map { min(now, $0.nextTime) } ?? now)
  }

  /// Passes the deadlines up to a time one by one, so that their results are recorded in order.
  ///
  /// Stream lines come first: on a busy machine, time passes between any two calls, and a line due
  /// before the session's time would be recorded late.
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

  /// Advances the session's time, and records it.
  private mutating func pass(to time: Instant) {
    passDeadlines(until: time)
    record(upTo: time)
  }

  private mutating func record(upTo time: Instant) {
    files.write(session.takeJournal())
    // Passing the session copies it, for every event.
    if files.recording != nil { files.write(session, upTo: time) }
  }

  /// Notes that a picture is made for a vblank; returns its session time.
  mutating func show(at vblank: Instant) -> Instant {
    shownTime = max(sessionTime(vblank), session.now)
    isChanged = false
    return shownTime
  }

  /// Continues any motion up to the end, so that a recording contains everything that was seen.
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

  /// Passes a fact about the window to the session.
  mutating func report(_ fact: HostFact) {
    handle(.host(present, fact), byHand: isByHand)
  }

  /// Session time for events of this moment: only recorded events advance a replay.
  private var present: Instant {
    replay == nil ? max(session.now, sessionTime(window.now)) : session.now
  }

  /// Sends results to the session, as events of this moment.
  mutating func send(_ events: [SessionEvent]) {
    for event in events {
      var event = event
      // The session may not have advanced since its last event, and a message of a few seconds
      // would expire at once.
      event.time = max(event.time, present)
      handle(event)
    }
  }

  /// Passes a user's input to the session, unless a replay prevents it; returns whether it did.
  mutating func handle(_ input: InputEvent) -> Bool {
    guard yields(to: input) else { return false }
    if input.touches { files.keepForGood() }
    var event = SessionEvent.input(input)
    event.time = sessionTime(input.time)
    handle(event, byHand: true)
    if input.touches { ownOpenTake() }
    return true
  }

  /// A user who catches a recorded motion makes its take their own.
  private mutating func ownOpenTake() {
    if let take = session.openTake { firstOwnTake = min(firstOwnTake, take) }
  }

  /// Passes a request of assistive technology to an element, like a user's action.
  mutating func assist(_ request: AssistiveRequest, on id: String) {
    guard !isAwaited else { return }
    if request != .focus { interrupt() }
    handle(.host(present, .assist(request, on: id)), byHand: true)
    ownOpenTake()
  }

  /// Passes an input method's text to the session, like a user's action.
  mutating func compose(_ fact: HostFact) {
    guard replay == nil, !isAwaited else { return }
    handle(.host(present, fact), byHand: true)
  }

  private mutating func handle(_ event: SessionEvent, byHand: Bool = false) {
    if byHand != isByHand { checkPreferences() }
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

  /// Whether an input may reach the session; never before everything is read.
  ///
  /// Touching a replay ends it. Moving the pointer does not, and End skips to its end; restoring a
  /// session is cancelled by Escape alone.
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
    // An observed motion cannot be taken over, and stepping needs all takes, so finish the replay
    // first.
    if settings.introduction == nil, session.sceneType.isObserved || session.isStep(input) {
      replay?.interruption = Replay.Interruption(
        scene: session.sceneType.id, moment: session.stageTime(at: session.now), input: input)
      replay?.isHurried = true
      isChanged = true
      return false
    }
    guard input.isPress(of: .end), settings.introduction == nil else {
      // Escape skips the introduction, but not the steps that follow it.
      let isSkipped = settings.introduction != nil && input.isPress(of: .escape)
      endReplay()
      return !isSkipped
    }
    replay?.isHurried = true
    isChanged = true
    return false
  }

  /// Continues from the moment at which a replay was interrupted.
  private mutating func resume(from interruption: Replay.Interruption) {
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

  /// Ends a replay because something else, such as a drop, needs the session.
  mutating func interrupt() {
    if replay != nil { endReplay() }
    files.keepForGood()
  }

  // MARK: Observed program

  /// When the next line of the stream is due, on the window's clock.
  var streamMoment: Instant? { settings.stream?.nextDue.map(window.instant(monotonic:)) }

  /// Handles what the observed program has reported so far, and reports its errors.
  mutating func passStream() {
    guard let stream = settings.stream else { return }
    passLines(until: window.now)
    for text in stream.takeNews() {
      StandardError.say(text)
      report(.notice(text))
    }
  }

  /// Handles the lines due by a moment, each at its own time.
  private mutating func passLines(until moment: Instant) {
    guard let stream = settings.stream, !isPassingLines else { return }
    isPassingLines = true
    defer { isPassingLines = false }
    let zero = window.instant(monotonic: 0).microseconds
    while let (due, event) = stream.next(until: moment.microseconds - zero) {
      // A replayed recording has its own program.
      guard replay == nil else { continue }
      let time = max(session.now, sessionTime(window.instant(monotonic: due)))
      switch event {
      case .source(let source): handle(.change(time, .watch(source)))
      case .line(let line): handle(.change(time, .observe(line.content)))
      case .problem: continue
      }
    }
  }

  /// Tells a new session which program is observed.
  private mutating func watchAgain() {
    guard let source = settings.stream?.source else { return }
    handle(.change(session.now, .watch(source)))
  }

  // MARK: Desktop and preferences

  mutating func begin() {
    report(.fonts(fonts))
    // The requested window size may differ from the recording's.
    resize()
    updatePointerSettings()
    if replay == nil { send(preferences.beginning(of: session)) }
    tellFirstMinute()
  }

  /// Tells the session which phase of the first minute is shown, if any.
  private mutating func tellFirstMinute() {
    guard settings.introduction != nil else { return }
    report(.firstMinute(replay == nil ? .turn : .introduction))
  }

  mutating func resize() {
    guard window.size != session.size else { return }
    handle(.host(sessionTime(window.now), .size(window.size)))
  }

  mutating func rescale() {
    handle(.host(sessionTime(window.now), .scale(window.scale)))
    updatePointerSettings()
    resize()
  }

  mutating func apply(_ desktop: DesktopSettings) {
    send(preferences.apply(desktop, session, isReplaying: replay != nil))
    updatePointerSettings()
  }

  /// Updates the pointer settings from the desktop and preferences; a replay uses the recorded
  /// hand's.
  private mutating func updatePointerSettings() {
    guard replay == nil else { return }
    var settings = PointerSettings(window.settings, scale: window.scale)
    if case .number(let time) = session.value(of: .doubleClick) { settings.doubleClickTime = time }
    guard settings != session.pointerSettings else { return }
    handle(.host(session.now, .pointerSettings(settings)))
  }

  /// Stores what the user has set since the last look, or just notes what other events set.
  private mutating func checkPreferences() {
    preferences.memory.update(at: session.preferences, byHand: isByHand)
  }

  mutating func savePreferences(isLast: Bool = false) {
    checkPreferences()
    updatePointerSettings()
    if let message = preferences.save(isLast: isLast) { report(.notice(message)) }
  }

  /// Resets appearance, motion and keys to the desktop's.
  mutating func forgetPreferences() {
    send(preferences.forget(window.settings, session))
    preferences.memory.forgetSettings()
  }

  /// Sets the zoom factor; it is stored as the user's choice, except in a replay.
  mutating func setZoom(_ zoom: Double) {
    checkPreferences()
    report(.prefer(.zoom, .number(zoom)))
    preferences.memory.update(at: session.preferences, byHand: replay == nil)
  }

  // MARK: Recording

  /// Starts a recording in a new file of the current folder, restarting the session, or ends the
  /// current one.
  ///
  /// A recording starts with a new session, because only then does a replay find the same state.
  ///
  /// - Returns: the path of the recording that has ended.
  mutating func toggleRecording() -> String? {
    switch files.recording?.isOwn {
    case false: report(.notice(say("Already recording the whole session (--record)")))
    case true:
      let path = files.finish(session)
      if path != nil { firstOwnTake = session.nextTake }
      report(.recording(false))
      tellEarlier(offers: path == nil)
      if let path { report(.recorded(shown(path))) }
      return path
    case nil:
      guard files.openRecording() else { return nil }
      do throws(CommandFailure) {
        // The takes so far can be restored after the recording.
        try archive()
      } catch {
        files.abandonRecording()
        report(.notice(error.message))
        return nil
      }
      restart()
      report(.recording(files.recording != nil))
      tellEarlier(offers: false)
      if !files.earlier.isEmpty {
        report(.notice(say("Recording from the scene’s start. Earlier takes are in the menu.")))
      }
    }
    return nil
  }

  /// Whether the session has a take, finished or in progress, that is in no other file.
  private var isWorthKeeping: Bool { replay == nil && session.hasTake(from: firstOwnTake) }

  /// Stores the session for later if the user has made a take in it.
  ///
  /// - Throws: `CommandFailure` if it cannot be written; the session then continues.
  private mutating func archive() throws(CommandFailure) {
    try files.archive(session, stays: isWorthKeeping)
  }

  /// Stores the session for the next start if worthwhile; closing also removes discarded sessions.
  ///
  /// - Parameter isClosed: whether the window was closed, not cut short.
  /// - Returns: whether it is kept.
  mutating func endKeeping(isClosed: Bool) -> Bool {
    files.endKeeping(session, stays: isWorthKeeping, isClosed: isClosed)
  }

  private mutating func restart() {
    let before = session
    checkPreferences()
    // The defaults of the new session are not the user's choice.
    isByHand = false
    firstOwnTake = 0
    began = window.now
    session = Session(
      catalog: .all, scene: before.sceneType, size: before.size, scale: before.scale,
      theme: before.theme, reducedMotion: before.reducedMotion, parameters: before.parameters)
    files.begin(session)
    report(.fonts(fonts))
    watchAgain()
    updatePointerSettings()
    send(PreferenceKeeper.events(setting: session, as: before.preferences))
    preferences.memory.update(at: session.preferences, byHand: false)
  }

  /// A recording of one take by number, or of the session so far.
  mutating func recording(of take: Int?) throws(CommandFailure) -> [UInt8] {
    pass(to: max(session.now, sessionTime(window.now)))
    return try files.recording(of: session, take)
  }

  // MARK: Recorded sessions

  /// Reports the earlier sessions, and may offer to restore the newest.
  mutating func tellEarlier(offers: Bool) {
    if offers { files.noteOffered() }
    report(.earlierSessions(files.earlierSessions, offers: offers))
  }

  /// Discards the newest earlier session, and offers to undo that.
  mutating func discardEarlier() {
    guard files.discardEarlier() else {
      tellEarlier(offers: false)
      return report(.notice(say("Another window already restored these takes")))
    }
    report(.discarded(files.earlierSessions))
  }

  mutating func undoDiscard() {
    files.undoDiscard()
    tellEarlier(offers: true)
  }

  /// The message that a recording in progress must not be interrupted, if there is one.
  private var recording: String? {
    files.recording.map {
      $0.isOwn
        ? say("A recording is running. Stop it first with Ctrl+E.")
        : say("The whole session is recorded (--record). Nothing else can be shown.")
    }
  }

  /// Shows a recording from its start, in place of the current session.
  ///
  /// - Throws: `CommandFailure` during a recording, or when it cannot be shown.
  mutating func show(_ file: TraceFile) throws(CommandFailure) {
    if let recording { throw .usage(recording) }
    if replay != nil { endReplay() }
    try start(file)
    (settings.replay, isAwaited) = (file, false)
    (measured, undone) = ([Measured()], [])
    // It is not an introduction, and the window stays open at its end.
    (settings.introduction, settings.quitsAfterReplay) = (nil, false)
  }

  /// Shows a clip's measurements in place of the current session: its takes appear at once, like
  /// restored ones, and one of them plays.
  ///
  /// - Parameters:
  ///   - file: the measurements.
  ///   - region: the region measured again of the shown clip, as in `HostRequest.measure`.
  /// - Throws: `CommandFailure` during a recording, or when it cannot be shown.
  mutating func show(
    measured file: TraceFile, again region: Rect?
  ) throws(CommandFailure) {
    var (all, later, file, place) = (measured, undone, file, ClipPlace(session))
    let change = TakesChange(from: all.last?.file?.laws, to: file.laws)
    file.trace.header.place = session.stagePlace
    file.trace.header.theme = session.theme
    file.trace.header.reducedMotion = session.reducedMotion
    if !session.overlays.isEmpty { file.show(session.overlays) }
    // Undo shows these takes again, so only others need a file.
    if region != nil { firstOwnTake = max(firstOwnTake, all.last?.nextTake ?? 0) }
    try show(file)
    settings.replay = nil
    replay?.isMeasured = true
    replay?.notice = file.notice
    replay?.isHurried = true
    guard let region else { return measured[0].file = file }
    let isUndone = all.dropLast().last?.region == region
    if isUndone {
      later.append(all.removeLast())
      place = all.last?.place
    } else {
      if later.popLast()?.region != region { later = [] }
      all[all.count - 1].place = place
      all.append(Measured(region: region))
    }
    all[all.count - 1].file = file
    let fact = HostFact.measuredAgain(
      former: all.dropLast().last?.region, later: later.last?.region, isUndone: isUndone, change)
    (measured, undone) = (all, later)
    replay?.measuredAgain = (fact, place, isUndone)
  }

  /// Shows the former or the undone measurements of the clip again, if they are of this region and
  /// still known.
  ///
  /// - Returns: whether they are.
  /// - Throws: `CommandFailure` during a recording.
  mutating func showFormer(_ region: Rect) throws(CommandFailure) -> Bool {
    let known = [measured.dropLast().last, undone.last].compactMap(\.self)
    guard let file = known.first(where: { $0.region == region })?.file else { return false }
    try show(measured: file, again: region)
    return true
  }

  mutating func introduce() {
    if let recording { return report(.notice(recording)) }
    do throws(CommandFailure) {
      var tour = try FirstRun.tour()
      if session.reducedMotion {
        handle(.change(session.now, .scene(tour.trace.header.scene)))
        return report(.firstMinute(.turn))
      }
      FirstRun.fit(&tour, into: window.size, session.theme, [])
      tour.windowScale = window.scale
      try show(tour)
      settings.introduction = .shown
      tellFirstMinute()
    } catch {
      report(.notice(error.message))
    }
  }

  private mutating func start(_ file: TraceFile) throws(CommandFailure) {
    let beginning = try file.session()
    try archive()
    begin(Replay(file, speed: settings.replaySpeed), in: beginning)
  }

  /// Replays the last recording from its start.
  mutating func replayAgain() {
    guard replay == nil, let file = settings.replay, files.recording == nil else { return }
    do throws(CommandFailure) {
      try start(file)
    } catch {
      report(.notice(error.message))
    }
  }

  /// Restores the newest earlier session: its takes are rebuilt between frames.
  mutating func resume() {
    guard replay == nil else { return }
    guard files.recording == nil else {
      return report(.notice(say("Stop the recording first with Ctrl+E")))
    }
    do throws(CommandFailure) {
      guard let earlier = try files.claimEarlier() else { return }
      do throws(CommandFailure) {
        let lines = try TraceLines(all: earlier.path)
        let beginning = try lines.file.session()
        // Takes made before the user chose are offered next.
        try archive()
        begin(Replay(resuming: lines, of: earlier), in: beginning)
      } catch {
        files.leaveEarlier(earlier)
        throw error
      }
    } catch {
      tellEarlier(offers: false)
      report(.notice(error.message))
    }
  }

  private mutating func begin(_ replay: Replay, in beginning: Session) {
    let (size, scale, before) = (session.size, session.scale, session.preferences)
    // Store what the user has set so far; the effects of the switch are not the user's settings.
    checkPreferences()
    isByHand = false
    // Appearance and motion come from the recording, everything else from the user, including the
    // overlays of a restored session.
    let recorded: Set<Preference> =
      replay.resumed == nil ? [.theme, .motion, .overlays] : [.theme, .motion]
    session = beginning
    firstOwnTake = 0
    files.keep(session)
    began = window.now
    shownTime = .zero
    self.replay = replay
    report(.fonts(fonts))
    handle(.host(.zero, .scale(scale)))
    handle(.host(.zero, .size(size)))
    for event in PreferenceKeeper.events(setting: session, as: before, but: recorded) {
      handle(event)
    }
    if !isComingBack { makeRoom() }
    preferences.memory.update(at: session.preferences, byHand: false)
  }

  /// Closes panels during a replay while they leave its stage too little room.
  private mutating func makeRoom() {
    for panel in [Preference.timeline, .inspector] where session.isStageCut && session.isOn(panel) {
      handle(.host(.zero, .prefer(panel, .flag(false))))
      replay?.closed[panel] = .flag(true)
    }
  }

  /// Ends a replay, at its end or because the user has taken over.
  private mutating func endReplay() {
    guard let ended = replay.take() else { return }
    isChanged = true
    if ended.isHurried {
      began = Instant(microseconds: window.now.microseconds - session.now.microseconds)
      shownTime = session.now
    }
    handle(.host(session.now, .replayEnded))
    // From now on the key reruns the recording, unless the window is recording itself.
    report(
      .canReplay(
        settings.replay != nil && settings.recording == nil && settings.introduction == nil))
    updatePointerSettings()
    send(preferences.takeover(of: session))
    send(PreferenceKeeper.events(setting: session, as: ended.closed))
    preferences.memory.update(at: session.preferences, byHand: false)
    if let earlier = ended.resumed {
      if ended.isOver {
        resume(from: earlier, failure: ended.failure)
        // The window was killed during a press, whose release will never come.
        if session.isHandBusy {
          handle(.input(.cancel(CancelSample(time: session.now, reason: .closing))))
        }
      } else {
        files.leaveEarlier(earlier)
        firstOwnTake = session.nextTake
      }
    } else {
      // Measured takes are in no other file.
      firstOwnTake = ended.isMeasured ? 0 : session.nextTake
      measured[measured.count - 1].nextTake = session.nextTake
      endIntroduction(isOver: ended.isOver)
      isDone = settings.quitsAfterReplay
    }
    // A clip's verdict needs the line.
    tellEarlier(offers: ended.failure == nil && !ended.isMeasured)
    if let (fact, place, isUndone) = ended.measuredAgain {
      if let place { send(place.events(in: session, isSame: isUndone)) }
      report(fact)
    }
    if ended.isMeasured { report(.measured) }
    if let notice = ended.notice { report(.notice(notice)) }
  }

  /// Continues a restored session as this window's; a file that could not be read completely is
  /// kept.
  private mutating func resume(from earlier: EarlierSession, failure: CommandFailure?) {
    watchAgain()
    guard let failure else {
      files.replaceEarlier(earlier)
      return report(.notice(say("Restored the last session")))
    }
    files.keepForGood()
    files.leaveEarlier(earlier)
    report(.notice(say("Restored what could be read. \(failure.message)")))
  }

  /// Ends the introduction with nothing paused or compared, and with its initial parameters.
  ///
  /// If the user takes over, the session continues. If the introduction finishes, start a fresh
  /// session, so that no recording begins with it.
  private mutating func endIntroduction(isOver: Bool) {
    guard settings.introduction != nil else { return }
    handle(.change(session.now, .overlays(settings.overlays)))
    if session.isPaused { handle(.change(session.now, .pause(false))) }
    if session.parametersB != nil { handle(.change(session.now, .endComparison)) }
    firstOwnTake = 0
    // The user's takes start from number 1.
    handle(.change(session.now, .removeTakes))
    let beginning = try? settings.replay?.session().parameters
    if let beginning, beginning != session.parameters {
      handle(.change(session.now, .parameters(beginning)))
    }
    handle(.change(session.now, .restart))
    if isOver { restart() }
    tellFirstMinute()
  }
}
