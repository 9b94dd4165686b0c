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
      No display is needed. The output's name says the format: .png or .svg for one picture, .apng, \
      .mp4 or .gif for a video, a name ending with / for a folder of frames. A recording is drawn \
      to its end unless told otherwise, a video of one with the pointer and its presses; a take of it, \
      FILE#NAME or FILE#3, as a recording of its own, whose time begins with it. Ctrl+C ends the work and leaves no half video.
      """,
      examples: [
        "A scene as a picture": "render carousel -o carousel.png --theme dark",
        "A recording's last moment, with its numbers":
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
    help: "Frames a second of a video; 60 unless named, 50 for a GIF.",
    transform: Values.framesPerSecond)
  var framesPerSecond: Double?

  @Option("The window's size in points; 1200x800 unless named.", value: "WxH", Values.size)
  var size: Size?

  @Flag(help: "Leave the pointer and its presses out of a video.")
  var noPointer = false

  @Flag(help: "Add the curves of what moves below a recording: the timeline, as in the window.")
  var plot = false

  @OptionGroup var data: DataOption
  @OptionGroup var look: LookOptions
  @OptionGroup var parameters: ParameterOptions

  func run() throws {
    let format = try OutputFormat(path: output)
    var source = try open()
    let times = try times(format, source)
    let fonts = try FontBook.open()
    if format.isSingle { source.advance(to: times[0]) }
    try checkSize(of: source)
    guard format != .drawing else {
      let list = source.picture(at: times[0], fonts: fonts)
      let frame = Rect(origin: .zero, size: source.size)
      try File.write(
        Array(SVGPicture.text(list, of: frame, fonts: fonts).utf8), to: output)
      return StandardError.tellWritten(output, "a drawing")
    }
    var rendering = Rendering(
      source: source, times: times, path: output,
      framesPerSecond: framesPerSecond ?? OutputFormat.framesPerSecond(output))
    let progress = Progress("drawing \(output)")
    StopSignals.watch()
    try rendering.write(fonts: fonts, isAbandoned: { StopSignals.arrived }) { progress.tell($0) }
    progress.clear()
    StopSignals.obey { "\(quoted(output)) is given up" }
    if output != "-" {
      let pictures = times.count == 1 ? "a picture" : "\(times.count) pictures"
      progress.close("\(quoted(output)) is written: \(pictures) of \(rendering.pixels)")
    }
  }

  private func open() throws(CommandFailure) -> PictureSource {
    switch try NamedSubject(subject) {
    case .scene(let scene): try .scene(session(of: scene))
    case .recording(let path): try recording(path)
    case .parameters(let path):
      throw .badFile(
        "\(quoted(path)) holds parameters: “feellab render SCENE --params FILE” draws with them.")
    case .motion(let path), .hand(let path):
      throw .badFile(
        "\(quoted(path)) holds a motion: “feellab render curves --data FILE” draws it.")
    }
  }

  private func session(of scene: any Scene.Type) throws(CommandFailure) -> Session {
    try CommandFailure.refuse([
      "A scene by itself has no curves: name a recording, or leave out --plot.": plot,
      "A scene by itself has no pointer: name a recording, or leave out --no-pointer.": noPointer,
    ])
    _ = try data.scene(scene.id)
    var session = Session(
      catalog: .all, scene: scene, size: size ?? Size(1200, 800), scale: look.scale ?? 1,
      theme: look.theme ?? .light, reducedMotion: look.reducedMotion,
      parameters: try parameters.parameters(of: scene))
    session.handle(.change(.zero, .overlays(look.overlays)))
    session.handle(.host(.zero, .prefer(.content, .flag(look.content == .rich))))
    for event in try data.events(parameters) { session.handle(event) }
    return session
  }

  private func recording(_ path: String) throws(CommandFailure) -> PictureSource {
    try CommandFailure.refuse([
      "A recording shows what was seen: leave out --data.": data.path != nil,
      "A recording has a size of its own: leave out --size, or use --scale.": size != nil,
    ])
    var file = try TraceFile.read(path)
    try file.change(look: look, parameters: parameters)
    file.showsTimeline = plot
    let isVideo = try !OutputFormat(path: output).isSingle
    try CommandFailure.refuse([
      "A .png or .svg has no pointer: --no-pointer goes with a video.": !isVideo && noPointer
    ])
    return .trace(
      try Playback(file), end: file.trace.end, showsPointer: isVideo && !noPointer)
  }

  /// Refuses a picture that no memory is kept for, before any is taken.
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
        throw .usage(words + "Name a smaller --size or --scale.")
      }
      throw .badFile(words + "Name a smaller --scale.")
    }
  }

  /// Says that a moment is none of the recording: what is drawn of it is as if nothing happened after the end.
  private static func tell(of flag: String, _ moment: Double, past end: Double?) {
    TraceFile.tell(
      of: flag, moment, past: end, "what comes after that is drawn as if nobody did anything")
  }

  /// The moments to draw, in their order.
  private func times(
    _ format: OutputFormat, _ source: PictureSource
  ) throws(CommandFailure) -> [Instant] {
    var end: Double?
    if case .trace(_, let last, _) = source { end = last.seconds }
    if format.isSingle {
      try CommandFailure.refuse([
        "A .png or .svg holds one picture: name its moment with --at.": from != nil || to != nil,
        "A .png or .svg holds one picture: --fps goes with a video.": framesPerSecond != nil,
      ])
      if let at { Self.tell(of: "--at", at, past: end) }
      return [Instant(seconds: at ?? end ?? 0)]
    }
    guard at == nil else {
      throw .usage("A video has a stretch: name it with --from and --to, not --at.")
    }
    guard let last = to ?? end else {
      throw .usage("A scene by itself never ends: say with --to how many seconds to draw.")
    }
    let first = from ?? 0
    guard last >= first else {
      throw .usage(
        to == nil
          ? "--from \(first) lies past the recording's end at \(last.text(decimals: 3)) s."
          : "--to \(last) lies before --from \(first).")
    }
    if let to { Self.tell(of: "--to", to, past: end) }
    let rate = framesPerSecond ?? OutputFormat.framesPerSecond(output)
    let most = OutputFormat.mostFramesPerSecond(output)
    guard rate <= most else {
      throw .usage(
        "--fps \(rate): this format shows at most \(most) frames a second; ask for fewer, or for an "
          + ".mp4.")
    }
    guard (last - first) * rate < Double(Limits.videoFrames) else {
      throw .usage("These are over \(Limits.videoFrames) frames; name a shorter stretch.")
    }
    return Rendering.times(from: first, to: last, framesPerSecond: rate)
  }
}
