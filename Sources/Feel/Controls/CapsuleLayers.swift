public import FeelGeometry

/// The look of a progress slider at a moment: two translucent layers in a capsule, over the
/// background.
///
/// The lower layer fills the capsule, the upper one its left part up to a straight cut. Where they
/// overlap, they cover 1 − (1 − lower)(1 − upper) of the background.
public struct CapsuleLayers: Hashable, Sendable {
  /// The opacities of the two layers.
  public struct Opacity: Hashable, Sendable {
    /// The opacity of the layer that fills the capsule, 0…1.
    public let lower: Double
    /// The opacity of the layer that shows the progress, 0…1.
    public let upper: Double

    /// A half over a half.
    public static let standard = Opacity(lower: 0.5, upper: 0.5)

    /// Creates the opacities.
    ///
    /// - Precondition: both lie in 0…1.
    public init(lower: Double, upper: Double) {
      precondition((0...1).contains(lower), "lower lies in 0...1")
      precondition((0...1).contains(upper), "upper lies in 0...1")
      (self.lower, self.upper) = (lower, upper)
    }
  }

  /// The capsule, in points, with half its height as corner radius; stretched past an end it gets
  /// thinner, like rubber.
  public let capsule: Rect
  /// The part of the capsule's rectangle that the upper layer is clipped to, in points.
  public let filled: Rect
  /// The opacities of the layers.
  public let opacity: Opacity
}
