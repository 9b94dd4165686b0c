internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import FeelWindow
internal import Lab
internal import Stage

/// The outcome of a recording's takes under two sets of parameters.
struct SetDiff: Report {
  /// A take under both sets, and the sets' names.
  private struct Take {
    let comparison: Comparison
    let a: String
    let b: String
  }

  private var takes: [Take] = []
  /// Whether nothing was released.
  var isEmpty: Bool { takes.isEmpty }

  /// Reports a comparison of two takes.
  init(_ comparison: Comparison, a: String, b: String) {
    takes = [Take(comparison: comparison, a: a, b: b)]
  }

  /// Replays a recording under two sets.
  ///
  /// - Parameters:
  ///   - a: the first set; `nil` for the recorded one.
  ///   - b: the second set.
  /// - Throws: `CommandFailure` if there is no such set, or the recording changes its scene.
  init(_ file: TraceFile, a: String?, b: String?) throws(CommandFailure) {
    var session = try file.session()
    let recorded = session.parameters
    let first = try Self.parameters(a, over: recorded, session.sceneType)
    let second = try Self.parameters(b, over: first, session.sceneType)
    if first != recorded { session.handle(.change(.zero, .parameters(first))) }
    session.compare(with: second)
    let progress = Progress("comparing \(file.path)")
    let events = file.trace.events
    for (index, event) in events.enumerated() {
      progress.report(Double(index) / Double(events.count))
      if case .change(_, .scene(let id)) = event {
        throw .badFile(
          "\(file.path) continues in scene \(quoted(id)). Record that scene separately.")
      }
      if Self.isOverridden(event, isFirstGiven: a != nil) { continue }
      session.handle(event)
      add(session, a, b)
    }
    session.advance(to: file.trace.end)
    add(session, a, b)
    progress.clear()
  }

  /// Stores the session's current comparison, replacing an earlier one of the same release.
  private mutating func add(_ session: Session, _ a: String?, _ b: String?) {
    guard let comparison = session.pair?.comparison else { return }
    if takes.last?.comparison.release == comparison.release { takes.removeLast() }
    let own = session.parameters
    let changed =
      own.changed.isEmpty ? "" : " with \(counted(own.changed.count, "parameter")) changed"
    let first = a ?? "\(own.preset.id)\(changed), as recorded"
    takes.append(Take(comparison: comparison, a: first, b: b ?? first))
  }

  /// Whether a recorded event would change the sets being compared, of which the second is always
  /// given, and the first if requested.
  private static func isOverridden(_ event: SessionEvent, isFirstGiven: Bool) -> Bool {
    guard case .change(_, let change) = event else { return false }
    return switch change {
    case .compare, .endComparison, .swap, .flip: true
    case .preset, .parameter, .parameters, .resetEverything, .undoReset: isFirstGiven
    default: false
    }
  }

  /// A set by its name: a preset, a file, or values over a base; the base itself without a name.
  private static func parameters(
    _ word: String?, over base: ParameterSet, _ scene: any Scene.Type
  ) throws(CommandFailure) -> ParameterSet {
    guard let word else { return base }
    if word.contains("="), !File.exists(word) {
      var parameters = base
      for setting in word.split(separator: ",", omittingEmptySubsequences: false) {
        let pair = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard pair.count == 2 else { throw .usage("\(quoted(String(setting))) is not KEY=VALUE.") }
        try parameters.set([(String(pair[0]), String(pair[1]))], of: scene)
      }
      return parameters
    }
    var parameters = ParameterSet(scene.parameters)
    if let preset = ScrollPreset.named(word) {
      parameters.preset = preset
    } else if File.exists(word) {
      try ParameterFile.read(word).apply(to: &parameters, of: scene)
    } else if let own = try OwnPresets.named(word) {
      parameters = own.applied(to: parameters)
    } else {
      throw .usage(ScrollPreset.unknown(word, of: "file or preset"))
    }
    return parameters
  }

  var text: String {
    takes.map { take in
      let comparison = take.comparison
      func line(_ name: String, _ outcome: Comparison.Outcome, _ set: String) -> String {
        "  \(name)  rest \(outcome.rest.text(decimals: 3))"
          + "  settle \((outcome.settle * 1000).text(decimals: 1)) ms"
          + "  overshoot \(outcome.overshoot.text(decimals: 3))  \(shown(set))\n"
      }
      return "\(comparison.control), let go at \(comparison.release.seconds) s\n"
        + line("A", comparison.a, take.a) + line("B", comparison.b, take.b)
        + "  B − A  \(comparison.text)\n"
    }.joined()
  }

  var json: JSON {
    func outcome(_ outcome: Comparison.Outcome, _ set: String) -> JSON {
      JSON.of([
        "set": set, "rest": outcome.rest, "settleMs": outcome.settle * 1000,
        "overshoot": outcome.overshoot,
      ])
    }
    return JSON.of([
      "takes": takes.map { take in
        let comparison = take.comparison
        return JSON.of([
          "control": comparison.control, "unit": comparison.unit,
          "release": comparison.release.seconds, "a": outcome(comparison.a, take.a),
          "b": outcome(comparison.b, take.b), "greatest": comparison.greatest,
        ])
      }
    ])
  }
}
