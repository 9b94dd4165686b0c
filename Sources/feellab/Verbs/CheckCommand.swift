internal import ArgumentParser
internal import Feel

/// `check`: whether a preset's motions hand over without a jump.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Look for jumps in a preset's motions, and for tails that nobody sees.",
    discussion: """
      Releases inside and outside of the edges, slow and fast, in both directions, are followed to \
      their rest. Exit status 1 when a position or a velocity jumps where one motion hands over to \
      the next.
      """)

  @OptionGroup var options: PhysicsOptions

  private static let extent = ScrollExtent(minimum: 0, maximum: 3000, viewport: 600)
  private static let starts: [Double] = [
    -300, -40, -0.25, 0, 1, 700.5, 1500, 2999, 3000, 3012.5, 3400,
  ]
  private static let speeds: [Double] = [0, 3, 9.9, 25, 120, 555.5, 1300, 4000, 9000, 30_000]

  func run() throws {
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
    report += "\((longest.tail * 1000).rounded() / 1000) s, from \(longest.start) pt at "
    report += "\(longest.velocity) pt/s\n"
    try StandardOutput.write(report)
    guard jumps == 0 else { throw CommandFailure(.checkFailed, "") }
  }
}
