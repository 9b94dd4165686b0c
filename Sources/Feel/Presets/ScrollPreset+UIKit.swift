extension ScrollPreset {
  /// UIScrollView at its normal deceleration rate: the reference.
  ///
  /// Source: UIScrollView.DecelerationRate.normal; the stop at 10 pt/s from measured flings; the band c = 0.55 and
  /// the critically damped edge spring with ω0 = 10 per second from published measurements.
  public static let uikit = ScrollPreset(
    id: "uikit", title: "UIKit",
    summary: """
      The reference: 0.998 of the velocity kept per millisecond, a stop at 10 pt/s, a rubber band of 0.55 and a \
      critically damped edge spring.
      """,
    physics: .uikit)

  /// UIScrollView at its fast deceleration rate, as paged and picker-like views use it.
  ///
  /// Source: UIScrollView.DecelerationRate.fast.
  public static let uikitFast = ScrollPreset(
    id: "uikit-fast", title: "UIKit, fast",
    summary: "UIKit with 0.99 of the velocity kept per millisecond: a fling is five times shorter.",
    physics: ScrollPhysics(decay: .exponential(.fast)))
}
