internal import ArgumentParser
internal import Feel
internal import FeelTrace
internal import Lab

/// `check`: whether a preset's or a recorded session's motions hand over without a jump.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Look for jumps in motions, and for tails that nobody sees.",
    discussion: """
      Traces are replayed without a window, and every press, release and end of a motion in them is \
      looked at. Without a trace a preset is checked: releases inside and outside of the edges, slow and fast, in both directions, are followed to \
      their rest. With --switches every preset is put in place of every other, while content is \
      held, on its way or past an edge. Exit status 1 when a position or a velocity jumps where one \
      motion hands over to the next, or a position at a switch.
      """)

  @Argument(help: "Recorded sessions; none to check a preset.")
  var traces: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Switch each preset to each other in so many sequences, 1 to 100000.", valueName: "count"))
  var switches: Int?

  @OptionGroup var options: PhysicsOptions

  private static let extent = ScrollExtent(minimum: 0, maximum: 3000, viewport: 600)
  private static let starts: [Double] = [
    -300, -40, -0.25, 0, 1, 700.5, 1500, 2999, 3000, 3012.5, 3400,
  ]
  private static let speeds: [Double] = [0, 3, 9.9, 25, 120, 555.5, 1300, 4000, 9000, 30_000]

  func validate() throws {
    guard traces.isEmpty || (options.preset == "uikit" && options.settings.isEmpty) else {
      throw ValidationError("A trace has laws of its own; leave --preset and --set out.")
    }
    guard
      switches == nil || (traces.isEmpty && options.preset == "uikit" && options.settings.isEmpty)
    else { throw ValidationError("--switches takes all presets; leave the rest out.") }
    if let switches, !(1...100_000).contains(switches) {
      throw ValidationError("--switches is a whole number from 1 to 100000, not \(switches).")
    }
  }

  func run() throws {
    if let switches { return try checkSwitches(switches) }
    guard traces.isEmpty else { return try checkTraces() }
    let physics = try options.physics()
    let checker = HandOffChecker(physics: physics, scale: Self.extent.scale)
    var counts: [HandOff.Verdict: Int] = [:]
    var (report, motions, longest) = ("", 0, (tail: 0.0, start: 0.0, velocity: 0.0))
    for start in Self.starts {
      for velocity in Self.speeds.flatMap({ $0 == 0 ? [0] : [$0, -$0] }) {
        let motion = physics.release(from: start, velocity: velocity, in: Self.extent)
        motions += 1
        let released = MotionState(value: start, velocity: motion.releaseVelocity)
        for handOff in checker.check(motion, released: released) {
          counts[handOff.verdict, default: 0] += 1
          guard handOff.verdict == .jump else { continue }
          report += "from \(start) pt at \(velocity) pt/s: at \(handOff.time) s the position jumps "
          report += "by \(handOff.valueJump) pt, the velocity by \(handOff.velocityJump) pt/s\n"
        }
        let tail = checker.quietTail(of: motion, threshold: checker.restThreshold)
        if tail > longest.tail { longest = (tail, start, velocity) }
      }
    }
    let jumps = counts[.jump] ?? 0
    report +=
      "\(options.preset): \(motions) motions, \(counts[.continuous] ?? 0) hand-offs without "
    report += "a jump, \(counts[.rest] ?? 0) rests, \(counts[.knownDeparture] ?? 0) departures by "
    report += "design, \(jumps) jumps\n"
    report += "longest tail within \(checker.restThreshold) pt of its rest: "
    report += "\(Self.rounded(longest.tail)) s, from \(longest.start) pt at "
    report += "\(longest.velocity) pt/s\n"
    try StandardOutput.write(report)
    guard jumps == 0 else { throw CommandFailure(.checkFailed, "") }
  }

  private func checkSwitches(_ sequences: Int) throws {
    var (report, pairs, jumps) = ("", 0, 0)
    for first in ScrollPreset.all {
      for second in ScrollPreset.all where second != first {
        let checker = SwitchChecker(from: first.physics, to: second.physics)
        pairs += 1
        for index in 0..<sequences {
          guard let jump = checker.jump(inSequence: index) else { continue }
          jumps += 1
          report +=
            "\(first.id) to \(second.id), sequence \(index): with the \(jump.cause.rawValue) "
          report += "from \(jump.before) to \(jump.after) pt\n"
        }
      }
    }
    report += "\(pairs) pairs of presets, \(pairs * sequences) sequences, \(jumps) jumps\n"
    try StandardOutput.write(report)
    guard jumps == 0 else { throw CommandFailure(.checkFailed, "") }
  }

  private func checkTraces() throws {
    var jumps = 0
    for path in traces {
      var lines = try TraceLines(path)
      var watch = HandOffWatch(try lines.file.session())
      var end = Instant.zero
      while let entry = try lines.next() {
        end = entry.time
        switch entry.content {
        case .event(let event): watch.handle(event)
        case .state(let time, _): watch.advance(to: time)
        case .take: break
        }
      }
      watch.advance(to: end)
      try StandardOutput.write(Self.report(watch, path))
      jumps += watch.jumps.count
    }
    guard jumps == 0 else { throw CommandFailure(.checkFailed, "") }
  }

  private static func report(_ watch: HandOffWatch, _ path: String) -> String {
    var report = ""
    for jump in watch.jumps {
      report +=
        "\(shown(path)): at \(jump.time.seconds) s, with \(jump.cause), the \(jump.control) jumps "
      report += "by \(jump.handOff.valueJump), its velocity by \(jump.handOff.velocityJump)\n"
    }
    report +=
      "\(shown(path)): \(watch.motions) motions, \(watch.counts[.continuous] ?? 0) hand-offs "
    report += "without a jump, \(watch.counts[.rest] ?? 0) rests, "
    report += "\(watch.counts[.knownDeparture] ?? 0) departures by design, "
    report += "\(watch.jumps.count) jumps; longest tail \(rounded(watch.longestTail)) s\n"
    return report
  }

  private static func rounded(_ seconds: Double) -> Double { (seconds * 1000).rounded() / 1000 }
}
