internal import Feel
internal import FeelTrace
internal import Lab
internal import Scenes
internal import Raster
internal import Stage
internal import TextLayout
internal import XWindow

/// Shows a session in a window: the only place that knows a clock.
///
/// Everything that arrived is handled before a deadline is passed, and the session is advanced no further than its newest event or a deadline that is due. The coming vblank is only asked about: what is drawn for it changes nothing. So the session that is recorded is the one that was seen, whatever frames were drawn.
struct FrameLoop: ~Copyable {
  private let window: Window
  private var settings: FrameLoopSettings
  private let presenter: Presenter
  private let host: HostServices
  private var preferences: PreferenceKeeper
  private var session: Session
  private var files: WindowFiles
  private var replay: Replay?
  // Whether the window says that there is something to be shown.
  private var isOffering = false
  private var announcer = Announcer()
  // When the session began, on the window's clock.
  private var began = Instant.zero
  // Something happened since the picture was made that may have changed it.
  private var isChanged = true
  // Whether it was a hand that did what happened since the last look at the preferences.
  private var isByHand = false
  // The moment that the picture shown was made for.
  private var shownTime = Instant.zero
  private var end: End?

  /// Why the loop ends.
  private enum End {
    case closed, destroyed, lost, timeIsUp, stopped
  }

  /// Creates a loop around a window and a session that are both at their start.
  init(
    window: Window, session: Session, fonts: FontBook, settings: FrameLoopSettings
  ) throws(CommandFailure) {
    let presenter = try Presenter(
      window, fonts, threads: settings.threads, frameLog: settings.frameLog)
    let files = try WindowFiles(settings, session)
    self.init(window, session, settings, presenter, files)
  }

  private init(
    _ window: Window, _ session: Session, _ settings: FrameLoopSettings, _ presenter: Presenter,
    _ files: WindowFiles
  ) {
    (self.window, self.session, self.settings) = (window, session, settings)
    (self.presenter, self.files) = (presenter, files)
    host = HostServices(window, presenter)
    preferences = PreferenceKeeper(settings, theme: session.theme)
    isOffering = settings.introduction == .offered
    replay =
      isOffering ? nil : settings.replay.map { Replay($0, speed: settings.replaySpeed) }
  }

  /// Runs until the window is closed, the time is up, or the display is lost.
  ///
  /// - Throws: `CommandFailure` when the display is lost, or at the end when a file that was asked for is not whole.
  mutating func run() throws(CommandFailure) {
    StopSignals.watch(window.waker)
    if let watched = settings.watched { try host.follow(watched, of: session.sceneType) }
    tell(.fonts(presenter.fonts))
    // It may have been asked for in another size than the recording's.
    take(.resized(window.pixelSize))
    followPointerSettings()
    if replay == nil {
      send(preferences.beginning(of: session))
      if !files.leftBehind.isEmpty {
        // What is there from the start is not announced; what comes is.
        announce([])
        tell(.leftBehind)
      }
    }
    if isOffering {
      // It waits for its key, and nothing moves unasked.
      tell(.canReplay(true))
      handle(.host(session.now, .replayEnded))
      handle(.change(session.now, .reducedMotion(true)))
    }
    var moves = session.isMoving(at: session.now)
    while end == nil {
      let wake = window.wait(frameWanted: isChanged || moves, deadline: nextMoment)
      for event in wake.events {
        take(event)
        // Done before the next one is looked at, which may be the Escape that gives it up.
        follow(session.takeRequests())
      }
      passDeadlines()
      send(host.news(for: session))
      takeOpened()
      follow(session.takeRequests())
      announce(session.takeEffects())
      window.setCursor(session.cursor.shape)
      if let vblank = wake.frame { draw(for: vblank) }
      moves = session.isMoving(at: max(shownTime, session.now), showsPointer: replay != nil)
      // What cannot be seen is never drawn, and its state is a state all the same.
      if !isChanged && !moves || !window.isVisible {
        presenter.trimWhenDue()
        savePreferences()
        files.rest()
        files.writeState(of: session, at: max(shownTime, sessionTime(window.now), session.now))
      }
      sayFailures()
      if StopSignals.arrived { end = .stopped }
    }
    let path = files.recording.path
    let staysForNext = stop()
    let kept =
      (path.map { " The recording is kept in \(quoted($0))." } ?? "")
      + (staysForNext ? " Its takes are kept: the next start offers them." : "")
    if end == .lost {
      throw CommandFailure(.noDisplay, "The window is gone: the display was lost.\(kept)")
    } else if end == .destroyed {
      throw CommandFailure(.noDisplay, "The window is gone: another program destroyed it.\(kept)")
    }
    // All was said when it happened.
    if files.hasLostOne { throw CommandFailure(.badFile, "") }
  }

