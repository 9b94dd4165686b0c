internal import Feel
internal import FeelFiles
internal import Lab
internal import Raster
internal import Stage
internal import TextLayout
internal import XWindow

/// Draws and presents a session in a window, with damage tracking and frame measurement.
final class Presenter {
  let fonts: FontBook
  private let window: Window
  private let renderer: Renderer
  private var meter = FrameMeter()
  private var frameLog: FrameLog?
  // Time of the newest input that the next frame shows.
  private var newestInput: Instant?
  private var shown: DisplayList?
  private var difference = ListDifference()
  private var title = ""
  // A drag from another program over the window.
  private var held: HeldDrop?
  // When freed memory was last returned to the system, and when a frame was last drawn.
  private var (trimmed, drawn) = (Instant.zero, Instant.zero)

  /// Presents in a window; with a path, every late frame is logged there.
  init(
    _ window: Window, _ fonts: FontBook, threads: Int, frameLog path: String?
  ) throws(CommandFailure) {
    (self.window, self.fonts) = (window, fonts)
    renderer = Renderer(threads: threads, outline: fonts.outline)
    if let path { frameLog = try FrameLog(path) }
  }

  /// Records the time of an input that the next frame shows.
  func record(inputAt time: Instant) {
    newestInput = max(newestInput ?? time, time)
    // A drag grabs the pointer, so an input means that the dragging program has ended.
    held = nil
  }

  /// Records a drag over the window, or its end with `nil`; returns whether the picture changes.
  func update(_ held: HeldDrop?) -> Bool {
    defer { self.held = held }
    return held != self.held
  }

  /// Presents a session at a time, with a caption over it.
  ///
  /// - Throws: `CommandFailure` when the log cannot be written; it is given up then.
  func draw(
    _ session: Session, at time: Instant, caption: ReplayCaption?
  ) throws(CommandFailure) {
    // In a replay, the visible hand is not the one that holds the mouse.
    var list = session.displayList(
      at: time, fonts: fonts, frames: meter, showsPointer: caption?.showsPointer ?? false)
    caption?.draw(into: &list, of: session, fonts: fonts)
    if let held { DropSign(held).draw(into: &list, of: session, fonts: fonts) }
    let size = window.pixelSize
    if let shown {
      difference.find(from: shown, to: list, width: size.width, height: size.height)
    }
    let damage =
      shown == nil ? Damage(width: size.width, height: size.height) : difference.damage
    let frame = window.present(damage: damage) { pixels, target in
      renderer.draw(
        list, into: &pixels, width: target.size.width, height: target.size.height,
        stride: target.stride, damage: target.redraw)
    }
    (shown, drawn) = (list, window.now)
    let wanted = "FeelLab – \(session.sceneType.title)"
    if title != wanted {
      title = wanted
      window.setTitle(wanted)
    }
    if let frame { try measure(frame, session, at: time) }
  }

  /// When to release the pictures cached for a motion, on the window's clock.
  var deadline: Instant? { renderer.keptBytes > 1 << 20 ? drawn.advanced(by: 3) : nil }

  /// Returns freed memory to the system while nothing is drawn: at once after a fade over the
  /// window, and occasionally, because frames of all kinds fragment the heap.
  func trimWhenDue() {
    let isOver = deadline.map { window.now >= $0 } ?? false
    guard renderer.holdsLargeGroup || isOver || window.now - trimmed >= 30 else { return }
    renderer.trim()
    // The first trim releases what was not drawn since the last one, the second the rest.
    if isOver { renderer.trim() }
    trimmed = window.now
  }

  func trim() { renderer.trim() }

  func finish() throws(CommandFailure) {
    try log { log throws(CommandFailure) in try log.finish() }
  }

  private func measure(
    _ frame: FrameReport, _ session: Session, at time: Instant
  ) throws(CommandFailure) {
    let input = newestInput
    defer { newestInput = nil }
    meter.add(
      FrameMeter.Frame(
        sent: frame.sent, cost: frame.sent - frame.begun, isLate: frame.cause != nil,
        age: newestInput.map { frame.sent - $0 }))
    // A moment shown again keeps the cost of its original frame.
    if !session.isPaused, !session.isShowingPast {
      meter.track.add(
        cost: frame.sent - frame.begun, isLate: frame.cause != nil,
        at: session.stageTime(at: time))
    }
    try log { log throws(CommandFailure) in try log.write(frame, newest: input) }
  }

  private func log(_ write: (inout FrameLog) throws(CommandFailure) -> Void) throws(CommandFailure)
  {
    guard var log = frameLog else { return }
    frameLog = nil
    try write(&log)
    frameLog = log
  }
}
