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

  let title: String
  let motion: CurveMotion
  let levels: [Level]
  /// Where the content rests, for a motion between edges.
  let edges: ClosedRange<Double>?
  /// How many steps the motion is written down in.
  let steps: Int

  static let parameters = [
    Parameter(
      "curve.source", "Source", .choice(["bounce", "fling", "spring", "ease"]),
      default: .choice("bounce"),
      doc: "The motion shown: a release between two edges, one without edges, a spring, an ease."),
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

  init(_ parameters: ParameterSet, scale: Double) {
    let start = parameters.number("curve.start")
    let velocity = parameters.number("curve.velocity")
    let target = parameters.number("curve.target")
    let duration = parameters.number("curve.duration")
    let preset = parameters.preset.id
    steps = Int(parameters.number("curve.steps"))
    switch parameters.choice("curve.source") {
    case "spring":
      title = "Spring"
      let spring = Spring(duration: duration, bounce: parameters.number("curve.bounce"))
      motion = .single(
        .spring(SpringMotion(spring, from: start, velocity: velocity, to: target)))
      (levels, edges) = ([Level(name: "target", value: target)], nil)
    case "ease":
      title = "Ease"
      let ease = Self.eases[parameters.choice("curve.ease")] ?? .easeInOut
      motion = .single(.ease(EaseMotion(from: start, to: target, duration: duration, ease: ease)))
      (levels, edges) = ([Level(name: "target", value: target)], nil)
    case let word:
      let isBounded = word == "bounce"
      title = (isBounded ? "Release between edges · " : "Release without edges · ") + preset
      let (low, high) = (parameters.number("curve.minimum"), parameters.number("curve.maximum"))
      edges = isBounded ? min(low, high)...max(low, high) : nil
      // No release gets as far as this, so it is no edge.
      let far = 1e13
      let extent = ScrollExtent(
        minimum: edges?.lowerBound ?? -far, maximum: edges?.upperBound ?? far,
        viewport: parameters.number("curve.viewport"), scale: scale)
      var physics = PhysicsParameters.physics(of: parameters)
      physics.landsOnPixels = false
      motion = .scroll(physics.release(from: start, velocity: velocity, in: extent))
      levels =
        edges.map {
          [Level(name: "min", value: $0.lowerBound), Level(name: "max", value: $0.upperBound)]
        } ?? []
    }
  }

  private static let eases: [String: Ease] = [
    "linear": .linear, "easeIn": .easeIn, "easeOut": .easeOut, "easeInOut": .easeInOut,
    "smoothstep": .smoothstep,
  ]
}
