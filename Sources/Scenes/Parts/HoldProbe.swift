internal import Feel
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
      let reach = LongPressButton.frameMargin
      limits.leash = MovingShape(button.frame.inset(by: -reach))
    case .fromPress: limits.slops = [LongPressButton.pressMargin]
    case .never: break
    }
    return limits
  }

  /// A bar under the button, as long as the share of the hold that is done.
  var outlines: [MovingShape] {
    let frame = button.frame
    let length = frame.width * button.progress(at: now)
    guard length > 0 else { return [] }
    let bar = Rect(x: frame.minX, y: frame.maxY + 4, width: length, height: 4)
    return [MovingShape(bar, radius: 2)]
  }
}
