/// What a rendering is written as, told from the output's name.
package enum OutputFormat: Hashable {
  case still
  case drawing
  case animation
  case film
  case folder

  /// The format of a path: ".png", ".svg", ".apng", ".mp4", ".gif", or a name that ends with "/".
  ///
  /// - Throws: `CommandFailure` naming the formats there are.
  package init(path: String) throws(CommandFailure) {
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
      throw .usage(
        "\(quoted(path)) has no known ending. End it with .png, .svg, .apng, .mp4, .gif, or / for a folder."
      )
    }
  }

  /// Whether it holds one picture, not a film.
  package var isSingle: Bool { self == .still || self == .drawing }

  /// Opens the output for frames of one size.
  ///
  /// - Parameters:
  ///   - keepsOthers: whether an animation or a film goes beside a file that has come to be there
  ///     meanwhile.
  ///   - isAbandoned: asked while another program has to be waited for.
  package func open(
    _ path: String, keepsOthers: Bool, _ shape: FrameShape, isAbandoned: @escaping () -> Bool
  ) throws(CommandFailure) -> any FrameSink {
    switch self {
    case .still, .drawing: StillSink(path: path, width: shape.width, height: shape.height)
    case .animation: try AnimationSink(path: path, keepsOthers: keepsOthers, shape)
    case .film: try FilmSink(path: path, keepsOthers: keepsOthers, shape, isAbandoned: isAbandoned)
    case .folder: try FolderSink(path: path, width: shape.width, height: shape.height)
    }
  }

  /// Frames a second of a film of a path, unless asked for otherwise.
  ///
  /// A GIF counts in hundredths of a second, and browsers show a frame of one hundredth for ten.
  package static func framesPerSecond(_ path: String) -> Double { path.hasSuffix(".gif") ? 50 : 60 }

  /// The most frames a second that a path's format has room to say: a GIF as above, an APNG in
  /// hundredths of a frame up to 65 535.
  package static func mostFramesPerSecond(_ path: String) -> Double {
    path.hasSuffix(".gif") ? 50 : path.hasSuffix(".apng") ? 655.35 : .infinity
  }
}
