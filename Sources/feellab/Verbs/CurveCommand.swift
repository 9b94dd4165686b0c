internal import ArgumentParser
internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Glibc
internal import Raster
internal import Stage

/// `curve`: a motion as numbers or a picture.
struct CurveCommand: ParsableCommand {
  /// What a curve is written as.
  enum Format: String, CaseIterable { case csv, json, svg, png }

  static let configuration = CommandConfiguration(
    commandName: "curve",
    abstract: "Compute a motion: position and velocity over time.",
    usage: "feellab curve [<options>] [<take>]",
    discussion: helpText(
      """
      A release needs --velocity. Without edges the motion runs out freely. With --min and --max it \
      bounces at them, and a start outside of them springs back. Nothing is rounded to pixels. A \
      spring and an ease go from --from to --to, each 0 unless named. A take of a recording, FILE#NAME \
      or FILE#3, has a motion of its own, from the press to the rest: of the control that “list FILE” \
      names, which was held or set going last, or of the one that --control names, in its unit.

      With --rates a pointer goes steadily and then stops at once. For 60 to 1000 samples a second on \
      displays of 60 to 144 frames a second, and for what a program may do with samples before it \
      shows them (none: the newest is shown; linear: a place between two samples, 5 ms before the \
      frame; oneEuro: the 1 € filter, cutoff 1 /s growing by 0.007), three numbers are given in \
      milliseconds of the pointer's way: the jitter of steps from frame to frame, the lag behind the \
      pointer, and how far content goes past the stop. A pointer of 1000 px/s goes a pixel in a \
      millisecond.
      """,
      examples: [
        "A fling as numbers": "curve --velocity 2000",
        "Here and now, as a text chart": "curve --velocity 2000 --max 300 --plot",
        "Into an edge, as a picture": "curve --velocity 2000 --max 300 -o bounce.png",
        "A spring at three moments":
          "curve --motion spring --to 100 --bounce 0.3 --at 0,0.1,0.2",
        "Another system's fling, for a program": "curve --velocity 2000 --preset gtk4 --json",
        "The third take of a recording": "curve session.feel#3",
        "How input rates and frame rates go together": "curve --rates -o rates.png",
      ]))

  @Argument(
    help: ArgumentHelp("A take of a recording: FILE#NAME or FILE#3.", valueName: "take"),
    completion: Completions.recordings)
  var take: String?

  @Option(
    "The control of a recorded take; the one that “list FILE” names unless given.", value: "name")
  var control: String?

  @Option(
    name: .customLong("motion"), help: "release, spring or ease; release unless named.",
    completion: Completions.choices(CurveKind.self), transform: Values.choice)
  var kind: CurveKind = .release

  @Option(
    "The release velocity, in points a second.", value: "pt/s",
    Values.number(in: -1e9...1e9, unit: " points a second"))
  var velocity: Double?

  @Option(
    name: .customLong("from"), "Where the motion starts, in points.", value: "pt", Values.number)
  var givenStart: Double?

  @Option(name: .customLong("min"), "The lower edge.", value: "pt", Values.number)
  var minimum: Double?

  @Option(name: .customLong("max"), "The upper edge.", value: "pt", Values.number)
  var maximum: Double?

