internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// The animator that plays a motion, with its start/stop button.
struct CurveTransport: Sendable {
  private(set) var animator = ValueAnimator()
  private(set) var play = PushButton()
  /// When the motion being played ends, if that is in the future.
  private(set) var finish: Instant?

  /// Selects a motion, and lays out the button.
  mutating func show(_ motion: CurveMotion, at frame: Rect, after now: Instant) {
    play.place(in: frame, at: now)
    finish = end(of: motion, after: now)
  }

  /// Handles a pointer sample; returns whether it completed a click.
  mutating func isClick(_ sample: PointerSample) -> Bool { play.handle(sample) }

  mutating func cancel() { play.cancel() }

  /// Starts the animator from 0, or stops it; it runs on past the end of the motion.
  mutating func toggle(_ motion: CurveMotion, at now: Instant) -> [Effect] {
    if animator.isRunning { animator.stop(at: now) } else { animator.start(at: now) }
    finish = end(of: motion, after: now)
    let name = animator.isRunning ? "started" : "stopped"
    return [Effect(time: now, control: "curves", name: name, value: animator.elapsed(at: now))]
  }

  mutating func advance(to now: Instant) -> [Effect] {
    guard let finish, now >= finish else { return [] }
    self.finish = nil
    return [Effect(time: finish, control: "curves", name: "finished")]
  }

  func isMoving(at now: Instant) -> Bool { animator.isRunning || play.isMoving(at: now) }

  /// When the motion being played ends, if it has not yet.
  private func end(of motion: CurveMotion, after now: Instant) -> Instant? {
    animator.end(of: motion).flatMap { $0 > now ? $0 : nil }
  }

  func draw(into canvas: inout Canvas, at now: Instant) {
    let theme = canvas.theme
    canvas.tone(of: play, at: now)
    let icon = Vector(play.frame.minX + 22, play.frame.midY)
    (animator.isRunning ? StageIcon.pause : .play).draw(
      at: icon, size: 18, theme.text, into: &canvas)
    let (middle, elapsed) = (play.frame.midY, Words.seconds(animator.elapsed(at: now)))
    canvas.label(
      Words.start(isRunning: animator.isRunning), at: Vector(play.frame.minX + 38, middle), .body,
      theme.text)
    canvas.label(elapsed, at: Vector(play.frame.maxX + 16, middle), .strong, theme.text)
  }

  /// The accessibility element of the button.
  func element(at now: Instant) -> AccessibilityElement {
    let (isRunning, elapsed) = (animator.isRunning, Words.seconds(animator.elapsed(at: now)))
    // While it runs, its time changes every frame, which is not worth announcing.
    return AccessibilityElement(
      .button, id: "curves.play", name: Words.start(isRunning: isRunning), value: elapsed,
      states: isRunning ? [.checked] : [], actions: Words.playPressed, frame: play.frame
    ).announcing(Words.started(isRunning: isRunning, at: elapsed))
  }
}
