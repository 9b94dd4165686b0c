package import Feel
package import FeelTrace
package import Observe
package import Raster
internal import Stage

/// A screen recording of a program that scrolls, and the motions measured in it.
package struct Clip {
  /// What the user specifies about a clip.
  package struct Options: Sendable {
    /// The region that scrolls, in pixels of the clip; `nil` to find it.
    package var region: PixelRect?
    /// The axis it scrolls along; `nil` to find it.
    package var axis: ObservedSource.Axis?
    /// Limits the measurement to this part of the clip, in seconds.
    package var start = -Double.infinity
    package var end = Double.infinity

    package init() {}
  }

  /// One motion of a scrolling region, up to a rest or the next push.
  package struct Stretch {
    package let source: ObservedSource
    package let lines: [ObservedLine]
    /// In pixels of the clip.
    package let region: PixelRect
    package let motions: [Observation]
  }

  /// The result of measuring a clip.
  package struct Measured {
    /// The size of the clip's frames, in pixels.
    package let width, height: Int
    /// In order of time.
    package let stretches: [Stretch]
    /// A sentence if the file ends early, else `nil`.
    package let cut: String?
    /// One sentence per scrolling region.
    let sentences: [String]

    package var motions: ObservedMotions {
      ObservedMotions(observations: stretches.flatMap(\.motions))
    }
    /// The motions as an observation stream; every stretch starts with a source line of its own.
    package var lines: [JSON] {
      stretches.flatMap { [$0.source.json] + $0.lines.map(\.json) }
    }
  }

  /// Observes a reading: receives the size of the frames in pixels, then the share done and the
  /// current step, and may abandon it.
  package struct Watcher {
    package let open: (_ size: Size) -> Void
    package let tell: (_ share: Double, _ step: String) -> Void
    package let isAbandoned: @Sendable () -> Bool

    package init(
      open: @escaping (_ size: Size) -> Void = { _ in },
      tell: @escaping (_ share: Double, _ step: String) -> Void,
      isAbandoned: @escaping @Sendable () -> Bool
    ) {
      (self.open, self.tell, self.isAbandoned) = (open, tell, isAbandoned)
    }

    /// The watcher of one of several readings, which is this part of the whole.
    fileprivate func part(_ part: ClosedRange<Double>) -> Watcher {
      Watcher(
        tell: { [tell] share, step in
          tell(part.lowerBound + share * (part.upperBound - part.lowerBound), step)
        }, isAbandoned: isAbandoned)
    }
  }

  /// The minimum width and height of a region, in pixels of the clip.
  package static let leastRegionSide = 32

  package let path: String
  private let format: ClipFile.Format

  /// Longest side of the frames searched for motion, and of those then measured, in pixels.
  private static let (surveyed, measured) = (640, 1280)
  /// The minimum side of a region, in pixels of the searched frames.
  private static let leastSurveyed = 8.0
  /// The lowest usable frame rate: slower clips show too little of a motion.
  private static let slowest = 19.0
  private static let fewestFrames = 8
  /// Frames this long before and after a motion are measured too, in seconds.
  private static let margin = 0.5
  /// Touch dots are searched for this long before that, in seconds: a finger may hold still first.
  private static let longestHold = 1.5
  /// Compression and key-frame changes shift positions by about this much, in pixels of the
  /// measured frames, and neighbouring frames alike; laws that differ by less fit equally well.
  private static let exactness = 0.15
  /// The minimum travel of a motion, in pixels.
  private static let leastTravel = 4.0
  /// The minimum number of frames that move; fewer are the beginning of the next take's motion.
  private static let fewestSteps = 3
  /// If a larger share of the frames cannot be matched, the tracked region is not what scrolls.
  private static let mostUnlike = 0.34

  /// Creates a clip from its path; `nil` unless the first bytes are those of a clip.
  package init?(_ path: String, beginning: [UInt8]) {
    guard let format = ClipFile.Format(FileBeginning(beginning)) else { return nil }
    (self.path, self.format) = (path, format)
  }

  /// Reads the clip twice: once to find what scrolls, once to track it.
  ///
  /// - Throws: `CommandFailure` when it cannot be read, or no shift explains the changes in it.
  package func measured(
    hand: RecordedHand? = nil, _ options: Options = Options()
  ) throws(CommandFailure) -> Measured {
    StopSignals.watch()
    defer { StopSignals.release() }
    let progress = Progress("reading \(path)")
    let watcher = Watcher {
      progress.report($0, $1)
    } isAbandoned: {
      StopSignals.arrived
    }
    let read: Result<Measured, CommandFailure>
    do throws(CommandFailure) { read = .success(try measured(hand, options, watcher)) } catch {
      read = .failure(error)
    }
    progress.clear()
    // After a cancellation, any other error is a consequence of it: report only that.
    StopSignals.obey { "cancelled reading \(quoted(path))" }
    let measured = try read.get()
    for sentence in [measured.cut].compactMap(\.self) + measured.sentences {
      StandardError.say(sentence)
    }
    return measured
  }

  /// Measures for a caller that may abandon it; the result is meaningless if it did.
  package func measured(
    _ hand: RecordedHand? = nil, _ options: Options, _ watcher: Watcher
  ) throws(CommandFailure) -> Measured {
    var file = try ClipFile(path, format, isAbandoned: watcher.isAbandoned)
    watcher.open(Size(Double(file.width), Double(file.height)))
    try checkRate(file)
    let small = file.scale(atMost: Self.surveyed)
    try check(options.region, file, small)
    var done = 0.4
    var survey = try survey(file, small, options, watcher.part(0...done))
    if survey.times.count != file.times.count, options.end == .infinity, options.start < 0 {
      try file.readFrameTimes()
      survey = try self.survey(file, small, options, watcher.part(done...0.6))
      done = 0.6
    }
    if !watcher.isAbandoned() { try check(survey) }
    let findsDots = hand == nil && survey.mayShowDots
    let followed = findsDots ? 0.8 : 1
    var tracks = try track(survey, file, small, options, watcher.part(done...followed))
    if findsDots { try findDots(&tracks, file, options, watcher.part(followed...1)) }
    return try measurements(tracks, file, hand)
  }

  /// Opens the clip for reading frame by frame.
  ///
  /// - Throws: `CommandFailure` when it cannot be read.
  package func opened(_ isAbandoned: @escaping @Sendable () -> Bool) throws(CommandFailure)
    -> ClipFile
  {
    try ClipFile(path, format, isAbandoned: isAbandoned)
  }

  /// The frames nearest to the given times (in seconds), as small pictures; `nil` for frames that
  /// cannot be read.
  ///
  /// - Throws: `CommandFailure` when the clip cannot be read.
  package func frames(at moments: [Double]) throws(CommandFailure) -> [Image?] {
    let file = try ClipFile(path, format)
    let (times, scale) = (ClipTimes.even(file.times), file.scale(atMost: Self.surveyed))
    let wanted = moments.map { moment in
      times.indices.min { abs(times[$0] - moment) < abs(times[$1] - moment) } ?? 0
    }
    guard let first = wanted.min(), let last = wanted.max() else { return [] }
    var images: [Int: Image] = [:]
    try file.read(scale, from: first, inColor: true) { index, pixels in
      if wanted.contains(index) { images[index] = scale.image(pixels) }
      return index < last
    }
    return wanted.map { images[$0] }
  }

  private func checkRate(_ file: ClipFile) throws(CommandFailure) {
    let times = file.times
    guard times.count >= Self.fewestFrames else {
      throw .badFile(
        "\(path) has \(counted(times.count, "frame")); a motion needs \(Self.fewestFrames) at least."
      )
    }
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
    let rate = 1 / max(steps[steps.count / 2], 1e-6)
    guard rate >= Self.slowest else {
      throw .badFile(
        "\(path) has \(rate.text(decimals: 0)) frames a second, too few to tell a law. "
          + "Record at 30 or more; 60 are best.")
    }
  }

  private func check(
    _ region: PixelRect?, _ file: ClipFile, _ scale: ClipFile.Scale
  ) throws(CommandFailure) {
    guard let region else { return }
    let inside = region.intersection(PixelRect(x: 0, y: 0, width: file.width, height: file.height))
    let least = max(
      Self.leastRegionSide, Int((Self.leastSurveyed * max(scale.x, scale.y)).rounded(.up)))
    guard min(inside.width, inside.height) < least else { return }
    let named = "\(region.x0),\(region.y0),\(region.width),\(region.height)"
    let size = "\(file.width) × \(file.height) px"
    throw .usage(
      "\(path) is \(size): the region \(named) has \(inside.width) × \(inside.height) px of it. "
        + "Choose \(least) × \(least) px at least.")
  }

  // MARK: Search

  private func survey(
    _ file: ClipFile, _ scale: ClipFile.Scale, _ options: Options, _ watcher: Watcher
  ) throws(CommandFailure) -> ClipSurvey {
    let whole = PixelRect(x: 0, y: 0, width: scale.width, height: scale.height)
    let region = options.region.map { Self.scaled($0, by: (1 / scale.x, 1 / scale.y), in: whole) }
    var survey = ClipSurvey(region: region, isVertical: options.axis.map { $0 == .y })
    let times = ClipTimes.even(file.times)
    try file.read(scale) { index, pixels in
      let time = index < times.count ? times[index] : (times.last ?? 0) + Double(index)
      guard time <= options.end else { return false }
      watcher.tell(Double(index) / Double(max(1, times.count)), "looking for what scrolls")
      if time >= options.start {
        survey.add(
          GreyPicture(width: scale.width, height: scale.height, pixels: pixels), at: time)
      }
      return true
    }
    survey.finish()
    return survey
  }

  private func check(_ survey: ClipSurvey) throws(CommandFailure) {
    guard survey.runs.isEmpty else { return }
    let isShort = survey.isTooShort || survey.times.count < Self.fewestFrames
    guard survey.moves || isShort else {
      throw .badFile("\(path): nothing moves in it. Record while the content scrolls.")
    }
    guard !isShort else {
      throw .badFile(
        "\(path): too little of it scrolls. Something must scroll for "
          + "\(Self.fewestFrames) frames and \(ClipSurvey.shortest.text(decimals: 2)) s at least.")
    }
    let share = Int((100 * survey.shifted / survey.whole).rounded())
    throw .badFile(
      "\(path): a shift explains only \(share) % of what changes. Something tilts, zooms or fades, or "
        + "several things move at once. Name one with “feellab fit --region X,Y,W,H”, or a stretch "
        + "with its --from and --to, and keep it as a stream with -o; best is a recording of the "
        + "screen itself.")
  }

  private static func scaled(
    _ region: PixelRect, by factor: (x: Double, y: Double), in whole: PixelRect
  ) -> PixelRect {
    PixelRect(
      x0: Int((Double(region.x0) * factor.x).rounded()),
      y0: Int((Double(region.y0) * factor.y).rounded()),
      x1: Int((Double(region.x1) * factor.x).rounded()),
      y1: Int((Double(region.y1) * factor.y).rounded())
    ).intersection(whole)
  }

  // MARK: Tracking

  /// A scrolling region while it is tracked.
  private struct Followed {
    let run: ClipSurvey.Run
    /// In pixels of the clip.
    let region: PixelRect
    let span: ClosedRange<Double>
    var track: ClipTrack
    var dots: TouchDots
  }

  /// Reads the clip once more to find a touch dot, now that the content's motion is known.
  private func findDots(
    _ tracks: inout [Followed], _ file: ClipFile, _ options: Options, _ watcher: Watcher
  ) throws(CommandFailure) {
    let scale = file.scale(atMost: Self.measured)
    let times = ClipTimes.even(file.times)
    let spans = tracks.indices.map { index in
      let before = index > 0 ? tracks[index - 1].span.upperBound : options.start
      let span = tracks[index].span
      return max(before, span.lowerBound - Self.longestHold)...span.upperBound
    }
    let end = min(options.end, spans.last?.upperBound ?? 0)
    try file.read(scale) { index, pixels in
      let time = index < times.count ? times[index] : .infinity
      guard time <= end else { return false }
      watcher.tell(Double(index) / Double(max(1, times.count)), "looking for a touch dot")
      let here = tracks.indices.filter { time >= options.start && spans[$0].contains(time) }
      guard !here.isEmpty else { return true }
      let picture = GreyPicture(width: scale.width, height: scale.height, pixels: pixels)
      for index in here {
        let offset = tracks[index].track.offset(shownAt: time)
        tracks[index].dots.add(picture, offset: offset, at: time)
      }
      return true
    }
    for index in tracks.indices { tracks[index].dots.finish() }
  }

  private func track(
    _ survey: ClipSurvey, _ file: ClipFile, _ small: ClipFile.Scale, _ options: Options,
    _ watcher: Watcher
  ) throws(CommandFailure) -> [Followed] {
    let scale = file.scale(atMost: Self.measured)
    var tracks = survey.runs.indices.map { followed($0, survey.runs, small, scale, file) }
    let times = ClipTimes.even(file.times)
    let end = min(options.end, tracks.last?.span.upperBound ?? 0)
    try file.read(scale) { index, pixels in
      let time = index < times.count ? times[index] : .infinity
      guard time <= end else { return false }
      watcher.tell(Double(index) / Double(max(1, times.count)), "following it")
      let here = tracks.indices.filter { time >= options.start && tracks[$0].span.contains(time) }
      guard !here.isEmpty else { return true }
      let picture = GreyPicture(width: scale.width, height: scale.height, pixels: pixels)
      for index in here { tracks[index].track.add(picture, at: time) }
      return true
    }
    for index in tracks.indices { tracks[index].track.finish() }
    return tracks
  }

  private func followed(
    _ index: Int, _ runs: [ClipSurvey.Run], _ small: ClipFile.Scale, _ scale: ClipFile.Scale,
    _ file: ClipFile
  ) -> Followed {
    let run = runs[index]
    let (x, y) = (small.x / scale.x, small.y / scale.y)
    let whole = PixelRect(x: 0, y: 0, width: scale.width, height: scale.height)
    let region = Self.scaled(run.region, by: (x, y), in: whole)
    var mask = [Bool](repeating: true, count: region.area)
    for row in 0..<region.height {
      let from = min(run.region.height - 1, Int(Double(row) / y)) * run.region.width
      for column in 0..<region.width {
        mask[row * region.width + column] =
          run.mask[from + min(run.region.width - 1, Int(Double(column) / x))]
      }
    }
    let before = index > 0 ? runs[index - 1].end : -.infinity
    let after = index + 1 < runs.count ? runs[index + 1].start : .infinity
    let start = max(run.start - Self.margin, before)
    let end = min(run.end + Self.margin, after)
    return Followed(
      run: run,
      region: Self.scaled(
        run.region, by: (small.x, small.y),
        in: PixelRect(x: 0, y: 0, width: file.width, height: file.height)),
      span: min(start, run.start)...max(end, run.end),
      track: ClipTrack(region: region, isVertical: run.isVertical, mask: mask),
      dots: TouchDots(region: region, isVertical: run.isVertical, mask: mask))
  }

  // MARK: Results

  private func measurements(
    _ tracks: [Followed], _ file: ClipFile, _ hand: RecordedHand?
  ) throws(CommandFailure) -> Measured {
    let scale = file.scale(atMost: Self.measured)
    var stretches: [Stretch] = []
    var sentences: [String] = []
    for followed in tracks {
      let (run, track, region) = (followed.run, followed.track, followed.region)
      let factor = run.isVertical ? scale.y : scale.x
      let unlike =
        Double(track.unlike.count) / Double(max(1, track.unlike.count + track.rows.count))
      guard unlike < Self.mostUnlike else { continue }
      var source = ObservedSource(
        name: FileName.last(of: path), axis: run.isVertical ? .y : .x,
        viewport: Double(run.isVertical ? region.height : region.width))
      let content = track.settled
      (source.exactness, source.timeScatter) = (Self.exactness * factor, content.scatter)
      let dots = followed.dots.hand(by: content)
      let before = stretches.count
      var short: [String] = []
      for rows in Self.takes(content.rows, dots) {
        let told = rows.map {
          ObservedLine(time: $0.time, .offset(($0.offset * factor * 1000).rounded() / 1000))
        }
        let own = dots.map { Self.scaled($0, by: Vector(scale.x, scale.y)) }
        let events = Self.merged(told, hand ?? own)
        let found = Self.motions(source, events)
        guard !found.isEmpty else {
          if let first = rows.first, let last = rows.last,
            abs(last.offset - first.offset) * factor >= Self.leastTravel
          {
            short.append("\(first.time.text(decimals: 2))…\(last.time.text(decimals: 2))")
          }
          continue
        }
        stretches.append(
          Stretch(
            source: source, lines: events, region: region, motions: found))
      }
      if stretches.count > before {
        let motions = stretches[before...].flatMap(\.motions)
        sentences.append(sentence(followed, motions, moved: content.moved, short: short))
        if dots != nil { sentences.append(sentence(followed.dots, by: scale)) }
      }
    }
    guard !stretches.isEmpty else {
      throw .badFile(
        "\(path): what moves in it cannot be followed: most frames show something else. Name what "
          + "scrolls with “feellab fit --region X,Y,W,H”, or a stretch with its --from and --to.")
    }
    let end = (file.times.last ?? 0).text(decimals: 1)
    return Measured(
      width: file.width, height: file.height, stretches: stretches,
      cut: file.isCut ? say("\(quoted(path)) is cut off at \(end) s. Measured up to there.") : nil,
      sentences: sentences)
  }

  /// The rows of each take: cut at the presses of a dot if there is one, else at rests and new
  /// pushes.
  private static func takes(
    _ rows: [ClipTrack.Row], _ dots: RecordedHand?
  ) -> [[ClipTrack.Row]] {
    if let dots { return ClipTakes.cut(rows, at: Observation([], hand: dots).presses) }
    return ClipTakes.cut(rows).map(Array.init)
  }

  private static func scaled(_ hand: RecordedHand, by factor: Vector) -> RecordedHand {
    RecordedHand(
      hand.samples.map { sample in
        // Pixel 0 has its centre at 0.5.
        let place = Vector(
          (sample.location.x + 0.5) * factor.x, (sample.location.y + 0.5) * factor.y)
        return RecordedHand.Sample(time: sample.time, phase: sample.phase, location: place)
      })
  }

  private func sentence(_ dots: TouchDots, by scale: ClipFile.Scale) -> String {
    let presses = dots.presses.map { press in
      "\(press.places[0].time.text(decimals: 2))…\(press.end.text(decimals: 2)) s"
    }
    let size = 2 * (dots.presses.first?.radius ?? 0) * scale.x
    return "\(path): the hand is read from a touch dot of \(size.text(decimals: 0)) px, pressed at "
      + presses.joined(separator: ", ")
  }

  private func sentence(
    _ followed: Followed, _ motions: [Observation], moved: Int, short: [String]
  ) -> String {
    let (run, track, region) = (followed.run, followed.track, followed.region)
    let rows = track.rows
    let start = motions.first?.rows.first?.time ?? run.start
    let end = motions.last?.rows.last?.time ?? run.end
    let times = "\(start.text(decimals: 2))…\(end.text(decimals: 2)) s"
    let way = run.isVertical ? "up and down" : "from side to side"
    let share = Int((100 * run.explained).rounded())
    let (unlike, changes) = (track.unlike, track.changes.map { $0.text(decimals: 2) })
    let leftOut =
      unlike.isEmpty ? "" : "; \(counted(unlike.count, "frame")) of \(rows.count) left out"
    let changed =
      changes.isEmpty
      ? "" : "; content changed without moving at \(changes.joined(separator: ", ")) s"
    let early =
      moved == 0 ? "" : "; \(counted(moved, "frame")) early or late, put to the content’s time"
    let skipped =
      short.isEmpty
      ? "" : "; motion in \(short.joined(separator: " and ")) s is too short for a take"
    return "\(path): \(times), \(region.width) × \(region.height) px at \(region.x0),\(region.y0) "
      + "scroll \(way); a shift explains \(share) % of the change\(leftOut)\(changed)"
      + early + skipped
  }

  private static func motions(
    _ source: ObservedSource, _ lines: [ObservedLine]
  ) -> [Observation] {
    var found: [Observation] = []
    var collector = GestureCollector()
    collector.handle(.source(source)) { found.append($0) }
    for line in lines { collector.handle(.line(line)) { found.append($0) } }
    collector.finish { found.append($0) }
    found.removeAll { motion in
      let steps = zip(motion.rows, motion.rows.dropFirst()).count { $0.offset != $1.offset }
      return motion.rows.count < fewestFrames || steps < fewestSteps || motion.travel < leastTravel
    }
    return found
  }

  /// Merges the rows with the hand's samples during them, in order of time.
  private static func merged(_ rows: [ObservedLine], _ hand: RecordedHand?) -> [ObservedLine] {
    guard let hand, let first = rows.first?.time, let last = rows.last?.time else { return rows }
    let span = first...last
    let samples = hand.samples.filter { span.contains($0.time) }
    return (samples.map(ObservedLine.init) + rows).sorted { $0.time < $1.time }
  }
}
