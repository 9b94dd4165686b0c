import Feel
import Testing
import XWindow

struct FrameClockTests {
  // All integers here are in microseconds.
  private static let period: Int64 = 10_000

  /// A clock that has seen four vblanks of a 100 Hz display, the last at 30 ms.
  private func clock() -> FrameClock {
    var clock = FrameClock()
    clock.outputRate(100)
    for tick in 0..<4 {
      clock.vblank(msc: UInt64(tick + 1), at: Instant(microseconds: Int64(tick) * Self.period))
    }
    return clock
  }

  @Test func `the period is learnt from the vblanks`() {
    #expect(clock().period == Self.period)
    #expect(clock().source == .present)
  }

  @Test func `the first frame after a pause is drawn at once`() {
    let now = Instant(microseconds: 123_456)
    let plan = clock().plan(now: now)
    #expect(plan.latch == now)
    #expect(plan.vblank > now)
  }

  @Test func `each vblank gets one frame, which begins as late as its cost allows`() {
    var clock = clock()
    var now = Instant(microseconds: 40_100)
    var vblanks: [Int64] = []
    for _ in 0..<20 {
      let plan = clock.plan(now: now)
      now = max(now, plan.latch)
      vblanks.append(plan.vblank.microseconds)
      clock.drew(for: plan.vblank, begun: now, cost: 1000)
      now = Instant(microseconds: now.microseconds + 1000)
    }
    let steps = zip(vblanks, vblanks.dropFirst()).map { $1 - $0 }
    #expect(steps.allSatisfy { $0 == Self.period })
    let plan = clock.plan(now: now)
    #expect(plan.vblank.microseconds - plan.latch.microseconds == 1000 + FrameClock.margin)
  }

  @Test func `a frame longer than the period is followed by the next one at once`() {
    var clock = clock()
    let begun = Instant(microseconds: 40_000)
    clock.drew(for: clock.plan(now: begun).vblank, begun: begun, cost: 35_000)
    let now = Instant(microseconds: 75_000)
    #expect(clock.plan(now: now).latch <= now)
  }

  @Test func `a vblank grid that drifted during a pause is found again with the first frame`() {
    var clock = clock()
    let begun = Instant(microseconds: 1_000_000)
    clock.drew(for: clock.plan(now: begun).vblank, begun: begun, cost: 1000)
    // It was begun for 1 010 000; the display's grid has drifted by 3 ms, and the frame reached the
    // previous vblank.
    clock.vblank(msc: 101, at: Instant(microseconds: 1_003_000))
    #expect(clock.target == Instant(microseconds: 1_003_000))
    let next = clock.plan(now: Instant(microseconds: 1_003_100))
    #expect(next.vblank == Instant(microseconds: 1_013_000))
  }

  @Test func `a whole frame begins earlier by its additional cost`() {
    var clock = clock()
    var begun = Instant(microseconds: 40_000)
    clock.drew(for: clock.plan(now: begun).vblank, begun: begun, cost: 6000, isWhole: true)
    begun = Instant(microseconds: 48_000)
    clock.drew(for: clock.plan(now: begun).vblank, begun: begun, cost: 1000)
    let now = Instant(microseconds: 50_500)
    let (part, whole) = (clock.plan(now: now), clock.plan(now: now, isWhole: true))
    #expect(part.vblank == whole.vblank)
    #expect(part.vblank.microseconds - part.latch.microseconds == 1000 + FrameClock.margin)
    #expect(whole.vblank.microseconds - whole.latch.microseconds == 6000 + FrameClock.margin)
  }

  @Test func `vblanks that go backwards are no longer trusted`() {
    var clock = clock()
    for _ in 0..<3 {
      clock.vblank(msc: 100, at: Instant(microseconds: 50_000))
      clock.vblank(msc: 90, at: Instant(microseconds: 60_000))
    }
    #expect(clock.source == .output)
  }

  @Test(arguments: [0, -1, .nan, .infinity, 0.5, 100_000])
  func `an impossible rate is treated as unknown`(rate: Double) {
    var clock = FrameClock()
    clock.outputRate(rate)
    #expect(clock.source == .fallback)
    #expect(clock.period == 16_667)
  }

  @Test func `a cap on the rate skips vblanks`() {
    var clock = clock()
    clock.rateCap = 25
    let begun = Instant(microseconds: 40_000)
    let first = clock.plan(now: begun).vblank
    clock.drew(for: first, begun: begun, cost: 500)
    let second = clock.plan(now: Instant(microseconds: 41_000)).vblank
    #expect(second.microseconds - first.microseconds == 40_000)
  }

