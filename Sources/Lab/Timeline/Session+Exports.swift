internal import Feel

/// What can be made of the timeline's lanes.
enum TimelineExport: Int, CaseIterable {
  case csv, svg, png, mp4, gif, apng, again, all

  /// What stands in the list.
  var title: String {
    switch self {
    case .csv: "Copy as CSV"
    case .svg: "Save as SVG"
    case .png: "Save as PNG"
    case .mp4: "Film as MP4"
    case .gif: "Film as GIF"
    case .apng: "Film as animated PNG"
    case .again: "Run the last gesture again"
    case .all: "Show all"
    }
  }
}

extension Session {
  /// Offers what can be made of the lanes, in a list at a place.
  mutating func offerExports(at place: Vector) {
    let anchor = Rect(x: place.x, y: place.y, width: 1, height: 1)
    timeline.menu = Menu(
      TimelineExport.allCases.map(\.title), selected: nil, below: anchor, in: size)
  }

  /// Gives the list the pointer; returns whether there was one.
  mutating func takeExports(_ sample: PointerSample) -> Bool {
    guard var menu = timeline.menu else { return false }
    let outcome = menu.handle(sample)
    timeline.menu = menu
    // The list lies over everything: what ends or chooses in it reaches nothing else.
    chrome.pass(sample)
    follow(outcome)
    return true
  }

  /// Gives the list the keyboard; returns whether there was one.
  mutating func takeExports(_ sample: KeySample) -> Bool {
    guard var menu = timeline.menu else { return false }
    let outcome = menu.handle(sample)
    timeline.menu = menu
    follow(outcome)
    return true
  }

  private mutating func follow(_ outcome: Menu.Outcome) {
    guard outcome != .none else { return }
    timeline.menu = nil
    guard case .chosen(let row) = outcome, let export = TimelineExport(rawValue: row) else {
      return
    }
    switch export {
    case .csv: copyLanes()
    case .svg: saveLanes("svg")
    case .png: saveLanes("png")
    case .mp4: filmLanes("mp4")
    case .gif: filmLanes("gif")
    case .apng: filmLanes("apng")
    case .again: repeatGesture()
    case .all: timeline.view.reset()
    }
  }

  private mutating func saveLanes(_ ending: String) {
    guard let frame = layout.timeline else { return }
    request(.savePicture(of: frame, name: "feellab-\(sceneType.id)-timeline.\(ending)"))
  }

  /// Copies the samples that the lanes show, as comma-separated values.
  mutating func copyLanes() {
    guard let content = timelineContent(at: now) else { return }
    let rows = rows(of: log(at: now), in: content)
    request(.copy("time,control,position,velocity,state\n" + rows.joined()))
    say("Copied \(rows.count) rows as CSV")
  }

  /// One line a sample: the stage's time in seconds, what moved, where in its unit, how fast a second, and what it did.
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
      return "\(time.seconds),\(name),\(position),\(velocity),\(sample.state.rawValue)\n"
    }
  }
}
