import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import TestSupport
import Testing
import TextLayout

struct CurvesSceneTests {
  /// A session at the Curves scene, with the frames of its plots.
  private struct Bench {
    var session: Session
    let position: Rect
    let velocity: Rect

    init(_ settings: [(String, ParameterValue)] = []) throws {
      session = try Session("curves")
      for (key, value) in settings { session.change(.parameter(key, value)) }
      let list = session.displayList(at: .zero, fonts: try FontBook())
      let clips = list.commands.compactMap { command -> Rect? in
        guard case .clip(let rect, _) = command else { return nil }
        return rect
      }
      // The clips of the plate and the stage, then one for each plot.
      (position, velocity) = (clips[2], clips[3])
    }

    func number(_ name: String) -> Double { session.number("curves." + name) }

    /// The point for a time in the position plot.
    func place(of time: Double) -> Vector {
      let share = (time - number("from")) / (number("to") - number("from"))
      return Vector(position.minX + share * position.width, position.midY)
    }

    mutating func wheel(_ notches: Double, at place: Vector, _ modifiers: Modifiers = []) {
      session.wheel(Vector(0, notches), over: place, modifiers)
    }

    func expectShown(
      _ from: Double, _ to: Double, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      #expect(abs(number("from") - from) < 1e-9, sourceLocation: sourceLocation)
      #expect(abs(number("to") - to) < 1e-9, sourceLocation: sourceLocation)
    }
  }

  /// The release that the scene shows initially.
  private var release: ScrollMotion {
    var physics = ScrollPhysics.uikit
    physics.pixelLanding = .none
    return physics.release(
      from: 0, velocity: 2500, in: ScrollExtent(minimum: 0, maximum: 800, viewport: 600))
  }

