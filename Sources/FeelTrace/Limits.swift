public import Feel

/// Limits on everything from files and the command line, checked before it is used.
///
/// docs/limits.md has the same table for users; a test compares the two.
public enum Limits {
  /// Bytes of a recording: some hours of a constantly moving hand.
  public static let recordingBytes = 1 << 27
  /// Bytes of any other file: tables, parameters, preferences.
  public static let fileBytes = 1 << 24
  /// The latest time in a recording: a week after its start.
  public static let recordingEnd = Instant(seconds: 604_800)
  /// Sides of a recorded window, in points: X allows at most 32,767 pixels, and `windowScale`
  /// converts them to points.
  public static let windowSide = 0.125...65_536
  /// Device pixels per point of a recorded window: the desktop's scale, 1 to 4, times the window's
  /// own zoom.
  public static let windowScale = 0.5...8
  /// Pointer ids: 0 is the mouse, the others are fingers.
  public static let pointer = 0...99
  /// Stage seconds per second.
  public static let stageSpeed = 0.01...4
  /// Sides of a requested picture, in whole points.
  public static let pictureSide = 1...16_384
  /// Device pixels per point of a requested picture.
  public static let pictureScale = 1.0...4
  /// Device pixels along a picture's side.
  public static let picturePixelsAlong = 32_767
  /// Device pixels of a picture: 268 MB, eight times a 4K screen.
  public static let picturePixels = 1 << 26
  /// Frames of a video.
  public static let videoFrames = 1_000_000
  /// Frames of an input clip: ten minutes at 60 per second.
  public static let clipFrames = 36_000
  /// Pixels per frame of an input clip: 8K.
  public static let clipPixels = 1 << 25
  /// Frames per second.
  public static let frameRate = 1.0...1000
  /// Samples of an imported motion.
  public static let trackSamples = 1_000_000
  /// Bytes of a line of an observation stream.
  public static let streamLineBytes = 1 << 16
  /// Lines of an observation stream that wait to be sorted by time.
  public static let streamWaiting = 1 << 14
  /// Times, in seconds, and positions, in the stream's unit, of an observation stream.
  public static let streamNumber = -1e9...1e9
  /// Requested times, in seconds: up to a day.
  public static let seconds = 0.0...86_400
  /// Threads for drawing a picture.
  public static let threads = 1...64
  /// Session seconds per second of a replay.
  public static let replaySpeed = 0.01...100
}
