internal import Feel
internal import Stage

/// The motion of the progress slider at a moment: the end of what is filled.
struct ScrubberProbe: MotionProbe {
  let slider: ProgressSlider
  /// How long the video is, in seconds.
  let duration: Double
  let zones: ScrubberZones
  let now: Instant

  var state: ControlState { slider.state }

  var isForShow: Bool { state == .programmatic }

  /// A slider keeps no velocity: a release leaves the value where it is, and only a playing video moves it on.
  var reading: MotionReading {
    let (value, frame) = (slider.value(at: now), slider.frame)
    let plays = slider.isPlaying && !slider.isPressed
    var reading = MotionReading(
      "slider", unit: "", position: value, velocity: plays ? 1 / duration : nil,
      state: state, anchor: Vector(frame.minX + value * frame.width, frame.midY),
      direction: Vector(frame.width, 0), rest: plays ? 1 : value,
      restTime: plays ? now.advanced(atLeast: (1 - value) * duration) : nil)
    reading.rate = slider.rate < 1 ? slider.rate : nil
    reading.bounds = 0...1
    return reading
  }

  var limits: MotionLimits? {
    let frame = slider.frame
    // A drag past an end stretches the capsule by less than an eighth of its width.
    let reach = frame.width / 8
    var limits = MotionLimits(
      edges: [frame.minX, frame.maxX], reach: [frame.minX - reach, frame.maxX + reach])
    let height = slider.isPressed ? zones.pressY : frame.midY
    // On the pointer's side the zones may be drawn already, by the part itself.
    for side in [-1.0, 1] where !(zones.isShown && side * slider.verticalDistance > 0) {
      limits.zones += zones.steps.map {
        MotionLimits.Zone(y: height + side * $0.distance, label: $0.label)
      }
    }
    if slider.step != nil {
      limits.raw = Vector(frame.minX + slider.rawValue(at: now) * frame.width, frame.midY)
    }
    return limits
  }

  var shape: MovingShape? {
    let frame = slider.frame
    let end = Vector(frame.minX + slider.value(at: now) * frame.width, frame.midY)
    return MovingShape(
      Rect(center: end, size: Size(3, slider.capsuleHeight(at: now))), radius: 1)
  }

  var outlines: [MovingShape] {
    var filled = slider.frame
    filled.size.width *= slider.value(at: now)
    return [MovingShape(filled, radius: min(filled.width, filled.height) / 2)]
  }
}