  @Test(arguments: 1...5)
  func `the reading equals the motion's value wherever the scrubber is dragged`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var bench = try Bench()
    let motion = release
    for round in 0..<60 {
      let seconds = Double(round)
      let time = Double.random(in: 0...motion.duration, using: &random)
      let target = bench.place(of: time)
      bench.session.pointer(.down, bench.position.center, at: seconds)
      bench.session.pointer(.moved, target, at: seconds + 0.3)
      #expect(abs(bench.number("t") - time) < 1e-9)
      #expect(bench.number("x") == motion.value(at: bench.number("t")))
      #expect(bench.number("v") == motion.velocity(at: bench.number("t")))
      bench.session.pointer(.up, target, at: seconds + 0.4)
      #expect(abs(bench.number("scrub") - time) < 1e-9)
      if Bool.random(using: &random) {
        bench.wheel(.random(in: -3...2, using: &random), at: target)
      }
    }
  }

  @Test(arguments: [("untilSlow", "curve.slow", 400.0), ("untilTime", "curve.seam", 0.25)])
  func `a release is taken over by an ease as well as by a spring`(
    source: String, key: String, value: Double
  ) throws {
    let settings: [(String, ParameterValue)] = [
      ("curve.source", .choice(source)), (key, .number(value)),
      ("curve.duration", .number(0.5)), ("curve.target", .number(900)),
    ]
    let sprung = try Bench(settings)
    var eased = try Bench(settings + [("curve.then", .choice("ease"))])
    var physics = ScrollPhysics.uikit
    physics.pixelLanding = .none
    let release = physics.release(
      from: 0, velocity: 2500, in: ScrollExtent(minimum: -1e13, maximum: 1e13, viewport: 600))
    let seam = source == "untilSlow" ? Seam.speed(400) : .time(0.25)
    let law = try MotionSequence(
      release.sequence[0], until: seam, then: .easeInOut, lasting: 0.5, to: 900)
    #expect(abs(eased.number("duration") - law.duration) < 1e-9)
    #expect(sprung.number("duration") != eased.number("duration"))
    let middle = law.startTime(of: 1) + 0.2
    eased.session.change(.command(Command("scrub", middle)))
    #expect(abs(eased.number("x") - law.value(at: middle)) < 1e-9)
    let code = CopyForm.swift.text(eased.session.parameters, of: eased.session.sceneType)
    #expect(code.contains("then: .easeInOut, lasting: 0.5"))
    #expect(!code.contains("Spring(duration"))
  }

  @Test func `a return from past an edge starts at ten times its distance per second`() throws {
    var bench = try Bench([
      ("curve.source", .choice("return")), ("curve.start", .number(-100)),
      ("curve.target", .number(0)),
    ])
    bench.session.change(.command(Command("scrub", 0)))
    #expect(abs(bench.number("v") - 1000) < 1e-9)
  }

  @Test func `a drag past an end of the plot holds the scrubber at the motion's end`() throws {
    var bench = try Bench()
    bench.session.pointer(.down, bench.position.center, at: 1)
    bench.session.pointer(.moved, Vector(-400, -400), at: 1.1)
    #expect(bench.number("t") == 0)
    bench.session.pointer(.moved, Vector(4000, 4000), at: 1.2)
    #expect(bench.number("t") == release.duration)
    #expect(bench.number("x") == 800)
  }

  @Test func `arrows go from frame to frame, with Shift by ten, and stop at the ends`() throws {
    var bench = try Bench()
    bench.session.keys(.tab, .home)
    for frame in 1...20 {
      bench.session.key(.right)
      #expect(abs(bench.number("t") - Double(frame) / 60) < 1e-12)
    }
    bench.session.key(.right, .shift)
    #expect(abs(bench.number("t") - 0.5) < 1e-12)
    bench.session.key(.left)
    bench.session.key(.left, .shift)
    #expect(abs(bench.number("t") - 19.0 / 60) < 1e-12)
    bench.session.key(.end)
    #expect(bench.number("t") == release.duration)
    bench.session.key(.right)
    #expect(bench.number("t") == release.duration)
    // From between two frames, left goes to the frame before.
    bench.session.key(.left)
    let frames = bench.number("t") * 60
    #expect(abs(frames - frames.rounded()) < 1e-9 && bench.number("t") < release.duration)
    bench.session.keys(.home, .left)
    #expect(bench.number("t") == 0)
  }

  @Test func `a typed time moves the scrubber, and one outside the curve shows an error`() throws {
    var bench = try Bench()
    // After the plots and their five buttons.
    for _ in 0..<7 { bench.session.key(.tab) }
    func type(_ text: String) {
      bench.session.type(text)
      bench.session.key(.return)
    }
    type("0.5")
    #expect(bench.number("t") == 0.5)
    #expect(bench.number("x") == release.value(at: 0.5))
    type("3")
    #expect(bench.number("t") == 0.5)
    let field = try #require(bench.session.elements.first { $0.role == .textField })
    #expect(field.value == "3 is outside 0.000 to 1.227")
    #expect(field.states.contains(.invalid))
    let recorded = bench.session.takeJournal()
    #expect(recorded.contains(.change(.zero, .command(Command("scrub", 0.5)))))
    #expect(!recorded.contains { "\($0)".contains("character") })
  }

  @Test(arguments: 1...5)
  func `the wheel zooms in time about the time under the pointer`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var bench = try Bench()
    for _ in 0..<30 {
      let time = Double.random(in: 0...release.duration, using: &random)
      guard bench.number("from") < time, time < bench.number("to") else { continue }
      let place = bench.place(of: time)
      let before = bench.number("to") - bench.number("from")
      let notches = Double(Int.random(in: -2...2, using: &random))
      bench.wheel(notches, at: place)
      #expect(abs(bench.place(of: time).x - place.x) < 1e-6)
      #expect(abs(bench.number("t") - time) < 1e-9)
      let after = bench.number("to") - bench.number("from")
      #expect((after > before) == (notches > 0) || notches == 0)
    }
  }

  @Test func `Control+wheel zooms the values, Shift+wheel scrolls, and 0 zooms to fit`() throws {
    var bench = try Bench()
    let (from, to) = (bench.number("from"), bench.number("to"))
    let (low, high) = (bench.number("low"), bench.number("high"))
    bench.wheel(-3, at: bench.position.center, .control)
    bench.expectShown(from, to)
    #expect(abs(bench.number("high") - bench.number("low") - (high - low) / 2) < 1e-9)
    bench.wheel(2, at: bench.position.center, .shift)
    let way = 120 / bench.position.width * (to - from)
    bench.expectShown(from + way, to + way)
    bench.session.keys(.tab, .character("0"))
    bench.expectShown(from, to)
    #expect(bench.number("low") == low && bench.number("high") == high)
    #expect(bench.session.sceneType.id == "curves")
    bench.session.key(.character("+"))
    #expect(abs(bench.number("to") - bench.number("from") - (to - from) * 0.8) < 1e-9)
    bench.session.key(.character("-"))
    bench.expectShown(from, to)
  }

  @Test func `a middle drag pans, and a middle click or a double click zooms to fit`() throws {
    var bench = try Bench()
    let (from, to) = (bench.number("from"), bench.number("to"))
    let center = bench.position.center
    func pan() {
      bench.session.pointer(.down, center, at: 1, button: .middle)
      bench.session.pointer(.moved, center + Vector(-100, 30), at: 1.1)
      bench.session.pointer(.up, center + Vector(-100, 30), at: 1.2, button: .middle)
      let way = 100 / bench.position.width * (to - from)
      bench.expectShown(from + way, to + way)
    }
    pan()
    bench.session.pointer(.down, center, at: 2, button: .middle)
    bench.session.pointer(.moved, center + Vector(1, 1), at: 2.1)
    bench.session.pointer(.up, center + Vector(1, 1), at: 2.2, button: .middle)
    bench.expectShown(from, to)
    pan()
    bench.session.click(center, at: 3)
    bench.session.click(center, at: 3.2)
    bench.expectShown(from, to)
  }

  @Test func `Escape and the secondary button restore the scrubber`() throws {
    var bench = try Bench()
    let before = bench.number("scrub")
    bench.session.pointer(.down, bench.position.center, at: 1)
    #expect(bench.number("scrub") != before)
    bench.session.key(.escape, at: 1.1)
    #expect(bench.number("scrub") == before)
    bench.session.pointer(.up, bench.position.center, at: 1.2)
    bench.session.pointer(.down, bench.position.center, at: 2)
    bench.session.pointer(.down, bench.position.center, at: 2.1, button: .secondary)
    #expect(bench.number("scrub") == before)
  }

  @Test func `the animator counts from 0 on the stage's clock until it is stopped`() throws {
    var bench = try Bench()
    bench.session.key(.tab)
    bench.session.key(.space, at: 1)
    for frame in 1...40 {
      bench.session.advance(to: Instant(seconds: 1 + Double(frame) / 40))
      let elapsed = Double(frame) / 40
      #expect(abs(bench.number("elapsed") - elapsed) < 1e-6)
      #expect(abs(bench.number("value") - release.value(at: elapsed)) < 1e-2)
      #expect(bench.number("value") == release.value(at: bench.number("elapsed")))
    }
    // Past the end of the curve the value stays while the time runs on.
    bench.session.advance(to: Instant(seconds: 31.2345))
    #expect(bench.number("elapsed") == 30.2345)
    #expect(bench.number("value") == 800)
    #expect(bench.session.isMoving(at: bench.session.now))
    let finished = bench.session.takeEffects().filter { $0.name == "finished" }
    #expect(finished.map(\.time) == [Instant(seconds: 1).advanced(atLeast: release.duration)])
    #expect(try bench.session.element("curves.play").spoken == "Stop, 30.235 s")
    bench.session.key(.space, at: 32)
    bench.session.advance(to: Instant(seconds: 50))
    #expect(bench.number("elapsed") == 31 && bench.session.isSettled)
    #expect(try bench.session.element("curves.play").spoken == "Start, 31.000 s")
    // Each start begins at 0 again.
    bench.session.key(.space, at: 60)
    #expect(bench.number("elapsed") == 0)
    bench.session.advance(to: Instant(seconds: 60.25))
    #expect(bench.number("elapsed") == 0.25)
  }

  @Test func `while playing, the reading follows the animator until a hand reads another time`()
    throws
  {
    var bench = try Bench()
    let before = bench.number("t")
    bench.session.key(.tab)
    bench.session.key(.space, at: 1)
    for elapsed in [0.1, 0.25, 0.4] {
      bench.session.advance(to: Instant(seconds: 1 + elapsed))
      #expect(bench.number("t") == elapsed && bench.number("scrub") == elapsed)
      #expect(bench.number("x") == bench.number("value"))
      #expect(elapsed != before)
      #expect(try bench.session.element("curves").spoken.contains("t 0.\(Int(elapsed * 1000))"))
    }
    // Stopping it freezes the value.
    bench.session.key(.space, at: 1.5)
    bench.session.advance(to: Instant(seconds: 3))
    #expect(bench.number("t") == 0.5 && bench.number("elapsed") == 0.5)
    // The pointer reads any time while the stopwatch runs on.
    bench.session.key(.space, at: 4)
    bench.session.advance(to: Instant(seconds: 4.1))
    bench.session.pointer(.down, bench.place(of: 0.6), at: 4.2)
    bench.session.advance(to: Instant(seconds: 4.5))
    #expect(abs(bench.number("t") - 0.6) < 0.01 && bench.number("elapsed") == 0.5)
    // A pointer past the end reads the end.
    bench.session.pointer(.up, bench.place(of: 0.6), at: 5)
    bench.session.pointer(.exited, .zero, at: 5)
    bench.session.keys(.space, .space, at: 6)
    bench.session.advance(to: Instant(seconds: 60))
    #expect(bench.number("t") == bench.number("duration") && bench.number("elapsed") == 54)
  }

  @Test func `the animator counts even if the motion shown has no duration`() throws {
    var bench = try Bench([("curve.source", .choice("fling")), ("curve.velocity", .number(0))])
    #expect(bench.number("duration") == 0)
    bench.session.key(.tab)
    bench.session.key(.space, at: 1)
    bench.session.advance(to: Instant(seconds: 4.5))
    #expect(bench.number("elapsed") == 3.5)
    bench.session.key(.space, at: 5)
    bench.session.advance(to: Instant(seconds: 9))
    #expect(bench.number("elapsed") == 4)
  }

  @Test func `the play line never crosses a level's label`() throws {
    var bench = try Bench()
    let fonts = try FontBook()
    let width = fonts.layout("rest 800.0", .caption).width
    bench.session.key(.tab)
    bench.session.key(.space, at: 1)
    for step in 0...40 {
      bench.session.advance(to: Instant(seconds: 1.4 + Double(step) / 40))
      let list = bench.session.displayList(at: bench.session.now, fonts: fonts)
      // The label is omitted where the chip covers it.
      guard let place = list.places(of: "rest 800.0", .caption, fonts).first else { continue }
      let line = bench.place(of: bench.number("scrub")).x
      #expect(line < place.x - 8 || line > place.x + width + 8, "\(bench.session.now)")
    }
  }

  @Test func `on a low stage the reading is drawn above the plot`() throws {
    let fonts = try FontBook()
    for isLow in [false, true] {
      var session = try Session("curves", size: Size(480, isLow ? 360 : 600))
      if isLow { session.key(.function(9), at: 0) }
      let list = session.drawn(fonts)
      let card = try #require(session.accessibility(at: .zero).all.first { $0.id == "curves" })
      let words = Alphabet(.small, fonts).lines(of: list).filter { $0.hasPrefix("t0.3") }
      #expect(words.count == 1)
      let names = list.places(of: "upper edge 800.0", .caption, fonts)
      #expect(names.isEmpty == isLow)
      let place = try #require(list.places(of: "t 0.307 s · x 573.1 · v 1353", .small, fonts).first)
      #expect((place.y < card.frame.minY + 24) == isLow)
    }
  }

  @Test func `a curve's remark and title are drawn in full`() throws {
    let fonts = try FontBook()
    for width in [1200.0, 880] {
      var session = try Session("curves", size: Size(width, 800))
      session.change(.parameter("curve.source", .choice("untilEdge")))
      session.change(.parameter("curve.velocity", .number(-300)))
      let list = session.displayList(at: .zero, fonts: fonts)
      let curve = try session.element("curves")
      let remark = String(try #require(curve.spoken.split(separator: " · ").last))
      #expect(remark.hasPrefix("No seam at 800.0 pt"))
      for (text, style) in [("Free run · UIKit", TextStyle.strong), (remark, .small)] {
        #expect(list.places(of: text, style, fonts).count == 1, "\(text) in \(width)")
      }
    }
  }

  @Test func `a negative number has the same minus sign in the panel and on the stage`() throws {
    let fonts = try FontBook()
    var session = try Session("curves", size: Size(1600, 3000))
    session.change(.parameter("curve.source", .choice("untilEdge")))
    session.change(.parameter("curve.velocity", .number(-300)))
    session.key(.function(9))
    let list = session.displayList(at: .zero, fonts: fonts)
    #expect(list.places(of: "−300", .body, fonts).count == 1)
    let curve = try session.element("curves")
    #expect(curve.spoken.contains("to −144.") && !curve.spoken.contains("-"))
  }

  @Test func `changing the motion during play keeps the elapsed time`() throws {
    var bench = try Bench()
    bench.session.key(.tab)
    bench.session.key(.space, at: 1)
    bench.session.advance(to: Instant(seconds: 1.5))
    bench.session.change(.parameter("curve.source", .choice("ease")))
    bench.session.advance(to: Instant(seconds: 3))
    #expect(bench.number("elapsed") == 2)
    #expect(bench.session.takeEffects().count { $0.name == "finished" } == 1)
  }

  @Test func `motions joined at a seam are shown, and an impossible seam says why`() throws {
    func sequence(_ seam: Seam) throws -> MotionSequence {
      try MotionSequence(
        .deceleration(Deceleration(from: 0, velocity: 2500)), until: seam,
        then: Spring(duration: 0.6, bounce: 0.3), to: 800)
    }
    let seams: [(String, Seam)] = [
      ("untilEdge", .place(800)), ("untilSlow", .speed(400)), ("untilTime", .time(0.25)),
    ]
    for (source, seam) in seams {
      var bench = try Bench([("curve.source", .choice(source))])
      let motion = try sequence(seam)
      expectSame(bench.number("duration"), motion.duration)
      #expect(bench.number("rest") == 800)
      bench.session.keys(.tab, .home)
      bench.session.key(.right, .control)
      expectSame(bench.number("t"), motion.startTime(of: 1))
      expectSame(bench.number("x"), motion[1].value(at: 0))
      expectSame(bench.number("v"), motion[1].velocity(at: 0))
    }
    let none = try Bench([
      ("curve.source", .choice("untilEdge")), ("curve.velocity", .number(-300)),
    ])
    let words = try none.session.element("curves").value
    #expect(words.contains("No seam at 800.0 pt: the motion goes from 0.0 to −144."))
    #expect(none.number("rest") < -144)
  }

  private func expectSame(
    _ a: Double, _ b: Double, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(abs(a - b) < 1e-9, sourceLocation: sourceLocation)
  }

  @Test func `slow motion slows the animator`() throws {
    var bench = try Bench()
    bench.session.change(.speed(0.25))
    bench.session.key(.tab)
    bench.session.key(.space, at: 1)
    bench.session.advance(to: Instant(seconds: 3))
    #expect(abs(bench.number("elapsed") - 0.5) < 1e-6)
  }

  @Test func `a new motion is zoomed to fit unless the axes are locked or zoomed`() throws {
    var bench = try Bench()
    func change(_ velocity: Double) {
      bench.session.change(.parameter("curve.velocity", .number(velocity)))
    }
    let fitted = bench.number("to")
    change(1000)
    let slower = bench.number("to")
    #expect(slower != fitted)
    bench.session.change(.command(Command("lock-axes")))
    change(3000)
    #expect(bench.number("to") == slower)
    bench.session.change(.command(Command("lock-axes")))
    change(2500)
    #expect(bench.number("to") == fitted)
    bench.wheel(-2, at: bench.position.center)
    let zoomed = bench.number("to")
    change(2400)
    #expect(bench.number("to") == zoomed)
  }

  private static let motions = [
    "bounce", "fling", "spring", "ease", "untilEdge", "untilSlow", "untilTime",
  ].flatMap { source in
    [(0.0, 0.0), (-15000, 0), (700, 5000)].map { (source: source, velocity: $0.0, start: $0.1) }
  }

  @Test(
    arguments: Budget.cases(motions, quick: 7, of: "every source is drawn at every size"))
  func `every source is drawn at every size, even without motion`(
    source: String, velocity: Double, start: Double
  ) throws {
    let fonts = try FontBook()
    var bench = try Bench([
      ("curve.source", .choice(source)), ("curve.velocity", .number(velocity)),
      ("curve.start", .number(start)), ("curve.target", .number(0)),
    ])
    for size in [Size(880, 600), Size(1200, 800), Size(3000, 2000), Size(300, 200)] {
      bench.session.tell(.size(size))
      bench.session.key(.end)
      let list = bench.session.displayList(at: bench.session.now, fonts: fonts)
      #expect(list.isFinite)
    }
    #expect(bench.number("x").isFinite && bench.number("v").isFinite)
  }
}
