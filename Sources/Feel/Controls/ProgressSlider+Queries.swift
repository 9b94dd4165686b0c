extension ProgressSlider {
  /// The value shown at a time, 0…1, on a step where there are steps.
  public func value(at time: Instant) -> Double {
    let value = min(1, max(0, rawValue(at: time)))
    return grid?.nearest(value) ?? value
  }

  /// The value underneath at a time: between the steps, and past the ends while a drag overshoots.
  public func rawValue(at time: Instant) -> Double {
    guard let playback, let playbackEnd else { return raw }
    if time >= playbackEnd { return 1 }
    return min(1, raw + playback.rate * max(0, time - playback.start))
  }

  /// How far the capsule is stretched past an end at a time, in points: negative at the left end, positive at the right.
  public func stretch(at time: Instant) -> Double {
    heldStretch + (recoil?.value(at: time) ?? 0)
  }

  /// The share of the pointer's travel that counts now, 0…1; 1 unless dragging.
  public var rate: Double {
    guard drag.isDragging else { return 1 }
    return fineScrubbing.rate(at: verticalDistance)
  }

  /// How far the pointer is above or below the press, in points, positive below; 0 unless pressed.
  public var verticalDistance: Double {
    drag.isActive ? lastLocation.y - pressLocation.y : 0
  }

  /// Whether a press is held on the slider.
  public var isPressed: Bool { drag.isActive }

  /// The capsule's height at a time, in points: it grows in 0.12 s and shrinks in 0.24 s.
  public func capsuleHeight(at time: Instant) -> Double {
    heightChange?.value(at: time) ?? targetHeight
  }

  /// What the slider is doing: `idle`, `pressed`, `tracking`, `rubber`, `bouncing`, `programmatic` while playing, or `cancelled`.
  public var state: ControlState {
    if drag.isDragging { return raw < 0 || raw > 1 ? .rubber : .tracking }
    if drag.isActive { return .pressed }
    if drag.state == .cancelled { return .cancelled }
    if recoil != nil { return .bouncing }
    return playback == nil ? .idle : .programmatic
  }

  /// When time alone next changes the state, or `nil` if only an event can.
  public var deadline: Instant? {
    var next = playbackEnd
    if let end = recoil?.end { next = min(next ?? end, end) }
    if let end = heightChange?.end { next = min(next ?? end, end) }
    return next
  }

  /// Whether a later frame would look different because of time alone.
  public func isMoving(at time: Instant) -> Bool {
    if let end = playbackEnd, time < end { return true }
    if let end = recoil?.end, time < end { return true }
    if let end = heightChange?.end, time < end { return true }
    return false
  }
}

extension ProgressSlider {
  static let band = RubberBand(coefficient: 0.55)
  static let recoilSpring = Spring(angularFrequency: 20, dampingRatio: 1)
  /// Source: the "out-quad" of Robert Penner's easings as a Bézier curve.
  static let heightEase = Ease(cubicBezier: 0.25, 0.46, 0.45, 0.94)

  var bandDimension: Double { frame.width / 8 }

  /// The stretch that a drag holds, in points, signed.
  var heldStretch: Double {
    guard drag.isActive || raw < 0 || raw > 1 else { return 0 }
    let overshoot = (raw > 1 ? raw - 1 : min(0, raw)) * frame.width
    return Self.band.offset(forTravel: overshoot, dimension: bandDimension)
  }

  var targetHeight: Double {
    if drag.isActive { return heights.pressed }
    return isHovered && isEnabled ? heights.hovered : heights.resting
  }

  /// When playing reaches the end, unless a press holds the value.
  var playbackEnd: Instant? {
    guard let playback, !drag.isActive else { return nil }
    return playback.start.advanced(atLeast: (1 - raw) / playback.rate)
  }
}
