import Feel
import Foundation
import Testing

/// The presets compared with the programs they are named for.
struct RecordedProgramTests {
  private static let frame = 1 / 60.0

  private static let exact: [(Recording, ScrollPreset)] = [
    (Recording("gtk4", "const1000"), .gtk4), (Recording("gtk4", "const3000"), .gtk4),
    (Recording("gtk4", "hold60"), .gtk4), (Recording("gtk4", "edge1000"), .gtk4),
    (Recording("gtk4", "dragover"), .gtk4), (Recording("qt5-touch", "const1000"), .qt5),
    (Recording("qt5-touch", "const3000"), .qt5), (Recording("qt5-touch", "edge1000"), .qt5),
    (Recording("qt5-touch", "dragover"), .qt5), (Recording("qt5-mouse", "const1000"), .qt5Mouse),
    (Recording("qt5-mouse", "dragover"), .qt5Mouse), (Recording("qt6-touch", "const1000"), .qt6),
    (Recording("qt6-touch", "const1500"), .qt6), (Recording("qt6-touch", "const3000"), .qt6),
    (Recording("qt6-touch", "edge1000"), .qt6), (Recording("qt6-touch", "dragover"), .qt6),
    (Recording("qt6-mouse", "const1000"), .qt6Mouse),
    (Recording("qt6-mouse", "const3000"), .qt6Mouse),
    (Recording("qt6-mouse", "dragover"), .qt6Mouse),
    (Recording("adw-carousel", "const1000"), .adwaitaCarousel),
    (Recording("adw-carousel", "const3000"), .adwaitaCarousel),
    (Recording("adw-carousel", "edge1000"), .adwaitaCarousel),
    (Recording("adw-carousel", "dragover"), .adwaitaCarousel),
    (Recording("firefox", "const1000"), .firefox), (Recording("firefox", "edge1000"), .firefox),
    (Recording("firefox", "dragover"), .firefox),
  ]

  /// Recordings without faults of their own, for which whole milliseconds of the hand suffice: the
  /// preset matches to 2 px.
  @Test(arguments: exact)
  func `a preset reproduces the program's motion from the hand alone`(
    recording: Recording, preset: ScrollPreset
  ) throws {
    let comparison = try recording.comparison(preset)
    #expect(comparison.rms <= 2)
    #expect(comparison.greatest <= 4)
    #expect(abs(comparison.durationError) <= 3 * Self.frame)
    #expect(abs(comparison.restError) <= 1.5)
  }

  private static let resampled: [(Recording, ScrollPreset)] = [
    (Recording("chromium-800", "const1000"), .chromium),
    (Recording("chromium-800", "const3000"), .chromium),
  ]

  @Test(arguments: resampled)
  func `Chromium's motion is reproduced up to the error of its frame resampling`(
    recording: Recording, preset: ScrollPreset
  ) throws {
    let comparison = try recording.comparison(preset)
    #expect(comparison.rms <= 3)
    #expect(comparison.greatest <= 8)
    #expect(abs(comparison.durationError) <= 3 * Self.frame)
  }

  @Test func `the return from past Chromium's elastic edge is reproduced to 3 px`() throws {
    let recording = Recording("chromium-oldfling", "dragover")
    let comparison = try recording.comparison(.chromiumOldFling)
    #expect(comparison.rms <= 3)
  }

  private static let velocities: [(Recording, ScrollPreset, Double, Double)] = [
    (Recording("gtk4", "const1000"), .gtk4, 949.3671, 0.2),
    (Recording("gtk4", "const3000"), .gtk4, 2777.7778, 0.2),
    (Recording("gtk4", "hold60"), .gtk4, 1655.6291, 0.2),
    (Recording("gtk4", "edge1000"), .gtk4, -949.3671, 0.2),
    (Recording("gtk4", "twoflicks"), .gtk4, 2750, 0.2),
    (Recording("gtk4", "dragover"), .gtk4, 0, 0),
    (Recording("qt5-touch", "const1000"), .qt5, 1184.1927, 0.1),
    (Recording("qt5-touch", "const1500"), .qt5, 1499.9771, 0.1),
    (Recording("qt5-touch", "const3000"), .qt5, 2500, 0),
    (Recording("qt5-touch", "edge1000"), .qt5, -493.4139, 0.1),
    (Recording("qt5-mouse", "const1000"), .qt5Mouse, 1547.619, 0.1),
    (Recording("qt5-mouse", "const3000"), .qt5Mouse, 2500, 0),
    (Recording("qt6-touch", "const1000"), .qt6, 690.7786, 0.1),
    (Recording("qt6-touch", "const1500"), .qt6, 1049.9839, 0.1),
    (Recording("qt6-touch", "const3000"), .qt6, 2106.4489, 0.1),
    (Recording("qt6-touch", "edge1000"), .qt6, -345.3893, 0.1),
    (Recording("qt6-mouse", "const1000"), .qt6Mouse, 1010.2515, 0.1),
    (Recording("qt6-mouse", "const3000"), .qt6Mouse, 2500, 0),
  ]

