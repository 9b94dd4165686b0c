public import Feel
internal import FeelTrace
internal import Kit
internal import Stage

/// Recorded events of the stage: inputs in its own coordinates, and changes.
extension Session {
  /// Makes a change and records it; an impossible one is ignored, because a reader of outside input
  /// has already rejected it.
  mutating func apply(_ change: SessionChange) {
    guard isPossible(change) else {
      if case .observe(let content) = change { noteUnseen(content) }
      return
    }
    if case .observe = change { shownMotion.hasMissedEvents = false }
    record(.change(now, change))
    make(change)
    player.followTracking()
  }

  func isPossible(_ change: SessionChange) -> Bool {
    switch change {
    case .stage(let place): place.isPossible
    case .scene(let id): catalog.scene(id) != nil
    case .parameter(let key, let value):
      (try? parameters.parameter(key)).map { value.map($0.accepts) ?? true } ?? false
    case .parameters(let preset, let settings): parameterSet(preset, settings) != nil
    case .speed(let speed): SessionChange.speeds.contains(speed)
    case .frameCap(let rate): rate.map(SessionChange.frameCaps.contains) ?? true
    case .swap: parametersB != nil
    case .flip(let isOn): !isOn || parametersB != nil
    case .keepEdit: player.showsEdit && !sceneType.isObserved
    case .rerun: player.lastSpan != nil && !sceneType.isObserved
    case .compare(let preset, let settings):
      !sceneType.isObserved && parameterSet(preset, settings) != nil
    // Nothing happens to the stage while its clock is paused.
    case .observe: sceneType.isObserved && (!isPaused || isShowingPast)
    case .showTake(let number): number.map { player.takes.store[$0] != nil } ?? true
    case .nameTake(let number, let name):
      player.takes.store[number] != nil && (name.map(Take.isName) ?? true)
    case .pinTake(let number, _), .removeTake(let number), .compareTake(let number?):
      player.takes.store[number] != nil
    case .restoreTake(let number): player.canRestoreTake(number)
    case .focus(let focus): focus.part.map(player.run.scene.parts.names.contains) ?? true
    case .restart, .preset, .resetEverything, .undoReset, .theme, .overlays,
      .reducedMotion, .pause, .show, .mark, .removeMarks, .removeTakes, .endRerun, .command,
      .track, .watch, .compareTake(nil), .endComparison:
      true
    }
  }

  private mutating func make(_ change: SessionChange) {
    switch change {
    case .stage(let place):
      onStage { $0.abandonRerun() }
      if place != stagePlace { window.recordedStage = place }
      placeStage()
    case .scene(let id):
      guard let type = catalog.scene(id) else { return }
      open(type)
      window.panels.suit(type)
      settleStage()
    case .restart: restart()

    case .parameter(let key, let value):
      if let value {
        guard (try? experiment.parameters.set(key, to: value)) != nil else { return }
      } else {
        experiment.parameters.reset(key)
      }
      applyParameters()
      sayRaised(of: key)
    case .preset(let preset):
      let isOther = preset != parameters.preset
      experiment.parameters.preset = preset
      applyParameters()
      if isOther, !parameters.changed.isEmpty {
        say(Words.Inspector.kept(parameters.changed.count, under: preset.shownTitle))
      }
    case .parameters(let preset, let settings):
      if let set = parameterSet(preset, settings) { use(set) }
      sayRaised()
    case .resetEverything:
      onStage { $0.takeOver() }
      let before = Instant(microseconds: player.liveStageTime.microseconds - 1)
      experiment.resetAll(shown: sceneType.id, at: before, clocks: stages.clocks)
      use(ParameterSet(sceneType.parameters))
      stages.set(clocks: [:])
      restart()
    case .undoReset:
      guard let (set, before) = experiment.undoReset(shown: sceneType) else { return }
      use(set)
      if before.scene == sceneType.id { onStage { $0.goBack(to: before.moment) } }
      stages.set(clocks: before.clocks)
    case .compare(let preset, let settings):
      if let set = parameterSet(preset, settings) { compare(with: set) }
    case .endComparison:
      experiment.formerB[sceneType.id] = parametersB
      compare(with: nil)
    case .swap: swapSets()
    case .flip(let isOn): experiment.isFlipped = isOn

    case .theme(let name): window.theme = name
    case .overlays(let overlays):
      window.overlays = overlays
      settleStage()
    case .reducedMotion(let isReduced):
      window.reducedMotion = isReduced
      placeStage()

    case .pause(let isPaused): player.clockSetting.isPaused = isPaused
    case .speed(let speed): player.clockSetting.speed = speed
    case .show(let moment):
      let moment = min(moment, StageClock.lastInstant)
      onStage { $0.show(moment) }
    case .frameCap(let rate): timeline.frameCap = rate
    case .showTake(let number):
      onStage {
        $0.abandonRerun()
        $0.showTake(number)
      }
      followPreset()
      showWhole()
    case .nameTake(let number, let name): player.live.nameTake(number, name)
    case .pinTake(let number, let isOn):
      if let refusal = player.live.pinTake(number, isOn) { say(refusal) }
    case .removeTake(let number): onStage { $0.removeTake(number) }
    case .removeTakes:
      onStage { $0.removeTakes() }
      showWhole()
    case .restoreTake(let number): player.live.restoreTake(number)
    case .compareTake(let number):
      if let refusal = player.compareTake(with: number) { say(refusal) }
    case .mark: player.live.mark(stageTime(at: now))
    case .removeMarks: player.live.removeMarkers()
    case .keepEdit: onStage { _ = $0.keepEdit() }
    case .rerun:
      let stage = stage
      player.startRerun(on: stage)
    case .endRerun: onStage { $0.abandonRerun() }

    case .command(let command):
      onStage {
        $0.abandonRerun()
        $0.takeOver()
        $0.feed(.command($0.liveStageTime, command))
      }
    case .focus(let focus): onStage { $0.setFocus(focus) }
    case .track(let track):
      shownMotion.data = MeasuredData(track)
      placeStage()
    case .watch(let source):
      shownMotion.source = source
      placeStage()
    case .observe(let content): onStage { $0.feed(.observe($0.liveStageTime, content)) }
    }
  }

