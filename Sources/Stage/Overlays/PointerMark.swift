package import Feel
internal import Raster

/// The pointer as videos and presentations show it: a ring where it is, filled while it is pressed,
/// with the way that it came and a wave for each press and release.
///
/// Without it cards in a video slide by themselves.
package struct PointerMark {
  /// How long its way stays to be seen, in seconds of the stage.
  package static let trail = 0.3
  /// How long a wave of a press or a release takes, in seconds of the stage.
  private static let wave = 0.35
  private static let radius = 14.0

  private let pointer: PointerSample
  private let isPressed: Bool
  // What it did lately, oldest first.
  private let samples: [PointerSample]
  private let time: Instant
  // How far from where it was it is drawn.
  private let shift: Vector

  /// The pointer of a stage at a time of its own; `nil` where none is on the stage.
  ///
  /// - Parameters:
  ///   - run: the stage.
  ///   - history: what happened to it.
  ///   - time: in stage time.
  ///   - shift: how far the stage lies from where it lay then.
  package init?(
    _ run: StageRun, _ history: StageHistory, at time: Instant, shift: Vector = .zero
  ) {
    guard let pointer = run.lastPointer else { return nil }
    (self.pointer, isPressed, self.time, self.shift) = (pointer, run.hasPointer, time, shift)
    samples = history.events(from: time.advanced(by: -max(Self.trail, Self.wave))).compactMap {
      guard case .input(.pointer(let sample)) = $0, sample.time <= time else { return nil }
      return sample
    }
    // One that has left is seen by its way as long as that lasts.
    if pointer.phase == .exited, samples.isEmpty { return nil }
  }

  /// Whether it changes after its time by time alone.
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
    // A ring on a wider one of the ground, so that it is seen on whatever lies under it.
    for (width, color) in [(4.0, theme.card.opacity(0.8)), (2, theme.text.opacity(0.85))] {
      canvas.draw(
        .arc(
          center: center, radius: radius, width: width, start: 0, sweep: 1, cap: .butt,
          .solid(color)))
    }
  }

  /// Draws the way that it came, fading with its age.
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
