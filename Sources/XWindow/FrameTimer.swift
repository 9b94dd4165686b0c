package import Feel

/// Follows one frame after the other from being wanted to being sent, and says why one came late.
///
/// Of the time that passed it knows how much the program spent on the processor: what is missing it was kept waiting for.
package struct FrameTimer: Hashable, Sendable {
  private struct Due: Hashable {
    var vblank: Instant
    var latch: Instant
    /// When what kept the frame back was gone, if anything did.
    var released: Instant?
    var isHeld = false
    /// The processor's time used when the frame was first wanted, in microseconds.
    var processor: Int64
    var begun: Begin?
  }

  private struct Begin: Hashable {
    var time: Instant
    var processor: Int64
  }

  private var due: Due?

  /// A timer that waits for nothing.
  package init() {}

  /// A frame is wanted, as planned now; asked again it follows the clock's corrections, but no later plan.
  ///
  /// - Parameters:
  ///   - due: the first vblank that a frame of the usual cost can make.
  ///   - period: from vblank to vblank, in microseconds.
  ///   - isHeld: whether the server or the window manager keeps it back now.
  ///   - processor: the processor's time that the program has used, in microseconds.
  package mutating func want(
    latch: Instant, due vblank: Instant, period: Int64, now: Instant, isHeld: Bool,
    processor: @autoclosure () -> Int64
  ) {
    guard var due else {
      self.due = Due(vblank: vblank, latch: latch, isHeld: isHeld, processor: processor())
      return
    }
    var shift = (vblank.microseconds - due.vblank.microseconds) % period
    if shift > period / 2 { shift -= period }
    if shift < -period / 2 { shift += period }
    due.vblank = Instant(microseconds: due.vblank.microseconds + shift)
    due.latch = Instant(microseconds: due.latch.microseconds + shift)
    if due.isHeld, !isHeld { due.released = now }
    due.isHeld = isHeld
    self.due = due
  }

  /// No frame is wanted any more.
  package mutating func forget() { due = nil }

  /// The frame is being drawn.
  package mutating func begin(now: Instant, processor: Int64) {
    due?.begun = Begin(time: now, processor: processor)
  }

  /// The frame is on its way; the report, or `nil` if none was wanted.
  package mutating func end(now: Instant, processor: Int64, period: Int64) -> FrameReport? {
    guard let due, let begun = due.begun else { return nil }
    self.due = nil
    let worked = processor - begun.processor
    var report = FrameReport(
      due: due.vblank, latch: due.latch, begun: begun.time, sent: now,
      worked: Double(worked) / 1e6, missed: 0)
    let late = now.microseconds - due.vblank.microseconds
    guard late > 0 else { return report }
    report.missed = Int((late + period - 1) / period)
    report.cause = cause(of: report, due, before: begun.processor - due.processor, worked)
    return report
  }

  /// The larger part of the lateness, before drawing or in it, decides; then whether the program was at work.
  private func cause(
    of report: FrameReport, _ due: Due, before: Int64, _ worked: Int64
  ) -> FrameReport.Cause {
    let tardy = report.begun.microseconds - report.latch.microseconds
    let drawing = report.sent.microseconds - report.begun.microseconds
    let overrun = drawing - (report.due.microseconds - report.latch.microseconds)
    guard tardy >= overrun else { return drawing - worked >= overrun ? .waiting : .costly }
    if let released = due.released, released.microseconds - report.latch.microseconds > tardy / 2 {
      return .held
    }
    return before >= tardy / 2 ? .busy : .waiting
  }
}
