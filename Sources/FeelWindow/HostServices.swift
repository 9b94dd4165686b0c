internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import ImageFile
internal import Lab
internal import Raster
internal import Scenes
internal import Stage
internal import TextLayout
internal import XWindow

/// The host's services for a session: clipboard, files and videos.
///
/// Results are events for the session; failures only produce a notice.
final class HostServices {
  private let window: Window
  private let presenter: Presenter
  private var parameterWatch: ParameterWatch?
  // The video being rendered, and the share of the work that the window shows as done.
  private var film: VideoMaker?
  private var shownShare: Double?
  private var folders: FolderReader
  private var opening: FileOpener?
  // The observed take being judged.
  private var judging: (take: Take, work: SideWork<TakeJudgement>)?
  private var clip: ClipReader?
  // Readers of clips no longer shown whose threads have not ended yet.
  private var abandoned: [ClipReader] = []
  // The file that can still be removed.
  private var saved: SavedFile?
  // Whether the session has not received the current user presets yet.
  private var hasNewPresets = true
  // Whether the pending clipboard text is for the scene's parameters rather than a field.
  private var pastesParameters = false

  /// Creates the services for a window, with the files opened and saved before.
  init(_ window: Window, _ presenter: Presenter, _ recent: RecentFiles) {
    (self.window, self.presenter) = (window, presenter)
    folders = FolderReader(recent)
  }

  func addRecent(_ path: String) { folders.addRecent(path) }

  /// Follows a parameter file while the window shows its scene.
  func watch(
    _ file: WatchedParameters, of scene: any Scene.Type
  ) throws(CommandFailure) {
    parameterWatch = try ParameterWatch(file, of: scene, window.waker)
  }

  /// Serves a clipboard or file request; ignores all others.
  func serve(_ request: HostRequest, of session: Session) -> [SessionEvent] {
    do throws(CommandFailure) {
      switch request {
      case .copy(let text): window.copy(text)
      case .paste, .pasteParameters:
        pastesParameters = request == .pasteParameters
        window.requestText()
      case .listFolder(let path):
        return [.host(session.now, .folder(folders.listing(path)))]
      case .makeFolder(let path):
        try File.makeFolder(FolderReader.absolute(path))
        return [.host(session.now, .folder(folders.listing(path)))]
      case .chooseFile(let content, let name):
        return [.host(session.now, .chooseFile(content, name: name))]
      case .save(let content, let path, let replaces):
        return try save(content, in: FolderReader.absolute(path), replaces: replaces, session)
      case .showFolder(let path): try FolderOpener.show(folderOf: path)
      case .removeFile(let path):
        guard let saved, shown(saved.path) == path else { return [] }
        try saved.remove()
        self.saved = nil
        hasNewPresets = FileName.folder(of: path) == OwnPresets.folder
        return [session.notice(say("Removed \(path)"))]
      case .cancelWork:
        film?.work.abandon()
        opening?.abandon()
      case .measure(let path, let region): try open(path, for: .chosen, measuring: region)
      case .removePreset(let name):
        try OwnPresets.remove(name)
        return presets(session, removed: name)
      case .restorePreset(let name):
        try OwnPresets.restore(name)
        return presets(session)
      case .openFile, .quit, .toggleFullscreen, .fillScreen, .leaveFullscreen, .toggleRecording,
        .introduce, .zoom, .replayRecording, .setZoom, .forgetPreferences, .resumeSession,
        .discardSession,
        .undoDiscard:
        break
      }
      return []
    } catch {
      return [session.notice(error.message)]
    }
  }

  /// Events for clipboard text: input for a field, or the scene's parameters if requested for
  /// those.
  func events(pasted text: String, _ session: Session) -> [SessionEvent] {
    guard pastesParameters else { return [.host(session.now, .pasted(text))] }
    pastesParameters = false
    do throws(CommandFailure) {
      return try ParameterFile.parse(text: text, name: say("The clipboard")).events(for: session)
    } catch {
      return [session.notice(error.message)]
    }
  }

  /// News since the last call of the watched file, the video, an opened file and the judgement.
  func news(for session: Session) -> [SessionEvent] {
    var events = filmNews(session) + openingNews(session)
    if hasNewPresets { events += presets(session) }
    switch parameterWatch?.next(shown: session.sceneType) {
    case .parameters(let wanted, let path):
      events += session.events(setting: wanted, from: path)
    case .notice(let message):
      StandardError.say(message)
      events.append(session.notice(message))
    case nil: break
    }
    return events + judgement(session)
  }

