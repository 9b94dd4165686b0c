import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import TestSupport
import Testing

/// Springs in the panel: kept by frequency and damping ratio, shown by duration and bounce.
struct SpringFormTests {
  private static let keys = ["physics.bounce", "physics.damping", "physics.return"]

  private func form(_ key: String) throws -> (SpringForm, ClosedRange<Double>) {
    let parameter = PhysicsParameters.all.first { $0.key == key }
    guard case .number(let range) = parameter?.domain else { throw NoSpring() }
    return (try #require(parameter?.form), range)
  }
  private struct NoSpring: Error {}

  @Test(arguments: keys)
  func `what is shown and set again is shown the same, over the whole range`(key: String) throws {
    let (form, range) = try form(key)
    var random = SeededGenerator(seed: 7)
    for index in 0...20_000 {
      let share = index == 0 ? 0 : index == 1 ? 1 : Double.random(in: 0...1, using: &random)
      let kept = range.lowerBound + share * (range.upperBound - range.lowerBound)
      let shown = form.shown(kept)
      #expect(form.shown(form.kept(shown)) == shown)
      #expect(abs(form.kept(shown) - kept) <= 2e-2 * kept)
    }
  }

  @Test func `the two forms are those of the engine`() throws {
    let (duration, _) = try form("physics.bounce")
    let (bounce, _) = try form("physics.damping")
    for (seconds, springiness) in [(0.35, 0.3), (0.6283, 0), (1.2, -0.4), (0.2, 0.9)] {
      let spring = Spring(duration: seconds, bounce: springiness)
      #expect(abs(duration.kept(seconds) - spring.angularFrequency) < 1e-6)
      #expect(abs(bounce.kept(springiness) - spring.dampingRatio) < 1e-6)
      #expect(duration.shown(spring.angularFrequency) == seconds)
      #expect(bounce.shown(spring.dampingRatio) == springiness)
    }
  }

  private func session() throws -> Session {
    let scene = try #require(Catalog.all.scene("carousel"))
    var session = Session(catalog: .all, scene: scene, size: Size(1200, 1600))
    session.key(.function(9))
    return session
  }

  private func line(_ id: String, in session: Session) throws -> AccessibilityElement {
    let all = session.accessibility(at: session.now).all
    return try #require(all.first { $0.id == id })
  }

  private func type(_ text: String, into id: String, of session: inout Session) throws {
    session.click(try line(id, in: session).frame.center, at: session.now.seconds + 1)
    for character in text { session.key(.character(character)) }
    session.key(.return)
    session.key(.escape)
  }

  @Test func `the panel shows and sets duration and bounce, and keeps frequency and ratio`() throws
  {
    var session = try session()
    #expect(
      try line("physics.bounce", in: session).spoken
        == "Edge duration, 0.6283 s, default 0.6283 s")
    #expect(try line("physics.damping", in: session).spoken == "Edge bounce, 0, default 0")
    _ = session.takeJournal()
    try type("0.35", into: "physics.bounce", of: &session)
    try type("0.3", into: "physics.damping", of: &session)
    let kept = session.parameters.number("physics.bounce")
    #expect(abs(kept - 2 * .pi / 0.35) < 1e-6)
    #expect(session.parameters.number("physics.damping") == 0.7)
    // What is recorded is what is kept.
    let changes = session.takeJournal().compactMap { event in
      if case .change(_, let change) = event { change } else { nil }
    }
    #expect(
      changes == [
        .parameter("physics.bounce", .number(kept)), .parameter("physics.damping", .number(0.7)),
      ])
    // And what is copied is said in one form only, which reads back as it stands.
    let flags = CopyForm.flags.text(session.parameters, of: session.sceneType)
    #expect(flags == "--set physics.bounce=\(kept) --set physics.damping=0.7")
    let parameter = try session.parameters.parameter("physics.bounce")
    #expect(try parameter.value(parsing: "\(kept)") == .number(kept))
    let swift = CopyForm.swift.text(session.parameters, of: session.sceneType)
    #expect(swift.contains("Spring(angularFrequency: \(kept), dampingRatio: 0.7)"))
  }

  @Test func `physical springs are a look at the same springs, and give the same values back`()
    throws
  {
    var session = try session()
    try type("0.35", into: "physics.bounce", of: &session)
    let set = session.parameters
    session.click(try line("view.springs", in: session).frame.center, at: 10)
    #expect(session.hasPhysicalSprings)
    #expect(session.parameters == set)
    let kept = set.number("physics.bounce")
    #expect(
      try line("physics.bounce", in: session).spoken
        == "Edge frequency, \(kept) /s, default 10 /s")
    try type("20", into: "physics.bounce", of: &session)
    #expect(session.parameters.number("physics.bounce") == 20)
    session.click(try line("view.springs", in: session).frame.center, at: 20)
    #expect(try line("physics.bounce", in: session).value.hasPrefix("0.3142 s"))
    // Nothing that is shown already, typed again, is an edit.
    try type("0.3142", into: "physics.bounce", of: &session)
    #expect(session.parameters.number("physics.bounce") == 20)
    try type("0.6283", into: "physics.bounce", of: &session)
    #expect(session.parameters.changed.isEmpty)
  }

  @Test(arguments: keys)
  func `slider, keys and name reach both ends of what is kept`(key: String) throws {
    var session = try session()
    let (_, range) = try form(key)
    session.click(try line(key, in: session).frame.center, at: 1)
    session.key(.home)
    #expect(session.parameters.number(key) == range.upperBound)
    session.key(.end)
    #expect(session.parameters.number(key) == range.lowerBound)
    session.key(.return)
    let slider = try line("\(key).slider", in: session).frame.center
    let end = session.drag(from: slider, by: Vector(-300, 0), at: 3, lasting: 0.2)
    #expect(session.parameters.number(key) == range.upperBound)
    // Given up, it is again exactly what it was.
    session.key(.escape)
    #expect(session.parameters.number(key) == range.lowerBound)
    let name = try line("\(key).name", in: session).frame.center
    session.pointer(.up, slider, at: end)
    session.click(name, at: 5)
    session.click(name, at: 5.2)
    #expect(session.parameters.changed.isEmpty)
  }

  @Test func `a duration out of range is refused by the name that is shown`() throws {
    var session = try session()
    let before = session.parameters
    try type("9", into: "physics.bounce", of: &session)
    #expect(session.parameters == before)
  }

  @Test func `how springs are shown is part of a recording`() throws {
    let scene = try #require(Catalog.all.scene("carousel"))
    func fresh() -> Session { Session(catalog: .all, scene: scene, size: Size(1200, 1600)) }
    var session = fresh()
    session.handle(.change(.zero, .physicalSprings(true)))
    session.key(.function(9))
    let slider = try line("physics.bounce.slider", in: session).frame.center
    let end = session.drag(from: slider, by: Vector(21, 0), at: 1, lasting: 0.2)
    session.pointer(.up, slider + Vector(21, 0), at: end)
    var again = fresh()
    for event in session.takeJournal() { again.handle(event) }
    #expect(session.parameters.number("physics.bounce") != 10)
    #expect(again.parameters == session.parameters)
  }
}
