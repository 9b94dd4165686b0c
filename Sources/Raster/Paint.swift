public import FeelGeometry

/// The fill of a shape.
public enum Paint: Hashable, Sendable {
  /// One colour.
  case solid(Color)
  /// Colours along a line.
  case linear(LinearGradient)
  /// Colours along a radius.
  case radial(RadialGradient)

  /// Whether every pixel it fills is opaque.
  var isOpaque: Bool {
    switch self {
    case .solid(let color): color.alpha == 255
    case .linear(let gradient):
      // A gradient with ends too far away for the computation draws nothing.
      !gradient.stops.isEmpty && gradient.stops.allSatisfy { $0.color.alpha == 255 }
        && max(gradient.start.length, gradient.end.length) < 1e9
    case .radial: false
    }
  }
}

/// A colour at a position along a gradient.
public struct GradientStop: Hashable, Sendable {
  /// The position: 0 at the start and 1 at the end.
  public var offset: Double
  /// The colour there.
  public var color: Color

  /// Creates a stop.
  public init(_ offset: Double, _ color: Color) { (self.offset, self.color) = (offset, color) }
}

/// Colours that change along a line and stay constant beyond both of its ends.
public struct LinearGradient: Hashable, Sendable {
  /// The position of offset 0, in points.
  public var start: Vector
  /// The position of offset 1, in points.
  public var end: Vector
  /// The stops, in order of offset.
  public var stops: [GradientStop]

  /// Creates a gradient.
  public init(from start: Vector, to end: Vector, stops: [GradientStop]) {
    (self.start, self.end, self.stops) = (start, end, stops)
  }
}

/// Colours that change with the distance from a centre and stay constant beyond the radius.
public struct RadialGradient: Hashable, Sendable {
  /// The position of offset 0, in points.
  public var center: Vector
  /// The distance of offset 1, in points.
  public var radius: Double
  /// The stops, in order of offset.
  public var stops: [GradientStop]

  /// Creates a gradient.
  public init(center: Vector, radius: Double, stops: [GradientStop]) {
    (self.center, self.radius, self.stops) = (center, radius, stops)
  }
}
