internal import ArgumentParser
internal import Feel
internal import FeelTrace
internal import Lab
internal import Scenes
internal import Stage
internal import TextLayout
internal import XWindow

/// `open`: the window; what the program does without a verb.
struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Open the window.",
    discussion: "F1 in the window shows its keys. Ctrl+Q closes it.")

  @Option(help: "The scene to show; “list” names them.")
  var scene: String?

  @Option(
    help: ArgumentHelp("Record the session to a trace.", valueName: "file"))
  var record: String?

  @Option(
    name: .customLong("replay"),
    help: ArgumentHelp("Show a recorded session first.", valueName: "file"))
  var trace: String?

  @Flag(help: "Leave out the recorded drag that the first run shows.")
  var noIntro = false

  @OptionGroup var data: DataOption

  @Flag(help: "Follow the file of --params while the window is open.")
  var watch = false

  @OptionGroup var flags: WindowFlags
  @OptionGroup var parameters: ParameterOptions

  func run() throws {
    guard trace == nil || (scene == nil && data.path == nil) else {
      throw CommandFailure(.usage, "A trace has a scene of its own: leave out --scene and --data.")
    }
    if watch { _ = try parameters.watchedFile() }
    var settings = flags.settings
    settings.recording = record
    if watch { settings.watched = parameters }
    if let trace {
      var file = try TraceFile.read(trace)
      try file.change(look: flags.look, parameters: parameters)
      try Self.show(file, flags, settings)
    } else if isPlain, var introduction = FirstRun.introduction() {
      introduction.show(flags.look.overlays.union([.ghosts]))
      settings.isIntroduction = true
      try Self.show(introduction, flags, settings)
    } else {
      let scene = try data.scene(scene)
      try Self.show(
        scene ?? Catalog.all.scenes[0], flags, parameters, settings,
        beginning: try data.events(parameters))
    }
  }

  /// Whether the window opens as it is, so that an introduction is in nobody's way.
  private var isPlain: Bool {
    !noIntro && !flags.noState && scene == nil && record == nil && flags.stateFile == nil
      && flags.autoquit == nil && flags.geometry == nil && !flags.look.reducedMotion
      && parameters.file == nil && parameters.settings.isEmpty && parameters.kept.isEmpty
      && data.path == nil
  }

  /// Opens a window and shows a scene in it until it is closed.
  static func show(
    _ scene: any Scene.Type, _ flags: WindowFlags, _ options: ParameterOptions,
    _ settings: FrameLoopSettings, beginning events: [SessionEvent] = []
  ) throws(CommandFailure) {
    let parameters = try options.parameters(of: scene)
    let fonts = try FontBook.open()
    let kept = settings.memory.kept
    let zoom = flags.zoom(kept)
    let window = try flags.open(size: nil, title: scene.title, zoom: zoom)
    let pixels = window.pixelSize
    var session = Session(
      catalog: .all, scene: scene,
      size: Size(Double(pixels.width) / window.scale, Double(pixels.height) / window.scale),
      scale: window.scale, theme: flags.theme(window, kept),
      reducedMotion: flags.reducesMotion(window, kept), parameters: parameters)
    session.handle(.host(.zero, .prefer(.zoom, .number(zoom))))
    for event in events { session.handle(event) }
    try FrameLoop(window: window, session: session, fonts: fonts, settings: settings).run()
  }

  /// Opens a window and shows a recorded session in it, at the window's scale.
  static func show(
    _ trace: TraceFile, _ flags: WindowFlags, _ settings: FrameLoopSettings
  ) throws(CommandFailure) {
    var (trace, settings) = (trace, settings)
    let fonts = try FontBook.open()
    let window = try flags.open(
      size: Session.windowSize(for: trace.trace.header.place.size), title: "Replay")
    trace.windowScale = window.scale
    if settings.isIntroduction {
      // It looks as the window will, and who wants nothing to move for show is asked first.
      trace.setTheme(flags.theme(window, settings.memory.kept))
      settings.isOffered = flags.reducesMotion(window, settings.memory.kept)
    }
    settings.replay = trace
    let session = try trace.session()
    try FrameLoop(window: window, session: session, fonts: fonts, settings: settings).run()
  }
}
