internal import ArgumentParser
internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import FeelWindow
internal import Lab
internal import Raster
internal import Scenes
internal import Stage
internal import XWindow

/// The flags for opening a window.
struct WindowFlags: ParsableArguments {
  @Option("Size in points and place in pixels.", value: "WxH+X+Y", Values.geometry)
  var geometry: Geometry?

  @Flag(help: "Open full screen.")
  var fullscreen = false

  @Option(
    name: .customLong("fps-cap"), "Draw at most this many frames a second.", value: "n",
    Values.framesPerSecond)
  var rateCap: Double?

  @Option(
    "Threads that draw large frames; default: one per core, up to 4.", value: "n", Values.threads)
  var threads: Int?

  @Flag(
    name: .customLong("no-shm"), help: "Send pixels over the connection instead of shared memory.")
  var noSharedMemory = false

  @Flag(help: "Accept keys and clicks that another program sends to the window.")
  var acceptSentEvents = false

  @Option("Write a JSON line whenever the state comes to rest.", value: "file", completion: .file())
  var stateFile: String?

  @Option(
    "Write a JSON line for each late frame, and a summary at the end.", value: "file",
    completion: .file())
  var frameLog: String?

  @Option("Close the window after this time.", value: "seconds", Values.seconds)
  var autoquit: Double?

  @Flag(help: "Write what changes to standard error, as a screen reader would say it.")
  var announce = false

  @Flag(help: "Do not read or write what is remembered between runs.")
  var noState = false

  @Option("Record the session into a file.", value: "file", completion: Completions.recordings)
  var record: String?

  @Flag(help: "Let --record overwrite an existing file.")
  var replace = false

  @OptionGroup var look: LookOptions

  private static let uses: FlagUses = ["--record": ["--replace"]]

  func validate() throws { try Self.uses.check("") }

  /// Opens a window, by default of the given size.
  ///
  /// - Throws: `CommandFailure` if there is no display.
  func open(
    size: Size?, title: String, zoom: Double
  ) throws(CommandFailure) -> Window {
    var options = WindowOptions()
    options.title = "FeelLab – \(title)"
    (options.minimumWidth, options.minimumHeight) = (480, 360)
    if let asked = geometry?.size,
      asked.width < options.minimumWidth || asked.height < options.minimumHeight
    {
      throw .usage(
        "--geometry \(Int(asked.width))x\(Int(asked.height)) is too small. The window has at least "
          + "\(Int(options.minimumWidth))x\(Int(options.minimumHeight)) points.")
    }
    let size = geometry?.size ?? size ?? Size(1200 * zoom, 800 * zoom)
    (options.width, options.height) = (size.width, size.height)
    if let origin = geometry?.origin { (options.x, options.y) = (origin.x, origin.y) }
    options.isFullscreen = fullscreen
    // An explicit size is not reduced to fit the screen.
    options.fitsScreen = geometry?.size == nil
    options.scale = if let scale = look.scale { scale } else { try Self.scaleOfEnvironment }
    options.allowsSharedMemory = !noSharedMemory
    options.acceptsSentEvents = acceptSentEvents
    options.frameRateCap = rateCap
    options.icons = Self.icons()
    options.startupID = Environment.take("DESKTOP_STARTUP_ID")
    do throws(WindowError) {
      let window = try Window(options)
      _ = window.setZoom(zoom)
      if window.fit.scale < window.fit.wantedScale {
        StandardError.say(
          "The screen is too small for scale \(window.fit.wantedScale). The window opens at "
            + "\(window.fit.scale).")
      }
      return window
    } catch {
      throw .noDisplay(
        "No window can be opened: \(error). “feellab render” draws without a display.")
    }
  }

  /// The frame loop's settings from the flags.
  ///
  /// - Throws: `CommandFailure` if the file to record into cannot be written, or must not be
  ///   overwritten.
  func settings() throws(CommandFailure) -> FrameLoopSettings {
    if let record { try Recorder.check(record, replaces: replace) }
    var settings = FrameLoopSettings()
    settings.recording = record
    settings.stateFile = stateFile
    settings.frameLog = frameLog
    settings.announces = announce
    settings.threads = threads ?? min(4, Renderer.coreCount)
    settings.autoquit = autoquit.map { Instant(seconds: $0) }
    settings.overlays = look.overlays
    settings.content = look.content
    settings.memory = PreferenceMemory(isOff: noState)
    if look.theme != nil { settings.followsDesktop.remove(.theme) }
    if look.reducedMotion { settings.followsDesktop.remove(.motion) }
    return settings
  }

  /// The initial theme: the flag's, else the remembered one, else the desktop's.
  func theme(_ window: Window, _ kept: Preferences) -> Theme.Name {
    look.theme ?? kept.theme ?? window.settings.theme ?? .light
  }

  /// Whether to leave out decorative motion: the flag, else the remembered choice, else the
  /// desktop's.
  func reducesMotion(_ window: Window, _ kept: Preferences) -> Bool {
    look.reducedMotion || (kept.isOn(.motion) ?? window.settings.reducesMotion ?? false)
  }

  /// The remembered zoom relative to the desktop's scale; 1 if the flags or the environment set the
  /// scale.
  func zoom(_ kept: Preferences) -> Double {
    let isGiven = look.scale != nil || Environment.variable("FEELLAB_SCALE") != nil
    return isGiven ? 1 : kept.zoom ?? 1
  }

  static var scaleOfEnvironment: Double? {
    get throws(CommandFailure) {
      guard let word = Environment.variable("FEELLAB_SCALE") else { return nil }
      guard let scale = Double(word), Limits.pictureScale.contains(scale) else {
        let range = Limits.pictureScale
        throw .usage(
          "FEELLAB_SCALE is \(quoted(word)); device pixels per point must be \(Int(range.lowerBound)) to "
            + "\(Int(range.upperBound)).")
      }
      return scale
    }
  }

  /// The window's icons, drawn in the sizes that window managers and docks show.
  private static func icons() -> [WindowIcon] {
    [16, 32, 48, 128].map { side in
      WindowIcon(width: side, height: side, pixels: AppIcon.pixels(side: side))
    }
  }
}
