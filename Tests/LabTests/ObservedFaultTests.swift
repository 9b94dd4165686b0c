import Feel
import FeelTrace
import Glibc
import Lab
import Observe
import Raster
import Scenes
import Stage
import Testing
import TextLayout

/// Faults of another program's scrolling in the window: the same as those of `check`, with the same
/// times and sizes.
struct ObservedFaultTests {
  private static let source = ObservedSource(
    name: "list", minimum: 0, maximum: 9000, viewport: 700)
  private static let sizes = [Size(880, 600), Size(1200, 800), Size(1600, 1000)]

  /// The fault planted in a flick.
  enum Plant: CaseIterable {
    case nothing, jump, doubled, late
  }

  /// The finger of a flick at 1600 px/s: 16 samples at 120 Hz, evenly spaced like frames.
  private static let finger: [RecordedHand.Sample] = (0...15).map { index -> RecordedHand.Sample in
    let phase: RecordedHand.Phase = index == 0 ? .begin : index == 15 ? .end : .update
    let place = Vector(200, 500 - 1600 / 120 * Double(index))
    return RecordedHand.Sample(time: 1 + Double(index) / 120, phase: phase, location: place)
  }

  /// The stream's lines for that finger.
  private static let fingerLines: [ObservedLine] = finger.map { sample -> ObservedLine in
    let phase: ObservedLine.PointerPhase =
      switch sample.phase {
      case .begin: .down
      case .update: .move
      case .end: .up
      }
    return ObservedLine(time: sample.time, .pointer(sample.location, phase))
  }

  /// The program's 60 Hz frames for that finger; its content decays exponentially at 3 per second.
  private func flick(_ plant: Plant) -> [ObservedLine] {
    var lines = Self.fingerLines
    var last = 400.0
    for frame in -6..<130 {
      let time: Double = 1.004 + Double(frame) / 60
      let dragged: Double = 1600 * min(max(0, time - 1), 0.125)
      let run: Double = 533 * (1 - exp(-3 * max(0, time - 1.125)))
      var place: Double = (400 + dragged + run).rounded()
      if plant == .jump, frame >= 40 { place += 24 }
      if plant == .doubled, frame > 0, frame.isMultiple(of: 5) { place = last }
      last = place
      if plant == .late, frame == 20 || frame == 21 { continue }
      lines.append(ObservedLine(time: time, .offset(place)))
    }
    return lines.sorted { $0.time < $1.time }
  }

  private func session(
    _ lines: [ObservedLine], _ size: Size = Size(1200, 800), theme: Theme.Name = .light
  ) throws -> Session {
    var session = try Session("observed", size: size, theme: theme)
    session.change(.watch(Self.source))
    session.key(.function(8), at: 0)
    for line in lines {
      session.handle(.change(Instant(seconds: line.time), .observe(line.content)))
    }
    session.advance(to: Instant(seconds: (lines.last?.time ?? 0) + 6))
    return session
  }

  private func judge(_ session: inout Session) throws -> [TakeJudgement] {
    var judgements: [TakeJudgement] = []
    while let take = session.unjudgedTake {
      let judgement = TakeJudgement(take)
      judgements.append(judgement)
      session.tell(.judged(judgement))
    }
    return judgements
  }

  /// The result of `check` for the lines.
  private func analysis(_ lines: [ObservedLine]) throws -> MotionAnalysis {
    MotionAnalysis(try observation(lines))
  }

  private func observation(_ lines: [ObservedLine]) throws -> Observation {
    var collector = GestureCollector()
    var found: [Observation] = []
    collector.handle(.source(Self.source)) { found.append($0) }
    for line in lines { collector.handle(.line(line)) { found.append($0) } }
    collector.finish { found.append($0) }
    #expect(found.count == 1)
    return try #require(found.first)
  }

