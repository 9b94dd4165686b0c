internal import Feel
internal import Raster
internal import Stage

/// The motion of a button that is held: how far the hold has come.
struct HoldProbe: MotionProbe {
  /// The button's name in files.
  let name: String
  let button: LongPressButton
  let now: Instant

  var state: ControlState { button.state }

  /// How far the hold has come, 0…1; let go, it empties again.
  ///
  /// A ring fills where it is, so the motion has no direction.
  var reading: MotionReading {
    let progress = button.progress(at: now)
    let isMoving = button.isMoving(at: now)
    var reading = MotionReading(
      name, unit: "", position: progress, state: state, anchor: button.frame.center,
      direction: .zero, rest: isMoving ? 0 : progress,
      restTime: isMoving ? button.deadline : nil)
    reading.bounds = 0...1
    return reading
  }

  var limits: MotionLimits? {
    var limits = MotionLimits()
    switch button.moveRule {
    case .outsideFrame:
      let leash = button.shape.outline(in: button.frame, inset: -LongPressButton.shapeMargin)
      limits.leash = MovingShape(leash.frame, radius: leash.cornerRadius)
    case .fromPress: limits.slops = [LongPressButton.pressMargin]
    case .never: break
    }
    return limits
  }

  /// Dashes around the button, as far around as the share of the hold that is done.
  func drawGhost(over shown: any Part, into canvas: inout Canvas) {
    let outline = button.shape.outline(in: button.frame, inset: -4)
    let (frame, radius) = (outline.frame, outline.cornerRadius)
    let length = 2 * (frame.width + frame.height - (4 - .pi) * radius)
    let (dash, pitch) = (5 / length, 9 / length)
    let progress = button.progress(at: now)
    for start in stride(from: 0, to: progress, by: pitch) {
      canvas.draw(
        .outline(
          frame, radius: radius, width: 2, from: start, to: min(start + dash, progress), cap: .butt,
          .solid(canvas.theme.text)))
    }
  }
}
