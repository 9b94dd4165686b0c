public import Feel
internal import FeelTrace
internal import Kit
internal import Stage

extension Session {
  /// Whether an input only changes the view of the stage: panels, overlays, help, full screen,
  /// zoom.
  public func isOfView(_ input: InputEvent) -> Bool {
    guard case .key(let sample) = input, sample.phase == .down else { return false }
    return Keymap.command(of: sample, in: .window)?.isOfView ?? false
  }

  /// Whether an input steps through a take.
  public func isStep(_ input: InputEvent) -> Bool {
    guard case .key(let sample) = input, sample.phase == .down else { return false }
    return switch Keymap.command(of: sample, in: .window) {
    case .step, .showChange: true
    default: false
    }
  }

  /// Why a command is unavailable in the scene; `nil` if it is available.
  func refusal(of command: Command) -> String? {
    // Where there is a recording, the key reruns that.
    guard sceneType.isObserved, command != .runAgain || !hasRecording else { return nil }
    return command.refusal(isOfClip: shownMotion.source?.clip != nil)
  }

  /// Performs a command from a key, button, menu or panel; elements also pass the gesture.
  mutating func perform(_ command: Command, _ gesture: Gesture = .pressed) {
    if let refusal = refusal(of: command) { return say(refusal) }
    if command.endsOffer { notices.offer = nil }
    switch command {
    case .change(.restart) where sceneType.isObserved: playObserved()
    case .change(.swap):
      guard isPossible(.swap) else { return }
      apply(.swap)
      record(.swap, undo: .swap)
    case .change(let change): apply(change)
    case .ask(let asked):
      if asked == .pasteParameters { inspectorState.edit = nil }
      request(asked)
    case .files(let ask): (files?.handle(ask, gesture) ?? []).forEach { perform($0) }
    case .inspector(let ask): inspect(ask, gesture)
    case .explain(let question): explain(question)
    case .tryTrial: tryTrial()
    case .aim: aim(gesture)
    case .region(let grip): drag(grip, gesture)
    case .searchKeys: if case .typed(let text) = gesture { help?.query = text }
    case .chooseItem:
      guard case .chosen(let index) = gesture, let items = menu?.items else { return }
      menu = nil
      items[index].commands.forEach { perform($0) }
    case .split(let splitter): split(splitter, gesture)
    case .lanes: scrub(gesture)
    case .take(let number): useCard(of: number, gesture)
    case .scene, .turnScene, .turnRegion, .leaveStage, .toggleInspector, .toggleTimeline,
      .toggleHelp, .toggleShow, .showSettings, .escape, .resize, .listScenes, .offerComparison,
      .offerMenu, .offerOverlays, .offerFrameCaps, .closeMenu, .chooseFile, .closeFiles, .save,
      .prefer, .toggleTheme, .overlay,
      .forget, .copyText:
      performOnWindow(command)
    case .begin, .undo, .redo, .resetParameters, .resetEverything, .toggleComparison, .flip,
      .copy, .pasteValue, .flick, .togglePause, .changeSpeed, .step, .showChange, .show,
      .showStart, .showEnd, .restore:
      performOnStage(command)
    case .turnTake, .outermostTake, .showTake, .nameTake, .pinTake, .removeTake, .compareTake,
      .keepEdit, .rerun, .restoreTake, .runAgain, .mark, .measure, .endMeasure, .showAll,
      .foldLane, .copyLanes:
      performOnTakes(command)
    }
  }

