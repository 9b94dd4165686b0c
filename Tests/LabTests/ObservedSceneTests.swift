import Feel
import FeelTrace
import Glibc
import Lab
import Observe
import RandomSessions
import Raster
import Scenes
import Stage
import TestSupport
import Testing
import TextLayout

/// Another program's scrolling in the window: it is shown, becomes a take, and is compared with a
/// preset.
struct ObservedSceneTests {
  private static let source = ObservedSource(
    name: "list", minimum: 0, maximum: 9000, viewport: 700)

  private func session() throws -> Session {
    var session = try Session("observed")
    session.change(.watch(Self.source))
    tell(&session, 0.5, .offset(400))
    return session
  }

  private func tell(_ session: inout Session, _ seconds: Double, _ content: ObservedLine.Content) {
    session.handle(.change(Instant(seconds: seconds), .observe(content)))
  }

  /// An upward flick from a given time: 12 samples after the press, 8 ms apart, the last one its
  /// release.
  private func hand(from start: Double) -> [RecordedHand.Sample] {
    (0...12).map { index in
      let phase: RecordedHand.Phase = index == 0 ? .begin : index == 12 ? .end : .update
      let place = Vector(200, 600 - 14 * Double(index))
      return RecordedHand.Sample(
        time: start + 0.008 * Double(index), phase: phase, location: place)
    }
  }

  /// A flick that the program follows and then lets run out in 60 Hz frames until it is at rest.
  private func flick(_ session: inout Session, at start: Double, from offset: Double) {
    let release = start + 0.096
    var lines: [(time: Double, content: ObservedLine.Content)] = []
    for sample in hand(from: start) {
      let phase: ObservedLine.PointerPhase =
        switch sample.phase {
        case .begin: .down
        case .update: .move
        case .end: .up
        }
      lines.append((sample.time, .pointer(sample.location, phase)))
    }
    for frame in 0..<90 {
      let time = start + 0.004 + Double(frame) / 60
      let dragged: Double = 1750 * (min(time, release) - start)
      let fallen: Double = exp(-4 * max(0, time - release))
      let place: Double = offset + dragged + 375 * (1 - fallen)
      lines.append((time, .offset(place.rounded())))
    }
    lines.sort { $0.time < $1.time }
    for line in lines { tell(&session, line.time, line.content) }
  }

  @Test func `another program's take lasts from the press to the last change of offset`() throws {
    var session = try session()
    flick(&session, at: 1, from: 400)
    session.advance(to: Instant(seconds: 8))
    let take = try #require(session.takes.first)
    #expect(session.takes.count == 1)
    #expect(take.span.start == Instant(seconds: 1))
    #expect(take.span.release == Instant(seconds: 1.096))
    // The last frame at a different offset, although that is only known later.
    let moved = take.events.compactMap { event -> (Instant, Double)? in
      if case .observe(let time, .offset(let offset, _)) = event { (time, offset) } else { nil }
    }
    let last = Array(zip(moved, moved.dropFirst())).last { $0.1 != $1.1 }
    #expect(take.span.rest == last?.1.0)
    // Its slow landing is one motion in the timeline too.
    let rests = session.takeSheet.log.changes.filter { $0.state == .idle }
    #expect(rests.map(\.time) == [try #require(take.span.rest)])
    #expect(take.outcome.rest == moved.last?.1)
    #expect(session.state.contains { $0.name == "observed.state" && $0.value == .text("idle") })
  }

  @Test func `content that moves without a hand makes a take, and the first frame makes none`()
    throws
  {
    var session = try session()
    session.advance(to: Instant(seconds: 3))
    #expect(session.takes.isEmpty)
    for frame in 0..<20 { tell(&session, 3 + Double(frame) / 60, .offset(400 + 5 * Double(frame))) }
    session.advance(to: Instant(seconds: 6))
    #expect(session.takes.count == 1)
    #expect(session.takes.first?.outcome.rest == 495)
    let sheet = session.takeSheet
    #expect(sheet.log.changes.map(\.state) == [.programmatic, .idle])
  }

  @Test func `a hand on resting content restarts a preset still in motion from there`() throws {
    var session = try session()
    flick(&session, at: 1, from: 400)
    session.advance(to: Instant(seconds: 3))
    let reached = try #require(number("observed.offset", of: session))
    var later = session
    later.advance(to: Instant(seconds: 3.2))
    #expect(number("observed.preset", of: later) != number("observed.preset", of: session))
    flick(&session, at: 3, from: reached)
    session.advance(to: Instant(seconds: 12))
    let prediction = HandPrediction(
      of: RecordedHand(hand(from: 3)), by: .uikit, start: reached, range: 0...9000, viewport: 700)
    let rest = try #require(number("observed.preset", of: session))
    #expect(abs(rest - prediction.rest) < 0.5)
  }

  /// For example, if a stream begins in the middle of a drag.
  @Test func `the preset starts with the first hand after the content's position is known`() throws
  {
    var session = try Session("observed")
    session.change(.watch(ObservedSource(name: "list")))
    tell(&session, 0.5, .pointer(Vector(200, 600), .down))
    flick(&session, at: 0.6, from: 400)
    let offset = try #require(number("observed.offset", of: session))
    #expect(number("observed.preset", of: session) == offset)
    session.advance(to: Instant(seconds: 8))
    flick(&session, at: 9, from: offset)
    session.advance(to: Instant(seconds: 16))
    let preset = try #require(number("observed.preset", of: session))
    let next = try #require(number("observed.offset", of: session))
    #expect(preset != next && abs(preset - next) < 1000, "\(preset) beside \(next)")
  }

  private func number(_ name: String, of session: Session) -> Double? {
    session.state.lazy.compactMap { field in
      if field.name == name, case .number(let number) = field.value { number } else { nil }
    }.first
  }

  @Test func `the preset beside the program matches its prediction for the same hand`() throws {
    for preset in [ScrollPreset.uikit, .gtk4, .android] {
      var session = try session()
      session.change(.preset(preset))
      flick(&session, at: 1, from: 400)
      session.advance(to: Instant(seconds: 12))
      let prediction = HandPrediction(
        of: RecordedHand(hand(from: 1)), by: preset, start: 400, range: 0...9000, viewport: 700)
      let run = try #require(session.takeSheet.run.runB)
      let rest = try #require(run.watched(at: session.liveStageTime)).position
      #expect(abs(rest - prediction.rest) < 0.5, "\(preset.id)")
      // The take lasts until both rest, and states the difference between them.
      let comparison = try #require(session.pair?.comparison)
      let program = try #require(session.takes.first).outcome.rest
      #expect(abs(comparison.b.rest - comparison.a.rest - (rest - program)) < 0.5, "\(preset.id)")
      #expect(prediction.rest > 700)
    }
  }

  @Test func `a video names the program and the dashed preset`() throws {
    let fonts = try FontBook()
    var session = try session()
    flick(&session, at: 1, from: 400)
    session.advance(to: Instant(seconds: 8))
    func says(_ words: String) -> Bool {
      var film = session.film(from: Instant(seconds: 1), to: Instant(seconds: 2))
      let picture = film.picture(at: Instant(seconds: 1.5), fonts: fonts)
      let band = film.frame.height - session.stagePlace.size.height
      let growth = min(1.5, max(0.6, min(band / 84, film.frame.width / 900)))
      return picture.places(of: words, .title.grown(growth), fonts).count == 1
    }
    #expect(says("UIKit") && says("the program"))
    session.change(.parameter("observed.content", .choice("preset")))
    session.advance(to: Instant(seconds: 9))
    #expect(!says("the program"))
  }

  @Test func `a program's resting position is shown only once it rests`() throws {
    let fonts = try FontBook()
    var session = try session()
    flick(&session, at: 1, from: 400)
    session.advance(to: Instant(seconds: 12))
    func places(_ session: Session) -> [String] {
      let list = session.drawn(fonts)
      return Alphabet(.strong, fonts).lines(of: list).filter { $0.hasSuffix("px") }
    }
    session.change(.pause(true))
    let rest = try #require(session.takes.first).outcome.rest
    #expect(places(session).contains("\(rest.grouped(decimals: 1))px"))
    session.change(.show(Instant(seconds: 1.5)))
    // The preset's rest, both positions, and their difference.
    #expect(places(session).count == 4, "\(places(session))")
  }

