public import Feel

/// How much is taken from outside, from files and from the command line, before anything is made of
/// it.
///
/// docs/limits.md is the same table for users; a test holds it to this one.
public enum Limits {
  /// Bytes of a recording: some hours of a hand that never rests.
  public static let recordingBytes = 1 << 27
  /// Bytes of every other file that is read: tables, parameters, preferences.
  public static let fileBytes = 1 << 24
  /// The last moment of a recording: a week after its start.
  public static let recordingEnd = Instant(seconds: 604_800)
  /// Sides of a recorded window, in points: X counts 32 767 pixels at most, and `windowScale` says
  /// how many points they are.
  public static let windowSide = 0.125...65_536
  /// Device pixels per point of a recorded window: what a desktop asks for, 1 to 4, times the
  /// window's own zoom.
  public static let windowScale = 0.5...8
  /// Numbers of pointers: 0 is the mouse, each other one a finger.
  public static let pointer = 0...99
  /// Stage seconds a second.
  public static let stageSpeed = 0.01...4
  /// Sides of a picture that is asked for, in whole points.
  public static let pictureSide = 1...16_384
  /// Device pixels per point that are asked for.
  public static let pictureScale = 1.0...4
  /// Device pixels along a picture's side.
  public static let picturePixelsAlong = 32_767
  /// Device pixels of a picture: 268 MB, eight times a 4K screen.
  public static let picturePixels = 1 << 26
  /// Frames of a video.
  public static let videoFrames = 1_000_000
  /// Frames of a clip that is read: ten minutes at 60 a second.
  public static let clipFrames = 36_000
  /// Pixels of a frame of a clip that is read: 8K.
  public static let clipPixels = 1 << 25
  /// Frames a second.
  public static let frameRate = 1.0...1000
  /// Samples of a motion from outside.
  public static let trackSamples = 1_000_000
  /// Bytes of a line of an observation stream.
  public static let streamLineBytes = 1 << 16
  /// Lines of an observation stream that wait for their place in the order of time.
  public static let streamWaiting = 1 << 14
  /// Times, in seconds, and places, in the stream's unit, of an observation stream.
  public static let streamNumber = -1e9...1e9
  /// Seconds that are asked for: a day.
  public static let seconds = 0.0...86_400
  /// Threads that draw a picture.
  public static let threads = 1...64
  /// Session seconds a second of a replay.
  public static let replaySpeed = 0.01...100
}
