import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import Testing

/// Abandoning a drag or a hold, by every cause and with every panel open.
struct AbandonTests {
  /// UI over or beside the stage that might consume Escape.
  enum Open: String, CaseIterable, Sendable {
    case nothing, overlays, offer, progress, inspector, timeline, takes, splitter, files, field

    /// Opens it before the drag begins.
    func open(in session: inout Session) {
      switch self {
      case .nothing, .files, .field: break
      case .overlays: session.type("vbt")
      case .offer:
        session.tell(.earlierSessions(EarlierSessions(kept: 1), offers: true))
      case .progress: session.tell(.progress("Video", 0.5))
      case .inspector: session.key(.function(9))
      case .timeline, .takes, .splitter: session.key(.function(8))
      }
    }

    /// Gives it the keyboard, or opens it, during the drag.
    func take(in session: inout Session) throws {
      switch self {
      case .nothing, .overlays, .progress: break
      case .offer: try focus("offer.", in: &session)
      case .inspector: try focus("preset", in: &session)
      case .timeline: try focus("timeline", in: &session)
      // The strip takes the keyboard; no card has it until one is shown.
      case .takes: session.key(.function(6))
      case .splitter: try focus("splitter.", in: &session)
      case .files: session.key(.character("s"), .control)
      case .field: try focus("field.", in: &session, by: .tab)
      }
    }

    private func focus(
      _ id: String, in session: inout Session, by key: KeySample.Key = .function(6)
    ) throws {
      var seen: [String] = []
      for _ in 0..<24 {
        let all = session.elements
        let focused = all.first { $0.states.contains(.focused) }?.id ?? "none"
        if focused.hasPrefix(id) { return }
        seen.append(focused)
        session.key(key)
      }
      Issue.record("\(id) is not reached: \(seen)")
    }
  }

  @Test(arguments: CancelSample.Reason.allCases)
  func `every cause of cancel ends a drag without a fling`(reason: CancelSample.Reason) throws {
    var session = try dragging()
    session.cancel(reason)
    try expectAbandoned(&session, "\(reason)")
  }

  /// A carousel in mid-drag, fast enough that a release would fling it three cards.
  private func dragging(beside opened: (inout Session) -> Void = { _ in }) throws -> Session {
    var session = try Session("carousel")
    // A first take, so that the strip has a card.
    let cards = try session.place(of: "carousel")
    session.flick(from: cards, by: Vector(-100, 0), at: 1, lasting: 0.1)
    session.key(.home, at: 4)
    session.advance(to: Instant(seconds: 8))
    opened(&session)
    let start = try session.place(of: "carousel")
    _ = session.drag(from: start, by: Vector(-120, 0), at: session.now.seconds + 0.5, lasting: 0.06)
    _ = session.takeEffects()
    return session
  }

  private func expectAbandoned(
    _ session: inout Session, _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let ended = session.takeEffects().map(\.name)
    #expect(ended == ["cancelled"], comment, sourceLocation: sourceLocation)
    session.pointer(.up, Vector(400, 300), at: session.now.seconds + 0.02)
    session.advance(to: Instant(seconds: session.now.seconds + 5))
    let after = session.takeEffects().map(\.name)
    #expect(!after.contains("dragEnded"), comment, sourceLocation: sourceLocation)
    #expect(
      session.state.value("carousel.nearest") == .integer(1), comment,
      sourceLocation: sourceLocation)
  }

  @Test(arguments: Open.allCases)
  func `Escape abandons the drag and leaves what is open open`(open: Open) throws {
    var session = try dragging { open.open(in: &$0) }
    try open.take(in: &session)
    #expect(session.takeEffects().isEmpty)
    func opened(_ session: Session) -> Set<String> {
      let panels = ["offer", "files", "timeline", "parameters", "takes", "progress"]
      let ids = session.elements.map(\.id)
      return Set(ids.filter { id in panels.contains { id.hasPrefix($0) } })
    }
    let before = opened(session)
    session.key(.escape)
    #expect(opened(session) == before, "\(open)")
    try expectAbandoned(&session, "\(open)")
  }
}

/// A held button while the window changes under a resting pointer.
struct HoldMovesTests {
  private func holding(_ id: String = "hold.outline") throws -> Session {
    var session = try Session("long-press")
    session.pointer(.down, try session.place(of: id), at: 1)
    _ = session.takeEffects()
    return session
  }

  enum Change: String, CaseIterable, Sendable { case size, parameters, timeline, zoom }