  mutating func handle(_ fact: HostFact) {
    switch fact {
    case .size(let size):
      guard StagePlace(size, scale: 1).isPossible else { return }
      window.size = size
      settleStage()
    case .scale(let scale):
      guard scale > 0, scale.isFinite, scale != window.scale else { return }
      let ratio = window.scale / scale
      // With a different point size, a held drag would make the content jump.
      if window.recordedStage == nil { abandonHand() }
      window.scale = scale
      settleStage()
      if window.recordedStage == nil, let hand {
        meetHand(at: (hand + layout.stage.origin) * ratio)
      }
    case .replayEnded:
      window.recordedStage = nil
      settleStage()
    case .firstMinute(let part): begin(part)
    case .pointerSettings(let settings): window.pointerSettings = settings
    case .fonts(let fonts): window.fonts = fonts
    case .prefer(let preference, let value): set(preference, to: value)
    case .recording(let isOn): window.isRecording = isOn
    case .canReplay(let isOn): window.hasRecording = isOn
    case .notice(let english):
      let text = retranslated(english)
      // The notice may explain why a region was not measured.
      if notices.progress == nil, shownMotion.region?.isAsked == true { shownMotion.region = nil }
      files?.say(text)
      say(text)
    case .saved(let path, let isNew):
      files = nil
      let opens = [".feel", ".json", ".csv"].contains { path.lowercased().hasSuffix($0) }
      notices.offer = .saved(path, isNew: isNew, opens: opens, at: now)
    case .recorded(let path):
      notices.offer = .recorded(path, hasTake: player.lastSpan != nil, at: now)
    case .progress(let title, let share):
      // The panel that requested the work closes when it starts; one opened since remains.
      if share != nil, notices.progress == nil { files = nil }
      if share == nil { shownMotion.region = nil }
      notices.progress = share.map { Notices.Progress(title: title, share: $0) }
    case .chooseFile(let content, let name): showFiles(.save(content), name: name)
    case .folder(let listing): files?.show(listing)
    case .opened: files = nil
    case .earlierSessions(let sessions, let offers):
      notices.earlier = sessions
      if offers, sessions.kept > 0 { notices.offer = .earlier(sessions, at: now) }
    case .discarded(let sessions):
      notices.earlier = sessions
      notices.offer = .discarded(at: now)
    case .ownPresets(let presets, let removed):
      window.ownPresets = presets
      if let removed { notices.offer = .removed(preset: removed, at: now) }
    case .pasted(let text): paste(text)
    case .typed(let text): enter(text)
    case .composing(let preedit): compose(preedit)
    case .hand(let hand): play(hand)
    case .judged(let judgement): keep(judgement)
    case .clip(let reel):
      if let failure = reel?.failure, reel != shownMotion.reel { say(retranslated(failure)) }
      shownMotion.reel = reel
    case .measured: experiment[sceneType.id] = EditHistory()
    case .measuredAgain(let former, let later, let isUndone, let change):
      (shownMotion.formerRegion, shownMotion.laterRegion) = (former, later)
      say(isUndone ? Words.Region.undone : Words.Region.measured(change, Keymap.text(.undo)))
    case .assist(let request, let id): assist(request, on: id)
    }
  }

  // MARK: Stage

  /// Changes the stage, then carries out its controls' requests.
  mutating func onStage(_ body: (inout Player) -> Void) {
    body(&player)
    performRequests()
  }

  // Not inlined, to avoid a copy at every place that changes the stage.
  @inline(never)
  private mutating func performRequests() {
    for asked in player.takeRequests() {
      switch asked.request {
      case .copy(let text):
        request(.copy(text))
        say(Words.Messages.copied)
      case .savePicture(let frame, let name):
        if let picture = picture(of: frame) { request(.chooseFile(.picture(picture), name: name)) }
      case .saveText(let text, let name): request(.chooseFile(.table(text), name: name))
      case .say(let text): say(text)
      case nil: break
      }
      if asked.name == Effect.commit { commitField() }
    }
  }

