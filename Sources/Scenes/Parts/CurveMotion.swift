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

  var duration: Double {
    switch self {
    case .single(let motion): motion.duration
    case .scroll(let motion): motion.duration
    case .joined(let motion): motion.duration
    case .measured(let motion): motion.duration
    }
  }

  func value(at elapsed: Double) -> Double {
    switch self {
    case .single(let motion): motion.value(at: elapsed)
    case .scroll(let motion): motion.value(at: elapsed)
    case .joined(let motion): motion.value(at: elapsed)
    case .measured(let motion): motion.value(at: elapsed)
    }
  }

  func velocity(at elapsed: Double) -> Double {
    switch self {
    case .single(let motion): motion.velocity(at: elapsed)
    case .scroll(let motion): motion.velocity(at: elapsed)
    case .joined(let motion): motion.velocity(at: elapsed)
    case .measured(let motion): motion.velocity(at: elapsed)
    }
  }

  var finalVelocity: Double {
    switch self {
    case .single(let motion): motion.finalVelocity
    case .scroll(let motion): motion.finalVelocity
    case .joined(let motion): motion.finalVelocity
    case .measured(let motion): motion.finalVelocity
    }
  }
}
