internal import Feel
internal import FeelTrace
internal import Kit
internal import Stage

extension Session {
  /// Opens the context menu on a right press; returns whether it did.
  mutating func openMenu(_ sample: PointerSample) -> Bool {
    guard sample.phase == .down, sample.button == .secondary, !isHandBusy, !panels.isModal
    else { return false }
    let point = sample.location
    if layout.inspector?.contains(point) ?? false {
      return false
    } else if layout.bar.contains(point) {
      offer(windowItems, at: point)
    } else if layout.isOnStage(point) {
      offer(stageItems(at: point), at: point)
      // The menu covers the pointer, so the stage drops its hover.
      leaveStage(sample)
    }
    guard menu != nil else { return false }
    stagePresses.isElsewhere = true
    return true
  }

  /// Opens the context menu of the focused element or of the stage, if the key is one that does;
  /// returns whether it was.
  mutating func openMenu(_ sample: KeySample) -> Bool {
    let isKey = sample.key == .menu || sample.key == .function(10) && sample.modifiers == .shift
    guard isKey, !isHandBusy else { return false }
    if panels.hasKeyboard("takes") {
      revealTake()
      arrange()
    }
    if let (ask, frame) = panels.secondaryOfFocus(at: now) {
      perform(ask, .secondary(at: Vector(frame.minX + 16, min(frame.maxY, frame.minY + 32))))
      guard let items = menu?.items else { return true }
      if panels.hasKeyboard("takes") {
        // Align the menu with the card.
        let card = Rect(origin: frame.origin, size: Size(Menu.width, frame.height))
        menu = Menu(items, below: card, in: size, window.fonts)
      }
    } else {
      let stage = layout.openStage.inset(by: 16)
      let scene = player.run.scene
      let focused = scene.focusedIndex.map { scene.parts[$0].hitBox }
      let point = focused?.intersection(stage)?.center ?? panels.pointer ?? stage.center
      let inside = layout.isOnStage(point) ? point : stage.center
      offer(stageItems(at: inside), at: inside)
    }
    menu?.lit = 0
    return true
  }

  mutating func offer(_ items: [Menu.Item], below button: String, lit: Int? = nil) {
    guard let frame = panels.frame(of: button, at: now) else { return }
    offer(items, at: Vector(frame.minX, frame.maxY))
    menu?.lit = lit
  }

  mutating func offer(_ items: [Menu.Item], at point: Vector) {
    if !items.isEmpty { menu = Menu(items, at: point, in: size, window.fonts) }
  }

  // MARK: Items

  /// A command's menu item in the current state; `nil` if it has nothing to do.
  private func item(_ command: Command) -> Menu.Item? {
    let take = player.shownTake
    return switch command {
    case .change(.removeMarks) where player.live.markers.isEmpty: nil
    case .save(.video) where player.lastSpan == nil: nil
    case .rerun where player.lastSpan == nil || refusal(of: command) != nil: nil
    // Where there is a recording, the key reruns that.
    case .rerun: Menu.Item(command, note: hasRecording ? "" : Keymap.text(.runAgain))
    case .save(.take), .save(.takes):
      player.finishedTakes.isEmpty
        ? nil
        : Menu.Item(
          command, note: command == .save(.take) ? Keymap.text(.save(.takeOrParameters)) : "")
    case .keepEdit where !player.showsEdit || refusal(of: command) != nil: nil
    case .pinTake where take?.isPinned ?? false: Menu.Item(command, Words.Menus.unpin)
    case .overlay(.explanation):
      releaseExplanation() == nil
        ? nil
        : Menu.Item(command, overlays.contains(.explanation) ? Words.Menus.hideExplanation : nil)
    case .compareTake(let number):
      player.takes.store[number].map { comparison(with: number, called: $0.title) }
    case .endMeasure where timeline.measure == nil: nil
    case .measure where timeline.measure != nil && timeline.measure?.second == nil:
      Menu.Item(command, Words.Menus.measureTo)
    case .foldLane(let lane):
      Menu.Item(
        command,
        Words.Menus.fold(
          Words.Timeline.lane(lane), isOn: !timeline.view.folded.contains(lane)))
    case .ask(.resumeSession), .ask(.discardSession):
      notices.earlier.kept > 0 ? Menu.Item(command) : nil
    case .ask(.undoDiscard): notices.earlier.discarded > 0 ? Menu.Item(command) : nil
    case .ask(.toggleRecording):
      Menu.Item(
        command, window.isRecording ? Words.Menus.endRecording : Words.Menus.record,
        isDisabled: refusal(of: command) != nil)
    case .togglePause: Menu.Item(command, isPaused ? Words.Menus.goOn : Words.Menus.pause)
    case .toggleShow where window.isShow: Menu.Item(command, Words.Menus.showWindow)
    default: Menu.Item(command)
    }
  }

