public import Feel
internal import FeelTrace

/// The outcome of one gesture in two runs, A and B.
public struct Comparison: Hashable, Sendable {
  /// The outcome in one run.
  public struct Outcome: Hashable, Sendable {
    /// Where the control comes to rest, in its unit.
    public var rest: Double
    /// The name of the place it rests at, such as "card 3"; `nil` where places have no names.
    public var restName: String?
    /// The time from the release to rest, in seconds.
    public var settle: Double
    /// How far it overshoots its rest, in its unit.
    public var overshoot: Double
    /// The velocity at release, in units per second; `nil` if no hand held it or it is unknown.
    public var velocity: Double?
  }

  /// The control: "carousel", "slider".
  public var control: String
  /// The unit of its position: "pt", or empty for a fraction or a count.
  public var unit: String
  /// When the gesture was released, in stage time.
  public var release: Instant
  /// The outcome in A.
  public var a: Outcome
  /// The outcome in B.
  public var b: Outcome
  /// The greatest distance between the two runs, in the unit.
  public var greatest: Double

  /// The differences in words, B minus A.
  public var text: String {
    let suffix = unit.isEmpty ? "" : " \(unit)"
    let decimals = unit.isEmpty ? 3 : 1
    let rest = (b.rest - a.rest).signed(decimals: decimals) + suffix
    let overshoot = (b.overshoot - a.overshoot).signed(decimals: decimals) + suffix
    return Words.difference(
      rests: a.restName == b.restName ? [] : [a.restName, b.restName].compactMap(\.self),
      rest: rest, settle: ((b.settle - a.settle) * 1000).signed(decimals: 0),
      overshoot: overshoot, greatest: greatest.text(decimals: decimals) + suffix)
  }
}

extension Comparison {
  /// One run of a gesture, sampled from the press to rest.
  fileprivate struct Track {
    var positions: [Double] = []
    var restTime: Instant
    var restName: String?
    /// Index of the position at the release.
    var release = 0

    fileprivate mutating func add(_ reading: MotionReading, at time: Instant, release: Instant) {
      add(reading.position, at: time, release: release)
      restName = reading.restName
      if time >= release, let restTime = reading.restTime { self.restTime = restTime }
    }

    fileprivate mutating func add(_ position: Double, at time: Instant, release: Instant) {
      if time <= release { self.release = positions.count }
      positions.append(position)
    }

    fileprivate func outcome(release time: Instant) -> Outcome {
      let rest = positions[positions.count - 1]
      let way = rest - positions[release]
      // Past the rest, in the direction of travel.
      let overshoot = positions[release...].reduce(0) { most, position in
        max(most, way >= 0 ? position - rest : rest - position)
      }
      return Outcome(
        rest: rest, restName: restName, settle: restTime - time, overshoot: overshoot)
    }
  }

  private init(of reading: MotionReading, release: Instant, a: Track, b: Track) {
    (control, unit, self.release) = (reading.control, reading.unit, release)
    (self.a, self.b) = (a.outcome(release: release), b.outcome(release: release))
    // A log has positions only, no names.
    if self.a.restName == nil || self.b.restName == nil {
      (self.a.restName, self.b.restName) = (nil, nil)
    }
    greatest = zip(a.positions, b.positions).reduce(0) { max($0, abs($1.0 - $1.1)) }
  }
}

extension Double {
  /// The number with an explicit sign: "+12.0", "−3.5", "0.0".
  fileprivate func signed(decimals: Int) -> String {
    let text = text(decimals: decimals)
    return self > 0 && text.contains { $0 != "0" && $0 != "." } ? "+" + text : text
  }
}

extension Comparison {
  /// Compares a take with the run carried beside it, or with another take's log; extrapolates the
  /// future without further events, and is `nil` if nothing was watched or the controls differ.
  init?(
    of span: Take.Span, in history: StageHistory,
    beside track: (log: MotionLog, speed: Double?)? = nil
  ) {
    var moment = history.moment(at: span.start)
    guard let pressed = moment.run.watched(at: span.start) else { return nil }
    var (release, end) = (span.release, span.release)
    if let log = track?.log {
      guard let rest = log.changes.last(where: { $0.state == .idle })?.time,
        let last = log.marks.last(where: { $0.kind != .change })?.time
      else { return nil }
      (release, end) = (last, max(rest, last))
    }
    var (a, b) = (Track(restTime: release), Track(restTime: end))
    func other(than reading: MotionReading, of run: StageRun, at time: Instant) -> MotionReading? {
      guard let log = track?.log else { return (run.runB ?? run).watched(at: time) }
      guard run.source(of: reading) == log.sample(at: span.start)?.source else { return nil }
      var other = reading
      other.position = log.sample(at: time)?.position ?? b.positions.last ?? reading.position
      (other.restTime, other.restName) = (nil, nil)
      return other
    }
    // A log only has samples at its grid moments.
    let first = MotionLog.index(atOrBefore: span.start)
    for index in 0...Int64(StageHistory.span) * (track == nil ? 120 : MotionLog.rate) {
      let time =
        track == nil
        ? span.start.advanced(by: Double(index) / 120)
        : max(MotionLog.time(of: first + index), span.start)
      history.play(&moment, to: time)
      guard let own = moment.run.watched(at: time),
        let other = other(than: own, of: moment.run, at: time)
      else { return nil }
      a.add(own, at: time, release: release)
      b.add(other, at: time, release: release)
      if time > end, own.restTime == nil, other.restTime == nil { break }
    }
    self.init(of: pressed, release: release, a: a, b: b)
    let speeds = history.speeds(before: span.release)
    (self.a.velocity, self.b.velocity) = (speeds.a, track == nil ? speeds.b : track?.speed)
  }

  /// Compares a finished take with the run carried beside it, from its log alone; `nil` if nothing
  /// was watched.
  init?(of sheet: TakeSheet) {
    let log = sheet.log
    guard let span = sheet.span, let end = sheet.end, sheet.run.runB != nil,
      let reading = sheet.run.watched(at: end)
    else { return nil }
    // What follows the run in a clip is not compared.
    let last = sheet.run.clipRunEnd ?? end
    let rest = log.changes.last { $0.time <= last }.flatMap { $0.state == .idle ? $0.time : nil }
    var a = Track(restTime: max(rest ?? span.release, span.release))
    var b = Track(restTime: max(log.otherRest ?? span.release, span.release))
    let first = max(0, Int(MotionLog.index(atOrBefore: span.start) - log.first))
    for (place, sample) in log.samples.enumerated().dropFirst(first) {
      guard let position = sample.position, let other = sample.otherPosition else { continue }
      let time = MotionLog.time(of: log.first + Int64(place))
      a.add(position, at: time, release: span.release)
      b.add(other, at: time, release: span.release)
    }
    guard !a.positions.isEmpty else { return nil }
    // A run still moving at the end of a clip counts as resting where predicted.
    if let other = sheet.run.runB?.watched(at: end), let rest = other.restTime, rest > last {
      b.add(other.rest, at: rest, release: span.release)
      b.restTime = rest
    }
    self.init(of: reading, release: span.release, a: a, b: b)
    (self.a.velocity, self.b.velocity) = sheet.history.speeds(before: span.release)
  }
}

extension StageHistory {
  /// The velocity of the held control just before a release, on the stage and on the run beside it.
  func speeds(before release: Instant) -> (a: Double?, b: Double?) {
    let run = moment(at: Instant(microseconds: release.microseconds - 1)).run
    guard run.scene.isHeld else { return (nil, nil) }
    return (run.watched(at: release)?.velocity, run.runB?.watched(at: release)?.velocity)
  }
}
