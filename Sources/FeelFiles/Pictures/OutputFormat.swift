/// The format of a rendering, by the output's name.
package enum OutputFormat: Hashable {
  case still
  case drawing
  case animation
  case film
  case folder

  /// The format of a path: ".png", ".svg", ".apng", ".mp4", ".gif", or a name that ends with "/".
  ///
  /// - Throws: `CommandFailure` listing the formats.
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

  /// Whether the output is a single picture rather than a video.
  package var isSingle: Bool { self == .still || self == .drawing }

  /// Opens the output for frames of one size.
  ///
  /// - Parameters:
  ///   - keepsOthers: whether an animation or a video gets another name if a file has appeared at
  ///     its path in the meantime.
  ///   - isAbandoned: polled while waiting for another program.
  package func open(
    _ path: String, keepsOthers: Bool, _ shape: FrameShape, isAbandoned: @escaping () -> Bool
  ) throws(CommandFailure) -> any FrameSink {
    switch self {
    case .still, .drawing: StillSink(path: path, width: shape.width, height: shape.height)
    case .animation: try AnimationSink(path: path, keepsOthers: keepsOthers, shape)
    case .film: try VideoSink(path: path, keepsOthers: keepsOthers, shape, isAbandoned: isAbandoned)
    case .folder: try FolderSink(path: path, width: shape.width, height: shape.height)
    }
  }

  /// The default frames per second for a path.
  ///
  /// A GIF's delays are in hundredths of a second, and browsers show a delay of one hundredth as
  /// ten.
  package static func framesPerSecond(_ path: String) -> Double { path.hasSuffix(".gif") ? 50 : 60 }

  /// The maximum frames per second that a path's format can express: 50 for GIF as above, 655.35
  /// for APNG, which has hundredths of a frame up to 65 535.
  package static func mostFramesPerSecond(_ path: String) -> Double {
    path.hasSuffix(".gif") ? 50 : path.hasSuffix(".apng") ? 655.35 : .infinity
  }
}
