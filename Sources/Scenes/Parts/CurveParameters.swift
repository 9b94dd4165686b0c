internal import Feel
internal import FeelTrace
internal import Stage

/// What the Curves scene is set by, and what it is written as in a program.
enum CurveParameters {
  static let all = [
    Parameter(
      "curve.source", "Source",
      .choice([
        "take", "data", "bounce", "fling", "spring", "ease", "return", "untilEdge", "untilSlow",
        "untilTime",
      ]), default: .choice("take"),
      doc: "The last take in another scene, or the data of --data, and until there is any a "
        + "release between two edges; such a release, one without edges, a spring, an ease; the "
        + "return from past an edge beside a fast run; a release until it passes the target, is "
        + "slow or a time is over, and then what curve.then says."),
    Parameter(
      "curve.then", "Then", .choice(["spring", "ease"]), default: .choice("spring"),
      doc: "What takes a release over at its seam: a spring with its velocity, or an ease, which "
        + "starts by itself.",
      where: Parameter.Condition("curve.source", ["untilEdge", "untilSlow", "untilTime"])),
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
      doc: "Where a spring or an ease ends; the edge until which a release runs."),
    Parameter(
      "curve.duration", "Duration", unit: "s", .number(0.01...10), default: .number(0.6),
      doc: "How long a spring seems to last, or an ease lasts."),
    Parameter(
      "curve.bounce", "Springiness", .number(-0.9...0.95), default: .number(0.3),
      doc: "How far a spring overshoots: 0 does not, below 0 it creeps."),
    Parameter(
      "curve.slow", "Slow", unit: "pt/s", .number(1...20_000), default: .number(400),
      doc: "The speed to which a release slows down before the spring takes over."),
    Parameter(
      "curve.seam", "Seam after", unit: "s", .number(0...10), default: .number(0.25),
      doc: "The time after which the spring takes over from a release."),
    Parameter(
      "curve.ease", "Ease", .choice(["easeInOut", "easeIn", "easeOut", "smoothstep", "linear"]),
      default: .choice("easeInOut"), doc: "The timing curve of an ease."),
    steps,
  ]

  static let steps = Parameter(
    "curve.steps", "Steps", .integer(1...10_000), default: .number(100),
    doc: "How many steps the curve is copied and saved in.")

  /// What each source is made of besides the laws of scrolling; a measured motion is not made of any of them.
  private static let used = [
    "bounce": ["start", "velocity", "minimum", "maximum", "viewport"],
    "fling": ["start", "velocity", "viewport"],
    "spring": ["start", "velocity", "target", "duration", "bounce"],
    "ease": ["start", "target", "duration", "ease"],
    "return": ["start", "target"],
    "untilEdge": joinedUse, "untilSlow": joinedUse + ["slow"], "untilTime": joinedUse + ["seam"],
  ]
  private static let joinedUse = [
    "start", "velocity", "viewport", "target", "duration", "bounce", "then", "ease",
  ]
  private static let laws = Set(ScrollPhysics.parameters.map(\.key))

  /// The keys that change nothing of a source; a measured motion may be compared with what the laws make of it.
  static func idle(for source: String, isCompared: Bool) -> Set<String> {
    let names = used[source] ?? (isCompared ? ["viewport"] : [])
    let usesLaws =
      used[source] == nil ? isCompared : !["spring", "ease", "return"].contains(source)
    let own = Set(all.map(\.key)).subtracting(
      (names + ["source", "steps"]).map { "curve." + $0 })
    return usesLaws ? own : own.union(laws)
  }

  /// The shown motion as lines of Swift to copy; a take and imported data have no formula.
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

  static func ease(of parameters: ParameterSet) -> Ease {
    eases[parameters.choice("curve.ease")] ?? .easeInOut
  }

  private static let eases: [String: Ease] = [
    "linear": .linear, "easeIn": .easeIn, "easeOut": .easeOut, "easeInOut": .easeInOut,
    "smoothstep": .smoothstep,
  ]
}