  mutating func feed(_ input: InputEvent) { feed(seen: input.moved(by: -layout.stage.origin)) }

  /// Feeds the stage an input in its own coordinates, from a hand or from a recording.
  mutating func feed(seen input: InputEvent) {
    record(.stage(input))
    let leader = player.run.hasPointer ? player.run.lastPointer?.pointer : nil
    if case .pointer(let sample) = input, sample.pointer == leader ?? sample.pointer {
      let isGone = sample.phase == .exited || sample.phase == .up && sample.device == .touch
      hand = isGone ? nil : sample.location
    }
    let input = input.moved(by: layout.stage.origin)
    onStage { $0.feed(input) }
    player.followTracking()
  }

  /// Moves the stage to its current place in the layout, if it is elsewhere.
  mutating func settleStage() {
    let (wanted, placed) = (stage, player.run.stage)
    guard
      wanted.frame != placed.frame || wanted.showsNumbers != placed.showsNumbers
        || stagePlace != StagePlace(placed)
    else { return }
    apply(.stage(stagePlace))
    // A panel may have opened between the stage and a resting pointer.
    guard let hand = hand.map({ $0 + layout.stage.origin }), !layout.isOnStage(hand),
      !player.run.scene.isHeld
    else { return }
    meetHand(at: hand)
  }

  /// Tells the stage about a pointer that has not moved although the stage has, or that it is over
  /// a panel.
  private mutating func meetHand(at location: Vector) {
    var sample = PointerSample(time: now, phase: .moved, location: location)
    if !layout.isOnStage(location) { sample.phase = .exited }
    feed(.pointer(sample))
  }

  private mutating func placeStage() {
    let stage = stage
    onStage {
      if stage.frame != $0.run.stage.frame { $0.predictRest() }
      $0.place(on: stage)
    }
  }

  /// Cancels what a hand holds.
  private mutating func cancelHold() {
    let cancel = CancelSample(time: now, reason: .disabled)
    onStage { $0.feed(.cancel(cancel)) }
  }

  private mutating func open(_ type: any Scene.Type) {
    onStage { $0.abandonRerun() }
    _ = catalog.reveal(type)
    shownMotion.take = lastTrack()
    cancelHold()
    // Clear the focus: another part of the window may have it when the scene is opened again.
    if player.run.scene.focus.part != nil { onStage { $0.setFocus(Focus()) } }
    let former = sceneType.id
    experiment.open(type, from: former)
    // The inspector's rows are all different now.
    _ = panels.remove("parameters")
    arranged.inspector = nil
    let (stage, hand) = (stage(of: type), hand.map { $0 + layout.stage.origin })
    let presetOfB = parametersB?.preset
    stages.open(type, on: stage, hand: hand)
    followComparison(with: presetOfB)
    (pasteKey, menu) = (nil, nil)
    showWhole()
  }

  /// Resets the timeline's view to everything it has, without a measurement.
  private mutating func showWhole() {
    timeline.view.reset()
    (timeline.reach, timeline.measure) = (nil, nil)
  }

  private mutating func restart() {
    onStage {
      $0.abandonRerun()
      $0.prepareRestart()
    }
    cancelHold()
    onStage { $0.feed(.restart($0.liveStageTime)) }
  }

  // MARK: Parameters

  /// The scene's parameters with a preset and values over it; `nil` if the scene lacks any of them.
  private func parameterSet(_ preset: ScrollPreset, _ settings: [ParameterSetting]) -> ParameterSet?
  {
    var set = ParameterSet(sceneType.parameters, preset: preset)
    for setting in settings {
      guard (try? set.override(setting.key, with: setting.value)) != nil else { return nil }
    }
    return set
  }

  private mutating func use(_ set: ParameterSet) {
    guard set != parameters else { return }
    experiment.parameters = set
    applyParameters()
  }

  /// Reports which numbers were raised above the values set: those ordered with `key`, or all.
  private mutating func sayRaised(of key: String? = nil) {
    let sentences = parameters.raised(of: key, calling: { translated($0.title) })
    if !sentences.isEmpty { say(Words.line(sentences)) }
  }

  /// Adopts the parameters beside the shown take of a clip: each has its own, so an edit starts
  /// there.
  private mutating func followPreset() {
    guard sceneType.isObserved, let take = player.shownTake, take.before.stage.source?.clip != nil
    else { return }
    experiment.parameters = player.parameters(beside: take)
  }

  private mutating func applyParameters() {
    let (stage, hand) = (stage, hand.map { $0 + layout.stage.origin })
    onStage {
      $0.predictRest()
      $0.applyParameters(on: stage)
      // Immediately visible effects belong to this moment, in a replay too.
      if let due = $0.deadline, due <= $0.now { $0.passTime(setA: stage.parameters, hand: hand) }
    }
  }
}

extension InputEvent {
  /// The input with its location moved, in points.
  public func moved(by way: Vector) -> InputEvent {
    switch self {
    case .pointer(var sample):
      sample.location += way
      return .pointer(sample)
    case .wheel(var sample):
      sample.location += way
      return .wheel(sample)
    case .key, .cancel: return self
    }
  }
}
