internal import Feel
internal import Stage

extension ScrubberPart {
  func accessibility(at now: Instant) -> [AccessibilityElement] {
    let position = position(at: now)
    let fine = Self.fineness(slider.rate).map { ", fine \($0)" } ?? ""
    let opacity = slider.opacity
    func percent(_ share: Double) -> String { "\((100 * share).text(decimals: 0)) %" }
    let plays = slider.isPlaying && !slider.isPressed
    let bar = AccessibilityElement(
      .slider, id: "slider", name: "Position",
      value: "\(Self.spokenTime(position.value)) of \(Self.spokenTime(duration))\(fine)",
      number: position.value, in: position.bounds,
      states: Set([.busy: plays, .pressed: slider.isPressed]),
      actions: [
        .init("← ↓, → ↑", "a step"), .init("Shift+arrow", "a tenth of one"),
        .init("Page Up, Page Down", "a tenth of the whole"), .init("Home, End", "the ends"),
        .init("Space", "play, pause"), .init("Esc", "give a drag's value back"),
      ], frame: slider.hitBox,
      details: "\(percent(opacity.upper)) over \(percent(opacity.lower)), in \(tint.words)")
    let button = AccessibilityElement(
      .button, id: "slider.play", name: "Play", value: slider.isPlaying ? "playing" : "paused",
      states: slider.isPlaying ? [.checked] : [], actions: [.init("Space", "press")],
      frame: play.frame)
    return [bar, button]
  }

  /// A time in words: 1 min 12 s.
  static func spokenTime(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.down))
    let parts = [(whole / 3600, "h"), (whole / 60 % 60, "min"), (whole % 60, "s")]
    let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return words.isEmpty ? "0 s" : words.joined(separator: " ")
  }

  /// How fine a drag is, in the steps that the zones are labelled with; `nil` while it is as fast as the hand.
  private static func fineness(_ rate: Double) -> String? {
    switch rate {
    case ...0.01: "1/100"
    case ...0.1: "⅒"
    case ...0.25: "¼"
    case ...0.5: "½"
    default: nil
    }
  }
}