  private mutating func performOnWindow(_ command: Command) {
    switch command {
    case .scene(let index): open(index)
    case .turnScene(let step):
      let count = catalog.scenes.count
      if let sceneIndex { open((sceneIndex + step + count) % count) }
    case .turnRegion(let back): turnRegion(back: back)
    case .leaveStage: if player.run.scene.focus.part != nil { apply(.focus(Focus())) }
    case .toggleInspector:
      if window.isShow { toggleShow() }
      window.isInspectorOpen.toggle()
      settleStage()
    case .toggleTimeline: toggleTimeline()
    case .toggleHelp: if help != nil || !isHandBusy { help = help == nil ? HelpPage() : nil }
    case .toggleShow: toggleShow()
    case .showSettings: showSettings()
    case .escape: escape()
    case .resize(let splitter, let length): resize(splitter, to: length)
    case .listScenes:
      let items = catalog.scenes.enumerated().map { Menu.Item(.scene($0), $1.title) }
      offer(items, below: "scenes.list", lit: sceneIndex)
    case .offerComparison: offerComparison()
    case .offerMenu: offer(windowItems, below: "window.menu")
    case .offerOverlays:
      let items = Overlay.allCases.map { overlay in
        Menu.Item(
          .overlay(overlay), isChosen: overlays.contains(overlay),
          isDisabled: overlay == .explanation && !sceneType.explainsReleases)
      }
      offer(items, below: "overlays.list")
    case .offerFrameCaps: offer(frameCapItems, below: "timeline.cap")
    case .closeMenu: menu = nil
    case .chooseFile: showFiles(.open)
    case .closeFiles: files = nil
    case .save(let what): save(what)
    // Only the host can, and it reports back.
    case .prefer(.zoom, .number(let zoom)): request(.setZoom(zoom))
    case .prefer(let preference, let value): set(preference, to: value)
    case .toggleTheme: apply(.theme(theme == .dark ? .light : .dark))
    case .overlay(let overlay): toggle(overlay)
    case .forget:
      // The host resets the preferences it manages itself.
      window.preferences = window.preferences.filter { $0.key == .zoom }
      request(.forgetPreferences)
    case .copyText(let text):
      request(.copy(text))
      say(Words.Messages.copied(text))
    default: break
    }
  }

  private mutating func performOnStage(_ command: Command) {
    switch command {
    case .begin:
      experiment.recordEdit(sceneType.id)
      notices.endUndo()
    case .undo, .redo: turnBack(command)
    case .resetParameters:
      inspectorState.edit = nil
      perform(.begin)
      var reset = parameters
      reset.reset()
      if reset != parameters { apply(.parameters(reset)) }
    case .resetEverything:
      inspectorState.edit = nil
      apply(.resetEverything)
      notices.offer = .reset(at: now)
    case .toggleComparison: toggleComparison()
    case .flip(let isOn): if isOn != experiment.isFlipped { apply(.flip(isOn)) }
    case .copy(let form):
      request(.copy(form.text(parameters, of: sceneType)))
      say(Words.Messages.copied(as: form.noun))
    case .pasteValue(let key):
      pasteKey = key
      request(.paste)
    case .flick(let direction): flick(direction)
    case .togglePause: apply(.pause(!isPaused))
    case .changeSpeed(let up):
      let ladder = [4, 2, 1, 0.5, 0.25, 0.1, 0.05]
      let next = up ? ladder.last { $0 > speed } : ladder.first { $0 < speed }
      if let next { apply(.speed(next)) }
    case .step(let seconds):
      if !isPaused {
        // At a clip's end the clock looks paused already.
        let isOver = player.clip != nil && !isStageActive
        apply(.pause(true))
        guard isOver else { return }
      }
      let from = seconds < 0 ? player.stepBackStart : stageTime(at: now)
      // With a clip, a frame is one of the clip's.
      let frames = Int((seconds * 60).rounded())
      let frame = frames == 0 ? nil : player.sheet.clipFrame(frames, after: from)
      apply(.show(max(player.start, frame ?? from.advanced(by: seconds))))
      timeline.view.turn(to: stageTime(at: now))
    case .showChange(let isLater): showChange(isLater: isLater)
    case .show(let moment):
      apply(.pause(true))
      apply(.show(moment))
    case .showStart: perform(.show(player.start))
    case .showEnd:
      // At rest, the present looks like the end of the newest take.
      let isNewest = player.sheet.end != nil && !player.showsChosenTake
      perform(.show(isNewest ? player.liveStageTime : timelineReader.end(at: now)))
    case .restore(let moment, let wasPaused):
      apply(.show(moment))
      apply(.pause(wasPaused))
    default: break
    }
  }

