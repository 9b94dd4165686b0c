internal import Feel
internal import Stage

/// What the lists offer that a right click opens.
struct MenuItems {
  private let session: Session

  init(_ session: Session) { self.session = session }

  /// What can be made of the lanes.
  var lanes: [Menu.Item] {
    var items: [Menu.Item] = [
      .init("Copy as CSV", .copyLanes), .init("Save picture of the lanes", .saveLanes),
      .init("Save video of what they show", .filmLanes),
      .init("Add marker", .mark).openingGroup,
    ]
    if !session.player.live.markers.isEmpty {
      items.append(.init("Remove markers", .change(.removeMarks)))
    }
    if session.player.lastSpan != nil { items.append(rerunItem) }
    items.append(.init("Measure from or up to here", .measure).openingGroup)
    if session.timeline.measure != nil {
      items.append(.init("Remove measuring cursors", .endMeasure))
    }
    for lane in TimelineLayout.curves(isObserved: session.sceneType.isObserved) {
      let word = session.timeline.view.folded.contains(lane) ? "Show" : "Fold"
      items.append(.init("\(word) \(lane.name.lowercased())", .foldLane(lane)))
    }
    items.append(.init("Zoom to fit", .showAll).openingGroup)
    // In a window too narrow for the buttons.
    if let frame = session.layout.timeline, !Transport.hasCaps(in: frame.width) {
      items += Transport.caps.map { rate in
        .init(rate.map { "Show \($0) frames/s" } ?? "Show every frame", .change(.frameCap(rate)))
      }
    }
    return items
  }

  /// What can be done with the take that is shown.
  ///
  /// - Parameter former: the number of the one that was shown before it.
  func take(after former: Int? = nil) -> [Menu.Item] {
    guard let take = session.player.shownTake else { return [] }
    var items: [Menu.Item] =
      keepItems + [
        rerunItem, .init("Name it", .nameTake),
        .init(take.isPinned ? "Unpin it" : "Pin it", .pinTake),
      ]
    if let explainItem { items.append(explainItem) }
    // The one that it came from says more than the one before.
    let takes = session.player.takes.store
    let asked = (session.player.takeComparison?.number ?? former).flatMap { takes[$0] }
    let source = take.origin.number.flatMap { takes[$0] }
    let before = takes.takes.last { $0.number < take.number }
    // Two sets and two takes are not compared at once.
    if session.parametersB == nil,
      let other = asked ?? source ?? before ?? takes.takes.last(where: { $0.number != take.number })
    {
      let isOn = session.player.takeComparison?.number == other.number
      let words = isOn ? "Don't compare it with" : "Compare it with"
      items.append(.init("\(words) \(other.title)", .compareTake(other.number)))
    }
    return items + [
      .init("Save take", .saveTake, note: Keymap.text(.save)).openingGroup,
      .init("Save all takes", .saveTakes),
      .init("Save video", .film), .init("Copy as CSV", .copyLanes),
      .init("Remove it", .removeTake).openingGroup,
    ]
  }

  /// What set A can be compared with, and what can be done while it is.
  var comparison: [Menu.Item] {
    let (setA, setB) = (session.parameters, session.parametersB)
    let next = session.nextSetB
    let isFormer = next == session.experiment.formerB[session.sceneType.id]
    let copy =
      next == setA ? "what is set now" : isFormer ? "B as before" : "what the take was made with"
    var items: [Menu.Item] = [
      .init(setB == nil ? "Compare with \(copy)" : "Compare no longer", .toggleComparison)
    ]
    if setB != nil {
      items += [.init("Swap A and B", .change(.swap)), .init("Make B the same as A", .pin)]
    }
    for parameter in setA.parameters where !parameter.tradeOffs.isEmpty {
      guard case .choice(let words) = parameter.domain, setA.applies(parameter.key) else {
        continue
      }
      let choices = words.map { word in
        var item = Menu.Item(
          "\(parameter.label) \(parameter.shownWord(word))", .choiceOfB(parameter.key, word),
          note: parameter.tradeOffs[word])
        item.isChosen = setB?.choice(parameter.key) == word && setA.choice(parameter.key) != word
        return item
      }
      items += [choices[0].openingGroup] + choices.dropFirst()
    }
    let presets = ScrollPreset.all.map { preset in
      var item = Menu.Item(preset.title, .presetOfB(preset.id))
      item.isChosen = preset == setB?.preset
      let sets = [preset == setA.preset ? "A" : nil, item.isChosen ? "B" : nil]
      // A letter by itself would be a key.
      let words = sets.compactMap(\.self).joined(separator: ", ")
      item.note = words.isEmpty ? "" : "set \(words)"
      return item
    }
    return items + [presets[0].openingGroup] + presets.dropFirst()
  }

  /// What can be done with a take beside the one that is shown, while that one is compared.
  func otherTake(_ number: Int) -> [Menu.Item] {
    guard let take = session.player.takes.store[number], let shown = session.player.shownTake else {
      return []
    }
    let isCompared = session.player.takeComparison?.number == number
    return [
      .init("Show \(take.title)", .showTake(number)),
      .init(
        isCompared ? "Don't compare it with \(shown.title)" : "Compare it with \(shown.title)",
        .compareTake(number)),
    ]
  }

