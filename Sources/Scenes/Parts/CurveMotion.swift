internal import Feel

/// Any motion that the Curves scene shows.
indirect enum CurveMotion: Projector, Hashable {
  /// A single motion.
  case single(Motion)
  /// The whole of a scroll's free motion.
  case scroll(ScrollMotion)
  /// Motions joined at a seam.
  case joined(MotionSequence)
  /// What was measured.
  case measured(MeasuredMotion)
  /// A projector of somebody else's.
  case own(OwnMotion)

  var duration: Double {
    switch self {
    case .single(let motion): motion.duration
    case .scroll(let motion): motion.duration
    case .joined(let motion): motion.duration
    case .measured(let motion): motion.duration
    case .own(let motion): motion.base.duration
    }
  }

  func value(at elapsed: Double) -> Double {
    switch self {
    case .single(let motion): motion.value(at: elapsed)
    case .scroll(let motion): motion.value(at: elapsed)
    case .joined(let motion): motion.value(at: elapsed)
    case .measured(let motion): motion.value(at: elapsed)
    case .own(let motion): motion.base.value(at: elapsed)
    }
  }

  func velocity(at elapsed: Double) -> Double {
    switch self {
    case .single(let motion): motion.velocity(at: elapsed)
    case .scroll(let motion): motion.velocity(at: elapsed)
    case .joined(let motion): motion.velocity(at: elapsed)
    case .measured(let motion): motion.velocity(at: elapsed)
    case .own(let motion): motion.base.velocity(at: elapsed)
    }
  }

  var finalVelocity: Double {
    switch self {
    case .single(let motion): motion.finalVelocity
    case .scroll(let motion): motion.finalVelocity
    case .joined(let motion): motion.finalVelocity
    case .measured(let motion): motion.finalVelocity
    case .own(let motion): motion.base.finalVelocity
    }
  }
}

/// A projector of any type, which is another one where its own type says so.
struct OwnMotion: Hashable, Sendable {
  let base: any Projector & Hashable

  init(_ base: any Projector & Hashable) { self.base = base }

  static func == (a: OwnMotion, b: OwnMotion) -> Bool { AnyHashable(a.base) == AnyHashable(b.base) }

  func hash(into hasher: inout Hasher) { AnyHashable(base).hash(into: &hasher) }
}
