import Feel
import Testing

/// The laws of a pager's turns, separate from those of its pages' scrolling.
struct PagerTurnTests {
  /// Pages of 392 points with gaps of 8: a pitch of 400 points.
  private func pager(_ turn: Pager.Turn = Pager.Turn(), at page: Int = 2) -> Pager {
    Pager(
      frame: Rect(x: 0, y: 40, width: 392, height: 600),
      pages: (0..<6).map { Pager.Page(title: "Page \($0)", contentLength: 30_000) }, at: page,
      turn: turn)
  }

  /// The pager after a steady drag, optionally held still before the release.
  private func dragged(_ control: Pager, by distance: Double, holding: Bool) -> Pager {
    var control = control
    control.play(
      .down(200, 300, at: 0), .each(1...10) { .move(200 + distance * $0 / 10, 300, at: $0 * 8) },
      .up(200 + distance, 300, at: holding ? 400 : 80))
    return control
  }

  @Test(arguments: [0.1, 0.25, 1.5])
  func `an eased turn takes the set duration`(duration: Double) {
    let control = dragged(pager(.init(duration: duration)), by: -200, holding: true)
    expectClose(control.deadline.map { $0 - time(400) } ?? .nan, duration, within: 1e-6)
  }

  @Test func `a sprung turn uses the set spring`() throws {
    let spring = Spring(angularFrequency: 8, dampingRatio: 0.4)
    let control = dragged(pager(.init(landing: .spring, spring: spring)), by: -200, holding: true)
    guard case .spring(let motion)? = control.motion?.law.sequence[0] else {
      Issue.record("a spring lands")
      return
    }
    #expect(motion.spring == spring)
    // It overshoots, since the damping ratio is below 1.
    var highest = 0.0
    for step in 0..<200 {
      highest = max(highest, control.pagePosition(at: time(400 + Double(step) * 10)))
    }
    #expect(highest > 3.05)
  }

  @Test func `a higher deceleration rate keeps the same flick from turning a page`() {
    // 60 points beyond the slop at 1000 pt/s: 60 + 500 are 1.4 pages with one rate, 0.4 with the
    // other.
    #expect(dragged(pager(), by: -80, holding: false).currentPage == 3)
    let soon = Pager.Turn(rate: DecelerationRate(decayPerSecond: 100))
    #expect(dragged(pager(soon), by: -80, holding: false).currentPage == 2)
  }

  @Test func `under the free rule a flick lands where the physics bring it to rest`() {
    var control = pager(Pager.Turn(rule: .free), at: 0)
    #expect(dragged(control, by: -160, holding: false).currentPage == 3)
    let physics = ScrollPhysics(decay: .exponential(DecelerationRate(decayPerSecond: 100)))
    _ = control.setPhysics(physics, at: .zero)
    #expect(dragged(control, by: -160, holding: false).currentPage == 0)
  }

  @Test func `a release below the minimum velocity does not turn by direction`() {
    // 60 points in 80 ms: 750 pt/s.
    let fast = Pager.Turn(rule: .direction, leastVelocity: 700)
    #expect(dragged(pager(fast), by: -60, holding: false).currentPage == 3)
    let slow = Pager.Turn(rule: .direction, leastVelocity: 800)
    #expect(dragged(pager(slow), by: -60, holding: false).currentPage == 2)
  }

  @Test func `libadwaita's swipe rule projects the release and turns at most one page`() {
    let turn = Pager.Turn(rule: .swipe)
    #expect(dragged(pager(turn), by: -120, holding: true).currentPage == 2)
    #expect(dragged(pager(turn), by: -120, holding: false).currentPage == 3)
    #expect(dragged(pager(turn), by: -390, holding: false).currentPage == 3)
    #expect(dragged(pager(turn, at: 0), by: 120, holding: false).currentPage == 0)
  }

  @Test func `the direction rule turns by velocity, and from rest to the nearest page`() {
    let turn = Pager.Turn.flutter(.rubberBand)
    #expect(dragged(pager(turn), by: -60, holding: false).currentPage == 3)
    #expect(dragged(pager(turn), by: 60, holding: false).currentPage == 1)
    #expect(dragged(pager(turn), by: -60, holding: true).currentPage == 2)
    #expect(dragged(pager(turn), by: -20 - 210, holding: true).currentPage == 3)
  }

  @Test func `slop and axis lock decide whether a drag moves the strip`() {
    func began(_ turn: Pager.Turn, _ x: Double, _ y: Double) -> [Pager.Effect] {
      var control = pager(turn)
      return control.play(.down(200, 300, at: 0), .move(200 + x, 300 + y, at: 10)).filter {
        $0 == .dragBegan(.horizontal)
      }
    }
    #expect(began(.init(), 35, 20).count == 1)
    #expect(began(.init(lock: AxisLock(ratio: 3)), 35, 20).isEmpty)
    #expect(began(.init(), 15, 0).isEmpty)
    #expect(began(.init(lock: AxisLock(horizontal: Slop(8))), 15, 0).count == 1)
  }

  @Test func `changing the turn's laws in mid-drag moves nothing and applies from then on`() {
    var control = pager(at: 0)
    control.play(.down(100, 300, at: 0), .move(220, 300, at: 10))
    let shown = control.pagePosition(at: time(10))
    expectClose(shown, -0.125)
    _ = control.setTurn(.init(resistance: .rubberBand), at: time(11))
    expectClose(control.pagePosition(at: time(11)), shown)
    control.play(.move(320, 300, at: 20))
    // As if the band had been pulled to there, in pages; halving the distance would give −0.25.
    let travel = RubberBand().travel(forOffset: 0.125, dimension: 0.98) + 0.25
    expectClose(
      control.pagePosition(at: time(20)), -RubberBand().offset(forTravel: travel, dimension: 0.98))
    let held = control.pagePosition(at: time(20))
    _ = control.setTurn(.init(), at: time(30))
    expectClose(control.pagePosition(at: time(30)), held)
  }

  @Test func `a turn in progress keeps the laws it started with`() {
    var control = dragged(pager(), by: -200, holding: true)
    let before = control.pagePosition(at: time(500))
    let end = control.deadline
    _ = control.setTurn(.init(landing: .spring), at: time(450))
    #expect(control.pagePosition(at: time(500)) == before && control.deadline == end)
  }

  @Test func `the physics apply to pages, not to the strip`() {
    func rest(_ physics: ScrollPhysics) -> (Double, Pager) {
      var control = pager()
      _ = control.setPhysics(physics, at: .zero)
      control.play(.drag(from: Vector(200, 500), to: Vector(200, 300), at: 10, lasting: 80))
      _ = control.advance(to: time(30_000))
      return (control.contentOffset(of: 2, at: time(30_000)), control)
    }
    let (far, one) = rest(.uikit)
    let (near, other) = rest(ScrollPreset.uikitFast.physics)
    #expect(near < far - 200)
    let turned = [one, other].map { dragged($0.at(30_000), by: -200, holding: true).currentPage }
    #expect(turned == [3, 3])
  }
}

extension Pager {
  /// The same pager with its clock restarted.
  fileprivate func at(_ milliseconds: Double) -> Pager {
    Pager(frame: frame, pages: pages, at: currentPage, turn: turn, physics: physics)
  }
}