  private func items(_ commands: [Command?]) -> [Menu.Item] {
    commands.compactMap { $0.flatMap(item) }
  }

  var laneItems: [Menu.Item] {
    let folds = TimelineLayout.curves(isObserved: sceneType.isObserved).map(Command.foldLane)
    let items = Menu.Item.parted([
      items([.copyLanes, .save(.lanes), .save(.lanesVideo)]),
      items([.mark, .change(.removeMarks), .rerun]), items([.measure, .endMeasure] + folds),
      items([.showAll]),
    ])
    // In a window too narrow for the button.
    guard let frame = layout.timeline, !Transport.hasCaps(in: frame.width) else { return items }
    return items + frameCapItems
  }

  var frameCapItems: [Menu.Item] {
    Transport.caps.map { rate in
      Menu.Item(
        .change(.frameCap(rate)), rate.map(Words.Menus.cap) ?? Words.Menus.everyFrame)
    }
  }

  /// Items for the shown take, after the take `former` was shown.
  func takeItems(after former: Int? = nil) -> [Menu.Item] {
    guard let take = player.shownTake else { return [] }
    // Its source take is a better comparison than the previous one.
    let store = player.takes.store
    let asked = (player.comparedTake ?? former).flatMap { store[$0] }
    let source = take.origin.number.flatMap { store[$0] }
    let before = store.takes.last { $0.number < take.number }
    let other = asked ?? source ?? before ?? store.takes.last { $0.number != take.number }
    // Two sets and two takes cannot be compared at the same time, and a clip's takes only with
    // presets.
    let compared = parametersB == nil && !isClip(take) ? other?.number : nil
    return Menu.Item.parted([
      items([
        .keepEdit, .rerun, .nameTake, .pinTake, .overlay(.explanation),
        compared.map(Command.compareTake),
      ]),
      items([.save(.take), .save(.takes)])
        + [Menu.Item(.save(.video), Words.saveVideo), Menu.Item(.copyLanes)],
      items([.removeTake]),
    ])
  }

  /// Items for another take: show it, or compare it with the shown one.
  func otherTakeItems(_ number: Int) -> [Menu.Item] {
    guard let take = player.takes.store[number], let shown = player.shownTake else { return [] }
    let show = Menu.Item(.showTake(number), Words.Menus.show(take.title))
    return isClip(take) ? [show] : [show, comparison(with: number, called: shown.title)]
  }

  private func isClip(_ take: Take) -> Bool { take.before.stage.source?.clip != nil }

  private func comparison(with number: Int, called name: String) -> Menu.Item {
    let isCompared = player.comparedTake == number
    return Menu.Item(.compareTake(number), Words.Menus.compare(with: name, isOn: !isCompared))
  }

  /// The presets, one of which runs beside the observed program.
  var presetItems: [Menu.Item] {
    let beside = player.sheet.run.stage.parameters
    return Menu.Item.parted(
      Menu.Item.presets(window.ownPresets) { choice in
        let set = choice.applied(to: parameters, among: window.ownPresets)
        var item = Menu.Item(choice.title, [.begin, .change(.parameters(set))])
        item.isChosen = choice.holds(beside, unless: window.ownPresets)
        return item
      })
  }

