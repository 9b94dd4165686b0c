import Feel
import FeelTrace
import Foundation
import Observe
import Testing

/// Finding and tracking scrolling content in a clip's pictures.
struct ClipTests {
  /// A list of equally high, similar rows under a fixed header, scrolled by `offset` pixels.
  static func list(
    _ offset: Double, width: Int = 64, height: Int = 128, header: Int = 16, row: Int = 24
  ) -> GreyPicture {
    func shade(_ x: Int, _ line: Int) -> Double {
      let (number, within) = (Int((Double(line) / Double(row)).rounded(.down)), line % row)
      guard (3..<row - 3).contains(within) else { return 240 }
      // A picture that is the same in all rows, and words that differ.
      if x < 20 { return x > 4 ? 90 : 240 }
      var hash = UInt32(truncatingIfNeeded: number &* 7919 &+ x / 4 &* 104_729)
      hash ^= hash >> 13
      hash = hash &* 0x5BD1_E995
      hash ^= hash >> 15
      return within < 12 && hash % 5 > 1 ? 60 : 230
    }
    var pixels = [UInt8](repeating: 0, count: width * height)
    let (whole, share) = (Int(offset.rounded(.down)), offset - offset.rounded(.down))
    for y in 0..<height {
      for x in 0..<width {
        if y < header {
          pixels[y * width + x] = x % 16 < 8 ? 40 : 200
          continue
        }
        let line = y - header + whole + 4096
        let value = shade(x, line) * (1 - share) + shade(x, line + 1) * share
        pixels[y * width + x] = UInt8(value.rounded())
      }
    }
    return GreyPicture(width: width, height: height, pixels: pixels)
  }

  @Test func `scrolling content is found and a still header is left out`() throws {
    var survey = ClipSurvey()
    for frame in 0..<30 {
      survey.add(Self.list(0.1 * Double(frame * frame)), at: Double(frame) / 60)
    }
    survey.finish()
    let run = try #require(survey.runs.first)
    #expect(survey.runs.count == 1)
    #expect(run.isVertical)
    #expect(run.explained > 0.6)
    #expect(run.region.y1 == 128)
    // Nothing of the header, which ends at 16, is in the mask; most of the list is.
    let header = max(0, 12 - run.region.y0) * run.region.width
    #expect(!run.mask.prefix(header).contains(true))
    #expect(2 * run.mask.count(where: \.self) > run.mask.count)
  }

  /// A picture that is blank but for bars on its right, if they are shown.
  private static func blinking(_ shade: UInt8, showsBars: Bool) -> GreyPicture {
    let (width, height) = (128, 128)
    let pixels = (0..<width * height).map { index -> UInt8 in
      let x = index % width
      return showsBars && x > 80 && x % 12 < 6 ? 20 : shade
    }
    return GreyPicture(width: width, height: height, pixels: pixels)
  }

  @Test func `bars that blink beside a blank area are not taken for moving content`() {
    let whole = PixelRect(x: 0, y: 0, width: 128, height: 128)
    var survey = ClipSurvey(region: whole, isVertical: false)
    // A shift onto the blank area explains each blink.
    for frame in 0..<25 {
      let picture = Self.blinking(frame == 0 ? 225 : 245, showsBars: frame % 2 == 1)
      survey.add(picture, at: Double(frame) / 50)
    }
    survey.finish()
    #expect(survey.runs.isEmpty, "\(survey.runs.map(\.explained))")
  }

  @Test func `noise that no shift explains gives no run`() {
    var generator = SeededNumbers(state: 5)
    var survey = ClipSurvey()
    for frame in 0..<20 {
      let pixels = (0..<64 * 64).map { _ in UInt8(truncatingIfNeeded: generator.next() >> 40) }
      survey.add(GreyPicture(width: 64, height: 64, pixels: pixels), at: Double(frame) / 60)
    }
    survey.finish()
    #expect(survey.runs.isEmpty)
    #expect(survey.whole > 0)
  }

