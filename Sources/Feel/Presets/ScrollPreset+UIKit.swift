extension ScrollPreset {
  /// UIScrollView at its normal deceleration rate: the reference.
  ///
  /// Source: UIScrollView.DecelerationRate.normal; the stop at 10 pt/s from measured flings; the
  /// band c = 0.55 and the critically damped edge spring with ω0 = 10 per second from published
  /// measurements.
  public static let uikit = ScrollPreset(
    id: "uikit", title: "UIKit",
    summary: """
      The reference: keeps 0.998 of the velocity per millisecond, stops at 10 pt/s, and has a \
      rubber band of 0.55 and a critically damped edge spring.
      """,
    evidence: PresetEvidence(
      system: "UIScrollView, normal deceleration", version: "iOS, as measured", date: "2026-11-21",
      comparedWith: "five flings of a real UIScrollView; published measurements of band and spring",
      notModelled: """
        The curve within a frame of the edge; the delay of taps during a bounce. Apple has \
        published neither its velocity estimate nor its page turns. The stand-ins are the weights \
        that Flutter’s team measured on UIScrollView, and the rule of Flutter’s PageView.
        """,
      largestError: "11.3 ms on the five flings"),
    physics: .uikit, turn: .uikit)

  /// UIScrollView at its fast deceleration rate, as used by paged and picker-like views.
  ///
  /// Source: UIScrollView.DecelerationRate.fast.
  public static let uikitFast = ScrollPreset(
    id: "uikit-fast", title: "UIKit, fast",
    summary: "UIKit with 0.99 of the velocity kept per millisecond: flings are five times shorter.",
    evidence: PresetEvidence(
      system: "UIScrollView, fast deceleration", version: "UIScrollView.DecelerationRate.fast",
      date: "2026-11-21", comparedWith: "the published rate",
      notModelled: "The same as for uikit. Not compared with a recording."),
    physics: ScrollPhysics(decay: .exponential(.fast)), turn: .uikit)
}
