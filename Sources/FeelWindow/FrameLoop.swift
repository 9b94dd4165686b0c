internal import Feel
package import FeelFiles
package import Lab
internal import Stage
package import TextLayout
package import XWindow

/// Shows a session in a window; the only code that reads a clock.
///
/// All events that have arrived are handled before a deadline passes, and the session is advanced
/// no further than its newest event or a due deadline. For the coming vblank it is only queried:
/// drawing changes nothing. So the recorded session is the one that was seen, whatever frames were
/// drawn.
package struct FrameLoop: ~Copyable {
  private let window: Window
  private let presenter: Presenter
  private let host: HostServices
  // A recording still to be read before it is shown.
  private let long: LongRecording?
  private var shown: ShownSession
  private var announcer = Announcer()
  private let assistance: Assistance
  private var end: End?

  private enum End {
    case closed, destroyed, lost, timeIsUp, stopped
    case failed(CommandFailure)

    /// Whether the session ended on purpose, rather than being cut short.
    package var isWanted: Bool {
      switch self {
      case .closed, .timeIsUp, .failed: true
      case .destroyed, .lost, .stopped: false
      }
    }
  }

  /// Creates a loop for a window and a session that are both at their start; for a long recording,
  /// the session is its beginning.
  package init(
    window: Window, session: Session, fonts: FontBook, settings: FrameLoopSettings,
    long: LongRecording? = nil
  ) throws(CommandFailure) {
    let presenter = try Presenter(
      window, fonts, threads: settings.threads, frameLog: settings.frameLog)
    let shown = try ShownSession(session, in: window, fonts, settings, isAwaited: long != nil)
    (self.window, self.presenter, self.long) = (window, presenter, long)
    host = HostServices(window, presenter, RecentFiles(isOff: settings.memory.isOff))
    assistance = Assistance(window)
    self.shown = shown
  }

  /// Runs until the window is closed, the time is up, or the display is lost.
  ///
  /// - Throws: `CommandFailure` when the display is lost, when the file it was opened for cannot be
  ///   read, or at the end when a requested output file is incomplete.
  package mutating func run() throws(CommandFailure) {
    StopSignals.watch(window.waker)
    try begin()
    var moves = shown.session.isMoving(at: shown.session.now)
    while end == nil {
      let wake = window.wait(frameWanted: shown.isChanged || moves, deadline: nextMoment)
      for event in wake.events {
        handle(event)
        // Carry these out before the next event, which may be the Escape that cancels them.
        serve(shown.takeRequests())
      }
      shown.passStream()
      passDeadlines()
      shown.send(host.news(for: shown.session))
      takeOpened()
      showClip()
      serve(shown.takeRequests())
      announce(shown.takeEffects())
      window.setCursor(shown.session.cursor.shape)
      assist(isChanged: shown.isChanged || moves)
      window.edit(
        at: shown.isReplaying ? nil : shown.session.caret, isComposing: shown.session.isComposing)
      if let vblank = wake.frame { draw(for: vblank) }
      moves = shown.session.isMoving(
        at: max(shown.shownTime, shown.session.now), showsPointer: shown.isReplaying)
      // An invisible picture is never drawn, but its state counts all the same.
      if !shown.isChanged && !moves || !window.isVisible { rest() }
      sayFailures()
      if StopSignals.arrived { end = .stopped }
    }
    let path = shown.files.recording?.path
    let staysForNext = stop()
    let kept =
      (path.map { " The recording is saved as \(quoted($0))." } ?? "")
      + (staysForNext ? " Its takes are offered at the next start." : "")
    switch end {
    case .lost:
      throw .noDisplay("The window is gone: the display was lost.\(kept)")
    case .destroyed:
      throw .noDisplay("The window is gone: another program destroyed it.\(kept)")
    case .failed(let failure): throw failure
    case .closed, .timeIsUp, .stopped, nil: break
    }
    // All failures were reported when they happened.
    if shown.files.hasLostOne { throw .badFile("") }
  }

  private mutating func begin() throws(CommandFailure) {
    if let watched = shown.settings.watched {
      try host.watch(watched, of: shown.session.sceneType)
    }
    try shown.settings.stream?.start(window.waker)
    shown.begin()
    if let long {
      try host.open(long.path, for: .started, prepare: long.prepare)
    } else if let path = shown.settings.opened {
      try host.open(path, for: .started)
    }
    if !shown.isReplaying, !shown.files.earlier.isEmpty {
      // What exists from the start is not announced; only changes are.
      announce([])
      // A user who opens a file wants to see that; earlier takes are in the menu.
      shown.tellEarlier(offers: shown.settings.opened == nil)
    }
  }

  /// Announces changes to assistive technology; nothing while fast-forwarding.
  private mutating func announce(_ effects: [Effect]) {
    guard !shown.isHurried else { return }
    let time = shown.sessionTime(window.now)
    assistance.announce(shown.session, at: time, effects)
    guard shown.settings.announces else { return }
    for line in announcer.lines(for: shown.session, at: time, effects) {
      StandardError.write("\(line)\n")
    }
  }

  /// Answers assistive technology, and carries out the actions it requests of elements.
  private mutating func assist(isChanged: Bool) {
    var isChanged = isChanged
    while !shown.isHurried, end == nil {
      let time = shown.sessionTime(window.now)
      let asked = assistance.turn(shown.session, at: time, isChanged: isChanged)
      if asked.isEmpty { return }
      for (request, id) in asked {
        shown.assist(request, on: id)
        serve(shown.takeRequests())
      }
      isChanged = true
    }
  }

  /// Shows the frames read of a clip; nothing while fast-forwarding.
  private mutating func showClip() {
    guard !shown.isHurried else { return }
    let time = max(shown.session.now, shown.sessionTime(window.now))
    if let fact = host.reel(for: shown.session, at: time) { shown.report(fact) }
  }

  /// Does the work that waits for idle time.
  private mutating func rest() {
    presenter.trimWhenDue()
    assistance.begin()
    shown.savePreferences()
    shown.files.rest()
    let time = max(shown.shownTime, shown.sessionTime(window.now), shown.session.now)
    shown.files.writeState(of: shown.session, at: time)
  }

  /// Ends everything in progress; returns whether the session stays for the next start.
  private mutating func stop() -> Bool {
    host.finish()
    assistance.end()
    if let path = shown.files.recording?.path { host.addRecent(path) }
    shown.settings.stream?.stop()
    shown.end()
    do throws(CommandFailure) { try presenter.finish() } catch { loseFrameLog(error) }
    let stays = shown.endKeeping(isClosed: end?.isWanted ?? true)
    let path = shown.files.finish(shown.session)
    sayFailures()
    if case .lost = end { return stays }
    if case .destroyed = end { return stays }
    if let path { StandardError.write("Recorded as \(quoted(path)).\n") }
    window.handOverText()
    return stays
  }

  /// Reports files that can no longer be written, in the window, which continues, and on standard
  /// error.
  private mutating func sayFailures() {
    let messages = shown.files.takeFailures()
    guard !messages.isEmpty else { return }
    for message in messages {
      StandardError.say(message)
      shown.report(.notice(message))
    }
    shown.report(.recording(shown.files.recording?.isOwn ?? false))
  }

  private mutating func loseFrameLog(_ failure: CommandFailure) {
    shown.files.lose(failure, "Frames are no longer logged.")
  }

  // MARK: Time

  /// When the loop must wake up at the latest, on the window's clock.
  private var nextMoment: Instant? {
    let assisted = assistance.deadline
    let said = [announcer.deadline, assisted.session].compactMap(\.self).min()
    return [
      shown.nextMoment(said), assisted.window, shown.settings.autoquit, shown.streamMoment,
      presenter.deadline,
    ].compactMap(\.self).min()
  }

  private mutating func passDeadlines() {
    shown.followReplay()
    // Handle requests of the recorded hand as such, before the replay ends.
    if shown.isReplaying { serve(shown.takeRequests()) }
    shown.endReplayWhenOver()
    shown.passDeadlines()
    let isLate = shown.settings.autoquit.map { window.now >= $0 } ?? false
    if isLate || shown.isDone { end = end ?? .timeIsUp }
  }

  private mutating func draw(for vblank: Instant) {
    let time = shown.show(at: vblank)
    do throws(CommandFailure) {
      try presenter.draw(shown.session, at: time, caption: shown.caption)
    } catch {
      loseFrameLog(error)
    }
  }

  // MARK: Window events

  private mutating func handle(_ event: WindowEvent) {
    switch event {
    case .input(let input): if shown.handle(input) { presenter.record(inputAt: input.time) }
    case .resized: shown.resize()
    case .tooLarge(let whole, let drawn):
      StandardError.say(
        "The window is \(whole.width)×\(whole.height) pixels; a picture has at most "
          + "\(drawn.width * drawn.height); only the top \(drawn.height) rows are drawn.")
    case .scale: shown.rescale()
    case .settings(let desktop): shown.apply(desktop)
    case .close: end = .closed
    case .destroyed: end = .destroyed
    case .lost: end = .lost
    case .pasted(let text): shown.send(host.events(pasted: text, shown.session))
    case .held(let held): shown.isChanged = presenter.update(held) || shown.isChanged
    case .dropped(let drop): accept(drop)
    case .committed(let text): shown.compose(.typed(text))
    case .composing(let preedit): shown.compose(.composing(preedit))
    case .focus(let isActive): assistance.isActive = isActive
    case .text, .visible: break
    }
  }

  /// Handles a drop from another program like an action of the user.
  private mutating func accept(_ drop: Drop) {
    shown.interrupt()
    do throws(CommandFailure) {
      switch drop {
      case .addresses(let addresses): try host.open(try Drop.file(addresses), for: .dropped)
      case .text(let text):
        try host.open(droppedText: text)
      case .tooLong:
        throw .badFile(say("The dropped text is larger than 16 MiB."))
      case .nothing:
        throw .badFile(say("The program it was dragged from sent nothing."))
      }
    } catch {
      refuse(error, isDropped: true)
    }
  }

  // MARK: Requests of the session

  private mutating func serve(_ requests: [HostRequest]) {
    for request in requests {
      shown.isChanged = true
      switch request {
      // If the recording ends with Quit, its replay keeps the window open.
      case .quit: if !shown.isReplaying { end = end ?? .closed }
      case .toggleFullscreen: window.toggleFullscreen()
      case .fillScreen: if !window.isFullscreen { window.setFullscreen(true) }
      case .leaveFullscreen: if window.isFullscreen { window.setFullscreen(false) }
      case .zoom(let step): zoom(by: step)
      case .setZoom(let zoom): self.zoom(to: zoom)
      case .paste, .cancelWork: serve(request)
      // A replay must not repeat side effects: on the clipboard, on files.
      case _ where shown.isReplaying: break
      case .forgetPreferences: forgetPreferences()
      case .replayRecording: shown.replayAgain()
      case .introduce: shown.introduce()
      case .toggleRecording: if let path = shown.toggleRecording() { host.addRecent(path) }
      case .openFile(let path): open(FolderReader.absolute(path))
      case .measure(_, let region): if !showsFormer(region) { serve(request) }
      case .save(.takes(let take), let path, let replaces):
        save(take, in: FolderReader.absolute(path), replaces: replaces)
      case .resumeSession: shown.resume()
      case .discardSession: shown.discardEarlier()
      case .undoDiscard: shown.undoDiscard()
      default: serve(request)
      }
    }
  }

  /// Shows a clip's former measurements of a region, if they are kept; returns whether they are.
  private mutating func showsFormer(_ region: Rect) -> Bool {
    do throws(CommandFailure) { return try shown.showFormer(region) } catch {
      refuse(error, isDropped: false)
      return true
    }
  }

  private mutating func serve(_ request: HostRequest) {
    shown.send(host.serve(request, of: shown.session))
  }

  private mutating func forgetPreferences() {
    // First, because it sets a preference, which is then forgotten with the rest.
    if shown.session.preferences.zoom != 1 { zoom(to: 1) }
    shown.forgetPreferences()
    shown.report(.notice(say("Preferences reset to the desktop’s")))
  }

  /// Zooms a step in or out, or to the desktop's size: 1, −1, 0.
  private mutating func zoom(by step: Int) {
    let (steps, zoom) = (Preference.zooms, shown.session.preferences.zoom ?? 1)
    let next = step > 0 ? steps.first { $0 > zoom } : steps.last { $0 < zoom }
    let wanted = step == 0 ? 1 : next ?? zoom
    self.zoom(to: wanted)
    shown.report(.notice("\(Int(wanted * 100)) %"))
  }

  /// Zooms by a factor of the desktop's size.
  private mutating func zoom(to zoom: Double) {
    shown.setZoom(zoom)
    for event in window.setZoom(zoom) { handle(event) }
  }

  // MARK: Files

  /// Opens a chosen file, or lists it if it is a folder.
  private mutating func open(_ path: String) {
    guard !File.isFolder(path) else { return serve(.listFolder(path)) }
    do throws(CommandFailure) {
      try host.open(path, for: .chosen)
    } catch {
      refuse(error, isDropped: false)
    }
  }

  /// Shows the file that has been read, according to its content.
  private mutating func takeOpened() {
    guard let (file, outcome) = host.takeOpened() else { return }
    do throws(CommandFailure) {
      try show(try outcome.get(), of: file)
      if !file.isText { host.addRecent(file.path) }
      if file.purpose == .dropped { window.finishDrop(isAccepted: true) }
    } catch {
      if file.purpose == .started, !file.isAbandoned { end = end ?? .failed(error) }
      refuse(error, isDropped: file.purpose == .dropped)
    }
  }

  private mutating func show(
    _ opened: FileOpener.Opened, of file: FileOpener
  ) throws(CommandFailure) {
    shown.interrupt()
    switch opened {
    case .recording(let trace): try shown.show(trace)
    case .measured(let trace): try shown.show(measured: trace, again: file.region)
    case .events(let events):
      let events = try events(shown.session)
      shown.report(.opened)
      shown.send(events)
    }
  }

  private mutating func refuse(_ failure: CommandFailure, isDropped: Bool) {
    shown.report(.notice(failure.message))
    if isDropped { window.finishDrop(isAccepted: false) }
  }

  /// Saves a take of the session by number, or the session so far.
  private mutating func save(_ take: Int?, in path: String, replaces: Bool) {
    do throws(CommandFailure) {
      let bytes = try shown.recording(of: take)
      shown.send([try host.save(bytes, in: path, replaces: replaces, shown.session)])
    } catch {
      refuse(error, isDropped: false)
    }
  }
}
