package import Feel
internal import Raster

/// The pointer in videos and presentations: a ring, filled while pressed, with a trail and a ripple
/// for each press and release.
///
/// Without it, cards in a video would seem to move by themselves.
package struct PointerMark {
  /// How long the trail stays visible, in seconds of stage time.
  package static let trail = 0.3
  /// The duration of a ripple, in seconds of stage time.
  private static let wave = 0.35
  private static let radius = 14.0

  private let pointer: PointerSample
  private let isPressed: Bool
  // Its recent samples, oldest first.
  private let samples: [PointerSample]
  private let time: Instant
  // The offset of the stage since then.
  private let shift: Vector

  /// The pointer of a stage at a stage time; `nil` if none is on the stage.
  ///
  /// - Parameters:
  ///   - run: the stage.
  ///   - history: its events.
  ///   - time: the stage time.
  ///   - shift: the offset of the stage from where it was at that time.
  package init?(
    _ run: StageRun, _ history: StageHistory, at time: Instant, shift: Vector = .zero
  ) {
    guard let pointer = run.lastPointer else { return nil }
    (self.pointer, isPressed, self.time, self.shift) = (pointer, run.hasPointer, time, shift)
    samples = history.events(from: time.advanced(by: -max(Self.trail, Self.wave))).compactMap {
      guard case .input(.pointer(let sample)) = $0, sample.time <= time else { return nil }
      return sample
    }
    // A pointer that has left stays visible while its trail lasts.
    if pointer.phase == .exited, samples.isEmpty { return nil }
  }

  /// Whether time alone changes it.
  package var isMoving: Bool { !samples.isEmpty }

  package func draw(into canvas: inout Canvas) {
    let theme = canvas.theme
    drawTrail(into: &canvas)
    for sample in samples where sample.phase == .down || sample.phase == .up {
      let age = (time - sample.time) / Self.wave
      guard age < 1 else { continue }
      let radius = Self.radius * (1 + 1.2 * age)
      canvas.draw(
        .arc(
          center: sample.location + shift, radius: radius, width: 2, start: 0, sweep: 1, cap: .butt,
          .solid(theme.accent.opacity(0.8 * (1 - age)))))
    }
    guard pointer.phase != .exited else { return }
    let center = pointer.location + shift
    let fill = isPressed ? theme.accent.opacity(0.55) : theme.card.opacity(0.35)
    let radius = isPressed ? Self.radius - 3 : Self.radius
    canvas.draw(.circle(center: center, radius: radius, .solid(fill)))
    // A ring on a wider one of the ground's colour, to be visible over anything.
    for (width, color) in [(4.0, theme.card.opacity(0.8)), (2, theme.text.opacity(0.85))] {
      canvas.draw(
        .arc(
          center: center, radius: radius, width: width, start: 0, sweep: 1, cap: .butt,
          .solid(color)))
    }
  }

  /// Draws the trail, fading with age.
  private func drawTrail(into canvas: inout Canvas) {
    for (from, to) in zip(samples, samples.dropFirst()) {
      let age = (time - from.time) / Self.trail
      guard age < 1, from.phase != .exited, to.phase != .exited, from.location != to.location
      else { continue }
      canvas.draw(
        .line(
          from.location + shift, to.location + shift, width: 5, cap: .round,
          .solid(canvas.theme.accent.opacity(0.4 * (1 - age)))))
    }
  }
}