  /// Source: the programs' own output: GTK's swipe, Qt's velocity at the start of its flick; px/s,
  /// positive for a growing offset.
  @Test(arguments: velocities)
  func `the release velocity matches the one the program logged`(
    recording: Recording, preset: ScrollPreset, velocity: Double, tolerance: Double
  ) throws {
    let found = try recording.prediction(preset).releaseVelocity
    #expect(abs(found - velocity) <= tolerance, "\(found)")
  }

  private static let latePaints: [(Recording, ScrollPreset)] = [
    (Recording("qt5-touch", "const1500"), .qt5), (Recording("qt5-mouse", "const3000"), .qt5Mouse),
  ]

  /// One painted frame is 5 to 6 ms off; the program's own values, logged as they changed, are not.
  @Test(arguments: latePaints)
  func `the program's logged values match where a painted frame is late`(
    recording: Recording, preset: ScrollPreset
  ) throws {
    let prediction = try recording.prediction(preset)
    let painted = try #require(MotionComparison(try recording.motion(), with: prediction))
    #expect(painted.greatest > 4)
    let values = try #require(MotionComparison(try recording.motion("values"), with: prediction))
    #expect(values.rms <= 2)
    #expect(values.greatest <= 4)
    #expect(abs(values.durationError) <= 3 * Self.frame)
  }

  /// Firefox drops a frame 0.76 s after the release: its content stops for 33 ms and then jumps.
  @Test func `Firefox's fast flick matches to 4 px except at its dropped frame`() throws {
    let recording = Recording("firefox", "const3000")
    let prediction = try recording.prediction(.firefox)
    let motion = try recording.motion()
    let whole = try #require(MotionComparison(motion, with: prediction))
    #expect(whole.rms <= 2.5 && whole.greatest > 4)
    let rest = RecordedMotion(motion.rows.filter { !(0.74...0.79).contains($0.time) })
    let comparison = try #require(MotionComparison(rest, with: prediction))
    #expect(comparison.rms <= 2 && comparison.greatest <= 4)
  }

  /// GTK starts a fling on its frame grid, which the hand does not determine: the time between two
  /// flings is known to a frame either way, and the first one's remaining velocity to 7 %.
  @Test func `two GTK flicks add up to within a frame`() throws {
    let recording = Recording("gtk4", "twoflicks")
    let comparison = try recording.comparison(.gtk4)
    let left = 2750 * exp(-4 * 0.458)
    #expect(abs(comparison.restError) <= 6 * left * (exp(4.0 / 60) - 1) / 4)
    // Without accumulation, the second flick would rest 640 px short.
    let gtk4 = ScrollPreset.gtk4
    var physics = gtk4.physics
    physics.accumulation = .none
    let plain = ScrollPreset(
      id: gtk4.id, title: gtk4.title, summary: gtk4.summary, evidence: gtk4.evidence,
      inputLead: gtk4.inputLead, physics: physics, turn: gtk4.turn)
    let short = abs(try recording.comparison(plain).restError)
    #expect(abs(short - 640) < 30, "\(short)")
  }

  /// In the program's own frames, the first fling starts at −462.5 ms and the second at 4.9 ms,
  /// from 6118.5 px.
  @Test func `two GTK flicks rest within 1 px if started on the program's own frames`() throws {
    let (elapsed, from) = (0.004_918 + 0.462_471, 6118.478)
    let left = 2750 * exp(-4 * elapsed)
    let physics = ScrollPreset.gtk4.physics
    let velocity = physics.releaseVelocity(
      2750,
      caught: CaughtMotion(velocity: 676, startVelocity: 2750, presentVelocity: left, pause: 0.008))
    let motion = physics.release(
      from: from, velocity: velocity, in: ScrollExtent(maximum: 20_000, viewport: 800))
    let rest = try #require(try Recording("gtk4", "twoflicks").motion().rows.last).offset
    #expect(abs(motion.restPosition - rest) <= 1)
  }

