internal import Feel
internal import FeelTrace
internal import Lab

/// What the Curves scene shows: a motion, its name, and the levels that its values are held against.
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

  let title: String
  let motion: CurveMotion
  /// The unit of its values, or nothing.
  var unit = "pt"
  var levels: [Level] = []
  /// Where the content rests, for a motion between edges.
  var edges: ClosedRange<Double>?
  /// The kinds of motion, one after another; the first starts at 0.
  var phases: [Phase]
  /// How many steps the motion is written down in.
  let steps: Int

  /// How many decimals its values are told apart by at a glance.
  var decimals: Int { unit.isEmpty ? 3 : 1 }

  static let parameters = [
    Parameter(
      "curve.source", "Source", .choice(["gesture", "bounce", "fling", "spring", "ease"]),
      default: .choice("gesture"),
      doc: "The last gesture in another scene, or a release between two edges until there is one; "
        + "such a release, one without edges, a spring, an ease."),
    Parameter(
      "curve.start", "Starts at", unit: "pt", .number(-100_000...100_000), default: .number(0),
      doc: "Where the motion starts."),
    Parameter(
      "curve.velocity", "Velocity", unit: "pt/s", .number(-20_000...20_000),
      default: .number(2500), doc: "How fast it starts; an ease starts by itself."),
    Parameter(
      "curve.minimum", "Lower edge", unit: "pt", .number(-100_000...100_000), default: .number(0),
      doc: "The least offset at which the content rests; the edges may be given in either order."),
    Parameter(
      "curve.maximum", "Upper edge", unit: "pt", .number(-100_000...100_000),
      default: .number(800), doc: "The greatest offset at which the content rests."),
    Parameter(
      "curve.viewport", "Viewport", unit: "pt", .number(1...10_000), default: .number(600),
      doc: "The viewport's length, which some bounces depend on."),
    Parameter(
      "curve.target", "Target", unit: "pt", .number(-100_000...100_000), default: .number(800),
      doc: "Where a spring or an ease ends."),
    Parameter(
      "curve.duration", "Duration", unit: "s", .number(0.01...10), default: .number(0.6),
      doc: "How long a spring seems to last, or an ease lasts."),
    Parameter(
      "curve.bounce", "Springiness", .number(-0.9...0.95), default: .number(0.3),
      doc: "How far a spring overshoots: 0 does not, below 0 it creeps."),
    Parameter(
      "curve.ease", "Ease", .choice(["easeInOut", "easeIn", "easeOut", "smoothstep", "linear"]),
      default: .choice("easeInOut"), doc: "The timing curve of an ease."),
    Parameter(
      "curve.steps", "Steps", .integer(1...10_000), default: .number(100),
      doc: "How many steps the curve is copied and saved in."),
  ]

  init(_ stage: Stage) {
    let parameters = stage.parameters
    switch parameters.choice("curve.source") {
    case "gesture":
      if let gesture = stage.gesture {
        self.init(gesture, steps: Self.steps(parameters))
      } else {
        self.init(releaseOf: parameters, scale: stage.scale, isBounded: true)
      }
    case "bounce": self.init(releaseOf: parameters, scale: stage.scale, isBounded: true)
    case "fling": self.init(releaseOf: parameters, scale: stage.scale, isBounded: false)
    case "spring": self.init(springOf: parameters)
    default: self.init(easeOf: parameters)
    }
  }

  private init(_ gesture: GestureTrack, steps: Int) {
    title = "Last gesture · \(gesture.control)"
    let points = gesture.samples.map {
      Curve.Point(time: $0.time, value: $0.position, velocity: $0.velocity)
    }
    motion = .measured(MeasuredMotion(points))
    (unit, self.steps) = (gesture.unit, steps)
    phases = []
    for sample in gesture.samples.dropLast() where phases.last?.state != sample.state {
      phases.append(Phase(start: sample.time, state: sample.state))
    }
    bound(by: gesture.bounds)
  }

  private init(releaseOf parameters: ParameterSet, scale: Double, isBounded: Bool) {
    title =
      (isBounded ? "Release between edges · " : "Release without edges · ") + parameters.preset.id
    let (low, high) = (parameters.number("curve.minimum"), parameters.number("curve.maximum"))
    let edges = isBounded ? min(low, high)...max(low, high) : nil
    // No release gets as far as this, so it is no edge.
    let far = 1e13
    let extent = ScrollExtent(
      minimum: edges?.lowerBound ?? -far, maximum: edges?.upperBound ?? far,
      viewport: parameters.number("curve.viewport"), scale: scale)
    var physics = PhysicsParameters.physics(of: parameters)
    physics.landsOnPixels = false
    let release = physics.release(
      from: parameters.number("curve.start"), velocity: parameters.number("curve.velocity"),
      in: extent)
    motion = .scroll(release)
    phases = (0..<release.sequence.count).map { index in
      let start = release.sequence.startTime(of: index)
      return Phase(start: start, state: ControlState(release.phase(at: start)))
    }
    steps = Self.steps(parameters)
    bound(by: edges)
  }

  private init(springOf parameters: ParameterSet) {
    title = "Spring"
    let target = parameters.number("curve.target")
    let spring = Spring(
      duration: parameters.number("curve.duration"), bounce: parameters.number("curve.bounce"))
    motion = .single(
      .spring(
        SpringMotion(
          spring, from: parameters.number("curve.start"),
          velocity: parameters.number("curve.velocity"), to: target)))
    levels = [Level(name: "target", value: target)]
    phases = [Phase(start: 0, state: .snapping)]
    steps = Self.steps(parameters)
  }

  private init(easeOf parameters: ParameterSet) {
    title = "Ease · " + parameters.choice("curve.ease")
    let target = parameters.number("curve.target")
    motion = .single(
      .ease(
        EaseMotion(
          from: parameters.number("curve.start"), to: target,
          duration: parameters.number("curve.duration"),
          ease: Self.eases[parameters.choice("curve.ease")] ?? .easeInOut)))
    levels = [Level(name: "target", value: target)]
    phases = [Phase(start: 0, state: .programmatic)]
    steps = Self.steps(parameters)
  }

  private mutating func bound(by edges: ClosedRange<Double>?) {
    self.edges = edges
    guard let edges else { return }
    levels = [
      Level(name: "min", value: edges.lowerBound), Level(name: "max", value: edges.upperBound),
    ]
  }

  private static func steps(_ parameters: ParameterSet) -> Int {
    Int(parameters.number("curve.steps"))
  }

  private static let eases: [String: Ease] = [
    "linear": .linear, "easeIn": .easeIn, "easeOut": .easeOut, "easeInOut": .easeInOut,
    "smoothstep": .smoothstep,
  ]
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
