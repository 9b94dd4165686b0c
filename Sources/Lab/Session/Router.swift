internal import Feel
internal import Kit
internal import Stage

extension Session {
  /// Takes an event; one that is older than `now` counts as happening now.
  public mutating func handle(_ event: SessionEvent) {
    var event = event
    event.time = min(max(event.time, now), StageClock.lastInstant)
    // What was due may have changed the panels that the event meets.
    if pass(to: event.time) { arrange() }
    if panels.isHeld("offer.") { notices.hold(at: now) }
    switch event {
    case .input(let input): route(input)
    case .stage(let input): feed(seen: input)
    case .change(_, let change):
      switch change {
      case .parameter, .preset, .parameters:
        if lastEdit != now { perform(.begin) }
        lastEdit = now
      default: break
      }
      if case .parameter(let key, _) = change, key == inspectorState.edit?.key {
        inspectorState.edit = nil
      }
      apply(change)
    case .host(_, let fact):
      take(fact)
    }
    player.followTracking()
    followGuide()
    settleComparison()
    settleTimeline()
    arrange()
  }

  /// Sends an input down the panels, and does what they ask for.
  mutating func route(_ input: InputEvent) {
    if case .key(let sample) = input, sample.isRepeat, !isOn(.repeats) { return }
    if input.touches, isRunningAgain { apply(.endRerun) }
    if input.touches { finishComposing() }
    // Whatever else would take Escape: while a hand holds something, it abandons that and nothing
    // else.
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
    switch input {
    case .pointer(let sample): route(sample)
    case .key(let sample): route(sample)
    case .wheel(let sample):
      let reply = panels.handle(sample)
      perform(reply)
      if !reply.isTaken, layout.isOnStage(sample.location) { feed(input) }
    case .cancel:
      (stagePresses.leader, stagePresses.others) = (nil, [])
      perform(panels.cancel())
      menu = nil
      perform(.flip(false))
      feed(input)
    }
  }

  private mutating func route(_ sample: PointerSample) {
    if stagePresses.hand != nil {
      if keepFromHand(sample) { return }
    } else if player.run.hasPointer, player.run.scene.isHeld, sample.phase != .down, panels.isModal
    {
      // A press on the stage keeps the pointer until its release.
      return feed(.pointer(sample))
    }
    if sample.phase == .down, [.back, .forward].contains(sample.button), !panels.isModal {
      perform(.turnScene(sample.button == .back ? -1 : 1))
    }
    if panelsTake(sample) || openMenu(sample) { return }
    // What the chrome takes the stage must not see; it only learns that the pointer is gone.
    let isElsewhere = !player.run.scene.isHeld && !layout.isOnStage(sample.location)
    if stagePresses.isElsewhere || isElsewhere {
      // The stage will not see that press end: what a hand holds here ends as by another button.
      if sample.phase == .down, player.run.hasPointer {
        feed(.cancel(CancelSample(time: sample.time, reason: .user)))
      }
      leaveStage(sample)
    } else {
      feed(.pointer(sample))
      followPresses(sample)
      followField(sample)
    }
  }

  private mutating func panelsTake(_ sample: PointerSample) -> Bool {
    // A hand that holds something else passes over the panels without touching them.
    let isPassing = !panels.isHeld && isHandBusy && !panels.isModal
    var seen = sample
    if isPassing { seen.phase = .exited }
    let reply = panels.handle(seen, window.pointerSettings)
    perform(reply)
    if sample.phase == .down, !isPassing, !panels.isModal, panels.focus != nil {
      perform(.leaveStage)
    }
    guard reply.isTaken, !isPassing else { return false }
    if sample.phase == .down { stagePresses.isElsewhere = true }
    if menu == nil, openMenu(sample) { return true }
    // A right press beside a list opens another one there.
    if reply.asks.first?.ask == .closeMenu, sample.button == .secondary {
      arrange()
      perform(panels.handle(sample, window.pointerSettings))
      if menu != nil || openMenu(sample) { return true }
    }
    leaveStage(sample)
    return true
  }

  private mutating func route(_ sample: KeySample) {
    if sample.phase == .down {
      if panelsTake(sample) || openMenu(sample) || takeTyped(sample) || takeEditKey(sample)
        || windowTakes(sample)
      {
        return
      }
    } else {
      if Keymap.command(of: sample, in: .window) == .flip(true) { perform(.flip(false)) }
      // A part hears characters when they go down; what is typed leaves no trace.
      if case .character = sample.key { return }
    }
    if player.run.scene.focus.part != nil { feed(.key(sample)) }
  }

