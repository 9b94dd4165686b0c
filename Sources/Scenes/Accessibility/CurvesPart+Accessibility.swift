internal import Feel
internal import Stage

extension CurvesPart {
  func accessibility(at now: Instant) -> [AccessibilityElement] {
    let motion = source.motion
    let value = motion.value(at: read).text(decimals: source.decimals)
    let velocity = motion.velocity(at: read).text(decimals: 0)
    let line = "t \(read.text(decimals: 3)) s, x \(value), v \(velocity)"
    // What only the pointer passes over is no news.
    let isBusy = pointed != nil || grip != .none
    let curve = AccessibilityElement(
      .figure, id: "curves", name: "Curve",
      value: source.remark.map { "\(line) · \($0)" } ?? line, spoken: line, number: read,
      in: 0...max(0, motion.duration), states: isBusy ? [.busy] : [],
      actions: [
        .init("← →", "a frame back, on; with Shift ten"),
        .init("Ctrl+← →", "where the kind of motion changes"), .init("+ −", "zoom"),
        .init("0", "show all"), .init("Home, End", "the ends"), .init("Space", "start, stop"),
      ], frame: layout.card)
    let elapsed = animator.elapsed(at: now).text(decimals: 3) + " s"
    let button = AccessibilityElement(
      .button, id: "curves.play", name: animator.isRunning ? "Stop" : "Start", value: elapsed,
      states: animator.isRunning ? [.checked] : [],
      actions: [.init("Space", "press")],
      frame: play.frame)
    // While it runs its time is another with every frame, which is no news.
    return [
      curve, button.announcing(animator.isRunning ? "Started" : "Stopped, \(elapsed)"),
    ]
  }
}
