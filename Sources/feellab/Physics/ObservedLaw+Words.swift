internal import Feel
internal import Observe
internal import Stage

extension MotionSegment {
  /// The velocity with which it went on from the release, or without one that at its first row, in units a second.
  var goesOnWith: Double? { releaseVelocity?.value ?? law?.velocity }
}

extension ObservationReport {
  /// The stretch that tells most of a law: the longest that has one.
  var telling: MotionSegment? {
    analysis.segments.filter { $0.law != nil }.max { $0.end - $0.start < $1.end - $1.start }
  }

  /// What the program did when it was last let go: the first stretch after that with a law, or `nil` without one.
  var released: MotionSegment? {
    guard let release = observation.strokes.last?.samples.last?.time else { return nil }
    let next = analysis.segments.first { $0.end > release && $0.kind != .drag && $0.kind != .late }
    return next?.law == nil ? nil : next
  }
}
