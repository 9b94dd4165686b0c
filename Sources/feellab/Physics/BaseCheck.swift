internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import FeelWindow
internal import Lab
internal import Observe
internal import Stage

/// The result of `check --against`: whether a program's motions still match a base.
struct BaseCheck: Check {
  private let path: String
  private let diff: ObservedDiff
  private let tolerance: Tolerance

  /// Compares the motions of a file with a base.
  ///
  /// - Parameters:
  ///   - base: a stream, a table, a take, or a preset, which gets the hand of the motions.
  ///   - tolerance: how much they may differ.
  /// - Throws: `CommandFailure` if the base is none of these, or a preset without a known hand.
  init(
    _ path: String, _ motions: [Observation], against base: String, within tolerance: Tolerance
  ) throws(CommandFailure) {
    (self.path, self.tolerance) = (path, tolerance)
    if let preset = ScrollPreset.named(base), !File.exists(base) {
      diff = try ObservedDiff(motions, by: preset, called: path, isSubjectSecond: true)
    } else if !File.isPath(RecordingName(base).path) {
      throw .usage(ScrollPreset.unknown(base, of: "file or preset"))
    } else {
      diff = try ObservedDiff(try ObservedMotions.base(base), motions)
    }
    guard diff.moves else {
      throw .badFile("\(path): nothing to compare: it or its base has no motion.")
    }
  }

  /// Whether all differences are within the tolerance.
  var isGood: Bool { diff.excesses(over: tolerance).isEmpty }

  var text: String {
    let (excesses, unjudged) = (diff.excesses(over: tolerance), diff.unjudged(tolerance))
    let subject = shown(path)
    return diff.text + excesses.map { "\(subject): \($0)\n" }.joined()
      + (unjudged.isEmpty
        ? "" : "\(subject): not judged: \(unjudged.joined(separator: "; "))\n")
      + "\(subject): "
      + "\(excesses.isEmpty ? "matches its base" : counted(excesses.count, "difference"))\n"
  }

  var json: JSON {
    JSON.of([
      "differences": diff.excesses(over: tolerance), "notJudged": diff.unjudged(tolerance),
      "diff": diff.json,
    ])
  }
}

extension ObservedMotions {
  /// The motions of a base: another program's, or a take of this program's controls.
  fileprivate static func base(_ path: String) throws(CommandFailure) -> [Observation] {
    guard RecordingName(path).take == nil else {
      let take = try TakeMotion(path, of: nil)
      let count = Int((take.duration / TakeMotion.step).rounded(.up))
      return [
        Observation(
          (0...count).map { index in
            let time = Double(index) * TakeMotion.step
            return .init(time: time, offset: take.value(at: time))
          }, source: ObservedSource(unit: take.unit.isEmpty ? "px" : take.unit))
      ]
    }
    switch try FileContent.read(path) {
    case .recording: throw .usage("\(shown(path)) is a recording. Name a take of it: FILE#1.")
    case .hand(let file): return [file.observation]
    case let content: return try content.motions(of: path, for: "a motion or a preset").observations
    }
  }
}
