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
final class FrameLoop {
  private let window: Window
  private let settings: FrameLoopSettings
  private let presenter: Presenter
  private let host: HostServices
  private var preferences: PreferenceKeeper
  private var session: Session
  private var recording: Recording
  private var replay: Replay?
  // Whether the window says that there is something to be shown.
  private var isOffering = false
  private var announcer = Announcer()
  private var stateLog: StateLog?
  // When the session began, on the window's clock.
  private var began = Instant.zero
  // Something happened since the picture was made that may have changed it.
  private var isChanged = true
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
    (self.window, self.session, self.settings) = (window, session, settings)
    presenter = try Presenter(window, fonts, frameLog: settings.frameLog)
    host = HostServices(window, presenter)
    preferences = PreferenceKeeper(settings, theme: session.theme)
    isOffering = settings.isOffered
    replay =
      settings.isOffered ? nil : settings.replay.map { Replay($0, speed: settings.replaySpeed) }
    if let path = settings.stateFile { stateLog = try StateLog(path) }
    recording = try Recording(whole: settings.recording, session)
  }

  /// Runs until the window is closed, the time is up, or the display is lost.
  ///
  /// - Throws: `CommandFailure` when the display is lost or a file cannot be written.
  func run() throws(CommandFailure) {
    StopSignals.watch(window.waker)
    if let watched = settings.watched { try host.follow(watched, of: session.sceneType) }
    try followPointerSettings()
    if replay == nil { try send(preferences.beginning(of: session)) }
    if isOffering {
      // It waits for its key, and nothing moves unasked.
      tell(.canReplay(true))
      try handle(.host(session.now, .replayEnded))
      try handle(.change(session.now, .reducedMotion(true)))
    }
    while end == nil {
      let wake = window.wait(frameWanted: wantsFrame, deadline: nextMoment)
      for event in wake.events { try take(event) }
      try passDeadlines()
      try send(host.news(for: session))
      try follow(session.takeRequests())
      announce(session.takeEffects())
      window.setCursor(session.cursor.shape)
      if let vblank = wake.frame { try draw(for: vblank) }
      // What cannot be seen is never drawn, and its state is a state all the same.
      if !wantsFrame || !window.isVisible {
        presenter.trimWhenDue()
        savePreferences()
        try stateLog?.write(session, at: max(shownTime, sessionTime(window.now), session.now))
      }
      if StopSignals.arrived { end = .stopped }
    }
    let path = recording.path
    try stop()
    let kept =
      path.map { " The recording is kept in \(quoted($0))." } ?? ""
    if end == .lost {
      throw CommandFailure(.noDisplay, "The window is gone: the display was lost.\(kept)")
    } else if end == .destroyed {
      throw CommandFailure(.noDisplay, "The window is gone: another program destroyed it.\(kept)")
    }
  }

  /// Says what has changed, for assistive technology.
  private func announce(_ effects: [Effect]) {
    guard settings.announces else { return }
    let time = sessionTime(window.now)
    for line in announcer.lines(for: session, at: time, effects) {
      StandardError.write("\(line)\n")
    }
  }

  /// Lets what still moves go on to the moment of the end, so that a recording shows all that was seen.
  private func stop() throws(CommandFailure) {
    host.finish()
    let now = session.isSettled ? session.now : sessionTime(window.now)
    try pass(to: now)
    session.advance(to: now)
    savePreferences(isLast: true)
    try stateLog?.write(session, at: session.now)
    try presenter.finish()
    let path = try recording.finish(session)
    guard end != .lost, end != .destroyed else { return }
    if let path { StandardError.write("Recorded in \(quoted(path)).\n") }
    window.handOverText()
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

  private func passDeadlines() throws(CommandFailure) {
    let moment = window.now
    let now = sessionTime(moment)
    while let event = replay?.next(until: now) { try handle(event) }
    // What a recorded hand asked for is known as such while the replay lasts.
    if replay != nil { try follow(session.takeRequests()) }
    if replay?.isOver(at: now) ?? false { try endReplay() }
    try passDeadlines(until: now)
    if let autoquit = settings.autoquit, moment >= autoquit { end = end ?? .timeIsUp }
  }

  /// Passes what is due by a time, one after the other, so that what comes of it is recorded in its order.
  private func passDeadlines(until time: Instant) throws(CommandFailure) {
    while let deadline = session.deadline, deadline <= time {
      try record(upTo: deadline)
      session.advance(to: deadline)
      isChanged = true
    }
  }

  /// Lets the session's time pass, and records it.
  private func pass(to time: Instant) throws(CommandFailure) {
    try passDeadlines(until: time)
    try record(upTo: time)
  }

  private func record(upTo time: Instant) throws(CommandFailure) {
    try recording.write(session.takeJournal())
    try recording.write(session, upTo: time)
  }

  private func endReplay() throws(CommandFailure) {
    replay = nil
    isChanged = true
    try handle(.host(session.now, .replayEnded))
    // From now on its key means the recording, and what is recorded itself does not begin again.
    tell(.canReplay(settings.recording == nil && !settings.isIntroduction))
    try followPointerSettings()
    try send(preferences.takeover(of: session))
    if settings.isOffered { try handle(.change(session.now, .reducedMotion(true))) }
    if settings.isIntroduction {
      try handle(.change(session.now, .overlays(settings.overlays)))
    }
    if settings.quitsAfterReplay { end = end ?? .timeIsUp }
  }

  // MARK: Events

  private func take(_ event: WindowEvent) throws(CommandFailure) {
    let now = sessionTime(window.now)
    switch event {
    case .input(let input):
      if replay != nil {
        guard try takeOver(input) else { return }
      }
      if isOffering { endOffer(input) }
      presenter.note(input)
      var event = SessionEvent.input(input)
      event.time = sessionTime(input.time)
      try handle(event, byHand: replay == nil)
    case .resized(let size):
      let points = Size(Double(size.width) / window.scale, Double(size.height) / window.scale)
      guard points != session.size else { return }
      try handle(.host(now, .size(points)))
    case .tooLarge(let whole, let drawn):
      StandardError.write(
        "feellab: The window is \(whole.width)×\(whole.height) pixels, and a picture has at most "
          + "\(drawn.width * drawn.height); drawn are its upper \(drawn.height) rows.\n")
    case .scale(let scale):
      try handle(.host(now, .scale(scale)))
      try followPointerSettings()
      let size = window.pixelSize
      let points = Size(Double(size.width) / scale, Double(size.height) / scale)
      try handle(.host(now, .size(points)))
    case .settings(let desktop):
      try send(preferences.follow(desktop, session, isReplaying: replay != nil))
      try followPointerSettings()
    case .close: end = .closed
    case .destroyed: end = .destroyed
    case .lost: end = .lost
    case .pasted(let text):
      try send(host.events(pasted: text, session))
    case .focus, .text, .visible: break
    }
  }

  /// Tells the session what happened to its window, and has nothing to do with the stage.
  private func tell(_ fact: HostFact) {
    session.handle(.host(session.now, fact))
    isChanged = true
  }

  private func handle(_ event: SessionEvent, byHand: Bool = false) throws(CommandFailure) {
    try pass(to: max(event.time, session.now))
    session.handle(event)
    preferences.look(at: session, byHand: byHand)
    try recording.write(session.takeJournal())
    isChanged = true
  }

  /// Ends a replay when somebody touches it; moving the pointer over it does not.
  private func takeOver(_ input: InputEvent) throws(CommandFailure) -> Bool {
    switch input {
    case .pointer(let sample) where sample.phase == .down: break
    case .key(let sample) where sample.phase == .down: break
    case .wheel: break
    default: return false
    }
    try endReplay()
    return true
  }

  private func follow(_ requests: [HostRequest]) throws(CommandFailure) {
    for request in requests {
      isChanged = true
      switch request {
      // A session that was ended by its key stays to be looked at when it is shown again.
      case .quit: if replay == nil { end = end ?? .closed }
      case .toggleFullscreen: window.toggleFullscreen()
      case .leaveFullscreen: if window.isFullscreen { window.setFullscreen(false) }
      case .zoom(let step): try zoom(by: step)
      case .setZoom(let zoom): try self.zoom(to: zoom)
      case .forgetPreferences: if replay == nil { try forgetPreferences() }
      case .replayRecording: if replay == nil { try replayAgain() }
      case .toggleRecording: if replay == nil { try toggleRecording() }
      case .paste, .endFilm: try serve(request)
      case .copy, .pasteParameters, .saveText, .savePicture, .saveFilm, .saveParameters,
        .listParameters, .openParameters:
        // What a hand did once it did then: a replay leaves the clipboard and the files alone.
        if replay == nil { try serve(request) }
      }
    }
  }

  // MARK: Frames

  private var wantsFrame: Bool {
    isChanged || session.isMoving(at: max(shownTime, session.now))
  }

  private func draw(for vblank: Instant) throws(CommandFailure) {
    shownTime = max(sessionTime(vblank), session.now)
    let caption = ReplayCaption(isShown: replay != nil, isOffered: isOffering)
    try presenter.draw(session, at: shownTime, caption: caption)
    isChanged = false
  }

  // MARK: What the session asks for

  private func serve(_ request: HostRequest) throws(CommandFailure) {
    try send(host.serve(request, of: session, shownAt: shownTime))
  }

  /// Tells the session what came of something, as happening now.
  private func send(_ events: [SessionEvent]) throws(CommandFailure) {
    for event in events {
      var event = event
      switch event {
      // It may come to be a value that is set, which is recorded.
      case .host(_, .pasted), .input, .stage, .change:
        event.time = max(event.time, sessionTime(window.now))
      case .host: break
      }
      try handle(event)
    }
  }

  /// Tells the session what the desktop knows of the hand; in a replay it is the hand that was recorded.
  private func followPointerSettings() throws(CommandFailure) {
    guard replay == nil else { return }
    let settings = PointerSettings(window.settings, scale: window.scale)
    guard settings != session.pointerSettings else { return }
    try handle(.host(session.now, .pointerSettings(settings)))
  }

  private func savePreferences(isLast: Bool = false) {
    if let message = preferences.save(isLast: isLast) { tell(.notice(message)) }
  }

  /// Leaves look, motion, keys and zoom to the desktop again.
  private func forgetPreferences() throws(CommandFailure) {
    try send(preferences.forget(window.settings, session))
    if session.zoom != 1 { try zoom(to: 1) }
    preferences.forgetSettings()
    tell(.notice("The desktop says again how the window looks and moves"))
  }

  /// Shows everything a step larger or smaller, or as the desktop asks for: 1, −1, 0.
  private func zoom(by step: Int) throws(CommandFailure) {
    let steps = Preferences.zooms
    let next = step > 0 ? steps.first { $0 > session.zoom } : steps.last { $0 < session.zoom }
    try zoom(to: step == 0 ? 1 : next ?? session.zoom)
    tell(.notice("\(Int(session.zoom * 100)) %"))
  }

  /// Shows everything so many times as large as the desktop asks for.
  private func zoom(to zoom: Double) throws(CommandFailure) {
    tell(.zoom(zoom))
    preferences.look(at: session, byHand: replay == nil)
    for event in window.setZoom(zoom) { try take(event) }
  }

  // MARK: Recordings

  /// Begins a recording in a new file of the folder that the program was started in, with the scene afresh, or ends the one under way.
  ///
  /// A recording begins where a session begins, for only then does a replay find everything as it was.
  private func toggleRecording() throws(CommandFailure) {
    switch recording.state {
    case .whole: tell(.notice("The whole session is being recorded already, by --record"))
    case .own:
      let path = try recording.finish(session)
      tell(.recording(false))
      if let path { tell(.notice("Recorded in \(path)")) }
    case .none:
      do throws(CommandFailure) {
        try recording.open()
      } catch {
        return tell(.notice(error.message))
      }
      try beginAfresh()
      tell(.recording(true))
    }
  }

  private func beginAfresh() throws(CommandFailure) {
    let before = session
    began = window.now
    session = Session(
      catalog: .all, scene: before.sceneType, size: before.size, scale: before.scale,
      theme: before.theme, reducedMotion: before.reducedMotion, parameters: before.parameters)
    tell(.zoom(before.zoom))
    try recording.begin(session)
    try followPointerSettings()
    let switches = before.preferences.switches
    for turn in PreferenceKeeper.turns(of: switches, in: session, at: .zero) { try handle(turn) }
    if !before.overlays.isEmpty { try handle(.change(.zero, .overlays(before.overlays))) }
    for press in PreferenceKeeper.presses(before.preferences.panelKeys, at: .zero) {
      try handle(press)
    }
  }

  /// Ends the offer of a replay at whatever somebody does; its key accepts it.
  private func endOffer(_ input: InputEvent) {
    var accepts = false
    switch input {
    case .key(let sample) where sample.phase == .down:
      accepts = sample.key == .return && sample.modifiers == .control
    case .pointer(let sample) where sample.phase == .down: break
    case .wheel: break
    default: return
    }
    isOffering = false
    tell(.canReplay(accepts))
  }

  /// Shows the recorded session that the window was opened with again, from its start.
  private func replayAgain() throws(CommandFailure) {
    guard let file = settings.replay, !recording.isOn else { return }
    let (size, scale, zoom) = (session.size, session.scale, session.zoom)
    session = try file.session()
    tell(.zoom(zoom))
    began = window.now
    shownTime = .zero
    replay = Replay(file, speed: settings.replaySpeed)
    try handle(.host(.zero, .scale(scale)))
    try handle(.host(.zero, .size(size)))
  }
}
