import Feel
import FeelTrace
import Lab
import RandomSessions
import Scenes
import Stage
import TestSupport
import Testing
import TextLayout

/// Every scene has its own stage, which stands still while another is shown.
struct SceneStageTests {
  /// A carousel in flight after a flick of 0.1 s.
  private func flicked() throws -> Session {
    var session = try Session("carousel")
    session.flick(from: Vector(800, 350), by: Vector(-200, 0), at: 1, lasting: 0.1)
    session.pointer(.moved, Vector(600, 20), at: 1.2)
    return session
  }

  @Test func `a scene that was left in mid-flight goes on where it was`() throws {
    let fonts = try FontBook()
    var (stayed, away) = (try flicked(), try flicked())
    #expect(stayed.isMoving(at: stayed.now))
    away.change(.scene("pager"), at: 1.3)
    away.advance(to: Instant(seconds: 601.3))
    away.change(.scene("carousel"), at: 601.3)
    stayed.advance(to: Instant(seconds: 1.3))
    for step in 0..<40 {
      let way = Double(step) / 20
      stayed.advance(to: Instant(seconds: 1.3 + way))
      away.advance(to: Instant(seconds: 601.3 + way))
      #expect(away.state == stayed.state)
      #expect(away.stageTime(at: away.now) == stayed.stageTime(at: stayed.now))
    }
    #expect(away.log(at: away.now).samples == stayed.log(at: stayed.now).samples)
    #expect(away.drawn(fonts) == stayed.drawn(fonts))
  }

  @Test func `a scene that is opened for the first time starts at zero`() throws {
    var session = try flicked()
    session.change(.scene("pager"), at: 30)
    #expect(session.stageTime(at: session.now) == .zero)
    session.advance(to: Instant(seconds: 31.5))
    #expect(session.stageTime(at: session.now) == Instant(seconds: 1.5))
  }

  @Test func `each scene's stage has its own pause and speed`() throws {
    var session = try flicked()
    session.key(.character("p"), at: 1.4)
    session.change(.speed(0.25), at: 1.5)
    session.change(.scene("pager"), at: 2)
    #expect(!session.isPaused && session.speed == 1)
    session.advance(to: Instant(seconds: 3))
    #expect(session.stageTime(at: session.now) == Instant(seconds: 1))
    session.change(.scene("carousel"), at: 4)
    #expect(session.isPaused && session.speed == 0.25)
    #expect(session.stageTime(at: session.now) == Instant(seconds: 1.4))
  }

  @Test func `the Curves animator plays while another scene is frozen`() throws {
    var session = try flicked()
    session.key(.character("p"), at: 1.4)
    session.change(.scene("curves"), at: 2)
    session.key(.tab, at: 2.1)
    session.change(.command(.doubleClick), at: 2.2)
    let before = session.stageTime(at: session.now)
    session.advance(to: Instant(seconds: 2.7))
    #expect(session.stageTime(at: session.now) - before == 0.5)
  }

  @Test func `returning to a scene shows the same past moment`() throws {
    var session = try flicked()
    session.advance(to: Instant(seconds: 5))
    session.key(.character("p"), at: 5)
    session.change(.show(Instant(seconds: 1.3)), at: 5)
    let (state, shown) = (session.state, session.stageTime(at: session.now))
    session.change(.scene("pager"), at: 6)
    #expect(!session.isShowingPast)
    session.change(.scene("carousel"), at: 20)
    #expect(session.isShowingPast)
    #expect(session.stageTime(at: session.now) == shown)
    #expect(session.state == state)
  }

  @Test func `two sets are still compared after a look at another scene`() throws {
    var session = try flicked()
    session.advance(to: Instant(seconds: 5))
    session.change(.compare(session.parameters), at: 5)
    session.change(.parameter("physics.decay", .choice("exponential")), at: 5.1)
    session.advance(to: Instant(seconds: 5.5))
    let comparison = try #require(session.pair?.comparison)
    session.change(.scene("pager"), at: 6)
    #expect(session.parametersB?.preset == .uikit && session.pair?.comparison == nil)
    session.change(.scene("carousel"), at: 9)
    #expect(session.parametersB != nil)
    #expect(session.pair?.comparison == comparison)
  }