  private mutating func panelsTake(_ sample: KeySample) -> Bool {
    // The window can be closed whatever lies over it: a list or a sheet takes all other keys.
    if panels.isModal, Keymap.command(of: sample, in: .window) == .ask(.quit) {
      perform(.ask(.quit))
      return true
    }
    // On the page of keys those do what they say that type nothing.
    if help != nil, let command = Keymap.command(of: sample, in: .window),
      command == .toggleHelp || !types(sample)
    {
      perform(command)
      return true
    }
    // Escape takes back where arrow keys moved the region of a clip.
    if shownMotion.region?.isAsked == false, sample.key == .escape, !panels.isModal {
      shownMotion.region = nil
      return true
    }
    // Escape ends the host's work.
    if notices.progress != nil, sample.key == .escape, !panels.isModal {
      request(.cancelWork)
      return true
    }
    if let ask = files?.ask(sample) {
      perform(.files(ask), .pressed)
      return true
    }
    let reply = panels.handle(sample, at: now)
    perform(reply)
    return reply.isTaken
  }

  /// Whether a pointer leads: the first that is down does.
  ///
  /// Panels never see the others; one that goes down on an open stage is the stage's until it is
  /// up.
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
    case .down where player.run.hasPointer && layout.isOnStage(sample.location) && !panels.isModal:
      stagePresses.others.insert(sample.pointer)
      feed(.pointer(sample))
    case .up where stagePresses.others.remove(sample.pointer) != nil: feed(.pointer(sample))
    case .moved where stagePresses.others.contains(sample.pointer): feed(.pointer(sample))
    case .down, .up, .moved, .exited: break
    }
    return false
  }

  mutating func abandonHand() {
    // What is open stays open: a list, a name that is being typed.
    perform(panels.cancel())
    if player.run.scene.isHeld { feed(.cancel(CancelSample(time: now, reason: .user))) }
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

  /// Follows the keys of takes and timeline, Tab through the scene's parts, then the window's keys.
  private mutating func windowTakes(_ sample: KeySample) -> Bool {
    for (panel, context) in [("takes", Keymap.Context.takes), ("time", .timeline)]
    where panels.hasKeyboard(panel) {
      guard let command = Keymap.command(of: sample, in: context) else { continue }
      panels.isQuiet = false
      return perform(command, by: sample)
    }
    let stops = player.run.scene.stops
    var focus = player.run.scene.focus
    // A held key plays one flick; where nobody has the keyboard it needs no part that does.
    if let flick = flickCommand(sample) {
      if !sample.isRepeat { perform(flick) }
      return true
    }
    if panels.focus == nil { focus.give(to: stops.first, for: sample) }
    let isTab = focus.handle(sample, among: stops)
    if focus != player.run.scene.focus { apply(.focus(focus)) }
    if isTab {
      leavePanels()
      return true
    }
    if let command = windowCommand(sample) { return perform(command, by: sample) }
    // A character that is no key of the window or of the part does nothing, and no recording holds
    // what is typed.
    guard case .character(let character) = sample.key else { return false }
    let scene = player.run.scene
    let part = scene.focusedIndex.map { scene.parts[$0] }
    return !(part?.keyboard.characters.contains(character) ?? false)
  }

  /// Does what a key does; a held one steps ten times a second, however fast the keyboard repeats.
  private mutating func perform(_ command: Command, by sample: KeySample) -> Bool {
    if case .step = command, !timeline.takesStep(sample) { return true }
    perform(command)
    return true
  }

  /// The flick that a key is, unless the part that has the keyboard has a use for it.
  private func flickCommand(_ sample: KeySample) -> Command? {
    let scene = player.run.scene
    let isTaken = scene.focusedIndex.map { scene.parts[$0].keyboard.takesShiftedArrows } ?? false
    guard sceneType.isUnderTest, !isTaken else { return nil }
    return Keymap.command(of: sample, in: .noFinePart)
  }

  private func windowCommand(_ sample: KeySample) -> Command? {
    if case .character = sample.key, !isOn(.letters),
      sample.modifiers.isDisjoint(with: [.control, .alt])
    {
      return nil
    }
    let scene = player.run.scene
    let takesSpace = scene.focusedIndex.map { scene.parts[$0].keyboard.takesSpace } ?? false
    return Keymap.command(of: sample, in: .window)
      ?? (takesSpace ? nil : Keymap.command(of: sample, in: .noPart))
  }

  // MARK: The pointer

  /// Whether a hand holds something on the stage or in a panel.
  package var isHandBusy: Bool { player.run.scene.isHeld || panels.isHeld }

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
}
