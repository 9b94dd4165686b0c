internal import Feel
internal import FeelTrace
public import Stage

extension Session {
  /// Does what a key, a button, a menu or a panel asks for.
  mutating func perform(_ action: Action) {
    let scene = sceneType
    switch action {
    case .scene(let index): open(index)
    case .turnScene(let step):
      guard let sceneIndex else { return }
      let count = catalog.scenes.count
      open((sceneIndex + step + count) % count)
    case .turnRegion(let back): turnRegion(back: back)
    case .leaveStage:
      if player.run.scene.focus.index != nil { onStage { $0.setFocus(Focus()) } }
    case .toggleInspector:
      inspector.cancel(at: now).forEach { perform($0) }
      inspector.leave()
      window.isInspectorOpen.toggle()
      applyStage()
    case .toggleTimeline:
      if let action = timeline.cancel(at: now) { perform(action) }
      timeline.focus = .none
      window.isTimelineOpen.toggle()
      applyStage()
    case .toggleHelp:
      guard chrome.isHelpShown || !isHandBusy else { return }
      chrome.toggleHelp(at: now, reducedMotion: reducedMotion)
    case .showSettings: showSettings()
    case .toggleFullscreen: request(.toggleFullscreen)
    case .quit: request(.quit)
    case .escape: escape()

    case .begin: experiment.recordEdit(scene.id)
    case .set(let key, let value): apply(.parameter(key, value))
    case .preset(let id): apply(.preset(id))
    case .undo:
      inspector.settle()
      if !undoReset() { take(experiment.undo(scene.id)) }
    case .redo:
      inspector.settle()
      take(experiment.redo(scene.id))
    case .undoReset: _ = undoReset()
    case .resetParameters:
      inspector.settle()
      experiment.recordEdit(scene.id)
      var reset = parameters
      reset.reset()
      take(reset)
    case .resetEverything: resetEverything()
    case .copy(let form):
      request(.copy(form.text(parameters, of: scene)))
      say("Copied as \(form.noun)")
    case .pasteParameters:
      inspector.settle()
      request(.pasteParameters)
    case .saveParameters:
      inspector.settle()
      let json = CopyForm.allJSON.text(parameters, of: scene)
      request(.saveParameters(scene: scene.id, json: json))
    case .openParameters:
      inspector.settle()
      request(.listParameters(scene: scene.id))
    case .open(let name): request(.openParameters(name))
    case .compare(let isOn): compare(with: isOn ? parameters : nil)
    case .swap: swapSets()
    case .pin: compare(with: parameters)
    case .flip(let isOn): experiment.isFlipped = isOn && parametersB != nil

    case .theme(let name): window.theme = name
    case .toggleTheme: window.theme = theme == .dark ? .light : .dark
    case .overlay(let overlay): window.overlays.formSymmetricDifference([overlay])
    case .toggle(.motion): apply(.reducedMotion(!reducedMotion))
    case .toggle(.turn(let item)): window.switches.formSymmetricDifference([item])
    case .toggle(.theme), .toggle(.zoom), .toggle(.forget): break
    case .zoom(let zoom): request(.setZoom(zoom))
    case .zoomStep(let step): request(.zoom(step))
    case .forget:
      window.switches = WindowSwitch.defaults
      request(.forgetPreferences)

    case .restart: apply(.reset)
    case .pause(let isPaused): player.isPaused = isPaused
    case .togglePause: player.isPaused.toggle()
    case .step(let seconds):
      guard isPaused else { return player.isPaused = true }
      apply(.command("step", seconds))
      timeline.view.turn(to: stageTime(at: now))
    case .showChange(let isLater): showChange(isLater: isLater)
    case .show(let moment):
      player.isPaused = true
      onStage { $0.show(moment) }
    case .showStart: perform(.show(player.start))
    case .showEnd: perform(.show(timelineReader.end(at: now)))
    case .restore(let moment, let wasPaused):
      onStage { $0.show(moment) }
      player.isPaused = wasPaused
    case .speed(let speed): apply(.speed(speed))
    case .changeSpeed(let up):
      let ladder = [4, 2, 1, 0.5, 0.25, 0.1, 0.05]
      let next = up ? ladder.last { $0 > speed } : ladder.first { $0 < speed }
      if let next { apply(.speed(next)) }
    case .frameCap(let rate): timeline.frameCap = rate

    case .rerun: rerun()
    case .runAgain:
      // What a hand is about to do cannot be run again yet.
      guard !isHandBusy else { return }
      if hasRecording { request(.replayRecording) } else { rerun() }
    case .recording: request(.replayRecording)
    case .toggleRecording: request(.toggleRecording)
    case .mark: addMarker()
    case .removeMarks: player.removeMarkers()
    case .picture: request(.savePicture(of: layout.stage, name: "\(scene.id).png"))
    case .film: filmTake()
    case .endFilm: request(.endFilm)
    case .copyLanes: copyLanes()
    case .saveLanes(let ending):
      guard let frame = layout.timeline else { return }
      request(.savePicture(of: frame, name: "feellab-\(scene.id)-timeline.\(ending)"))
    case .filmLanes(let ending):
      guard let content = timelineContent(at: now) else { return }
      let first = max(Instant(seconds: content.axis.lower), player.start)
      film(from: first, to: min(Instant(seconds: content.axis.upper), content.end), ending)
    case .showAll: timeline.view.reset()
    case .offerLanes(let point): offer(MenuItems(self).lanes, at: point)

    case .copyText(let text):
      request(.copy(text))
      say("Copied \(text)")
    case .pasteValue(let row):
      pasteRow = row
      request(.paste)
    case .resetValue(let key):
      perform(.begin)
      perform(.set(key, parameters.inherited(key)))
    }
  }

