/// What a rendering is written as, told from the output's name.
enum OutputFormat: Hashable {
  case still
  case drawing
  case animation
  case film
  case folder

  /// The format of a path: ".png", ".svg", ".apng", ".mp4", ".gif", or a name that ends with "/".
  ///
  /// - Throws: `CommandFailure` naming the formats there are.
  init(path: String) throws(CommandFailure) {
    if path.hasSuffix("/") || File.isFolder(path) {
      self = .folder
    } else if path.hasSuffix(".png") || path == "-" {
      self = .still
    } else if path.hasSuffix(".svg") {
      self = .drawing
    } else if path.hasSuffix(".apng") {
      self = .animation
    } else if path.hasSuffix(".mp4") || path.hasSuffix(".gif") {
      self = .film
    } else {
      throw CommandFailure(
        .usage,
        "\(quoted(path)) names no format; end it with .png, .svg, .apng, .mp4, .gif, or / for a folder."
      )
    }
  }

  /// Whether it holds one picture, not a film.
  var isSingle: Bool { self == .still || self == .drawing }

  /// Opens the output for frames of one size.
  func open(
    _ path: String, width: Int, height: Int, framesPerSecond: Double
  ) throws(CommandFailure) -> any FrameSink {
    switch self {
    case .still, .drawing: return StillSink(path: path, width: width, height: height)
    case .animation:
      return AnimationSink(
        path: path, width: width, height: height, framesPerSecond: framesPerSecond)
    case .film:
      return try FilmSink(
        path: path, width: width, height: height, framesPerSecond: framesPerSecond)
    case .folder: return try FolderSink(path: path, width: width, height: height)
    }
  }
}