  @Option(
    "The viewport's length, which the rubber band and some bounces depend on; 600 unless named.",
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
    help: "csv, json, svg or png; unless named, what the output's name ends with, or csv.",
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

  @Flag(help: "Tell instead how evenly and how late content follows a pointer at common rates.")
  var rates = false

  @OptionGroup var options: PhysicsOptions

  func validate() throws {
    let isOther = kind != .release || givenStart != nil || partial.contains { $0.isGiven }
    let isTimed = moments != nil || step != nil || plot || format.map { $0 != .json } ?? false
    try ValidationError.refuse([
      "--json and --format name two formats; leave one of them out.":
        json && format.map { $0 != .json } ?? false,
      "--plot draws a chart; leave --json and --format out.": plot && (json || format != nil),
      "A recorded take is not computed: leave out the flags that describe a motion.":
        take != nil && isOther,
      "--control goes with a recorded take: name it, as in FILE#1.":
        control != nil && take == nil,
      "--rates goes with --json or --output alone: leave the rest out.":
        rates && (isOther || isTimed || take != nil),
      "--json writes numbers and --output draws them; leave one of them out.":
        rates && json && output != "-",
    ])
    for flag in partial where flag.isGiven && !flag.kinds.contains(kind) {
      let kinds = flag.kinds.map(\.rawValue).joined(separator: " or ")
      throw ValidationError(
        "\(flag.name) goes with --motion \(kinds): \(kind.words) has no use for it.")
    }
  }

  /// The flags that some kinds of motion have no use for.
  private var partial: [(name: String, isGiven: Bool, kinds: [CurveKind])] {
    [
      ("--velocity", velocity != nil, [.release, .spring]),
      ("--min", minimum != nil, [.release]), ("--max", maximum != nil, [.release]),
      ("--viewport", viewport != nil, [.release]),
      ("--preset", options.named != nil, [.release]),
      ("--set", !options.settings.isEmpty, [.release]),
      ("--to", ends.givenTarget != nil, [.spring, .ease]),
      ("--duration", ends.duration != nil, [.spring, .ease]),
      ("--bounce", ends.bounce != nil, [.spring]), ("--ease", ends.ease != nil, [.ease]),
    ]
  }

  private var start: Double { givenStart ?? 0 }

  func run() throws {
    guard !rates else { return try RateTable.write(to: output, asJSON: json || format == .json) }
    let places = [start, ends.target, minimum ?? 0, maximum ?? 0]
    try CommandFailure.refuse([
      "--at and --dt both name the moments; leave one of them out.":
        moments != nil && step != nil,
      "Places lie within a thousand million points.": !places.allSatisfy { abs($0) <= 1e9 },
    ])
    if plot { try FileEnding.requireLetters(output) }
    if let take { return try write(try TakeMotion(take, of: control)) }
    switch kind {
    case .release: try write(try release())
    case .spring:
      try CommandFailure.refuse([
        "A spring that starts at its end without a velocity does not move: name --to, --from or "
          + "--velocity.": start == ends.target && velocity ?? 0 == 0
      ])
      try write(ends.spring(from: start, velocity: velocity ?? 0))
    case .ease:
      try CommandFailure.refuse([
        "An ease that starts at its end does not move: name --to or --from.": start == ends.target
      ])
      try write(ends.ease(from: start))
    }
  }

  private func release() throws(CommandFailure) -> ScrollMotion {
    guard let velocity else { throw .usage("A release needs --velocity, in points a second.") }
    if let minimum, let maximum, minimum > maximum {
      throw .usage("--min \(minimum) lies above --max \(maximum).")
    }
    // No release gets as far as this, so it is no edge.
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
      throw CommandFailure.usage("--dt \(step) makes over a million samples; take a longer one.")
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

  /// The position over time, and the velocity.
  private static func plots(of curve: Curve, _ unit: String, _ theme: Theme) -> [Plot] {
    let stroke = Stroke(width: 2, join: .round, cap: .round)
    let (values, velocities) = (
      curve.points.map { Vector($0.time, $0.value) },
      curve.points.map { Vector($0.time, $0.velocity) }
    )
    return [
      Plot(Curve.valueLabel(unit), unit: "s", [.trace(values, stroke, theme.accent)]),
      Plot(Curve.velocityLabel(unit), unit: "s", [.trace(velocities, stroke, theme.velocity)]),
    ]
  }

  /// A motion and its samples; the distance is the whole motion's, whichever moments were asked for.
  private static func json(of curve: Curve, _ motion: some Projector) -> JSON {
    let start = motion.value(at: 0)
    let samples = curve.points.map {
      JSON.object(["t": .number($0.time), "x": .number($0.value), "v": .number($0.velocity)])
    }
    return .object([
      "control": (motion as? TakeMotion).map { .text($0.control) } ?? .null,
      "duration": .number(motion.duration),
      "distance": .number(motion.finalValue - start),
      "rest": .number(motion.finalValue),
      "samples": .list(samples),
    ])
  }
}
