internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Lab

/// The results of `check` for the motions of a preset or of a recorded session.
struct HandOffReport: Check {
  /// The subject: a preset's id, or a recording's path.
  let subject: String
  /// The number of motions checked.
  private(set) var motions = 0
  private var counts: [HandOff.Verdict: Int] = [:]
  /// The longest tail in seconds, with a description of its motion if helpful.
  private var longestTail = (seconds: 0.0, words: "")
  /// The jumps, each as a sentence and as JSON.
  private var jumps: [(sentence: String, json: JSON)] = []

  /// Whether nothing jumps.
  var isGood: Bool { jumps.isEmpty }

  private static let extent = ScrollExtent(minimum: 0, maximum: 3000, viewport: 600)
  private static let starts: [Double] = [
    -300, -40, -0.25, 0, 1, 700.5, 1500, 2999, 3000, 3012.5, 3400,
  ]
  private static let speeds: [Double] = [0, 3, 9.9, 25, 120, 555.5, 1300, 4000, 9000, 30_000]

  /// Follows releases inside and outside of the edges, slow and fast, to their rest.
  init(_ physics: ScrollPhysics, called preset: String) {
    subject = preset
    let checker = HandOffChecker(physics: physics, scale: Self.extent.scale)
    for start in Self.starts {
      for velocity in Self.speeds.flatMap({ $0 == 0 ? [0] : [$0, -$0] }) {
        let motion = physics.release(from: start, velocity: velocity, in: Self.extent)
        motions += 1
        let released = MotionState(value: start, velocity: motion.releaseVelocity)
        for handOff in checker.check(motion, released: released) {
          counts[handOff.verdict, default: 0] += 1
          guard handOff.verdict == .jump else { continue }
          jumps.append(
            (
              "from \(start) pt at \(velocity) pt/s: at \(handOff.time) s the position jumps by "
                + "\(handOff.valueJump) pt, the velocity by \(handOff.velocityJump) pt/s",
              JSON.of(["from": start, "velocity": velocity])
                + Self.json(handOff, handOff.time)
            ))
        }
        let tail = checker.quietTail(of: motion, threshold: checker.restThreshold)
        if tail > longestTail.seconds {
          longestTail = (
            tail,
            " within \(checker.restThreshold) pt of its rest, from \(start) pt at \(velocity) pt/s"
          )
        }
      }
    }
  }

  /// Reports on a recorded session.
  init(_ watch: HandOffWatch, of path: String) {
    subject = path
    (motions, counts) = (watch.motions, watch.counts)
    longestTail.seconds = watch.longestTail
    jumps = watch.jumps.map { jump in
      (
        "at \(jump.time.seconds) s, with \(jump.cause), the \(jump.control) jumps by "
          + "\(jump.handOff.valueJump), its velocity by \(jump.handOff.velocityJump)",
        JSON.of(["control": jump.control, "cause": jump.cause])
          + Self.json(jump.handOff, jump.time.seconds)
      )
    }
  }

  /// The jumps, one per line, and a summary.
  var text: String {
    let subject = shown(subject)
    let tail = (longestTail.seconds * 1000).rounded() / 1000
    return jumps.map { "\(subject): \($0.sentence)\n" }.joined()
      + "\(subject): \(counted(motions, "motion")), "
      + "\(counted(counts[.continuous] ?? 0, "hand-off")) "
      + "without a jump, \(counted(counts[.rest] ?? 0, "rest")), "
      + "\(counted(counts[.knownDeparture] ?? 0, "jump")) by design, "
      + "\(counted(jumps.count, "other jump")); longest tail \(tail) s\(longestTail.words)\n"
  }

  /// The findings as JSON, without the subject.
  var json: JSON {
    JSON.of([
      "motions": motions, "continuous": counts[.continuous] ?? 0, "rests": counts[.rest] ?? 0,
      "knownDepartures": counts[.knownDeparture] ?? 0, "longestTail": longestTail.seconds,
      "jumps": jumps.map(\.json),
    ])
  }

  private static func json(_ handOff: HandOff, _ time: Double) -> JSON {
    JSON.of(["time": time, "valueJump": handOff.valueJump, "velocityJump": handOff.velocityJump])
  }
}
