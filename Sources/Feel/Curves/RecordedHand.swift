/// The recorded samples of a hand on its pointer.
public struct RecordedHand: Hashable, Sendable {
  /// What the pointer did.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// It was pressed.
    case begin
    /// It moved while pressed.
    case update
    /// It was released.
    case end
  }

  /// One report of the pointer.
  public struct Sample: Hashable, Sendable {
    /// The time, in seconds on the recording's clock.
    public var time: Double
    /// What the pointer did.
    public var phase: Phase
    /// The location, in points.
    public var location: Vector

    /// Creates a sample.
    public init(time: Double, phase: Phase, location: Vector) {
      (self.time, self.phase, self.location) = (time, phase, location)
    }
  }

  /// The samples, in order of time.
  public var samples: [Sample]

  /// Creates a hand.
  public init(_ samples: [Sample]) { self.samples = samples }

  /// Whether its vertical extent is at least as large as its horizontal one.
  public var isVertical: Bool {
    func span(_ place: (Sample) -> Double) -> Double {
      let places = samples.map(place)
      return (places.max() ?? 0) - (places.min() ?? 0)
    }
    return span(\.location.y) >= span(\.location.x)
  }
}

/// A preset's response to a recorded hand: the content's offset at every time.
///
/// The hand is replayed on a ``ScrollView`` as a finger, at the recording's own times.
public struct HandPrediction: Sendable {
  /// The velocity of the last release in points per second, positive for a growing offset; without
  /// momentum from an earlier flick.
  public let releaseVelocity: Double
  /// Where the content comes to rest, in points.
  public let rest: Double

  private struct Moment: Sendable {
    var time: Double
    var view: ScrollView
    /// The run after a release, for a preset with an input lead.
    var run: ScrollMotion?
  }

  /// The view after each sample, in order of time.
  private let moments: [Moment]
  /// The offset in the recording that corresponds to 0 in the view, in points.
  private let origin: Double

  /// Predicts a hand's motion by a preset's physics.
  ///
  /// - Parameters:
  ///   - hand: the hand; without samples nothing moves.
  ///   - preset: the preset with the slop, estimator and physics.
  ///   - start: the offset before the press, in points; clamped to `range`.
  ///   - range: the offsets at which content may rest, in points.
  ///   - viewport: the viewport's length, in points; positive and finite.
  public init(
    of hand: RecordedHand, by preset: ScrollPreset, start: Double, range: ClosedRange<Double>,
    viewport: Double
  ) {
    let isVertical = hand.isVertical
    // In the middle of a wide frame the press hits the content, not its scroll bar. Shifting by
    // whole points does not disturb estimators that count whole points.
    let press = hand.samples.first?.location ?? .zero
    let center = Vector((viewport / 2 - press.x).rounded(), (viewport / 2 - press.y).rounded())
    let wide = 2 * viewport + 1000
    var view = ScrollView(
      frame: isVertical
        ? Rect(x: 0, y: 0, width: wide, height: viewport)
        : Rect(x: 0, y: 0, width: viewport, height: wide),
      contentLength: range.upperBound - range.lowerBound + viewport,
      direction: isVertical ? .vertical : .horizontal, offset: start - range.lowerBound,
      physics: preset.physics)
    let zero = hand.samples.first?.time ?? 0
    origin = range.lowerBound
    var moments = [Moment(time: -.infinity, view: view)]
    var released = 0.0
    for sample in hand.samples {
      let time = Instant(seconds: sample.time - zero)
      let phase: PointerSample.Phase =
        switch sample.phase {
        case .begin: .down
        case .update: .moved
        case .end: .up
        }
      let pointer = PointerSample(
        time: time, phase: phase, location: sample.location + center, device: .touch)
      var run: ScrollMotion?
      if phase == .up {
        var alone = view
        var physics = preset.physics
        physics.accumulation = .none
        _ = alone.setPhysics(physics, at: time)
        released = alone.isPressed ? alone.velocity(at: time) : 0
        let velocity = view.velocity(at: time)
        if preset.inputLead > 0, velocity != 0 {
          let extent = view.axis.extent
          let offset = extent.clamped(view.contentOffset(at: time) + velocity * preset.inputLead)
          run = preset.physics.release(from: offset, velocity: velocity, in: extent)
        }
      }
      _ = view.handle(.pointer(pointer))
      moments.append(Moment(time: sample.time - zero, view: view, run: run))
    }
    (self.moments, releaseVelocity, first) = (moments, released, zero)
    rest = (moments.last?.run?.restPosition ?? view.restOffset(at: view.now)) + origin
  }

  /// The content's offset before the press, for a recording that may begin after the hand has
  /// already moved the content.
  ///
  /// The recorded drag is matched with the drag that the preset predicts from the hand, at the lag
  /// at which they agree best.
  public static func start(
    of recorded: RecordedMotion, _ hand: RecordedHand, by preset: ScrollPreset, viewport: Double,
    range: ClosedRange<Double> = -1e9...1e9
  ) -> Double {
    guard let first = recorded.rows.first, let press = hand.samples.first?.time else { return 0 }
    // Content first seen at or past an edge was at the edge before.
    if first.time <= press || !range.contains(first.offset) || first.offset == range.lowerBound
      || first.offset == range.upperBound
    {
      return min(max(first.offset, range.lowerBound), range.upperBound)
    }
    let free = HandPrediction(of: hand, by: preset, start: 0, range: -1e7...1e7, viewport: viewport)
    if free.offset(at: first.time) == 0 { return first.offset }
    let drag = recorded.rows.filter { $0.time < 0 }
    guard !drag.isEmpty else { return first.offset - free.offset(at: first.time) }
    var best = (start: first.offset, spread: Double.infinity)
    for lag in (-25...25).map({ Double($0) / 1000 }) {
      let starts = drag.map { $0.offset - free.offset(at: $0.time - lag) }
      let mean = starts.reduce(0, +) / Double(starts.count)
      let spread = starts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      if spread < best.spread { best = (starts.sorted()[starts.count / 2], spread) }
    }
    return min(max(best.start, range.lowerBound), range.upperBound)
  }

  private let first: Double

  /// The content's offset at a time of the recording, in points.
  public func offset(at time: Double) -> Double {
    let local = time - first
    var (low, high) = (0, moments.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if moments[middle].time <= local { low = middle } else { high = middle }
    }
    let moment = moments[low]
    if let run = moment.run { return origin + run.value(at: local - moment.time) }
    return origin + moment.view.contentOffset(at: Instant(seconds: max(0, local)))
  }
}
