import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import Testing
import TextLayout

/// Flicking with a key, without a mouse, makes an ordinary take.
struct KeyFlickTests {
  /// The notice shown after a key.
  private func words(
    after key: KeySample.Key, _ modifiers: Modifiers, in session: inout Session
  ) -> String {
    var announcer = Announcer()
    _ = announcer.lines(for: session, at: session.now, session.takeEffects())
    session.key(key, modifiers, at: session.now.seconds + 1)
    return announcer.lines(for: session, at: session.now, session.takeEffects())
      .joined(separator: "; ")
  }

  @Test(arguments: [
    ("overview", KeySample.Key.right), ("carousel", .right), ("scroll-view", .down),
    ("pager", .right), ("pager", .down),
  ])
  func `a key flicks whatever the mouse can flick and makes a take`(id: String, key: KeySample.Key)
    throws
  {
    var session = try Session(id)
    session.key(key, .shift, at: 1)
    session.advance(to: Instant(seconds: 9))
    let take = try #require(session.takes.first)
    #expect(session.takes.count == 1 && take.origin == .hand)
    #expect(take.span.start == Instant(seconds: 1))
    let release = take.span.release
    #expect(abs(release.seconds - 1 - 8 * 0.008) < 1e-6)
    #expect(take.outcome.rest > 0 && take.outcome.jumps == 0)
    #expect(session.isSettled)
  }

  /// A tap, then an upward drag of 1000 units a second in reports 10 ms apart; the release is
  /// slightly beyond the last report.
  private static let hand: RecordedHand = {
    func sample(_ time: Double, _ phase: RecordedHand.Phase, _ y: Double) -> RecordedHand.Sample {
      .init(time: time, phase: phase, location: Vector(5000, y))
    }
    let drag = (0..<12).map {
      sample(8 + Double($0) * 0.01, $0 == 0 ? .begin : .update, -10 * Double($0))
    }
    return RecordedHand(
      [sample(7, .begin, -50), sample(7.05, .end, -50)] + drag + [sample(8.112, .end, -112)])
  }()

  @Test(arguments: ["scroll-view", "progress-slider", "carousel"])
  func `a hand from a file is played on the scroll view and makes a take`(id: String) throws {
    var session = try Session(id)
    let played = HandToPlay(Self.hand, pointsPerUnit: 2, name: "drag.csv")
    session.tell(.hand(played))
    session.advance(to: Instant(seconds: 9))
    #expect(session.sceneType.id == "scroll-view")
    let take = try #require(session.takes.last)
    // The finger's speed at its last reports: 10 units in 10 ms, 2 points per unit.
    #expect(abs(try #require(take.outcome.peak) - 2000) < 150, "\(take.outcome)")
    #expect(abs(take.span.release - take.span.start - 0.112) < 1e-6 && take.outcome.rest > 0)
    #expect(take.outcome.jumps == 0)
  }

  @Test func `a press or Escape ends a hand being played`() throws {
    for isPress in [true, false] {
      var session = try Session("scroll-view")
      session.tell(.hand(HandToPlay(Self.hand, pointsPerUnit: nil, name: "a")), at: 1)
      session.advance(to: Instant(seconds: 2.36))
      #expect(!session.isSettled)
      if isPress {
        session.pointer(.down, Vector(600, 400), at: 2.36)
      } else {
        session.key(.escape, at: 2.36)
      }
      session.advance(to: Instant(seconds: 2.37))
      #expect(session.deadline.map { $0 > Instant(seconds: 2.38) } ?? true)
    }
  }

