internal import Feel
package import FeelFiles
internal import FeelTrace
internal import Lab
internal import Observe
internal import Stage

/// Converts a clip's measurements into a recording for the window: each motion starts anew at 0 and
/// is a take, and at the end the one with the longest run plays.
///
/// The preset closest to a motion's run is shown beside it, released at the velocity measured in
/// the clip; beside motions without a run, the one closest to the longest run.
package enum ClipRecording {
  /// Seconds before and after a motion.
  private static let (lead, trail) = (0.25, 1.0)

  /// Earliest start of a motion at or after `time`, in seconds: 2 ms before a log moment, so that
  /// each frame of a 60 fps clip falls on its own log moment despite times rounded to 1 ms.
  private static func beginning(after time: Double) -> Double {
    let rate = Double(MotionLog.rate)
    return ((time + 0.002) * rate).rounded(.up) / rate - 0.002
  }

  /// Measures a clip, and converts the result into a recording.
  ///
  /// - Throws: `CommandFailure` when it cannot be read or measured, or was cancelled.
  package static func file(
    of clip: Clip, _ options: Clip.Options, _ watcher: Clip.Watcher
  ) throws(CommandFailure) -> TraceFile {
    do throws(CommandFailure) {
      let measured = try clip.measured(nil, options, watcher)
      if !watcher.isAbandoned() { return try file(measured, of: clip.path) }
    } catch {
      if !watcher.isAbandoned() { throw error }
    }
    throw .badFile(say("Cancelled measuring the clip"))
  }

  /// A motion with its laws, its run, and the preset nearest to it.
  fileprivate struct Judged {
    let stretch: Clip.Stretch
    let motion: Observation
    let segments: [MotionSegment]
    let run: PresetRun?
    /// The motion from rest whose law is named; `nil` if that of the run is.
    let moved: MotionSegment?
    let preset: ScrollPreset?

    init(_ motion: Observation, of stretch: Clip.Stretch) {
      let analysis = MotionAnalysis(motion)
      (self.stretch, self.motion, segments) = (stretch, motion, analysis.segments)
      run = PresetRun(motion, analysis)
      moved = run == nil ? analysis.segments.mostInformative() : nil
      let onHand = PresetRanking(analysis.clock?.observation ?? motion).places.first?.preset
      preset = onHand.flatMap(ScrollPreset.named) ?? run?.preset
    }
  }

  private static func file(
    _ measured: Clip.Measured, of path: String
  ) throws(CommandFailure) -> TraceFile {
    let judged = measured.stretches.flatMap { stretch in
      stretch.motions.map { Judged($0, of: stretch) }
    }
    let telling = judged.indices.filter { judged[$0].run != nil }
      .max { judged[$0].run?.duration ?? 0 < judged[$1].run?.duration ?? 0 }
    let usual = telling.flatMap { judged[$0].preset } ?? .uikit
    let header = TraceHeader(
      program: programVersion, scene: "observed", place: StagePlace(Size(1, 1), scale: 1),
      preset: usual)
    var file = TraceFile(path: path, header: header)
    file.notice = measured.cut
    let size = Size(Double(measured.width), Double(measured.height))
    var clip = ObservedClip(
      path: FolderReader.absolute(path), bytes: File.length(path), size: size,
      region: Rect(origin: .zero, size: size))
    var (events, start) = ([SessionEvent](), beginning(after: 0))
    var shown = start + lead
    for (index, one) in judged.enumerated() {
      let lines = one.motion.lines
      guard let first = lines.first?.time, let last = lines.last?.time,
        let origin = one.motion.rows.first?.offset
      else { continue }
      let (begin, shift) = (Instant(seconds: start), first - start - lead)
      clip.shift = shift
      clip.end = last
      one.describe(&clip, from: origin, before: judged.dropFirst(index + 1).first)
      file.laws.append(one.segments.mostInformative()?.law?.family)
      var source = one.stretch.source
      source.clip = clip
      if index == telling { shown = start + lead }
      events += [
        .change(begin, .preset(one.preset ?? usual)), .change(begin, .restart),
        .change(begin, .watch(source)),
      ]
      let motions = one.motions
      events += lines.map {
        .change(
          Instant(seconds: $0.time - shift), .observe($0.content(movedBy: -origin, motions)))
      }
      start = beginning(after: last - shift + trail)
    }
    let end = Instant(seconds: start)
    events += [
      .change(end, .showTake((telling ?? 0) + 1)), .change(end, .show(Instant(seconds: shown))),
    ]
    file.trace.entries = events.enumerated().map {
      Trace.Entry(line: $0.offset + 2, .event($0.element))
    }
    return file
  }
}

