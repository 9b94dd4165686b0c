public import Feel
internal import FeelTrace

/// A run of content without a known hand: when it began, how fast, and which presets come nearest.
public struct PresetRun: Hashable, Sendable {
  /// A preset's deviation from the observed run, rms in the motion's unit.
  public struct Deviation: Hashable, Sendable {
    /// The deviation over one stretch of the run.
    public struct Part: Hashable, Sendable {
      /// What moved the content.
      public let kind: MotionSegment.Kind
      /// The deviation, rms in the motion's unit.
      public let rms: Double
    }

    /// The deviation over the whole run, including the rest after it.
    public let whole: Double
    /// The deviation over each stretch, such as a fling and its bounce; the last includes the rest.
    public let parts: [Part]
  }

  /// The time of the release, in seconds on the clock of the observation.
  public let start: Double
  /// The position then, in the motion's unit.
  public let place: Double
  /// The velocity then, in units a second.
  public let velocity: Double
  /// When it and the rest after it ended, in seconds on the clock of the observation.
  public let end: Double
  /// The duration of the stretch that best identifies the law, in seconds.
  public let duration: Double
  /// The end of the content from which it bounced, in the motion's unit, or `nil`.
  public let edge: Double?
  /// Whether a hand ended the run: a drag followed, or the content stopped while it was still fast.
  public let isCaught: Bool
  /// Whether a clip's take ends while the content still moves: it is compared up to there.
  public let isCut: Bool
  /// The size of the largest jump or stall in a run that no preset is near, in the motion's unit,
  /// if that may be why; otherwise `nil`.
  public let fault: Double?
  /// The preset whose run from the same place at the same velocity is nearest.
  public let preset: ScrollPreset
  /// Other presets that come as near.
  public let alike: [ScrollPreset]
  /// The presets' deviations, by id.
  private let deviations: [String: Deviation]
  /// Whether the nearest preset is close enough to be the program's law.
  public let isNear: Bool

  /// The deviation of the nearest preset.
  public var deviation: Deviation { deviations[preset.id] ?? Deviation(whole: 0, parts: []) }

  /// The deviation of a preset; `nil` unless it is built in.
  public func deviation(of preset: ScrollPreset) -> Deviation? { deviations[preset.id] }

  /// Deviations that differ by at most this are ties, in units.
  private static let slack = 0.5

