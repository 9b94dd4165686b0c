package import Feel

/// How a thread has spent its time since its start.
package struct ThreadTime: Hashable, Sendable {
  /// On a processor, in microseconds.
  package var worked: Int64
  /// Ready to run while other threads had the processors, in microseconds; 0 if the system does not
  /// report it.
  package var queued: Int64

  /// Creates a reading.
  package init(worked: Int64, queued: Int64) { (self.worked, self.queued) = (worked, queued) }
}

/// Tracks each frame from request to sending, and explains why it was late.
///
/// It measures how much of the time the program spent running and how much queued for a processor;
/// in the rest it waited for the server, or the whole machine stalled.
package struct FrameTimer: Hashable, Sendable {
  private struct Due: Hashable {
    var vblank: Instant
    var latch: Instant
    /// When the frame was no longer held back, if it was.
    var released: Instant?
    var isHeld = false
    /// The thread's times when the frame was first requested.
    var wanted: ThreadTime
    /// The first look at the clock after `latch`; if that is too late for the vblank, the frame
    /// moves to the next one.
    var noticed: Reading?
    var begun: Reading?
  }

  private struct Reading: Hashable {
    var time: Instant
    var thread: ThreadTime
  }

  private var due: Due?

  /// A timer with no frame requested.
  package init() {}

  /// Requests a frame as planned now; repeated calls apply the clock's corrections, but do not
  /// postpone the frame.
  ///
  /// - Parameters:
  ///   - due: the first vblank that a frame of typical cost can meet.
  ///   - period: the time between vblanks, in microseconds.
  ///   - shown: the vblank of the previous frame.
  ///   - isHeld: whether the server or the window manager holds it back now.
  ///   - thread: the thread's times so far.
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
    // Each vblank shows one frame: this one is due after the previous one's.
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

  /// Cancels the request.
  package mutating func forget() { due = nil }

  /// Drawing of the frame begins.
  package mutating func begin(now: Instant, thread: @autoclosure () -> ThreadTime) {
    guard let due else { return }
    // The same moment as when it was noticed: reuse that reading.
    let isNew = due.noticed?.time == now
    self.due?.begun = isNew ? due.noticed : Reading(time: now, thread: thread())
  }

  /// The frame has been sent; returns its report, or `nil` if none was requested.
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

  /// Blames the larger part of the delay, before drawing or during it, and then the thread's times
  /// in that part.
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
