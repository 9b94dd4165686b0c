internal import Feel

/// What the overlays are drawn from: one moment of the control that was touched last.
struct OverlayMoment {
  /// Its motion.
  let reading: MotionReading
  /// The numbers to be read, of this very moment: what a part of the scene says of it must say the same.
  let figures: MotionLog.Sample
  /// Whether a pointer holds it: then what is told of a release is an estimate.
  let isHeld: Bool
  /// The stage's time.
  let time: Instant
  /// What the control takes up of the stage, in points.
  let box: Rect
  /// The stage, in points.
  let stage: Rect

  init(
    reading: MotionReading, figures: MotionLog.Sample, isHeld: Bool, time: Instant, box: Rect,
    stage: Rect
  ) {
    (self.reading, self.figures, self.isHeld) = (reading, figures, isHeld)
    (self.time, self.box, self.stage) = (time, box, stage)
  }

  /// Whether it goes to the left and right.
  var isLevel: Bool { abs(reading.direction.x) >= abs(reading.direction.y) }
}

/// Rectangles of what has no room may have a negative side, which no range can have.
extension Rect {
  /// Whether a place lies between the left and the right edge, both included.
  func spansX(_ x: Double) -> Bool { x >= minX && x <= maxX }

  /// Whether a place lies between the top and the bottom edge, both included.
  func spansY(_ y: Double) -> Bool { y >= minY && y <= maxY }
}
