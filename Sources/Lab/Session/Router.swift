internal import Feel
internal import Kit
internal import Stage

extension Session {
  /// Handles an event; one older than `now` counts as happening now.
  public mutating func handle(_ event: SessionEvent) {
    var event = event
    event.time = min(max(event.time, now), StageClock.lastInstant)
    // Deadlines may have changed the panels that the event meets.
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
      handle(fact)
    }
    player.followTracking()
    followGuide()
    settleComparison()
    settleTimeline()
    arrange()
  }

  /// Routes an input to the panels and then the stage, and performs the resulting commands.
  mutating func route(_ input: InputEvent) {
    if case .key(let sample) = input, sample.isRepeat, !isOn(.repeats) { return }
    if input.touches, isRunningAgain { apply(.endRerun) }
    if input.touches { finishComposing() }
    // Escape while a hand holds something only cancels that, whatever else would handle the key.
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
      if !reply.isHandled, layout.isOnStage(sample.location) { feed(input) }
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
      // A press on the stage captures the pointer until its release.
      return feed(.pointer(sample))
    }
    if sample.phase == .down, [.back, .forward].contains(sample.button), !panels.isModal {
      perform(.turnScene(sample.button == .back ? -1 : 1))
    }
    if panelsTake(sample) || openMenu(sample) { return }
    // The stage never sees what the panels handle; it is only told that the pointer left.
    let isElsewhere = !player.run.scene.isHeld && !layout.isOnStage(sample.location)
    if stagePresses.isElsewhere || isElsewhere {
      // The stage will not see the end of this press, so cancel its current one, as another button
      // would.
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
    // A hand that holds something else passes over the panels without hovering them.
    let isPassing = !panels.isHeld && isHandBusy && !panels.isModal
    var seen = sample
    if isPassing { seen.phase = .exited }
    let reply = panels.handle(seen, window.pointerSettings)
    perform(reply)
    if sample.phase == .down, !isPassing, !panels.isModal, panels.focus != nil {
      perform(.leaveStage)
    }
    guard reply.isHandled, !isPassing else { return false }
    if sample.phase == .down { stagePresses.isElsewhere = true }
    if menu == nil, openMenu(sample) { return true }
    // A right press outside a menu closes it and opens another there.
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
      // A part handles characters on key down; no recording holds typed text.
      if case .character = sample.key { return }
    }
    if player.run.scene.focus.part != nil { feed(.key(sample)) }
  }

  private mutating func panelsTake(_ sample: KeySample) -> Bool {
    // Quit works under any menu or sheet, which handle all other keys.
    if panels.isModal, Keymap.command(of: sample, in: .window) == .ask(.quit) {
      perform(.ask(.quit))
      return true
    }
    // On the help page, keys that type nothing perform their commands.
    if help != nil, let command = Keymap.command(of: sample, in: .window),
      command == .toggleHelp || !types(sample)
    {
      perform(command)
      return true
    }
    // Escape reverts a clip's region moved by arrow keys.
    if shownMotion.region?.isAsked == false, sample.key == .escape, !panels.isModal {
      shownMotion.region = nil
      return true
    }
    // Escape cancels the host's work.
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
    return reply.isHandled
  }

  /// Whether a pointer is the leading one: the first that went down.
  ///
  /// Panels never see the others; another that goes down on the uncovered stage belongs to the
  /// stage until it is up.
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
    // What is open stays open: a menu, a name being typed.
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

  /// Handles keys of the takes strip and the timeline, then Tab through the parts, then window
  /// keys.
  private mutating func windowTakes(_ sample: KeySample) -> Bool {
    for (panel, context) in [("takes", Keymap.Context.takes), ("time", .timeline)]
    where panels.hasKeyboard(panel) {
      guard let command = Keymap.command(of: sample, in: context) else { continue }
      panels.isQuiet = false
      return perform(command, by: sample)
    }
    let stops = player.run.scene.stops
    var focus = player.run.scene.focus
    // A held key plays a single flick; a flick needs no focused part.
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
    // Unused characters do nothing and are not fed to the stage, so that no recording holds typed
    // text.
    guard case .character(let character) = sample.key else { return false }
    let scene = player.run.scene
    let part = scene.focusedIndex.map { scene.parts[$0] }
    return !(part?.keyboard.characters.contains(character) ?? false)
  }

  /// Performs a key's command; a held key steps at most ten times a second, whatever its repeat
  /// rate.
  private mutating func perform(_ command: Command, by sample: KeySample) -> Bool {
    if case .step = command, !timeline.takesStep(sample) { return true }
    perform(command)
    return true
  }

  /// The flick of a key, unless the focused part uses it otherwise.
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

  // MARK: Pointer

  /// Whether a hand holds something on the stage or in a panel.
  package var isHandBusy: Bool { player.run.scene.isHeld || panels.isHeld }

  /// Tells the stage once that the pointer left.
  mutating func leaveStage(_ sample: PointerSample) {
    guard hand != nil || player.run.scene.isHeld else { return }
    var gone = sample
    gone.phase = .exited
    feed(.pointer(gone))
  }

  /// Sends double clicks to a scene that is not under test; under test, a press is just a press.
  private mutating func followPresses(_ sample: PointerSample) {
    guard !sceneType.isUnderTest else { return }
    if sample.phase != .down {
      stagePresses.doubles.handle(sample)
    } else if sample.button == .primary,
      stagePresses.doubles.isSecond(sample, window.pointerSettings)
    {
      apply(.command(.doubleClick))
    }
  }
}
