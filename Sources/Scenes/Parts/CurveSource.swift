internal import Feel
internal import FeelTrace
internal import Stage

/// The content of the Curves scene: a motion, its name, and reference levels.
struct CurveSource: Hashable {
  /// A horizontal line across the position plot.
  struct Level: Hashable {
    let name: String
    let value: Double
  }

  /// The time from which the motion is of another kind.
  struct Phase: Hashable {
    let start: Double
    let state: ControlState
  }

  /// Another motion to compare with.
  struct Comparison: Hashable {
    let name: String
    /// When it starts, in seconds of the first one.
    let start: Double
    let motion: CurveMotion
  }

  let title: String
  let motion: CurveMotion
  /// The unit of its values, or empty.
  var unit = "pt"
  var levels: [Level] = []
  /// Where the content can rest, for a motion between edges.
  var edges: ClosedRange<Double>?
  /// The phases of the motion, in order; the first starts at 0.
  var phases: [Phase] = []
  /// The measurements, if they are not the motion itself.
  var points: [Curve.Point] = []
  var measuresVelocity = false
  /// A remark on the motion, apart from its length.
  var remark: String?
  var comparison: Comparison?
  /// The number of steps for writing the motion down.
  var steps = 100
  /// The keys of the parameters without effect on it.
  private(set) var idleParameters: Set<String> = []

  /// The decimals that distinguish its values at a glance.
  var decimals: Int { unit.isEmpty ? 3 : 1 }

  init(_ stage: Stage) {
    let parameters = stage.parameters
    let settings = parameters.settings(CurveSettings())
    // Until something is measured, use the release between edges instead.
    var made = settings.source
    switch made {
    case .take where stage.gesture != nil, .data where stage.data != nil:
      self = MeasuredCurve(on: stage).source
    case .fling: self.init(releaseOf: settings, parameters, isBounded: false)
    case .spring: self.init(springOf: settings)
    case .ease: self.init(easeOf: settings)
    case .return: self.init(returnOf: settings)
    case .untilEdge:
      self.init(
        joined: settings, parameters, Words.untilEdge, .bouncing, at: .place(settings.target))
    case .untilSlow:
      self.init(joined: settings, parameters, Words.untilSlow, .snapping, at: .speed(settings.slow))
    case .untilTime:
      self.init(joined: settings, parameters, Words.untilTime, .snapping, at: .time(settings.seam))
    case .take, .data, .bounce:
      self.init(releaseOf: settings, parameters, isBounded: true)
      if made != .bounce { (made, remark) = (.bounce, Words.releaseInstead(of: "\(made)")) }
    }
    steps = settings.steps.count
    idleParameters = CurveParameters.idle(for: made, isCompared: comparison != nil)
  }

  init(_ title: String, _ motion: CurveMotion, unit: String = "pt") {
    (self.title, self.motion, self.unit) = (title, motion, unit)
  }

  private init(releaseOf settings: CurveSettings, _ parameters: ParameterSet, isBounded: Bool) {
    let (low, high) = (settings.minimum, settings.maximum)
    let edges = isBounded ? min(low, high)...max(low, high) : nil
    let release = Self.physics(of: parameters).release(
      from: settings.start, velocity: settings.velocity, in: Self.extent(edges, parameters))
    self.init(
      Words.release(isBounded: isBounded, parameters.preset.shownTitle), CurveMotion(release))
    phases = Self.phases(of: release)
    bound(by: edges)
  }

  private init(springOf settings: CurveSettings) {
    let target = settings.target
    let motion = SpringMotion(
      settings.spring, from: settings.start, velocity: settings.velocity, to: target)
    self.init(Words.spring, CurveMotion(motion))
    levels = [Level(name: Words.target, value: target)]
    phases = [Phase(start: 0, state: .snapping)]
  }

