import Feel
import FeelFiles
import FeelTrace
import FeelWindow
import Foundation
import Lab
import Observe
import Stage
import TestSupport
import Testing

/// The takes that the window shows of a clip.
struct ClipRecordingTests {
  /// From rest to rest: an exponential fling, and one that brakes to a stand between two frames.
  private static let offsets: [Double] = {
    var places = [Double](repeating: 0, count: 20)
    places += (1...60).map { 900.0 / 6 * (1 - exp(-6 * Double($0) / 50)) }
    let start = places[places.count - 1]
    places += [Double](repeating: start, count: 30)
    places += (1...60).map { index in
      let time = min(Double(index) / 50, 0.608)
      return start + 912 * time - 750 * time * time
    }
    return places
  }()

  @Test func `each motion of a clip is a take with the numbers and the preset of fit`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(SmallClip.apng(Self.offsets), to: "clip.apng")
    let (measured, file) = try recording(of: path)
    let motions = measured.motions.observations
    let takes = try RecordedTakes(file).all.map(\.take)
    #expect(motions.count == 2 && takes.count == 2)
    for (motion, take) in zip(motions, takes) {
      let analysis = MotionAnalysis(motion)
      let run = try #require(PresetRun(motion, analysis))
      let rest = try #require(analysis.segments.rest)
      let judged = TakeJudgement(take)
      let preset = take.before.stage.parameters.preset
      #expect(preset == run.preset)
      let words = judged.verdict(beside: preset)
      #expect(words.contains(Lab.Words.Faults.nearest(run, in: "px")), "\(words)")
      #expect(judged.faults.count == analysis.faults.count)
      #expect(judged.evenness.janks == analysis.smoothness.janks)
      #expect(judged.evenness.missed == analysis.smoothness.missed)
      #expect(abs(take.outcome.settle - (rest - run.start)) < 1e-4, "\(take.outcome) \(rest)")
    }
  }

  @Test func `a caught take is at rest after the catch, without the preset beside it`() throws {
    let folder = try TemporaryFolder()
    let run = (0...14).map { 600 / 3 * (1 - exp(-3 * Double($0) / 50)) }
    let places = [Double](repeating: 0, count: 20) + run + [Double](repeating: run[14], count: 30)
    let path = try folder.write(SmallClip.apng(places), to: "clip.apng")
    let take = try firstTake(of: path)
    #expect(take.before.stage.source?.clip?.cut == .caught && take.span.rest == nil)
    let sheet = TakeSheet(take)
    let rest = try #require(sheet.log.changes.last)
    #expect(rest.state == .idle, "\(sheet.log.changes)")
    let last = sheet.log.samples.lastIndex { $0.otherPosition != nil }
    let end = MotionLog.time(of: sheet.log.first + Int64(try #require(last)))
    #expect(abs(end - rest.time) < 0.03, "\(end) \(rest)")
    for sample in sheet.log.samples {
      guard let own = sample.position, let other = sample.otherPosition else { continue }
      #expect(abs(own - other) < 5)
    }
  }

  @Test func `a take that coasts to its clip's last frame does not come to rest`() throws {
    let folder = try TemporaryFolder()
    // In the last frame it has 3 % of its speed.
    let path = try folder.write(SmallClip.apng(count: 50, decay: 3.5), to: "clip.apng")
    let take = try firstTake(of: path)
    #expect(take.before.stage.source?.clip?.cut == .end && take.span.rest == nil)
  }

  @Test func `a take with a fling and a longer move states the numbers of the named law`() throws {
    let folder = try TemporaryFolder()
    // A fling that brakes to a stand, and after 0.1 s a spring from rest.
    let fling = (1...13).map { index in
      let time = min(Double(index) / 50, 0.25)
      return 400 * time - 800 * time * time
    }
    let spring = (1...50).map { index in
      let angle = 8 * Double(index) / 50
      return 50 + 90 * (1 - (1 + angle) * exp(-angle))
    }
    let places =
      [Double](repeating: 0, count: 20) + fling + [Double](repeating: 50, count: 4) + spring
      + [Double](repeating: 140, count: 30)
    let path = try folder.write(SmallClip.apng(places), to: "clip.apng")
    let take = try firstTake(of: path)
    let clip = try #require(take.before.stage.source?.clip)
    let judged = TakeJudgement(take)
    #expect(judged.verdict(beside: .uikit)[0].contains("spring"), "\(judged)")
    #expect(judged.run == nil && !clip.hasRun)
    let began = try #require(clip.fling)
    #expect(abs(began.time - 0.75) < 0.07 && abs(began.place - 50) < 3, "\(began)")
    #expect(abs(take.span.release.seconds + clip.shift - began.time) < 1e-5)
    #expect(abs(take.outcome.rest - began.place - 90) < 3, "\(take.outcome)")
    let rest = try #require(clip.rest)
    #expect(abs(take.outcome.settle - (rest - began.time)) < 1e-4, "\(take.outcome)")
  }

  @Test func `a saved clip, and a saved take of it, have the clip's times`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(SmallClip.apng(Self.offsets), to: "clip.apng")
    let (measured, file) = try recording(of: path)
    let motions = measured.motions.observations
    let take = try #require(try RecordedTakes(file).all.last?.take)
    let alone = Trace(of: take, scene: "observed", like: file.trace.header)
    for (trace, expected) in [(file.trace, motions), (alone, motions.suffix(1))] {
      let saved = try folder.write(trace.text, to: "saved.feel")
      let found = try FileContent.read(saved).motions(of: saved).observations
      #expect(found.count == expected.count)
      for (found, expected) in zip(found, expected) {
        let (first, last) = (try #require(found.rows.first), try #require(found.rows.last))
        #expect(abs(first.time - (expected.rows.first?.time ?? 0)) < 1e-5)
        #expect(abs(last.time - (expected.rows.last?.time ?? 0)) < 1e-5)
      }
    }
  }

  private func firstTake(of path: String) throws -> Take {
    try #require(try RecordedTakes(recording(of: path).file).all.first?.take)
  }

  private func recording(of path: String) throws -> (measured: Clip.Measured, file: TraceFile) {
    guard case .clip(let clip) = try FileContent.read(path, onDisk: true) else {
      throw CommandFailure.usage("\(path) is no clip")
    }
    let watcher = Clip.Watcher { _, _ in
    } isAbandoned: {
      false
    }
    return (
      try clip.measured(nil, Clip.Options(), watcher),
      try ClipRecording.file(of: clip, Clip.Options(), watcher)
    )
  }
}