  @Test func `a new preset is shown at once beside the take shown`() throws {
    var session = try session()
    flick(&session, at: 1, from: 400)
    session.advance(to: Instant(seconds: 12))
    session.change(.showTake(1))
    func rest(_ session: Session) throws -> Double {
      let sheet = session.takeSheet
      let (run, end) = (try #require(sheet.run.runB), try #require(sheet.end))
      return try #require(run.watched(at: end)).position
    }
    let before = try rest(session)
    session.change(.preset(.gtk4))
    session.advance(to: session.now)
    #expect(abs(try rest(session) - before) > 10)
    #expect(
      session.takeSheet.run.watched(at: session.now)?.position == session.takes[0].outcome.rest)
  }

  @Test func `changing the preset keeps other takes under their own preset`() throws {
    var session = try session()
    flick(&session, at: 1, from: 400)
    flick(&session, at: 6, from: 943)
    session.advance(to: Instant(seconds: 15))
    #expect(session.takes.count == 2)
    session.change(.showTake(2))
    session.change(.preset(.android))
    session.advance(to: session.now.advanced(by: 0.5))
    let fonts = try FontBook()
    func shows(_ preset: ScrollPreset) -> Bool {
      !session.displayList(at: session.now, fonts: fonts)
        .places(of: preset.shownTitle, .body, fonts).isEmpty
    }
    #expect(shows(.android) && !shows(.uikit))
    session.change(.showTake(1))
    #expect(shows(.uikit) && !shows(.android))
  }

  @Test func `choosing a preset for one take does not change another take's words`() throws {
    var session = try session()
    flick(&session, at: 1, from: 400)
    flick(&session, at: 6, from: 943)
    session.advance(to: Instant(seconds: 15))
    session.key(.function(8))
    session.change(.showTake(2))
    session.change(.preset(.gtk4))
    session.advance(to: session.now.advanced(by: 0.5))
    while let take = session.unjudgedTake { session.tell(.judged(TakeJudgement(take))) }
    let fonts = try FontBook()
    func names(_ preset: ScrollPreset, _ words: String) -> Bool {
      words.contains("from \(preset.shownTitle)’s")
    }
    for shown in [2, 1] {
      session.change(.showTake(shown))
      session.advance(to: session.now.advanced(by: 0.1))
      let cards = session.accessibility(at: session.now).all
      let value = try #require(cards.first { $0.id == "take.1" }).value
      #expect(names(.uikit, value) && !names(.gtk4, value), "\(value)")
    }
    let line = Alphabet(.small, fonts).lines(of: session.drawn(fonts)).joined()
    #expect(line.contains("fromUIKit’s") && !line.contains("fromGTK"), "\(line)")
  }

  /// A clip with a measured region.
  private func regionSession() throws -> Session {
    var session = try Session("observed")
    var source = ObservedSource(name: "clip", viewport: 600)
    source.clip = ObservedClip(
      path: "/clip", bytes: 1, size: Size(400, 800),
      region: Rect(x: 0, y: 100, width: 400, height: 600))
    session.change(.watch(source))
    tell(&session, 0.5, .offset(400))
    return session
  }

