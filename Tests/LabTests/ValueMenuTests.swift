import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import Testing

/// The context menu of a line in the panel.
struct ValueMenuTests {
  private func session() throws -> Session {
    var session = try Session("carousel")
    session.key(.function(9), at: 0)
    session.foldLaws()
    return session
  }

  /// A point on the name of a parameter's line.
  private func line(_ session: Session, _ label: String) throws -> Vector {
    let element = try #require(session.elements.first { $0.name == label }, "\(label)")
    return Vector(920, element.frame.midY)
  }

  private func choose(_ row: Int, at place: Vector, in session: inout Session, _ seconds: Double) {
    session.click(place, at: seconds, button: .secondary)
    for _ in 0...row { session.key(.down) }
    session.key(.return)
  }

  /// Answers a paste request with a text, as the host does.
  private func paste(_ text: String, into session: inout Session) {
    #expect(session.takeRequests() == [.paste])
    session.tell(.pasted(text))
  }

  @Test(arguments: [
    ("24.5", "24.5 pt"), (" 8 pt\n", "8 pt"), ("much", "16 pt"), ("900", "16 pt"), ("", "16 pt"),
  ])
  func `a number is pasted with or without its unit, and other text is ignored`(
    text: String, value: String
  ) throws {
    var session = try session()
    let place = try line(session, "Spacing")
    choose(1, at: place, in: &session, 1)
    paste(text, into: &session)
    choose(0, at: place, in: &session, 3)
    #expect(session.takeRequests() == [.copy(value)])
    // The recording contains the value but not the paste.
    var replayed = try self.session()
    for event in session.takeJournal() { replayed.handle(event) }
    #expect(replayed.parameters == session.parameters)
    session.key(.character("z"), .control, at: 5)
    #expect(session.parameters == (try self.session()).parameters)
  }

  @Test func `a valid word is pasted into a choice, and others are ignored`() throws {
    var session = try session()
    let place = try line(session, "Alignment")
    choose(1, at: place, in: &session, 1)
    paste("start", into: &session)
    #expect(session.parameters["carousel.alignment"] == .choice("start"))
    choose(1, at: place, in: &session, 2)
    paste("sideways", into: &session)
    #expect(session.parameters["carousel.alignment"] == .choice("start"))
    choose(0, at: place, in: &session, 3)
    #expect(session.takeRequests() == [.copy("start")])
  }

  @Test func `resetting a value can be undone`() throws {
    var session = try session()
    let place = try line(session, "Spacing")
    session.change(.parameter("carousel.spacing", .number(40)), at: 1)
    choose(2, at: place, in: &session, 2)
    #expect(session.parameters["carousel.spacing"] == .number(16))
    session.key(.character("z"), .control, at: 5)
    #expect(session.parameters["carousel.spacing"] == .number(40))
  }

  @Test func `a row without a value has no menu`() throws {
    var session = try session()
    let place = try line(session, "Preset")
    choose(0, at: place, in: &session, 2)
    #expect(session.takeRequests().isEmpty)
  }

  @Test func `typing letters selects the next list item that begins with them`() throws {
    var session = try session()
    session.key(.function(6), at: 1)
    func focused() -> String? {
      session.focused?.id
    }
    for _ in 0..<40 where focused() != "preset" { session.key(.tab, at: 1) }
    session.key(.return, at: 1)
    session.type("aa", at: 2)
    session.keys(.character("!"), .return, at: 2)
    // The second one after “Android”, starting from UIKit.
    #expect(session.parameters.preset.title == "Adwaita carousel")
    session.key(.return, at: 3)
    session.type("an", at: 3)
    session.key(.return, at: 3)
    #expect(session.parameters.preset == .android)
  }
}
