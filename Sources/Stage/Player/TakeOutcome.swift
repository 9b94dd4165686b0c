internal import Feel

package struct TakeOutcome: Hashable, Sendable {
  /// The control that moved: "carousel"; `nil` where nothing has a motion.
  package let control: String?
  package let unit: String
  package let rest: Double
  /// The name of what it rests at: "card 37".
  package let restName: String?
  /// The time from the release to rest, in seconds.
  package let settle: Double
  /// The peak speed, in units per second; `nil` where the control has no velocity.
  package let peak: Double?
  /// How far it overshot its rest, in its unit.
  package let overshoot: Double
  /// How often the content jumped: its position differed before and after a press, a release or a
  /// deadline.
  package let jumps: Int
  /// Positions evenly spaced in time, from the start of the take to its rest: a thumbnail of the
  /// motion.
  package let outline: [Double]

  private static let outlineCount = 32

  init(_ span: Take.Span, _ log: MotionLog, _ run: StageRun, jumps: Int) {
    self.jumps = jumps
    // A motion still under way continues to its rest, without set B, which may take longer.
    var (run, end) = (run, span.rest ?? run.now)
    _ = run.handle(.compare(run.now, nil))
    for _ in 0..<100 where span.rest == nil && run.isActive(at: end) {
      guard let next = run.predictedRest(at: end), next > end else { break }
      _ = run.advance(to: next)
      end = next
    }
    settle = max(0, end - span.release)
    let last = run.watched(at: max(end, run.now))
    (control, unit) = (last?.control, last?.unit ?? "")
    // What follows the run in a clip is not its outcome.
    let ended = run.clipRunEnd.flatMap { log.sample(at: $0)?.position }
    let rest = ended ?? last?.position ?? 0
    (self.rest, restName) = (rest, last?.restName)
    let source = last.flatMap { run.source(of: $0) }
    let first = MotionLog.index(atOrBefore: span.release) - log.first
    let motion = log.samples.filter { $0.source == source }
    outline = Self.outline(log, of: source, from: span.start, to: end, rest: rest)
    peak = motion.compactMap { $0.velocity.map(abs) }.max()
    let released = log.samples.dropFirst(Int(max(0, first))).filter { $0.source == source }
      .compactMap(\.position)
    // Past the rest, in the direction of travel.
    let isForward = rest >= released.first ?? rest
    overshoot = released.reduce(0) { max($0, isForward ? $1 - rest : rest - $1) }
  }

  private static func outline(
    _ log: MotionLog, of source: Int?, from start: Instant, to end: Instant, rest: Double
  ) -> [Double] {
    let count = outlineCount - 1
    let places = (0..<count).compactMap { index -> Double? in
      let time = start.advanced(by: (end - start) * Double(index) / Double(count))
      guard let sample = log.sample(at: time), sample.source == source else { return nil }
      return sample.position
    }
    return source == nil ? [] : places + [rest]
  }
}
