internal import ArgumentParser
internal import Feel
internal import FeelTrace
internal import Lab
internal import Scenes
internal import Stage
internal import TextLayout

/// `render`: pictures and films without a display.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Draw a scene, or a recorded session, into files; no display is needed.",
    discussion: """
      The output's name says the format: .png or .svg for one picture, .apng, .mp4 or .gif for a film, \
      a name ending with / for a folder of frames. A trace is drawn to its end unless told \
      otherwise.
      """)

  @Argument(help: "A scene's id, or a trace's file.")
  var subject: String

  @Option(name: .shortAndLong, help: "Where to write; - is the standard output, as PNG.")
  var output: String

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The moment of the picture.", valueName: "seconds"),
    transform: Values.seconds)
  var at: Double?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Where a film starts.", valueName: "seconds"),
    transform: Values.seconds)
  var from: Double?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Where a film ends.", valueName: "seconds"),
    transform: Values.seconds)
  var to: Double?

  @Option(
    name: .customLong("fps"), parsing: .unconditional,
    help: "Frames a second of a film; 60 unless named, 50 for a GIF.",
    transform: Values.framesPerSecond)
  var framesPerSecond: Double?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The window's size in points.", valueName: "WxH"),
    transform: Values.size)
  var size: Size?

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
      return try File.write(
        Array(SVGPicture.text(list, of: frame, fonts: fonts).utf8), to: output)
    }
    var rendering = Rendering(
      source: source, times: times, path: output,
      framesPerSecond: framesPerSecond ?? OutputFormat.framesPerSecond(output))
    try rendering.write(fonts: fonts)
  }

  private func open() throws(CommandFailure) -> PictureSource {
    if let scene = Catalog.all.scene(subject) {
      _ = try data.scene(subject)
      var session = Session(
        catalog: .all, scene: scene, size: size ?? Size(1200, 800), scale: look.scale ?? 1,
        theme: look.theme ?? .light, reducedMotion: look.reducedMotion,
        parameters: try parameters.parameters(of: scene))
      session.handle(.change(.zero, .overlays(look.overlays)))
      for event in try data.events(parameters) { session.handle(event) }
      return .scene(session)
    }
    guard subject.contains("/") || subject.contains(".") || File.exists(subject) else {
      _ = try Catalog.all.named(subject)
      throw CommandFailure(.usage, "")
    }
    guard data.path == nil else {
      throw CommandFailure(.usage, "A trace shows what was seen: leave out --data.")
    }
    guard size == nil else {
      throw CommandFailure(
        .usage, "A trace has a size of its own: leave out --size, or use --scale.")
    }
    var file = try TraceFile.read(subject)
    try file.change(look: look, parameters: parameters)
    return .trace(try Playback(file), end: file.trace.end)
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
        throw CommandFailure(.usage, words + "Name a smaller --size or --scale.")
      }
      throw CommandFailure(.badFile, words + "Name a smaller --scale.")
    }
  }

  /// The moments to draw, in their order.
  private func times(
    _ format: OutputFormat, _ source: PictureSource
  ) throws(CommandFailure) -> [Instant] {
    var end: Double?
    if case .trace(_, let last) = source { end = last.seconds }
    if format.isSingle {
      guard from == nil, to == nil else {
        throw CommandFailure(.usage, "A .png or .svg holds one picture: name its moment with --at.")
      }
      return [Instant(seconds: at ?? end ?? 0)]
    }
    guard at == nil else {
      throw CommandFailure(.usage, "A film has a stretch: name it with --from and --to, not --at.")
    }
    guard let last = to ?? end else {
      throw CommandFailure(
        .usage, "A scene by itself never ends: say with --to how many seconds to draw.")
    }
    let first = from ?? 0
    guard last >= first else {
      throw CommandFailure(.usage, "--to \(last) lies before --from \(first).")
    }
    let rate = framesPerSecond ?? OutputFormat.framesPerSecond(output)
    guard (last - first) * rate < Double(Limits.filmFrames) else {
      throw CommandFailure(
        .usage, "These are over \(Limits.filmFrames) frames; name a shorter stretch.")
    }
    return Rendering.times(from: first, to: last, framesPerSecond: rate)
  }
}
