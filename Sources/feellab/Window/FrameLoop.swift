internal import Feel
internal import FeelTrace
internal import Lab
internal import Raster
internal import Stage
internal import TextLayout
internal import XWindow

/// Shows a session in a window: the only place that knows a clock.
///
/// Everything that arrived is handled before a deadline is passed, and the session is advanced no further than its newest event or a deadline that is due. The coming vblank is only asked about: what is drawn for it changes nothing. So the session that is recorded is the one that was seen, whatever frames were drawn.
final class FrameLoop {
  let window: Window
  let renderer: Renderer
  let fonts: FontBook
  var session: Session
  var recorder: Recorder?
  // Whether the window says that there is something to be shown.
  var isOffering = false
  // Where a recording that was begun in the window goes to.
  var recordingPath: String?
  // When the session began, on the window's clock.
  var began = Instant.zero
  private var stateLog: StateLog?
  private var frameLog: FrameLog?
  private var parameterWatch: ParameterWatch?
  var replay: Replay?
  private var announcer = Announcer()
  let settings: FrameLoopSettings
  // What is made beside the window, and how much of it the window shows as done.
  var film: FilmMaker?
  var shownShare: Double?

  private var meter = FrameMeter()
  // When the newest input that the next frame shows was made.
  private var newestInput: Instant?
  private var shown: DisplayList?
  private var damage = Raster.Damage()
  private var title = ""
  // Something happened since the picture was made that may have changed it.
  var isChanged = true
  // The moment that the picture shown was made for.
  var shownTime = Instant.zero
  // The theme that was taken from the desktop last.
  var desktopTheme: Theme.Name
  // Whether the text that comes is the scene's parameters, not a field's.
  var pastesParameters = false
  // What is kept of how the window is set.
  var memory: PreferenceMemory
  // When the memory that was freed was handed back last.
  private var trimmed = Instant.zero
  private var end: End?

  /// Why the loop ends.
  private enum End {
    case closed, destroyed, lost, timeIsUp, stopped
  }

  /// Creates a loop around a window and a session that are both at their start.
  init(
    window: Window, session: Session, fonts: FontBook, settings: FrameLoopSettings
  ) throws(CommandFailure) {
    (self.window, self.session, self.fonts, self.settings) = (window, session, fonts, settings)
    desktopTheme = session.theme
    memory = settings.memory
    Renderer.keepLargeMemoryApart()
    renderer = Renderer(outline: fonts.outline)
    isOffering = settings.isOffered
    replay =
      isOffering ? nil : settings.replay.map { Replay($0, speed: settings.replaySpeed) }
    if let path = settings.stateFile { stateLog = try StateLog(path) }
    if let path = settings.frameLog { frameLog = try FrameLog(path) }
    if let path = settings.recording {
      recorder = try Recorder(path)
      try recorder?.begin(session)
    }
  }

  /// Runs until the window is closed, the time is up, or the display is lost.
  ///
  /// - Throws: `CommandFailure` when the display is lost or a file cannot be written.
  func run() throws(CommandFailure) {
    StopSignals.watch(window.waker)
    parameterWatch = try settings.watched.map { options throws(CommandFailure) in
      try ParameterWatch(options, of: session.sceneType, window.waker)
    }
    try followHabits()
    try applyPreferences()
    if isOffering { try offerReplay() }
    while end == nil {
      let wake = window.wait(frameWanted: wantsFrame, deadline: nextMoment)
      for event in wake.events { try take(event) }
      try passDeadlines()
      followFilm()
      if let change = parameterWatch?.next(shown: session.sceneType) { try take(change) }
      try follow(session.takeRequests())
      announce(session.takeEffects())
      window.setCursor(session.cursor.shape)
      if let vblank = wake.frame { try draw(for: vblank) }
      // What cannot be seen is never drawn, and its state is a state all the same.
      if !wantsFrame || !window.isVisible {
        trimMemory()
        savePreferences()
        try stateLog?.write(session, at: max(shownTime, sessionTime(window.now), session.now))
      }
      if StopSignals.arrived { end = .stopped }
    }
    try stop()
    let kept =
      (settings.recording ?? recordingPath).map { " The recording is kept in \(quoted($0))." } ?? ""
    if end == .lost {
      throw CommandFailure(.noDisplay, "The window is gone: the display was lost.\(kept)")
    } else if end == .destroyed {
      throw CommandFailure(.noDisplay, "The window is gone: another program destroyed it.\(kept)")
    }
  }

  /// Says what has changed, for who cannot see it.
  private func announce(_ effects: [Effect]) {
    guard settings.announces else { return }
    let time = sessionTime(window.now)
    for line in announcer.lines(for: session, at: time, effects) {
      StandardError.write("\(line)\n")
    }
  }

  /// Lets what still moves go on to the moment of the end, so that a recording shows all that was seen.
  private func stop() throws(CommandFailure) {
    film?.abandon()
    film?.join()
    if !session.isSettled {
      let now = sessionTime(window.now)
      try recorder?.write(session, upTo: now)
      session.advance(to: now)
    }
    savePreferences(isLast: true)
    try stateLog?.write(session, at: session.now)
    try frameLog?.finish()
    try recorder.take()?.finish(session)
    guard end != .lost, end != .destroyed else { return }
    if let recordingPath { StandardError.write("Recorded in \(quoted(recordingPath)).\n") }
    window.handOverText()
  }

  // MARK: Time

  /// Session time of a moment of the window's clock.
  func sessionTime(_ moment: Instant) -> Instant {
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
    while let deadline = session.deadline, deadline <= now {
      try recorder?.write(session, upTo: deadline)
      session.advance(to: deadline)
      isChanged = true
    }
    if let autoquit = settings.autoquit, moment >= autoquit { end = end ?? .timeIsUp }
  }