extension ClipRecording.Judged {
  /// Describes the motion in its clip, with positions from `origin`.
  fileprivate func describe(
    _ clip: inout ObservedClip, from origin: Double, before next: Self?
  ) {
    let region = stretch.region
    clip.region = Rect(
      x: Double(region.x0), y: Double(region.y0), width: Double(region.width),
      height: Double(region.height))
    let began =
      run.map { ($0.start, $0.velocity, $0.place) }
      ?? moved.flatMap { from in from.fitted.first.map { (from.start, 0, $0.offset) } }
    clip.fling = began.map {
      ObservedClip.Fling(time: $0.0, velocity: $0.1, place: $0.2 - origin)
    }
    clip.runEnd = runEnd
    clip.edge = run?.edge.map { $0 - origin }
    clip.rest = rest
    guard rest == nil else { return clip.cut = nil }
    let isCaught = run?.isCaught == true || segments.last?.kind == .rest
    clip.cut = isCaught ? .caught : next?.stretch.region == region ? .push : .end
  }

  /// When the content came to rest by itself, in seconds of the clip; `nil` if it did not.
  private var rest: Double? {
    guard run?.isCaught != true else { return nil }
    return segments.filter { $0.start < runEnd ?? .infinity }.rest
  }

  /// When the run was cut short or its rest ended, if its take goes on; the same of the motion from
  /// rest whose law is named.
  private var runEnd: Double? {
    let next = moved.flatMap { from in segments.drop { $0 != from }.dropFirst().first }
    let movedEnd = next?.kind == .rest ? next?.end : moved?.end
    guard let end = run?.end ?? movedEnd, let last = segments.last(where: { $0.start < end }),
      last != segments.last
    else { return nil }
    return run?.isCaught != false || last.kind == .rest ? end : nil
  }

  /// The motions in the frames, by time.
  fileprivate var motions: [Double: ObservedLine.Motion] {
    var motions: [Double: ObservedLine.Motion] = [:]
    for (row, velocity, kind) in segments.motion(of: motion.rows) where kind != .rest {
      // Unexplained motion is not necessarily a hand's.
      let state = kind == .unexplained ? .programmatic : kind.state
      motions[row.time] = ObservedLine.Motion(
        velocity: (velocity * 10).rounded() / 10, state: state)
    }
    // A law that stops the content is at rest from its end.
    for (segment, next) in zip(segments, segments.dropFirst()) where next.kind == .rest {
      motions[segment.end] = .rest
    }
    guard let rest else { return motions }
    // A law may end after the last row that shows it.
    if let moving = segments.last(where: { $0.kind != .rest && $0.end <= rest }),
      let speed = moving.law?.finalVelocity
    {
      for row in motion.rows where moving.end..<rest ~= row.time {
        let left = speed * (rest - row.time) / (rest - moving.end)
        motions[row.time] = ObservedLine.Motion(
          velocity: (left * 10).rounded() / 10, state: moving.kind.state)
      }
    }
    // What moves too little to be seen after that is no motion.
    return motions.filter { $0.key < rest || $0.key > runEnd ?? .infinity }
  }
}

extension ObservedLine {
  fileprivate var offset: Double? {
    if case .offset(let offset, _) = content { offset } else { nil }
  }

  /// The line's content; an offset is moved by `way` and given its frame's motion, or rest if
  /// unknown.
  fileprivate func content(
    movedBy way: Double, _ motions: [Double: ObservedLine.Motion]
  ) -> ObservedLine.Content {
    guard let offset else { return content }
    // Offsets are stored to a thousandth.
    return .offset(((offset + way) * 1000).rounded() / 1000, motions[time] ?? .rest)
  }
}

extension ObservedLine.Motion {
  fileprivate static let rest = Self(velocity: 0, state: .idle)
}
