import AllocationCounter
import Feel
import Testing

/// Once a control is warm, no event and no query allocates memory.
///
/// Unoptimised code boxes values that optimised code keeps in place, so only optimised builds are
/// tested.
@Suite(.enabled(if: isOptimized && feel_allocations_are_counted() != 0))
struct AllocationTests {
  /// Drag, fling, catch, keys and wheel, repeated; built before the counting begins.
  private func script(rounds: Int) -> [InputEvent] {
    let script = Script.each(0..<rounds) { round in
      let start = round * 4000
      return [
        .drag(from: Vector(300, 60), to: Vector(180, 75), at: start, lasting: 96),
        .down(300, 60, at: start + 400), .up(300, 60, at: start + 430),
        .key(.right, at: start + 1000), .key(.left, at: start + 1100),
        .wheel(0, 1, at: start + 1500), .wheel(0, -17, at: start + 1600, unit: .points),
        .drag(from: Vector(200, 60), to: Vector(200, 190), at: start + 2000, lasting: 96),
        .cancel(at: start + 2300),
      ]
    }
    return script.events
  }

  private func allocations<Control: DrivenControl>(
    _ control: Control, _ ask: (Control, Instant) -> Double
  ) -> UInt64 {
    var control = control
    let events = script(rounds: 6)
    // The first half warms up, so that one-time allocations are not counted.
    let warmUp = events.count / 2
    var (sum, before) = (0.0, feel_allocation_count())
    for index in events.indices {
      if index == warmUp { before = feel_allocation_count() }
      let event = events[index]
      _ = control.handle(event)
      sum += ask(control, event.time)
      if let deadline = control.deadline { _ = control.advance(to: deadline) }
      sum += ask(control, event.time.advanced(by: 0.004))
    }
    let after = feel_allocation_count()
    #expect(sum.isFinite)
    return after - before
  }

  private let frame = Rect(x: 0, y: 0, width: 600, height: 240)

  @Test func `the allocation counter counts array allocations`() {
    let before = feel_allocation_count()
    let numbers = (0..<100).map { [$0] }
    #expect(numbers.count == 100)
    #expect(feel_allocation_count() - before >= 100)
  }

  @Test(arguments: [100, 10_000_000])
  func `a warm carousel allocates nothing`(count: Int) {
    for strategy in Carousel.SnapStrategy.allCases {
      let carousel = Carousel(
        frame: frame, layout: CardLayout(count: count, width: 280), at: count / 2,
        strategy: strategy)
      let found = allocations(carousel) { (control: Carousel, time: Instant) -> Double in
        var sum = control.contentOffset(at: time)
        sum += control.velocity(at: time)
        sum += control.restOffset(at: time)
        sum += Double(control.visibleRange(at: time).count)
        sum += control.cardFrame(0, at: time).minX
        if control.state(at: time) == .idle { sum += 1 }
        if control.isMoving(at: time) { sum += 1 }
        return sum
      }
      #expect(found == 0)
    }
  }

  @Test func `a warm carousel of cards of different widths allocates nothing`() {
    let layout = CardLayout(widths: (0..<500).map { Double(100 + $0 * 37 % 300) })
    let found = allocations(Carousel(frame: frame, layout: layout, at: 200)) {
      $0.contentOffset(at: $1) + Double($0.visibleRange(at: $1).count)
    }
    #expect(found == 0)
  }

  @Test(arguments: ScrollPreset.all.map(\.id))
  func `a warm scroll view allocates nothing under any preset`(id: String) throws {
    let physics = try #require(ScrollPreset.named(id)).physics
    let view = ScrollView(frame: frame, contentLength: 9000, offset: 3000, physics: physics)
    let found = allocations(view) { (control: ScrollView, time: Instant) -> Double in
      var sum = control.contentOffset(at: time)
      sum += control.velocity(at: time)
      sum += control.barOpacity(at: time)
      if let thumb = control.barThumb(at: time) { sum += thumb.minY }
      if control.state(at: time) == .idle { sum += 1 }
      return sum
    }
    #expect(found == 0)
  }

  @Test func `warm sliders and a warm button allocate nothing`() {
    #expect(
      allocations(ProgressSlider(frame: frame, value: 0.5, step: 0.01)) {
        $0.value(at: $1) + $0.stretch(at: $1) + $0.capsuleHeight(at: $1)
      } == 0)
    #expect(
      allocations(IntegerSlider(frame: frame, maximum: 20, value: 9)) {
        $0.thumbX(at: $1) + Double($0.tickStride)
      } == 0)
    #expect(
      allocations(LongPressButton(frame: frame, pressDuration: 0.2)) {
        $0.progress(at: $1) + ($0.showsFiredLook(at: $1) ? 1 : 0)
      } == 0)
  }

  @Test func `a warm pager allocates nothing`() {
    let pages = (0..<5).map { Pager.Page(title: "\($0)", contentLength: 3000) }
    let found = allocations(Pager(frame: frame, pages: pages, at: 2)) {
      $0.pagePosition(at: $1) + $0.visiblePages(at: $1).first.frame.minX
        + $0.contentOffset(of: 2, at: $1)
    }
    #expect(found == 0)
  }
}

#if DEBUG
  let isOptimized = false
#else
  let isOptimized = true
#endif