  private func endReplay() throws(CommandFailure) {
    replay = nil
    isChanged = true
    // From now on its key means the recording, and what is recorded itself does not begin again.
    session.hasRecording = settings.recording == nil && !settings.isIntroduction
    try followHabits()
    try applyHabitsOfUse()
    if settings.isOffered { try handle(.change(session.now, .reducedMotion(true))) }
    if settings.isIntroduction {
      try handle(.change(session.now, .overlays(settings.overlays.letters)))
    }
    if settings.quitsAfterReplay { end = end ?? .timeIsUp }
  }

  // MARK: Events

  func take(_ event: WindowEvent) throws(CommandFailure) {
    let now = sessionTime(window.now)
    switch event {
    case .input(let input):
      if replay != nil {
        guard try takeOver(input) else { return }
      }
      if isOffering { endOffer(input) }
      newestInput = max(newestInput ?? input.time, input.time)
      var event = SessionEvent.input(input)
      event.time = sessionTime(input.time)
      try handle(event, byHand: replay == nil)
    case .resized(let size):
      let points = Size(Double(size.width) / window.scale, Double(size.height) / window.scale)
      guard points != session.size else { return }
      try handle(.change(now, .size(points)))
    case .tooLarge(let whole, let drawn):
      StandardError.write(
        "feellab: The window is \(whole.width)×\(whole.height) pixels, and a picture has at most "
          + "\(drawn.width * drawn.height); drawn are its upper \(drawn.height) rows.\n")
    case .scale(let scale):
      try handle(.change(now, .scale(scale)))
      try followHabits()
      let size = window.pixelSize
      let points = Size(Double(size.width) / scale, Double(size.height) / scale)
      try handle(.change(now, .size(points)))
    case .focus(let hasFocus):
      guard replay == nil else { return }
      try handle(.change(now, .focus(hasFocus)))
    case .settings(let desktop):
      try follow(desktop, at: now)
      try followHabits()
    case .close: end = .closed
    case .destroyed: end = .destroyed
    case .lost: end = .lost
    case .pasted(let text):
      try paste(text)
    case .text, .visible: break
    }
  }

  func handle(_ event: SessionEvent, byHand: Bool = false) throws(CommandFailure) {
    try recorder?.write(session, upTo: event.time)
    session.handle(event)
    memory.look(at: session.preferences, byHand: byHand)
    let journal = session.takeJournal()
    try recorder?.write(journal)
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
      case .paste:
        pastesParameters = false
        window.requestText()
      case .pasteParameters:
        if replay == nil {
          pastesParameters = true
          window.requestText()
        }
      case .zoom(let step): try zoom(by: step)
      case .setZoom(let zoom): try self.zoom(to: zoom)
      case .forgetPreferences: if replay == nil { try forgetPreferences() }
      case .replayRecording: if replay == nil { try replayAgain() }
      case .toggleRecording: if replay == nil { try toggleRecording() }
      case .endFilm: film?.abandon()
      case .copy, .saveText, .savePicture, .saveFilm, .saveParameters, .listParameters,
        .openParameters:
        // What a hand did once it did then: a replay leaves the clipboard and the files alone.
        if replay == nil { try keep(request) }
      }
    }
  }

  // MARK: Frames

  private var wantsFrame: Bool {
    isChanged || session.isMoving(at: max(shownTime, session.now))
  }

  private func draw(for vblank: Instant) throws(CommandFailure) {
    shownTime = max(sessionTime(vblank), session.now)
    var list = session.displayList(at: shownTime, fonts: fonts, frames: meter)
    if let caption = ReplayCaption(isShown: replay != nil, isOffered: isOffering) {
      caption.draw(into: &list, of: session, fonts: fonts)
    }
    let size = window.pixelSize
    if let shown {
      damage.set(from: shown, to: list, width: size.width, height: size.height)
    } else {
      damage.setWhole(width: size.width, height: size.height)
    }
    let rects = damage.rects.map {
      XWindow.PixelRect(x: $0.x0, y: $0.y0, width: $0.width, height: $0.height)
    }
    let frame = window.present(damage: rects) { pixels, target in
      let redraw = target.redraw.map {
        Raster.PixelRect(x0: $0.x, y0: $0.y, x1: $0.x + $0.width, y1: $0.y + $0.height)
      }
      renderer.draw(
        list, into: &pixels, width: target.size.width, height: target.size.height,
        stride: target.stride, damage: redraw)
    }
    shown = list
    isChanged = false
    if let frame { try measure(frame) }
    setTitle()
  }

  /// Hands freed memory back while nothing is drawn: at once after a fade over the window, and now and then because frames of all kinds leave holes behind.
  private func trimMemory() {
    guard renderer.holdsLargeGroup || window.now - trimmed >= 30 else { return }
    renderer.trim()
    trimmed = window.now
  }

  private func measure(_ frame: FrameReport) throws(CommandFailure) {
    try frameLog?.take(frame, newest: newestInput)
    meter.add(
      FrameMeter.Frame(
        sent: frame.sent, cost: frame.sent - frame.begun, isLate: frame.cause != nil,
        age: newestInput.map { frame.sent - $0 }))
    newestInput = nil
    // A moment that is looked at again keeps what its frame cost when it was new.
    guard !session.isPaused, !session.isShowingPast else { return }
    meter.track.add(
      cost: frame.sent - frame.begun, isLate: frame.cause != nil,
      at: session.stageTime(at: shownTime))
  }

  private func setTitle() {
    let wanted = "FeelLab – \(session.sceneType.title)"
    guard title != wanted else { return }
    title = wanted
    window.setTitle(wanted)
  }
}
