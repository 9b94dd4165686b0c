import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import TestSupport
import Testing
import TextLayout

/// Exports of the Curves scene: numbers for the clipboard, pictures for files.
struct CurveExportTests {
  private func copied(_ session: inout Session) throws -> [[Double]] {
    _ = session.takeRequests()
    session.change(.command(Command("copy-csv")))
    let lines = try session.copied().split(separator: "\n")
    #expect(lines.first == "t,x,v")
    return lines.dropFirst().map { $0.split(separator: ",").compactMap { Double($0) } }
  }

  @Test func `the copied CSV has the requested steps of the whole motion with exact values`() throws
  {
    var session = try Session("curves")
    session.change(.parameter("curve.steps", .number(250)))
    let rows = try copied(&session)
    var physics = ScrollPhysics.uikit
    physics.pixelLanding = .none
    let motion = physics.release(
      from: 0, velocity: 2500, in: ScrollExtent(minimum: 0, maximum: 800, viewport: 600))
    #expect(rows.count == 251)
    #expect(rows.first?[0] == 0)
    #expect(rows.last?[0] == motion.duration)
    for row in rows {
      #expect(row[1] == motion.value(at: row[0]))
      #expect(row[2] == motion.velocity(at: row[0]))
    }
  }

  @Test func `the CSV of a zoomed curve covers only the visible range`() throws {
    var session = try Session("curves")
    session.key(.tab)
    for _ in 0..<6 { session.key(.character("+")) }
    let rows = try copied(&session)
    #expect(abs((rows.first?[0] ?? .nan) - session.number("curves.from")) < 1e-12)
    #expect(abs((rows.last?[0] ?? .nan) - session.number("curves.to")) < 1e-12)
    #expect(rows.count == 101)
  }

  @Test func `the CSV of a motion without duration has one row`() throws {
    var session = try Session("curves")
    session.change(.parameter("curve.velocity", .number(0)))
    #expect(try copied(&session) == [[0, 0, 0]])
  }

  @Test(arguments: [("save-svg", "curve.svg"), ("save-png", "curve.png")])
  func `a saved picture contains the plots`(command: String, name: String) throws {
    var session = try Session("curves")
    session.tell(.fonts(try FontBook()))
    session.change(.command(Command(command, nil)))
    guard case .chooseFile(.picture(let picture), let file)? = session.takeRequests().first else {
      Issue.record("a picture is saved")
      return
    }
    #expect(file == name)
    let frame = picture.frame
    #expect(frame.width > 600 && frame.height > 300)
    #expect(frame.minX >= 0 && frame.maxX <= 1200 && frame.minY >= 0 && frame.maxY <= 800)
  }

  @Test func `stepping through the past does not repeat a copy request`() throws {
    var session = try Session("curves")
    session.change(.command(Command("copy-csv")), at: 1)
    #expect(session.takeRequests().count == 1)
    session.key(.character("p"), at: 3)
    for _ in 0..<200 { session.key(.character(","), at: 3) }
    for _ in 0..<200 { session.key(.character("."), at: 3) }
    #expect(session.takeRequests().isEmpty)
  }

  @Test func `the buttons above the plots work by keyboard`() throws {
    var session = try Session("curves")
    // Fit, Lock axes, Copy CSV, Save SVG, Save PNG, after the plots.
    for _ in 0..<3 { session.key(.tab) }
    session.key(.space)
    #expect(session.state.value("curves.locked") == .flag(true))
    session.key(.return)
    #expect(session.state.value("curves.locked") == .flag(false))
    session.keys(.tab, .return)
    #expect(try !session.copied().isEmpty)
  }
}

/// The Swift code that is copied for a curve.
struct CurveCodeTests {
  @Test(arguments: [
    ("bounce", "max(0, 800)"), ("take", "max(0, 800)"), ("fling", "maximum: 1e13"),
    ("spring", "Spring(duration: 0.6, bounce: 0.3)"), ("ease", "ease: .easeInOut"),
  ])
  func `the copied Swift creates only the motion shown`(source: String, words: String) throws {
    let scene = try #require(Catalog.all.scene("curves"))
    var parameters = ParameterSet(scene.parameters)
    try parameters.set("curve.source", to: .choice(source))
    try parameters.set("curve.velocity", to: .number(-120))
    let text = CopyForm.swift.text(parameters, of: scene)
    // An ease starts from rest and takes no velocity.
    if source != "ease" { #expect(text.contains("velocity: -120")) }
    #expect(text.contains(words))
    #expect(text.split(separator: "let motion").count == 2)
    #expect(!text.contains("setPhysics") && !text.contains("{"))
  }
}