  /// Finds the run with the most informative law; `nil` if there is none, or if it starts from
  /// rest, without a release.
  public init?(_ observation: Observation, _ analysis: MotionAnalysis, viewport: Double = 800) {
    let segments = analysis.segments
    guard let run = segments.mostInformative(), run.kind != .programmatic, let law = run.law else {
      return nil
    }
    // A curve with a beginning may stand in its first row.
    let velocity = law.beginning?.velocity ?? law.velocity
    guard velocity != 0 else { return nil }
    let later = segments.drop { $0 != run }
    // A bounce or a snap belongs to the same run.
    let free = later.prefix { $0 == run || $0.kind == .bounce || $0.kind == .snap }
    let freeEnd = free.last?.end ?? run.end
    let next = later.dropFirst(free.count).first.flatMap { $0.start < freeEnd + 0.1 ? $0 : nil }
    isCaught =
      next?.kind == .drag || next?.kind == .late
      || next?.kind == .rest && free.last?.stops(after: velocity) ?? false
    isCut = next == nil && observation.unfinishedVelocity(in: segments) != nil
    // Include the rest after it: presets with the same decay differ in when they stop.
    let rest = isCaught || next?.kind != .rest ? nil : next
    end = rest?.end ?? freeEnd
    let last = min(end, freeEnd + 2)
    // Presets move by the program's clock, as laws do; segments begin when they were seen.
    let clock = analysis.clock
    let rows = (clock?.observation ?? observation).rows
      .map { (seen: clock?.seen($0.time) ?? $0.time, row: $0) }
      .filter { (run.start...last).contains($0.seen) }
    guard let first = rows.first?.row else { return nil }
    start = run.start + (law.beginning?.time ?? 0)
    let place = law.beginning?.place ?? first.offset
    (self.place, self.velocity) = (place, velocity)
    duration = run.end - run.start
    let bounce = free.dropFirst().first { $0.kind == .bounce }
    let target = run.kind == .fling ? bounce?.law?.target : nil
    edge = target.flatMap { ($0 - place) * velocity > 0 ? $0 : nil }
    let ends = free.dropFirst().map(\.start) + [.infinity]
    let parts = zip(free, ends).map {
      (part, end) -> (kind: MotionSegment.Kind, rows: [Observation.Row]) in
      let own = rows.filter { $0.seen < end && ($0.seen >= part.start || part == run) }
      return (part.kind, own.map(\.row))
    }
    let way = ProbedRun(
      start: first.time + (law.beginning?.time ?? 0), place: place, velocity: velocity, edge: edge,
      viewport: observation.source.viewport ?? viewport)
    // Prefer presets of the same law: others may be nearer by chance.
    let all = ScrollPreset.all.map { ($0, way.deviation(of: $0, from: parts)) }
    deviations = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $1) })
    let same = all.filter { law.isLaw(of: $0.0) }
    let ranked = same.isEmpty ? all : same
    guard let least = ranked.map(\.1.whole).min() else { return nil }
    let nearest = ranked.filter { $0.1.whole <= least + Self.slack }
    // Ties keep the order of the presets, which begins with the reference.
    preset = nearest[0].0
    alike = nearest.dropFirst().map(\.0)
    let off = nearest[0].1.whole
    isNear = off <= Self.limit(rows.map(\.row.offset).extent)
    let faults = analysis.faults.filter {
      [.jump, .stall].contains($0.kind) && (run.start...last).contains($0.time)
    }
    let most = faults.map { abs($0.size) }.max() ?? 0
    fault = !isNear && most >= off ? most : nil
  }

  /// The largest deviation of a preset that still matches, rms in units.
  ///
  /// 3: a picture's time is known to a millisecond, in which the fastest flick moves that far. 1 %:
  /// over long distances an error of the velocity grows.
  ///
  /// - Parameter travel: the distance the content moved, in units.
  public static func limit(_ travel: Double) -> Double { max(3, 0.01 * abs(travel)) }
}

/// A release that presets continue, for comparison.
private struct ProbedRun {
  let start: Double
  let place: Double
  let velocity: Double
  let edge: Double?
  let viewport: Double

  /// A distance from any edge, in units, that no preset covers.
  private static let far = 1e6

  /// A preset's deviation from these stretches, which are in order of time.
  func deviation(
    of preset: ScrollPreset, from parts: [(kind: MotionSegment.Kind, rows: [Observation.Row])]
  ) -> PresetRun.Deviation {
    let room = edge.map { abs($0 - place) } ?? Self.far
    let before = velocity < 0 ? room : Self.far
    var view = ScrollView(
      frame: Rect(x: 0, y: 0, width: viewport, height: viewport),
      contentLength: room + Self.far + viewport, direction: .vertical, physics: preset.physics)
    _ = view.scroll(to: before, animated: false, at: .zero)
    _ = view.flick(velocity: velocity, at: .zero)
    var (whole, count) = (0.0, 0)
    let found = parts.filter { !$0.rows.isEmpty }.map { part in
      let sum = part.rows.reduce(0.0) { sum, row in
        let time = Instant(seconds: max(0, row.time - start))
        _ = view.advance(to: time)
        let off = place + view.contentOffset(at: time) - before - row.offset
        return sum + off * off
      }
      whole += sum
      count += part.rows.count
      let rms = (sum / Double(part.rows.count)).squareRoot()
      return PresetRun.Deviation.Part(kind: part.kind, rms: rms)
    }
    return PresetRun.Deviation(whole: (whole / Double(max(1, count))).squareRoot(), parts: found)
  }
}
