import Feel
import Testing
import XWindow

/// A frame requested at 0, to begin at 5 ms for the vblank at 8 ms, with vblanks every 10 ms.
struct FrameTimerTests {
  private func timer(isHeld: Bool = false) -> FrameTimer {
    var timer = FrameTimer()
    want(&timer, at: 0, isHeld: isHeld)
    return timer
  }

  private func want(
    _ timer: inout FrameTimer, at now: Int64, vblank: Int64 = 8000, shown: Int64? = nil,
    isHeld: Bool = false, queued: Int64 = 0
  ) {
    timer.want(
      latch: Instant(microseconds: vblank - 3000), due: Instant(microseconds: vblank),
      after: shown.map { Instant(microseconds: $0) }, period: 10_000,
      now: Instant(microseconds: now), isHeld: isHeld,
      thread: ThreadTime(worked: 1_000_000, queued: 500 + queued))
  }

  /// Draws the frame; `processor` and `queued` are relative to the request.
  private func report(
    _ timer: FrameTimer, begun: Int64, sent: Int64, processor: (begun: Int64, sent: Int64),
    queued: (begun: Int64, sent: Int64) = (0, 0)
  ) -> FrameReport? {
    var timer = timer
    timer.begin(
      now: Instant(microseconds: begun),
      thread: ThreadTime(worked: 1_000_000 + processor.begun, queued: 500 + queued.begun))
    return timer.end(
      now: Instant(microseconds: sent),
      thread: ThreadTime(worked: 1_000_000 + processor.sent, queued: 500 + queued.sent),
      period: 10_000)
  }

  @Test func `a frame sent by its vblank is on time`() throws {
    let frame = try #require(report(timer(), begun: 5000, sent: 8000, processor: (0, 3000)))
    #expect(frame.missed == 0)
    #expect(frame.cause == nil)
    #expect(frame.lateness == 0)
    #expect(frame.worked == 0.003)
  }

  @Test(arguments: [(8001, 1), (18_000, 1), (18_001, 2), (41_000, 4)] as [(Int64, Int)])
  func `every missed vblank is counted`(sent: Int64, missed: Int) {
    let frame = report(timer(), begun: 5000, sent: sent, processor: (0, 0))
    #expect(frame?.missed == missed)
  }

  @Test func `a frame whose drawing computed for too long was costly`() {
    let frame = report(timer(), begun: 5000, sent: 12_000, processor: (100, 7000))
    #expect(frame?.cause == .costly)
  }

  @Test func `a frame whose drawing stood still for too long was waiting`() {
    let frame = report(timer(), begun: 5000, sent: 12_000, processor: (100, 2000))
    #expect(frame?.cause == .waiting)
  }

  @Test func `a frame that queued for a processor while drawing was crowded out`() {
    let frame = report(
      timer(), begun: 5000, sent: 12_000, processor: (100, 2000), queued: (0, 4500))
    #expect(frame?.cause == .crowded)
    #expect(frame?.queued == 0.0045)
  }

  @Test func `a frame begun late because it queued for a processor was crowded out`() {
    let frame = report(
      timer(), begun: 11_000, sent: 13_000, processor: (500, 2500), queued: (5500, 5500))
    #expect(frame?.cause == .crowded)
  }

  @Test func `a frame postponed by a late wake-up is late for that reason`() {
    var timer = timer()
    want(&timer, at: 8500, vblank: 18_000, queued: 3000)
    let frame = report(
      timer, begun: 15_000, sent: 17_000, processor: (500, 2500), queued: (3000, 3000))
    #expect(frame?.cause == .crowded)
    #expect(frame?.missed == 1)
  }

  @Test func `a frame begun late after other work of its thread was busy`() {
    let frame = report(timer(), begun: 11_000, sent: 13_000, processor: (9000, 11_000))
    #expect(frame?.cause == .busy)
  }

  @Test func `a frame begun late without other work was waiting`() {
    let frame = report(timer(), begun: 11_000, sent: 13_000, processor: (500, 2500))
    #expect(frame?.cause == .waiting)
  }

  @Test func `a frame released late by the server was held`() {
    var timer = timer(isHeld: true)
    want(&timer, at: 11_000)
    let frame = report(timer, begun: 11_050, sent: 13_000, processor: (9000, 11_000))
    #expect(frame?.cause == .held)
  }

  @Test func `a frame requested again is still due at its first time`() {
    var timer = timer()
    want(&timer, at: 21_000, vblank: 28_000)
    let frame = report(timer, begun: 25_000, sent: 27_000, processor: (0, 1000))
    #expect(frame?.due == Instant(microseconds: 8000))
    #expect(frame?.missed == 2)
  }

  @Test(arguments: [7500, 8400, 28_400] as [Int64])
  func `the due time follows corrections of the vblank grid`(vblank: Int64) {
    var timer = timer()
    want(&timer, at: 1000, vblank: vblank)
    let frame = report(timer, begun: 5000, sent: 6000, processor: (0, 1000))
    #expect(frame?.due.microseconds == 8000 + (vblank - 8000) % 10_000)
  }

  @Test func `a frame is not due at the vblank that shows the previous one`() {
    var timer = timer()
    want(&timer, at: 4000, vblank: 4500, shown: 4500)
    let frame = report(timer, begun: 11_500, sent: 14_000, processor: (0, 1000))
    #expect(frame?.due == Instant(microseconds: 14_500))
    #expect(frame?.missed == 0)
  }

  @Test func `a forgotten frame is not late`() {
    var timer = timer()
    timer.forget()
    want(&timer, at: 100_000, vblank: 108_000)
    let frame = report(timer, begun: 105_000, sent: 107_000, processor: (0, 1000))
    #expect(frame?.missed == 0)
  }

  @Test func `a frame drawn without a request is not reported`() {
    #expect(report(FrameTimer(), begun: 5000, sent: 6000, processor: (0, 1000)) == nil)
  }
}
