import Feel
import FeelTrace
import Lab
import RandomSessions
import Scenes
import Stage
import TestSupport
import Testing

/// A recording only describes the stage: it can be replayed in any window.
struct RecordingReplayTests {
  /// A window that replays a recording.
  struct Place: Sendable {
    var size: Size
    var scale: Double
    var panels: [KeySample.Key] = []
    var hasLetterKeys = true
  }

  private static let places = [
    Place(size: Size(1200, 800), scale: 1),
    Place(size: Size(900, 620), scale: 2, panels: [.function(8), .function(9)]),
    Place(size: Size(2000, 1400), scale: 1.25, panels: [.function(9)], hasLetterKeys: false),
  ]

  /// A recording of random hands all over a window whose size, scale and panels change meanwhile,
  /// with the state at every second.
  private func recording(_ id: String, seed: UInt64) throws -> Trace {
    var live = try Session(id)
    live.tell(.prefer(.zoom, .number(1.5)))
    var trace = Trace(header: TraceHeader(of: live, program: "0"))
    func add(_ content: Trace.Entry.Content) {
      trace.entries.append(Trace.Entry(line: trace.entries.count + 2, content))
    }
    var (hand, random) = (Gestures(seed: seed), SeededGenerator(seed: seed))
    var second = 1.0
    for step in 0..<1200 {
      let event = hand.next()
      while event.time > Instant(seconds: second) {
        live.advance(to: Instant(seconds: second))
        live.takeJournal().forEach { add(.event($0)) }
        add(.state(live.now, live.state))
        second += 1
      }
      live.handle(event)
      switch step % 60 {
      case 11: live.key(.function(Int.random(in: 8...9, using: &random)))
      case 23: live.tell(.scale(Bool.random(using: &random) ? 2 : 1))
      case 31: live.key(.character("z"), .control)
      case 37: live.key(.return, .control)
      case 41: live.key(.character("r"), Bool.random(using: &random) ? [.control, .shift] : [])
      case 47: live.key(.character("x"))
      case 53: live.pointer(.down, Vector(600, 300), at: live.now.seconds, button: .secondary)
      default: break
      }
      live.takeJournal().forEach { add(.event($0)) }
    }
    add(.state(live.now, live.state))
    return trace
  }

  @Test(arguments: ["overview", "carousel", "scroll-view", "pager", "curves"], places)
  func `a recording gives the same states in a window of any size, zoom and panels`(
    id: String, place: Place
  ) throws {
    for seed in 1...2 as ClosedRange<UInt64> {
      let text = try recording(id, seed: seed).text
      let trace = try Trace(Array(text.utf8), file: "a.feel", catalog: .all)
      var session = try Session(id, size: place.size, scale: place.scale, stage: trace.header.place)
      session.tell(.prefer(.letters, .flag(place.hasLetterKeys)))
      for key in place.panels { session.key(key) }
      var states = 0
      for entry in trace.entries {
        switch entry.content {
        case .event(let event): session.handle(event)
        case .take: break
        case .state(let time, let written):
          states += 1
          session.advance(to: time)
          guard session.state != written else { continue }
          Issue.record("line \(entry.line), at \(time.seconds) s: \(session.state), not \(written)")
          return
        }
      }
      #expect(states > 10)
      // When a hand takes over, the stage gets the size that its window has room for.
      session.tell(.replayEnded)
      let plain = try Session(id, size: place.size, scale: place.scale)
      if place.panels.isEmpty { #expect(session.stagePlace == plain.stagePlace) }
    }
  }

  @Test func `a replay records the same events again`() throws {
    let trace = try recording("overview", seed: 5)
    var session = try Session("overview", size: Size(900, 700), stage: trace.header.place)
    for event in trace.events { session.handle(event) }
    #expect(session.takeJournal() == trace.events)
  }

  @Test func `typed characters are never recorded, neither pressed nor released`() throws {
    var session = try Session("carousel")
    for _ in 0..<20 {
      session.key(.tab)
      for phase in KeySample.Phase.allCases {
        for letter in "37x" {
          let sample = KeySample(time: session.now, phase: phase, key: .character(letter))
          session.handle(.input(.key(sample)))
        }
      }
    }
    let lines = session.takeJournal().compactMap { Trace.Entry.Content.event($0).line() }
    #expect(lines.contains { $0.contains(#""focus""#) })
    #expect(!lines.contains { $0.contains(#""character""#) })
  }

  @Test func `each take is reported once, with its name and times`() throws {
    var session = try Session("carousel")
    var names = TakeNames()
    #expect(names.news(of: session).isEmpty)
    for index in 0..<2 {
      let start = 1 + Double(index) * 5
      session.flick(from: Vector(800, 300), by: Vector(-200, 0), at: start, lasting: 0.1)
      #expect(names.news(of: session).isEmpty)
      session.advance(to: Instant(seconds: start + 4.5))
      let news = names.news(of: session)
      #expect(news.map(\.name) == ["Take \(index + 1)"])
      #expect(news.first?.start == Instant(seconds: start))
      #expect(news.first?.release == Instant(seconds: start + 0.1))
      #expect(names.news(of: session).isEmpty)
    }
  }
}
