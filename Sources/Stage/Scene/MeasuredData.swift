public import FeelTrace

/// An imported motion, with the laws fitted to it.
public struct MeasuredData: Hashable, Sendable {
  /// The laws fitted to a motion.
  public struct Fit: Hashable, Sendable {
    /// The fitted motion at the measured times, with its states; rows that no law describes are as
    /// measured.
    public let track: MotionTrack
    /// The edge at which a bounce comes to rest, or `nil` without a bounce.
    public let edge: Double?
    /// The law that describes most of the motion, with its constants, in words.
    public let words: String

    /// Creates a fit.
    public init(_ track: MotionTrack, edge: Double?, words: String) {
      (self.track, self.edge, self.words) = (track, edge, words)
    }
  }

  /// The measured motion.
  public let track: MotionTrack
  /// The fit; `nil` for a gesture, which has a hand in it, and where no law fits.
  public let fit: Fit?

  /// Creates data.
  public init(_ track: MotionTrack, fit: Fit?) { (self.track, self.fit) = (track, fit) }
}