  @Test func `set B's preset and the end of comparing carry over to another scene`() throws {
    var session = try flicked()
    session.change(.compare(.android, []))
    session.change(.scene("pager"), at: 6)
    #expect(session.parameters.preset == .uikit && session.parametersB?.preset == .android)
    session.change(.endComparison)
    session.change(.scene("carousel"), at: 9)
    #expect(session.parametersB == nil)
  }

  @Test func `leaving a scene releases what is held and drops keyboard focus`() throws {
    var session = try Session("carousel")
    session.key(.tab, at: 0.5)
    _ = session.drag(from: Vector(800, 350), by: Vector(-200, 0), at: 1, lasting: 0.1)
    session.change(.scene("pager"), at: 2)
    session.change(.scene("carousel"), at: 3)
    session.advance(to: Instant(seconds: 6))
    #expect(session.isSettled)
    let moved = session.state
    session.pointer(.moved, Vector(300, 350), at: 7)
    session.pointer(.up, Vector(300, 350), at: 7.1)
    #expect(session.state == moved)
    #expect(!session.elements.contains { $0.states.contains(.focused) })
  }

  @Test func `a scene in the background follows the window's size and preset`() throws {
    var session = try flicked()
    session.advance(to: Instant(seconds: 5))
    session.change(.scene("pager"), at: 6)
    session.tell(.size(Size(900, 640)), at: 6)
    let preset = try #require(ScrollPreset.named("android"))
    session.change(.preset(preset), at: 6.1)
    session.change(.scene("carousel"), at: 7)
    #expect(session.parameters.preset == preset)
    var fresh = Session(
      catalog: .all, scene: session.sceneType, size: Size(900, 640),
      parameters: session.parameters)
    fresh.advance(to: Instant(seconds: 1))
    #expect(session.stagePlace == fresh.stagePlace)
    session.flick(from: Vector(500, 300), by: Vector(-100, 0), at: 8, lasting: 0.1, until: 15)
    #expect(session.isSettled)
  }

  @Test func `resetting everything resets every scene's speed, and undoing restores each`() throws {
    var session = try flicked()
    session.change(.speed(0.5), at: 2)
    session.change(.scene("pager"), at: 3)
    session.change(.speed(2), at: 3)
    session.change(.resetEverything, at: 4)
    #expect(session.speed == 1)
    session.change(.undoReset, at: 5)
    #expect(session.speed == 2)
    session.change(.scene("carousel"), at: 6)
    #expect(session.speed == 0.5)
    session.change(.resetEverything, at: 7)
    session.change(.scene("pager"), at: 8)
    #expect(session.speed == 1)
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `a recording that changes scenes replays the same`(seed: UInt64) throws {
    var (hand, random) = (Gestures(seed: seed), SeededGenerator(seed: seed))
    var live = try Session("overview")
    var journal: [SessionEvent] = []
    var states: [(Instant, Int, [StateField])] = []
    let ids = Catalog.all.scenes.map { $0.id }
    for step in 0..<900 {
      live.handle(hand.next())
      switch step % 45 {
      case 14: live.change(.scene(ids.randomElement(using: &random) ?? ""), at: live.now.seconds)
      case 29: live.key([.character("p"), .character(","), .character("x")][step / 45 % 3])
      case 44: live.key(.return, .control)
      default: break
      }
      journal += live.takeJournal()
      if step % 30 == 0 { states.append((live.now, journal.count, live.state)) }
    }
    var replayed = try Session("overview")
    var next = 0
    for (time, count, state) in states {
      while next < count {
        replayed.handle(journal[next])
        next += 1
      }
      replayed.advance(to: time)
      guard replayed.state != state else { continue }
      Issue.record("at \(time.seconds) s: \(replayed.state), not \(state)")
      return
    }
  }
}
