internal import Feel
internal import FeelTrace
internal import Kit
public import Stage

/// Comparing two sets of parameters, A and B.
extension Session {
  // MARK: Commands

  /// Default set B: the last take's parameters if they differ from A, else the last set B, else A.
  var nextSetB: ParameterSet {
    let take = player.shownTake ?? player.finishedTakes.last
    if let made = take?.before.stage.parameters, made != parameters { return made }
    return experiment.formerB[sceneType.id] ?? parameters
  }

  mutating func toggleComparison() {
    guard !sceneType.isObserved else { return offerComparison() }
    guard parametersB == nil else { return apply(.endComparison) }
    let setB = nextSetB
    apply(.compare(setB))
    if setB == parameters { say(Words.Messages.sameSets) }
  }

  mutating func offerComparison() {
    guard player.shownTake?.before.stage.source?.hasRun ?? true else {
      return say(Words.Messages.nothingToCompare)
    }
    guard let button = panels.frame(of: "window.compare", at: now) else { return }
    let items = sceneType.isObserved ? presetItems : comparisonItems
    let chosen = sceneType.isObserved ? items.firstIndex(where: \.isChosen) : nil
    menu = Menu(items, below: button, in: size, window.fonts)
    menu?.lit = chosen ?? 0
  }

  // MARK: Changes

  /// Starts a comparison with a second set of parameters, or ends it with `nil`.
  public mutating func compare(with setB: ParameterSet?) {
    experiment.isFlipped = false
    let stage = stage
    onStage {
      if setB != nil { $0.predictRest() }
      $0.compare(with: setB, on: stage)
    }
  }

  mutating func swapSets() {
    guard let setB = parametersB else { return }
    let setA = parameters
    experiment.parameters = setB
    let stage = stage
    onStage { $0.compare(with: setA, on: stage) }
  }

  /// Continues the previous scene's comparison in the newly opened scene, with the same preset, or
  /// ends it.
  mutating func followComparison(with preset: ScrollPreset?) {
    guard preset != parametersB?.preset, !sceneType.isObserved else { return }
    compare(
      with: preset.map { preset in
        var set = parameters
        set.preset = preset
        return set
      })
  }

  // MARK: Text and layout

  /// What can be done during a comparison, in place of the scene's hint; the table shows the
  /// results.
  var comparisonHint: String? {
    guard parametersB != nil else { return nil }
    let again = Keymap.text(.runAgain)
    guard player.shown(at: now).run.runB != nil else {
      return Words.Hints.withoutB(runAgain: again)
    }
    if experiment.isFlipped { return Words.Hints.flipped }
    guard player.lastSpan != nil else {
      return sceneType.isUnderTest ? Words.Hints.touchToCompare : nil
    }
    guard !isPaused || !isStageActive else { return nil }
    return Words.line([
      Words.Hints.runsItAgain(again), Words.Hints.swaps(Keymap.text(.change(.swap))),
    ])
  }

  /// Makes or reclaims room for the comparison table: below the stage, or beside an upright clip.
  ///
  /// A stage whose controls are held or moving keeps its size until the first event after they
  /// rest, because the resize is recorded after that event.
  mutating func settleComparison() {
    let compares = window.panels.hasTakes && player.pair != nil
    guard compares != window.panels.compares, !player.run.scene.isHeld, !isRunningAgain,
      isPaused || !isStageActive, compares || !panels.isHeld
    else { return }
    let clip = sceneType.isObserved ? shownMotion.source?.clip?.size : nil
    window.panels.compares = compares
    window.panels.isUpright = clip.map { $0.height > $0.width } ?? false
    settleStage()
  }

  /// Names of both sets' laws, each `nil` if there is none.
  func lawNames(of run: StageRun, _ player: Player) -> (a: String?, b: String?) {
    guard sceneType.isUnderTest else { return (nil, nil) }
    func name(_ stage: Stage) -> String {
      sceneType.isObserved ? sceneType.nameBeside(stage) : stage.parameters.preset.shownTitle
    }
    let a = run.stage
    guard player.names(on: run) != nil, let b = run.runB?.stage else { return (name(a), nil) }
    let (shown, other) = experiment.isFlipped ? (b, a) : (a, b)
    return (name(shown), name(other) == name(shown) ? Words.Hints.otherValues : name(other))
  }

  /// Title of the stage when shown alone or in a video: the take's name, or what is compared.
  func showTitle(of run: StageRun, or plain: String) -> String {
    if let name = player.shownTake?.name { return name }
    guard player.pair != nil, !sceneType.isObserved else { return plain }
    return sceneType.explainsReleases ? Words.Show.sameFlick : Words.Show.sameHand
  }

  /// The title in a video, with both landing places once the content is released.
  func filmTitle(of run: StageRun, at time: Instant) -> String {
    let title = showTitle(of: run, or: sceneType.title)
    let landings = [run, run.runB].map { $0?.watched(at: time)?.restName }
    guard title == Words.Show.sameFlick, let release = player.sheet.span?.release,
      time >= release, let a = landings[0], let b = landings[1],
      let name = lawNames(of: run, player).b
    else { return title }
    let isPreset = name != Words.Hints.otherValues
    return Words.Show.lands(isPreset ? name : nil, on: b, notOn: a)
  }
}
