public import Feel
internal import FeelTrace

/// How a program's content responded to a hand up to its release.
public struct HandResponse: Hashable, Sendable {
  /// The press and the release, in seconds on the clock of the observation.
  public let press: ClosedRange<Double>
  /// The number of samples of the press.
  public let samples: Int
  /// The hand's displacement along the axis from the press to the release, positive as the offset
  /// grows.
  public let travel: Double
  /// The hand's travel in the last frame before the content moved and in the first with motion, or
  /// `nil` if it never moved.
  ///
  /// The program's slop lies between the two; the lag is subtracted if known.
  public let start: ClosedRange<Double>?
  /// How much of the travel the content did not follow, negative if it moved further than the hand;
  /// `nil` if the lag is unknown.
  public let deduction: FittedValue?

  /// Measures an observation; `nil` if no hand was released.
  public init?(_ observation: Observation, _ smoothness: Smoothness) {
    guard let press = observation.presses.last else { return nil }
    let stroke = observation.handPlaces.filter { press.contains($0.time) }
    guard let origin = stroke.first?.place, let end = stroke.last?.place else { return nil }
    (self.press, samples, travel) = (press, stroke.count, origin - end)
    deduction = smoothness.slop
    let late = smoothness.lag?.value ?? 0
    func travelled(_ time: Double) -> Double {
      origin - HandFollowing.place(stroke, at: time - late)
    }
    let rows = observation.rows
    let before = rows.last { $0.time < press.lowerBound } ?? rows.first
    let moving = rows.firstIndex {
      $0.time > press.lowerBound && $0.time <= press.upperBound + max(0, late)
        && $0.offset != before?.offset
    }
    guard let moving else {
      start = nil
      return
    }
    let shown = rows[moving].time
    let still = max(press.lowerBound, shown - observation.interval)
    let ends = [travelled(still), travelled(shown)].map(abs)
    start = min(ends[0], ends[1])...max(ends[0], ends[1])
  }
}

extension Observation {
  /// A hand's travel as a motion, along its main axis, like content that follows it at once.
  public init(travelOf hand: RecordedHand) {
    let isVertical = hand.isVertical
    func place(_ sample: RecordedHand.Sample) -> Double {
      isVertical ? sample.location.y : sample.location.x
    }
    var (travelled, last) = (0.0, 0.0)
    var rows: [Row] = []
    for sample in hand.samples {
      if sample.phase != .begin { travelled += last - place(sample) }
      last = place(sample)
      // Of samples at the same time the last one counts.
      if rows.last?.time == sample.time { rows.removeLast() }
      rows.append(Row(time: sample.time, offset: travelled))
    }
    self.init(rows, hand: hand, source: ObservedSource(axis: isVertical ? .y : .x))
  }

  /// The presses that ended in a release, each with its samples, in order.
  public var strokes: [RecordedHand] {
    var strokes: [RecordedHand] = []
    var open: [RecordedHand.Sample] = []
    for sample in hand?.samples ?? [] {
      if sample.phase == .begin { open = [] } else if open.isEmpty { continue }
      open.append(sample)
      guard sample.phase == .end else { continue }
      strokes.append(RecordedHand(open))
      open = []
    }
    return strokes
  }
}
