internal import Feel

/// What stands beside the stage that is shown, which is A: another run of the same hand, or another
/// take, which is B.
package struct Pair: Sendable {
  package enum Kind: Hashable, Sendable {
    /// Set B, to which the same happens.
    case sets(ParameterSet)
    /// The same take under edited parameters.
    case edited
    /// What a preset makes of the hand that moved another program.
    case preset
    /// Another take, by its number.
    case take(Int)
    /// The take as it went before it ran again.
    case before
  }

  package let kind: Kind
  /// How both differ, once that is known.
  package internal(set) var comparison: Comparison?
  /// How B moved where the stage does not carry it along, and how fast it was let go, in the
  /// control's unit a second.
  var track: (log: MotionLog, speed: Double?)?
  /// The number of the take that is A, where B is none that the stage carries along.
  var number: Int?
}

extension Pair {
  /// Another take beside one that is shown, the release of one over that of the other; `nil` where
  /// they are of different controls.
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
  /// How two takes differ, the release of one over that of the other; `nil` where they are of
  /// different controls.
  package init?(_ a: Take, _ b: Take) {
    guard let pair = Pair(a, beside: b, TakeSheet(b)), var comparison = pair.comparison else {
      return nil
    }
    (comparison.a, comparison.b) = (comparison.b, comparison.a)
    self = comparison
  }
}

extension Player {
  /// What stands beside the stage that is shown, if anything does: set B before an edit, and that
  /// before another take.
  package var pair: Pair? {
    if let sets { return sets }
    if !isObserved, let edited { return Pair(kind: .edited, comparison: edited.comparison) }
    if let shownFormer, shownFormer.comparison != nil { return shownFormer }
    guard isObserved, takes.newest != nil, names(on: past?.moment.run ?? present) != nil else {
      return nil
    }
    return Pair(kind: .preset, comparison: sheet.comparison)
  }

  /// Set B, while it is compared with.
  package var parametersB: ParameterSet? {
    if case .sets(let setB)? = sets?.kind { setB } else { nil }
  }

  /// The take that is shown beside another one, or beside the run before it, which may not be over.
  private var shownFormer: Pair? { former.flatMap { $0.number == sheet.number ? $0 : nil } }

  /// How the stage moved before the take ran again, or in the other take.
  package var formerLog: MotionLog? { shownFormer?.track?.log }

  /// The number of the take that the one that is shown is compared with.
  package var comparedTake: Int? {
    if case .take(let number)? = shownFormer?.kind { number } else { nil }
  }

  /// What a stage that is shown and the one that it carries along are called; `nil` where it
  /// carries none, or one of a comparison that has ended.
  package func names(on run: StageRun) -> (a: String, b: String)? {
    guard isObserved else {
      if showsEdit { return (Words.original, Words.edited) }
      guard let setB = parametersB else { return nil }
      let (a, b) = (run.stage.parameters, run.runB?.stage.parameters ?? setB)
      return (a.name(beside: b), b.name(beside: a))
    }
    // Another take is shown in its place while two are compared.
    guard shownFormer == nil, let other = run.runB?.stage else { return nil }
    let scene = type(of: run.scene)
    return (scene.nameBeside(run.stage), scene.nameBeside(other))
  }
}

extension Player {
  /// Compares the take that is shown with another one, the release of one over that of the other,
  /// or with none; answers in a sentence why it cannot.
  package mutating func compareTake(with number: Int?) -> String? {
    former = nil
    guard let other = number.flatMap({ takes.store[$0] }), let shown = shownTake,
      other.number != shown.number
    else { return nil }
    former = Pair(other, beside: shown, sheet)
    takes.compared = former == nil ? nil : other.number
    return former == nil ? Words.differentControls(other.title, shown.title) : nil
  }

  /// Lets a second set of parameters have the same events at the same times, or no longer.
  ///
  /// While two sets are compared, an edit runs the last take again with what it sets: the same
  /// hand, another outcome.
  package mutating func compare(with setB: ParameterSet?, on stage: Stage) {
    (sets, rerunDue) = (setB.map { Pair(kind: .sets($0)) }, nil)
    if setB != nil, lastSpan != nil { return runAgain(setA: stage.parameters) }
    if run.stage.parameters != stage.parameters { place(on: stage) }
    feed(.compare(liveStageTime, setB))
  }

  /// Applies the new parameters: while comparing, from the start of the last take; otherwise from
  /// now, and beside the take that is shown.
  package mutating func applyParameters(on stage: Stage) {
    guard sets != nil, !run.scene.isHeld, lastSpan != nil else {
      place(on: stage)
      return followEdit()
    }
    rerunDue = rerunDue ?? now.advanced(by: Self.rerunInterval)
  }

  /// Finds how the last take goes under both sets, while two are compared, or differs from the run
  /// before it.
  mutating func compareRuns() {
    let (take, track) = (lastTake, sets == nil ? former?.track : nil)
    let comparison = take?.span.flatMap { span in
      take.flatMap { Comparison(of: span, in: $0.history, beside: track) }
    }
    if sets == nil { former?.comparison = comparison } else { sets?.comparison = comparison }
  }
}
