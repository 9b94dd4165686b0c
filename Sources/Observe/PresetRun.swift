public import Feel
internal import FeelTrace

/// What content did once it ran by itself, where no hand is known: from when on, how fast, and
/// which presets' runs come nearest to it.
public struct PresetRun: Hashable, Sendable {
  /// When it was let go, in seconds on the clock of the observation.
  public let start: Double
  /// Where it was then, in the motion's unit.
  public let place: Double
  /// How fast it went then, in units a second.
  public let velocity: Double
  /// How long it lasted, in seconds.
  public let duration: Double
  /// The end of the content that it met, in the motion's unit, if it was bounced back from one.
  public let edge: Double?
  /// The preset that comes nearest when it is let go at that place, as fast.
  public let preset: ScrollPreset
  /// The presets that come as near.
  public let alike: [ScrollPreset]
  /// How far each preset's run is off, by its id, rms in the motion's unit.
  private let deviations: [String: Double]
  /// Whether that is near enough to be the one that moved it.
  public let isNear: Bool

  /// How far the nearest one's run is off, rms in the motion's unit.
  public var deviation: Double { deviations[preset.id] ?? 0 }

  /// How far a preset's run is off, rms in the motion's unit; `nil` of one that is not built in.
  public func deviation(of preset: ScrollPreset) -> Double? { deviations[preset.id] }

  /// So far from any edge, in units, that no preset meets one.
  private static let far = 1e6
  /// Presets whose difference is at most this come as near, in units.
  private static let slack = 0.5

  /// Looks for the run that tells most, before any edge if there is a fling; `nil` where a motion
  /// has none with a law, or one from a rest, which nobody let go.
  public init?(_ observation: Observation, _ segments: [MotionSegment], viewport: Double = 800) {
    guard let run = segments.telling(of: [.fling, .snap, .bounce]), let law = run.law,
      law.velocity != 0
    else { return nil }
    // With the rest after it: presets of one decay differ in when they stop.
    let rest = segments.first { $0.kind == .rest && $0.start >= run.end }
    let end = rest.map { $0.start < run.end + 0.1 ? min($0.end, run.end + 2) : run.end } ?? run.end
    let rows = observation.rows.filter { (run.start...end).contains($0.time) }
    guard let first = rows.first, let last = rows.last else { return nil }
    start = run.start + (law.beginning?.time ?? 0)
    place = law.beginning?.place ?? first.offset
    velocity = law.beginning?.velocity ?? law.velocity
    duration = run.end - run.start
    let next = segments.drop { $0 != run }.dropFirst().first
    edge = run.kind == .fling && next?.kind == .bounce ? next?.law?.target : nil
    let length = observation.source.viewport ?? viewport
    let (start, place, velocity) = (start, place, velocity)
    func deviation(_ preset: ScrollPreset) -> Double {
      let view = Self.view(of: preset, velocity, viewport: length)
      let sum = rows.reduce(0.0) { sum, row in
        let way = view.contentOffset(at: Instant(seconds: row.time - start)) - Self.far
        return sum + (place + way - row.offset) * (place + way - row.offset)
      }
      return (sum / Double(rows.count)).squareRoot()
    }
    // A preset of the same law goes before one that is no further off by chance.
    let all = ScrollPreset.all.map { ($0, deviation($0)) }
    deviations = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $1) })
    let same = all.filter { law.isLaw(of: $0.0) }
    let ranked = same.isEmpty ? all : same
    guard let least = ranked.map(\.1).min() else { return nil }
    let nearest = ranked.filter { $0.1 <= least + Self.slack }
    // Of those that are as near, the reference comes first.
    preset = nearest[0].0
    alike = nearest.dropFirst().map(\.0)
    isNear = nearest[0].1 <= Self.limit(last.offset - first.offset)
  }

  /// A preset's content that was let go at 0.
  private static func view(
    of preset: ScrollPreset, _ velocity: Double, viewport: Double
  ) -> ScrollView {
    var view = ScrollView(
      frame: Rect(x: 0, y: 0, width: viewport, height: viewport), contentLength: 2 * far,
      direction: .vertical, physics: preset.physics)
    _ = view.scroll(to: far, animated: false, at: .zero)
    _ = view.flick(velocity: velocity, at: .zero)
    return view
  }

  /// A preset that is off by more moves otherwise, rms in units.
  ///
  /// 3: a picture's time is known to a millisecond, in which the fastest flick goes as far. 1 %:
  /// over long ways an error of the velocity grows.
  ///
  /// - Parameter travel: how far the content went, in units.
  public static func limit(_ travel: Double) -> Double { max(3, 0.01 * abs(travel)) }
}