  /// Applies a change; a value that cannot be is ignored: whoever reads it from outside has refused it.
  mutating func apply(_ change: SessionChange) {
    switch change {
    case .size(let size) where size.width > 0 && size.height > 0 && size.isFinite:
      onStage { $0.abandonRerun() }
      window.size = size
      applyStage()
    case .scale(let scale) where scale > 0 && scale.isFinite:
      window.scale = scale
      applyStage()
    case .scene(let id):
      guard let type = catalog.scene(id) else { return }
      onStage { $0.abandonRerun() }
      shownMotion.take = lastTrack()
      leaveScene()
      compare(with: nil)
      var next = experiment
      next.open(type, from: sceneType.id)
      inspector = Inspector(
        next.parameters, isPhysical: isOn(.springs), folded: inspector.lines.folded)
      experiment = next
      player.open(type, on: stage)
      (pasteRow, contextMenu) = (nil, nil)
      timeline.view.reset()
    case .theme(let name):
      window.theme = Theme.Name(rawValue: name) ?? window.theme
    case .overlays(let letters):
      window.overlays = Set(letters: letters) ?? window.overlays
    case .parameter(let key, let value):
      guard (try? experiment.parameters.set(key, to: value)) != nil else { return }
      applyParameters()
    case .preset(let id):
      guard let preset = ScrollPreset.named(id) else { return }
      let isOther = preset != parameters.preset
      experiment.parameters.preset = preset
      applyParameters()
      if isOther, !parameters.changed.isEmpty {
        say("\(preset.title), with \(InspectorRow.keptText(parameters)): Reset in the panel")
      }
    case .pause(let isPaused): player.isPaused = isPaused
    case .speed(let speed) where speed >= 0.01 && speed <= 4: player.speed = speed
    case .command("step", let seconds):
      guard isPaused, let seconds, abs(seconds) <= StageHistory.span else { return }
      let moment = stageTime(at: now).advanced(by: seconds)
      onStage { $0.show(moment) }
    case .command(let command, let number):
      onStage {
        $0.abandonRerun()
        $0.takeOver()
        $0.feed(.command($0.liveStageTime, Command(command, number)))
      }
    case .track(let track):
      shownMotion.data = MeasuredData(track)
      applyStage()
    case .reset:
      onStage {
        $0.abandonRerun()
        $0.takeOver()
      }
      leaveScene()
      onStage { $0.feed(.restart($0.liveStageTime)) }
    case .reducedMotion(let isReduced):
      window.reducedMotion = isReduced
      applyStage()
    case .turn(let item, true): window.switches.insert(item)
    case .turn(let item, false): window.switches.remove(item)
    case .pointerSettings(let settings): window.pointerSettings = settings
    case .size, .scale, .speed, .focus: break
    }
  }

  /// Takes note of what the host says.
  mutating func take(_ fact: HostFact) {
    switch fact {
    case .zoom(let zoom): window.zoom = zoom
    case .recording(let isOn): window.isRecording = isOn
    case .canReplay(let isOn): window.hasRecording = isOn
    case .notice(let text): say(text)
    case .progress(let title, let share): notices.showProgress(of: title, share)
    case .parameterFiles(let names): offerFiles(names)
    case .pasted(let text): paste(text)
    }
  }

  // MARK: The stage

  /// Lets the stage do something, and sees to what its controls ask for.
  mutating func onStage(_ body: (inout Player) -> Void) {
    body(&player)
    for asked in player.takeAsked() {
      switch asked.request {
      case .copy(let text):
        request(.copy(text))
        say("Copied")
      case .savePicture(let frame, let name): request(.savePicture(of: frame, name: name))
      case .saveText(let text, let name): request(.saveText(text, name: name))
      case nil: break
      }
      if asked.name == Effect.commit { commitField() }
    }
  }

  mutating func feed(_ input: InputEvent) { onStage { $0.feed(input) } }

  mutating func applyStage() {
    let stage = stage
    onStage { $0.place(on: stage) }
  }

  private mutating func leaveScene() {
    feed(.cancel(CancelSample(time: now, reason: .disabled)))
  }

  /// Gives the scene an order and records it: what the order comes from is not in the recording.
  mutating func order(_ command: String, _ number: Double?) {
    record(.change(now, .command(command, number)))
    onStage {
      $0.takeOver()
      $0.feed(.command($0.liveStageTime, Command(command, number)))
    }
  }