  @Test(arguments: Plant.allCases)
  func `a take is judged as check judges its lines`(plant: Plant) throws {
    let lines = flick(plant)
    var session = try session(lines)
    let judgement = try #require(try judge(&session).first)
    let analysis = try analysis(lines)
    #expect(judgement.faults.map(\.kind) == analysis.faults.map(\.kind))
    for (found, expected) in zip(judgement.faults, analysis.faults) {
      #expect(abs(found.time - expected.time) < 2e-6 && abs(found.size - expected.size) < 0.1)
    }
    let (even, smooth) = (judgement.evenness, analysis.smoothness)
    #expect(even.steps == smooth.steps && even.janks == smooth.janks)
    #expect(even.missed == smooth.missed && abs(even.hitches - smooth.hitchRatio) < 0.1)
    let (verdict, isEven) = (judgement.verdict(beside: .uikit), smooth.isEven)
    #expect((verdict.last == "no faults") == (judgement.complaint == nil && isEven), "\(verdict)")
    switch plant {
    case .nothing:
      #expect(judgement.complaint == nil && isEven)
      // A narrow window cuts off the end.
      #expect(verdict[0].hasPrefix("an exponential"), "\(verdict)")
      #expect(verdict[1].hasSuffix("% from UIKit’s 2.002"), "\(verdict)")
      #expect(verdict[2].hasPrefix("decay "), "\(verdict)")
    case .jump:
      #expect(judgement.complaint == "1 jump")
      #expect(abs((judgement.faults.first?.size ?? 0) - 24) < 3)
    case .doubled: #expect(judgement.complaint?.hasSuffix("every 5th frame shown again") == true)
    case .late:
      #expect(even.missed >= 2)
      // The fault precedes the numbers.
      #expect(verdict[2].contains("\(even.missed) frames missed"), "\(verdict)")
    }
  }

