internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Lab
internal import Observe
internal import Stage

/// Converts a clip's measurements into a recording for the window: each stretch starts anew at 0
/// and is a take, and at the end the one with the longest run plays.
///
/// The preset closest to the longest run is shown beside each stretch, released at the velocity
/// measured in the clip.
enum ClipRecording {
  /// Seconds before and after a stretch.
  private static let (lead, trail) = (0.6, 1.0)

  /// Earliest start of a stretch at or after `time`, in seconds: 2 ms before a log moment, so that
  /// each frame of a 60 fps clip falls on its own log moment despite times rounded to 1 ms.
  private static func beginning(after time: Double) -> Double {
    let rate = Double(MotionLog.rate)
    return ((time + 0.002) * rate).rounded(.up) / rate - 0.002
  }

  /// Measures a clip, and converts the result into a recording.
  ///
  /// - Throws: `CommandFailure` when it cannot be read or measured, or was cancelled.
  static func file(
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

  private static func file(
    _ measured: Clip.Measured, of path: String
  ) throws(CommandFailure) -> TraceFile {
    let laws = measured.stretches.map { stretch in
      stretch.motions.map { (motion: $0, segments: MotionAnalysis($0).segments) }
    }
    let runs = laws.map { laws in
      laws.compactMap { PresetRun($0.motion, $0.segments) }.max { $0.duration < $1.duration }
    }
    let telling = runs.compactMap { $0 }.max { $0.duration < $1.duration }
    let header = TraceHeader(
      program: programVersion, scene: "observed", place: StagePlace(Size(1, 1), scale: 1),
      preset: telling?.preset ?? .uikit)
    var file = TraceFile(path: path, header: header)
    file.notice = measured.cut
    let size = Size(Double(measured.width), Double(measured.height))
    let bytes = File.length(path)
    var (events, start) = ([SessionEvent](), beginning(after: 0))
    var shown = (take: 1, start: start + lead)
    for (index, (stretch, run)) in zip(measured.stretches, runs).enumerated() {
      let motions = motions(laws[index])
      guard let first = stretch.lines.first?.time, let last = stretch.lines.last?.time,
        let origin = stretch.lines.compactMap(\.offset).first
      else { continue }
      func moment(_ time: Double) -> Instant { Instant(seconds: start + lead + time - first) }
      var source = stretch.source
      let region = stretch.region
      source.clip = ObservedClip(
        path: FolderReader.absolute(path), bytes: bytes, size: size,
        region: Rect(
          x: Double(region.x0), y: Double(region.y0), width: Double(region.width),
          height: Double(region.height)),
        shift: first - start - lead, exactness: stretch.exactness,
        timeScatter: stretch.timeScatter, end: last,
        fling: run.map {
          ObservedClip.Fling(time: $0.start, velocity: $0.velocity, place: $0.place - origin)
        }, edge: run?.edge.map { $0 - origin },
        cut: cut(stretch, before: measured.stretches.dropFirst(index + 1).first)
          ?? (run?.isCaught == true ? .caught : nil))
      if let run, run.duration == telling?.duration { shown = (index + 1, start + lead) }
      let begin = Instant(seconds: start)
      events += [.change(begin, .restart), .change(begin, .watch(source))]
      events += stretch.lines.map {
        .change(moment($0.time), .observe($0.content(movedBy: -origin, motions)))
      }
      start = beginning(after: moment(last).seconds + trail)
    }
    let end = Instant(seconds: start)
    events += [
      .change(end, .showTake(shown.take)),
      .change(end, .show(Instant(seconds: shown.start))),
    ]
    file.trace.entries = events.enumerated().map {
      Trace.Entry(line: $0.offset + 2, .event($0.element))
    }
    return file
  }

  /// The motions in the frames of a stretch, by time.
  private static func motions(
    _ laws: [(motion: Observation, segments: [MotionSegment])]
  ) -> [Double: ObservedLine.Motion] {
    var motions: [Double: ObservedLine.Motion] = [:]
    for (motion, segments) in laws {
      for (row, velocity, kind) in segments.motion(of: motion.rows) where kind != .rest {
        // Unexplained motion is not necessarily a hand's.
        let state = kind == .unexplained ? .programmatic : kind.state
        motions[row.time] = ObservedLine.Motion(
          velocity: (velocity * 10).rounded() / 10, state: state)
      }
      // At rest from the end of the last law, as `fit` reports.
      for (segment, next) in zip(segments, segments.dropFirst()) where next.kind == .rest {
        motions[segment.end] = .rest
      }
    }
    return motions
  }

  /// Why a stretch ends before its content comes to rest, if it does.
  private static func cut(
    _ stretch: Clip.Stretch, before next: Clip.Stretch?
  ) -> ObservedClip.Cut? {
    let rows = stretch.lines.compactMap { line in line.offset.map { (line.time, $0) } }
    guard ClipTakes.isCut(rows) else { return nil }
    return next?.region == stretch.region ? .push : .end
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
