public import FeelTrace

/// A motion that was brought in from outside, and what its laws make of it.
public struct MeasuredData: Hashable, Sendable {
  /// The laws that describe a motion.
  public struct Fit: Hashable, Sendable {
    /// Where they have the motion at its moments, with what moves it; rows that none describes are
    /// as they were measured.
    public let track: MotionTrack
    /// Where a bounce comes to rest, or `nil` without one.
    public let edge: Double?
    /// The law that describes most of it, with its numbers, in words.
    public let words: String

    /// Creates a fit.
    public init(_ track: MotionTrack, edge: Double?, words: String) {
      (self.track, self.edge, self.words) = (track, edge, words)
    }
  }

  /// What was measured.
  public let track: MotionTrack
  /// `nil` for a gesture, which has a hand in it, and where no law fits.
  public let fit: Fit?

  /// Creates data.
  public init(_ track: MotionTrack, fit: Fit?) { (self.track, self.fit) = (track, fit) }
}
