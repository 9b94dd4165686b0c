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

/// The last 64 flings, oldest first, in memory taken once.
public struct FlingMeter: Hashable, Sendable {
  /// How many flings are kept.
  public static let capacity = 64

  private var ring = [Fling?](repeating: nil, count: capacity)
  private var next = 0
  /// How many flings are held, 0…64.
  public private(set) var count = 0

  /// Creates an empty table.
  public init() {}

  /// A fling, the oldest at 0.
  ///
  /// - Precondition: `0 <= index < count`.
  public subscript(index: Int) -> Fling {
    precondition(index >= 0 && index < count, "index lies in 0..<count")
    guard let fling = ring[(next - count + index + Self.capacity) % Self.capacity] else {
      preconditionFailure("every counted place holds a fling")
    }
    return fling
  }

  /// The newest fling, if there is one.
  public var last: Fling? { count > 0 ? self[count - 1] : nil }

  /// The flings, oldest first.
  public var flings: [Fling] { (0..<count).map { self[$0] } }

  /// The flings as a table, oldest first; see `Fling.csv(_:)`.
  public var csv: String { Fling.csv(flings) }

  /// Forgets every fling.
  public mutating func removeAll() { self = FlingMeter() }

  mutating func add(_ fling: Fling) {
    ring[next] = fling
    next = (next + 1) % Self.capacity
    count = min(count + 1, Self.capacity)
  }

  /// Whether both tables hold the same flings.
  public static func == (a: FlingMeter, b: FlingMeter) -> Bool {
    a.count == b.count && (0..<a.count).allSatisfy { a[$0] == b[$0] }
  }

  /// Feeds the flings, oldest first, to a hasher.
  public func hash(into hasher: inout Hasher) {
    for index in 0..<count { hasher.combine(self[index]) }
  }
}
