internal import Feel
internal import FeelTrace
internal import Kit
internal import Stage

extension Session {
  /// What an event meets on its way down, the uppermost first.
  private enum Panel: CaseIterable {
    /// A press on the stage, which keeps the pointer until its release.
    case grip
    case kit, menuOpening, text, timeline
    case keys, stage
  }

  /// Takes an event; one that is older than `now` counts as happening now.
  public mutating func handle(_ event: SessionEvent) {
    var event = event
    event.time = min(max(event.time, now), StageClock.lastInstant)
    advance(to: event.time)
    if panels.isHeld("offer.") { notices.hold(at: now) }
    switch event {
    case .input(let input): route(input)
    case .stage(let input): feed(seen: input)
    case .change(_, let change):
      if change.isEdit {
        if lastEdit != now { experiment.recordEdit(sceneType.id) }
        lastEdit = now
      }
      if case .parameter(let key, _) = change, key == inspectorState.edit?.key {
        inspectorState.edit = nil
      }
      apply(change)
    case .host(_, let fact):
      take(fact)
    }
    player.followTracking()
    settleTimeline()
    arrange()
  }

  /// Sends an input down the panels, and does what they ask for.
  mutating func route(_ input: InputEvent) {
    if input.touches, isRunningAgain { apply(.endRerun) }
    // Whatever else would take Escape: while a hand holds something, it abandons that and nothing else.
    if case .key(let sample) = input, sample.phase == .down, sample.key == .escape, isHandBusy {
      return abandonHand()
    }
    if case .pointer(let sample) = input, !leads(sample) { return }
    if case .pointer(let sample) = input, sample.phase == .down {
      stagePresses.isElsewhere = !layout.isOnStage(sample.location) || panels.isModal
    }
    defer {
      if case .pointer(let sample) = input, sample.phase == .up { stagePresses.isElsewhere = false }
    }
    for panel in Panel.allCases {
      let answer =
        switch input {
        case .pointer(let sample): ask(panel, sample)
        case .key(let sample): ask(panel, sample)
        case .wheel(let sample): ask(panel, sample)
        case .cancel: cancel(panel, input)
        }
      for action in answer.actions { perform(action) }
      if answer.verdict == .consumed { return }
    }
  }

  private mutating func ask(_ panel: Panel, _ sample: PointerSample) -> Answer {
    switch panel {
    case .grip:
      if stagePresses.flick != nil { return keepFromFlick(sample) }
      guard player.run.hasPointer, player.run.scene.isHeld, sample.phase != .down, coversStage
      else { return .ignored }
      feed(.pointer(sample))
      return .consumed
    case .kit:
      // A hand that holds something else passes over the panels without touching them.
      let isPassing = !panels.isHeld && isHandBusy && !panels.isModal
      var seen = sample
      if isPassing { seen.phase = .exited }
      let reply = panels.handle(seen, window.pointerSettings)
      perform(reply)
      if sample.phase == .down, !isPassing, !panels.isModal, panels.focus != nil {
        timeline.focus = .none
        perform(.leaveStage)
      }
      guard reply.isTaken, !isPassing else { return .ignored }
      if sample.phase == .down { stagePresses.isElsewhere = true }
      if reply.asks.isEmpty, openMenu(sample) { return .consumed }
      // A right press beside a list opens another one there.
      if reply.asks.first?.ask == .closeMenu, sample.button == .secondary {
        arrange()
        perform(panels.handle(sample, window.pointerSettings))
        if menu != nil || openMenu(sample) { return .consumed }
      }
      leaveStage(sample)
      return .consumed
    case .menuOpening:
      return openMenu(sample) ? .consumed : .ignored
    case .timeline:
      return .passing(timelineActions(sample))
    case .text: return .ignored
    case .keys:
      guard sample.phase == .down, sample.button == .back || sample.button == .forward else {
        return .ignored
      }
      return .passing([.turnScene(sample.button == .back ? -1 : 1)])
    case .stage:
      // What the chrome takes the stage must not see as well; it only learns that the pointer is gone.
      let isElsewhere = !player.run.scene.isHeld && !layout.isOnStage(sample.location)
      if stagePresses.isElsewhere || isElsewhere {
        // Until that press is over the stage sees neither moves nor releases: what a hand holds here ends as by another button.
        if sample.phase == .down, player.run.hasPointer {
          feed(.cancel(CancelSample(time: sample.time, reason: .user)))
        }
        leaveStage(sample)
      } else {
        feed(.pointer(sample))
        followPresses(sample)
        followField(sample)
      }
      return .consumed
    }
  }

