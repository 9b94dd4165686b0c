import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import TestSupport
import Testing

/// Springs in the panel: stored as mass, stiffness and damping, shown as duration and bounce.
struct ParameterFormTests {
  private static let stiffness = "physics.edge.spring.stiffness"
  private static let ratio = "physics.edge.spring.ratio"
  private static let keys = [stiffness, ratio, "physics.outside.spring.stiffness"]

  private func form(_ key: String) throws -> (Parameter.Form, ClosedRange<Double>) {
    let parameter = ScrollPhysics.parameters.first { $0.key == key }
    guard case .number(let range) = parameter?.domain else { throw NoSpring() }
    return (try #require(parameter?.form), range)
  }
  private struct NoSpring: Error {}

  @Test(arguments: keys + ["physics.edge.spring.coefficient"], [0.1, 0.5, 1, 10])
  func `a shown value that is set again stays the same over the whole range`(
    key: String, mass: Double
  ) throws {
    let (form, range) = try form(key)
    var set = ParameterSet(ScrollPhysics.parameters)
    for spring in ["edge", "outside"] {
      try set.set("physics.\(spring).spring.mass", to: .number(mass))
    }
    var random = SeededGenerator(seed: 7)
    for index in 0...5000 {
      let share = index == 0 ? 0 : index == 1 ? 1 : Double.random(in: 0...1, using: &random)
      let kept = range.lowerBound + share * (range.upperBound - range.lowerBound)
      let shown = form.shown(kept, in: set)
      #expect(form.shown(form.kept(shown, in: set), in: set) == shown)
      #expect(abs(form.kept(shown, in: set) - kept) <= 2e-2 * kept)
    }
  }

  @Test func `duration and bounce convert as the engine's springs do`() throws {
    let set = ParameterSet(ScrollPhysics.parameters)
    let (duration, _) = try form(Self.stiffness)
    let (bounce, _) = try form(Self.ratio)
    let (damping, _) = try form("physics.edge.spring.coefficient")
    for (seconds, springiness) in [(0.35, 0.3), (0.6283, 0), (1.2, -0.4), (0.2, 0.9)] {
      let spring = Spring(duration: seconds, bounce: springiness)
      #expect(abs(duration.kept(seconds, in: set) - spring.stiffness) < 1e-6)
      #expect(abs(bounce.kept(springiness, in: set) - spring.dampingRatio) < 1e-6)
      #expect(duration.shown(spring.stiffness, in: set) == seconds)
      #expect(bounce.shown(spring.dampingRatio, in: set) == springiness)
    }
    // The set's stiffness is 100, so a coefficient of 14 is a ratio of 0.7.
    #expect(damping.shown(14, in: set) == 0.3 && damping.kept(0.3, in: set) == 14)
  }

  private func session() throws -> Session {
    var session = try Session("carousel", size: Size(1200, 3600))
    session.key(.function(9))
    return session
  }

  private func type(_ text: String, into id: String, of session: inout Session) throws {
    session.click(try session.place(of: id), at: session.now.seconds + 1)
    session.type(text)
    session.keys(.return, .escape)
  }

  @Test func `the panel shows and sets duration and bounce but stores stiffness and ratio`() throws
  {
    var session = try session()
    #expect(try session.element(Self.stiffness).value == "0.6283 s")
    #expect(try session.element(Self.stiffness).name == "Edge spring, duration")
    #expect(try session.element(Self.ratio).name == "Edge spring, bounce")
    #expect(try session.element(Self.ratio).value == "0")
    _ = session.takeJournal()
    try type("0.35", into: Self.stiffness, of: &session)
    try type("0.3", into: Self.ratio, of: &session)
    let kept = session.parameters.number(Self.stiffness)
    let omega = 2 * Double.pi / 0.35
    #expect(abs(kept - omega * omega) < 1e-6)
    #expect(session.parameters.number(Self.ratio) == 0.7)
    // The recording contains the stored values.
    let changes = session.takeJournal().compactMap { event in
      if case .change(_, let change) = event { change } else { nil }
    }
    #expect(
      changes == [
        .parameter(Self.stiffness, .number(kept)), .parameter(Self.ratio, .number(0.7)),
      ])
    // The copied text uses one form only, and can be read back.
    let flags = CopyForm.flags.text(session.parameters, of: session.sceneType)
    #expect(flags == "--preset uikit --set \(Self.stiffness)=\(kept) --set \(Self.ratio)=0.7")
    let parameter = try session.parameters.parameter(Self.stiffness)
    #expect(try parameter.value(parsing: "\(kept)") == .number(kept))
    let swift = CopyForm.swift.text(session.parameters, of: session.sceneType)
    #expect(swift.contains("Spring(mass: 1, stiffness: \(kept), dampingRatio: 0.7)"))
  }

