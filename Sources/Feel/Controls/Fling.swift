/// One fling, from its release to its end; positive values point towards the content's end.
public struct Fling: Hashable, Sendable {
  /// How a fling ended.
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// It ran its course.
    case ranOut = "ran out"
    /// It met an edge and bounced.
    case bounced
    /// A press, the wheel, a key or the program ended it.
    case cutShort = "cut short"
  }

  /// The velocity of the content's offset at the release, in points per second.
  public let velocity: Double
  /// Seconds from the release to the last change of offset.
  public let duration: Double
  /// The change of the content's offset from the release to the end, in points.
  public let distance: Double
  /// How it ended; the raw value is shown and written to files.
  public let outcome: Outcome

  /// The names of the columns of `csv(_:)`.
  public static let columns = ["duration_s", "distance_pt", "velocity_pt_s", "ended"]

  /// A CSV table of flings, one per line below the column names: input for fitting the stop speed.
  ///
  /// The fit uses those that ran out; the others are listed with how they ended.
  public static func csv(_ flings: some Sequence<Fling>) -> String {
    flings.reduce(columns.joined(separator: ",") + "\n") { text, fling in
      text + "\(fling.duration),\(fling.distance),\(fling.velocity),\(fling.outcome.rawValue)\n"
    }
  }
}
