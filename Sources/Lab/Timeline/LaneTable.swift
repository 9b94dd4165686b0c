internal import Feel
internal import Stage

/// The samples that the lanes show, as comma-separated values.
///
/// One line a sample: the stage's time in seconds, what moved, where in its unit, how fast a second, and what it did; if a hand marked moments, the number of the marker that falls between it and the next.
struct LaneTable {
  let rows: [String]
  private let header: String

  init(_ player: Player, at now: Instant, in content: TimelineContent) {
    var names: [Int: String] = [:]
    let sheet = player.sheet
    for part in sheet.run.sources(at: max(content.end, sheet.run.now)) {
      names[part.source] = part.reading.control
    }
    let (log, markers) = (sheet.end == nil ? player.log(at: now) : sheet.log, player.live.markers)
    let last = min(Instant(seconds: content.axis.upper), content.end)
    rows = log.samples.enumerated().compactMap { index, sample in
      let time = MotionLog.time(of: log.first + Int64(index))
      guard time.seconds >= content.axis.lower, time >= sheet.start, time <= last
      else { return nil }
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
    header = "time,control,position,velocity,state" + (markers.isEmpty ? "\n" : ",marker\n")
  }

  var text: String { header + rows.joined() }
}