  @Test(arguments: [nil, Rect(x: 0, y: 50, width: 300, height: 600)], [false, true])
  func `undoing a measurement measures the previous region and is announced as such`(
    former: Rect?, isUndone: Bool
  ) throws {
    var session = try regionSession()
    // The preset that the measurement chose is no edit.
    session.change(.preset(.gtk4))
    session.tell(.measured)
    var announcer = Announcer()
    _ = announcer.lines(for: session, at: session.now, [])
    session.tell(.measuredAgain(former: former, later: former, isUndone: isUndone, nil))
    let said = announcer.lines(for: session, at: session.now, [])
    #expect(
      said.contains("Measured the new region. Ctrl+Z undoes it.") == !isUndone
        && said.contains("Went back to the previous region.") == isUndone, "\(said)")
    _ = session.takeRequests()
    for key in ["z", "y"] as [Character] {
      session.key(.character(key), .control)
      let regions = session.takeRequests().compactMap { request -> Rect? in
        if case .measure(_, let region) = request { region } else { nil }
      }
      #expect(regions == [former].compactMap(\.self))
      let words = key == "z" ? "Nothing to undo" : "Nothing to redo"
      let said = announcer.lines(for: session, at: session.now, [])
      #expect(said.contains(words) == (former == nil), "\(said)")
    }
  }

  @Test(
    arguments: [
      ([.exponential, nil], "Measured the new region."),
      ([.exponential], "The new region has 1 take instead of 2."),
      ([.exponential, nil, nil], "The new region has 3 takes instead of 2."),
      (
        [.braking, nil],
        "In the new region, take 1 follows constant braking instead of an exponential."
      ),
      ([nil, nil], "In the new region, take 1 follows no law instead of an exponential."),
      ([nil, .braking], "In the new region, 2 takes follow other laws."),
    ] as [([LawFamily?], String)])
  func `takes that differ in another region are reported`(laws: [LawFamily?], words: String) throws
  {
    var session = try regionSession()
    var announcer = Announcer()
    _ = announcer.lines(for: session, at: session.now, [])
    let change = TakesChange(from: [.exponential, nil], to: laws)
    session.tell(.measuredAgain(former: .zero, isUndone: false, change))
    let said = announcer.lines(for: session, at: session.now, [])
    #expect(said.contains(words + " Ctrl+Z undoes it."), "\(said)")
  }

  /// Two takes of a clip, the first beside Android, the second beside GTK 4.
  private func twoTakes() throws -> Session {
    var session = try Session("observed")
    for (start, preset) in [(0.0, ScrollPreset.android), (4, .gtk4)] {
      session.handle(.change(Instant(seconds: start), .preset(preset)))
      session.change(.restart)
      var source = ObservedSource(name: "clip", viewport: 600)
      source.clip = ObservedClip(
        path: "/clip", bytes: 1, size: Size(400, 800),
        region: Rect(x: 0, y: 100, width: 400, height: 600), shift: -start, end: 1.5,
        fling: ObservedClip.Fling(time: 0.5, velocity: 900, place: 0), cut: .end)
      session.change(.watch(source))
      for frame in 0...60 {
        let time = Double(frame) / 60
        tell(&session, start + 0.5 + time, .offset(900 * time))
      }
    }
    session.advance(to: Instant(seconds: 8))
    #expect(session.takes.count == 2)
    return session
  }

  @Test func `a preset chosen for a clip's take is beside it when it is shown again`() throws {
    var session = try twoTakes()
    session.change(.showTake(1))
    session.change(.preset(.uikit))
    session.advance(to: session.now.advanced(by: 0.5))
    for (take, preset) in [(2, ScrollPreset.gtk4), (1, .uikit), (2, .gtk4)] {
      session.change(.showTake(take))
      #expect(session.takeSheet.run.stage.parameters.preset == preset, "take \(take)")
      #expect(session.parameters.preset == preset && session.pair?.comparison != nil)
    }
  }

  @Test func `undo goes back to the preset that a clip's take had`() throws {
    var session = try twoTakes()
    session.change(.showTake(1))
    func beside() -> ScrollPreset { session.takeSheet.run.stage.parameters.preset }
    #expect(beside() == .android)
    session.key(.character("c"))
    session.key(.down)
    session.key(.return)
    session.advance(to: session.now.advanced(by: 0.5))
    #expect(beside() != .android && session.parameters.preset == beside())
    session.key(.character("z"), .control)
    session.advance(to: session.now.advanced(by: 0.5))
    #expect(beside() == .android)
  }

  @Test func `Escape undoes moving a clip's region by arrow keys`() throws {
    var session = try regionSession()
    session.key(.function(6))
    for escapes in [false, true] {
      session.key(.up)
      if escapes { session.key(.escape) }
      session.key(.return)
      let isMeasured = session.takeRequests().contains {
        if case .measure = $0 { true } else { false }
      }
      #expect(isMeasured != escapes)
      session.tell(.progress("", nil))
    }
  }

  /// A clip of an Android run that is pushed on, or cut off, after `duration` seconds.
  private func clipSession(
    _ size: Size = Size(1200, 800), cut: ObservedClip.Cut?, for duration: Double
  ) throws -> Session {
    let run = DecayLaw.androidFling(from: 60, velocity: 3000)
    return try clipSession(size, .android, cut: cut, for: duration) { run.value(at: $0) }
  }

  /// A clip of content released at 60 px with 3000 px/s, then at the positions given by `place`, at
  /// 60 frames per second.
  private func clipSession(
    _ size: Size = Size(1200, 800), _ preset: ScrollPreset, edge: Double? = nil,
    cut: ObservedClip.Cut? = nil, isReleased: Bool = true, without missing: Set<Int> = [],
    on stage: StagePlace? = nil, for duration: Double, _ place: (Double) -> Double
  ) throws -> Session {
    let scene = try #require(Catalog.all.scene("observed"))
    var session = Session(catalog: .all, scene: scene, size: size, stage: stage)
    session.handle(.change(.zero, .preset(preset)))
    var source = ObservedSource(name: "clip", viewport: 600)
    source.exactness = 0.15
    let fling = ObservedClip.Fling(time: 0.24, velocity: 3000, place: 60)
    // In the clip's time, it begins 0.01 s before the first frame that shows it.
    source.clip = ObservedClip(
      path: "/clip", bytes: 1, size: Size(400, 800),
      region: Rect(x: 0, y: 100, width: 400, height: 600), shift: -0.5,
      end: Double(Int(60 * duration)) / 60,
      fling: isReleased ? fling : nil, edge: edge, cut: cut)
    session.handle(.change(.zero, .watch(source)))
    for frame in 0...Int(60 * duration) where !missing.contains(frame) {
      let time = Double(frame) / 60
      tell(&session, 0.5 + time, .offset(place(max(0, time - 0.24))))
    }
    session.advance(to: Instant(seconds: 8))
    return session
  }

  @Test func `the preset beside a clip is released when the content is, even between frames`()
    throws
  {
    let session = try clipSession(cut: nil, for: 2)
    let preset = try #require(number("observed.preset", of: session))
    let offset = try #require(number("observed.offset", of: session))
    // It rests at a whole pixel.
    #expect(abs(preset - offset) < 0.6, "\(preset) \(offset)")
  }

  @Test func `the preset matches the clip between its frames too`() throws {
    var session = try clipSession(cut: nil, for: 2)
    session.change(.pause(true))
    for step in 0..<400 {
      session.change(.show(Instant(seconds: 0.7 + 0.0047 * Double(step))))
      let preset = try #require(number("observed.preset", of: session))
      let offset = try #require(number("observed.offset", of: session))
      #expect(abs(preset - offset) < 0.6, "\(preset) \(offset) \(step)")
    }
    // The verdict also compares them at the same moments.
    let comparison = try #require(session.pair?.comparison)
    #expect(comparison.greatest < 0.6, "\(comparison.greatest)")
  }

  @Test func `the preset meets the edge that a clip's fling meets`() throws {
    let law = ScrollPhysics.uikit
    var view = ScrollView(
      frame: Rect(x: 0, y: 0, width: 400, height: 600), contentLength: 600 + 700,
      direction: .vertical, physics: law)
    _ = view.scroll(to: 60, animated: false, at: .zero)
    _ = view.flick(velocity: 3000, at: .zero)
    let run = view
    let session = try clipSession(Size(1200, 800), .uikit, edge: 700, for: 3) { time in
      var view = run
      _ = view.advance(to: Instant(seconds: time))
      return view.contentOffset(at: Instant(seconds: time))
    }
    let comparison = try #require(session.pair?.comparison)
    #expect(abs(comparison.b.rest - 700) < 0.5 && comparison.b.overshoot > 10, "\(comparison)")
    #expect(comparison.greatest < 0.6, "\(comparison)")
  }

  @Test func `no preset runs beside a clip's take without a release, and a sentence says why`()
    throws
  {
    let fonts = try FontBook()
    // Steps that no law explains.
    let steps = [7.0, 21, 3, 18, 5, 24, 2, 13]
    var session = try clipSession(.init(1200, 800), .android, isReleased: false, for: 1) { time in
      (0..<Int(time * 60)).reduce(60) { $0 + steps[$1 * $1 % 7] }
    }
    session.key(.function(8))
    session.change(.pause(true))
    while let take = session.unjudgedTake { session.tell(.judged(TakeJudgement(take))) }
    let take = try #require(session.takes.first)
    let judged = TakeJudgement(take)
    let verdict = judged.verdict(beside: .android)
    #expect(!judged.isGood && verdict[0] == "too short for a law", "\(verdict)")
    #expect(session.pair?.comparison == nil)
    #expect(session.takeSheet.log.samples.allSatisfy { $0.otherPosition == nil })
    for moment in [take.span.start.advanced(by: 0.5), take.end] {
      session.change(.show(moment))
      let said = Alphabet(.small, fonts).lines(of: session.drawn(fonts)).joined()
      #expect(said.contains("notarunafterarelease") && !said.contains("orange"), "\(said)")
      #expect(!said.contains("Android"), "\(said)")
    }
    // Compare says why, and chooses nothing.
    let parameters = session.parameters
    session.key(.character("c"))
    let all = session.accessibility(at: session.now).all
    #expect(!all.contains { $0.role == .menuItem })
    let said = "Nothing is compared: this take shows no release from which a preset could run."
    #expect(!session.drawn(fonts).places(of: said, .smallMedium, fonts).isEmpty)
    #expect(session.parameters == parameters)
    session.advance(to: session.now.advanced(by: 4))
    let cells = Alphabet(TextStyle(size: 13, weight: .semibold), fonts)
      .lines(of: session.drawn(fonts))
    #expect(cells.contains("\(take.outcome.rest.grouped(decimals: 1))px"), "\(cells)")
  }

  @Test func `a take too short for a law is not called unexplained`() throws {
    let session = try clipSession(
      Size(1200, 800), .android, cut: .end, isReleased: false, for: 0.3
    ) { 60 + 900 * $0 }
    let judged = TakeJudgement(try #require(session.takes.first))
    let verdict = judged.verdict(beside: .android)
    #expect(judged.isGood && verdict[0] == "too short for a law", "\(verdict)")
  }

  @Test func `a preset beside a clip has no motion before its release`() throws {
    let session = try clipSession(cut: nil, for: 2)
    let log = session.takeSheet.log
    for (index, sample) in log.samples.enumerated() {
      let time = MotionLog.time(of: log.first + Int64(index)).seconds
      #expect((sample.otherPosition != nil) == (time > 0.749), "\(time)")
      // Before the first frame, nothing is known of the clip either.
      #expect((sample.position != nil) == (time >= 0.5), "\(time)")
    }
  }

  @Test func `a clip's last frame is the same moment however it is reached`() throws {
    let fonts = try FontBook()
    let run = DecayLaw.androidFling(from: 60, velocity: 3000)
    var session = try clipSession(Size(1200, 800), .uikit, cut: .end, for: 0.6) {
      run.value(at: $0)
    }
    session.key(.function(8))
    func seen(_ changes: [SessionChange]) -> (String, Double?) {
      for change in changes { session.change(change) }
      session.advance(to: session.now.advanced(by: 2))
      session.change(.pause(true))
      let texts = [TextStyle.body, .smallStrong, TextStyle(size: 13, weight: .semibold)]
        .flatMap { Alphabet($0, fonts).lines(of: session.drawn(fonts)) }
      let shown = session.takeSheet.run.runB?.watched(at: session.stageTime(at: session.now))
      return (texts.joined(separator: "|"), shown?.position)
    }
    let card = seen([.showTake(1)])
    session.change(.show(Instant(seconds: 0.5 + 35.0 / 60)))
    session.key(.character("."))
    let stepped = seen([])
    let played = seen([.show(Instant(seconds: 0.8)), .pause(false)])
    #expect(card == stepped && card == played, "\(card) \(stepped) \(played)")
    // The preset is still moving; the lanes' last value is the stage's.
    let last = try #require(session.takeSheet.log.samples.last?.otherPosition)
    let comparison = try #require(session.pair?.comparison)
    #expect(card.1 == last && abs(comparison.b.rest - last) > 100, "\(card) \(comparison)")
  }

  @Test func `a clip that ends in mid-motion gets its comparison table at its end`() throws {
    let fonts = try FontBook()
    var session = try clipSession(Size(1200, 800), .uikit, cut: .end, for: 0.6) { 60 + 900 * $0 }
    session.change(.showTake(1))
    session.change(.show(Instant(seconds: 0.6)))
    session.advance(to: session.now.advanced(by: 3))
    let words = TextStyle(size: 13)
    #expect(!session.drawn(fonts).places(of: "Time to rest", words, fonts).isEmpty)
  }

  @Test func `a preset beside a clip stops where it rests`() throws {
    let session = try clipSession(Size(1200, 800), .uikit, for: 5) { 60 + 900 * $0 }
    let samples = session.takeSheet.log.samples.compactMap(\.otherPosition)
    let rest = try #require(session.pair?.comparison?.b.rest)
    #expect(zip(samples, samples.dropFirst()).allSatisfy { $0 <= $1 + 1e-9 })
    #expect(rest >= samples[samples.count - 1] && rest != rest.rounded())
  }

  @Test func `a clip's table has both rests during the fling`() throws {
    let fonts = try FontBook()
    var session = try clipSession(cut: nil, for: 3)
    session.key(.function(8))
    session.change(.pause(true))
    let comparison = try #require(session.pair?.comparison)
    for time in [0.6, 1.2, 3.4] {
      session.change(.show(Instant(seconds: time)))
      session.advance(to: session.now.advanced(by: 1))
      let list = session.drawn(fonts)
      let style = TextStyle(size: 13, weight: .semibold)
      for rest in [comparison.a.rest, comparison.b.rest] {
        let words = rest.grouped(decimals: 1) + " px"
        #expect(!list.places(of: words, style, fonts).isEmpty, "\(time) \(words)")
      }
    }
  }

  @Test func `lines of a clip and of its preset at different places never coincide`() throws {
    let fonts = try FontBook()
    var session = try clipSession(Size(1200, 800), .uikit, for: 2) { 60 + 900 * $0 }
    session.change(.pause(true))
    let clip = try #require(session.clip(at: session.now)).frame
    var pairs = 0
    for step in 0..<16 {
      session.change(.show(Instant(seconds: 0.75 + 0.025 * Double(step))))
      session.advance(to: session.now.advanced(by: 0.1))
      let list = session.drawn(fonts)
      func lines(_ name: String) -> [(place: Int, y: Double)] {
        stride(from: 0, through: 3600, by: 180).flatMap { place in
          list.places(of: "\(name)\(Double(place).grouped(decimals: 0)) px", .small, fonts)
            .map { (place, $0.y) }
        }
      }
      let own = lines("")
      for other in lines("UIKit: ") {
        for line in own where line.place != other.place {
          pairs += 1
          #expect(abs(line.y - other.y) > 0.1 * clip.height, "\(step): \(line) \(other)")
        }
      }
    }
    #expect(pairs > 4)
  }

  @Test func `a clip measured again stays beside the comparison table`() throws {
    let size = Size(1200, 800)
    var session = try clipSession(size, .android, for: 1) { 60 + 500 * $0 }
    session.key(.function(8))
    let place = session.stagePlace
    var again = try clipSession(size, .android, on: place, for: 1) { 60 + 500 * $0 }
    again.handle(.host(again.now, .size(size)))
    again.key(.function(8))
    again.tell(.replayEnded)
    #expect(again.stagePlace == place)
    #expect(again.clip(at: again.now)?.frame == session.clip(at: session.now)?.frame)
  }

  @Test func `a card's way and time are signed and both count from the release`() throws {
    let fonts = try FontBook()
    for (sign, cut) in [(1.0, ObservedClip.Cut.push), (1, nil), (-1, nil)] {
      let session = try clipSession(Size(1200, 800), .android, cut: cut, for: 0.6) {
        60 + sign * 1000 * $0
      }
      var shown = session
      shown.key(.function(8))
      let take = try #require(session.takes.first)
      let way = (take.outcome.rest - 60).grouped(decimals: 0) + " px"
      let end = take.span.rest ?? take.end
      let time = cut == nil ? (end - take.span.release).text(decimals: 2) + " s" : "–"
      let list = shown.drawn(fonts)
      #expect(!list.places(of: way, .strong, fonts).isEmpty, "\(way)")
      // The way has priority where there is no room for both.
      #expect(sign < 0 || !list.places(of: time, .small, fonts).isEmpty, "\(time)")
      #expect((take.outcome.rest < 60) == way.hasPrefix("−"))
    }
  }

  @Test func `steps move by the clip's frames, and the clip's time is shown`() throws {
    var session = try clipSession(cut: nil, for: 2)
    session.key(.function(8))
    session.change(.pause(true))
    // A quarter of a frame late: this clip's frames are shown 0.5 s later on the stage.
    session.change(.show(Instant(seconds: 0.5 + 30.25 / 60)))
    func frame() -> Double { (session.stageTime(at: session.now).seconds - 0.5) * 60 }
    session.key(.character("."))
    #expect(abs(frame() - 31) < 1e-3)
    session.key(.character(","))
    #expect(abs(frame() - 30) < 1e-3)
    let slider = try #require(
      session.accessibility(at: session.now).all.first { $0.id == "timeline" })
    #expect(abs((slider.number ?? 0) - 0.5) < 1e-3 && slider.value.hasPrefix("0.500 s"))
    let fonts = try FontBook()
    let list = session.displayList(at: session.now, fonts: fonts)
    #expect(!list.places(of: "0.500", .clock, fonts).isEmpty)
    // Past its frames, a clip shows its last one; stepping back starts from that.
    session.change(.show(Instant(seconds: 0.5 + 121.0 / 60)))
    session.key(.character(","))
    #expect(abs(frame() - 119) < 1e-3)
    session.key(.character("."))
    #expect(abs(frame() - 120) < 1e-3)
    // At the end, where the clip stands, the first step needs no pause before it.
    session.change(.pause(false))
    session.advance(to: session.now.advanced(by: 1))
    session.key(.character(","))
    #expect(abs(frame() - 119) < 1e-3 && session.isPaused)
  }

  @Test func `a fault has the clip's time in its lane`() throws {
    let run = DecayLaw.androidFling(from: 60, velocity: 3000)
    var session = try clipSession(Size(1200, 800), .android, for: 2) {
      run.value(at: $0) + ($0 > 0.77 ? 40 : 0)
    }
    session.key(.function(8))
    while let take = session.unjudgedTake { session.tell(.judged(TakeJudgement(take))) }
    let lane = session.accessibility(at: session.now).all.first { $0.id == "timeline.frames" }
    let value = try #require(lane).value
    #expect(value.contains("at 1.017 s the position jumps by"), "\(value)")
  }

  @Test func `missed frames that are not judged are not drawn in red`() throws {
    let fonts = try FontBook()
    var session = try clipSession(
      Size(1600, 1000), .uikit, isReleased: false, without: [24, 44], for: 1
    ) { 60 + 450 * (1 - exp(-2 * $0)) }
    session.key(.function(8))
    while let take = session.unjudgedTake { session.tell(.judged(TakeJudgement(take))) }
    let even = TakeJudgement(try #require(session.takes.first)).evenness
    #expect(even.missed == 2 && even.unjudged == 2, "\(even)")
    let (list, theme) = (session.drawn(fonts), Theme.light)
    let red = [theme.danger, theme.danger.opacity(0.22)].map { "\($0)" }
    #expect(!list.commands.contains { command in red.contains { "\(command)".contains($0) } })
    let (words, plain) = (list.places(of: "missed", .caption, fonts), theme.secondaryText)
    #expect(words.count == 2)
    for command in list.commands {
      guard case .glyphs(_, let place, let color) = command, words.contains(place) else { continue }
      #expect(color == plain)
    }
  }

  @Test func `a clip's take has the measured release, velocity and rest`() throws {
    var session = try Session("observed")
    var source = ObservedSource(name: "clip", viewport: 600)
    let law = { (time: Double) in 1500 * (1 - exp(-2 * time)) }
    source.clip = ObservedClip(
      path: "/clip", bytes: 1, size: Size(400, 800),
      region: Rect(x: 0, y: 100, width: 400, height: 600), shift: -0.5, end: 3,
      fling: ObservedClip.Fling(time: 0.5, velocity: 3000, place: 60))
    session.handle(.change(.zero, .watch(source)))
    // Dragged from 0.2 s, released at 0.5 s, and reported at rest from 2 s, though still creeping.
    for frame in 0...180 {
      let time = Double(frame) / 60
      let motion: ObservedLine.Motion =
        switch time {
        case ..<0.2: .init(velocity: 0, state: .idle)
        case ..<0.5: .init(velocity: 200, state: .tracking)
        case ..<2: .init(velocity: 3000 * exp(-2 * (time - 0.5)), state: .decelerating)
        default: .init(velocity: 0, state: .idle)
        }
      let place = 200 * min(max(0, time - 0.2), 0.3) + law(max(0, time - 0.5))
      tell(&session, 0.5 + time, .offset(place, motion))
    }
    session.advance(to: Instant(seconds: 8))
    let (take, log) = (try #require(session.takes.first), session.takeSheet.log)
    #expect(log.changes.map(\.state) == [.tracking, .decelerating, .idle])
    #expect(abs(take.span.release.seconds - 1) < 1e-5)
    #expect(abs(try #require(take.span.rest).seconds - 2.5) < 1e-5)
    // The card and the table state the same duration.
    session.key(.function(8))
    let comparison = try #require(session.pair?.comparison)
    #expect(abs(take.outcome.settle - 1.5) < 1e-4 && abs(comparison.a.settle - 1.5) < 1e-4)
    let card = try #require(
      session.accessibility(at: session.now).all.first { $0.id == "take.1" })
    #expect(card.value.contains("px in 1.50 s after the release"), "\(card.value)")
    // In the first frame of the fling, the clip is as fast as the preset.
    let sample = try #require(log.sample(at: Instant(seconds: 1.001)))
    let (own, other) = (try #require(sample.velocity), try #require(sample.otherVelocity))
    #expect(abs(own - 3000) < 1 && abs(other - own) < 100, "\(own) \(other)")
  }

  @Test func `a preset released between two frames of a clip has its velocity at once`() throws {
    var session = try Session("observed")
    session.change(.preset(.uikit))
    var source = ObservedSource(name: "clip", viewport: 600)
    source.clip = ObservedClip(
      path: "/clip", bytes: 1, size: Size(400, 800),
      region: Rect(x: 0, y: 100, width: 400, height: 600), end: 2.5)
    session.handle(.change(.zero, .watch(source)))
    let samples = hand(from: 1)
    let release = try #require(samples.last).time
    var lines = samples.map(ObservedLine.init)
    for frame in 0...150 {
      let time = Double(frame) / 60
      let (dragged, run) = (
        min(max(0, time - 1), release - 1), 1 - exp(-4 * max(0, time - release))
      )
      lines.append(ObservedLine(time: time, .offset(60 + 1750 * dragged + 437 * run)))
    }
    for line in lines.sorted(by: { $0.time < $1.time }) { tell(&session, line.time, line.content) }
    session.advance(to: Instant(seconds: 8))
    let moment = session.takeSheet.history.moment(at: Instant(seconds: release)).run
    let reading = try #require(moment.runB?.watched(at: Instant(seconds: release)))
    #expect(abs(reading.velocity ?? 0) > 1000, "\(reading)")
  }

  /// It rests or is cut short, and then is dragged.
  @Test(arguments: [ObservedClip.Cut.caught, nil])
  func `a clip's run is compared up to its end, and not with a later drag`(
    cut: ObservedClip.Cut?
  ) throws {
    var session = try Session("observed")
    session.change(.preset(.uikit))
    var source = ObservedSource(name: "clip", viewport: 600)
    let end = cut == nil ? 2.0 : 1
    source.clip = ObservedClip(
      path: "/clip", bytes: 1, size: Size(400, 800),
      region: Rect(x: 0, y: 100, width: 400, height: 600), shift: -0.5, end: 3,
      rest: cut == nil ? end : nil,
      fling: ObservedClip.Fling(time: 0.5, velocity: 3000, place: 0), runEnd: end, cut: cut)
    session.handle(.change(.zero, .watch(source)))
    let run = { (time: Double) in 3000 / 2.002 * (1 - exp(-2.002 * min(max(0, time), end - 0.5))) }
    for frame in 0...180 {
      let time = Double(frame) / 60
      let motion: ObservedLine.Motion =
        switch time {
        case 0.5..<end: .init(velocity: 3000 * exp(-2.002 * (time - 0.5)), state: .decelerating)
        case 2.3...: .init(velocity: 400, state: .tracking)
        default: .init(velocity: 0, state: .idle)
        }
      tell(&session, 0.5 + time, .offset(run(time - 0.5) + 400 * max(0, time - 2.3), motion))
    }
    session.advance(to: Instant(seconds: 8))
    let (take, log) = (try #require(session.takes.first), session.takeSheet.log)
    #expect(log.changes.map(\.state) == [.decelerating, .idle, .tracking], "\(log.changes)")
    let comparison = try #require(session.pair?.comparison)
    #expect(abs(comparison.a.rest - run(3)) < 0.1 && abs(take.outcome.rest - run(3)) < 0.1)
    #expect(comparison.greatest < 10, "\(comparison)")
    #expect(cut != nil || abs(comparison.a.settle - 1.5) < 1e-4)
    #expect(take.span.rest == (cut == nil ? Instant(seconds: 2.5) : nil))
    for (index, sample) in log.samples.enumerated() {
      let time = MotionLog.time(of: log.first + Int64(index)).seconds - 0.5
      #expect((sample.otherPosition != nil) == (0.5...end + 0.02 ~= time), "\(time)")
    }
  }

  /// Frames of uneven length, as in a GIF: 20 or 40 ms each.
  @Test(arguments: [1, nil])
  func `stepping from any moment of a clip leads to another of its frames`(
    chosen: Int?
  ) throws {
    var session = try Session("observed")
    var source = ObservedSource(name: "clip", viewport: 600)
    source.clip = ObservedClip(
      path: "/clip", bytes: 1, size: Size(400, 800),
      region: Rect(x: 0, y: 100, width: 400, height: 600), shift: -0.5, end: 0.66)
    session.change(.watch(source))
    var times = [0.5]
    for frame in 0..<24 { times.append(times[frame] + (frame % 5 == 3 ? 0.04 : 0.02)) }
    for (frame, time) in times.enumerated() { tell(&session, time, .offset(9 * Double(frame))) }
    session.advance(to: Instant(seconds: 4))
    session.change(.pause(true))
    session.change(.showTake(chosen))
    let sheet = session.takeSheet
    let (start, end) = (sheet.start.microseconds, try #require(sheet.end).microseconds)
    for moment in stride(from: start, through: end, by: 1371) {
      for (key, isLater) in [(".", true), (",", false)] {
        session.change(.show(Instant(microseconds: moment)))
        session.key(.character(Character(key)))
        let shown = session.stageTime(at: session.now).microseconds
        let isAtEnd = isLater ? moment == end : moment == start
        #expect(isAtEnd || (isLater ? shown > moment : shown < moment), "\(moment) \(key) \(shown)")
      }
    }
  }

  @Test func `before a take's first frame the clip shows the frame of that time`() throws {
    var session = try Session("observed")
    for (begin, first) in [(0.0, 1.0), (6, 4)] {
      var source = ObservedSource(name: "clip", viewport: 600)
      source.clip = ObservedClip(
        path: "/clip", bytes: 1, size: Size(400, 800),
        region: Rect(x: 0, y: 100, width: 400, height: 600), shift: first - begin - 0.25,
        end: first + 1,
        fling: ObservedClip.Fling(time: first, velocity: 1000, place: 0))
      let start = Instant(seconds: begin)
      session.handle(.change(start, .restart))
      session.handle(.change(start, .watch(source)))
      session.advance(to: Instant(seconds: begin + 0.1))
      let time = try #require(session.clip(at: session.now)?.time)
      #expect(abs(time - (first - 0.15)) < 0.002, "\(time)")
      for frame in 0...60 {
        let time = Double(frame) / 60
        session.handle(
          .change(
            Instant(seconds: begin + 0.25 + time),
            .observe(.offset(500 * (1 - exp(-2 * time)), nil))))
      }
      session.advance(to: Instant(seconds: begin + 4))
    }
    try #require(session.takes.count == 2)
    for (take, first) in [(1, 1.0), (2, 4)] {
      session.change(.showTake(take))
      session.change(.show(.zero))
      let time = try #require(session.clip(at: session.now)?.time)
      #expect(abs(time - first) < 0.002, "take \(take): \(time)")
    }
  }

  @Test func `Home and the first button of the timeline lead to a clip's first frame`() throws {
    var session = try clipSession(cut: nil, for: 2)
    session.key(.function(8))
    session.change(.pause(true))
    let first = Instant(seconds: 0.5)
    #expect(session.takeSheet.start == first)
    let button = try session.place(of: "timeline.button1")
    for _ in 0..<4 { session.click(button, at: session.now.seconds + 1) }
    #expect(session.stageTime(at: session.now) == first)
    session.click(try session.place(of: "timeline"), at: session.now.seconds + 1)
    #expect(session.stageTime(at: session.now) > first)
    session.key(.home)
    #expect(session.stageTime(at: session.now) == first)
  }

  @Test func `a moment before the clip begins has a negative time`() throws {
    let fonts = try FontBook()
    var session = try Session("observed")
    var source = ObservedSource(name: "clip", viewport: 600)
    source.clip = ObservedClip(
      path: "/clip", bytes: 1, size: Size(400, 800),
      region: Rect(x: 0, y: 100, width: 400, height: 600), shift: -2)
    session.change(.watch(source))
    for frame in 0..<20 { tell(&session, 1 + Double(frame) / 60, .offset(5 * Double(frame))) }
    session.advance(to: Instant(seconds: 6))
    session.key(.function(8))
    session.change(.pause(true))
    session.change(.show(Instant(seconds: 1.25)))
    let list = session.displayList(at: session.now, fonts: fonts)
    #expect(!list.places(of: "−0.750", .clock, fonts).isEmpty)
  }

  @Test(arguments: [
    (Size(1200, 800), 300.0, 600.0), (Size(800, 600), 200, 350), (Size(480, 360), 140, 220),
  ])
  func `an upright clip fills the stage's height, with its numbers beside it`(
    size: Size, open: Double, alone: Double
  ) throws {
    let fonts = try FontBook()
    var session = try clipSession(size, cut: nil, for: 2)
    for least in [open, alone] {
      session.key(.function(8))
      let clip = try #require(session.clip(at: session.now)).frame
      #expect(clip.height >= least, "\(clip)")
      let list = session.displayList(at: session.now, fonts: fonts)
      // Once: in the table, or elsewhere if the table does not fit.
      let hasTable = !list.places(of: "Time to rest", TextStyle(size: 13), fonts).isEmpty
      #expect(hasTable == (size.width > 480))
      #expect(list.places(of: "Difference", .body, fonts).isEmpty == hasTable)
      guard hasTable else { continue }
      // Every third or sixth row is labelled with its position.
      let offset = try #require(number("observed.offset", of: session))
      let place = (360 * (offset / 360).rounded(.up)).grouped(decimals: 0) + " px"
      // A wide font leaves no room for the name.
      let names = ["\(ScrollPreset.android.shownTitle): \(place)", place]
        .flatMap { list.places(of: $0, .small, fonts) }
      #expect(names.count { $0.x > clip.maxX } == 1, "\(names) \(clip)")
    }
  }

  @Test func `a clip without a hand shows no release velocity and no hand lane`() throws {
    let fonts = try FontBook()
    var session = try clipSession(cut: nil, for: 2)
    session.key(.function(8))
    let comparison = try #require(session.pair?.comparison)
    #expect(comparison.a.velocity == nil && comparison.b.velocity == nil)
    let list = session.drawn(fonts)
    #expect(list.places(of: "Let go at", TextStyle(size: 13), fonts).isEmpty)
    #expect(!list.places(of: "Off (rms)", TextStyle(size: 13), fonts).isEmpty)
    #expect(list.places(of: "Hand", .smallMedium, fonts).isEmpty)
    #expect(!list.places(of: "Position", .smallMedium, fonts).isEmpty)
  }

  @Test func `between two log samples a frozen clip shows its own frame's numbers`() throws {
    let fonts = try FontBook()
    var session = try clipSession(cut: nil, for: 2)
    session.key(.function(8))
    session.change(.pause(true))
    for share in [0.0, 0.25, 0.75] {
      session.change(.show(Instant(seconds: 0.5 + (20 + share) / 60)))
      let offset = try #require(number("observed.offset", of: session))
      let list = session.displayList(at: session.now, fonts: fonts)
      #expect(!list.places(of: offset.grouped(decimals: 1), .smallStrong, fonts).isEmpty)
    }
  }

  @Test func `the lanes and cursors read a clip's last frame between two frames`() throws {
    let fonts = try FontBook()
    var session = try clipSession(cut: nil, for: 2)
    session.key(.function(8))
    session.change(.pause(true))
    let (sheet, lanes) = (session.takeSheet, try session.frame(of: "timeline"))
    let end = try #require(sheet.end)
    func place(_ seconds: Double) -> Vector {
      let share = (seconds - sheet.start.seconds) / (end - sheet.start)
      return Vector(lanes.minX + lanes.width * share, lanes.maxY - lanes.height / 3)
    }
    let times = [20.25, 40.75].map { 0.5 + $0 / 60 }
    let offsets = try times.map { time in
      session.change(.show(Instant(seconds: time)))
      return try #require(number("observed.offset", of: session))
    }
    session.change(.show(end))
    for (time, offset) in zip(times, offsets) {
      session.pointer(.moved, place(time), at: session.now.seconds + 0.1)
      let said = Alphabet(.small, fonts).lines(of: session.drawn(fonts))
      #expect(said.contains { $0.contains("x\(offset.text(decimals: 1))px") }, "\(said)")
    }
    var now = session.now.seconds
    for phase in [PointerSample.Phase.down, .moved, .up] {
      now += 0.1
      let point = place(times[phase == .down ? 0 : 1])
      session.pointer(phase, point, at: now, modifiers: .shift)
    }
    let way = (offsets[1] - offsets[0]).grouped(decimals: 1)
    let told = try #require(session.value(of: "timeline.measure"))
    #expect(told.contains("Δx \(way) px"), "\(told) \(way)")
  }

  @Test(arguments: [ObservedClip.Cut.push, nil])
  func `a clip's take ends with the clip even if the preset still moves`(cut: ObservedClip.Cut?)
    throws
  {
    let run = DecayLaw.androidFling(from: 60, velocity: 3000)
    let duration = cut == nil ? 2 : 0.6
    let session = try clipSession(Size(1200, 800), .uikit, cut: cut, for: duration) {
      run.value(at: $0)
    }
    let (take, sheet) = (try #require(session.takes.first), session.takeSheet)
    #expect(session.takes.count == 1 && take.end == sheet.end)
    #expect(abs(take.end.seconds - 0.5 - duration) < 0.02, "\(take.end.seconds)")
    #expect(sheet.log.changes.contains { $0.state == .idle } == (cut == nil))
    // The preset's outcome is known in either case.
    var view = ScrollView(
      frame: Rect(x: 0, y: 0, width: 400, height: 600), contentLength: 1e5, direction: .vertical,
      physics: .uikit)
    _ = view.scroll(to: 60, animated: false, at: .zero)
    _ = view.flick(velocity: 3000, at: .zero)
    let motion = try #require(view.motion)
    let comparison = try #require(session.pair?.comparison)
    let settle = 0.74 + motion.law.duration - take.span.release.seconds
    #expect(abs(comparison.b.rest - view.restOffset(at: .zero)) < 0.6, "\(comparison)")
    #expect(abs(comparison.b.settle - settle) < 0.01, "\(comparison) \(settle)")
  }

  @Test func `a program's time to rest is the same everywhere`() throws {
    let session = try clipSession(cut: nil, for: 2)
    let take = try #require(session.takes.first)
    let moved = take.events.compactMap { event -> (Instant, Double)? in
      if case .observe(let time, .offset(let offset, _)) = event { (time, offset) } else { nil }
    }
    let last = Array(zip(moved, moved.dropFirst())).last { $0.1 != $1.1 }
    let rest = try #require(last?.1.0)
    #expect(take.span.rest == rest)
    let change = try #require(session.takeSheet.log.changes.last)
    #expect(change.state == .idle && change.time == rest)
    let settle = rest - take.span.release
    #expect(abs(take.outcome.settle - settle) < 1e-6)
    #expect(abs(try #require(session.pair?.comparison).a.settle - settle) < 1e-6)
  }

  @Test func `another program's content is called moving or at rest, not programmatic or idle`()
    throws
  {
    let fonts = try FontBook()
    var session = try session()
    session.advance(to: Instant(seconds: 3))
    for frame in 0..<20 { tell(&session, 3 + Double(frame) / 60, .offset(400 + 5 * Double(frame))) }
    func says(_ words: String) -> Bool {
      !session.drawn(fonts).places(of: words, .body, fonts).isEmpty
    }
    #expect(says("moving") && !says("programmatic"))
    session.advance(to: Instant(seconds: 6))
    #expect(says("at rest") && !says("idle"))
  }

  @Test func `a verdict without room is truncated, and its tooltip has all of it`() throws {
    let fonts = try FontBook()
    for size in [Size(800, 600), Size(480, 360)] {
      var session = try clipSession(size, cut: nil, for: 2)
      while let take = session.unjudgedTake { session.tell(.judged(TakeJudgement(take))) }
      let said = Alphabet(.small, fonts).lines(of: session.drawn(fonts))
      // After whole parts, unless they would leave too much room.
      let end = size.width < 600 ? "…" : "nofaults…"
      #expect(said.contains { $0.hasPrefix("Take1:") && $0.hasSuffix(end) }, "\(said)")
      #expect(said.contains { $0.contains("Androidis0.") }, "\(said)")
      let place = try #require(session.messageFrame).center
      session.pointer(.moved, place, at: session.now.seconds + 0.1)
      session.advance(to: session.now.advanced(by: 1))
      func hasTip() -> Bool {
        let words = Alphabet(.small, fonts).lines(of: session.drawn(fonts)).joined()
        return words.contains("itsreleaseisnotjudged")
      }
      #expect(hasTip())
      session.pointer(.moved, Vector(place.x, 24), at: session.now.seconds + 0.1)
      #expect(!hasTip())
      // A press shows it without delay.
      session.pointer(.moved, place, at: session.now.seconds + 0.1)
      session.pointer(.down, place, at: session.now.seconds + 0.05)
      session.pointer(.up, place, at: session.now.seconds + 0.05)
      #expect(hasTip())
    }
  }

  @Test func `a verdict tells how far off the preset beside the clip is, if any is near`() throws {
    let take = try #require(try clipSession(cut: nil, for: 2).takes.first)
    let judgement = TakeJudgement(take)
    for preset in ScrollPreset.all {
      let verdict = judgement.verdict(beside: preset)
      #expect(verdict.contains { $0.hasPrefix("\(preset.shownTitle) is ") }, "\(verdict)")
    }
  }

  @Test func `a preset beside a clip is never said to be as near as itself`() throws {
    let clip = try clipSession(Size(1200, 800), .uikit, for: 1) {
      60 + 3000 / 2.002 * (1 - exp(-2.002 * $0))
    }
    let judgement = TakeJudgement(try #require(clip.takes.first))
    let near = try #require(judgement.run)
    let all = [near.preset] + near.alike
    #expect(near.isNear && all.count > 2)
    for preset in all {
      let names = all.filter { $0 != preset }.map(\.shownTitle).joined(separator: ", ")
      let others = judgement.others(beside: preset)
      #expect(others.contains("as near: \(names)"), "\(preset.id): \(others)")
    }
    // A preset further off is not the one that is as near.
    let far = try #require(ScrollPreset.all.first { !all.contains($0) })
    let names = near.alike.map(\.shownTitle).joined(separator: ", ")
    #expect(judgement.others(beside: far).contains("as near: \(names)"))
  }

  @Test func `a chosen preset's deviation is told even if no preset is near`() throws {
    let clip = try clipSession(Size(1200, 800), .uikit, for: 1.4) { time in
      let left = 1 - min(1, time)
      return 60 + 1000 * (1 - left * left * left)
    }
    let judgement = TakeJudgement(try #require(clip.takes.first))
    let run = try #require(judgement.run)
    #expect(!run.isNear)
    for preset in ScrollPreset.all {
      let verdict = judgement.verdict(beside: preset)
      let own = verdict.filter { $0.contains("\(preset.shownTitle) is ") }
      #expect(own.count == 1, "\(verdict)")
      #expect(verdict.contains { $0.hasPrefix("no preset is near: ") }, "\(verdict)")
    }
  }

  @Test func `choosing a take keeps its verdict visible`() throws {
    let fonts = try FontBook()
    var session = try clipSession(cut: nil, for: 2)
    while let take = session.unjudgedTake { session.tell(.judged(TakeJudgement(take))) }
    session.key(.function(8))
    let elements = session.accessibility(at: session.now).all
    let card = try #require(elements.first { $0.id == "take.1" }).frame.center
    for phase in [.moved, .down, .up] as [PointerSample.Phase] {
      session.pointer(phase, card, at: session.now.seconds + 0.1)
    }
    let said = Alphabet(.small, fonts).lines(of: session.drawn(fonts))
    #expect(said.contains { $0.hasPrefix("Take1:") }, "\(said)")
  }

  @Test func `the resting place of the preset beside a clip is shown while it runs`() throws {
    let fonts = try FontBook()
    var session = try clipSession(cut: nil, for: 2)
    session.change(.pause(true))
    func shows(at seconds: Double) -> Bool {
      session.change(.show(Instant(seconds: seconds)))
      // "→ 1 234 px · in 0.56 s".
      return Alphabet(.small, fonts).lines(of: session.drawn(fonts)).contains {
        $0.contains("pxin")
      }
    }
    #expect(!shows(at: 1))
    session.key(.character("t"))
    #expect(shows(at: 1) && !shows(at: 0.6))
  }

  @Test func `a message says when the table has the numbers`() throws {
    let fonts = try FontBook()
    var session = try clipSession(cut: nil, for: 2)
    // By then the table has its room.
    session.change(.pause(true))
    session.key(.character("h"))
    let words = "The table has the numbers"
    #expect(!session.drawn(fonts).places(of: words, .smallMedium, fonts).isEmpty)
  }

  @Test(arguments: ObservedClip.Cut.allCases, [Size(800, 600), Size(1200, 800)])
  func `a clip whose content does not rest is not called settled`(cut: ObservedClip.Cut, size: Size)
    throws
  {
    let fonts = try FontBook()
    var session = try clipSession(size, cut: cut, for: 0.6)
    session.key(.function(8))
    let take = try #require(session.takes.first)
    let way = (take.outcome.rest - 60).text(decimals: 1) + " px"
    let card = try #require(
      session.accessibility(at: session.now).all.first { $0.id == "take.1" })
    let (short, long) =
      switch cut {
      case .push: ("moved on", "moved again after \(way)")
      case .caught: ("cut short", "cut short after \(way)")
      case .end: ("clip ends", "the clip ends after \(way)")
      }
    #expect(card.value.contains(long) && !card.value.contains("settled"), "\(card.value)")
    guard size.height >= 800 else { return }
    let list = session.displayList(at: session.now, fonts: fonts)
    // In the table, it replaces a number.
    let style = TextStyle(size: 13, weight: .semibold)
    #expect(!list.places(of: short, style, fonts).isEmpty)
  }

  @Test func `Record is off while a clip is shown, and its key says why`() throws {
    var session = try clipSession(cut: nil, for: 2)
    session.key(.function(10))
    let item = try #require(session.menuItems.first { $0.name == "Record session" })
    #expect(item.states.contains(.disabled))
    session.key(.escape)
    var announcer = Announcer()
    _ = announcer.lines(for: session, at: session.now, [])
    session.key(.character("e"), .control)
    let said = announcer.lines(for: session, at: session.now, [])
    #expect(said.contains { $0.hasPrefix("A clip is shown") }, "\(said)")
    session.click(try session.place(of: "window.record"), at: session.now.seconds + 1)
    #expect(try session.element("window.record").states.contains(.disabled))
    #expect(!session.takeRequests().contains(.toggleRecording))
  }

  @Test(arguments: [Modifiers(), .shift])
  func `the Compare keys list the presets that can run beside a clip`(modifiers: Modifiers) throws {
    var session = try clipSession(cut: nil, for: 2)
    session.key(.character("c"), modifiers)
    let items = session.accessibility(at: session.now).all.filter { $0.role == .menuItem }
    #expect(items.contains { $0.name == "UIKit" } && items.contains { $0.name.hasPrefix("GTK 4") })
    session.key(.up)
    session.key(.return)
    #expect(session.parameters.preset != .android && session.parametersB == nil)
  }

  @Test func `a menu does not offer to rerun a clip's take`() throws {
    var session = try clipSession(cut: nil, for: 2)
    session.key(.function(8))
    let clip = try #require(session.clip(at: session.now)).frame
    for place in [clip.center, try session.place(of: "take.1")] {
      session.click(place, at: session.now.seconds + 1, button: .secondary)
      let names = session.menuItems.map(\.name)
      #expect(names.contains("Save video…") && !names.contains("Rerun take"), "\(names)")
      session.key(.escape)
    }
  }

  @Test func `restarting replays the program's take and keeps all takes`() throws {
    let fonts = try FontBook()
    var session = try session()
    flick(&session, at: 1, from: 400)
    session.advance(to: Instant(seconds: 9))
    let place = try #require(number("observed.offset", of: session))
    flick(&session, at: 9, from: place)
    session.advance(to: Instant(seconds: 17))
    let take = try #require(session.takes.first)
    session.change(.showTake(take.number))
    session.key(.character("r"))
    #expect(session.takes.count == 2 && session.stageTime(at: session.now) == take.span.start)
    let list = session.drawn(fonts)
    let words = Alphabet(.small, fonts).lines(of: list)
    #expect(words.contains { $0.contains("Take1of2") }, "\(words)")
    session.advance(to: Instant(seconds: 24))
    #expect(number("observed.offset", of: session) == take.outcome.rest)
  }

  @Test func `an observed take cannot be rerun, compared with a set or kept as edited`() throws {
    var session = try session()
    flick(&session, at: 1, from: 400)
    session.advance(to: Instant(seconds: 8))
    let count = session.takes.count
    var announcer = Announcer()
    _ = announcer.lines(for: session, at: session.now, [])
    session.key(.return, .control)
    let said = announcer.lines(for: session, at: session.now, [])
    #expect(
      said.contains { $0.hasPrefix("An observed motion cannot be rerun") }, "\(said)")
    for change in [SessionChange.rerun, .compare(session.parameters), .keepEdit] {
      session.change(change)
    }
    session.advance(to: Instant(seconds: 14))
    #expect(session.takes.count == count && session.parametersB == nil)
  }

  @Test func `a recording of a program replays to the same state and takes`() throws {
    var live = try session()
    var trace = Trace(header: TraceHeader(of: live, program: "0"))
    func add(_ content: Trace.Entry.Content) {
      trace.entries.append(Trace.Entry(line: trace.entries.count + 2, content))
    }
    live.change(.preset(.gtk4))
    flick(&live, at: 1, from: 400)
    live.advance(to: Instant(seconds: 9))
    tell(&live, 9, .wheel(120, nil))
    for frame in 0..<10 { tell(&live, 9.01 + Double(frame) / 60, .offset(900 + 9 * Double(frame))) }
    live.advance(to: Instant(seconds: 12))
    live.takeJournal().forEach { add(.event($0)) }
    add(.state(live.now, live.state))
    let read = try Trace(Array(trace.text.utf8), file: "a.feel", catalog: .all)
    #expect(read == trace)
    var replay = Session(
      catalog: .all, scene: live.sceneType, size: Size(1200, 800),
      stage: read.header.place)
    for event in read.events { replay.handle(event) }
    replay.advance(to: live.now)
    #expect(replay.state == live.state)
    #expect(replay.takes.map(\.span) == live.takes.map(\.span))
    #expect(replay.takes.map(\.outcome) == live.takes.map(\.outcome))
    #expect(live.takes.count == 2)
  }

  @Test func `a single take of a program replays by itself`() throws {
    var session = try session()
    flick(&session, at: 1, from: 400)
    session.advance(to: Instant(seconds: 8))
    let take = try #require(session.takes.first)
    let trace = Trace(of: take, scene: "observed", like: TraceHeader(of: session, program: "0"))
    var alone = Session(
      catalog: .all, scene: session.sceneType, size: Size(1200, 800), stage: trace.header.place)
    alone.begin(as: take)
    for event in trace.events { alone.handle(event) }
    alone.advance(to: Instant(seconds: 8))
    #expect(alone.takes.map(\.outcome) == [take.outcome])
  }

  @Test func `the observed scene gets a tab once opened, and other scenes ignore the program`()
    throws
  {
    #expect(!Catalog.all.scenes.contains { $0.id == "observed" })
    var session = Session(catalog: .all, scene: Catalog.all.scenes[0], size: Size(1200, 800))
    session.change(.watch(Self.source))
    session.change(.observe(.offset(12)))
    #expect(session.takeJournal().count == 1)
    session.change(.scene("observed"))
    #expect(session.catalog.scenes.last?.id == "observed")
    session.change(.scene("carousel"))
    session.change(.scene("observed"))
    #expect(session.catalog.scenes.count == Catalog.all.scenes.count + 1)
    tell(&session, 1, .offset(12))
    #expect(session.state.contains { $0.name == "observed.offset" && $0.value == .number(12) })
  }

  @Test func `the program keeps making takes while a past one is shown`() throws {
    var session = try session()
    flick(&session, at: 1, from: 400)
    session.advance(to: Instant(seconds: 8))
    session.change(.showTake(nil))
    session.change(.show(Instant(seconds: 1.2)))
    #expect(session.isShowingPast)
    flick(&session, at: 9, from: 900)
    session.advance(to: Instant(seconds: 16))
    #expect(session.takes.count == 2)
    let spans = session.takes.map(\.span)
    let lengths = spans.compactMap { span in span.rest.map { $0 - span.start } }
    #expect(lengths.count == 2 && abs(lengths[0] - lengths[1]) < 0.05)
  }
}
