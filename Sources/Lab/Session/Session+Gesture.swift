internal import Feel

extension Session {
  /// The last motion of the stage that a hand began, up to its rest; what has not happened yet is as it would be without another event.
  ///
  /// It is evaluated from the events that are kept, so the same events give the same track.
  func lastGesture() -> GestureTrack? {
    let log = log(at: now)
    // From leaving the rest to coming back to it.
    var episodes: [(start: Instant, end: Instant?)] = []
    for change in log.changes {
      if change.state == .idle {
        if let last = episodes.indices.last { episodes[last].end = change.time }
      } else if episodes.last == nil || episodes.last?.end != nil {
        episodes.append((change.time, nil))
      }
    }
    return episodes.reversed().lazy.compactMap { track(from: $0.start, to: $0.end) }.first
  }

  private func track(from start: Instant, to known: Instant?) -> GestureTrack? {
    let start = max(start, history.start)
    let end = known ?? futureRest
    guard end > start else { return nil }
    // Fine enough for the eye at any zoom that makes sense, and a long hold stays small.
    let count = min(2400, max(1, Int(((end - start) * 240).rounded(.up))))
    var moment = history.moment(at: start)
    var samples: [GestureTrack.Sample] = []
    var last: MotionReading?
    for index in 0...count {
      let share = Double(index) / Double(count)
      let time = index == count ? end : start.advanced(by: share * (end - start))
      history.play(&moment, to: time)
      guard let reading = moment.run.watched(at: time) else { return nil }
      // Only the control that was touched last: the one before it has a scale of its own.
      if last?.control != reading.control { samples.removeAll() }
      let elapsed = time - start
      let mean = samples.last.map { (reading.position - $0.position) / (elapsed - $0.time) }
      samples.append(
        GestureTrack.Sample(
          time: elapsed, position: reading.position, velocity: reading.velocity ?? mean ?? 0,
          state: reading.state))
      last = reading
    }
    return Self.track(samples, of: last)
  }

  private static func track(
    _ samples: [GestureTrack.Sample], of reading: MotionReading?
  ) -> GestureTrack? {
    guard let reading, samples.count >= 2 else { return nil }
    let hasHold = samples.contains { [.pressed, .tracking, .rubber].contains($0.state) }
    let hasMoved = samples.contains { $0.position != samples[0].position }
    guard hasHold, hasMoved else { return nil }
    var samples = samples
    let start = samples[0].time
    for index in samples.indices { samples[index].time -= start }
    return GestureTrack(
      control: reading.control, unit: reading.unit, bounds: reading.bounds, samples: samples)
  }

  /// When the stage will rest: now, while a hand holds it.
  private var futureRest: Instant {
    let live = liveStageTime
    guard !run.scene.isHeld, let rest = run.watched(at: live)?.restTime else { return live }
    return min(max(rest, live), live.advanced(by: 30))
  }
}