  /// Firefox timestamps a sample on arrival, in microseconds.
  ///
  /// Its page was told the samples' sending times plus 1.38 ms, ± 0.05 ms. In the server's whole
  /// milliseconds, the last pairs are 8, 9, 8 and 8 ms apart instead of 8.33 each.
  @Test func `Firefox's fling after a 68 ms hold follows from the samples' exact times`() throws {
    let recording = Recording("firefox", "hold60")
    let whole = try recording.prediction(.firefox)
    let exact = try recording.prediction(.firefox, hand: "sent")
    #expect(abs(whole.releaseVelocity / exact.releaseVelocity - 3038.2 / 3000) < 1e-4)
    let motion = try recording.motion()
    let rough = try #require(MotionComparison(motion, with: whole))
    #expect(abs(rough.restError) <= 0.015 * 1470)
    // Three frames were 4 to 5 ms late: 21 to 22 ms after the previous one, with the next 10 to 12
    // ms later.
    let late = [0.0838, 0.1521, 0.2683]
    let punctual = RecordedMotion(
      motion.rows.filter { row in !late.contains { abs($0 - row.time) < 0.001 } })
    let comparison = try #require(MotionComparison(punctual, with: exact))
    #expect(comparison.rms <= 2)
    #expect(comparison.greatest <= 6)
    #expect(abs(comparison.restError) <= 3.5)
  }

  /// Chromium shows the finger's position 5 ms before a frame.
  ///
  /// The fling starts from the last position shown plus the samples after it; what the frame lacked
  /// of earlier samples is lost. Here the last frame, 13.7 ms before the release, shows 5246 px, 14
  /// short of the finger, and a sample of 25 px follows.
  @Test func `Chromium's old fling matches from the position its last frame showed`() throws {
    let recording = Recording("chromium-oldfling", "const3000")
    let motion = try recording.motion()
    let last = try #require(motion.rows.last { $0.time < 0 })
    let samples = try recording.hand().samples
    let unseen = try #require(samples.last).location.y - samples[samples.count - 3].location.y
    #expect(last.offset == 5246 && unseen == -25)
    let velocity = try recording.prediction(.chromiumOldFling).releaseVelocity
    let run = ScrollPreset.chromiumOldFling.physics.release(
      from: last.offset - unseen, velocity: velocity,
      in: ScrollExtent(maximum: 20_000, viewport: 800))
    let rest = try #require(motion.rows.last).offset
    #expect(abs(run.restPosition - rest) <= 1.5)
    let errors = (-25...25).map { lag in
      motion.rows.filter { $0.time > 0 }.map {
        run.value(at: max(0, $0.time - Double(lag) / 1000)) - $0.offset
      }
    }
    func rms(_ errors: [Double]) -> Double {
      (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
    }
    let best = try #require(errors.min { rms($0) < rms($1) })
    #expect(rms(best) <= 1)
    #expect(best.allSatisfy { abs($0) <= 5 })
  }

  /// The hand does not determine where the fling starts: the program resamples the finger to its
  /// frame times.
  ///
  /// From there on, the motion follows the law. Here it starts 10.4 ms ahead of the finger, or 4.5
  /// ms behind it.
  @Test(arguments: [("const1000", 0.0104), ("const3000", -0.0045)])
  func `Chromium's old fling follows its law from the finger's resampled position`(
    name: String, lead: Double
  ) throws {
    let recording = Recording("chromium-oldfling", name)
    let motion = try recording.motion()
    let samples = try recording.hand().samples
    let (first, last) = (try #require(samples.first), try #require(samples.last))
    let physics = ScrollPreset.chromiumOldFling.physics
    let velocity = try recording.prediction(.chromiumOldFling).releaseVelocity
    let extent = ScrollExtent(minimum: -1e6, maximum: 1e6, viewport: 800)
    let way = physics.release(from: 0, velocity: velocity, in: extent).restPosition
    let start = try #require(motion.rows.last).offset - way
    // 15 pixels of slop are subtracted from the finger's movement.
    let finger = try #require(motion.rows.first).offset + first.location.y - last.location.y - 15
    #expect(abs((start - finger) / velocity - lead) < 0.0005)
    let run = physics.release(from: start, velocity: velocity, in: extent)
    let errors = (-25...25).map { lag in
      let errors = motion.rows.filter { $0.time > 0.02 }.map {
        run.value(at: max(0, $0.time - Double(lag) / 1000)) - $0.offset
      }
      return (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
    }
    #expect(try #require(errors.min()) <= 0.7)
  }

  @Test func `repeated frames do not count in a comparison`() throws {
    let rows: [RecordedMotion.Row] = [
      (-0.1, 0), (0, 0), (0.005, 0), (0.01, 10), (0.015, 10), (0.02, 20), (0.03, 20), (0.04, 20),
    ]
    let still = HandPrediction(
      of: RecordedHand([]), by: .uikit, start: 20, range: 0...100, viewport: 100)
    let comparison = try #require(MotionComparison(RecordedMotion(rows), with: still))
    // Four rows count: those at 10 and 20, and the two after the last change.
    #expect(abs(comparison.rms - 5) < 1e-9)
    #expect(comparison.greatest == 10 && comparison.restError == 0)
    #expect(comparison.durationError == -0.02)
  }
}