  private init(easeOf settings: CurveSettings) {
    let target = settings.target
    let motion = EaseMotion(
      from: settings.start, to: target, duration: settings.duration, ease: settings.timing.ease)
    self.init(Words.ease("\(settings.timing)"), CurveMotion(motion))
    levels = [Level(name: Words.target, value: target)]
    phases = [Phase(start: 0, state: .programmatic)]
  }

  /// The exponential return of content released past an edge, x = d·e^(−ωt), beside the fast
  /// deceleration towards the edge: the answer to docs/ten-times.md.
  private init(returnOf settings: CurveSettings) {
    let (start, target) = (settings.start, settings.target)
    let spring = Spring.edge
    let motion = SpringMotion(
      spring, from: start, velocity: spring.angularFrequency * (target - start), to: target)
    self.init(Words.letGoPastEdge, CurveMotion(motion))
    let rate = DecelerationRate.fast
    let run = Deceleration(
      from: start, velocity: rate.decayPerSecond * (target - start), rate: rate)
    comparison = Comparison(name: Words.fastRun, start: 0, motion: CurveMotion(run))
    levels = [Level(name: Words.edge, value: target)]
    phases = [Phase(start: 0, state: .bouncing)]
  }

  /// The laws' free run until a seam, then a spring or an ease; without such a seam, the run and
  /// the reason.
  private init(
    joined settings: CurveSettings, _ parameters: ParameterSet, _ title: String,
    _ after: ControlState, at seam: Seam
  ) {
    let run = Self.physics(of: parameters).release(
      from: settings.start, velocity: settings.velocity, in: Self.extent(nil, parameters)
    ).sequence[0]
    let target = settings.target
    let start = Phase(start: 0, state: .decelerating)
    let eases = settings.then == .ease
    do throws(SeamError) {
      let joined =
        eases
        ? try MotionSequence(
          run, until: seam, then: settings.timing.ease, lasting: settings.duration, to: target)
        : try MotionSequence(run, until: seam, then: settings.spring, to: target)
      self.init(Words.joined(title, eases: eases), CurveMotion(joined))
      phases = [start, Phase(start: joined.startTime(of: 1), state: after)]
    } catch {
      self.init(Words.freeRun(parameters.preset.shownTitle), CurveMotion(run))
      // Use the same minus sign as all drawn numbers.
      (phases, remark) = ([start], error.message.replacing(" -", with: " −"))
    }
    levels = [Level(name: Words.target, value: target)]
  }

  /// The scroll laws, without rounding to pixels.
  static func physics(of parameters: ParameterSet) -> ScrollPhysics {
    var physics = parameters.physics
    physics.pixelLanding = .none
    return physics
  }

  /// Where a release may come to rest, by default on a device of one pixel per point: a formula
  /// does not depend on the device.
  static func extent(
    _ edges: ClosedRange<Double>?, _ parameters: ParameterSet, scale: Double = 1
  ) -> ScrollExtent {
    // Out of reach of any release, so not an edge.
    let far = 1e13
    return ScrollExtent(
      minimum: edges?.lowerBound ?? -far, maximum: edges?.upperBound ?? far,
      viewport: parameters.settings(CurveSettings()).viewport, scale: scale)
  }

  static func phases(of release: ScrollMotion) -> [Phase] {
    (0..<release.sequence.count).map { index in
      let start = release.sequence.startTime(of: index)
      return Phase(start: start, state: ControlState(release.phase(at: start)))
    }
  }

  mutating func bound(by edges: ClosedRange<Double>?) {
    self.edges = edges
    guard let edges else { return }
    levels = [
      Level(name: Words.lowerEdge, value: edges.lowerBound),
      Level(name: Words.upperEdge, value: edges.upperBound),
    ]
  }
}

extension ControlState {
  /// The control's state in a phase of a scroll.
  init(_ phase: ScrollMotion.Phase) {
    self =
      switch phase {
      case .decelerating: .decelerating
      case .bouncing: .bouncing
      case .snapping: .snapping
      case .programmatic: .programmatic
      }
  }
}