  @Test func `an edge's spring does not hide the fling's law or how many others fit`() throws {
    let (velocity, decay, spring, meets) = (2900.0, 2.002, 12.57, 0.32)
    let left = exp(-decay * meets)
    let edge: Double = 60 + velocity / decay * (1 - left)
    let lines = (0..<100).map { frame -> ObservedLine in
      let time = Double(frame) / 60 - 0.25
      let past = max(0, time - meets)
      let run: Double = 60 + velocity / decay * (1 - exp(-decay * max(0, time)))
      let bounce: Double = edge + velocity * left * past * exp(-spring * past)
      return ObservedLine(time: 1.25 + time, .offset(time < meets ? run : bounce))
    }
    let segments = try analysis(lines).segments
    let free = segments.filter { $0.law != nil }
    #expect(free.count == 2 && free[1].end - free[1].start > free[0].end - free[0].start)
    var session = try session(lines)
    let judgement = try #require(try judge(&session).first)
    let others = free[0].alike.count
    let verdict = judgement.verdict(beside: .uikit)
    #expect(others > 1 && verdict[0] == "an exponential or \(others) others", "\(verdict)")
    // The same deviation as in `fit`, from the same function.
    let run = try #require(
      PresetRun(try observation(lines), try analysis(lines)))
    let deviation = try #require(run.deviation(of: .uikit))
    let off = deviation.whole.text(decimals: 1)
    // The fling and the bounce have their own deviations.
    let parts = deviation.parts.map { $0.rms.text(decimals: 1) }
    let told = "UIKit is \(off) px off (fling \(parts[0]), bounce \(parts[1]))"
    #expect(verdict[1] == told && verdict[2] == "\(run.preset.shownTitle) is nearer", "\(verdict)")
    #expect(!verdict.contains { $0.contains("%") }, "\(verdict)")
    #expect(verdict[3].hasPrefix("decay 2.00"), "\(verdict)")
    #expect(
      verdict[4].hasPrefix("springs back by a critically damped spring, frequency 12."),
      "\(verdict)")
    let best = judgement.verdict(beside: run.preset)
    #expect(best.contains { $0.hasPrefix("\(run.alike.count) other preset") }, "\(best)")
    // The table agrees.
    let fonts = try FontBook()
    let style = TextStyle(size: 13, weight: .semibold)
    #expect(!session.drawn(fonts).places(of: "\(off) px", style, fonts).isEmpty)
  }

  @Test(arguments: [
    (12.56, 0.0102, "12.560 ± 0.010"), (2.0045, 0.0029, "2.0045 ± 0.0029"),
    (-415, 13.76, "−415 ± 14"), (1500.4, 0.0996, "1500.40 ± 0.10"), (1500.4, 312.2, "1500 ± 312"),
    (1, 0, "1.0000"), (0.25, .infinity, "0.2500 ± any"),
  ])
  func `a number and its error are rounded to the same place`(
    value: Double, error: Double, words: String
  ) {
    #expect(Lab.Words.Faults.words(FittedValue(value: value, error: error)) == words)
  }

  @Test func `a take is analysed once, after it rests`() throws {
    let lines = flick(.jump)
    var session = try Session("observed")
    session.change(.watch(Self.source))
    for line in lines {
      session.handle(.change(Instant(seconds: line.time), .observe(line.content)))
      #expect(session.unjudgedTake == nil)
    }
    session.advance(to: Instant(seconds: 12))
    #expect(session.unjudgedTake?.number == 1)
    #expect(try judge(&session).count == 1)
    #expect(session.unjudgedTake == nil)
    session.change(.scene("carousel"))
    #expect(session.unjudgedTake == nil)
  }

  @Test(arguments: [ScrollPreset.uikit, .gtk4, .android, .chromium], [60.0, 120])
  func `the presets' own motions are judged even, wherever the frames fall`(
    preset: ScrollPreset, rate: Double
  ) throws {
    let motion = HandPrediction(
      of: RecordedHand(Self.finger), by: preset, start: 400, range: 0...9000, viewport: 700)
    var lines = Self.fingerLines
    for frame in 0..<Int(4 * rate) {
      let time: Double = 0.9 + (Double(frame) + 0.37) / rate
      lines.append(ObservedLine(time: time, .offset(motion.offset(at: time))))
    }
    var session = try session(lines.sorted { $0.time < $1.time })
    let judgement = try #require(try judge(&session).first)
    #expect(judgement.complaint == nil)
    #expect(judgement.evenness.missed == 0 && judgement.evenness.janks == 0)
  }

  private static let judgements: Result<[(Plant, [TakeJudgement])], any Error> = Result {
    let tests = ObservedFaultTests()
    return try Plant.allCases.map { plant in
      var session = try tests.session(tests.flick(plant))
      return (plant, try tests.judge(&session))
    }
  }

  @Test(arguments: Plant.allCases, sizes)
  func `the lane states the fault, and no words overlap`(plant: Plant, size: Size) throws {
    let fonts = try FontBook()
    var session = try session(flick(plant), size)
    // The window's size does not change the judgement.
    let judged = try Self.judgements.get().filter { $0.0 == plant }.flatMap(\.1)
    #expect(judged.count == 1)
    for judgement in judged { session.tell(.judged(judgement)) }
    let list = session.drawn(fonts)
    func isSaid(_ words: String, _ style: TextStyle = .caption) -> Bool {
      !list.places(of: words, style, fonts).isEmpty
    }
    #expect(isSaid("Smoothness", .smallMedium))
    #expect(isSaid("jump +24 px") == (plant == .jump))
    #expect(isSaid("every 5th frame shown again") == (plant == .doubled))
    if size.height >= 800 {
      #expect((isSaid("0 missed") && isSaid("0 janks")) == (plant == .nothing))
      // Only the largest window has room for their lane.
      #expect(isSaid("Source frames", .smallMedium) == (size.height >= 1000))
      // Except for the chip of that name in the lowest line.
      let frames = list.places(of: "Frames", .smallMedium, fonts)
      #expect(frames.allSatisfy { $0.y > size.height - 32 })
    }
    expectNoWordsOverWords(list, in: size)
    // When folded, it still states the fault.
    let name = session.elements.first { $0.id == "timeline.smoothness" }
    let place = try #require(name).frame.center
    session.pointer(.down, place, at: session.now.seconds + 1)
    session.pointer(.up, place, at: session.now.seconds + 0.1)
    let folded = session.drawn(fonts)
    #expect(folded != list)
    #expect(folded.places(of: "jump +24 px", .caption, fonts).isEmpty == (plant != .jump))
    expectNoWordsOverWords(folded, in: size)
  }

  @Test func `a fault is named on the take's card and in its lane, and steps stop at it`() throws {
    var session = try session(flick(.jump))
    let judgement = try #require(try judge(&session).first)
    let window = session.accessibility(at: session.now)
    let card = try #require(window.all.first { $0.id == "take.1" })
    #expect(card.value.contains("1 jump"), "\(card.value)")
    let frames = try #require(window.all.first { $0.id == "timeline.frames" })
    #expect(frames.value.contains("the position jumps by 2"), "\(frames.value)")
    // Stepping to the next state change stops there too.
    session.change(.show(Instant(seconds: 1.5)))
    session.key(.character("."), .alt)
    let fault = try #require(judgement.faults.first).time
    #expect(abs(session.stageTime(at: session.now).seconds - fault) < 2e-6)
  }

  @Test(arguments: sizes)
  func `positions are drawn clear of the panel and follow a new preset`(size: Size) throws {
    let fonts = try FontBook()
    var session = try session(flick(.nothing), size)
    session.key(.function(8))
    session.key(.function(9))
    let panel = try session.element("parameters")
    for preset in [ScrollPreset.uikit, .gtk4, .android] {
      session.change(.preset(preset))
      session.advance(to: session.now.advanced(by: 0.1))
      let sheet = session.takeSheet
      let end = try #require(sheet.end)
      let other = try #require(sheet.run.runB?.watched(at: end)).position
      let list = session.drawn(fonts)
      let words = other.text(decimals: 1) + " px"
      let place = try #require(list.places(of: words, .body, fonts).first, "\(preset.id) \(words)")
      #expect(place.x + fonts.layout(words, .body).width < panel.frame.minX)
    }
  }

  @Test func `choosing the preset as content swaps the two motions of the take`() throws {
    var session = try session(flick(.nothing))
    session.change(.preset(.gtk4))
    session.change(.parameter("observed.content", .choice("preset")))
    session.advance(to: session.now.advanced(by: 0.1))
    let sheet = session.takeSheet
    let end = try #require(sheet.end)
    let preset = try #require(sheet.run.watched(at: end)).position
    let program = try #require(sheet.run.runB?.watched(at: end)).position
    #expect(program == session.takes.first?.outcome.rest)
    #expect(abs(preset - program) > 10)
  }

  @Test func `motion that cannot be seen is announced once`() throws {
    var session = try session([ObservedLine(time: 0.5, .offset(400))])
    var announcer = Announcer()
    _ = announcer.lines(for: session, at: session.now, [])
    func said() -> [String] {
      announcer.lines(for: session, at: session.now, []).filter { $0.contains("program") }
    }
    func tell(_ content: ObservedLine.Content) {
      session.handle(.change(session.now.advanced(by: 0.1), .observe(content)))
    }
    session.change(.pause(true))
    tell(.offset(400))
    #expect(said().isEmpty)
    tell(.offset(420))
    #expect(said() == ["The program’s motion is not shown while frozen"])
    tell(.offset(440))
    #expect(said().isEmpty)
    session.change(.pause(false))
    tell(.offset(460))
    #expect(session.state.contains { $0.name == "observed.offset" && $0.value == .number(460) })
    session.change(.scene("carousel"))
    _ = said()
    tell(.offset(480))
    #expect(said() == ["The watched program keeps running. Only its own tab shows it."])
  }
}