  @Test func `the first frame of a large window is due no sooner than it can be drawn`() {
    var clock = clock()
    let now = Instant(microseconds: 123_456)
    let small = clock.due(clock.plan(now: now, isWhole: true), now: now, isWhole: true)
    clock.resized(to: 3840 * 2160)
    let plan = clock.plan(now: now, isWhole: true)
    let large = clock.due(plan, now: now, isWhole: true)
    #expect(plan.latch == now)
    #expect(small - now < 0.02 && large - now >= 0.02 && large - now < 0.031)
    // From then on, the cost of a large one is known.
    clock.drew(for: large, begun: now, cost: 3000, isWhole: true)
    let next = Instant(microseconds: 323_456)
    let second = clock.due(clock.plan(now: next, isWhole: true), now: next, isWhole: true)
    #expect(second - next < 0.014)
  }

  private func clockless() -> FrameClock {
    var clock = clock()
    clock.outputRate(0, hasPixelClock: false)
    return clock
  }

  @Test func `without a pixel clock input is drawn at once, and animations on the grid`() {
    var clock = clockless()
    clock.drew(for: Instant(microseconds: 51_000), begun: Instant(microseconds: 50_000), cost: 500)
    let now = Instant(microseconds: 54_000)
    let plan = clock.plan(now: now, hasInput: true)
    #expect(plan.latch == now && plan.vblank > now)
    #expect(clock.plan(now: now).latch > now)
  }

  @Test(arguments: [250, 1000, 10_000] as [Int64])
  func `without a pixel clock there are at most 250 frames a second, however dense the input`(
    reports: Int64
  ) {
    var clock = clockless()
    var begun: [Int64] = []
    for report in 0..<reports {
      let now = Instant(microseconds: 1_000_000 + report * 1_000_000 / reports)
      let plan = clock.plan(now: now, hasInput: true)
      guard plan.latch <= now else { continue }
      begun.append(now.microseconds)
      clock.drew(for: plan.vblank, begun: now, cost: 300)
    }
    // The extra one is the first, which comes immediately.
    #expect(begun.count <= 251 && begun.count >= 240, "\(begun.count)")
    #expect(zip(begun, begun.dropFirst()).allSatisfy { $1 - $0 >= FrameClock.shortestSpacing / 2 })
  }

  @Test func `only without a pixel clock does input wait for the shortest frame spacing`() {
    #expect(clock().nextFree == nil)
    var clock = clockless()
    let begun = Instant(microseconds: 1_000_000)
    clock.drew(for: begun, begun: begun, cost: 300)
    let next = Instant(microseconds: 1_000_000 + FrameClock.shortestSpacing / 2)
    #expect(clock.nextFree == next)
    #expect(clock.plan(now: begun, hasInput: true).latch == next)
    #expect(clock.plan(now: next, hasInput: true).latch == next)
  }

  @Test func `without a pixel clock a late frame does not delay later ones`() {
    var clock = clockless()
    for report in 0..<20 as Range<Int64> {
      let came = 1_000_000 + report * FrameClock.shortestSpacing
      let now = Instant(microseconds: report == 5 ? came + 1500 : came)
      let plan = clock.plan(now: now, hasInput: true)
      #expect(plan.latch == now, "report \(report)")
      clock.drew(for: plan.vblank, begun: now, cost: 300)
    }
  }

  @Test func `without a pixel clock no frame is for an earlier time than the one before`() {
    var clock = clockless()
    var shown = Instant.zero
    var now = Instant(microseconds: 1_000_000)
    for frame in 0..<60 {
      let plan = clock.plan(now: now, hasInput: frame % 3 > 0)
      now = max(now, plan.latch)
      #expect(plan.vblank >= shown && plan.vblank >= now)
      shown = plan.vblank
      clock.drew(for: shown, begun: now, cost: 300)
      now = Instant(microseconds: now.microseconds + 900)
    }
  }

  @Test func `with a pixel clock input does not change the plan`() {
    var clock = clock()
    clock.drew(for: Instant(microseconds: 50_000), begun: Instant(microseconds: 48_000), cost: 500)
    let now = Instant(microseconds: 51_000)
    #expect(clock.plan(now: now, hasInput: true) == clock.plan(now: now))
  }
}