  private mutating func open(_ index: Int) {
    guard catalog.scenes.indices.contains(index), index != sceneIndex else { return }
    apply(.scene(catalog.scenes[index].id))
  }

  /// Escape undoes the newest thing: a gesture, the help, the field's keyboard, the full screen.
  private mutating func escape() {
    if timeline.isScrubbing {
      chrome.cancel()
      if let action = timeline.cancel(at: now) { perform(action) }
    } else if player.run.scene.isHeld || chrome.holdsPointer {
      chrome.cancel()
      notices.cancel()
      inspector.cancel(at: now).forEach { perform($0) }
      feed(.cancel(CancelSample(time: now, reason: .user)))
    } else if chrome.isHelpShown {
      perform(.toggleHelp)
    } else if player.run.scene.focus.index != nil {
      perform(.leaveStage)
    } else {
      request(.leaveFullscreen)
    }
  }

  // MARK: Parameters

  private mutating func take(_ parameters: ParameterSet?) {
    guard let parameters, parameters != self.parameters else { return }
    experiment.parameters = parameters
    applyParameters()
  }

  private mutating func applyParameters() {
    let stage = stage
    onStage { $0.applyParameters(on: stage) }
  }

  /// Compares with a second set of parameters, or no longer.
  public mutating func compare(with setB: ParameterSet?) {
    experiment.isFlipped = false
    let setA = parameters
    onStage { $0.compare(setA: setA, with: setB) }
  }

  private mutating func swapSets() {
    guard let setB = parametersB else { return }
    experiment.recordEdit(sceneType.id)
    let setA = parameters
    experiment.parameters = setB
    let stage = stage
    onStage { $0.swap(setB: setA, on: stage) }
  }

  /// Gives every parameter of every scene its default, and the stage its start and its speed; for some seconds there is an offer to take it back.
  private mutating func resetEverything() {
    inspector.settle()
    experiment.resetAll(shown: sceneType.id, speed: speed, isPaused: isPaused)
    take(ParameterSet(sceneType.parameters))
    (player.speed, player.isPaused) = (1, false)
    apply(.reset)
    notices.offer = UndoOffer("Everything is as it was at the start", at: now)
  }

  /// Takes a reset of everything back, while that is offered; returns whether it was.
  private mutating func undoReset() -> Bool {
    guard notices.offer != nil, let (set, before) = experiment.undoReset(shown: sceneType) else {
      return false
    }
    notices.offer = nil
    take(set)
    (player.speed, player.isPaused) = (before.speed, before.isPaused)
    return true
  }

  // MARK: Time and takes

  /// Stops the stage's clock, and shows the moment of the next change of state, or of the one before.
  ///
  /// Past the last one the stage goes on to when something is due.
  private mutating func showChange(isLater: Bool) {
    player.isPaused = true
    let (shown, changes) = (stageTime(at: now), log(at: now).changes)
    let live = player.liveStageTime
    let moment =
      isLater
      ? changes.first { $0.time > shown }?.time ?? max(player.run.scene.deadline ?? live, live)
      : changes.last { $0.time < shown }?.time ?? player.start
    onStage { $0.show(moment) }
    timeline.view.turn(to: stageTime(at: now))
  }

  private mutating func rerun() {
    let stage = stage
    guard let begin = player.startRerun(on: stage) else {
      return say("Nothing has been done yet: there is nothing to run again")
    }
    timeline.view.turn(to: begin)
  }

  /// Marks the moment of the stage that is shown.
  private mutating func addMarker() {
    let moment = stageTime(at: now)
    player.mark(moment)
    say("Marked \(moment.seconds.text(decimals: 3)) s")
  }

  /// Asks for a film of the last take, from a little before it to a little after its rest.
  private mutating func filmTake() {
    let live = player.liveStageTime
    guard let take = player.log(at: now).takes(after: player.start).last else {
      return say(Self.nothingMoved)
    }
    let first = max(take.start.advanced(by: -0.25), player.start)
    film(from: first, to: min((take.rest ?? live).advanced(by: 0.5), live), "mp4")
  }

  private mutating func film(from start: Instant, to end: Instant, _ ending: String) {
    guard end > start else { return say(Self.nothingMoved) }
    guard notices.progress == nil else { return say("A film is being made already: Esc ends it") }
    request(.saveFilm(from: start, to: end, name: "\(sceneType.id).\(ending)"))
  }

  private static let nothingMoved = "Nothing has moved yet: there is nothing to film"

  /// Copies the samples that the lanes show, as comma-separated values.
  private mutating func copyLanes() {
    guard let content = timelineContent(at: now) else { return }
    let table = LaneTable(player, at: now, in: content)
    request(.copy(table.text))
    say("Copied \(table.rows.count) rows as CSV")
  }
}

extension Size {
  fileprivate var isFinite: Bool { width.isFinite && height.isFinite }
}
