internal import Feel
internal import Stage

extension Session {
  /// Asks for a picture of the lanes.
  mutating func saveLanes(_ ending: String) {
    guard let frame = layout.timeline else { return }
    request(.savePicture(of: frame, name: "feellab-\(sceneType.id)-timeline.\(ending)"))
  }

  /// Copies the samples that the lanes show, as comma-separated values.
  mutating func copyLanes() {
    guard let content = timelineContent(at: now) else { return }
    let rows = rows(of: log(at: now), in: content)
    let header = "time,control,position,velocity,state"
    request(.copy(header + (markers.isEmpty ? "\n" : ",marker\n") + rows.joined()))
    say("Copied \(rows.count) rows as CSV")
  }

  /// One line a sample: the stage's time in seconds, what moved, where in its unit, how fast a second, and what it did; if a hand marked moments, the number of the marker that falls between it and the next.
  private func rows(of log: MotionLog, in content: TimelineContent) -> [String] {
    var names: [Int: String] = [:]
    for part in run.sources(at: max(content.end, run.now)) {
      names[part.source] = part.reading.control
    }
    let last = min(Instant(seconds: content.axis.upper), content.end)
    return log.samples.enumerated().compactMap { index, sample in
      let time = MotionLog.time(of: log.first + Int64(index))
      guard time.seconds >= content.axis.lower, time <= last else { return nil }
      let name = sample.source.flatMap { names[$0] } ?? ""
      let (position, velocity) = (
        sample.position.map { "\($0)" } ?? "", sample.velocity.map { "\($0)" } ?? ""
      )
      let row = "\(time.seconds),\(name),\(position),\(velocity),\(sample.state.rawValue)"
      guard !markers.isEmpty else { return row + "\n" }
      let moment = log.first + Int64(index)
      let marker = markers.firstIndex { MotionLog.index(atOrBefore: $0) == moment }
      return row + "," + (marker.map { "\($0 + 1)" } ?? "") + "\n"
    }
  }
}
