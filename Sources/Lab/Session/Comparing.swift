internal import Feel
internal import Kit
public import Stage

/// How two sets of parameters are compared, A and B: what asks for it, what comes of it, and what is said of it.
extension Session {
  // MARK: What asks for it

  /// What is compared with where nothing else was asked for: what the last take was made with, or else what was compared with last, or what A is now.
  var nextSetB: ParameterSet {
    let take = player.shownTake ?? player.finishedTakes.last
    if let made = take?.before.stage.parameters, made != parameters { return made }
    return experiment.formerB[sceneType.id] ?? parameters
  }

  mutating func toggleComparison() {
    guard parametersB == nil else { return apply(.endComparison) }
    let setB = nextSetB
    apply(.compare(setB))
    if setB == parameters { say(Words.Messages.sameSets) }
  }

  mutating func offerComparison() {
    guard let button = panels.frame(of: "window.compare", at: now) else { return }
    menu = Menu(comparisonItems, below: button, in: size, window.fonts)
    menu?.lit = 0
  }

  // MARK: What comes of it

  /// Compares with a second set of parameters, or no longer.
  public mutating func compare(with setB: ParameterSet?) {
    experiment.isFlipped = false
    let setA = parameters
    onStage {
      if setB != nil { $0.foreseeRest() }
      $0.compare(setA: setA, with: setB)
    }
  }

  mutating func swapSets() {
    guard let setB = parametersB else { return }
    experiment.recordEdit(sceneType.id)
    let setA = parameters
    experiment.parameters = setB
    let stage = stage
    onStage { $0.swap(setB: setA, on: stage) }
  }

  /// Compares in the scene that was opened with the preset that was compared with in the one before, or no longer.
  mutating func followComparison(with preset: ScrollPreset?) {
    guard preset != parametersB?.preset, !sceneType.isObserved else { return }
    compare(
      with: preset.map { preset in
        var set = parameters
        set.preset = preset
        return set
      })
  }

  // MARK: What is said of it

  /// What is compared, in the place of the scene's hint.
  var comparisonHint: String? {
    guard let setB = parametersB else { return nil }
    var (a, b) = (Words.setA, Words.setB)
    if setB.preset != parameters.preset {
      a = Words.Hints.set(a, parameters.preset.title)
      b = Words.Hints.set(b, setB.preset.title)
    }
    guard player.shown(at: now).run.runB != nil else {
      return Words.Hints.withoutB(runAgain: Keymap.text(.runAgain))
    }
    let shown = Words.Hints.sets(a, b, isFlipped: experiment.isFlipped)
    let isHeldInMidAir = isPaused && isStageActive
    let goesOn = isHeldInMidAir ? Words.Hints.bothGoOn(Keymap.text(.togglePause)) : nil
    // Of what a hand is at by now, or of another control, the last take does not tell.
    guard let comparison, !player.run.scene.isHeld || isShowingPast,
      comparison.control == reading(at: now)?.control
    else { return Words.line([shown, goesOn ?? Words.Hints.flickAgain]) }
    let difference = Words.Hints.difference(Words.setB, Words.setA, comparison.text)
    let film = isHeldInMidAir ? nil : Words.Hints.savesVideo(Keymap.text(.save(.video)))
    return Words.line([shown, goesOn, difference, film])
  }

  /// Whose laws what is shown has, and whose what is in dashes.
  func lawWords(of run: StageRun, _ player: Player) -> [String] {
    guard sceneType.isUnderTest else { return [] }
    func name(_ set: ParameterSet) -> String {
      sceneType.isObserved ? sceneType.nameBeside(set) : set.preset.title
    }
    let a = run.stage.parameters
    guard player.nameOfB != nil, let b = run.runB?.stage.parameters else { return [name(a)] }
    let (shown, dashed) = experiment.isFlipped ? (b, a) : (a, b)
    let other = name(dashed) == name(shown) ? Words.Hints.otherValues : name(dashed)
    return [name(shown), Words.Hints.inDashes(other)]
  }
}
