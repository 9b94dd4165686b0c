internal import ArgumentParser
internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import FeelWindow
internal import Lab
internal import Scenes
internal import Stage
internal import TextLayout

/// `render`: pictures and videos without a display.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Draw a scene or a recording: a picture or a video.",
    discussion: helpText(
      """
      No display is needed. The output’s ending sets the format: .png or .svg for one picture, \
      .apng, .mp4 or .gif for a video, a final / for a folder of frames. A recording is drawn to \
      its end by default, a video of one with the pointer and its presses; a take, FILE#NAME or \
      FILE#3, is drawn as its own recording, whose time starts with it. Ctrl+C cancels and leaves \
      no half video.
      """,
      examples: [
        "A scene as a picture": "render carousel -o carousel.png --theme dark",
        "A recording’s last moment, with its numbers":
          "render session.feel -o end.png --overlay hud,velocity",
        "A second of it as a video": "render session.feel -o flick.mp4 --from 1 --to 2",
        "The same with the curves of the motion below it":
          "render session.feel -o curves.mp4 --from 1 --to 2 --plot",
        "The same as an animated picture, for a web page":
          "render session.feel -o flick.apng --from 1 --to 2 --fps 20",
        "Its third take as a video": "render session.feel#3 -o take.mp4",
        "Into another program": "render carousel -o - | cat > carousel.png",
      ]))

  @Argument(
    help: ArgumentHelp(
      "A scene, a recording, or a take of one.", valueName: "scene or file"),
    completion: Completions.pictured)
  var subject: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Where to write; - is the standard output, as PNG.", valueName: "file"),
    completion: .file())
  var output: String

  @Option("The moment of the picture.", value: "seconds", Values.seconds)
  var at: Double?

  @Option("Where a video starts.", value: "seconds", Values.seconds)
  var from: Double?

  @Option("Where a video ends.", value: "seconds", Values.seconds)
  var to: Double?

  @Option(
    name: .customLong("fps"), parsing: .unconditional,
    help: "Frames per second of a video; default 60, for a GIF 50.",
    transform: Values.framesPerSecond)
  var framesPerSecond: Double?

  @Option("Window size in points; default 1200x800.", value: "WxH", Values.size)
  var size: Size?

  @Flag(help: "Draw a video without the pointer.")
  var noPointer = false

  @Flag(help: "Add the timeline below a recording, as in the window.")
  var plot = false

  @OptionGroup var data: DataOption
  @OptionGroup var look: LookOptions
  @OptionGroup var parameters: ParameterOptions

  /// The operand's kinds.
  private static let subjects: FlagUses = [
    "a scene": ["--size", "--data"], "a recording": ["--plot", "--no-pointer"],
  ]
  /// The output's kinds.
  private static let outputs: FlagUses = ["a video": ["--fps", "--no-pointer"]]

  func run() throws { try look.speak(else: nil, draw) }

  private func draw() throws {
    let format = try OutputFormat(path: output)
    try Self.outputs.check(format.isSingle ? "a picture" : "a video")
    try CommandFailure.refuse([
      "A picture shows one moment. Set it with --at.":
        format.isSingle && (from != nil || to != nil),
      "A video covers a range. Set it with --from and --to, not --at.":
        !format.isSingle && at != nil,
    ])
    var source = try open()
    let times = try times(format, source)
    let fonts = try FontBook.open()
    if format.isSingle { source.advance(to: times[0]) }
    try checkSize(of: source)
    guard format != .drawing else {
      let list = source.picture(at: times[0], fonts: fonts)
      let frame = Rect(origin: .zero, size: source.size)
      try File.write(Array(SVGPicture.text(list, of: frame, fonts: fonts).utf8), to: output)
      return StandardError.tellWritten(output, "a drawing")
    }
    var rendering = Rendering(
      source: source, times: times, path: output,
      framesPerSecond: framesPerSecond ?? OutputFormat.framesPerSecond(output))
    let progress = Progress("drawing \(output)")
    StopSignals.watch()
    try rendering.write(fonts: fonts, isAbandoned: { StopSignals.arrived }) { progress.report($0) }
    progress.clear()
    StopSignals.obey { "cancelled \(quoted(output))" }
    if output != "-" {
      let pictures = times.count == 1 ? "a picture" : "\(times.count) pictures"
      progress.close("\(quoted(output)) is written: \(pictures) of \(rendering.pixels)")
    }
  }

  private func open() throws(CommandFailure) -> PictureSource {
    if let scene = try Catalog.all.scene(unlessFile: subject) {
      return .scene(try session(of: scene))
    }
    let name = quoted(subject)
    switch try FileFormat.format(ofFile: subject) {
    case .recording: return try recording(subject)
    case .parameters:
      throw .badFile(
        "\(name) contains parameters. To draw with them: feellab render SCENE --params FILE.")
    case .clip:
      throw .badFile("\(name) is a video. To draw its motions: feellab fit FILE --picture PICTURE.")
    case .motion, .stream, .hand:
      throw .badFile("\(name) contains a motion. To draw it: feellab render curves --data FILE.")
    case let format: throw format.refusal(of: subject, for: "a scene or a recording")
    }
  }

  private func session(of scene: any Scene.Type) throws(CommandFailure) -> Session {
    try Self.subjects.check("a scene")
    _ = try data.scene(scene.id)
    var session = Session(
      catalog: .all, scene: scene, size: size ?? Size(1200, 800), scale: look.scale ?? 1,
      theme: look.theme ?? .light, reducedMotion: look.reducedMotion,
      parameters: try parameters.parameters(of: scene))
    session.handle(.change(.zero, .overlays(look.overlays)))
    session.handle(.host(.zero, .prefer(.content, .flag(look.content != .plain))))
    for event in try data.events(parameters) { session.handle(event) }
    return session
  }

  private func recording(_ path: String) throws(CommandFailure) -> PictureSource {
    try Self.subjects.check("a recording")
    var file = try TraceFile.read(path)
    try file.change(look: look, parameters: parameters)
    file.showsTimeline = plot
    let isVideo = try !OutputFormat(path: output).isSingle
    return .trace(try Playback(file), end: file.trace.end, showsPointer: isVideo && !noPointer)
  }

  /// Refuses a picture beyond the size limits before its memory is allocated.
  private func checkSize(of source: PictureSource) throws(CommandFailure) {
    let sides = [source.size.width, source.size.height].map {
      ($0 * source.scale).rounded(.up)
    }
    guard
      sides.allSatisfy({ $0 <= Double(Limits.picturePixelsAlong) }),
      sides[0] * sides[1] <= Double(Limits.picturePixels)
    else {
      let words =
        "The picture would have \(Int(sides[0]))×\(Int(sides[1])) pixels; there are at most "
        + "\(Limits.picturePixelsAlong) along a side and \(Limits.picturePixels) in all. "
      if case .scene = source {
        throw .usage(words + "Use a smaller --size or --scale.")
      }
      throw .badFile(words + "Use a smaller --scale.")
    }
  }

  /// Warns that a moment is past the end of the recording; the picture then shows the state at the
  /// end.
  private static func warn(of flag: String, _ moment: Double, past end: Double?) {
    TraceFile.warn(of: flag, moment, past: end, "nothing happens after that")
  }

  /// The moments to draw, in order.
  private func times(
    _ format: OutputFormat, _ source: PictureSource
  ) throws(CommandFailure) -> [Instant] {
    var end: Double?
    if case .trace(_, let last, _) = source { end = last.seconds }
    if format.isSingle {
      if let at { Self.warn(of: "--at", at, past: end) }
      return [Instant(seconds: at ?? end ?? 0)]
    }
    guard let last = to ?? end else {
      throw .usage("A scene alone never ends. Set the seconds to draw with --to.")
    }
    let first = from ?? 0
    guard last >= first else {
      throw .usage(
        to == nil
          ? "--from \(first) is past the recording’s end at \(last.text(decimals: 3)) s."
          : "--to \(last) is before --from \(first).")
    }
    if let to { Self.warn(of: "--to", to, past: end) }
    let rate = framesPerSecond ?? OutputFormat.framesPerSecond(output)
    let most = OutputFormat.mostFramesPerSecond(output)
    guard rate <= most else {
      throw .usage(
        "--fps \(rate): this format allows at most \(most) frames per second. Use fewer, or an "
          + ".mp4.")
    }
    guard (last - first) * rate < Double(Limits.videoFrames) else {
      throw .usage("That is over \(Limits.videoFrames) frames. Use a shorter range.")
    }
    return Rendering.times(from: first, to: last, framesPerSecond: rate)
  }
}
