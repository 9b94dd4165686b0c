internal import Feel
internal import FeelTrace
internal import Stage

/// The settings of the Curves scene.
struct CurveSettings: Law {
  enum Source: String, CaseIterable {
    case take, data, bounce, fling, spring, ease, `return`, untilEdge, untilSlow, untilTime
  }

  enum Then: String, CaseIterable {
    case spring, ease
  }

  enum Timing: String, CaseIterable {
    case easeInOut, easeIn, easeOut, smoothstep, linear

    var ease: Ease {
      switch self {
      case .easeInOut: .easeInOut
      case .easeIn: .easeIn
      case .easeOut: .easeOut
      case .smoothstep: .smoothstep
      case .linear: .linear
      }
    }
  }

  private(set) var source = Source.take
  private(set) var then = Then.spring
  private(set) var timing = Timing.easeInOut
  private(set) var (start, velocity, target) = (0.0, 2500.0, 800.0)
  private(set) var (minimum, maximum, viewport) = (0.0, 800.0, 600.0)
  private(set) var (duration, bounce, slow, seam) = (0.6, 0.3, 400.0, 0.25)
  private(set) var steps = CurveSteps()

  var spring: Spring { Spring(duration: duration, bounce: bounce) }

  mutating func walk(_ walk: inout Walk) {
    let place = -100_000.0...100_000.0
    walk.choice(
      "curve.source", "Source", &source,
      doc: "The last take in another scene, or the data of --data, and until there is any a "
        + "release between two edges; such a release, one without edges, a spring, an ease; the "
        + "return from past an edge beside a fast run; a release until it passes the target, is "
        + "slow or a time is over, and then what curve.then says.")
    walk.when("curve.source", is: Source.untilEdge, .untilSlow, .untilTime)
    walk.choice(
      "curve.then", "Then", &then,
      doc: "What takes over from a release at its seam: a spring with its velocity, or an ease, "
        + "which starts from rest.")
    walk.condition = nil
    walk.number(
      "curve.start", "Starts at", unit: "pt", place, &start, doc: "Where the motion starts.")
    walk.number(
      "curve.velocity", "Velocity", unit: "pt/s", -20_000...20_000, &velocity,
      doc: "How fast it starts; an ease starts from rest.")
    walk.number(
      "curve.minimum", "Lower edge", unit: "pt", place, &minimum,
      doc: "The lowest offset at which the content rests; the edges may be given in either order.")
    walk.number(
      "curve.maximum", "Upper edge", unit: "pt", place, &maximum,
      doc: "The highest offset at which the content rests.")
    walk.number(
      "curve.viewport", "Viewport", unit: "pt", 1...10_000, &viewport,
      doc: "The viewport’s length, which some bounces depend on.")
    walk.number(
      "curve.target", "Target", unit: "pt", place, &target,
      doc: "Where a spring or an ease ends, or the edge at which a release hands over.")
    walk.number(
      "curve.duration", "Duration", unit: "s", 0.01...10, &duration,
      doc: "How long an ease lasts, or a spring appears to.")
    walk.number(
      "curve.bounce", "Springiness", -0.9...0.95, &bounce,
      doc: "How far a spring overshoots: at 0, not at all. Below 0 it creeps.")
    walk.number(
      "curve.slow", "Slow", unit: "pt/s", 1...20_000, &slow,
      doc: "The speed to which a release slows down before the spring takes over.")
    walk.number(
      "curve.seam", "Seam after", unit: "s", 0...10, &seam,
      doc: "The time after which the spring takes over from a release.")
    walk.choice("curve.ease", "Ease", &timing, doc: "The timing curve of an ease.")
    steps.walk(&walk)
  }
}

/// The settings of a user-defined curve, apart from its motion.
struct CurveSteps: Law {
  private(set) var count = 100

  mutating func walk(_ walk: inout Walk) {
    walk.integer(
      "curve.steps", "Steps", 1...10_000, &count,
      doc: "How many steps a copied or saved curve has.")
  }
}