  @Test func `a key flick has the same release velocity at any time and frame rate`() throws {
    let outcomes = try [(1.0, 1.0 / 60), (2.3456, 1.0 / 144), (3.1, 5)].map { start, frame in
      var session = try Session("scroll-view")
      session.key(.down, .shift, at: start)
      var time = start
      while time < start + 8 {
        time += frame
        session.advance(to: Instant(seconds: time))
      }
      return try #require(session.takes.first).outcome
    }
    for outcome in outcomes {
      let (peak, first) = (try #require(outcome.peak), try #require(outcomes[0].peak))
      #expect(abs(peak - first) < 0.01 && abs(outcome.rest - outcomes[0].rest) < 0.01)
      #expect(1800...2200 ~= peak, "\(peak) pt/s")
    }
  }

  @Test func `a key flick replays the same`() throws {
    var live = try Session("carousel")
    live.key(.right, .shift, at: 1)
    live.advance(to: Instant(seconds: 1.5))
    live.key(.right, .shift, at: 1.6)
    live.advance(to: Instant(seconds: 8))
    let again = try live.replayed(at: "carousel")
    #expect(again.state == live.state)
    #expect(again.takes.map(\.outcome) == live.takes.map(\.outcome))
  }

  @Test func `a second key flick in mid-flight catches the content and throws it further`() throws {
    var (once, twice) = (try Session("carousel"), try Session("carousel"))
    once.key(.right, .shift, at: 1)
    twice.key(.right, .shift, at: 1)
    twice.key(.right, .shift, at: 1.03)
    twice.key(.right, .shift, at: 1.3)
    once.advance(to: Instant(seconds: 8))
    twice.advance(to: Instant(seconds: 8))
    #expect(twice.takes.count == 1)
    let (near, far) = (try #require(once.takes.first), try #require(twice.takes.first))
    #expect(far.outcome.rest > near.outcome.rest)
  }

  @Test func `on a frozen stage a key flick moves the content, which stays until resumed`() throws {
    var session = try Session("carousel")
    session.key(.character("p"), at: 1)
    let before = try #require(session.reading(at: session.now)?.position ?? 0)
    let said = words(after: .right, .shift, in: &session)
    #expect(said.contains("Flicked while frozen. P resumes."))
    session.advance(to: Instant(seconds: 4))
    #expect(session.isPaused)
    let after = try #require(session.reading(at: session.now))
    #expect(after.position > before + 50)
    session.advance(to: Instant(seconds: 5))
    #expect(session.reading(at: session.now)?.position == after.position)
    session.key(.character("p"), at: 6)
    session.advance(to: Instant(seconds: 12))
    #expect(try #require(session.reading(at: session.now)).position > after.position + 100)
  }

  @Test(arguments: [
    ("long-press", KeySample.Key.right, "Nothing to flick here"),
    ("integer-slider", .right, "Nothing to flick here"),
    ("carousel", .up, "Shift+←"), ("scroll-view", .left, "Shift+↑"),
  ])
  func `a key flick in a direction without a target shows a notice`(
    id: String, key: KeySample.Key, words: String
  ) throws {
    var session = try Session(id)
    let said = self.words(after: key, .shift, in: &session)
    session.advance(to: Instant(seconds: 9))
    #expect(session.takes.isEmpty)
    #expect(said.contains(words), "\(said)")
  }

  @Test func `Shift+arrow does not flick a focused slider`() throws {
    var session = try Session("progress-slider")
    session.key(.tab, at: 1)
    let said = words(after: .right, .shift, in: &session)
    #expect(!said.contains("flick"), "\(said)")
  }

  @Test func `a passing pointer does not change a key flick, and a press ends it`() throws {
    func flicked(_ disturb: (inout Session) -> Void) throws -> Session {
      var session = try Session("carousel")
      session.key(.right, .shift, at: 1)
      disturb(&session)
      session.advance(to: Instant(seconds: 8))
      return session
    }
    let alone = try flicked { _ in }
    let passed = try flicked { $0.pointer(.moved, Vector(300, 200), at: 1.02) }
    let pressed = try flicked { $0.click(Vector(600, 300), at: 1.02) }
    #expect(passed.takes.map(\.outcome) == alone.takes.map(\.outcome))
    #expect(pressed.takes.first?.outcome != alone.takes.first?.outcome && pressed.isSettled)
  }
}
