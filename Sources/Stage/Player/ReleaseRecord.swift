package import Feel

/// How a gesture ended: what the pointer's samples made of it, and what was said of its outcome just before.
package struct ReleaseRecord: Hashable, Sendable {
  /// How many samples are kept.
  package static let kept = 20

  /// When it was let go, in stage time.
  package let time: Instant
  /// Which control, and which way it went.
  package let source: Int?
  /// The position at which it was said to rest.
  package let predicted: Double?
  /// The release velocity, in points a second.
  package let velocity: Vector
  /// The newest samples, oldest first, each with what became of it.
  package let entries: [VelocityEstimate.Entry]

  package init(at time: Instant, source: Int?, predicted: Double?, _ estimate: VelocityEstimate?) {
    (self.time, self.source, self.predicted) = (time, source, predicted)
    velocity = estimate?.velocity ?? .zero
    entries = Array(estimate?.entries.suffix(Self.kept) ?? [])
  }
}

extension VelocityEstimate {
  /// How many samples count, 255 at most.
  var usedCount: UInt8 { UInt8(clamping: entries.count { $0.fate == .used }) }
}

extension StageRun {
  /// What is known of a gesture at a time: the one that is under way, as if it ended now, or the last that did.
  package func releaseRecord(at time: Instant) -> ReleaseRecord? {
    guard let estimate = releaseEstimate(at: time) else { return release }
    return ReleaseRecord(at: time, source: nil, predicted: nil, estimate)
  }

  /// What is known of the gesture that an input may end, just before it.
  package func record(before input: InputEvent) -> ReleaseRecord? {
    guard case .pointer(let sample) = input, sample.phase == .up,
      let part = watchedPart, part.isHeld, let reading = reading(at: input.time)
    else { return nil }
    return ReleaseRecord(
      at: input.time, source: source(of: reading), predicted: reading.rest,
      releaseEstimate(at: input.time))
  }
}
