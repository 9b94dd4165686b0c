import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import Testing
import TextLayout

struct MarkerTests {
  /// A session with its timeline open, in which the middle of a drag, the fling and the rest are
  /// marked.
  private func session() throws -> Session {
    var session = try Session("carousel")
    session.key(.function(8), at: 0)
    _ = session.drag(from: Vector(700, 260), by: Vector(-100, 0), at: 1, lasting: 0.1)
    session.key(.character("m"), at: 1.1)
    let end = session.drag(to: Vector(400, 260), from: Vector(600, 260), at: 1.1, lasting: 0.1)
    session.pointer(.up, Vector(400, 260), at: end)
    session.key(.character("m"), at: 1.5)
    session.advance(to: Instant(seconds: 8))
    return session
  }

  @Test func `a moment is marked by a key without disturbing the drag`() throws {
    let session = try session()
    let log = session.log(at: session.now)
    #expect(log.marks.map(\.kind) == [.press, .release])
    #expect(log.sample(at: Instant(seconds: 1.1))?.state == .tracking)
  }

  @Test func `copied samples have a marker column only if there are markers`() throws {
    var session = try session()
    for _ in 0..<3 { session.key(.function(6), at: 9) }
    _ = session.takeRequests()
    session.pointer(.down, Vector(600, 700), at: 9.5, button: .secondary)
    session.keys(.down, .return, at: 9.5)
    let rows = try session.copied().split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(rows[0] == ["time", "control", "position", "velocity", "state", "marker"])
    #expect(rows.allSatisfy { $0.count == 6 })
    let marked = rows.dropFirst().filter { !$0[5].isEmpty }
    #expect(marked.map { $0[5] } == ["1", "2"])
    let times = marked.compactMap { Double($0[0]) }
    #expect(times.count == 2 && abs(times[0] - 1.1) <= 1.0 / 60 && abs(times[1] - 1.5) < 1e-6)
    // Removed again.
    session.pointer(.down, Vector(600, 700), at: 10, button: .secondary)
    for _ in 0..<5 { session.key(.down, at: 10) }
    session.key(.return, at: 10)
    session.pointer(.down, Vector(600, 700), at: 11, button: .secondary)
    session.keys(.down, .return, at: 11)
    #expect(try session.copied().hasPrefix("time,control,position,velocity,state\n"))
  }

  @Test func `markers are drawn in the lanes, kept by a rerun, and recorded`() throws {
    let fonts = try FontBook()
    var live = try session()
    let picture = live.drawn(fonts)
    #expect(live.lines(picture) == 2)
    live.key(.return, .control, at: 9)
    live.advance(to: Instant(seconds: 17))
    #expect(live.lines(live.drawn(fonts)) == 2)
    var replayed = Session(catalog: .all, scene: live.sceneType, size: live.size)
    // Opened here, since a recording contains no panels.
    replayed.key(.function(8), at: 0)
    for event in live.takeJournal() { replayed.handle(event) }
    replayed.advance(to: live.now)
    #expect(replayed.displayList(at: live.now, fonts: fonts) == live.drawn(fonts))
    live.key(.character("6"), at: 18)
    #expect(live.lines(live.drawn(fonts)) == 0)
  }
}

extension Session {
  /// Continues a drag evenly at 1 kHz; returns the time of its end, in seconds.
  fileprivate mutating func drag(
    to end: Vector, from start: Vector, at seconds: Double, lasting duration: Double
  ) -> Double {
    let steps = Int((duration * 1000).rounded())
    for step in 1...steps {
      let share = Double(step) / Double(steps)
      pointer(.moved, start + (end - start) * share, at: seconds + duration * share)
    }
    return seconds + duration
  }

  /// Number of lines in the warning colour that cross the lanes.
  fileprivate func lines(_ picture: DisplayList) -> Int {
    picture.commands.count {
      guard case .roundedRect(let rect, 0, .solid(let color)) = $0 else { return false }
      return color == Theme.named(theme).warning && rect.width <= 2 && rect.height > 100
    }
  }
}
