package import Feel

/// What a thread did with its time since its start.
package struct ThreadTime: Hashable, Sendable {
  /// On a processor, in microseconds.
  package var worked: Int64
  /// Ready to run while other threads had the processors, in microseconds; 0 where the system does
  /// not say.
  package var queued: Int64

  /// Creates a reading.
  package init(worked: Int64, queued: Int64) { (self.worked, self.queued) = (worked, queued) }
}

/// Follows one frame after the other from being wanted to being sent, and says why one came late.
///
/// Of the time that passed it knows how much the program spent on the processor and how much it
/// queued for one: what is missing it waited for the server, or the whole machine stood still.
package struct FrameTimer: Hashable, Sendable {
  private struct Due: Hashable {
    var vblank: Instant
    var latch: Instant
    /// When what kept the frame back was gone, if anything did.
    var released: Instant?
    var isHeld = false
    /// When the frame was first wanted.
    var wanted: ThreadTime
    /// The first look at the clock after `latch`; too late for the vblank, the frame is left for
    /// the next one.
    var noticed: Reading?
    var begun: Reading?
  }

  private struct Reading: Hashable {
    var time: Instant
    var thread: ThreadTime
  }

  private var due: Due?

  /// A timer that waits for nothing.
  package init() {}

  /// A frame is wanted, as planned now; asked again it follows the clock's corrections, but no
  /// later plan.
  ///
  /// - Parameters:
  ///   - due: the first vblank that a frame of the usual cost can make.
  ///   - period: from vblank to vblank, in microseconds.
  ///   - shown: the vblank that shows the frame before.
  ///   - isHeld: whether the server or the window manager keeps it back now.
  ///   - thread: what the thread has done so far.
  package mutating func want(
    latch: Instant, due vblank: Instant, after shown: Instant?, period: Int64, now: Instant,
    isHeld: Bool, thread: @autoclosure () -> ThreadTime
  ) {
    guard var due else {
      let reading = Reading(time: now, thread: thread())
      self.due = Due(
        vblank: vblank, latch: latch, isHeld: isHeld, wanted: reading.thread,
        noticed: now >= latch ? reading : nil)
      return
    }
    var shift = (vblank.microseconds - due.vblank.microseconds) % period
    if shift > period / 2 { shift -= period }
    if shift < -period / 2 { shift += period }
    // Each vblank shows one frame: what shows the last one is not late for this one.
    if let shown, due.vblank.microseconds + shift <= shown.microseconds + period / 2 {
      shift += period
    }
    due.vblank = Instant(microseconds: due.vblank.microseconds + shift)
    due.latch = Instant(microseconds: due.latch.microseconds + shift)
    if due.isHeld, !isHeld { due.released = now }
    due.isHeld = isHeld
    if due.noticed == nil, now >= due.latch { due.noticed = Reading(time: now, thread: thread()) }
    self.due = due
  }

  /// No frame is wanted any more.
  package mutating func forget() { due = nil }

  /// The frame is being drawn.
  package mutating func begin(now: Instant, thread: @autoclosure () -> ThreadTime) {
    guard let due else { return }
    // Noticed just now: nothing was done since.
    let isNew = due.noticed?.time == now
    self.due?.begun = isNew ? due.noticed : Reading(time: now, thread: thread())
  }

  /// The frame is on its way; the report, or `nil` if none was wanted.
  package mutating func end(now: Instant, thread: ThreadTime, period: Int64) -> FrameReport? {
    guard let due, let begun = due.begun else { return nil }
    self.due = nil
    let worked = thread.worked - begun.thread.worked
    var report = FrameReport(
      due: due.vblank, latch: due.latch, begun: begun.time, sent: now,
      worked: Double(worked) / 1e6,
      queued: Double(thread.queued - due.wanted.queued) / 1e6, missed: 0)
    let late = now.microseconds - due.vblank.microseconds
    guard late > 0 else { return report }
    report.missed = Int((late + period - 1) / period)
    report.cause = cause(of: report, due, begun, thread)
    return report
  }

  /// The larger part of the lateness, before drawing or in it, decides; then what the thread did in
  /// it.
  private func cause(
    of report: FrameReport, _ due: Due, _ begun: Reading, _ sent: ThreadTime
  ) -> FrameReport.Cause {
    let latch = report.latch.microseconds
    let drawing = report.sent.microseconds - report.begun.microseconds
    let overrun = drawing - (report.due.microseconds - latch)
    if begun.time.microseconds - latch < overrun {
      if drawing - (sent.worked - begun.thread.worked) < overrun { return .costly }
      return sent.queued - begun.thread.queued >= overrun / 2 ? .crowded : .waiting
    }
    let noticed = due.noticed ?? begun
    let tardy = noticed.time.microseconds - latch
    if let released = due.released, released.microseconds - latch > tardy / 2 { return .held }
    if noticed.thread.worked - due.wanted.worked >= tardy / 2 { return .busy }
    return noticed.thread.queued - due.wanted.queued >= tardy / 2 ? .crowded : .waiting
  }
}
