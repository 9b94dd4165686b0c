import Feel
import Testing

extension Pager: DrivenControl {}

struct PagerTests {
  /// Pages of 392 points with gaps of 8: a pitch of 400 points.
  private let pager = Pager(
    frame: Rect(x: 0, y: 40, width: 392, height: 600),
    pages: (0..<6).map { Pager.Page(title: "Page \($0)", contentLength: 3000) }, at: 2)

  private func dragged(
    _ control: Pager, by distance: Double, holding: Bool = true
  ) -> (Pager, [Pager.Effect]) {
    var control = control
    let effects = control.play(
      .down(200, 300, at: 0), .each(1...10) { .move(200 + distance * $0 / 10, 300, at: $0 * 8) },
      .up(200 + distance, 300, at: holding ? 400 : 80))
    return (control, effects)
  }

  @Test func `a drag moves the strip after a slop of 20 points, which is subtracted`() {
    var control = pager
    #expect(control.play(.down(200, 300, at: 0), .move(180, 300, at: 10)) == [])
    #expect(control.play(.move(100, 300, at: 20)) == [.dragBegan(.horizontal), .appeared(3...3)])
    expectClose(control.pagePosition(at: time(20)), 2.2)
  }

  @Test func `a drag of more than a quarter page turns even when released from rest`() {
    #expect(dragged(pager, by: -20 - 97).0.currentPage == 2)
    #expect(dragged(pager, by: -20 - 99).0.currentPage == 3)
    #expect(dragged(pager, by: 20 + 99).0.currentPage == 1)
  }

  @Test func `the default rule turns at most one page, other rules may turn several`() {
    #expect(dragged(pager, by: -190, holding: false).0.currentPage == 3)
    var control = pager
    _ = control.setTurn(.init(rule: .quarterSecond), at: .zero)
    #expect(dragged(control, by: -20 - 99).0.currentPage == 2)
    #expect(dragged(control, by: -190, holding: false).0.currentPage == 4)
    _ = control.setTurn(.init(rule: .free), at: .zero)
    #expect(dragged(control, by: -190, holding: false).0.currentPage == 5)
  }

