import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import Testing
import TextLayout

/// Offers disappear by themselves, and the keyboard reaches them.
struct OfferTests {
  private func frames(_ session: Session, isOffer: Bool) -> [(id: String, frame: Rect)] {
    session.elements.filter {
      $0.children.isEmpty && !$0.states.contains(.offscreen)
        && $0.id.hasPrefix("offer.") == isOffer
    }.map { ($0.id, $0.frame) }
  }

  @Test func `an offer to restore takes disappears, and the menu keeps it`() throws {
    var session = try Session("carousel")
    func offered() throws -> [String] {
      var session = session
      session.click(try session.place(of: "window.menu"), at: session.now.seconds + 1)
      return session.elements.map(\.name).filter {
        $0.hasSuffix("earlier takes")
      }
    }
    #expect(try offered().isEmpty)
    let kept = EarlierSessions(kept: 1, takes: 5)
    session.tell(.earlierSessions(kept, offers: true))
    #expect(frames(session, isOffer: true).count == 2)
    let offer = try session.element("offer.resume")
    #expect(offer.value == "Restore 5 takes from the last session?")
    session.advance(to: Instant(seconds: 20))
    #expect(frames(session, isOffer: true).isEmpty)
    #expect(try offered() == ["Restore earlier takes", "Discard earlier takes"])
    session.click(try session.place(of: "window.menu"), at: 30)
    let discard = session.elements.first {
      $0.name == "Discard earlier takes"
    }
    session.click(try #require(discard).frame.center, at: 31)
    #expect(session.takeRequests() == [.discardSession])
    session.tell(.discarded(EarlierSessions(kept: 0, discarded: 1)))
    #expect(frames(session, isOffer: true).map(\.id) == ["offer.undo"])
    #expect(try offered().isEmpty)
    session.key(.character("z"), .control, at: 32)
    #expect(session.takeRequests() == [.undoDiscard])
    session.tell(.earlierSessions(EarlierSessions(kept: 1), offers: true))
    #expect(try offered().count == 2)
  }

  @Test func `an earlier session is offered beside the progress of a clip`() throws {
    var session = try Session("carousel", size: Size(880, 600))
    let kept = EarlierSessions(kept: 1, takes: 5)
    session.tell(.earlierSessions(kept, offers: true))
    session.tell(.progress("Measuring the clip", 0.4))
    let (offer, cancel) = (
      try session.place(of: "offer.discard"), try session.place(of: "progress.cancel")
    )
    #expect(offer.x < cancel.x && cancel.x < 880)
    session.click(cancel, at: 1)
    #expect(session.takeRequests() == [.cancelWork])
  }

  @Test func `the end of a recording offers a video if there is a take`() throws {
    var session = try Session("carousel")
    session.tell(.fonts(try FontBook()))
    session.tell(.recorded("a.feel"))
    #expect(frames(session, isOffer: true).map(\.id) == ["offer.open", "offer.folder"])
    session.click(Vector(600, 400), at: 1)
    session.key(.right, .shift, at: 2)
    session.advance(to: Instant(seconds: 8))
    session.tell(.recorded("a.feel"))
    #expect(
      frames(session, isOffer: true).map(\.id) == ["offer.open", "offer.folder", "offer.video"])
    session.click(try session.place(of: "offer.video"), at: 8.5)
    #expect(session.elements.contains { $0.id.hasPrefix("files.") })
  }

  @Test func `F6 focuses the offer, and Return accepts it`() throws {
    var session = try Session("carousel")
    session.tell(.earlierSessions(EarlierSessions(kept: 1), offers: true))
    func focused() -> [String] {
      session.elements.filter { $0.states.contains(.focused) }.map(\.id)
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

  @Test func `a saved file's offer stays while it has the keyboard`() throws {
    var session = try Session("carousel")
    session.tell(.saved("/home/somebody/a.mp4", isNew: true))
    session.key(.function(6), at: 1)
    session.advance(to: Instant(seconds: 30))
    #expect(frames(session, isOffer: true).count == 3)
    session.key(.escape, at: 31)
    session.advance(to: Instant(seconds: 40))
    #expect(frames(session, isOffer: true).isEmpty)
  }
}
