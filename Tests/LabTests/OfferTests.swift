import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import Testing

/// What waits for an answer lies over nothing, and the keyboard reaches it.
struct OfferTests {
  private func session(_ id: String, _ size: Size) throws -> Session {
    Session(catalog: .all, scene: try #require(Catalog.all.scene(id)), size: size)
  }

  private func frames(_ session: Session, isOffer: Bool) -> [(id: String, frame: Rect)] {
    session.accessibility(at: session.now).all.filter {
      $0.children.isEmpty && !$0.states.contains(.offscreen)
        && $0.id.hasPrefix("offer.") == isOffer
    }.map { ($0.id, $0.frame) }
  }

  @Test(
    arguments: Catalog.all.scenes.map { $0.id },
    [Size(480, 360), Size(880, 600), Size(1200, 800), Size(1600, 1000)])
  func `a session that is offered again covers no part of the window`(
    id: String, size: Size
  ) throws {
    let plain = try session(id, size)
    var session = plain
    session.handle(.host(.zero, .leftBehind))
    let offered = frames(session, isOffer: true)
    try #require(offered.count == 2)
    for (name, frame) in offered {
      #expect(frame.minX >= 0 && frame.maxX <= size.width && frame.maxY <= size.height - 24)
      for (other, place) in frames(session, isOffer: false) {
        let common = frame.intersection(place)
        #expect(common.map { min($0.width, $0.height) <= 1e-9 } ?? true, "\(name) over \(other)")
      }
    }
    // Once it is answered the stage has its room again.
    session.click(try session.place(of: "offer.discard"), at: 1)
    #expect(session.takeRequests() == [.discardSession])
    #expect(frames(session, isOffer: true).isEmpty)
    #expect(
      frames(session, isOffer: false).map(\.frame) == frames(plain, isOffer: false).map(\.frame))
  }

  @Test func `F6 reaches it, and Return answers it`() throws {
    var session = try session("carousel", Size(1200, 800))
    session.handle(.host(.zero, .leftBehind))
    func focused() -> [String] {
      session.accessibility(at: session.now).all.filter { $0.states.contains(.focused) }.map(\.id)
    }
    session.key(.function(6), at: 1)
    #expect(focused() == ["offer.resume"])
    session.key(.right, at: 2)
    #expect(focused() == ["offer.discard"])
    session.key(.escape, at: 3)
    #expect(focused().isEmpty && session.takeRequests().isEmpty)
    session.key(.function(6), at: 4)
    session.key(.function(6), at: 5)
    #expect(!focused().contains { $0.hasPrefix("offer.") })
    session.key(.function(6), .shift, at: 6)
    session.key(.return, at: 7)
    #expect(session.takeRequests() == [.resumeSession])
  }

  @Test func `a file that was saved stays in reach of the keyboard as long as it has it`() throws {
    var session = try session("carousel", Size(1200, 800))
    session.handle(.host(.zero, .saved("/home/somebody/a.mp4", isNew: true)))
    session.key(.function(6), at: 1)
    session.advance(to: Instant(seconds: 30))
    #expect(frames(session, isOffer: true).count == 3)
    session.key(.escape, at: 31)
    session.advance(to: Instant(seconds: 40))
    #expect(frames(session, isOffer: true).isEmpty)
  }
}