  private mutating func ask(_ panel: Panel, _ sample: KeySample) -> Answer {
    guard sample.phase == .down else {
      guard panel == .stage else { return .ignored }
      if Keymap.action(of: sample, in: .window) == .flip(true) { perform(.flip(false)) }
      // A part hears characters when they go down; what is typed leaves no trace.
      if case .character = sample.key { return .consumed }
      if player.run.scene.focus.part != nil { feed(.key(sample)) }
      return .consumed
    }
    switch panel {
    case .grip: return .ignored
    case .kit:
      // On the page of keys those do what they say that type nothing.
      if help != nil, let action = Keymap.action(of: sample, in: .window),
        action == .toggleHelp || !types(sample)
      {
        return .consumed([action])
      }
      // Escape ends the host's work.
      if notices.progress != nil, sample.key == .escape, !panels.isModal {
        return .consumed([.endFilm])
      }
      if let ask = files?.ask(sample) {
        perform(.files(ask), .pressed)
        return .consumed
      }
      let reply = panels.handle(sample, at: now)
      perform(reply)
      return reply.isTaken ? .consumed : .ignored
    case .menuOpening:
      return openMenu(sample) ? .consumed : .ignored
    case .text:
      return takeTyped(sample) || takeEditKey(sample) ? .consumed : .ignored
    case .timeline:
      guard layout.timeline != nil, timeline.hasKeyboard,
        let action = Keymap.action(of: sample, in: .timeline)
      else { return .ignored }
      timeline.focus = .ring
      return .consumed(isHeldBack(action, sample) ? [] : [action])
    case .keys: return keyAnswer(sample)
    case .stage:
      if player.run.scene.focus.part != nil { feed(.key(sample)) }
      return .consumed
    }
  }

  private mutating func ask(_ panel: Panel, _ sample: WheelSample) -> Answer {
    switch panel {
    case .kit:
      let reply = panels.handle(sample)
      perform(reply)
      return reply.isTaken ? .consumed : .ignored
    case .timeline:
      guard let frame = layout.timeline, frame.contains(sample.location) else { return .ignored }
      player.followLog()
      guard let content = timelineContent(at: now) else { return .ignored }
      timeline.turn(sample, content, timelineReader.traces(content))
      return .consumed
    case .stage:
      if layout.isOnStage(sample.location) { feed(.wheel(sample)) }
      return .consumed
    case .grip, .menuOpening, .text, .keys: return .ignored
    }
  }

  /// Whether a pointer leads: of those that are down the first one does, wherever it went down.
  ///
  /// What the others do the panels never see. One that goes down on a stage where nothing lies above it goes to the stage alone, until its release.
  private mutating func leads(_ sample: PointerSample) -> Bool {
    let leader = stagePresses.leader ?? sample.pointer
    if leader == sample.pointer {
      switch sample.phase {
      case .down: stagePresses.leader = leader
      case .up: stagePresses.leader = nil
      case .moved, .exited: break
      }
      if !stagePresses.others.contains(leader) { return true }
    }
    switch sample.phase {
    case .down where player.run.hasPointer && layout.isOnStage(sample.location) && !coversStage:
      stagePresses.others.insert(sample.pointer)
      feed(.pointer(sample))
    case .up where stagePresses.others.remove(sample.pointer) != nil: feed(.pointer(sample))
    case .moved where stagePresses.others.contains(sample.pointer): feed(.pointer(sample))
    case .down, .up, .moved, .exited: break
    }
    return false
  }

  /// Abandons whatever a hand holds in the window.
  mutating func abandonHand() {
    perform(panels.cancel())
    // What is open stays open: a list, a name that is being typed.
    if timeline.isHeld, let action = timeline.cancel(at: now) { perform(action) }
    if player.run.scene.isHeld {
      feed(.cancel(CancelSample(time: now, reason: .user)))
    }
  }

  /// Abandons what a panel holds.
  private mutating func cancel(_ panel: Panel, _ input: InputEvent) -> Answer {
    switch panel {
    case .grip:
      (stagePresses.leader, stagePresses.others) = (nil, [])
      return .ignored
    case .timeline: return .passing(timeline.cancel(at: now).map { [$0] } ?? [])
    case .stage:
      feed(input)
      return .consumed
    case .kit:
      perform(panels.cancel())
      menu = nil
      perform(.flip(false))
      return .ignored
    case .menuOpening, .text, .keys: return .ignored
    }
  }

  // MARK: Keys

  /// Whether a key types or edits in a field.
  private func types(_ sample: KeySample) -> Bool {
    guard case .character(let character) = sample.key else {
      return [.space, .backspace, .delete, .escape].contains(sample.key)
    }
    return sample.modifiers.isDisjoint(with: [.control, .alt])
      || sample.modifiers == .control && "acvxz".contains(character)
  }