  private func make(_ change: Change, _ session: inout Session) {
    switch change {
    case .size: session.tell(.size(Size(620, 480)))
    case .parameters: session.key(.function(9))
    case .timeline: session.key(.function(8))
    case .zoom: session.tell(.scale(1.5))
    }
  }

  @Test(arguments: Change.allCases)
  func `a hold does not fire once its button has moved away`(change: Change) throws {
    var session = try holding()
    session.advance(to: Instant(seconds: 2))
    make(change, &session)
    #expect(session.takeEffects().map(\.name) == [change == .zoom ? "cancelled" : "movedOff"])
    session.advance(to: Instant(seconds: 9))
    #expect(session.state.value("hold.outline.fired") == .integer(0))
    #expect(session.takeEffects().isEmpty)
  }

  @Test(arguments: Change.allCases)
  func `a recording of a hold whose button moves away replays the same`(change: Change) throws {
    var session = try holding()
    session.advance(to: Instant(seconds: 2))
    make(change, &session)
    session.pointer(.up, Vector(600, 300), at: 4)
    session.advance(to: Instant(seconds: 9))
    let replay = try session.replayed(at: "long-press")
    #expect(replay.state == session.state)
  }

  @Test func `zooming the window updates the resting pointer's position on the stage`() throws {
    var session = try Session("carousel")
    session.pointer(.moved, Vector(600, 400), at: 1)
    session.tell(.scale(2))
    session.tell(.size(Size(600, 400)))
    let moves = session.takeJournal().compactMap { event -> Vector? in
      guard case .stage(.pointer(let sample)) = event else { return nil }
      return sample.location
    }
    let stage = try session.element("stage")
    #expect(moves.last == Vector(300, 200) - stage.frame.origin)
  }
}

struct TwoFingerStageTests {
  private func finger(
    _ number: Int, _ phase: PointerSample.Phase, _ place: Vector, at seconds: Double
  ) -> SessionEvent {
    .input(
      .pointer(
        PointerSample(
          time: Instant(seconds: seconds), phase: phase, location: place, device: .touch,
          pointer: number)))
  }

  @Test func `two fingers hold two buttons independently`() throws {
    var session = try Session("long-press")
    let (a, b) = (try session.place(of: "hold.outline"), try session.place(of: "hold.container"))
    session.handle(finger(1, .down, a, at: 1))
    session.handle(finger(2, .down, b, at: 1.5))
    session.handle(finger(1, .up, a, at: 2))
    #expect(session.state.value("hold.outline.state") == .text("snapping"))
    #expect(session.state.value("hold.container.state") == .text("pressed"))
    session.advance(to: Instant(seconds: 3.6))
    session.handle(finger(2, .up, b, at: 3.7))
    #expect(session.state.value("hold.outline.fired") == .integer(0))
    #expect(session.state.value("hold.container.fired") == .integer(1))
  }

  @Test func `a second finger on the bar does not cancel a hold`() throws {
    var session = try Session("long-press")
    session.handle(finger(1, .down, try session.place(of: "hold.outline"), at: 1))
    let tab = try session.place(of: "scene.carousel")
    session.handle(finger(2, .down, tab, at: 1.5))
    session.handle(finger(2, .up, tab, at: 1.6))
    session.advance(to: Instant(seconds: 5))
    #expect(session.state.value("hold.outline.fired") == .integer(1))
  }

  @Test func `a finger between two buttons presses the nearer one alone`() throws {
    var session = try Session("scroll-view")
    let left = try session.frame(of: "button.To end")
    let right = try session.frame(of: "button.Flick 2000 pt/s")
    #expect(right.minX - left.maxX == 8)
    let place = Vector(left.maxX + 3, left.midY)
    session.handle(finger(1, .down, place, at: 1))
    session.handle(finger(1, .up, place, at: 1.1))
    session.advance(to: Instant(seconds: 4))
    let end = try #require(session.reading(at: session.now)?.bounds).upperBound
    #expect(session.state.value("scroll.offset") == .number(end))
  }

  @Test func `a recorded pointer event keeps its finger's number`() throws {
    let event = InputEvent.pointer(
      PointerSample(
        time: .zero, phase: .down, location: Vector(1, 2), device: .touch, pointer: 3))
    let json = JSONWalk.json { (walk) throws(JSONError) in _ = try event.walked(by: walk) }
    #expect(json["id"] == .integer(3))
    let walk = try JSONWalk(json)
    let kind = try #require(InputEvent.kind(walk.read("e", .text)))
    #expect(try kind.walked(by: walk) == event)
  }
}
