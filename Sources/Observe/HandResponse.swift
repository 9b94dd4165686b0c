public import Feel
internal import FeelTrace

/// How a program's content answered a hand until it was let go.
public struct HandResponse: Hashable, Sendable {
  /// When the hand was pressed and let go, in seconds on the clock of the observation.
  public let press: ClosedRange<Double>
  /// How many times it was reported in that.
  public let samples: Int
  /// How far it went along the axis from the press to the release, in the direction in which the
  /// offset grows.
  public let travel: Double
  /// How far it had gone in the last frame without a motion and in the first with one, or `nil`
  /// where content never moved.
  ///
  /// The program's slop lies between the two; the lag is taken off where it is known.
  public let start: ClosedRange<Double>?
  /// How much of the travel the content did not follow, or `nil` where the lag is not known;
  /// negative where it went further than the hand.
  public let deduction: FittedValue?

  /// Reads it off an observation; `nil` where no hand was let go.
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
  /// A hand as a motion: its travel along the axis on which it goes further, as content would go
  /// that follows it at once.
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
      // Of samples of one time the later one counts.
      if rows.last?.time == sample.time { rows.removeLast() }
      rows.append(Row(time: sample.time, offset: travelled))
    }
    self.init(rows, hand: hand, source: ObservedSource(axis: isVertical ? .y : .x))
  }

  /// The presses of the hand that were let go, each with its samples, in order.
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
