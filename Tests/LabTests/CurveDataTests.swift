import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import TestSupport
import Testing

/// The Curves scene shows measured data and the law fitted to it.
struct CurveDataTests {
  /// Rows of a fling into an edge at 600 pt, each with noise of up to `noise` points.
  private func track(noise: Double = 0, until end: Double = 1.05) throws -> MotionTrack {
    var random = SeededGenerator(seed: 3)
    var physics = ScrollPhysics.uikit
    physics.pixelLanding = .none
    let motion = physics.release(
      from: 20, velocity: 2500, in: ScrollExtent(minimum: -1e6, maximum: 600, viewport: 600))
    let samples = stride(from: 0, to: end, by: 0.016).map { time in
      MotionTrack.Sample(
        time: time,
        position: motion.value(at: time) + .random(in: -1...1, using: &random) * noise)
    }
    return try #require(MotionTrack(name: "fling.csv", samples: samples))
  }

  private func session(_ track: MotionTrack) throws -> Session {
    var session = try Session("curves")
    session.change(.track(track))
    session.change(.parameter("curve.source", .choice("data")))
    return session
  }

  @Test(arguments: [0.0, 0.5, 1.5])
  func `the fitted curve matches the law behind the data points`(noise: Double) throws {
    var session = try session(try track(noise: noise))
    let exact = try track()
    session.keys(.tab, .home)
    for sample in exact.samples {
      session.change(.command(Command("scrub", sample.time)))
      #expect(abs(session.number("curves.t") - sample.time) < 1e-9)
      #expect(abs(session.number("curves.x") - sample.position) < 0.05 + noise)
    }
    let last = try #require(exact.samples.last?.position)
    #expect(abs(session.number("curves.rest") - last) < 0.05 + noise)
  }

  @Test func `another preset is drawn beside the data and leaves the fitted curve unchanged`()
    throws
  {
    var session = try session(try track())
    let before = (session.number("curves.rest"), session.number("curves.duration"))
    let shown = session.number("curves.high")
    session.change(.preset(.android))
    #expect(before == (session.number("curves.rest"), session.number("curves.duration")))
    // The other curve shown reaches higher: Android bounces further.
    #expect(session.number("curves.high") > shown + 50)
  }

  @Test func `data that no law fits is shown as it is`() throws {
    let samples = (0..<40).map {
      MotionTrack.Sample(time: Double($0) / 60, position: $0.isMultiple(of: 2) ? 0 : 300)
    }
    var session = try session(try #require(MotionTrack(name: "noise.csv", samples: samples)))
    session.change(.command(Command("scrub", 0.05)))
    let read = session.number("curves.x")
    #expect(read.isFinite && read >= -400 && read <= 700)
  }

  @Test func `two rows are enough for a curve`() throws {
    let samples = [
      MotionTrack.Sample(time: 0, position: 10), MotionTrack.Sample(time: 2, position: 30),
    ]
    var session = try session(try #require(MotionTrack(name: "two.csv", samples: samples)))
    session.change(.command(Command("scrub", 0.5)))
    #expect(session.number("curves.x") == 15)
    #expect(session.number("curves.v") == 10)
    #expect(session.number("curves.rest") == 30)
  }

  @Test func `a session with data replays to the same state`() throws {
    var live = try session(try track(noise: 0.5))
    live.key(.tab)
    for _ in 0..<9 { live.key(.right) }
    let header = TraceHeader(program: "0.1.0", scene: "curves", place: live.stagePlace)
    let entries = live.takeJournal().enumerated().map { Trace.Entry(line: $0 + 2, .event($1)) }
    let text = Trace(header: header, entries: entries).text
    let trace = try Trace(Array(text.utf8), file: "data.feel", catalog: .all)
    var replayed = try Session("curves", size: live.size)
    for event in trace.events { replayed.handle(event) }
    #expect(replayed.state == live.state)
  }

  @Test func `a track is rejected unless its times increase from 0 and its numbers are finite`() {
    func track(_ rows: [(Double, Double)]) -> MotionTrack? {
      MotionTrack(name: "a", samples: rows.map { MotionTrack.Sample(time: $0.0, position: $0.1) })
    }
    #expect(track([(0, 1), (1, 2)]) != nil)
    #expect(track([(0, 1)]) == nil)
    #expect(track([(0.1, 1), (1, 2)]) == nil)
    #expect(track([(0, 1), (0, 2)]) == nil)
    #expect(track([(0, .nan), (1, 2)]) == nil)
    #expect(track([(0, 1), (.infinity, 2)]) == nil)
  }
}
