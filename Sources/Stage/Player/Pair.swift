internal import Feel
internal import FeelTrace

/// The comparison of the shown stage (A) with another run of the same gesture, or another take (B).
package struct Pair: Sendable {
  package enum Kind: Hashable, Sendable {
    /// Set B, which gets the same events.
    case sets(ParameterSet)
    /// The same take under edited parameters.
    case edited
    /// The preset's run of the gesture that moved another program.
    case preset
    /// Another take, by its number.
    case take(Int)
    /// The take before it was rerun.
    case before
  }

  package let kind: Kind
  /// The difference of both, once known.
  package internal(set) var comparison: Comparison?
  /// B's motion if the stage does not carry B, and its release velocity in units per second.
  var track: (log: MotionLog, speed: Double?)?
  /// The number of take A, if the stage does not carry B.
  var number: Int?
}

extension Pair {
  /// Compares two takes aligned at their releases; `nil` if they are of different controls.
  init?(_ other: Take, beside shown: Take, _ sheet: TakeSheet) {
    let shift = shown.span.release.microseconds - other.span.release.microseconds
    let laidOut = TakeSheet(other)
    let log = MotionLog(of: laidOut, from: sheet.start.advanced(by: -0.1), later: shift)
    let track = (log, laidOut.history.speeds(before: other.span.release).a)
    guard let comparison = Comparison(of: shown.span, in: sheet.history, beside: track) else {
      return nil
    }
    self.init(
      kind: .take(other.number), comparison: comparison, track: track, number: shown.number)
  }
}

extension Comparison {
  /// Compares two takes aligned at their releases; `nil` if they are of different controls.
  package init?(_ a: Take, _ b: Take) {
    guard let pair = Pair(a, beside: b, TakeSheet(b)), var comparison = pair.comparison else {
      return nil
    }
    (comparison.a, comparison.b) = (comparison.b, comparison.a)
    self = comparison
  }
}

extension Player {
  /// The comparison that is shown, if any: set B takes precedence over an edit, and an edit over
  /// another take.
  package var pair: Pair? {
    if let sets { return sets }
    if !isObserved, let edited { return Pair(kind: .edited, comparison: edited.comparison) }
    if let shownFormer, shownFormer.comparison != nil { return shownFormer }
    guard isObserved, takes.newest != nil, shownFormer == nil,
      (past?.moment.run ?? present).runB != nil
    else { return nil }
    return Pair(kind: .preset, comparison: sheet.comparison)
  }

  /// Set B, while it is compared.
  package var parametersB: ParameterSet? {
    if case .sets(let setB)? = sets?.kind { setB } else { nil }
  }

  /// The shown take's comparison with another take or its previous run; the take may not be over.
  private var shownFormer: Pair? { reference.flatMap { $0.number == sheet.number ? $0 : nil } }

  /// The motion of the take before its rerun, or of the other take.
  package var formerLog: MotionLog? { shownFormer?.track?.log }

  /// The number of the take that the shown one is compared with.
  package var comparedTake: Int? {
    if case .take(let number)? = shownFormer?.kind { number } else { nil }
  }

  /// The names of a shown stage and the run it carries; `nil` if it carries none, one without a
  /// motion, or one of a comparison that has ended.
  package func names(on run: StageRun) -> (a: String, b: String)? {
    guard isObserved else {
      if showsEdit { return (Words.original, Words.edited) }
      guard let setB = parametersB else { return nil }
      let (a, b) = (run.stage.parameters, run.runB?.stage.parameters ?? setB)
      return (a.name(beside: b), b.name(beside: a))
    }
    // While two takes are compared, the other take is shown instead.
    guard shownFormer == nil, let other = run.runB?.stage, run.hasRunBeside else { return nil }
    let scene = type(of: run.scene)
    return (scene.nameBeside(run.stage), scene.nameBeside(other))
  }
}

extension StageRun {
  /// Whether a preset can run beside a program's motion; a past run may be placed on a stage with
  /// another section of its clip.
  fileprivate var hasRunBeside: Bool { probe(at: now)?.clip.map { $0.clip.hasRun } ?? true }
}

extension Player {
  /// Compares the shown take with another one, aligned at their releases, or with none; returns a
  /// message if it cannot.
  package mutating func compareTake(with number: Int?) -> String? {
    reference = nil
    guard let other = number.flatMap({ takes.store[$0] }), let shown = shownTake,
      other.number != shown.number
    else { return nil }
    reference = Pair(other, beside: shown, sheet)
    takes.compared = reference == nil ? nil : other.number
    guard reference == nil else { return nil }
    return shown.before.stage.source?.clip == nil
      ? Words.differentControls(other.title, shown.title) : Words.clipTakes
  }

  /// Starts or ends a comparison with a second set of parameters, which gets the same events.
  ///
  /// While two sets are compared, an edit reruns the last take with the new values: the same
  /// gesture, another outcome.
  package mutating func compare(with setB: ParameterSet?, on stage: Stage) {
    (sets, rerunDue) = (setB.map { Pair(kind: .sets($0)) }, nil)
    if setB != nil, lastSpan != nil { return runAgain(setA: stage.parameters) }
    if run.stage.parameters != stage.parameters { place(on: stage) }
    feed(.compare(liveStageTime, setB))
  }

  /// Applies the new parameters: while comparing, from the start of the last take; otherwise from
  /// now, shown beside the current take.
  package mutating func applyParameters(on stage: Stage) {
    guard sets != nil, !run.scene.isHeld, lastSpan != nil else {
      place(on: stage)
      return followEdit()
    }
    rerunDue = rerunDue ?? now.advanced(by: Self.rerunInterval)
  }

  /// Compares the last take under both sets or, without sets, with the run before it.
  mutating func compareRuns() {
    let (take, track) = (lastTake, sets == nil ? reference?.track : nil)
    let comparison = take?.span.flatMap { span in
      take.flatMap { Comparison(of: span, in: $0.history, beside: track) }
    }
    if sets == nil { reference?.comparison = comparison } else { sets?.comparison = comparison }
  }
}
