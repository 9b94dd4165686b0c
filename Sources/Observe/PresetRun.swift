public import Feel
internal import FeelTrace

/// A run of content without a known hand: when it began, how fast, and which presets come nearest.
public struct PresetRun: Hashable, Sendable {
  /// The time of the release, in seconds on the clock of the observation.
  public let start: Double
  /// The position then, in the motion's unit.
  public let place: Double
  /// The velocity then, in units a second.
  public let velocity: Double
  /// The duration of the run, in seconds.
  public let duration: Double
  /// The end of the content from which it bounced, in the motion's unit, or `nil`.
  public let edge: Double?
  /// The preset whose run from the same place at the same velocity is nearest.
  public let preset: ScrollPreset
  /// Other presets that come as near.
  public let alike: [ScrollPreset]
  /// The deviation of each preset's run by id, rms in the motion's unit.
  private let deviations: [String: Double]
  /// Whether the nearest preset is close enough to be the program's law.
  public let isNear: Bool

  /// The deviation of the nearest preset's run, rms in the motion's unit.
  public var deviation: Double { deviations[preset.id] ?? 0 }

  /// The deviation of a preset's run, rms in the motion's unit; `nil` for one that is not built in.
  public func deviation(of preset: ScrollPreset) -> Double? { deviations[preset.id] }

  /// A start this far from any edge, in units, so that no preset meets one.
  private static let far = 1e6
  /// Deviations that differ by at most this are ties, in units.
  private static let slack = 0.5

  /// Finds the most informative run, before any edge if there is a fling; `nil` if no run has a
  /// law, or if it started from rest and so without a release.
  public init?(_ observation: Observation, _ segments: [MotionSegment], viewport: Double = 800) {
    guard let run = segments.mostInformative(of: [.fling, .snap, .bounce]), let law = run.law,
      law.velocity != 0
    else { return nil }
    // Include the rest after it: presets with the same decay differ in when they stop.
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
    // Prefer presets of the same law: others may be nearer by chance.
    let all = ScrollPreset.all.map { ($0, deviation($0)) }
    deviations = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $1) })
    let same = all.filter { law.isLaw(of: $0.0) }
    let ranked = same.isEmpty ? all : same
    guard let least = ranked.map(\.1).min() else { return nil }
    let nearest = ranked.filter { $0.1 <= least + Self.slack }
    // Ties keep the order of the presets, which begins with the reference.
    preset = nearest[0].0
    alike = nearest.dropFirst().map(\.0)
    isNear = nearest[0].1 <= Self.limit(last.offset - first.offset)
  }

  /// A preset's content flung at time 0.
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

  /// The largest deviation of a preset that still matches, rms in units.
  ///
  /// 3: a picture's time is known to a millisecond, in which the fastest flick moves that far. 1 %:
  /// over long distances an error of the velocity grows.
  ///
  /// - Parameter travel: the distance the content moved, in units.
  public static func limit(_ travel: Double) -> Double { max(3, 0.01 * abs(travel)) }
}