  /// Follows Tab through the scene's parts, then the keys of the window itself.
  private mutating func keyAnswer(_ sample: KeySample) -> Answer {
    if panels.hasKeyboard("takes"), let action = Keymap.action(of: sample, in: .takes) {
      panels.isQuiet = false
      return .consumed([action])
    }
    let stops = player.run.scene.stops
    var focus = player.run.scene.focus
    // A held key plays one flick; where nobody has the keyboard it needs no part that does.
    if let flick = flickAction(sample) { return .consumed(sample.isRepeat ? [] : [flick]) }
    if !timeline.hasKeyboard, panels.focus == nil {
      focus.give(to: stops.first, for: sample)
    }
    let isTab = focus.handle(sample, among: stops)
    if focus != player.run.scene.focus { apply(.focus(focus)) }
    if isTab {
      timeline.focus = .none
      leavePanels()
      return .consumed
    }
    if let action = windowAction(sample) {
      return .consumed(isHeldBack(action, sample) ? [] : [action])
    }
    // A character that is no key of the window or of the part does nothing, and no recording holds what is typed.
    if case .character(let character) = sample.key {
      let scene = player.run.scene
      let part = scene.focusedIndex.map { scene.parts[$0] }
      guard let part, part.keyboard.characters.contains(character) else { return .consumed }
    }
    return .ignored
  }

  /// The flick that a key is, unless the part that has the keyboard has a use for it.
  private func flickAction(_ sample: KeySample) -> Action? {
    let scene = player.run.scene
    let isTaken = scene.focusedIndex.map { scene.parts[$0].keyboard.takesShiftedArrows } ?? false
    guard sceneType.isUnderTest, !isTaken else { return nil }
    return Keymap.action(of: sample, in: .noFinePart)
  }

  private func windowAction(_ sample: KeySample) -> Action? {
    if case .character = sample.key, !isOn(.letters),
      sample.modifiers.isDisjoint(with: [.control, .alt])
    {
      return nil
    }
    let scene = player.run.scene
    let takesSpace = scene.focusedIndex.map { scene.parts[$0].keyboard.takesSpace } ?? false
    return Keymap.action(of: sample, in: .window)
      ?? (takesSpace ? nil : Keymap.action(of: sample, in: .noPart))
  }

  /// Whether a held key waits: it steps ten times a second, however fast the keyboard repeats.
  private mutating func isHeldBack(_ action: Action, _ sample: KeySample) -> Bool {
    if case .step = action { !timeline.takesStep(sample) } else { false }
  }

  // MARK: The pointer

  /// Whether something lies over the stage that takes what the pointer does.
  private var coversStage: Bool {
    panels.isModal
  }

  /// Whether a hand holds something in the window.
  var isHandBusy: Bool {
    player.run.scene.isHeld || panels.isHeld || timeline.isHeld
  }

  /// Tells the stage that the pointer is gone, once.
  mutating func leaveStage(_ sample: PointerSample) {
    guard hand != nil || player.run.scene.isHeld else { return }
    var gone = sample
    gone.phase = .exited
    feed(.pointer(gone))
  }

  /// Tells a scene that is not under test of a double click; under test, a press is a press.
  private mutating func followPresses(_ sample: PointerSample) {
    guard !sceneType.isUnderTest else { return }
    if sample.phase != .down {
      stagePresses.doubles.follow(sample)
    } else if sample.button == .primary,
      stagePresses.doubles.isSecond(sample, window.pointerSettings)
    {
      apply(.command(.doubleClick))
    }
  }

  /// What the timeline asks for, once the bar has seen the pointer.
  private mutating func timelineActions(_ sample: PointerSample) -> [Action] {
    guard let frame = layout.timeline, timeline.concerns(sample, in: frame) else { return [] }
    player.followLog()
    guard let content = timelineContent(at: now) else { return [] }
    var seen = sample
    // A hand that holds something on the stage passes over the timeline without touching it, and so does one at a drawer above it.
    let isCovered = layout.inspector?.contains(sample.location) ?? false
    if isCovered, sample.phase == .down { timeline.focus = .none }
    if player.run.scene.isHeld || isCovered, !timeline.isHeld {
      seen.phase = .exited
    }
    var actions = timeline.handle(seen, content).map { [$0] } ?? []
    if seen.phase == .down, timeline.hasKeyboard { actions.append(.leaveStage) }
    return actions
  }
}

extension SessionChange {
  /// Whether it is an edit of the parameters, which can be undone.
  fileprivate var isEdit: Bool {
    switch self {
    case .parameter, .preset, .parameters: true
    default: false
    }
  }
}