  private mutating func performOnTakes(_ command: Command) {
    switch command {
    case .turnTake(let back): turnTake(back: back)
    case .outermostTake(let isNewest):
      let takes = player.finishedTakes
      guard let take = isNewest ? takes.last : takes.first else { return say(noTakeYet) }
      showTake(take.number)
    case .showTake(let number): showTake(number)
    case .nameTake: if let take = shownTake() { name(take) }
    case .pinTake: if let take = shownTake() { pin(take) }
    case .removeTake: if let take = shownTake() { remove(take) }
    case .compareTake(let number): if let take = shownTake() { compare(take, with: number) }
    case .keepEdit: keepEdit()
    case .rerun: rerun()
    case .restoreTake(let number):
      let change = SessionChange.restoreTake(number)
      experiment[sceneType.id].forget(undo: change)
      apply(change)
      sayDone(change)
    case .runAgain:
      // Nothing to rerun yet while a hand is still busy.
      guard !isHandBusy else { return }
      if hasRecording { request(.replayRecording) } else { rerun() }
    case .mark:
      let moment = stageTime(at: now)
      apply(.mark)
      say(Words.Messages.marked(moment.seconds + player.clipShift))
    case .measure:
      if window.isShow { toggleShow() }
      if !window.showsTimeline { toggleTimeline() }
      timeline.putCursor(at: timelineContent(at: now)?.playHead.seconds ?? 0)
    case .endMeasure: timeline.measure = nil
    case .showAll: timeline.view.reset()
    case .foldLane(let lane): timeline.view.folded.formSymmetricDifference([lane])
    case .copyLanes:
      guard let content = timelineContent(at: now) else { return }
      let table = LaneTable(player, at: now, in: content)
      request(.copy(table.text))
      say(Words.Messages.copied(rows: table.rows.count))
    default: break
    }
  }

  // MARK: Window

  private mutating func toggleTimeline() {
    if window.isShow { toggleShow() }
    // Close the inspector if it covers the timeline.
    if window.isTimelineOpen, !window.showsTimeline { return perform(.toggleInspector) }
    window.isTimelineOpen.toggle()
    if window.isTimelineOpen, !window.showsTimeline { perform(.toggleInspector) }
    settleStage()
  }

  private mutating func toggle(_ overlay: Overlay) {
    guard overlay != .explanation || sceneType.explainsReleases else {
      return say(Words.Messages.noChoice)
    }
    apply(.overlays(overlays.symmetricDifference([overlay])))
    let isWanted = window.shelf.has(overlay) && overlays.contains(overlay)
    if isWanted, !layout.onShelf.has(overlay) { say(Words.Messages.noRoom) }
    if overlay == .hud, overlays.contains(.hud), !drawsNumbers {
      say(
        layout.onShelf.hasTable
          ? Words.Messages.numbersInTable : Words.Messages.numbersInTimeline)
    }
  }

  private mutating func toggleShow() {
    leavePanels()
    window.isShow.toggle()
    request(window.isShow ? .fillScreen : .leaveFullscreen)
    settleStage()
  }

  /// Opens the file panel, and requests a folder from the host.
  mutating func showFiles(_ purpose: FilePanel.Purpose, name: String = "") {
    guard !isHandBusy else { return }
    if help != nil { perform(.toggleHelp) }
    leavePanels()
    files = FilePanel(purpose, name: name)
    let isOfParameters = if case .save(.parameters) = purpose { true } else { false }
    request(.listFolder(isOfParameters ? "" : "."))
  }

  private mutating func save(_ what: Savable) {
    let scene = sceneType.id
    switch what {
    case .takeOrParameters:
      save(player.finishedTakes.isEmpty && player.openTake == nil ? .parameters : .take)
    case .take:
      // While one is under way, the last finished one is not the one on the stage.
      let last = player.openTake == nil ? player.finishedTakes.last : nil
      guard let take = player.shownTake ?? last else { return say(noTakeYet) }
      showFiles(
        .save(.takes(take.number)), name: FilePanel.fileName(for: "\(scene) \(take.recordedName)"))
    case .takes:
      guard !player.finishedTakes.isEmpty else { return say(noTakeYet) }
      showFiles(.save(.takes(nil)), name: FilePanel.fileName(for: "\(scene) takes"))
    case .parameters:
      inspectorState.edit = nil
      let json = CopyForm.allJSON.text(parameters, of: sceneType)
      showFiles(.save(.parameters(json)), name: "\(scene).json")
    case .picture: savePicture(of: layout.stageWithShelf, name: "\(scene).png")
    case .lanes:
      if let frame = layout.timeline { savePicture(of: frame, name: "\(scene)-timeline.png") }
    case .video:
      // An edited take may come to rest later.
      guard let sheet = player.showsEdit ? player.sheet : player.lastTake else {
        return say(Words.Messages.nothingMoved)
      }
      offerVideo(from: sheet.start, to: sheet.end ?? player.liveStageTime)
    case .lanesVideo:
      guard let content = timelineContent(at: now) else { return }
      let first = max(Instant(seconds: content.axis.lower), player.start)
      offerVideo(from: first, to: min(Instant(seconds: content.axis.upper), content.end))
    }
  }

