internal import Feel
internal import Stage

/// The motion of a slider of whole numbers at a moment: its thumb.
struct IntegerProbe: MotionProbe {
  let slider: IntegerSlider
  /// How many times as large as designed the thumb is drawn.
  let growth: Double
  let now: Instant

  var state: ControlState { slider.state(at: now) }

  var reading: MotionReading {
    let (left, right) = (slider.tickX(of: slider.minimum), slider.tickX(of: slider.maximum))
    let unit = (right - left) / Double(slider.maximum - slider.minimum)
    var reading = MotionReading(
      "integer", unit: "", position: slider.thumb(at: now), velocity: slider.velocity(at: now),
      state: state, anchor: Vector(slider.thumbX(at: now), slider.frame.midY),
      direction: Vector(unit, 0),
      rest: slider.isPressed ? slider.thumb(at: now) : Double(slider.value),
      restTime: slider.landingTime)
    reading.restName = "\(slider.value)"
    reading.bounds = Double(slider.minimum)...Double(slider.maximum)
    reading.snapPositions = slider.ticks.map(Double.init)
    return reading
  }

  var limits: MotionLimits? {
    MotionLimits(edges: [slider.tickX(of: slider.minimum), slider.tickX(of: slider.maximum)])
  }

  var shape: MovingShape? { thumb }
  var outlines: [MovingShape] { [thumb] }

  private var thumb: MovingShape {
    let side = IntegerSlider.thumbSize * growth
    let center = Vector(slider.thumbX(at: now), slider.frame.midY)
    return MovingShape(Rect(center: center, size: Size(side, side)), radius: side / 2)
  }
}
