public import Feel
internal import FeelTrace

/// What content did once it ran by itself, where no hand is known: from when on, how fast, and
/// which preset's run comes nearest to it.
public struct PresetRun: Sendable {
  /// When it began, in seconds on the clock of the observation.
  public let start: Double
  /// How fast it went then, in units a second.
  public let velocity: Double
  /// The preset that comes nearest when it is let go at that place, as fast.
  public let preset: ScrollPreset
  /// How long it lasted, in seconds.
  public let duration: Double

  /// So far from any edge, in units, that no preset meets one.
  private static let far = 1e6

  /// Looks for the longest run; `nil` where a motion has none with a law, or one from a rest, which
  /// nobody let go.
  public init?(_ observation: Observation, _ segments: [MotionSegment], viewport: Double = 800) {
    let runs = segments.filter { [.fling, .snap, .bounce].contains($0.kind) && $0.law != nil }
    guard let run = runs.max(by: { $0.end - $0.start < $1.end - $1.start }),
      let law = run.law, law.velocity != 0
    else { return nil }
    // With the rest after it: presets of one decay differ in when they stop.
    let rest = segments.first { $0.kind == .rest && $0.start >= run.end }
    let end = rest.map { $0.start < run.end + 0.1 ? min($0.end, run.end + 2) : run.end } ?? run.end
    let rows = observation.rows.filter { (run.start...end).contains($0.time) }
    guard let first = rows.first else { return nil }
    let length = observation.source.viewport ?? viewport
    func distance(_ preset: ScrollPreset) -> Double {
      var view = ScrollView(
        frame: Rect(x: 0, y: 0, width: length, height: length), contentLength: 2 * Self.far,
        direction: .vertical, physics: preset.physics)
      _ = view.scroll(to: Self.far, animated: false, at: .zero)
      _ = view.flick(velocity: law.velocity, at: .zero)
      return rows.reduce(0) { sum, row in
        let time = Instant(seconds: row.time - first.time)
        let way = view.contentOffset(at: time) - Self.far
        return sum + (way - (row.offset - first.offset)) * (way - (row.offset - first.offset))
      }
    }
    let ranked = ScrollPreset.all.map { (preset: $0, distance: distance($0)) }
    guard let nearest = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    (start, velocity, preset) = (run.start, law.velocity, nearest.preset)
    duration = run.end - run.start
  }
}
