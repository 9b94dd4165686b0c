internal import Feel
internal import FeelTrace
internal import Stage

/// What the Curves scene shows: a motion, its name, and the levels that its values are held
/// against.
struct CurveSource: Hashable {
  /// A line across the plot of positions.
  struct Level: Hashable {
    let name: String
    let value: Double
  }

  /// A time from which on the motion is of another kind.
  struct Phase: Hashable {
    let start: Double
    let state: ControlState
  }

  /// Another motion to hold the first one against.
  struct Comparison: Hashable {
    let name: String
    /// When it sets out, in seconds of the first one.
    let start: Double
    let motion: CurveMotion
  }

  let title: String
  let motion: CurveMotion
  /// The unit of its values, or nothing.
  var unit = "pt"
  var levels: [Level] = []
  /// Where the content rests, for a motion between edges.
  var edges: ClosedRange<Double>?
  /// The kinds of motion, one after another; the first starts at 0.
  var phases: [Phase] = []
  /// What was measured, where that is not the motion itself.
  var points: [Curve.Point] = []
  /// Whether their velocities were measured, too.
  var measuresVelocity = false
  /// What is known of the motion besides its length, in words.
  var remark: String?
  var comparison: Comparison?
  /// How many steps the motion is written down in.
  var steps = 100
  /// The keys of the parameters that change nothing of it.
  private(set) var idleParameters: Set<String> = []

  /// How many decimals its values are told apart by at a glance.
  var decimals: Int { unit.isEmpty ? 3 : 1 }

  init(_ stage: Stage) {
    let parameters = stage.parameters
    let settings = parameters.settings(CurveSettings())
    // Until there is something measured the release between edges stands in for it.
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

  /// The exponential return of content let go past an edge, x = d·e^(−ωt), beside the fast
  /// deceleration that tends to the edge: the answer to docs/ten-times.md.
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

  /// The free run of the laws until a seam, then a spring or an ease; where there is no such seam,
  /// the run and why.
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
      // With the sign that all numbers that are drawn have.
      (phases, remark) = ([start], error.message.replacing(" -", with: " −"))
    }
    levels = [Level(name: Words.target, value: target)]
  }

  /// The laws of scrolling, without rounding to pixels.
  static func physics(of parameters: ParameterSet) -> ScrollPhysics {
    var physics = parameters.physics
    physics.pixelLanding = .none
    return physics
  }

  /// Where a release may come to rest, on a device of one pixel a point unless told otherwise: a
  /// formula is the same on any.
  static func extent(
    _ edges: ClosedRange<Double>?, _ parameters: ParameterSet, scale: Double = 1
  ) -> ScrollExtent {
    // No release gets as far as this, so it is no edge.
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
  /// What a control is doing in a phase of a scroll's motion.
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