  /// What is done with files and the window.
  var window: [Menu.Item] {
    var items: [Menu.Item] = [
      .init("Open a file", .chooseFile), .init("Save picture", .picture).openingGroup,
    ]
    if session.player.lastSpan != nil { items.append(.init("Save video of the take", .film)) }
    if !session.player.finishedTakes.isEmpty {
      items += [
        .init("Save take", .saveTake, note: Keymap.text(.save)),
        .init("Save all takes", .saveTakes),
      ]
    }
    items += earlierTakes
    let isRecording = session.window.isRecording
    return items + [
      .init("Save parameters", .saveParameters),
      .init(isRecording ? "End the recording" : "Record the session", .ask(.toggleRecording)),
      .init("Show the stage alone", .toggleShow).openingGroup,
      .init("Preferences", .showSettings), .init("Keys and help", .toggleHelp),
      .init("Quit", .ask(.quit)).openingGroup,
    ]
  }

  /// What can be done with earlier sessions, while there are any.
  private var earlierTakes: [Menu.Item] {
    let earlier = session.notices.earlier
    let kept: [Menu.Item] = [
      .init("Restore earlier takes", .ask(.resumeSession)),
      .init("Discard earlier takes", .ask(.discardSession)),
    ]
    return (earlier.kept > 0 ? kept : [])
      + (earlier.discarded > 0 ? [.init("Undo discarding takes", .ask(.undoDiscard))] : [])
  }

  /// Shows why what was let go rests where it does, or no longer, where there is something to say.
  private var explainItem: Menu.Item? {
    guard session.releaseExplanation() != nil else { return nil }
    let isShown = session.overlays.contains(.explanation)
    return .init(
      isShown ? "Hide why it rests there" : "Why it rests there", .overlay(.explanation),
      note: Keymap.text(.overlay(.explanation)))
  }

  /// Keeps what is shown beside a take, while something is.
  private var keepItems: [Menu.Item] {
    session.player.showsEdit
      ? [.init("Keep as take", .keepEdit, note: Keymap.text(.keepEdit))] : []
  }

  /// Its key is that of the recording, where there is one.
  private var rerunItem: Menu.Item {
    .init(
      "Run the take again", .rerun, note: session.hasRecording ? "" : Keymap.text(.runAgain)
    )
  }

  /// What can be done at a point of the stage.
  func stage(at point: Vector) -> [Menu.Item] {
    // What the window offers for a few seconds is in reach of the keyboard here.
    var items = earlierTakes
    for choice in session.notices.offer?.choices ?? []
    where !choice.isUndo && ![.ask(.resumeSession), .ask(.discardSession)].contains(choice.action) {
      let isUndo = choice.id == "undo"
      items.append(.init(isUndo ? "Remove what was saved" : choice.title, choice.action))
    }
    if let reading = valueReading(at: point) {
      let unit = reading.unit.isEmpty ? "" : " \(reading.unit)"
      let shown = reading.position.grouped(decimals: unit.isEmpty ? 3 : 1)
      let copy = Menu.Item(
        "Copy value", .copyText("\(reading.position)"), note: shown + unit)
      items.append(items.isEmpty ? copy : copy.openingGroup)
    }
    if session.isPaused {
      items += [
        .init("Go on", .togglePause).openingGroup, .init("A frame back", .step(-1.0 / 60)),
        .init("A frame on", .step(1.0 / 60)),
      ]
    } else if session.isStageActive {
      items.append(.init("Pause", .togglePause, note: Keymap.text(.togglePause)).openingGroup)
    }
    items.append(.init("Add marker", .mark).openingGroup)
    if !session.player.live.markers.isEmpty {
      items.append(.init("Remove markers", .change(.removeMarks)))
    }
    if session.player.lastSpan != nil {
      items += keepItems + [rerunItem.openingGroup, .init("Save video of the take", .film)]
    }
    if let explainItem { items.append(explainItem) }
    if session.hasRecording {
      items.append(
        .init("Show the recording again", .ask(.replayRecording), note: Keymap.text(.runAgain)))
    }
    return items + [
      .init("Save picture", .picture).openingGroup,
      .init(session.window.isShow ? "Show the window" : "Show the stage alone", .toggleShow),
      .init("Restart scene", .change(.restart)),
    ]
  }

  /// The motion of the control at a point of the stage that is shown, or of the one that is watched.
  private func valueReading(at point: Vector) -> MotionReading? {
    let (run, time) = session.player.shown(at: session.now)
    let parts = run.scene.parts.filter { $0.hitBox.contains(point) }
    let probe = parts.reversed().lazy.compactMap { $0.probe(at: time) }.first
    return probe?.reading ?? run.watched(at: time)
  }

  /// What can be done with the value of a parameter.
  func value(of key: String) -> [Menu.Item] {
    guard let text = session.inspector.words(key) else { return [] }
    var items: [Menu.Item] = [
      .init("Copy value", .copyText(text), note: text), .init("Paste value", .pasteValue(key: key)),
    ]
    if session.parameters.isChanged(key) {
      items.append(.init("Reset to the preset's value", .resetValue(key: key)))
    }
    return items
  }
}
