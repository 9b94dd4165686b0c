internal import Feel
internal import Stage

extension IntegerPart {
  func accessibility(at now: Instant) -> [AccessibilityElement] {
    [
      AccessibilityElement(
        .slider, id: "integer", name: "Level",
        value: "\(slider.value) of \(slider.minimum) to \(slider.maximum)",
        number: Double(slider.value), in: Double(slider.minimum)...Double(slider.maximum),
        states: slider.isPressed ? [.pressed] : [],
        actions: [
          .init("← ↓, → ↑", "1 less, 1 more"), .init("Page Up, Page Down", "a tenth of the whole"),
          .init("Home, End", "the ends"), .init("Esc", "give a drag's value back"),
        ], frame: slider.hitBox, details: "ticks: \(look.name)")
    ]
  }
}