  @Test func `changes by compression alone do not count as motion`() {
    func survey(_ picture: (Int) -> GreyPicture) -> ClipSurvey {
      var survey = ClipSurvey()
      for frame in 0..<40 { survey.add(picture(frame), at: Double(frame) / 60) }
      survey.finish()
      return survey
    }
    func changed(_ change: (_ frame: Int, _ index: Int) -> Int) -> ClipSurvey {
      survey { frame in
        let list = Self.list(0)
        let pixels = list.pixels.enumerated().map { index, value in
          UInt8(clamping: Int(value) / 2 + 40 + change(frame, index))
        }
        return GreyPicture(width: list.width, height: list.height, pixels: pixels)
      }
    }
    // A key frame every ten frames, with small changes in between.
    let still = changed { frame, index in (frame / 10 * 31 + index * 7 + frame % 3) % 11 - 5 }
    #expect(still.whole > 0)
    #expect(!still.moves && still.runs.isEmpty && !still.isTooShort)
    let fading = changed { frame, _ in frame }
    #expect(fading.moves && fading.runs.isEmpty)
    let short = survey { Self.list(3 * Double(min($0, 5))) }
    #expect(short.moves && short.runs.isEmpty && short.isTooShort)
    let scrolling = survey { Self.list(3 * Double($0)) }
    #expect(scrolling.moves && !scrolling.runs.isEmpty && !scrolling.isTooShort)
  }

