import Feel
import Lab
import Scenes
import Stage
import Testing
import TextLayout

/// The bar's buttons for recording and comparing.
struct BarTests {
  private func session(_ width: Double) throws -> Session {
    try Session("carousel", size: Size(width, 700))
  }

  private func isChecked(_ id: String, _ session: Session) -> Bool {
    session.elements.first { $0.id == id }?.states.contains(.checked) ?? false
  }

  @Test(arguments: [480.0, 880, 1200])
  func `Record requests a recording and is checked while one runs`(width: Double) throws {
    var session = try session(width)
    session.click(try session.place(of: "window.record"), at: 1)
    #expect(session.takeRequests() == [.toggleRecording])
    #expect(!isChecked("window.record", session))
    session.tell(.recording(true))
    #expect(isChecked("window.record", session))
  }

  @Test(arguments: [480.0, 880, 1200])
  func `Compare lists the presets of set B, and its key ends the comparison`(width: Double) throws {
    var session = try session(width)
    session.click(try session.place(of: "window.compare"), at: 1)
    session.key(.return)
    #expect(session.parametersB == session.parameters && isChecked("window.compare", session))
    session.click(try session.place(of: "window.compare"), at: 2)
    session.keys(.character("a"), .return)
    #expect(session.parametersB?.preset == .android && session.parameters.preset == .uikit)
    session.key(.character("c"))
    #expect(session.parametersB == nil && !isChecked("window.compare", session))
  }

  @Test(arguments: LanguageTests.all)
  func `a window 800 wide shows scene tabs, one 480 wide a list`(language: Language?) throws {
    try Language.$current.withValue(language) {
      for width in [800.0, 480] {
        var session = try session(width)
        session.tell(.fonts(try FontBook(family: "Inter")), at: 0)
        let all = session.elements
        #expect(all.contains { $0.id == "scenes.list" } == (width == 480))
        #expect(all.count { $0.role == .tab } == (width == 480 ? 0 : Catalog.all.scenes.count))
      }
    }
  }

  /// In a narrow window both share the bottom edge: opening one hides the other, whose button shows
  /// it as closed.
  @Test func `a narrow window shows either the parameters or the timeline, never both`() throws {
    var session = try session(480)
    func open(_ session: Session) -> [Bool] {
      ["window.inspector", "window.timeline"].map { isChecked($0, session) }
    }
    session.key(.function(8))
    #expect(open(session) == [false, true])
    session.key(.function(9))
    #expect(open(session) == [true, false])
    session.key(.function(8))
    #expect(open(session) == [false, true])
    session.keys(.function(9), .function(9))
    #expect(open(session) == [false, true])
    session.key(.function(8))
    #expect(open(session) == [false, false])
    session.keys(.function(9), .function(8))
    #expect(open(session) == [false, true])
    session.tell(.size(Size(1200, 700)))
    #expect(open(session) == [false, true])
  }
}