  private mutating func offerVideo(from start: Instant, to end: Instant) {
    guard end > start else { return say(Words.Messages.nothingMoved) }
    guard notices.progress == nil else { return say(Words.Messages.savesVideo) }
    let words = [sceneType.id, player.shownTake?.recordedName].compactMap { $0 }.joined(
      separator: " ")
    showFiles(.save(.video(from: start, to: end)), name: FilePanel.fileName(for: words, ".mp4"))
  }

  private mutating func savePicture(of frame: Rect, name: String) {
    if let picture = picture(of: frame) { showFiles(.save(.picture(picture)), name: name) }
  }

  private mutating func open(_ index: Int) {
    guard catalog.scenes.indices.contains(index), index != sceneIndex else { return }
    leavePanels()
    apply(.scene(catalog.scenes[index].id))
  }

  /// Escape, while no hand holds anything, closes the topmost thing: help, presentation, guide,
  /// focus, cursors, take comparison, full screen.
  private mutating func escape() {
    if help != nil {
      perform(.toggleHelp)
    } else if window.isShow {
      perform(.toggleShow)
    } else if skipGuide() {
      return
    } else if player.run.scene.focus.part != nil {
      perform(.leaveStage)
    } else if timeline.measure != nil {
      perform(.endMeasure)
    } else if player.comparedTake != nil {
      apply(.compareTake(nil))
    } else {
      request(.leaveFullscreen)
    }
  }

  // MARK: Undo

  private mutating func record(_ change: SessionChange, undo: SessionChange) {
    experiment[sceneType.id].record(undo: undo, redo: change)
    notices.endUndo()
  }

  private mutating func turnBack(_ command: Command) {
    inspectorState.edit = nil
    if command == .undo,
      let offered = notices.offer?.choices.map(\.command).first(where: {
        switch $0 {
        case .change(.undoReset), .ask(.undoDiscard), .ask(.restorePreset): true
        default: false
        }
      })
    {
      return perform(offered)
    }
    var history = experiment[sceneType.id]
    let change = history.turn(back: command == .undo, from: parameters, where: isPossible)
    experiment[sceneType.id] = history
    guard let change else {
      let region = command == .undo ? shownMotion.formerRegion : shownMotion.laterRegion
      guard let region, sceneType.isObserved else {
        return say(Words.Messages.nothing(toUndo: command == .undo))
      }
      return measureAgain(region)
    }
    apply(change)
    if let offer = notices.offer, offer.choices.contains(where: \.command.isUndo) {
      notices.offer = nil
    }
    sayDone(change)
  }

  /// Reports the effect of undoing or redoing an edit of a take.
  private mutating func sayDone(_ change: SessionChange) {
    switch change {
    case .restoreTake(let number?):
      guard player.takes.store[number] != nil else { return }
      showTake(number)
    case .removeTake(let number): say(Words.Messages.deleted(Words.Takes.title(number)))
    case .nameTake(let number, let name):
      say(Words.Messages.named(Words.Takes.title(number), name))
    case .pinTake(let number, let isOn):
      guard let take = player.takes.store[number] else { return }
      say(Words.Messages.pinned(take.title, isOn))
    default: break
    }
  }

  // MARK: Time and takes

  /// Shows the next or previous state change; after the last one, the next deadline.
  private mutating func showChange(isLater: Bool) {
    apply(.pause(true))
    let sheet = player.sheet
    let known = (sheet.end == nil ? log(at: now) : sheet.log).changes.map(\.time)
    let wrong = shownJudgement?.faultTimes ?? []
    let changes = (known + wrong).sorted()
    let shown = min(stageTime(at: now), sheet.end ?? StageClock.lastInstant)
    let live = player.liveStageTime
    let moment =
      isLater
      ? changes.first { $0 > shown } ?? (player.showsChosenTake ? sheet.end : nil)
        ?? max(player.run.scene.deadline ?? live, live)
      : changes.last { $0 < shown } ?? player.start
    apply(.show(moment))
    timeline.view.turn(to: stageTime(at: now))
  }

  /// Replays the observed take from its start, because the program cannot be restarted.
  private mutating func playObserved() {
    guard let take = player.shownTake ?? player.finishedTakes.last else { return say(noTakeYet) }
    for change in [.showTake(take.number), .show(take.span.start), .pause(false)] as [SessionChange]
    {
      apply(change)
    }
  }

