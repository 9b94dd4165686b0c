import Feel
import FeelTrace
import Lab
import Scenes
import Stage
import Testing

/// A caller's own projector in Curves, from outside the module.
struct OwnCurveTests {
  private func session() -> Session {
    let scene = ProjectorScene<WobbleSource>.self
    return Session(catalog: Catalog([scene]), scene: scene, size: Size(1200, 800))
  }

  private func number(_ name: String, _ session: Session) -> Double {
    guard case .number(let number)? = session.state.value("curves." + name) else { return .nan }
    return number
  }

  @Test func `a caller's projector follows its parameters and is read and copied like any other`()
    throws
  {
    var session = session()
    session.change(.parameter("curve.width", .number(50)))
    session.change(.parameter("curve.steps", .number(8)))
    session.change(.command(Command("scrub", 0.125)))
    let wobble = Wobble(width: 50, duration: 2)
    #expect(abs(number("x", session) - wobble.value(at: 0.125)) < 1e-9)
    #expect(abs(number("v", session) - wobble.velocity(at: 0.125)) < 1e-9)
    session.change(.command(Command("copy-csv")))
    var table: String?
    for case .copy(let text) in session.takeRequests() { table = text }
    #expect(table == Curve(wobble, at: (0...8).map { Double($0) / 4 }).csv)
  }
}
