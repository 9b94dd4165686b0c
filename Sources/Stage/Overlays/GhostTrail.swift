internal import Feel
internal import Raster

/// Where a control was at the last moments of a grid in stage time, each as a distance from where
/// it is.
struct GhostTrail: Hashable, Sendable {
  /// Moments a second.
  static let rate: Int64 = 30
  private static let count: Int64 = 24
  /// What moved less from one moment to the next shows one ghost, in points.
  private static let spacing = 1.5
  /// What moved more did not move but jump.
  private static let jump = 1000.0

  /// A moment's distance from the present place, in points, and how strong it is drawn, 0…1.
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
  /// Draws what moves where it was a moment ago, the fainter the longer ago.
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
