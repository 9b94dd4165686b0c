internal import Feel
public import FeelTrace
internal import Stage

extension Session {
  /// The last motion that a hand began, up to its rest; what has not happened yet is as it would be without another event.
  ///
  /// It is evaluated from the events that are kept, so the same events give the same track. Where the scene's own motions are no gestures, or there was none, it is that of the scenes before.
  public func lastGesture() -> MotionTrack? {
    (sceneType.isUnderTest ? stageGesture() : nil) ?? gesture
  }

  private func stageGesture() -> MotionTrack? {
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

  private func track(from start: Instant, to known: Instant?) -> MotionTrack? {
    let start = max(start, history.start)
    let end = known ?? futureRest
    guard end > start else { return nil }
    // Fine enough for the eye at any zoom that makes sense, and a long hold stays small.
    let count = min(2400, max(1, Int(((end - start) * 240).rounded(.up))))
    var moment = history.moment(at: start)
    var samples: [MotionTrack.Sample] = []
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
        MotionTrack.Sample(
          time: elapsed, position: reading.position, velocity: reading.velocity ?? mean ?? 0,
          state: reading.state))
      last = reading
    }
    return Self.track(samples, of: last)
  }

  private static func track(
    _ samples: [MotionTrack.Sample], of reading: MotionReading?
  ) -> MotionTrack? {
    guard let reading, samples.count >= 2 else { return nil }
    let hasHold = samples.contains {
      $0.state.map { [.pressed, .tracking, .rubber].contains($0) } ?? false
    }
    let hasMoved = samples.contains { $0.position != samples[0].position }
    guard hasHold, hasMoved else { return nil }
    let start = samples[0].time
    return MotionTrack(
      name: reading.control, unit: reading.unit, bounds: reading.bounds,
      samples: samples.map {
        MotionTrack.Sample(
          time: $0.time - start, position: $0.position, velocity: $0.velocity, state: $0.state)
      })
  }

  /// When the stage will rest: now, while a hand holds it.
  private var futureRest: Instant {
    let live = liveStageTime
    guard !run.scene.isHeld, let rest = run.watched(at: live)?.restTime else { return live }
    return min(max(rest, live), live.advanced(by: 30))
  }
}
