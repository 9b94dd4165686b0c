internal import Feel
internal import Stage

extension HoldPart {
  func accessibility(at now: Instant) -> [AccessibilityElement] {
    let progress = button.progress(at: now)
    // Quarters only: each of them is said once.
    let percent = button.isPressed ? Int(progress * 4) * 25 : 0
    let value = percent > 0 ? "\(percent) %" : "hold to confirm"
    let article = tint == .orange ? "an" : "a"
    let indicator = "\(article) \(tint.rawValue) \(control.indicator.name)"
    let element = AccessibilityElement(
      .button, id: name, name: control.label,
      value: button.showsFiredLook(at: now) ? "done" : value, number: progress, in: 0...1,
      states: Set([.disabled: !button.isEnabled, .pressed: button.isPressed]),
      actions: [
        .init("Space, Return", "held: confirm after \(button.pressDuration.text(decimals: 1)) s"),
        .init("Esc", "cancel"),
      ], frame: button.frame, details: "\(button.shape.words) with \(indicator)")
    return [element.announcing(percent > 0 ? element.spoken : nil)]
  }
}
