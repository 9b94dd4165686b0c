internal import ArgumentParser
internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Glibc
internal import Raster
internal import Stage

/// `curve`: a motion as numbers or a picture.
struct CurveCommand: ParsableCommand {
  enum Format: String, CaseIterable { case csv, json, svg, png }

  static let configuration = CommandConfiguration(
    commandName: "curve",
    abstract: "Compute a motion: position and velocity over time.",
    usage: "feellab curve [<options>] [<take or motion>]",
    discussion: helpText(
      """
      A release needs --velocity. Without edges the motion coasts freely. With --min and --max it \
      bounces at them, and a start outside of them springs back. Nothing is rounded to pixels. A \
      spring and an ease go from --from to --to, both 0 by default. A take of a recording, \
      FILE#NAME or FILE#3, has its own motion, from the press to the rest: of the control that \
      “list FILE” names, which was held or moved last, or of the one named by --control, in its \
      unit.

      A spring, an easing or a deceleration can be given as it is written for another library, in \
      quotes: cubic-bezier(…), linear(…), a CSS keyword, { mass, stiffness, damping }, \
      { tension, friction }, response and dampingFraction, duration and bounce, dampingRatio and \
      stiffness, or the numbers of a decay. The answer is what it comes to, in the words of every \
      library, and the flags that make it the edge spring or the deceleration. What libraries read \
      differently has a reading each. --flags writes those flags alone; with --at, --dt, --plot, \
      --format or --output the motion itself is computed.

      With --rates a pointer moves steadily and then stops at once. For 60 to 1000 samples a \
      second on displays of 60 to 144 frames a second, and for what a program may do with samples \
      before it shows them (none: the newest is shown; linear: a place between two samples, 5 ms \
      before the frame; oneEuro: the 1 € filter, cutoff 1 /s growing by 0.007), three numbers are \
      given in milliseconds of pointer travel: the jitter of steps from frame to frame, the lag \
      behind the pointer, and how far content goes past the stop. A pointer at 1000 px/s moves a \
      pixel per millisecond.
      """,
      examples: [
        "A fling as numbers": "curve --velocity 2000",
        "Here and now, as a text chart": "curve --velocity 2000 --max 300 --plot",
        "Into an edge, as a picture": "curve --velocity 2000 --max 300 -o bounce.png",
        "A spring at three moments":
          "curve --motion spring --to 100 --bounce 0.3 --at 0,0.1,0.2",
        "Another system’s fling, for a program": "curve --velocity 2000 --preset gtk4 --json",
        "The third take of a recording": "curve session.feel#3",
        "What a spring of another library is": "curve 'tension: 170, friction: 26'",
        "The flags that make it the edge spring":
          "curve 'spring(duration: 0.5, bounce: 0.2)' --flags",
        "How input rates and frame rates go together": "curve --rates -o rates.png",
      ]))

  @Argument(
    help: ArgumentHelp(
      "A take of a recording, FILE#NAME or FILE#3, or a motion as another library writes it.",
      valueName: "take or motion"),
    completion: Completions.recordings)
  var take: String?

  @Flag(help: "Of a written motion: the flags that make it the edge spring or the deceleration.")
  var flags = false

  @Option(
    "Which reading of a written motion, by its number or library; default: the first.",
    value: "name")
  var reading: String?

  @Option("The control of a recorded take; default: the one that “list FILE” names.", value: "name")
  var control: String?

  @Option(
    name: .customLong("motion"), help: "release, spring or ease; default release.",
    completion: Completions.choices(CurveKind.self), transform: Values.choice)
  var kind: CurveKind = .release

  @Option(
    "The release velocity, in points per second.", value: "pt/s",
    Values.number(in: -1e9...1e9, unit: " points per second"))
  var velocity: Double?

  @Option(
    name: .customLong("from"), "Where the motion starts, in points.", value: "pt", Values.number)
  var givenStart: Double?

  @Option(name: .customLong("min"), "The lower edge.", value: "pt", Values.number)
  var minimum: Double?

  @Option(name: .customLong("max"), "The upper edge.", value: "pt", Values.number)
  var maximum: Double?