  /// Says what has changed, for assistive technology.
  private mutating func announce(_ effects: [Effect]) {
    guard settings.announces else { return }
    let time = sessionTime(window.now)
    for line in announcer.lines(for: session, at: time, effects) {
      StandardError.write("\(line)\n")
    }
  }

  /// Lets what still moves go on to the moment of the end, so that a recording shows all that was seen.
  ///
  /// Returns whether the session is kept for the next start: unless the window was closed.
  private mutating func stop() -> Bool {
    host.finish()
    let now = session.isSettled ? session.now : sessionTime(window.now)
    pass(to: now)
    session.advance(to: now)
    savePreferences(isLast: true)
    files.writeState(of: session, at: session.now)
    do throws(CommandFailure) { try presenter.finish() } catch { loseFrameLog(error) }
    let stays = files.endKeeping(session, stays: end != .closed && end != .timeIsUp)
    let path = files.finish(session)
    sayFailures()
    guard end != .lost, end != .destroyed else { return stays }
    if let path { StandardError.write("Recorded in \(quoted(path)).\n") }
    window.handOverText()
    return stays
  }

  /// Says what has become of files that can be written no longer: in the window, which goes on, and on the standard error.
  private mutating func sayFailures() {
    let messages = files.takeFailures()
    guard !messages.isEmpty else { return }
    for message in messages {
      StandardError.write("feellab: \(message)\n")
      tell(.notice(message))
    }
    tell(.recording(files.recording.state == .own))
  }

  private mutating func loseFrameLog(_ failure: CommandFailure) {
    files.lose(failure, "Frames are logged no longer.")
  }

  // MARK: Time

  /// Session time of a moment of the window's clock.
  private func sessionTime(_ moment: Instant) -> Instant {
    let time = Instant(microseconds: moment.microseconds - began.microseconds)
    return replay?.sessionTime(time) ?? time
  }

  /// When the loop has to wake up at the latest, on the window's clock.
  private var nextMoment: Instant? {
    let due = [session.deadline, replay?.nextTime].compactMap { $0 }.min()
    let moment = [due, announcer.deadline].compactMap { $0 }.min().map { replay?.moment($0) ?? $0 }
      .map {
        Instant(microseconds: $0.microseconds + began.microseconds)
      }
    return [moment, settings.autoquit].compactMap { $0 }.min()
  }

  private mutating func passDeadlines() {
    let moment = window.now
    let now = sessionTime(moment)
    while let event = replay?.next(until: now) { handle(event) }
    // What a recorded hand asked for is known as such while the replay lasts.
    if replay != nil { follow(session.takeRequests()) }
    if replay?.isOver(at: now) ?? false { endReplay() }
    passDeadlines(until: now)
    if let autoquit = settings.autoquit, moment >= autoquit { end = end ?? .timeIsUp }
  }

