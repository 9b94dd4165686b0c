internal import ArgumentParser
internal import Feel
internal import FeelFiles
internal import FeelWindow
internal import Lab
internal import Raster
internal import Scenes
internal import Stage
internal import TextLayout
internal import XWindow

/// `open`: the window, and the default verb.
struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Open the window.",
    discussion: helpText(
      "The default without a verb. In the window F1 shows the keys, Ctrl+Q quits.",
      examples: [
        "The window": "",
        "One scene with a system’s physics, one parameter changed":
          "carousel --preset gtk4 --set carousel.count=12",
        "A recording: watch it, then take over": "session.feel",
        "The same at half the speed, with another system’s physics":
          "session.feel --speed 0.5 --preset android",
        "Record ten seconds of the carousel":
          "carousel --record session.feel --autoquit 10",
        "The introduction again": "tour",
        "Parameters from a file, reread whenever it is saved":
          "carousel.json --watch",
        "A measured motion beside those of the presets": "motion.csv",
        "What scrolls in a screen recording, take by take": "clip.mp4",
      ]))

  @Argument(
    help: ArgumentHelp(
      """
      A scene; “tour”, the introduction; or a file: a recording, which is shown first; parameters \
      (.json), as --params takes them; measurements (.csv, .jsonl), as --data does; a screen \
      recording (.mp4, .gif), whose motion is shown; or a hand, which is played.
      """, valueName: "scene or file"),
    completion: Completions.opened)
  var subject: String?

  @Option(help: "The scene to show; “list scenes” names them.", completion: Completions.scenes)
  var scene: String?

  @Option("Playback speed of a recording, 0.01 to 100; default 1.", value: "factor", Values.speed)
  var speed: Double?

  @Option(
    name: .customLong("until"), "Stop the recording at this moment.", value: "seconds",
    Values.seconds)
  var end: Double?

  @Flag(help: "Close the window at the end of a recording.")
  var close = false

  @Flag(help: "Skip the introduction of the first run.")
  var noIntro = false

  @OptionGroup var data: DataOption

  @Flag(help: "Reread the --params file whenever it changes.")
  var watch = false

  @OptionGroup var flags: WindowFlags
  @OptionGroup var parameters: ParameterOptions

  private static let uses: FlagUses = [
    "a scene": ["--scene", "--data", "--watch"] + ParameterOptions.flags,
    "a recording": ["--speed", "--until", "--close", "--watch"] + ParameterOptions.flags,
  ]

  func run() throws {
    try flags.look.speak(else: LanguageFile.ofEnvironment) {
      var command = self
      try command.show()
    }
  }

  private mutating func show() throws {
    if subject == FirstRun.word, !File.exists(FirstRun.word) { return try showTour() }
    var (recording, opened): (String?, String?) = (nil, nil)
    if let subject, let named = try Catalog.all.scene(unlessFile: subject) {
      try assign(named.id, for: \.scene, "--scene")
    } else if let subject {
      switch try FileFormat.format(ofFile: subject) {
      case .recording: recording = subject
      case .parameters: try assign(subject, for: \.parameters.file, "--params")
      case .motion, .stream: try assign(subject, for: \.data.path, "--data")
      case .hand: opened = subject
      case .clip:
        opened = subject
        // The observed scene shows the clip while it is measured.
        scene = scene ?? "observed"
      case let format: throw format.refusal(of: subject)
      }
    }
    try Self.uses.check(recording == nil ? "a scene" : "a recording")
    var settings = try flags.settings()
    settings.opened = opened
    if watch {
      settings.watched = WatchedParameters(try parameters.watchedFile()) {
        [parameters] (scene) throws(CommandFailure) in try parameters.parameters(of: scene)
      }
    }
    if let recording {
      try show(recording: recording, settings)
    } else if isPlain, let introduction = FirstRun.introduction() {
      settings.introduction = .shown
      try Self.show(introduction, flags, settings)
    } else {
      let scene = try data.scene(try scene ?? parameters.scene) ?? lastScene(settings)
      if subject != nil, let path = parameters.file ?? data.path { addRecent(path) }
      try Self.show(scene, flags, parameters, settings, beginning: try data.events(parameters))
    }
  }

  /// Whether no flag changes how a recording is played.
  private var isPlayedAsIs: Bool { speed == nil && end == nil && !close }

  /// Shows a recording; a long one is read after the window has opened, unless it is to be recorded
  /// or a flag changes how it is played.
  private func show(recording path: String, _ settings: FrameLoopSettings) throws(CommandFailure) {
    let change: LongRecording.Preparation = {
      [look = flags.look, parameters] (file) throws(CommandFailure) in
      try file.change(look: look, parameters: parameters)
    }
    guard flags.record == nil, isPlayedAsIs, File.length(path) > LongRecording.bytes else {
      var (file, settings) = (try TraceFile.read(path), settings)
      try change(&file)
      if let end {
        TraceFile.warn(
          of: "--until", end, past: file.trace.end.seconds, "the recording stops there")
        file.cut(at: Instant(seconds: end))
      }
      if let speed { settings.replaySpeed = speed }
      settings.quitsAfterReplay = close
      addRecent(path)
      return try Self.show(file, flags, settings)
    }
    var beginning = try TraceLines(all: path).file
    try change(&beginning)
    addRecent(path)
    try Self.show(beginning, flags, settings, LongRecording(path: path, prepare: change))
  }

  /// Adds a file to the recently opened ones.
  private func addRecent(_ path: String) {
    guard path != "-" else { return }
    var recent = RecentFiles(isOff: flags.noState)
    recent.add(FolderReader.absolute(RecordingName(path).path))
  }

  /// Shows the introduction on request.
  private func showTour() throws(CommandFailure) {
    try Self.uses.check("the tour")
    var settings = try flags.settings()
    settings.introduction = .shown
    try Self.show(try FirstRun.tour(), flags, settings)
  }

  /// Treats the operand as the value of a flag.
  private mutating func assign(
    _ word: String, for option: WritableKeyPath<Self, String?>, _ flag: String
  ) throws(CommandFailure) {
    if let other = self[keyPath: option], other != word {
      throw .usage("\(quoted(word)) and \(flag) \(quoted(other)) are two. Leave one out.")
    }
    self[keyPath: option] = word
  }

  /// Whether nothing specific was requested, so that the introduction may be shown.
  private var isPlain: Bool {
    subject == nil && scene == nil && data.path == nil && parameters.file == nil
      && parameters.settings.isEmpty && parameters.kept.isEmpty && flags.record == nil
      && flags.stateFile == nil && flags.autoquit == nil && flags.geometry == nil
      && !flags.look.reducedMotion && !flags.noState && !noIntro
  }

  /// The last window's scene; the first scene if none is known or if parameters are given, so that
  /// these mean the same at every start.
  private func lastScene(_ settings: FrameLoopSettings) -> any Scene.Type {
    let isFree = parameters.settings.isEmpty && parameters.kept.isEmpty && parameters.file == nil
    let kept = isFree ? settings.memory.kept.scene : nil
    return Catalog.all.scenes.first { $0.id == kept } ?? Catalog.all.scenes[0]
  }

  /// Opens a window and shows a scene until it is closed.
  static func show(
    _ scene: any Scene.Type, _ flags: WindowFlags, _ options: ParameterOptions,
    _ settings: FrameLoopSettings, beginning events: [SessionEvent] = []
  ) throws(CommandFailure) {
    let parameters = try options.parameters(of: scene)
    let kept = settings.memory.kept
    let zoom = flags.zoom(kept)
    let (fonts, window) = try open(flags, size: nil, title: scene.title, zoom: zoom)
    var session = session(of: scene, in: window, flags, kept, parameters)
    session.handle(.host(.zero, .prefer(.zoom, .number(zoom))))
    for event in events { session.handle(event) }
    var loop = try FrameLoop(window: window, session: session, fonts: fonts, settings: settings)
    try loop.run()
  }

  private static func session(
    of scene: any Scene.Type, in window: Window, _ flags: WindowFlags, _ kept: Preferences,
    _ parameters: ParameterSet? = nil
  ) -> Session {
    Session(
      catalog: .all, scene: scene, size: window.size, scale: window.scale,
      theme: flags.theme(window, kept),
      reducedMotion: flags.reducesMotion(window, kept), parameters: parameters)
  }

  /// Opens a window and shows a recorded session in it, at the window's scale.
  static func show(
    _ trace: TraceFile, _ flags: WindowFlags, _ settings: FrameLoopSettings,
    _ long: LongRecording? = nil
  ) throws(CommandFailure) {
    var (trace, settings) = (trace, settings)
    let size = Session.windowSize(for: trace.trace.header.place.size)
    let (fonts, window) = try open(flags, size: size, title: "Replay", zoom: 1)
    trace.windowScale = window.scale
    if settings.introduction != nil {
      let kept = settings.memory.kept
      // It takes the window's size and look.
      FirstRun.fit(&trace, into: window.size, flags.theme(window, kept), flags.look.overlays)
      if let content = flags.look.content { trace.content = content }
      if flags.reducesMotion(window, kept) { settings.introduction = .steps }
    }
    let hasReplay = long == nil && settings.introduction != .steps
    if hasReplay { settings.replay = trace }
    let session =
      settings.introduction == .steps
      ? session(
        of: try Catalog.all.named(trace.trace.header.scene), in: window, flags,
        settings.memory.kept)
      : try trace.session()
    var loop = try FrameLoop(
      window: window, session: session, fonts: fonts, settings: settings, long: long)
    try loop.run()
  }

  /// Opens a window while loading the fonts.
  private static func open(
    _ flags: WindowFlags, size: Size?, title: String, zoom: Double
  ) throws(CommandFailure) -> (FontBook, Window) {
    // Before the first other thread starts, which would get a heap of its own.
    Renderer.keepMemoryCompact()
    let (fonts, window) = try FontBook.open { () throws(CommandFailure) in
      try flags.open(size: size, title: title, zoom: zoom)
    }
    if let language = Language.current, fonts.lacks(language.letters) {
      StandardError.say(
        "No font has the letters of the language \(language.id). Install one: apt install "
          + "\(language.fonts).")
    }
    // Only the display reports the desktop's font; usually it is the one already loaded.
    guard let desktop = window.settings.fontFamily, let used = fonts.faces.first?.family,
      used != FontBook.ownFamily, used != desktop
    else { return (fonts, window) }
    return (try FontBook.open(FontBook.families(desktop: desktop)), window)
  }
}