  @Test(arguments: ["nan", "0,5", "99999"])
  func `an invalid spring value is rejected with the name and range that the panel shows`(
    text: String
  ) throws {
    var session = try session()
    session.click(try session.element(Self.stiffness).frame.center, at: 1)
    session.type(text)
    session.key(.return)
    let field = try session.element(Self.stiffness)
    let hint = text.contains(",") ? " Use a point for decimals." : ""
    #expect(
      field.announced
        == "Duration cannot be \(text). It takes a number from 0.0281 to 6.2832 s.\(hint)")
    #expect(session.parameters.changed.isEmpty)
  }

  @Test func `showing physical springs changes no value`() throws {
    var session = try session()
    try type("0.35", into: Self.stiffness, of: &session)
    let set = session.parameters
    #expect(!session.elements.contains { $0.id == "physics.edge.spring.mass" })
    session.click(try session.place(of: "view.springs"), at: 10)
    #expect(session.isOn(.springs))
    #expect(session.parameters == set)
    #expect(try session.element("physics.edge.spring.mass").number == 1)
    let kept = set.number(Self.stiffness)
    #expect(
      try session.element(Self.stiffness).spoken.hasSuffix(", \(kept) /s², changed from 100 /s²"))
    try type("400", into: Self.stiffness, of: &session)
    #expect(session.parameters.number(Self.stiffness) == 400)
    session.click(try session.place(of: "view.springs"), at: 20)
    #expect(try session.element(Self.stiffness).value.hasPrefix("0.3142 s"))
    // Typing the value already shown is no edit.
    try type("0.3142", into: Self.stiffness, of: &session)
    #expect(session.parameters.number(Self.stiffness) == 400)
    try type("0.6283", into: Self.stiffness, of: &session)
    #expect(session.parameters.changed.isEmpty)
  }

  @Test func `seconds may be typed in milliseconds`() throws {
    var session = try session()
    try type("314.2ms", into: Self.stiffness, of: &session)
    #expect(try session.element(Self.stiffness).value.hasPrefix("0.3142 s"))
    let set = session.parameters
    try type("300mss", into: Self.stiffness, of: &session)
    #expect(session.parameters == set)
  }

  @Test func `a spring with a damping coefficient is shown like the others`() throws {
    var session = try session()
    session.change(.preset(.motion))
    let bounce = try session.element("physics.edge.spring.coefficient")
    // ζ = 10/(2√500).
    #expect(bounce.name == "Edge spring, bounce" && bounce.number == 0.7764)
    session.tell(.prefer(.springs, .flag(true)))
    #expect(try session.element("physics.edge.spring.coefficient").number == 10)
    #expect(try session.element("physics.edge.spring.stiffness").number == 500)
  }

  @Test func `a value shifted by another spring constant is marked differently from a changed one`()
    throws
  {
    let coefficient = "physics.edge.spring.coefficient"
    var session = try session()
    session.change(.preset(.motion))
    #expect(try session.element(coefficient).value == "0.7764")
    try type("0.5", into: Self.stiffness, of: &session)
    #expect(try session.element(Self.stiffness).spoken.hasSuffix(", 0.5 s, changed from 0.281 s"))
    #expect(try session.element(coefficient).spoken.hasSuffix(", 0.6021, shifted from 0.7764"))
    #expect(session.parameters.changed.map(\.key) == [Self.stiffness])
    // Setting it to its current value marks it as set, although it looks the same.
    var set = session.parameters
    try set.override(coefficient, with: .number(10))
    session.change(.parameters(set))
    #expect(try session.element(coefficient).spoken.hasSuffix(", 0.6021, changed from 0.7764"))
  }

  @Test(arguments: keys)
  func `slider, keys and name reach both ends of the offered range`(key: String) throws {
    var session = try session()
    let parameter = ScrollPhysics.parameters.first { $0.key == key }
    let range = try #require(parameter?.offered)
    session.click(try session.place(of: key), at: 1)
    session.key(.home)
    #expect(session.parameters.number(key) == range.upperBound)
    session.key(.end)
    #expect(session.parameters.number(key) == range.lowerBound)
    session.key(.return)
    let slider = try session.place(of: "\(key).slider")
    let end = session.drag(from: slider, by: Vector(-300, 0), at: 3, lasting: 0.2)
    #expect(session.parameters.number(key) == range.upperBound)
    // After cancelling, it is exactly what it was.
    session.key(.escape)
    #expect(session.parameters.number(key) == range.lowerBound)
    let name = try session.place(of: "\(key).name")
    session.pointer(.up, slider, at: end)
    session.click(name, at: 5)
    session.click(name, at: 5.2)
    #expect(session.parameters.changed.isEmpty)
  }

  @Test func `a slider's change is recorded the same however the panel shows it`() throws {
    var session = try Session("carousel", size: Size(1200, 3600))
    var again = session
    session.tell(.prefer(.springs, .flag(true)))
    session.key(.function(9))
    let slider = try session.place(of: "\(Self.stiffness).slider")
    session.flick(from: slider, by: Vector(21, 0), at: 1, lasting: 0.2)
    for event in session.takeJournal() { again.handle(event) }
    #expect(session.parameters.number(Self.stiffness) != 100)
    #expect(again.parameters == session.parameters)
  }
}
