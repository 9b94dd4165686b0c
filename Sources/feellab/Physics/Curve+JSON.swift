internal import Feel
internal import FeelTrace

extension CurveCommand {
  /// A motion and its samples; the distance is the whole motion's, whichever moments were asked for.
  static func json(of curve: Curve, _ motion: some Projector) -> JSON {
    let start = motion.value(at: 0)
    let samples = curve.points.map {
      JSON.object(["t": .number($0.time), "x": .number($0.value), "v": .number($0.velocity)])
    }
    return .object([
      "control": (motion as? TakeMotion).map { .text($0.control) } ?? .null,
      "duration": .number(motion.duration),
      "distance": .number(motion.finalValue - start),
      "rest": .number(motion.finalValue),
      "samples": .list(samples),
    ])
  }
}
