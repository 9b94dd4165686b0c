import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import TestSupport
import Testing

/// The Curves scene shows the last gesture of another scene.
struct CurveGestureTests {
  /// A scroll view flicked at 1 s.
  private func flicked() throws -> Session {
    var session = try Session("scroll-view")
    session.flick(from: Vector(500, 600), by: Vector(0, -200), at: 1, lasting: 0.2)
    return session
  }

  @Test func `a flick is shown from its press to its rest with its positions and velocities`()
    throws
  {
    let made = try flicked()
    var shown = made
    shown.advance(to: Instant(seconds: 6))
    shown.keys(.character("8"), .tab, .home)
    let duration = shown.number("curves.duration")
    for frame in 0...40 {
      let time = Instant(seconds: 1 + shown.number("curves.t"))
      var then = try Session("scroll-view")
      var past = made
      for event in past.takeJournal() where event.time <= time { then.handle(event) }
      then.advance(to: time)
      let reading = try #require(then.reading(at: time))
      // Within the distance between two pointer reports.
      #expect(abs(shown.number("curves.x") - reading.position) < 1.05, "frame \(frame)")
      if frame > 14 {
        #expect(abs(shown.number("curves.v") - (reading.velocity ?? 0)) < 5, "frame \(frame)")
      }
      shown.key(.right, frame > 14 ? .shift : [])
    }
    shown.key(.end)
    var rested = made
    rested.advance(to: Instant(seconds: 9))
    let rest = try #require(rested.reading(at: rested.now))
    #expect(shown.number("curves.x") == rest.position)
    var moving = made
    moving.advance(to: Instant(seconds: 1.3))
    let end = try #require(moving.reading(at: moving.now)?.restTime)
    #expect(duration == end - Instant(seconds: 1))
  }

  @Test func `a flick whose scene is left in mid-flight is shown to its rest`() throws {
    var left = try flicked()
    left.key(.character("8"), at: 1.4)
    var waited = try flicked()
    waited.key(.character("8"), at: 9)
    for name in ["duration", "rest"] {
      #expect(abs(left.number("curves." + name) - waited.number("curves." + name)) < 1e-9)
    }
  }

  @Test func `the same events show the same gesture again`() throws {
    var live = try flicked()
    live.key(.character("5"), at: 3)
    live.flick(from: Vector(700, 350), by: Vector(-220, 0), at: 4, lasting: 0.15)
    live.key(.character("8"), at: 6)
    live.keys(.tab, .right)
    let replayed = try live.replayed(at: "scroll-view")
    #expect(replayed.state == live.state)
    #expect(live.number("curves.rest") != (try flicked()).number("curves.rest"))
  }

  @Test func `neither playing a curve nor a click that moves nothing replaces the gesture shown`()
    throws
  {
    var session = try flicked()
    session.key(.character("8"), at: 6)
    let shown = session.number("curves.rest")
    session.key(.tab)
    session.key(.space, at: 7)
    session.key(.character("5"), at: 9)
    session.click(Vector(20, 780), at: 9.5)
    session.key(.character("8"), at: 10)
    #expect(session.number("curves.rest") == shown)
  }

  @Test func `before any gesture, a release between edges is shown`() throws {
    var session = try Session("carousel")
    session.key(.character("8"), at: 6)
    #expect(session.number("curves.rest") == 800)
    session.change(.parameter("curve.velocity", .number(100)))
    #expect(session.number("curves.rest") < 100)
  }

  @Test func `the curve of a slider's fraction fits its own range`() throws {
    var session = try Session("progress-slider")
    session.flick(from: Vector(500, 600), by: Vector(150, 0), at: 1, lasting: 0.3)
    session.key(.character("8"), at: 2)
    #expect(session.number("curves.rest") > 0.3 && session.number("curves.rest") < 1)
    #expect(session.number("curves.high") < 3)
  }

  @Test func `parameters without effect on the curve say so, and those with an effect do not`()
    throws
  {
    func idle(_ session: Session) -> Set<String> {
      Set(session.elements.filter { $0.details == "not used now" }.map(\.id))
    }
    var session = try flicked()
    session.advance(to: Instant(seconds: 8))
    session.keys(.character("8"), .function(9), at: 9)
    // The laws' result for the release is shown beside the take.
    #expect(idle(session).isSuperset(of: ["curve.start", "curve.velocity", "curve.ease"]))
    #expect(idle(session).isDisjoint(with: ["curve.steps", "physics.decay"]))
    for source in ["bounce", "fling", "spring", "ease", "untilEdge", "untilSlow", "untilTime"] {
      session.change(.parameter("curve.source", .choice(source)))
      // A parameter is idle exactly if changing it leaves the curve unchanged.
      for parameter in session.parameters.parameters where parameter.key.hasPrefix("curve.") {
        guard !["curve.source", "curve.steps"].contains(parameter.key) else { continue }
        let isIdle = idle(session).contains(parameter.key)
        var edited = session
        let values: [ParameterValue] =
          switch parameter.domain {
          case .choice(let words): words.map { .choice($0) }
          default: [0.05, 90, 333].map { .number($0) }
          }
        var shown: Set<[Double]> = []
        for value in values where parameter.accepts(value) {
          edited.change(.parameter(parameter.key, value))
          shown.insert(
            ["rest", "duration", "v", "low", "high"].map { edited.number("curves." + $0) }.filter {
              !$0.isNaN
            })
        }
        if isIdle { #expect(shown.count == 1, "\(source) \(parameter.key)") }
      }
    }
    session.change(.parameter("curve.source", .choice("spring")))
    #expect(idle(session).contains("physics.decay") && !idle(session).contains("curve.target"))
  }
}
