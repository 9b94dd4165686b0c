public import Feel

/// The timing of one frame: when it was due, and when it was drawn.
public struct FrameReport: Hashable, Sendable {
  /// Why a frame missed its vblank.
  public enum Cause: String, Hashable, Sendable, CaseIterable {
    /// The server was still reading the buffer, or the window manager had not shown the previous
    /// frame yet.
    case held
    /// The program's own work, mostly on events, delayed the start.
    case busy
    /// The program was ready to run, but others had the processors.
    case crowded
    /// The program was waiting for the server, or the whole machine stalled.
    case waiting
    /// Drawing took more processor time than recent frames.
    case costly
  }

  /// The vblank it was due for: the first that a frame of typical cost could meet when it was
  /// requested.
  public var due: Instant
  /// When drawing should have begun.
  public var latch: Instant
  /// When drawing began.
  public var begun: Instant
  /// When its pixels were sent to the server.
  public var sent: Instant
  /// Processor time between `begun` and `sent`, in seconds.
  public var worked: Double
  /// Time since the request during which the program was ready to run but others had the
  /// processors, in seconds.
  public var queued: Double
  /// The number of vblanks that showed an older picture; 0 = on time.
  public var missed: Int
  /// Why it was late; `nil` if on time.
  public var cause: Cause?

  /// Seconds from the vblank it was due for until it was sent; negative if on time.
  public var lateness: Double { sent - due }
}
