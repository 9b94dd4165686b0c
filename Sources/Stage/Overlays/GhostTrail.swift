internal import Feel
internal import Raster

/// A control's recent positions on a grid in stage time, as offsets from the current one.
struct GhostTrail: Hashable, Sendable {
  /// Moments per second.
  static let rate: Int64 = 30
  private static let count: Int64 = 24
  /// The smallest displacement between two ghosts, in points.
  private static let spacing = 1.5
  /// A larger displacement between moments is a jump, not a motion, and ends the trail.
  private static let jump = 1000.0

  /// The offset from the current position, in points, and the opacity, 0…1.
  struct Ghost: Hashable, Sendable {
    let distance: Vector
    let opacity: Double
  }

  /// The newest first.
  let ghosts: [Ghost]

  /// Collects the moments before a time from a log of the motion.
  init(
    of reading: MotionReading, source: Int?, at time: Instant,
    sample: (Instant) -> MotionLog.Sample?
  ) {
    var ghosts: [Ghost] = []
    var last = Vector.zero
    let newest = time.microseconds * Self.rate / 1_000_000
    for age in 0..<Self.count {
      let moment = Instant(microseconds: (newest - age) * 1_000_000 / Self.rate)
      guard let sample = sample(moment), sample.source == source, let position = sample.position
      else { break }
      let distance = reading.direction * (position - reading.position)
      let way = (distance - last).length
      guard way < Self.jump else { break }
      guard way >= Self.spacing else { continue }
      last = distance
      ghosts.append(
        Ghost(distance: distance, opacity: 0.7 - 0.6 * Double(age) / Double(Self.count - 1)))
    }
    self.ghosts = ghosts
  }
}

extension OverlayMoment {
  /// Draws the moving shape at its recent positions, fading with age.
  func drawGhosts(_ trail: GhostTrail, of shape: MovingShape, into canvas: inout Canvas) {
    let color = canvas.theme.accent
    canvas.clipped(to: reading.isContent ? box : stage) { canvas in
      for ghost in trail.ghosts.reversed() {
        let place = shape.frame.offset(by: ghost.distance)
        guard place.intersection(box) != nil || !reading.isContent else { continue }
        canvas.fill(place, radius: shape.radius, color.opacity(ghost.opacity))
      }
    }
  }
}