  @Test func `a turn takes a quarter of a second and reports each page once`() {
    var (control, effects) = dragged(pager, by: -200)
    #expect(
      effects == [.dragBegan(.horizontal), .appeared(3...3), .dragEnded, .pageChanged(3)]
        || effects == [.dragBegan(.horizontal), .appeared(3...3), .pageChanged(3), .dragEnded])
    #expect(control.deadline == time(650))
    #expect(Array(control.advance(to: time(650))) == [.settled(3)])
    #expect(control.pagePosition(at: time(650)) == 3)
    #expect(control.isLive(2))
    #expect(control.deadline == time(1650))
    #expect(Array(control.advance(to: time(1649.999))) == [])
    #expect(Array(control.advance(to: time(1650))) == [.disappeared(2...2)])
    #expect(!control.isLive(2))
    #expect(control.deadline == nil)
  }

  @Test func `one late call reports everything that was due`() {
    var (late, _) = dragged(pager, by: -200)
    #expect(Array(late.advance(to: time(9000))) == [.settled(3), .disappeared(2...2)])
  }

  @Test func `past the first page the strip follows by half, by the rubber band, or not at all`() {
    for resistance in Pager.Resistance.allCases {
      var control = Pager(
        frame: pager.frame, pages: pager.pages, at: 0, turn: .init(resistance: resistance))
      control.play(.down(100, 300, at: 0), .move(220, 300, at: 10))
      let shown =
        switch resistance {
        case .half: -50.0
        case .rubberBand: -RubberBand().offset(forTravel: 100, dimension: 392)
        case .none: 0.0
        }
      expectClose(control.pagePosition(at: time(10)) * 400, shown)
      control.play(.up(220, 300, at: 300))
      _ = control.advance(to: time(3000))
      #expect(control.pagePosition(at: time(3000)) == 0)
    }
  }

  @Test func `a spring landing starts with the release velocity`() {
    var control = pager
    _ = control.setTurn(.init(landing: .spring), at: .zero)
    control.play(
      .down(200, 300, at: 0), .each(1...10) { .move(200 - $0 * 12, 300, at: $0 * 8) },
      .up(80, 300, at: 80))
    expectClose(control.velocity(at: time(80)), 1500.0 / 400, within: 1e-6)
    _ = control.advance(to: time(4000))
    #expect(control.pagePosition(at: time(4000)) == 3)
  }

  @Test func `a vertical drag scrolls the page, and its offset is kept across turns`() {
    var control = pager
    let effects = control.play(
      .drag(from: Vector(200, 400), to: Vector(206, 300), at: 0, lasting: 400))
    #expect(effects.first == .dragBegan(.vertical))
    #expect(control.pagePosition(at: time(400)) == 2)
    _ = control.advance(to: time(9000))
    let offset = control.contentOffset(of: 2, at: time(9000))
    #expect(offset > 90)
    _ = control.go(to: 3, at: time(9000))
    _ = control.advance(to: time(20_000))
    #expect(control.contentOffset(of: 2, at: time(20_000)) == offset)
    #expect(control.contentOffset(of: 3, at: time(20_000)) == 0)
  }

  @Test func `going to a distant page skips the pages in between`() {
    var control = Pager(frame: pager.frame, pages: pager.pages, at: 0)
    let effects = Array(control.go(to: 5, at: time(0)))
    #expect(effects == [.pageChanged(5), .appeared(5...5)])
    #expect(control.pagePosition(at: time(0)) == 0)
    #expect(control.visiblePages(at: time(0)).first.page == 0)
    var last = 0.0
    for ms in stride(from: 0.0, to: 250, by: 5) {
      let visible = control.visiblePages(at: time(ms))
      #expect([0, 5].contains(visible.first.page))
      #expect(control.pagePosition(at: time(ms)) >= last)
      last = control.pagePosition(at: time(ms))
    }
    #expect(control.advance(to: time(250)).contains(.settled(5)))
    #expect(control.pagePosition(at: time(250)) == 5)
  }

  @Test func `a caught turn to a distant page continues or returns without a jump`() {
    for direction in [-1.0, 1] {
      var control = Pager(frame: pager.frame, pages: pager.pages, at: 0)
      _ = control.go(to: 4, at: time(0))
      let shown = control.visiblePages(at: time(60))
      control.play(.down(200, 300, at: 60))
      #expect(control.visiblePages(at: time(60)) == shown)
      control.play(
        .each(1...8) { .move(200 + direction * $0 * 20, 300, at: 60 + $0 * 8) },
        .up(200 + direction * 160, 300, at: 130))
      _ = control.advance(to: time(3000))
      #expect(control.currentPage == (direction > 0 ? 0 : 4))
      #expect(control.pagePosition(at: time(3000)) == (direction > 0 ? 0 : 4))
      #expect(control.visiblePages(at: time(3000)).first.page == control.currentPage)
    }
  }

  @Test func `a caught turn to a distant page never shows a third page`() {
    for way in [-1.0, 1] {
      var control = Pager(frame: pager.frame, pages: pager.pages, at: 0)
      _ = control.go(to: 4, at: time(0))
      control.play(
        .down(200, 300, at: 60), .each(1...8) { .move(200 + way * $0 * 200, 300, at: 60 + $0 * 8) })
      let shown = control.visiblePages(at: time(124))
      #expect([shown.first.page, shown.second?.page].allSatisfy { [0, 4, nil].contains($0) })
      #expect(control.currentPage == (way > 0 ? 0 : 4))
    }
  }

  /// A turn from the first page to the last, caught while two pages in between are shown.
  private func caughtInLongTurn(pressing x: Double) -> (Pager, first: Pager.VisiblePages) {
    var control = Pager(frame: pager.frame, pages: pager.pages, at: 0)
    control.play(.key(.right, at: 0), .key(.end, at: 20), .down(x, 300, at: 90))
    return (control, control.visiblePages(at: time(90)))
  }

  @Test func `a vertical drag during a long turn scrolls the page under the pointer`() throws {
    for isSecond in [false, true] {
      var (control, shown) = caughtInLongTurn(pressing: isSecond ? 391 : 1)
      let second = try #require(shown.second)
      #expect(second.page < 5)
      let page = isSecond ? second.page : shown.first.page
      let x = isSecond ? 391.0 : 1
      control.play(.each(1...6) { .move(x, 300 - $0 * 20, at: 90 + $0 * 8) })
      #expect(control.movement(at: time(138)).page == page)
      #expect(control.contentOffset(of: page, at: time(138)) == 114)
      _ = control.advance(to: time(2000))
      #expect(control.currentPage == page)
      #expect(control.pagePosition(at: time(2000)) == Double(page))
    }
  }

  @Test func `a drag during a long turn continues from the shown pages`() {
    for way in [-60.0, 60] {
      var (control, _) = caughtInLongTurn(pressing: 200)
      let place = control.pagePosition(at: time(90))
      control.play(
        .each(1...6) { .move(200 + way * $0 / 2, 300, at: 90 + $0 * 8) },
        .up(200 + way * 3, 300, at: 140))
      _ = control.advance(to: time(3000))
      #expect(abs(Double(control.currentPage) - place) <= 1.5)
    }
  }

  @Test func `a second turn requested during a distant turn is carried out after it`() {
    var control = Pager(frame: pager.frame, pages: pager.pages, at: 0)
    _ = control.go(to: 4, at: time(0))
    _ = control.go(to: 2, at: time(100))
    let asked = control.pagePosition(at: time(300))
    _ = control.advance(to: time(300))
    #expect(control.pagePosition(at: time(300)) == asked)
    #expect(asked > 2 && asked < 4)
    _ = control.advance(to: time(5000))
    #expect(control.currentPage == 2)
  }

  @Test func `a click on a tab opens its page, and the underline follows continuously`() {
    var control = pager
    control.tabs = (0..<6).map {
      Rect(x: Double($0) * 60, y: 0, width: 50 + Double($0), height: 40)
    }
    #expect(control.underline(at: time(0)) == control.tabs[2])
    #expect(control.play(.down(190, 20, at: 0), .up(195, 20, at: 50)).first == .pageChanged(3))
    let half = control.underline(at: time(120))
    #expect((half?.minX ?? 0) > 120 && (half?.minX ?? 0) < 180)
    _ = control.advance(to: time(1000))
    #expect(control.underline(at: time(1000)) == control.tabs[3])
  }

  @Test func `a cancel returns to the nearest page without a fling`() {
    for cancel in [
      .cancel(at: 41), .key(.escape, at: 41), .down(150, 300, at: 41, button: .middle),
    ] as [Script] {
      var control = pager
      let effects = control.play(
        .down(300, 300, at: 0), .each(1...10) { .move(300 - $0 * 15, 300, at: $0 * 4) }, cancel,
        .up(100, 300, at: 45))
      #expect(effects.contains(.cancelled))
      _ = control.advance(to: time(3000))
      #expect(control.currentPage == 2)
    }
  }

  @Test func `horizontal keys and wheel turn pages, vertical ones scroll`() {
    var control = pager
    control.play(.key(.end, at: 0))
    _ = control.advance(to: time(1000))
    #expect(control.currentPage == 5)
    control.play(.key(.right, at: 1000))
    _ = control.advance(to: time(2000))
    #expect(control.currentPage == 0)
    control.play(.wheel(1, 0, at: 2000), .wheel(0, 2, at: 2001), .key(.down, at: 2002))
    _ = control.advance(to: time(5000))
    #expect(control.currentPage == 1)
    #expect(control.contentOffset(of: 1, at: time(5000)) == 160)
  }

  @Test func `a resize leaves the position and the turn as they are`() {
    var control = pager
    _ = control.go(to: 3, at: time(0))
    let position = control.pagePosition(at: time(100))
    _ = control.layout(frame: Rect(x: 0, y: 0, width: 900, height: 100), at: time(100))
    #expect(control.pagePosition(at: time(100)) == position)
    _ = control.advance(to: time(2000))
    #expect(control.pagePosition(at: time(2000)) == 3)
  }

  @Test func `a page that grows while a spring turns to it lands within a new pixel`() throws {
    var control = pager
    _ = control.setTurn(.uikit, at: time(0))
    _ = control.go(to: 3, at: time(0))
    _ = control.layout(frame: Rect(x: 0, y: 0, width: 30000, height: 100), at: time(100))
    var effects: [Pager.Effect] = []
    while let end = control.deadline, end < time(5000) {
      let position = control.pagePosition(at: Instant(microseconds: end.microseconds - 1))
      effects += control.advance(to: end)
      #expect(abs(control.pagePosition(at: end) - position) * 30000 < 0.1)
    }
    #expect(control.pagePosition(at: time(5000)) == 3)
    #expect(effects.contains(.settled(3)))
  }

  @Test func `changing a title keeps the current page`() {
    var control = pager
    _ = control.setPage(Pager.Page(title: "Mail", contentLength: 100), at: 2, time: time(0))
    #expect(control.pages[2].title == "Mail")
    #expect(control.currentPage == 2)
  }

  @Test func `a page disappears one second after the strip has passed it, at any frame rate`()
    throws
  {
    var start = Pager(
      frame: Rect(x: 0, y: 0, width: 400, height: 300),
      pages: (0..<12).map { _ in Pager.Page(title: "", contentLength: 900) },
      turn: .init(rule: .free, landing: .spring))
    start.play(.drag(from: Vector(390, 100), to: Vector(100, 100), at: 0, lasting: 96))
    let run = try #require(start.motion)
    #expect(run.law.restPosition >= 3)
    // When each page is left, computed from the motion alone.
    let rest = Int(run.law.restPosition)
    let crossings = (0..<rest - 1).map { page -> Double in
      var (low, high) = (0.0, run.law.duration)
      while high - low > 1e-9 {
        let middle = (low + high) / 2
        if run.law.value(at: middle) >= Double(page + 1) { high = middle } else { low = middle }
      }
      return run.start.seconds + high
    }
    for steps in [1, 10, 60, 1000] {
      var control = start
      for index in 1...steps {
        let now = Instant(seconds: 0.096 + 5 * Double(index) / Double(steps))
        _ = control.advance(to: now)
        for (page, crossing) in crossings.enumerated()
        where abs(now.seconds - crossing - 1) > 2e-6 {
          #expect(control.isLive(page) == (now.seconds < crossing + 1), "page \(page), \(now)")
        }
      }
    }
    // The deadlines include each of these moments.
    var control = start
    var gone: [Double] = []
    while let due = control.deadline {
      for effect in control.advance(to: due) {
        if case .disappeared = effect { gone.append(due.seconds) }
      }
    }
    #expect(!crossings.isEmpty && gone.count >= crossings.count)
    for (crossing, found) in zip(crossings, gone) { expectClose(found, crossing + 1, within: 2e-6) }
  }

  @Test func `effects that do not fit into one call follow at once in the next`() {
    var control = Pager(
      frame: Rect(x: 0, y: 0, width: 400, height: 300),
      pages: (0..<60).map { _ in Pager.Page(title: "", contentLength: 0) })
    for index in 1..<20 { _ = control.go(to: index * 3, animated: false, at: time(Double(index))) }
    // The first call is late; the following ones are requested immediately by the deadline.
    var reported = [Array(control.advance(to: time(5000)))]
    while control.deadline == time(5000), reported.count < 20 {
      reported.append(Array(control.advance(to: time(5000))))
    }
    #expect(reported.count > 1 && reported.allSatisfy { $0.count <= 8 })
    #expect(control.deadline == nil)
    let gone = reported.flatMap { $0 }.filter {
      if case .disappeared = $0 { true } else { false }
    }
    #expect(gone == (0..<19).map { Pager.Effect.disappeared($0 * 3...$0 * 3) })
  }
}
