internal import Feel
internal import FeelFiles
internal import Lab
internal import Raster
internal import Stage
internal import TextLayout
internal import XWindow

/// Draws what a session shows and presents it in a window: the picture that is shown, what has
/// changed since, and what its frames cost.
final class Presenter {
  let fonts: FontBook
  private let window: Window
  private let renderer: Renderer
  private var meter = FrameMeter()
  private var frameLog: FrameLog?
  // When the newest input that the next frame shows was made.
  private var newestInput: Instant?
  private var shown: DisplayList?
  private var difference = ListDifference()
  private var title = ""
  // What another program holds over the window.
  private var held: HeldDrop?
  // When the memory that was freed was handed back last, and when a frame was drawn last.
  private var (trimmed, drawn) = (Instant.zero, Instant.zero)

  /// Presents in a window; every late frame is written to a log, if there is a path for one.
  init(
    _ window: Window, _ fonts: FontBook, threads: Int, frameLog path: String?
  ) throws(CommandFailure) {
    (self.window, self.fonts) = (window, fonts)
    renderer = Renderer(threads: threads, outline: fonts.outline)
    if let path { frameLog = try FrameLog(path) }
  }

  /// Takes note of when an input came that the next frame shows.
  func note(inputAt time: Instant) {
    newestInput = max(newestInput ?? time, time)
    // Whoever drags has the pointer: a program that ended meanwhile holds nothing any more.
    held = nil
  }

  /// Takes note of what another program holds over the window, or that it does no longer; answers
  /// whether that is to be seen.
  func note(_ held: HeldDrop?) -> Bool {
    defer { self.held = held }
    return held != self.held
  }

  /// Presents what a session shows at a time, with a caption over it.
  ///
  /// - Throws: `CommandFailure` when the log cannot be written; it is written no longer then.
  func draw(
    _ session: Session, at time: Instant, caption: ReplayCaption?
  ) throws(CommandFailure) {
    // The hand that is seen at work while a session is replayed is not the one that holds the
    // mouse.
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

  /// When the pictures are given up that were kept for a motion, on the window's clock.
  var deadline: Instant? { renderer.keptBytes > 1 << 20 ? drawn.advanced(by: 3) : nil }

  /// Hands freed memory back while nothing is drawn: at once after a fade over the window, and now
  /// and then because frames of all kinds leave holes behind.
  func trimWhenDue() {
    let isOver = deadline.map { window.now >= $0 } ?? false
    guard renderer.holdsLargeGroup || isOver || window.now - trimmed >= 30 else { return }
    renderer.trim()
    // What was drawn since the last time goes at the second.
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
    // A moment that is looked at again keeps what its frame cost when it was new.
    if !session.isPaused, !session.isShowingPast {
      meter.track.add(
        cost: frame.sent - frame.begun, isLate: frame.cause != nil,
        at: session.stageTime(at: time))
    }
    try log { log throws(CommandFailure) in try log.take(frame, newest: input) }
  }

  private func log(_ write: (inout FrameLog) throws(CommandFailure) -> Void) throws(CommandFailure)
  {
    guard var log = frameLog else { return }
    frameLog = nil
    try write(&log)
    frameLog = log
  }
}
