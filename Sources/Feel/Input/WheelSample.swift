/// One report of a scroll wheel or a scrolling surface.
public struct WheelSample: Hashable, Sendable {
  /// What `delta` counts.
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    /// Detents of a wheel, fractions of one included.
    case notches
    /// Points of content, from a surface that scrolls by distance.
    case points
  }

  /// Where in a scroll the report stands.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// Nowhere: a turn by itself, of a device that tells no beginning and no end.
    case turn
    /// Fingers came down, or began to move; from now on they hold the content.
    case began = "begin"
    /// They went on.
    case changed = "change"
    /// They were lifted, which may fling the content.
    case ended = "end"
    /// The device itself goes on after a lift.
    case momentum
  }

  /// What turned or moved.
  public enum Source: String, Hashable, Sendable, CaseIterable {
    /// A wheel, which rests between its notches.
    case wheel
    /// Fingers on a touchpad or a screen, whose lift is reported.
    case finger
    /// A surface or a stick that moves content steadily and may never tell that it has stopped.
    case continuous
  }

  /// When it happened.
  public var time: Instant
  /// Where the pointer was, in points.
  public var location: Vector
  /// How far, in `unit`; positive scrolls the content offset up: right and down.
  public var delta: Vector
  /// What `delta` counts.
  public var unit: Unit
  /// Where in a scroll it stands.
  public var phase: Phase
  /// What turned or moved.
  public var source: Source
  /// The modifier keys held.
  public var modifiers: Modifiers

  /// Creates a sample.
  public init(
    time: Instant, location: Vector, delta: Vector, unit: Unit = .notches, phase: Phase = .turn,
    source: Source = .wheel, modifiers: Modifiers = []
  ) {
    (self.time, self.location, self.delta) = (time, location, delta)
    (self.unit, self.phase, self.source) = (unit, phase, source)
    self.modifiers = modifiers
  }

  /// Whether it tells of fingers that hold the content or let it go.
  public var isOfHold: Bool {
    switch phase {
    case .began, .changed, .ended: true
    case .turn, .momentum: false
    }
  }

  /// How far the content goes at once, in points, or `nil` for the notches of a wheel, which every
  /// control carries out in its own way.
  ///
  /// `notch`: how far a notch scrolls, in points: of fingers too, as in every toolkit on X11.
  package func travel(perNotch notch: Double) -> Vector? {
    switch unit {
    case .points: delta
    case .notches: source == .wheel && phase == .turn ? nil : delta * notch
    }
  }
}
