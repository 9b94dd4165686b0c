public import Feel

/// What became of one frame: when it was due, and when it was drawn.
public struct FrameReport: Hashable, Sendable {
  /// Why a frame came too late for its vblank.
  public enum Cause: String, Hashable, Sendable, CaseIterable {
    /// The server still read the memory, or the window manager had not shown the last frame yet.
    case held
    /// The program's own work, on events for the most part, went on past the moment to begin.
    case busy
    /// The program was ready to run while others had the processors.
    case crowded
    /// The program waited for the server, or the machine as a whole stood still.
    case waiting
    /// Drawing took more of the processor's time than such frames took lately.
    case costly
  }

  /// The vblank that it was due for: the first that a frame of the usual cost could make once it
  /// was wanted.
  public var due: Instant
  /// When it was to be begun.
  public var latch: Instant
  /// When it was begun.
  public var begun: Instant
  /// When its pixels were on their way to the server.
  public var sent: Instant
  /// Seconds of the processor's time between the last two.
  public var worked: Double
  /// Seconds since it was first wanted that the program was ready to run while others had the
  /// processors.
  public var queued: Double
  /// How many vblanks went by that showed an older picture: 0 = in time.
  public var missed: Int
  /// Why it was late, or `nil` in time.
  public var cause: Cause?

  /// Seconds from the vblank that it was due for until it was sent; negative in time.
  public var lateness: Double { sent - due }
}
