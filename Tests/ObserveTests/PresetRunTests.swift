import Feel
import FeelTrace
import Glibc
import Observe
import Testing

/// The preset attributed to a run without a hand.
struct PresetRunTests {
  /// Frames at 60 a second of content that runs from 60 and then rests for some seconds, with
  /// positions as exact as a clip's.
  private func rows(resting rest: Double, _ place: (Double) -> Double, for duration: Double)
    -> Observation
  {
    let release = 0.25
    let count = Int((release + duration + rest) * 60)
    let rows = (0...count).map { index -> Observation.Row in
      let time = Double(index) / 60
      let scatter = 0.1 * Double((index * 7919 + 13) % 11 - 5) / 5
      let offset = 60 + place(min(max(0, time - release), duration))
      let moves = (release..<release + duration).contains(time)
      return Observation.Row(time: time, offset: offset + (moves ? scatter : 0))
    }
    // A clip's takes begin with the first frame that shows a change.
    return Observation(
      rows.filter { $0.time > release + 0.001 }, source: ObservedSource(viewport: 700))
  }

  private func run(_ observation: Observation) throws -> PresetRun {
    try #require(PresetRun(observation, MotionAnalysis(observation)))
  }

  /// The content's motion for a preset and a velocity.
  private func motion(_ preset: ScrollPreset, _ velocity: Double) -> (
    place: (Double) -> Double, duration: Double
  ) {
    var view = ScrollView(
      frame: Rect(x: 0, y: 0, width: 700, height: 700), contentLength: 1e6, direction: .vertical,
      physics: preset.physics)
    _ = view.flick(velocity: velocity, at: .zero)
    return (
      { view.contentOffset(at: Instant(seconds: $0)) }, view.motion?.law.duration ?? 0
    )
  }

  @Test(arguments: [0.2, 1.5])
  func `a run of the reference is attributed to it, however long its rest is visible`(
    rest: Double
  ) throws {
    let (place, duration) = motion(.uikit, 3000)
    let run = try run(rows(resting: rest, place, for: duration))
    #expect(run.preset == .uikit && run.isNear && run.deviation.whole < 1, "\(run)")
    // If the rest is not visible, the two cannot be distinguished.
    #expect(run.alike.contains(.scrollMechanics) == (rest < 1), "\(run.alike.map(\.id))")
  }

  @Test func `a longer run is attributed to the preset that runs longer`() throws {
    let (place, duration) = motion(.scrollMechanics, 3000)
    let run = try run(rows(resting: 1.5, place, for: duration))
    #expect(run.preset == .scrollMechanics && run.isNear, "\(run)")
  }

  @Test func `a run is released where its curve began, not a frame later`() throws {
    let (place, duration) = motion(.android, 3000)
    let run = try run(rows(resting: 0.5, place, for: duration))
    #expect(run.preset == .android && run.isNear && run.deviation.whole < 3, "\(run)")
    #expect(abs(run.start - 0.25) < 0.003 && abs(run.velocity - 3000) < 30, "\(run)")
    #expect(abs(run.place - 60) < 5, "\(run)")
  }

  @Test func `a deviation has values for the whole run, the fling and the bounce`() throws {
    let (velocity, decay, spring, meets) = (3000.0, 2.002, 8.0, 0.3)
    let met = velocity * exp(-decay * meets)
    let run = try run(
      rows(
        resting: 0.5,
        { time in
          let past = max(0, time - meets)
          let way = velocity / decay * (1 - exp(-decay * min(time, meets)))
          return way + met * past * exp(-spring * past)
        }, for: 1.6))
    let deviation = run.deviation(of: .uikit)
    let parts = try #require(deviation?.parts)
    #expect(parts.map(\.kind) == [.fling, .bounce], "\(run)")
    #expect(parts[0].rms < 1 && parts[1].rms > 5, "\(run)")
    let whole = try #require(deviation?.whole)
    #expect(whole > parts[0].rms && whole < parts[1].rms, "\(run)")
  }

  @Test func `a curve that begins after the run's first row is attributed to its preset`() throws {
    let (place, duration) = motion(.android, 2650)
    let all = rows(resting: 0.5, { place(max(0, $0 - 0.006)) }, for: duration + 0.006).rows
    let moving = try #require(all.first).time
    // A frame earlier, 6 ms before the release, the content still stands.
    let first = Observation.Row(time: moving - 1.0 / 60, offset: 60)
    let observation = Observation([first] + all, source: ObservedSource(viewport: 700))
    let law = try #require(MotionAnalysis(observation).segments.first?.law)
    #expect(law.velocity == 0 && law.family == .androidSpline, "\(law)")
    let run = try run(observation)
    #expect(run.preset == .android && run.isNear, "\(run)")
  }

