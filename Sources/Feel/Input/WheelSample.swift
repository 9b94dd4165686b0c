/// One report of a scroll wheel or a scrolling surface.
public struct WheelSample: Hashable, Sendable {
  /// The unit of `delta`.
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    /// Detents of a wheel, including fractions.
    case notches
    /// Points of content, from a surface that scrolls by distance.
    case points
  }

  /// The phase of a scroll to which the report belongs.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// None: an independent turn of a device that reports no beginning and no end.
    case turn
    /// Fingers came down, or began to move; from now on they hold the content.
    case began = "begin"
    /// The fingers moved on.
    case changed = "change"
    /// They were lifted, which may fling the content.
    case ended = "end"
    /// The device continues the scroll after a lift.
    case momentum
  }

  /// The source of the scroll.
  public enum Source: String, Hashable, Sendable, CaseIterable {
    /// A wheel with notches.
    case wheel
    /// Fingers on a touchpad or a screen; their lift is reported.
    case finger
    /// A surface or a stick that scrolls continuously and may never report a stop.
    case continuous
  }

  /// When it happened.
  public var time: Instant
  /// The pointer's location, in points.
  public var location: Vector
  /// The distance, in `unit`; positive values increase the content offset: right and down.
  public var delta: Vector
  /// The unit of `delta`.
  public var unit: Unit
  /// The phase of the scroll.
  public var phase: Phase
  /// The source of the scroll.
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

  /// Whether it reports fingers that hold the content or release it.
  public var isOfHold: Bool {
    switch phase {
    case .began, .changed, .ended: true
    case .turn, .momentum: false
    }
  }

  /// The distance by which content moves at once, in points, or `nil` for the notches of a wheel,
  /// which each control handles in its own way.
  ///
  /// `notch`: points per notch; it also applies to notches from fingers, as in every toolkit on
  /// X11.
  package func travel(perNotch notch: Double) -> Vector? {
    switch unit {
    case .points: delta
    case .notches: source == .wheel && phase == .turn ? nil : delta * notch
    }
  }
}
