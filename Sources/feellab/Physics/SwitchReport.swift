internal import Feel
internal import FeelFiles
internal import FeelTrace

/// Tests replacing every preset by every other.
enum SwitchReport {
  /// Switches presets and reports jumps.
  ///
  /// - Parameter sequences: the number of sequences for each pair.
  /// - Throws: `CommandFailure` if a position jumps.
  static func write(sequences: Int, asJSON: Bool) throws {
    var (report, pairs) = ("", 0)
    var jumps: [JSON] = []
    let progress = Progress("switching")
    StopSignals.watch()
    let allPairs = ScrollPreset.all.count * (ScrollPreset.all.count - 1)
    for first in ScrollPreset.all {
      for second in ScrollPreset.all where second != first {
        let checker = SwitchChecker(from: first.physics, to: second.physics)
        progress.report(Double(pairs) / Double(allPairs), "\(first.id) to \(second.id)")
        pairs += 1
        for index in 0..<sequences where !StopSignals.arrived {
          guard let jump = checker.jump(inSequence: index) else { continue }
          jumps.append(
            JSON.of([
              "from": first.id, "to": second.id, "sequence": index, "cause": jump.cause.rawValue,
              "before": jump.before, "after": jump.after,
            ]))
          report +=
            "\(first.id) to \(second.id), sequence \(index): with the \(jump.cause.rawValue) "
          report += "from \(jump.before) to \(jump.after) pt\n"
        }
      }
    }
    progress.clear()
    StopSignals.obey { "the check is given up" }
    report += "\(pairs) pairs of presets, \(counted(pairs * sequences, "sequence")), "
    report += "\(counted(jumps.count, "jump"))\n"
    let result = JSON.of(["pairs": pairs, "sequences": pairs * sequences, "jumps": jumps])
    try StandardOutput.write(asJSON ? "\(result)\n" : report)
    guard jumps.isEmpty else { throw CommandFailure.checkFailed("") }
  }
}
