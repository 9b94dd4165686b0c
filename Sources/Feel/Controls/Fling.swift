/// One fling, from its release to its end; what is positive goes toward the content's end.
public struct Fling: Hashable, Sendable {
  /// How a fling ended.
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// It ran out by itself.
    case ranOut = "ran out"
    /// It met an edge and bounced.
    case bounced
    /// A press, the wheel, a key or the program ended it.
    case cutShort = "cut short"
  }

  /// The change of the content's offset per second at release, in points per second.
  public let velocity: Double
  /// Seconds from the release to the last change of offset.
  public let duration: Double
  /// The change of the content's offset from the release to the end, in points.
  public let distance: Double
  /// How it ended, in the words that are shown and written.
  public let outcome: Outcome

  /// The names of the columns of `csv(_:)`.
  public static let columns = ["duration_s", "distance_pt", "velocity_pt_s", "ended"]

  /// Flings as a table, a line each under the names of the columns: what a fit of the stop speed
  /// takes.
  ///
  /// It takes those that ran out by themselves; the others stand in the table with how they ended.
  public static func csv(_ flings: some Sequence<Fling>) -> String {
    flings.reduce(columns.joined(separator: ",") + "\n") { text, fling in
      text + "\(fling.duration),\(fling.distance),\(fling.velocity),\(fling.outcome.rawValue)\n"
    }
  }
}