  /// Passes what is due by a time, one after the other, so that what comes of it is recorded in its order.
  private mutating func passDeadlines(until time: Instant) {
    while let deadline = session.deadline, deadline <= time {
      record(upTo: deadline)
      session.advance(to: deadline)
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
    if files.recording.isOn { files.write(session, upTo: time) }
  }

  private mutating func endReplay() {
    let closed = replay?.closed
    replay = nil
    isChanged = true
    handle(.host(session.now, .replayEnded))
    // From now on its key means the recording, and what is recorded itself does not begin again.
    tell(.canReplay(settings.recording == nil && settings.introduction == nil))
    followPointerSettings()
    send(preferences.takeover(of: session))
    if let closed { send(PreferenceKeeper.events(setting: session, as: closed)) }
    preferences.look(at: session, byHand: false)
    if settings.introduction == .offered { handle(.change(session.now, .reducedMotion(true))) }
    if settings.introduction != nil {
      handle(.change(session.now, .overlays(settings.overlays)))
      putBack()
    }
    if !files.leftBehind.isEmpty { tell(.leftBehind) }
    if settings.quitsAfterReplay { end = end ?? .timeIsUp }
  }

  /// Lets whoever was shown something begin as everybody does: nothing paused or compared, with the parameters that the recording began with; what was shown under others is over.
  private mutating func putBack() {
    if session.isPaused { handle(.change(session.now, .pause(false))) }
    if session.parametersB != nil { handle(.change(session.now, .compare(false))) }
    let beginning = try? settings.replay?.session().parameters
    guard let beginning, beginning != session.parameters else { return }
    handle(.change(session.now, .parameters(beginning)))
    handle(.change(session.now, .restart))
  }

  // MARK: Events

  private mutating func take(_ event: WindowEvent) {
    let now = sessionTime(window.now)
    switch event {
    case .input(let input):
      if replay != nil {
        guard takeOver(input) else { return }
      }
      if isOffering { endOffer(input) }
      if input.touches { files.keepForGood() }
      presenter.note(input)
      var event = SessionEvent.input(input)
      event.time = sessionTime(input.time)
      handle(event, byHand: replay == nil)
    case .resized(let size):
      let points = Size(Double(size.width) / window.scale, Double(size.height) / window.scale)
      guard points != session.size else { return }
      handle(.host(now, .size(points)))
    case .tooLarge(let whole, let drawn):
      StandardError.write(
        "feellab: The window is \(whole.width)×\(whole.height) pixels, and a picture has at most "
          + "\(drawn.width * drawn.height); drawn are its upper \(drawn.height) rows.\n")
    case .scale(let scale):
      handle(.host(now, .scale(scale)))
      followPointerSettings()
      let size = window.pixelSize
      let points = Size(Double(size.width) / scale, Double(size.height) / scale)
      handle(.host(now, .size(points)))
    case .settings(let desktop):
      send(preferences.follow(desktop, session, isReplaying: replay != nil))
      followPointerSettings()
    case .close: end = .closed
    case .destroyed: end = .destroyed
    case .lost: end = .lost
    case .pasted(let text):
      send(host.events(pasted: text, session))
    case .held(let held): isChanged = presenter.note(held) || isChanged
    case .dropped(let drop): take(drop)
    case .focus, .text, .visible: break
    }
  }

  /// Tells the session what happened to its window, and has nothing to do with the stage.
  private mutating func tell(_ fact: HostFact) {
    // Nothing advances a replay but what was recorded.
    let now = replay == nil ? sessionTime(window.now) : session.now
    handle(.host(max(session.now, now), fact), byHand: isByHand)
  }

  private mutating func handle(_ event: SessionEvent, byHand: Bool = false) {
    if byHand != isByHand { lookAtPreferences() }
    isByHand = byHand
    pass(to: max(event.time, session.now))
    session.handle(event)
    files.write(session.takeJournal())
    isChanged = true
  }

  /// Keeps what a hand has set since the last look, or takes note of what something else has.
  private mutating func lookAtPreferences() { preferences.look(at: session, byHand: isByHand) }

  /// Lets all that is left of a replay happen at once, so that its takes are there to be looked at.
  private mutating func goToEnd() {
    guard let last = replay?.end else { return }
    while let event = replay?.next(until: last) { handle(event) }
    passDeadlines(until: last)
    began = Instant(microseconds: window.now.microseconds - last.microseconds)
    session.advance(to: last)
    shownTime = session.now
    endReplay()
  }

  /// Ends a replay when somebody touches it; moving the pointer over it does not, and End goes to its end.
  private mutating func takeOver(_ input: InputEvent) -> Bool {
    guard input.takesOver else { return false }
    let skips = input.isPress(of: .end) && settings.introduction == nil
    if skips { goToEnd() } else { endReplay() }
    return !skips
  }

  private mutating func follow(_ requests: [HostRequest]) {
    for request in requests {
      isChanged = true
      switch request {
      // A session that was ended by its key stays to be looked at when it is shown again.
      case .quit: if replay == nil { end = end ?? .closed }
      case .toggleFullscreen: window.toggleFullscreen()
      case .fillScreen: if !window.isFullscreen { window.setFullscreen(true) }
      case .leaveFullscreen: if window.isFullscreen { window.setFullscreen(false) }
      case .zoom(let step): zoom(by: step)
      case .setZoom(let zoom): self.zoom(to: zoom)
      case .forgetPreferences: if replay == nil { forgetPreferences() }
      case .replayRecording:
        guard replay == nil, !files.recording.isOn else { continue }
        // What a hand did since is offered again when it is over.
        files.setAside(session)
        replayAgain()
      case .toggleRecording: if replay == nil { toggleRecording() }
      case .paste, .endFilm: serve(request)
      case .openFile(let path): if replay == nil { open(FolderReader.absolute(path)) }
      case .saveTakes(let path, let replaces):
        if replay == nil { saveTakes(FolderReader.absolute(path), replaces: replaces) }
      case .resumeSession: if replay == nil { resumeSession() }
      case .discardSession: if replay == nil { files.remove(files.leftBehind) }
      case .copy, .pasteParameters, .saveText, .savePicture, .saveFilm, .listFolder, .makeFolder,
        .saveFile, .showFolder, .removeFile:
        // What a hand did once it did then: a replay leaves the clipboard and the files alone.
        if replay == nil { serve(request) }
      }
    }
  }

  // MARK: Frames

  private mutating func draw(for vblank: Instant) {
    shownTime = max(sessionTime(vblank), session.now)
    let caption = ReplayCaption(
      isShown: replay != nil, isOffered: isOffering, introduces: settings.introduction != nil)
    isChanged = false
    do throws(CommandFailure) {
      try presenter.draw(session, at: shownTime, caption: caption)
    } catch {
      loseFrameLog(error)
    }
  }

  // MARK: What the session asks for

  private mutating func serve(_ request: HostRequest) {
    send(host.serve(request, of: session, shownAt: shownTime))
  }

  /// Tells the session what came of something, as happening now.
  private mutating func send(_ events: [SessionEvent]) {
    for event in events {
      var event = event
      // The session may have stood still since its last event: what is said for some seconds would be gone at once.
      event.time = max(event.time, sessionTime(window.now))
      handle(event)
    }
  }

  /// Tells the session what the desktop knows of the hand; in a replay it is the hand that was recorded.
  private mutating func followPointerSettings() {
    guard replay == nil else { return }
    let settings = PointerSettings(window.settings, scale: window.scale)
    guard settings != session.pointerSettings else { return }
    handle(.host(session.now, .pointerSettings(settings)))
  }

  private mutating func savePreferences(isLast: Bool = false) {
    lookAtPreferences()
    if let message = preferences.save(isLast: isLast) { tell(.notice(message)) }
  }

  /// Leaves look, motion, keys and zoom to the desktop again.
  private mutating func forgetPreferences() {
    send(preferences.forget(window.settings, session))
    if session.preferences.zoom != 1 { zoom(to: 1) }
    preferences.forgetSettings()
    tell(.notice("The desktop says again how the window looks and moves"))
  }

  /// Shows everything a step larger or smaller, or as the desktop asks for: 1, −1, 0.
  private mutating func zoom(by step: Int) {
    let (steps, zoom) = (Preference.zooms, session.preferences.zoom ?? 1)
    let next = step > 0 ? steps.first { $0 > zoom } : steps.last { $0 < zoom }
    let wanted = step == 0 ? 1 : next ?? zoom
    self.zoom(to: wanted)
    tell(.notice("\(Int(wanted * 100)) %"))
  }

  /// Shows everything so many times as large as the desktop asks for.
  private mutating func zoom(to zoom: Double) {
    lookAtPreferences()
    tell(.prefer(.zoom, .number(zoom)))
    preferences.look(at: session, byHand: replay == nil)
    for event in window.setZoom(zoom) { take(event) }
  }

  // MARK: Recordings

  /// Begins a recording in a new file of the folder that the program was started in, with the scene afresh, or ends the one under way.
  ///
  /// A recording begins where a session begins, for only then does a replay find everything as it was.
  private mutating func toggleRecording() {
    switch files.recording.state {
    case .whole: tell(.notice("The whole session is being recorded already, by --record"))
    case .own:
      let path = files.finish(session)
      tell(.recording(false))
      if let path { tell(.notice("Recorded in \(path)")) }
      if !files.leftBehind.isEmpty { tell(.leftBehind) }
    case .none:
      guard files.openRecording() else { return }
      // The takes so far are offered again when the recording ends.
      files.setAside(session)
      beginAfresh()
      tell(.recording(files.recording.isOn))
    }
  }

  private mutating func beginAfresh() {
    let before = session
    began = window.now
    session = Session(
      catalog: .all, scene: before.sceneType, size: before.size, scale: before.scale,
      theme: before.theme, reducedMotion: before.reducedMotion, parameters: before.parameters)
    files.begin(session)
    tell(.fonts(presenter.fonts))
    followPointerSettings()
    send(PreferenceKeeper.events(setting: session, as: before.preferences))
  }

  /// Ends the offer of a replay at whatever somebody does; its key accepts it.
  private mutating func endOffer(_ input: InputEvent) {
    guard input.takesOver else { return }
    isOffering = false
    tell(.canReplay(input.isPress(of: .return, .control)))
  }

  /// Takes what another program has dropped onto the window, as a hand's doing.
  private mutating func take(_ drop: Drop) {
    if replay != nil { endReplay() }
    if isOffering {
      isOffering = false
      tell(.canReplay(false))
    }
    files.keepForGood()
    do throws(CommandFailure) {
      switch drop {
      case .addresses(let addresses): try host.open(try Drop.file(addresses), isDropped: true)
      case .text(let text):
        send(try host.events(parameters: text, from: "The dropped text", session))
        window.finishDrop(isAccepted: true)
      case .tooLong:
        throw CommandFailure(.badFile, "The dropped text is longer than the 16 MiB that are taken.")
      case .nothing:
        throw CommandFailure(.badFile, "The program that it was dragged from hands nothing over.")
      }
    } catch {
      refuse(error, isDropped: true)
    }
  }

  /// Opens a file that was chosen, or shows the folder.
  private mutating func open(_ path: String) {
    guard !File.isFolder(path) else { return serve(.listFolder(path)) }
    do throws(CommandFailure) {
      try host.open(path, isDropped: false)
    } catch {
      refuse(error, isDropped: false)
    }
  }

  /// Shows the file that has been read, by what is in it.
  private mutating func takeOpened() {
    guard let (path, outcome, isDropped) = host.takeOpened() else { return }
    do throws(CommandFailure) {
      try show(try outcome.get(), of: path)
      if isDropped { window.finishDrop(isAccepted: true) }
    } catch {
      refuse(error, isDropped: isDropped)
    }
  }

  private mutating func refuse(_ failure: CommandFailure, isDropped: Bool) {
    tell(.notice(shown(failure.message)))
    if isDropped { window.finishDrop(isAccepted: false) }
  }

  /// Shows what was opened; a recording from its start.
  private mutating func show(
    _ content: FileOpener.Content, of path: String
  ) throws(CommandFailure) {
    if replay != nil { endReplay() }
    let events = try host.events(opening: content, of: path, session)
    guard case .recording(let file) = content else {
      tell(.opened)
      return send(events)
    }
    guard !files.recording.isOn else {
      throw CommandFailure(.usage, "Something is being recorded: end that first, with Ctrl+E.")
    }
    settings.replay = file
    // The takes so far are offered again when the replay is over.
    files.setAside(session)
    // It introduces nothing, and the window stays open at its end.
    (settings.introduction, settings.quitsAfterReplay) = (nil, false)
    replayAgain()
  }

  /// Saves the session so far, with its takes by name.
  private mutating func saveTakes(_ path: String, replaces: Bool) {
    pass(to: max(session.now, sessionTime(window.now)))
    do throws(CommandFailure) {
      let bytes = try files.recording(of: session)
      send([try host.save(bytes, in: path, replaces: replaces, session)])
    } catch {
      tell(.notice(shown(error.message)))
    }
  }

  /// Goes on with the session that was left behind last, all its takes in the strip.
  private mutating func resumeSession() {
    guard let path = files.leftBehind.first, !files.recording.isOn else { return }
    do throws(CommandFailure) {
      let file = try TraceFile.read(path)
      var playback = try Playback(file)
      playback.run(to: file.trace.end)
      let (before, size, scale) = (session.preferences, session.size, session.scale)
      // What was done before somebody chose is offered next.
      files.setAside(session)
      files.keep(try file.session())
      files.write(file.trace.events)
      files.keepForGood()
      session = playback.session
      began = Instant(microseconds: window.now.microseconds - session.now.microseconds)
      shownTime = session.now
      tell(.fonts(presenter.fonts))
      handle(.host(session.now, .scale(scale)))
      handle(.host(session.now, .size(size)))
      handle(.host(session.now, .replayEnded))
      followPointerSettings()
      send(PreferenceKeeper.events(setting: session, as: before, but: [.theme, .motion]))
      files.remove([path])
      tell(.notice("The session goes on where it was"))
      if !files.leftBehind.isEmpty { tell(.leftBehind) }
    } catch {
      tell(.notice(shown(error.message)))
    }
  }

  /// Shows the recorded session that the window was opened with again, from its start.
  private mutating func replayAgain() {
    guard let file = settings.replay, !files.recording.isOn else { return }
    let (size, scale, before) = (session.size, session.scale, session.preferences)
    // What a hand has set until now is kept; what follows from showing something else is not its doing.
    lookAtPreferences()
    isByHand = false
    do throws(CommandFailure) {
      session = try file.session()
    } catch {
      return tell(.notice(error.message))
    }
    files.keep(session)
    began = window.now
    shownTime = .zero
    replay = Replay(file, speed: settings.replaySpeed)
    tell(.fonts(presenter.fonts))
    handle(.host(.zero, .scale(scale)))
    handle(.host(.zero, .size(size)))
    // How it looks and moves is the recording's; how the window is used is theirs who look at it.
    let recorded: Set<Preference> = [.theme, .motion, .overlays]
    for event in PreferenceKeeper.events(setting: session, as: before, but: recorded) {
      handle(event)
    }
    for panel in [Preference.timeline, .inspector] where session.isStageCut && session.isOn(panel) {
      handle(.host(.zero, .prefer(panel, .flag(false))))
      replay?.closed[panel] = .flag(true)
    }
    preferences.look(at: session, byHand: false)
  }
}
