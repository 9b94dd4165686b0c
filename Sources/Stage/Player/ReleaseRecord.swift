public import Feel

/// The end of a gesture: the velocity estimated from the pointer's samples, and the rest predicted
/// just before.
package struct ReleaseRecord: Hashable, Sendable {
  package static let kept = 20

  package let time: Instant
  /// The control and axis.
  package let source: Int?
  /// The predicted rest position.
  package let predicted: Double?
  /// The release velocity, in points per second.
  package let velocity: Vector
  /// The newest samples, oldest first, each with its fate.
  package let entries: [VelocityEstimate.Entry]

  package init(at time: Instant, source: Int?, predicted: Double?, _ estimate: VelocityEstimate?) {
    (self.time, self.source, self.predicted) = (time, source, predicted)
    velocity = estimate?.velocity ?? .zero
    entries = Array(estimate?.entries.suffix(Self.kept) ?? [])
  }
}

extension VelocityEstimate {
  /// The number of samples that count, at most 255.
  var usedCount: UInt8 { UInt8(clamping: entries.count { $0.fate == .used }) }
}

extension StageRun {
  /// The record of the gesture under way, as if released now, or of the last one.
  package func releaseRecord(at time: Instant) -> ReleaseRecord? {
    guard let estimate = releaseEstimate(at: time) else { return release }
    return ReleaseRecord(at: time, source: nil, predicted: nil, estimate)
  }

  /// The record of a gesture just before an input that may end it.
  package func record(before input: InputEvent) -> ReleaseRecord? {
    guard case .pointer(let sample) = input, sample.phase == .up,
      let part = watchedPart, part.isHeld, let reading = reading(at: input.time)
    else { return nil }
    return ReleaseRecord(
      at: input.time, source: source(of: reading), predicted: reading.rest,
      releaseEstimate(at: input.time))
  }
}

/// A release of a control, with the explanation of where it came to rest.
public struct ExplainedRelease: Hashable, Sendable {
  /// The released control: "carousel".
  public let control: String
  /// Why it rests there.
  public let explanation: ReleaseExplanation
}

extension StageRun {
  /// Explains where a release comes to rest; `nil` if the input releases nothing that has places or
  /// laws to rest by.
  package func explanation(of input: InputEvent) -> ExplainedRelease? {
    guard case .pointer(let sample) = input, let held = heldPart,
      let probe = scene.parts[held].probe(at: sample.time)
    else { return nil }
    return probe.explanation(of: sample).map {
      ExplainedRelease(control: probe.reading.control, explanation: $0)
    }
  }
}

extension LiveStage {
  /// Explains the last release in the shown take or, if it has none, in the newest earlier take; in
  /// a take under way, up to a time.
  ///
  /// - Parameter control: the control to explain, or `nil` for any.
  package func releaseExplanation(
    until time: Instant, of control: String?
  ) -> ExplainedRelease? {
    let sheet = sheet
    if let found = sheet.history.explanation(until: sheet.end ?? time, of: control) {
      return found
    }
    let earlier = takes.store.takes.reversed().drop { $0.number >= sheet.number ?? .max }
    return earlier.lazy
      .compactMap { TakeSheet($0).history.explanation(until: $0.end, of: control) }.first
  }
}

extension StageHistory {
  /// Explains the last release before a time, from the stage as it was just before that release.
  func explanation(until time: Instant, of control: String?) -> ExplainedRelease? {
    let events = events(from: start)
    for index in events.indices.reversed() where events[index].time <= time {
      guard case .input(let input) = events[index], input.isRelease else { continue }
      var run = moment(at: Instant(microseconds: input.time.microseconds - 1)).run
      for event in events[..<index].suffix(while: { $0.time == input.time }) {
        _ = run.handle(event)
      }
      if let found = run.explanation(of: input), control ?? found.control == found.control {
        return found
      }
    }
    return nil
  }
}

extension InputEvent {
  fileprivate var isRelease: Bool {
    if case .pointer(let sample) = self { sample.phase == .up } else { false }
  }
}

extension ArraySlice {
  /// The longest suffix whose elements all meet a condition.
  fileprivate func suffix(while holds: (Element) -> Bool) -> ArraySlice {
    let start = lastIndex { !holds($0) }.map { $0 + 1 } ?? startIndex
    return self[start...]
  }
}
