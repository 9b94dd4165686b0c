internal import Feel

/// Any motion shown in Curves: the engine's, a measured one, or a caller's own.
///
/// Two are equal if their types and their values are.
struct CurveMotion: Projector, Hashable {
  private let base: any Projector & Hashable

  init(_ base: any Projector & Hashable) { self.base = base }

  var duration: Double { base.duration }
  var finalVelocity: Double { base.finalVelocity }

  func value(at elapsed: Double) -> Double { base.value(at: elapsed) }
  func velocity(at elapsed: Double) -> Double { base.velocity(at: elapsed) }

  static func == (a: CurveMotion, b: CurveMotion) -> Bool {
    AnyHashable(a.base) == AnyHashable(b.base)
  }

  func hash(into hasher: inout Hasher) { AnyHashable(base).hash(into: &hasher) }
}