  private mutating func turnTake(back: Bool) {
    let numbers = player.finishedTakes.map(\.number)
    let shown = player.sheet.number ?? .max
    let number = back ? numbers.last { $0 < shown } : numbers.first { $0 > shown }
    guard let number = number ?? (back ? numbers.first : nil) else {
      guard player.showsChosenTake else {
        return say(numbers.isEmpty ? noTakeYet : Words.Messages.newestTake)
      }
      return apply(.showTake(nil))
    }
    if back, number == shown { return say(Words.Messages.oldestTake) }
    showTake(number)
  }

  private mutating func showTake(_ number: Int) {
    apply(.showTake(number))
    let takes = player.finishedTakes
    // A verdict on display names the take already, and must stay.
    if verdict == nil, let take = takes.first(where: { $0.number == number }) {
      say(TakeWords(take, among: takes, beside: parameters).line)
    }
    revealTake()
  }

  /// Removes the shown take; if the strip has the focus, shows the neighbouring take.
  private mutating func remove(_ take: Take) {
    let others = player.finishedTakes.filter { $0.number != take.number }
    let next = others.first { $0.number > take.number } ?? others.last
    apply(.removeTake(take.number))
    record(.removeTake(take.number), undo: .restoreTake(take.number))
    if panels.hasKeyboard("takes"), let next { showTake(next.number) }
    notices.offer = .removed(take, at: now)
    notices.hush()
  }

  /// The finished take shown; reports if there is none.
  private mutating func shownTake() -> Take? {
    let take = player.shownTake
    if take == nil { say(noTakeYet) }
    return take
  }

  private mutating func pin(_ take: Take) {
    let pin = SessionChange.pinTake(take.number, !take.isPinned)
    apply(pin)
    guard player.takes.store[take.number]?.isPinned != take.isPinned else { return }
    record(pin, undo: .pinTake(take.number, take.isPinned))
    offerUndo(of: Words.Messages.pinned(take.title, !take.isPinned))
  }

  private mutating func name(_ take: Take) {
    if !window.showsTimeline { toggleTimeline() }
    guard layout.takes != nil else { return say(Words.Messages.noRoomForTakes) }
    perform(.leaveStage)
    leavePanels()
    timeline.named = take.number
    revealTake()
    arrange()
    panels.giveKeyboard(to: "take.name")
  }

  mutating func setTakeName(_ number: Int, _ text: String) {
    let words = text.split { $0.isWhitespace }.joined(separator: " ")
    let name = Take.isName(words) && words != Words.Takes.title(number) ? words : nil
    guard let take = player.takes.store[number], name != take.name else { return }
    let change = SessionChange.nameTake(number, name)
    apply(change)
    record(change, undo: .nameTake(number, take.name))
    offerUndo(of: Words.Messages.named(Words.Takes.title(number), name))
  }

  private mutating func offerUndo(of text: String) {
    notices.hush()
    notices.offer = .changed(text, at: now)
  }

  /// Opens a take's menu and shows the take, except during a comparison, which only an explicit
  /// choice ends.
  mutating func offerTake(_ number: Int, at point: Vector) {
    if number != player.sheet.number, player.comparedTake != nil {
      return offer(otherTakeItems(number), at: point)
    }
    let shown = player.shownTake?.number
    if number != shown { showTake(number) }
    offer(takeItems(after: number == shown ? nil : shown), at: point)
  }

  private mutating func compare(_ take: Take, with number: Int) {
    guard parametersB == nil else { return say(Words.Messages.comparesSets) }
    let isSame = number == take.number || number == player.comparedTake
    apply(.compareTake(isSame ? nil : number))
    // The table's figures replace the message about the take.
    if player.comparedTake != nil { notices.hush() }
  }

  private mutating func keepEdit() {
    guard player.showsEdit else { return say(Words.Messages.nothingEdited) }
    apply(.keepEdit)
    guard let take = player.shownTake, !player.showsEdit else { return }
    record(.restoreTake(take.number), undo: .removeTake(take.number))
    say(Words.Messages.kept(as: take.title))
    revealTake()
  }

  private var noTakeYet: String {
    player.openTake == nil ? Words.Messages.noTake : Words.Messages.takeUnderWay
  }

  private mutating func rerun() {
    guard player.lastSpan != nil else { return say(Words.Messages.nothingToRerun) }
    apply(.rerun)
    timeline.view.turn(to: stageTime(at: now))
  }
}
