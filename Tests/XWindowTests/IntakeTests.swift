import Feel
import Testing
import XWindow

struct IntakeTests {
  @Test func `what the host needs is believed at once, forgotten slowly, and never absurd`() {
    var intake = Intake()
    let least = intake.cost
    var now = Instant.zero
    func give(_ seconds: Double) {
      intake.begin(at: now)
      now = now.advanced(by: seconds)
      _ = intake.end(at: now)
    }
    give(0.0001)
    #expect(intake.cost == least)
    give(0.003)
    #expect(intake.cost == 0.003)
    give(0.0001)
    #expect(intake.cost < 0.003)
    #expect(intake.cost > 0.0025)
    give(2)
    #expect(intake.cost == 0.004)
    for _ in 0..<100 { give(0.0001) }
    #expect(intake.cost == least)
  }

  @Test func `only a wait that gave events says that more may be behind`() {
    var intake = Intake()
    let before = intake.end(at: Instant(seconds: 1))
    intake.begin(at: Instant(seconds: 2))
    let (first, second) = (
      intake.end(at: Instant(seconds: 2)), intake.end(at: Instant(seconds: 3))
    )
    #expect([before, first, second] == [false, true, false])
  }
}