  /// The user's presets, and a notice about the first invalid preset file.
  private func presets(_ session: Session, removed: String? = nil) -> [SessionEvent] {
    hasNewPresets = false
    let (presets, problems) = OwnPresets.read()
    problems.forEach(StandardError.say)
    return [.host(session.now, .ownPresets(presets, removed: removed))]
      + problems.prefix(1).map { session.notice($0) }
  }

  /// The finished judgement, if any; otherwise starts the next one.
  private func judgement(_ session: Session) -> [SessionEvent] {
    guard let judging else {
      // If the system provides no thread, the next event tries again.
      judging = session.unjudgedTake.flatMap { take in
        SideWork(window.waker, niceness: 10) { _ in TakeJudgement(take) }.map { (take, $0) }
      }
      return []
    }
    guard let judgement = judging.work.outcome else { return [] }
    self.judging = nil
    // Another motion may have replaced it, with takes of the same numbers.
    let take = judging.take
    guard
      session.takes.contains(where: {
        $0.number == take.number && $0.end == take.end && $0.outcome == take.outcome
      })
    else { return self.judgement(session) }
    return [.host(session.now, .judged(judgement))]
  }

  /// The news for a session about the clip shown at a time.
  func reel(for session: Session, at time: Instant) -> HostFact? {
    abandoned.removeAll(where: \.hasEnded)
    guard let moment = session.clip(at: time) else {
      leaveClip()
      return session.reel == nil ? nil : .clip(nil)
    }
    if clip?.clip.path != moment.clip.path || clip?.clip.bytes != moment.clip.bytes {
      leaveClip()
      clip = ClipReader(moment.clip, window.waker)
    }
    let reel = clip?.reel(at: moment.time)
    return reel == session.reel ? nil : .clip(reel)
  }

  /// Stops reading the clip, without waiting for its thread.
  private func leaveClip() {
    guard let clip else { return }
    clip.abandon()
    abandoned.append(clip)
    self.clip = nil
  }

  /// Cancels everything in progress, and waits for the video's and readers' threads to end.
  func finish() {
    opening?.abandon()
    leaveClip()
    abandoned.forEach { $0.end() }
    film?.work.abandon()
    film?.work.join()
  }

  private func save(
    _ content: SavedContent, in path: String, replaces: Bool, _ session: Session
  ) throws(CommandFailure) -> [SessionEvent] {
    switch content {
    case .parameters(let text), .table(let text):
      return [try save(Array(text.utf8), in: path, replaces: replaces, session)]
    case .picture(let picture):
      let bytes = bytes(of: picture, as: path)
      presenter.trim()
      return [try save(bytes, in: path, replaces: replaces, session)]
    case .video(let start, let end):
      return try beginFilm(of: session, from: start, to: end, in: path, replaces: replaces)
    // Only the owner of the recording has the takes.
    case .takes: return []
    }
  }

  /// The bytes of a picture file in the format of its path's extension: SVG, otherwise PNG.
  private func bytes(of picture: WindowPicture, as path: String) -> [UInt8] {
    let fonts = presenter.fonts
    let (list, frame) = (picture.list, picture.frame)
    if path.hasSuffix(".svg") { return Array(SVGPicture.text(list, of: frame, fonts: fonts).utf8) }
    let painter = Painter(size: picture.size, scale: list.scale, fonts: fonts)
    painter.draw(list)
    let crop = Crop(frame, scale: list.scale, width: painter.width, height: painter.height)
    return PNGEncoder().encode(
      width: crop.columns.count, height: crop.rows.count,
      pixels: crop.cut(painter.pixels, stride: painter.width))
  }

  /// Writes bytes to a file, replacing an existing one only if asked.
  ///
  /// - Throws: `CommandFailure` when they cannot be written, or the file was created in the
  ///   meantime.
  func save(
    _ bytes: [UInt8], in path: String, replaces: Bool, _ session: Session
  ) throws(CommandFailure) -> SessionEvent {
    try refuseToReplace(path, unless: replaces)
    try File.write(bytes, to: path)
    return savedEvent(of: path, replaces: replaces, session)
  }