  @Test func `the velocity in a law's rows is the law's, and it rests where the law ends`() throws {
    let observation = rows(resting: 0.5, { 1200 * $0 - 750 * $0 * $0 }, for: 0.8)
    let segments = MotionAnalysis(observation).segments
    let fling = try #require(segments.first { $0.kind == .fling })
    let law = try #require(fling.law)
    let first = try #require(segments.motion(of: observation.rows).first { $0.kind == .fling })
    #expect(abs(first.velocity - law.velocity) < 1e-3, "\(first) \(law)")
    // The content stands 1.05 s after the clip's start, which is between two frames.
    #expect(abs((segments.rest ?? 0) - 1.05) < 0.003, "\(segments)")
    #expect(observation.rows.allSatisfy { abs($0.time - 1.05) > 0.004 || $0.time == 1.05 })
  }

  @Test func `a caught fling is compared up to the catch`() throws {
    let (place, _) = motion(.uikit, 3000)
    let observation = rows(resting: 0.5, place, for: 0.6)
    let run = try run(observation)
    #expect(run.isCaught && run.isNear && run.preset == .uikit, "\(run)")
    #expect(run.deviation.whole < 1, "\(run)")
    #expect(MotionAnalysis(observation).segments.rest == nil)
  }

  @Test func `content that stops short of its law rests where it stops`() throws {
    // The end of an ease-out of 1 s, of which the last 40 % are missing.
    let ease = { (time: Double) in 150 * (1 - pow(1 - time, 3)) }
    let observation = rows(resting: 0.5, ease, for: 0.6)
    let segments = MotionAnalysis(observation).segments
    let rest = try #require(segments.rest)
    #expect(abs(rest - 0.85) < 0.02, "\(rest) \(segments)")
  }

  @Test(arguments: [0.2, 3.0])
  func `content that shifts while at rest moves only if that can be seen`(way: Double) throws {
    let ease = { (time: Double) in 300 * (1 - pow(1 - min(time, 0.6) / 0.6, 3)) }
    let rows = (0...72).map { index -> Observation.Row in
      let time = Double(index) / 60
      let shift = way * min(max(0, (time - 0.85) / 0.1), 1)
      return Observation.Row(time: time, offset: ease(time) + shift)
    }
    let segments = MotionAnalysis(Observation(rows, exactness: 0.15)).segments
    let rest = try #require(segments.rest)
    #expect(abs(rest - (way < 1 ? 0.6 : 0.95)) < 0.05, "\(rest) \(segments)")
  }

  @Test func `content that moves at its last row has no rest`() {
    let (place, _) = motion(.uikit, 3000)
    #expect(MotionAnalysis(rows(resting: 0, place, for: 1.5)).segments.rest == nil)
  }

  @Test func `a clip's run that is pushed on or ends is compared up to there`() throws {
    let (place, _) = motion(.uikit, 3000)
    let rows = rows(resting: 0, place, for: 0.6).rows.filter { $0.time < 0.84 }
    let run = try run(Observation(rows, hasGaps: true, exactness: 0.15))
    #expect(run.isCut && !run.isCaught, "\(run)")
    #expect(run.isNear && run.deviation.whole < 1, "\(run)")
  }

  @Test func `a run seen late is compared by its program's clock`() throws {
    let (place, duration) = motion(.uikit, 8000)
    let even = rows(resting: 1, place, for: duration).rows
    let seen = even.enumerated().map { index, row in
      let late = 0.012 * Double((index * 7919 + 13) % 11) / 10
      return Observation.Row(time: row.time + late, offset: row.offset)
    }
    let observation = Observation(seen, source: ObservedSource(viewport: 700))
    #expect(MotionAnalysis(observation).clock != nil)
    let run = try run(observation)
    #expect(run.preset == .uikit && run.isNear && run.deviation.whole < 10, "\(run)")
  }

  @Test func `faults that may be why no preset is near are told with their size`() throws {
    let (place, duration) = motion(.uikit, 3000)
    let run = try run(
      rows(resting: 0.5, { place($0) + ($0 > 0.3 ? 80 : 0) }, for: duration))
    #expect(!run.isNear && abs((run.fault ?? 0) - 80) < 2, "\(run)")
    let plain = try self.run(rows(resting: 0.5, place, for: duration))
    #expect(plain.isNear && plain.fault == nil, "\(plain)")
  }

  @Test func `no preset is near a cubic ease-out`() throws {
    let run = try run(
      rows(
        resting: 0.5,
        { time in
          let left = 1 - time / 0.9
          return 900 * (1 - left * left * left)
        }, for: 0.9))
    #expect(!run.isNear, "\(run)")
  }
}