  private struct SeededNumbers {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state
    }
  }

  @Test func `similar rows are tracked at more than half a row per frame`() {
    let region = PixelRect(x: 0, y: 16, width: 64, height: 112)
    var track = ClipTrack(region: region, isVertical: true)
    // Initially 18 px per frame, of rows 24 px high.
    let places = (0..<40).map { 340 * (1 - exp(-Double($0) / 18)) }
    for (frame, place) in places.enumerated() {
      track.add(Self.list(place), at: Double(frame) / 60)
    }
    track.finish()
    #expect(track.unlike.isEmpty)
    #expect(track.rows.count == places.count)
    let off: [Double] = zip(track.rows, places).map { $0.offset - $1 }
    let squares = off.reduce(0) { $0 + $1 * $1 }
    #expect((squares / Double(off.count)).squareRoot() < 0.5, "\(off)")
  }

  @Test func `content that changes without moving is told with its time`() {
    let region = PixelRect(x: 0, y: 16, width: 64, height: 112)
    var track = ClipTrack(region: region, isVertical: true)
    var numbers = SeededNumbers(state: 1)
    let list = Self.list(0)
    let other = GreyPicture(
      width: list.width, height: list.height,
      pixels: list.pixels.map { _ in UInt8(numbers.next() >> 57) * 2 })
    for frame in 0..<60 {
      let place = 60 * (1 - exp(-Double(min(frame, 30)) / 6))
      track.add(frame < 45 ? Self.list(place) : other, at: Double(frame) / 60)
    }
    track.finish()
    #expect(track.unlike == [0.75] && track.changes == [0.75], "\(track.unlike)")
  }

  @Test func `frames shown early are given the time of their content`() {
    func place(_ frame: Int) -> Double {
      let time = Double(frame) / 60
      return 2000 * (1 - exp(-2 * time))
    }
    // Every sixth frame shows the content of the next, whose own repetition is left out.
    let shown: [(frame: Int, content: Int)] = (0..<60).filter { $0 % 6 != 3 }
      .map { (frame: $0, content: $0 % 6 == 2 ? $0 + 1 : $0) }
    let rows: [ClipTrack.Row] = shown.map { row in
      let time = Double(row.frame) / 60
      return ClipTrack.Row(time: time, offset: place(row.content), isDouble: false, cost: 0)
    }
    let clock = ContentClock(rows, interval: 1.0 / 60)
    #expect(clock.moved > 0)
    let off: [Double] = zip(clock.rows, shown).map { $0.time * 60 - Double($1.content) }
    let (least, most) = (off.min() ?? 0, off.max() ?? 0)
    #expect(most - least < 0.3, "\(off)")
  }

  @Test func `no content is put before the start of its clip, and its motion stays the same`() {
    // As above, but the first frame shows content from before the clip.
    let shown: [Int] = (0..<60).filter { $0 % 6 != 3 }
    let contents: [Double] = shown.map { $0 == 0 ? -1 : Double($0 % 6 == 2 ? $0 + 1 : $0) }
    let rows: [ClipTrack.Row] = zip(shown, contents).map { frame, content in
      let place: Double = 2000 * (1 - exp(-content / 30))
      return ClipTrack.Row(time: Double(frame) / 60, offset: place, isDouble: false, cost: 0)
    }
    let times: [Double] = ContentClock(rows, interval: 1.0 / 60).rows.map(\.time)
    #expect(times[0] == 0, "\(times)")
    let off: [Double] = zip(times, contents).map { $0 * 60 - $1 }
    #expect((off.max() ?? 0) - (off.min() ?? 0) < 0.3, "\(off)")
  }

  /// A page turn at 24 of 60 frames a second: between two frames its springs bend more than a curve
  /// through three rows can show, and its start is a corner.
  @Test func `the frame times of content that starts to move are recovered exactly`() {
    func place(_ time: Double) -> Double {
      guard time > 0 else { return 0 }
      let (fall, swing) = (12.566, 9.425)
      let speed: Double = (1150 - fall * 270) / swing
      let state: Double = speed * sin(swing * time) - 270 * cos(swing * time)
      return 270 + exp(-fall * time) * state
    }
    let shown: [(time: Double, content: Double)] = (0..<40).map { frame in
      let time = Double(frame) / 24
      return (time, (time * 60).rounded() / 60)
    }
    let rows: [ClipTrack.Row] = shown.map { row in
      ClipTrack.Row(time: row.time, offset: place(row.content - 0.26), isDouble: false, cost: 0)
    }
    let clock = ContentClock(rows, interval: 1.0 / 24)
    #expect(clock.moved > 0)
    #expect(clock.scatter == 0)
    let moving = rows.indices.filter { (0.28...0.7).contains(shown[$0].content) }
    let off: [Double] = moving.map { clock.rows[$0].time - shown[$0].content }
    #expect((off.max() ?? 1) - (off.min() ?? 0) < 0.0005, "\(off)")
  }

  @Test func `a frame that compression shifts slightly still counts as repeated`() {
    var track = ClipTrack(
      region: PixelRect(x: 0, y: 16, width: 64, height: 112), isVertical: true)
    // Every other frame is shown twice, the second time slightly further on.
    let places = (0..<40).map { frame -> Double in
      Double(frame / 2) * 7 + (frame % 2 == 1 ? 0.2 : 0)
    }
    for (frame, place) in places.enumerated() {
      track.add(Self.list(place), at: Double(frame) / 60)
    }
    track.finish()
    // Both of the first two frames show the initial position.
    #expect(track.settled.rows.count == 22, "\(track.settled.rows.map(\.offset))")
  }

  @Test func `scrolling content is found if each frame is shown twice`() {
    for first in 0..<2 {
      var survey = ClipSurvey()
      for frame in 0..<40 {
        let number = Double((frame + first) / 2)
        let picture = Self.list(0.4 * number * number)
        // Compression keeps sharpening a repeated picture.
        let pixels = picture.pixels.enumerated().map { index, value in
          (frame + first) % 2 == 1 && index % 7 < 3 ? value &+ 3 : value
        }
        survey.add(
          GreyPicture(width: picture.width, height: picture.height, pixels: pixels),
          at: Double(frame) / 60)
      }
      survey.finish()
      #expect(survey.runs.count == 1, "\(survey.shifted) of \(survey.whole)")
    }
  }

  @Test func `uneven frame times of a clip are not judder`() throws {
    // 24 of 60 frames a second: steps of two and three frames alternate.
    let rows = (0..<34).map { index -> Observation.Row in
      let time = Double((5 * index + 1) / 2) / 60
      let place: Double = 3000 * time - 1000 * time * time
      let scatter: Double = 0.04 * sin(2.3 * Double(index))
      return Observation.Row(time: time, offset: place + scatter)
    }
    let analysis = MotionAnalysis(Observation(rows, hasGaps: true, exactness: 0.15))
    #expect(!analysis.faults.contains { $0.kind == .judder }, "\(analysis.faults)")
    let law = try #require(analysis.segments.first?.law)
    let braking = try #require(law["braking"])
    #expect(braking.error < 4, "\(braking)")
  }

  private static func rows(_ count: Int, _ place: (Double) -> Double) -> [ClipTrack.Row] {
    (0..<count).map { frame in
      let time = Double(frame) / 60
      return ClipTrack.Row(time: time, offset: place(time), isDouble: false, cost: 0)
    }
  }

  @Test func `a list pushed again before it rests gives two takes`() {
    func fling(_ time: Double) -> Double { 800 * (1 - exp(-3 * time)) }
    let takes = ClipTakes.cut(
      Self.rows(120) { time in
        if time < 1 { return fling(time) }
        return fling(1) + fling(time - 1)
      })
    #expect(takes.count == 2)
    // So does a list that is pushed harder than before.
    let harder = Self.rows(120) { $0 < 1 ? fling($0) : fling(1) + 3 * fling($0 - 1) }
    #expect(ClipTakes.cut(harder).count == 2)
    let rested = Self.rows(120) { $0 < 1 ? 100 * min($0, 0.5) : 50 - 90 * ($0 - 1) }
    #expect(ClipTakes.cut(rested).count == 2)
    #expect(abs((takes.last?.first?.time ?? 0) - 1) < 0.05)
    // An oscillating spring is a single take.
    let swinging = Self.rows(90) { time in
      let swing: Double = cos(9 * time)
      return 400 * exp(-2 * time) * swing
    }
    #expect(ClipTakes.cut(swinging).count == 1)
  }

  @Test func `a carousel turned again before it rests gives a take per turn`() throws {
    // Every 0.264 s a spring takes over with the current position and velocity, towards the next
    // position.
    let (frequency, period) = (8.333, 0.264)
    var turns = [(place: 0.0, velocity: 0.0, target: 443.5)]
    func state(_ turn: Int, _ time: Double) -> (place: Double, velocity: Double) {
      let (place, velocity, target) = turns[turn]
      let (lag, left) = (place - target, exp(-frequency * time))
      let slope = velocity + frequency * lag
      let way = lag + slope * time
      return (target + way * left, (slope - frequency * way) * left)
    }
    for turn in 0..<4 {
      let (place, velocity) = state(turn, period)
      turns.append((place, velocity, turns[turn].target + 443.5))
    }
    let rows = Self.rows(79) { time in
      let turn = min(4, Int(time / period))
      return state(turn, time - Double(turn) * period).place
    }
    let takes = ClipTakes.cut(rows)
    // The first two are one take: starting from rest, the content has hardly slowed when it is
    // pulled on.
    #expect(takes.count == 4)
    for take in takes.dropFirst() {
      let analysis = MotionAnalysis(
        Observation(
          take.map { Observation.Row(time: $0.time, offset: $0.offset) }, hasGaps: true,
          exactness: 0.15))
      let law = try #require(analysis.segments.mostInformative()?.law)
      #expect(abs((law["frequency"]?.value ?? 0) - frequency) < 0.1, "\(law)")
    }
  }

  @Test func `content pulled back by a hand during a curve gives a take per curve`()
    throws
  {
    // Every 0.36 s a hand pulls the content to 90 px within 0.05 s, and a curve of 0.4 s takes it
    // back.
    let (curve, period) = (Ease.easeInOut, 0.36)
    let left = 90 * (1 - curve.progress(at: (period - 0.05) / 0.4))
    let rows = Self.rows(60) { time in
      let since = time.truncatingRemainder(dividingBy: period)
      let start = time < period ? 0 : left
      return since < 0.05
        ? start + (90 - start) * since / 0.05 : 90 * (1 - curve.progress(at: (since - 0.05) / 0.4))
    }
    let takes = ClipTakes.cut(rows)
    #expect(takes.count == 3)
    let analysis = MotionAnalysis(
      Observation(
        takes[1].map { Observation.Row(time: $0.time, offset: $0.offset) }, hasGaps: true,
        exactness: 0.15))
    let law = try #require(analysis.segments.mostInformative()?.law)
    #expect(law.family == .easeInOut && abs((law["duration"]?.value ?? 0) - 0.4) < 0.01, "\(law)")
    // A spring released far from its rest gets no faster than its initial velocity.
    let thrown = Self.rows(90) { 900 * $0 * exp(-9 * $0) }
    #expect(ClipTakes.cut(thrown).count == 1)
  }

  @Test func `presses and a push without a press each start a take`() {
    func fling(_ time: Double) -> Double { time < 0 ? 0 : 800 * (1 - exp(-3 * time)) }
    let rows = Self.rows(200) { fling($0 - 0.5) + fling($0 - 1.5) + fling($0 - 2.5) }
    let takes = ClipTakes.cut(rows, at: [0.4...0.55, 2.4...2.55])
    #expect(takes.count == 3)
    #expect(takes.first?.first?.time == 0)
    #expect(abs((takes[1].first?.time ?? 0) - 1.5) < 0.05)
    #expect(takes[2].count { $0.time <= 2.4 } == 2)
    #expect(takes.flatMap(\.self) == rows)
  }

  @Test(arguments: [0.2, 0.24, 0.4])
  func `a take keeps its first frame's distance and its law after a rest of any length`(
    rest: Double
  ) throws {
    let rows = Self.rows(150) { $0 < rest ? 0 : 1000 * (1 - exp(-3 * ($0 - rest))) }
    let takes = ClipTakes.cut(rows).map { take in
      Observation(
        take.map { Observation.Row(time: $0.time, offset: $0.offset) }, hasGaps: true,
        exactness: 0.15)
    }.filter { $0.travel > 0 }
    let first = try #require(takes.first)
    #expect(takes.count == 1 && first.rows[0].offset == 0)
    let side = try #require(ObservationComparison(first, first)).a
    #expect(abs(side.rest - (rows.last?.offset ?? 0)) < 0.01)
    let law = try #require(MotionAnalysis(first).segments.mostInformative()?.law)
    #expect(law.family == .exponential)
    #expect(abs((law["decay"]?.value ?? 0) - 3) < 0.01)
  }

  @Test func `equal frames at the start of a clip share one position`() throws {
    var track = ClipTrack(
      region: PixelRect(x: 0, y: 0, width: 120, height: 240), isVertical: true)
    for frame in 0..<30 {
      let offset = frame < 3 ? 0 : Double(frame - 2) * 9
      track.add(Self.list(offset, width: 120, height: 240), at: Double(frame) / 60)
    }
    track.finish()
    let rows = track.settled.rows
    #expect(rows.prefix(3).allSatisfy { $0.offset == 0 } && rows[3].offset > 8)
  }

  @Test func `no timing curve is fitted that starts before its first row`() {
    // A hand, followed by a curve that would have started three rows earlier.
    let rows = (-40..<14).map { frame in
      let time = Double(frame) / 50
      let held = 1400 * time + 60 * sin(9 * time) + 25 * sin(31 * time)
      let share = min(1, (time + 0.06) / 0.3)
      return Observation.Row(
        time: 1 + time, offset: frame < 0 ? held : 300 * (share * share - 0.04))
    }
    let segments = MotionAnalysis(Observation(rows)).segments
    #expect(!segments.contains { $0.law?.family.isEase ?? false }, "\(segments)")
  }

  @Test func `a take cut before its rest reports the remaining velocity`() throws {
    func take(_ count: Int) -> Observation {
      let rows = Self.rows(count) { 900 * (1 - exp(-4 * $0)) }
      return Observation(
        rows.map { Observation.Row(time: $0.time, offset: $0.offset) }, exactness: 0.15)
    }
    func velocity(_ take: Observation) -> Double? {
      take.unfinishedVelocity(in: MotionAnalysis(take).segments)
    }
    let left = try #require(velocity(take(31)))
    #expect(abs(left - 3600 * exp(-2)) < 5)
    #expect(velocity(take(120)) == nil)
  }

  @Test func `a take's remaining velocity is its law's, whatever its last two rows say`() throws {
    let rows = (0..<31).map { frame -> Observation.Row in
      let time = Double(frame) / 60
      let scatter = frame == 30 ? -0.4 : 0.1 * sin(2.3 * Double(frame))
      return Observation.Row(time: time, offset: 900 * (1 - exp(-4 * time)) + scatter)
    }
    let take = Observation(rows, hasGaps: true, exactness: 0.15)
    let segments = MotionAnalysis(take).segments
    let law = try #require(segments.last?.law)
    #expect(take.unfinishedVelocity(in: segments) == law.finalVelocity, "\(segments)")
    #expect(abs(law.finalVelocity - 3600 * exp(-2)) < 15, "\(law)")
  }

  @Test func `a stretch that leaves its law's number unknown to a third tells no law`() throws {
    // The end of a pull-to-refresh animation in a GIF of 50 frames a second: frames and positions.
    let seen: [(frame: Int, offset: Double)] = [
      (0, -60.245), (1, -57.103), (2, -54.075), (3, -52.326), (4, -52.344), (5, -52.558),
      (6, -52.078), (8, -57.754), (9, -58.953), (12, -57.066), (13, -57.032), (14, -58.031),
      (15, -57.746), (16, -57.792), (17, -57.044), (18, -56.008), (20, -54.95), (21, -53.953),
      (25, -52.009), (26, -51.919), (27, -51.92), (28, -51.865), (29, -51.865), (30, -51.859),
      (31, -51.991), (33, -53.942), (37, -52.797), (38, -52.983), (39, -53.934), (40, -53.934),
      (41, -53.934), (42, -53.934), (43, -53.934), (44, -53.934), (45, -53.934), (46, -53.934),
      (47, -53.934), (48, -53.934), (49, -53.934),
    ]
    let rows = seen.map { Observation.Row(time: Double($0.frame) / 50, offset: $0.offset) }
    let segments = MotionAnalysis(Observation(rows)).segments
    let short = try #require(segments.first { $0.refusal?.contains("known only to") ?? false })
    #expect(short.refusal?.hasPrefix("too short to tell a law: the frequency of ") ?? false)
    let frequency = try #require(short.law?["frequency"])
    #expect(frequency.error > frequency.value / 3, "\(frequency)")
    #expect(short.isTooShort && short.told == nil && [short].mostInformative() == nil)
    // The other spring is over within a row.
    #expect(segments.mostInformative() == nil, "\(segments)")
  }

  @Test func `a motion that is over within a row tells no law`() throws {
    // A GIF of 50 frames a second, one of which was matched at a wrong place.
    let seen = [
      -177.33, -171.817, -163.621, -151.073, -139.068, -123.097, -107.54, -98.42, -91.991, -83.167,
      -232.167, -104.182, -100.0, -98.606, -96.052, -95.897,
    ]
    let rows = seen.enumerated().map {
      Observation.Row(time: Double($0.offset) / 50, offset: $0.element)
    }
    let segments = MotionAnalysis(Observation(rows, exactness: 0.3)).segments
    let quick = try #require(segments.first { $0.refusal?.contains("over within a row") ?? false })
    #expect(quick.isTooShort && quick.told == nil, "\(quick)")
  }

  @Test func `frames that are not judged make neither hitches nor an uneven take`() {
    // A clip whose repeated frames are left out.
    let rows = (0..<60).filter { $0 % 20 != 9 }.map { frame -> Observation.Row in
      let time = Double(frame) / 60
      return Observation.Row(time: time, offset: 900 * (1 - exp(-2 * time)))
    }
    let smooth = MotionAnalysis(Observation(rows, hasGaps: true, exactness: 0.15)).smoothness
    #expect(smooth.missed == 3 && smooth.unjudged == 3, "\(smooth)")
    #expect(smooth.hitchRatio == 0 && smooth.janks == 0 && smooth.isEven, "\(smooth)")
  }

  @Test func `times rounded by a file format are evened out, others are unchanged`() {
    let truth: [Double] = (0..<60).map { Double($0) / 30 }
    let rounded: [Double] = truth.map { ($0 * 100).rounded() / 100 }
    let even = ClipTimes.even(rounded)
    let off: [Double] = zip(even, truth).map { abs($0 - $1) }
    #expect(off.max() ?? 1 < 0.005)
    let steps: [Double] = zip(even, even.dropFirst()).map { $1 - $0 }
    #expect((steps.max() ?? 1) - (steps.min() ?? 0) < 1e-6)
    #expect(ClipTimes.even(truth) == truth)
    let uneven: [Double] = truth.enumerated().map { $1 + ($0 % 3 == 0 ? 0.0043 : 0) }
    #expect(ClipTimes.even(uneven) == uneven)
  }

  @Test func `the law is found despite key frame offsets, and its error includes them`() throws {
    // Each key frame is off by up to a tenth of a pixel, and compression distorts positions in
    // between.
    let rows = (0..<86).map { frame -> Observation.Row in
      let time = Double(frame) / 60
      let place = 3000 * time - 1000 * time * time
      let key = [0, 0.1, 0.02, -0.06, 0.05, 0.12, 0.03][Int(place / 340)]
      return Observation.Row(time: time, offset: place + key + 0.05 * sin(0.7 * Double(frame)))
    }
    let analysis = MotionAnalysis(Observation(rows, hasGaps: true, exactness: 0.15))
    let law = try #require(analysis.segments.first?.law)
    #expect(law.family == .braking)
    let braking = try #require(law["braking"])
    #expect(abs(braking.value - 2000) <= 2 * braking.error)
    #expect(braking.error < 4)
  }
}