  /// What set A can be compared with, and the actions of a running comparison.
  var comparisonItems: [Menu.Item] {
    let (setA, setB, next) = (parameters, parametersB, nextSetB)
    let copy =
      next == setA
      ? Words.Menus.setNow
      : next == experiment.formerB[sceneType.id] ? Words.Menus.formerB : Words.Menus.setOfTake
    var groups = [
      [
        Menu.Item(
          .toggleComparison, setB == nil ? Words.Takes.compare(with: copy) : Words.Menus.alone)
      ]
    ]
    if setB != nil {
      groups[0] += [
        Menu.Item(.change(.swap)), Menu.Item(.change(.compare(setA)), Words.Menus.equalSets),
      ]
    }
    for parameter in setA.parameters where !parameter.tradeOffs.isEmpty {
      guard case .choice(let words) = parameter.domain, setA.applies(parameter.key) else {
        continue
      }
      groups.append(
        words.map { word in
          var set = setB ?? setA
          try? set.set(parameter.key, to: .choice(word))
          let isChosen = setB?.choice(parameter.key) == word && setA.choice(parameter.key) != word
          return Menu.Item(
            .change(.compare(set)),
            Words.Menus.choice(parameter.shownWord(word), of: translated(parameter.label)),
            note: parameter.tradeOffs[word].map(translated), isChosen: isChosen)
        })
    }
    groups += Menu.Item.presets(window.ownPresets) { choice in
      let isOfB = choice.holds(setB, unless: window.ownPresets)
      let isOfA = choice.holds(setA, unless: window.ownPresets)
      let sets = (isOfA ? [Words.setA] : []) + (isOfB ? [Words.setB] : [])
      // A letter alone would look like a key.
      let note = sets.isEmpty ? "" : Words.Menus.sets(sets)
      return Menu.Item(
        .change(.compare(choice.applied(to: setB ?? setA, among: window.ownPresets))), choice.title,
        note: note,
        isChosen: isOfB)
    }
    return Menu.Item.parted(groups)
  }

  var windowItems: [Menu.Item] {
    Menu.Item.parted([
      items([.chooseFile]),
      items([.save(.picture), .save(.video), .save(.take), .save(.takes)]) + items(earlierTakes)
        + items([.save(.parameters), .ask(.toggleRecording)]),
      items([.toggleShow, .showSettings, .toggleHelp, .ask(.introduce)]),
      items([.ask(.quit)]),
    ])
  }

  private var earlierTakes: [Command] {
    [.ask(.resumeSession), .ask(.discardSession), .ask(.undoDiscard)]
  }

  func stageItems(at point: Vector) -> [Menu.Item] {
    // The keyboard reaches the offer's choices here.
    var offered = items(earlierTakes)
    for choice in notices.offer?.choices ?? []
    where !choice.command.isUndo && !(earlierTakes + [.save(.video)]).contains(choice.command) {
      let isUndo = choice.id == "undo"
      offered.append(Menu.Item(choice.command, isUndo ? Words.Menus.removeSaved : choice.title))
    }
    var value: [Menu.Item] = []
    if let reading = valueReading(at: point) {
      let shown = reading.position.grouped(decimals: reading.unit.isEmpty ? 3 : 1)
      value = [
        Menu.Item(
          .copyText("\(reading.position)"), Words.Menus.copyValue,
          note: Words.number(shown, in: reading.unit))
      ]
    }
    let time: [Command] =
      isPaused
      ? [.togglePause, .step(-1.0 / 60), .step(1.0 / 60)] : isStageActive ? [.togglePause] : []
    let (first, second) = offered.isEmpty ? (value, []) : (offered, value)
    let hasTake = player.lastSpan != nil
    return Menu.Item.parted([
      first, second, items(time),
      items([.mark, .change(.removeMarks), hasTake ? .keepEdit : .overlay(.explanation)]),
      items([.rerun, .save(.video), hasTake ? .overlay(.explanation) : nil]),
      items([.save(.picture), .toggleShow, .change(.restart)]),
    ])
  }

  /// The reading of the control at a point of the stage, or else of the watched one.
  private func valueReading(at point: Vector) -> MotionReading? {
    let (run, time) = player.shown(at: now)
    let parts = run.scene.parts.filter { $0.hitBox.contains(point) }
    let probe = parts.reversed().lazy.compactMap { $0.probe(at: time) }.first
    return probe?.reading ?? run.watched(at: time)
  }

  func valueItems(of key: String) -> [Menu.Item] {
    guard let text = inspector.words(key) else { return [] }
    let reset = Menu.Item(Words.Menus.resetValue, [.begin, .change(.parameter(key, nil))])
    return [
      Menu.Item(.copyText(text), Words.Menus.copyValue, note: text),
      Menu.Item(.pasteValue(key: key), Words.Menus.pasteValue),
    ] + (parameters.isChanged(key) ? [reset] : [])
  }
}
