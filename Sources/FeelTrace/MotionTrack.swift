public import Feel

/// A motion known at some moments: a recorded gesture, or rows measured elsewhere.
public struct MotionTrack: Hashable, Sendable {
  /// The motion at one moment.
  public struct Sample: Hashable, Sendable {
    /// Seconds since the first sample.
    public let time: Double
    /// The position, in the track's unit.
    public let position: Double
    /// The velocity, in units per second, if known; during a drag, that of a release at that time.
    public let velocity: Double?
    /// The control's state, if known.
    public let state: ControlState?

    /// Creates a sample.
    public init(
      time: Double, position: Double, velocity: Double? = nil, state: ControlState? = nil
    ) {
      (self.time, self.position, self.velocity) = (time, position, velocity)
      self.state = state
    }
  }

  /// What moves, or the source of the rows: "carousel", "fling.csv".
  public let name: String
  /// The unit of the positions: "pt", or empty for a ratio or a count.
  public let unit: String
  /// The positions between which it may come to rest.
  public let bounds: ClosedRange<Double>?
  /// The samples, in order of time; at least two, the first at 0.
  public let samples: [Sample]

  /// Creates a track, or `nil` unless there are at least two samples, the first at 0 and each later
  /// than the previous one, and every number is finite.
  public init?(
    name: String, unit: String = "pt", bounds: ClosedRange<Double>? = nil, samples: [Sample]
  ) {
    guard samples.count >= 2, samples[0].time == 0,
      zip(samples, samples.dropFirst()).allSatisfy({ $0.time < $1.time }),
      samples.allSatisfy({
        $0.time.isFinite && $0.position.isFinite && $0.velocity?.isFinite ?? true
      }),
      bounds.map({ $0.lowerBound.isFinite && $0.upperBound.isFinite }) ?? true
    else { return nil }
    (self.name, self.unit, self.bounds, self.samples) = (name, unit, bounds, samples)
  }

  /// Writes or reads the track's members.
  public func walked(by walk: JSONWalk) throws(JSONError) -> MotionTrack {
    let name = try walk.required("name", name, .text)
    let unit = try walk.required("unit", unit, .text)
    let ends = try walk.optional(
      "bounds", bounds.map { [$0.lowerBound, $0.upperBound] },
      .list(of: .number).when("two numbers in order") { $0.count == 2 && $0[0] <= $0[1] })
    let samples = try walk.required(
      "samples", samples,
      .list(of: .sample, atMost: Limits.trackSamples).when(
        "two samples or more from 0 on, in order of time, and \(Limits.trackSamples) at most,"
      ) { MotionTrack(name: "", samples: $0) != nil })
    let bounds = ends.map { $0[0]...$0[1] }
    return MotionTrack(name: name, unit: unit, bounds: bounds, samples: samples) ?? self
  }
}

extension JSONForm<MotionTrack.Sample> {
  /// An array of time and position, then optionally the velocity or null, then the state.
  fileprivate static var sample: Self {
    Self("an array of time, position, velocity and state") { sample in
      let known: [JSON] = [.number(sample.time), .number(sample.position)]
      guard sample.velocity != nil || sample.state != nil else { return .list(known) }
      let velocity = sample.velocity.map(JSON.number) ?? .null
      return .list(known + [velocity] + (sample.state.map { [.text($0.rawValue)] } ?? []))
    } _: { (json) throws(JSONError) in
      guard let list = json.list, (2...4).contains(list.count), let time = list[0].number,
        let position = list[1].number
      else { return nil }
      let velocity = list.count > 2 ? list[2] : .null
      guard velocity.value == .null || velocity.number != nil else {
        throw velocity.error("a number or null")
      }
      let state = list.count > 3 ? list[3].text.flatMap(ControlState.init) : nil
      guard list.count < 4 || state != nil else {
        throw list[3].error("what a control does, such as \"tracking\"")
      }
      return MotionTrack.Sample(
        time: time, position: position, velocity: velocity.number, state: state)
    }
  }
}