  private func refuseToReplace(_ path: String, unless isAsked: Bool) throws(CommandFailure) {
    let folder = FileName.folder(of: path)
    guard File.isFolder(folder) else {
      throw .badFile(say("No folder \(quoted(folder)). Create it first."))
    }
    guard isAsked || !File.exists(path) else {
      throw .badFile(say("\(quoted(path)) was created in the meantime."))
    }
  }

  /// Reports a saved file: a new one can be removed again; a replaced one cannot be restored.
  private func savedEvent(of path: String, replaces: Bool, _ session: Session) -> SessionEvent {
    folders.addRecent(path)
    saved = replaces ? nil : SavedFile(path)
    hasNewPresets = FileName.folder(of: path) == OwnPresets.folder
    return .host(session.now, .saved(shown(path), isNew: saved != nil))
  }

  /// Starts to read a file; `takeOpened()` returns its content.
  ///
  /// - Parameters:
  ///   - path: the file's.
  ///   - purpose: why it is opened.
  ///   - region: the region of a clip to measure, in its pixels; `nil` for everything that moves.
  ///   - prepare: changes a recording, on the reading thread.
  func open(
    _ path: String, for purpose: FileOpener.Purpose, measuring region: Rect? = nil,
    prepare: @escaping LongRecording.Preparation = { _ in }
  ) throws(CommandFailure) {
    try requireNoneOpening()
    opening = try FileOpener(
      path, for: purpose, measuring: region, window.waker, prepare: prepare)
  }

  /// Starts to read dropped text, as `open(_:for:prepare:)` does a file.
  func open(droppedText text: String) throws(CommandFailure) {
    try requireNoneOpening()
    opening = try FileOpener(droppedText: text, window.waker)
  }

  private func requireNoneOpening() throws(CommandFailure) {
    if opening != nil { throw .usage(say("Another file is being opened.")) }
  }

  /// The result of reading a file, once.
  func takeOpened() -> (file: FileOpener, outcome: Result<FileOpener.Opened, CommandFailure>)? {
    guard let file = opening, let outcome = file.outcome else { return nil }
    opening = nil
    if film == nil { shownShare = nil }
    return (file, outcome)
  }

  /// Progress of a clip measurement, if one is running.
  private func openingNews(_ session: Session) -> [SessionEvent] {
    guard film == nil, let opening, opening.share > 0 else { return [] }
    let title = say("Measuring the clip")
    guard opening.outcome == nil else { return [.host(session.now, .progress(title, nil))] }
    let share = shareNews(title, opening.share, session)
    // A window opened for a clip has nothing else to show in the meantime.
    guard opening.purpose == .started, session.sceneType.isObserved, session.source == nil,
      let clip = opening.clip
    else { return share }
    return [.change(session.now, .watch(clip))] + share
  }

  private func shareNews(_ title: String, _ share: Double, _ session: Session) -> [SessionEvent] {
    guard shownShare != share else { return [] }
    shownShare = share
    return [.host(session.now, .progress(title, share))]
  }

  // MARK: Videos

  /// Starts to render a video of the stage; the window continues meanwhile.
  private func beginFilm(
    of session: Session, from start: Instant, to end: Instant, in path: String, replaces: Bool
  ) throws(CommandFailure) -> [SessionEvent] {
    guard film == nil else { return [] }
    guard FFmpegProcess.program != nil || path.hasSuffix(".apng") else {
      return [
        session.notice(
          say("To save MP4 or GIF, install ffmpeg: apt install ffmpeg. APNG works without it."))
      ]
    }
    try refuseToReplace(path, unless: replaces)
    film = try VideoMaker(
      session.film(from: start, to: end), path: path, replaces: replaces,
      typefaces: presenter.fonts.families, window.waker)
    // Report it at once, because Escape only cancels work that the session knows about.
    return filmNews(session)
  }

  /// Progress or result of the video.
  private func filmNews(_ session: Session) -> [SessionEvent] {
    guard let film else { return [] }
    let title = say("Saving video")
    guard let outcome = film.work.outcome else {
      return shareNews(title, film.work.share, session)
    }
    (self.film, shownShare) = (nil, nil)
    presenter.trim()
    let news =
      switch outcome {
      case .saved(let path): savedEvent(of: path, replaces: film.replaces, session)
      case .abandoned: session.notice(say("Cancelled the video"))
      case .failed(let reason): session.notice(reason)
      }
    return [.host(session.now, .progress(title, nil)), news]
  }
}