  @Option(
    "The viewport’s length, which the rubber band and some bounces depend on; default 600.",
    value: "pt", Values.positive)
  var viewport: Double?

  @OptionGroup var ends: CurveEnds

  @Option(
    name: .customLong("at"), "The moments to compute, in seconds: 0,0.1,0.2.", value: "t,t,…",
    Values.numbers)
  var moments: [Double]?

  @Option(
    name: .customLong("dt"), "The time from sample to sample.", value: "seconds", Values.positive)
  var step: Double?

  @Option(
    help: "csv, json, svg or png; default: from the output’s ending, or csv.",
    completion: Completions.choices(Format.self), transform: Values.choice)
  var format: Format?

  @Flag(help: "As JSON, like --format json.")
  var json = false

  @Flag(help: "As a text chart, as wide as the terminal.")
  var plot = false

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Where to write.", valueName: "file"),
    completion: .file())
  var output: String = "-"

  @Flag(help: "Report instead how evenly and how late content follows a pointer at common rates.")
  var rates = false

  @OptionGroup var options: PhysicsOptions

  private static let (moments, outputs) = (["--at", "--dt"], ["--plot", "--format", "--output"])

  private static let uses: FlagUses = [
    "--motion release": moments + outputs
      + ["--motion", "--velocity", "--from", "--min", "--max", "--viewport", "--preset", "--set"],
    "--motion spring": moments + outputs
      + ["--motion", "--velocity", "--from", "--to", "--duration", "--bounce"],
    "--motion ease": moments + outputs + ["--motion", "--from", "--to", "--duration", "--ease"],
    "a recorded take": moments + outputs + ["--control"],
    "a motion from another library": moments + outputs
      + ["--reading", "--flags", "--velocity", "--from", "--to", "--duration"],
    "--flags": ["--reading"],
    "--rates": ["--format", "--output"],
  ]

  func validate() throws {
    let use =
      rates
      ? "--rates"
      : isWritten
        ? flags ? "--flags" : "a motion from another library"
        : take != nil ? "a recorded take" : "--motion \(kind.rawValue)"
    try Self.uses.check(use)
    try CommandFailure.refuse([
      "--json and --format both set the format. Leave one out.":
        json && format.map { $0 != .json } ?? false,
      "--plot draws a chart. Leave out --json and --format.": plot && (json || format != nil),
      "--json writes numbers, --output draws them. Leave one out.": rates && json && output != "-",
      "--rates and \(quoted(take ?? "")) ask for two things. Use one.": rates && take != nil,
    ])
  }

  /// Whether the argument is a motion as another library writes it.
  private var isWritten: Bool {
    guard let take, RecordingName(take).take == nil else { return false }
    do { return try MotionNotation.read(take) != nil } catch { return true }
  }

  /// Whether the flags request samples, rather than only an equivalent spring, easing or decay.
  private var isTimed: Bool {
    moments != nil || step != nil || plot || format.map { $0 != .json } ?? false
  }

  private var start: Double { givenStart ?? 0 }

  func run() throws {
    guard !rates else { return try RateTable.write(to: output, asJSON: json || format == .json) }
    let places = [start, ends.target, minimum ?? 0, maximum ?? 0]
    try CommandFailure.refuse([
      "--at and --dt both set the moments. Leave one out.":
        moments != nil && step != nil,
      "Positions must be within 1e9 points.": !places.allSatisfy { abs($0) <= 1e9 },
    ])
    if plot { try FileEnding.requireLetters(output) }
    if let take, isWritten { return try writeNotation(take) }
    if let take { return try write(try TakeMotion(take, of: control)) }
    switch kind {
    case .release: try write(try release())
    case .spring:
      try CommandFailure.refuse([
        "A spring that starts at its end without velocity does not move. Set --to, --from or "
          + "--velocity.": start == ends.target && velocity ?? 0 == 0
      ])
      try write(ends.spring(from: start, velocity: velocity ?? 0))
    case .ease:
      try CommandFailure.refuse([
        "An ease that starts at its end does not move. Set --to or --from.": start == ends.target
      ])
      try write(ends.ease(from: start))
    }
  }

  /// Writes the equivalents of a motion written for another library, or its samples.
  private func writeNotation(_ text: String) throws {
    let written = try WrittenMotion(text, reading)
    guard isTimed || output != "-" else { return try written.write(asJSON: json, asFlags: flags) }
    let target = ends.givenTarget ?? (start == 0 ? 100 : 0)
    try write(
      written.chosen.curve(
        from: start, to: target, velocity: velocity ?? written.chosen.usualVelocity,
        duration: ends.duration ?? 0.6))
  }

  private func release() throws(CommandFailure) -> ScrollMotion {
    guard let velocity else { throw .usage("A release needs --velocity, in points per second.") }
    if let minimum, let maximum, minimum > maximum {
      throw .usage("--min \(minimum) is above --max \(maximum).")
    }
    // An edge that no release reaches.
    let far = 1e13
    let extent = ScrollExtent(
      minimum: minimum ?? -far, maximum: maximum ?? far, viewport: viewport ?? 600)
    let motion = try options.physics().release(from: start, velocity: velocity, in: extent)
    if motion.releaseVelocity != velocity {
      StandardError.say(
        "--velocity \(velocity) counts as \(motion.releaseVelocity) pt/s, the fastest release "
          + "with these parameters.")
    }
    return motion
  }

  private func write(_ motion: some Projector) throws {
    if let step, motion.duration / step > 1e6 {
      throw CommandFailure.usage("--dt \(step) gives over a million samples. Use a longer step.")
    }
    let curve =
      if let moments { Curve(motion, at: moments) } else if let step {
        Curve(motion, every: step)
      } else if motion is TakeMotion { Curve(motion, every: TakeMotion.step) } else {
        Curve(motion)
      }
    let unit = (motion as? TakeMotion)?.unit ?? "pt"
    try File.write(try bytes(curve, motion, unit), to: output)
    let count = curve.points.count
    StandardError.tellWritten(output, plot ? nil : counted(count, "moment"))
  }

  private var chosenFormat: Format {
    get throws(CommandFailure) {
      if let format = json ? .json : format { return format }
      return try FileEnding.format(of: output, unlessNamed: .csv)
    }
  }

  private func bytes(
    _ curve: Curve, _ motion: some Projector, _ unit: String
  ) throws(CommandFailure) -> [UInt8] {
    if plot {
      let columns = Terminal.columns(of: STDOUT_FILENO)
      let plots = Self.plots(of: curve, unit, .light)
      return Array(Plot.text([(plots[0], 10), (plots[1], 6)], columns: columns).utf8)
    }
    let format = try chosenFormat
    switch format {
    case .csv: return Array(curve.csv.utf8)
    case .json: return Array("\(Self.json(of: curve, motion))\n".utf8)
    case .svg, .png:
      return try PictureFile.bytes(CurvePicture.size, isDrawing: format == .svg) {
        CurvePicture.draw(Self.plots(of: curve, unit, $0.theme), on: &$0)
      }
    }
  }

  /// The position and the velocity over time.
  private static func plots(of curve: Curve, _ unit: String, _ theme: Theme) -> [Plot] {
    let stroke = Stroke(width: 2, join: .round, cap: .round)
    let (values, velocities) = (
      curve.points.map { Vector($0.time, $0.value) },
      curve.points.map { Vector($0.time, $0.velocity) }
    )
    return [
      Plot(Curve.valueLabel(unit), unit: "s", [.trace(values, stroke, theme.accent)]),
      Plot(Curve.velocityLabel(unit), unit: "s", [.trace(velocities, stroke, theme.accent)]),
    ]
  }

  /// A motion and its samples; the distance is the whole motion's, whatever moments are sampled.
  private static func json(of curve: Curve, _ motion: some Projector) -> JSON {
    let start = motion.value(at: 0)
    let samples = curve.points.map { JSON.of(["t": $0.time, "x": $0.value, "v": $0.velocity]) }
    return JSON.of([
      "control": (motion as? TakeMotion).map { $0.control }, "duration": motion.duration,
      "distance": motion.finalValue - start, "rest": motion.finalValue, "samples": samples,
    ])
  }
}
