public import Feel

extension MotionSegment.Kind {
  /// The state of a control that moves in this way.
  public var state: ControlState {
    switch self {
    case .rest: .idle
    case .drag, .late, .wheel, .unexplained: .tracking
    case .fling: .decelerating
    case .bounce: .bouncing
    case .snap: .snapping
    case .programmatic: .programmatic
    }
  }
}

extension [MotionSegment] {
  /// The motion in each row of these stretches: the offset and the velocity in units a second, by a
  /// law if there is one, and what moves the content.
  ///
  /// Without a law, the velocity is the slope of the parabola through a row and its neighbours in
  /// the same stretch, so it neither lags behind nor mixes a drag with the fling that follows.
  public func motion(
    of rows: [Observation.Row]
  ) -> [(row: Observation.Row, velocity: Double, kind: MotionSegment.Kind)] {
    flatMap { segment in
      guard segment.law == nil else {
        return segment.fitted.map {
          (Observation.Row(time: $0.time, offset: $0.offset), $0.velocity, segment.kind)
        }
      }
      let own = rows.filter { segment.start...segment.end ~= $0.time }
      return own.indices.map { (own[$0], own.velocity(at: $0), segment.kind) }
    }
  }
}

extension [Observation.Row] {
  /// The velocity in a row, from the rows next to it, in units a second.
  fileprivate func velocity(at index: Int) -> Double {
    func slope(_ from: Int) -> Double {
      (self[from + 1].offset - self[from].offset) / (self[from + 1].time - self[from].time)
    }
    guard count > 2 else { return count == 2 ? slope(0) : 0 }
    let first = Swift.min(Swift.max(0, index - 1), count - 3)
    let bend = (slope(first + 1) - slope(first)) / (self[first + 2].time - self[first].time)
    let time = self[index].time
    return slope(first) + bend * (2 * time - self[first].time - self[first + 1].time)
  }
}