/// Which parameters a Curves source uses, and the Swift code of its motion.
enum CurveParameters {
  /// The settings that each source uses, apart from the scroll laws; a measured motion uses none.
  private static let used: [CurveSettings.Source: [String]] = [
    .bounce: ["start", "velocity", "minimum", "maximum", "viewport"],
    .fling: ["start", "velocity", "viewport"],
    .spring: ["start", "velocity", "target", "duration", "bounce"],
    .ease: ["start", "target", "duration", "ease"],
    .return: ["start", "target"],
    .untilEdge: joinedUse, .untilSlow: joinedUse + ["slow"], .untilTime: joinedUse + ["seam"],
  ]
  private static let all = Set(CurveSettings().parameters.map(\.key))
  private static let joinedUse = [
    "start", "velocity", "viewport", "target", "duration", "bounce", "then", "ease",
  ]
  private static let laws = Set(ScrollPhysics.parameters.map(\.key))

  /// The keys without effect on a source; a measured motion may be compared with the laws.
  static func idle(for source: CurveSettings.Source, isCompared: Bool) -> Set<String> {
    let names = used[source] ?? (isCompared ? ["viewport"] : [])
    let usesLaws =
      used[source] == nil ? isCompared : ![.spring, .ease, .return].contains(source)
    let own = all.subtracting((names + ["source", "steps"]).map { "curve." + $0 })
    return usesLaws ? own : own.union(laws)
  }

  /// The shown motion as Swift code to copy; a take and imported data have no formula.
  static let code: [CodeLine] =
    [.physics]
    + ["take", "data", "bounce"].map { source in
      CodeLine(
        where: "curve.source", is: source,
        release("min({curve.minimum}, {curve.maximum})", "max({curve.minimum}, {curve.maximum})"))
    } + [
      CodeLine(where: "curve.source", is: "fling", release("-1e13", "1e13")),
      CodeLine(
        where: "curve.source", is: "spring",
        """
        let motion = SpringMotion(
          Spring(duration: {curve.duration}, bounce: {curve.bounce}), from: {curve.start},
          velocity: {curve.velocity}, to: {curve.target})
        print(Curve(motion, steps: {curve.steps}).csv)
        """),
      CodeLine(
        where: "curve.source", is: "ease",
        """
        let motion = EaseMotion(
          from: {curve.start}, to: {curve.target}, duration: {curve.duration}, ease: .{curve.ease})
        print(Curve(motion, steps: {curve.steps}).csv)
        """),
      CodeLine(
        where: "curve.source", is: "return",
        """
        let motion = SpringMotion(
          .edge, from: {curve.start},
          velocity: Spring.edge.angularFrequency * ({curve.target} - {curve.start}),
          to: {curve.target})
        print(Curve(motion, steps: {curve.steps}).csv)
        """),
    ]
    + [
      ("untilEdge", ".place({curve.target})"), ("untilSlow", ".speed({curve.slow})"),
      ("untilTime", ".time({curve.seam})"),
    ].flatMap { source, seam in
      [
        joined(
          source, at: seam, "spring", "Spring(duration: {curve.duration}, bounce: {curve.bounce})"),
        joined(source, at: seam, "ease", ".{curve.ease}, lasting: {curve.duration}"),
      ]
    }

  private static func joined(
    _ source: String, at seam: String, _ word: String, _ next: String
  ) -> CodeLine {
    CodeLine(
      where: ["curve.source": source, "curve.then": word],
      """
      var law = physics
      law.pixelLanding = .none
      let run = law.release(
        from: {curve.start}, velocity: {curve.velocity},
        in: ScrollExtent(minimum: -1e13, maximum: 1e13, viewport: {curve.viewport})
      ).sequence[0]
      let motion = try MotionSequence(
        run, until: \(seam), then: \(next),
        to: {curve.target})
      print(Curve(motion, steps: {curve.steps}).csv)
      """)
  }

  private static func release(_ minimum: String, _ maximum: String) -> String {
    """
    var law = physics
    law.pixelLanding = .none
    let motion = law.release(
      from: {curve.start}, velocity: {curve.velocity},
      in: ScrollExtent(
        minimum: \(minimum), maximum: \(maximum),
        viewport: {curve.viewport}))
    print(Curve(motion, steps: {curve.steps}).csv)
    """
  }
}
