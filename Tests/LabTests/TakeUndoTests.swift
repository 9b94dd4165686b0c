import Feel
import Lab
import Scenes
import Stage
import Testing

/// Changes to takes and to parameters share one undo history.
struct TakeUndoTests {
  /// A session in which the cards were flicked `flicks` times.
  private func session(flicks: Int) throws -> Session {
    var session = try Session("carousel")
    session.key(.function(8), at: 0.5)
    for index in 0..<flicks {
      let (start, at) = (Vector(700, 240), 1 + 5 * Double(index))
      let way = Vector(index.isMultiple(of: 2) ? -200 : 150, 0)
      session.flick(from: start, by: way, at: at, lasting: 0.1, until: at + 4)
    }
    #expect(session.takes.count == flicks)
    return session
  }

  private func undo(_ session: inout Session) { session.key(.character("z"), .control) }
  private func redo(_ session: inout Session) { session.key(.character("z"), [.control, .shift]) }

  private func name(_ text: String, in session: inout Session) {
    session.key(.function(2))
    session.key(.character("a"), .control)
    session.type(text)
    session.key(.return)
  }

  /// Removes the newest take by its card.
  private func remove(from session: inout Session) throws {
    let number = try #require(session.takes.last).number
    session.click(try session.place(of: "take.\(number)"), at: session.now.seconds + 0.1)
    session.key(.delete)
  }

  private func shown(_ session: Session) -> Take? { session.takes.last }

  @Test func `a name, a pin and a removal are undone one by one and redone`() throws {
    var session = try session(flicks: 2)
    name("fast", in: &session)
    session.key(.character("p"), .control)
    let pinned = try #require(shown(session))
    try remove(from: &session)
    let isGone = session.takes.map(\.number) == [1]
    try #require(pinned.name == "fast" && pinned.isPinned && isGone)

    undo(&session)
    #expect(shown(session)?.number == 2 && shown(session)?.isPinned == true)
    #expect(shown(session)?.outcome == pinned.outcome)
    undo(&session)
    #expect(shown(session)?.isPinned == false && shown(session)?.name == "fast")
    undo(&session)
    #expect(shown(session)?.name == nil)
    for _ in 0..<3 { redo(&session) }
    #expect(session.takes.map(\.number) == [1])
    undo(&session)
    #expect(shown(session)?.name == "fast" && shown(session)?.isPinned == true)
  }

  @Test func `undoing several removals restores the takes, the last removed first`() throws {
    var session = try session(flicks: 3)
    let all = session.takes.map(\.outcome)
    for _ in 0..<3 { try remove(from: &session) }
    #expect(session.takes.isEmpty)
    var counts: [Int] = []
    for _ in 0..<4 {
      undo(&session)
      counts.append(session.takes.count)
    }
    #expect(counts == [1, 2, 3, 3])
    #expect(session.takes.map(\.outcome) == all)
  }

  @Test func `undo reverts take changes and parameter edits in order`() throws {
    var session = try session(flicks: 2)
    name("first", in: &session)
    let before = session.parameters
    session.change(.parameter("carousel.spacing", .number(40)))
    let edited = session.parameters
    try #require(edited != before)
    try remove(from: &session)
    undo(&session)
    #expect(session.takes.count == 2 && session.parameters == edited)
    undo(&session)
    #expect(session.parameters == before && session.takes.last?.name == "first")
    undo(&session)
    #expect(session.takes.last?.name == nil)
    redo(&session)
    redo(&session)
    #expect(session.takes.last?.name == "first" && session.parameters == edited)
  }

  @Test func `undoing removes a take kept from an edit, and redoing restores it`() throws {
    var session = try session(flicks: 1)
    session.change(.parameter("carousel.spacing", .number(60)))
    session.advance(to: session.now.advanced(by: 0.5))
    session.change(.showTake(1))
    session.key(.character("k"), .control)
    session.advance(to: session.now.advanced(by: 0.5))
    let kept = session.takes
    try #require(kept.map(\.number) == [1, 2])
    undo(&session)
    #expect(session.takes.map(\.number) == [1])
    redo(&session)
    #expect(session.takes.map(\.outcome) == kept.map(\.outcome))
  }

  @Test func `undoing removals is recorded`() throws {
    var session = try session(flicks: 2)
    _ = session.takeJournal()
    try remove(from: &session)
    try remove(from: &session)
    undo(&session)
    undo(&session)
    redo(&session)
    let changes = session.takeJournal().compactMap { event -> SessionChange? in
      if case .change(_, let change) = event { change } else { nil }
    }
    #expect(changes.contains(.restoreTake(1)) && changes.contains(.restoreTake(2)))
    #expect(session.takes.count == 1)
  }
}
