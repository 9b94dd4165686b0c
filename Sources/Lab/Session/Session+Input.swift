internal import Feel
internal import FeelTrace
internal import Stage

extension Session {
  /// Takes an input; returns whether it belongs into a recording, which typed text does not.
  mutating func take(_ input: InputEvent) -> Bool {
    if input.touches { giveUpRepeat() }
    switch input {
    case .pointer(let sample):
      return take(sample)
    case .wheel(let sample):
      guard !chrome.isHelpShown, contextMenu == nil else { break }
      if let panel = layout.inspector, panel.contains(sample.location) {
        perform(inspector.handle(sample, in: panel, inspectorContent))
      } else if !takeTimeline(sample), layout.isOnStage(sample.location) {
        feed(.wheel(sample))
      }
    case .key(let sample):
      return take(sample)
    case .cancel:
      chrome.cancel()
      isFlipped = false
      contextMenu = nil
      perform(inspector.cancel(at: now))
      cancelTimeline()
      feed(input)
    }
    return true
  }

  private mutating func take(_ sample: PointerSample) -> Bool {
    // A press on the stage keeps the pointer until its release, whatever a key opens meanwhile.
    if run.hasPointer, run.scene.isHeld, sample.phase != .down, coversStage {
      feed(.pointer(sample))
      return true
    }
    if takeMenu(sample) { return true }
    if takeProgress(sample) { return false }
    if takeOffer(sample) { return true }
    if inspector.list == nil, opensMenu(sample) { return true }
    let wasHelpShown = chrome.isHelpShown
    let list = inspector.list?.choice
    if let panel = layout.inspector, !wasHelpShown {
      perform(inspector.handle(sample, in: panel, of: size, inspectorContent))
      if inspector.hasKeyboard { leaveStagePart() }
    }
    // A list lies over everything: what ends or chooses in it reaches nothing else.
    if let list {
      chrome.pass(sample)
      // Which files there are is not in a recording; what is taken from one is.
      return list != .file
    }
    switch chrome.handle(sample, in: size) {
    case .button(let button): press(button)
    case .tab(let index): open(index)
    case .overlay(let overlay): overlays.formSymmetricDifference([overlay])
    case nil: break
    }
    takeTimeline(sample)
    if sample.phase == .down, sample.button == .back || sample.button == .forward {
      turn(by: sample.button == .back ? -1 : 1)
    }
    // What the chrome takes the stage must not see as well; it only learns that the pointer is gone.
    let isElsewhere = !run.scene.isHeld && !layout.isOnStage(sample.location)
    if chrome.isHelpShown || wasHelpShown || chrome.holdsPointer || isElsewhere {
      var gone = sample
      gone.phase = .exited
      feed(.pointer(gone))
    } else {
      feed(.pointer(sample))
      followPresses(sample)
    }
    return true
  }

  /// Whether something lies over the stage that takes what the pointer does.
  private var coversStage: Bool {
    contextMenu != nil || inspector.list != nil || chrome.isHelpShown
  }

  /// Whether a hand holds something in the window.
  var isHandBusy: Bool {
    run.scene.isHeld || chrome.holdsPointer || timeline.isScrubbing || inspector.isHeld
  }

  /// Tells a scene that is not under test of a double click; under test, a press is a press.
  private mutating func followPresses(_ sample: PointerSample) {
    guard !sceneType.isUnderTest else { return }
    if sample.phase != .down {
      stagePresses.follow(sample)
    } else if sample.button == .primary, stagePresses.isSecond(sample, habits) {
      feed(.command(liveStageTime, .doubleClick))
    }
  }

  private mutating func take(_ sample: KeySample) -> Bool {
    guard sample.phase == .down else {
      if [.function(7), .character("`")].contains(sample.key) { isFlipped = false }
      feed(.key(sample))
      return true
    }
    if takeMenu(sample) { return true }
    if takeProgress(sample) { return false }
    if inspector.list == nil, opensMenu(sample) { return true }
    if let isRecorded = takeInspectorKey(sample) { return isRecorded }
    if takeTyped(sample) || takeEditKey(sample) { return false }
    if !chrome.isHelpShown, takeTimeline(sample) { return true }
    if takeFocusKey(sample) || takeShortcut(sample) { return true }
    // A character that is no key of the window or of the part does nothing, and what is typed is not recorded.
    if case .character(let character) = sample.key {
      let part = run.scene.focus.index.map { run.scene.parts[$0] }
      guard let part, part.characterKeys.contains(character) else { return false }
    }
    if !chrome.isHelpShown, run.scene.focus.index != nil {
      feed(.key(sample))
    }
    return true
  }

  /// Follows Tab through the scene's parts; returns whether the key was Tab.
  private mutating func takeFocusKey(_ sample: KeySample) -> Bool {
    let parts = run.scene.parts
    var focus = run.scene.focus
    let isTab = focus.handle(sample, among: parts.indices.filter { parts[$0].takesFocus })
    if focus != run.scene.focus {
      feed(.focus(liveStageTime, focus))
    }
    if isTab { timeline.hasKeyboard = false }
    return isTab
  }

  /// Follows the keys of the window itself; returns whether it was one of them.
  private mutating func takeShortcut(_ sample: KeySample) -> Bool {
    if case .character = sample.key, !hasLetterKeys,
      sample.modifiers.isDisjoint(with: [.control, .alt])
    {
      return false
    }
    switch (sample.key, sample.modifiers.subtracting(.shift)) {
    case (.character("q"), .control), (.character("w"), .control):
      request(.quit)
    case (.function(9), []):
      press(.inspector)
    case (.function(7), _), (.character("`"), _):
      isFlipped = other != nil
    case (.character("x"), []):
      swapSets()
    case (.character("z"), .control):
      if sample.modifiers.contains(.shift) {
        perform([.button(.redo)])
      } else if !undoReset() {
        perform([.button(.undo)])
      }
    case (.character("y"), .control):
      perform([.button(.redo)])
    case (.character("c"), .control):
      perform([.copy(sample.modifiers.contains(.shift) ? .flags : .swift)])
    case (.character("v"), .control):
      perform([.button(.paste)])
    case (.character("+"), .control), (.character("="), .control):
      request(.zoom(1))
    case (.character("-"), .control):
      request(.zoom(-1))
    case (.character("0"), .control):
      request(.zoom(0))
    case (.return, .control):
      // What a hand is about to do cannot be run again yet.
      guard !isHandBusy else { break }
      if hasRecording { request(.replayRecording) } else { repeatGesture() }
    case (.character("e"), .control) where sample.modifiers.contains(.shift):
      filmGesture()
    case (.character("e"), .control):
      request(.toggleRecording)
    case (.character("s"), .control) where sample.modifiers.contains(.shift):
      savePicture()
    case (.character("s"), .control):
      perform([.button(.save)])
    case (.character("o"), .control):
      perform([.button(.open)])
    case (.character("r"), .control) where sample.modifiers.contains(.shift):
      resetEverything()
    case (.character(","), .control):
      showSettings()
    case (.function(11), []):
      request(.toggleFullscreen)
    case (.function(6), []):
      turnRegion(back: sample.modifiers.contains(.shift))
    case (.function(8), []):
      press(.timeline)
    case (.function(1), []), (.character("?"), _):
      if chrome.isHelpShown || !isHandBusy { press(.help) }
    case (.character(let digit), []) where ("1"..."9").contains(digit):
      open((digit.wholeNumberValue ?? 0) - 1)
    case (.pageUp, .control), (.pageDown, .control):
      turn(by: sample.key == .pageUp ? -1 : 1)
    case (.character("r"), []):
      press(.reset)
    case (.character("m"), []):
      addMarker()
    case (.character("p"), []):
      press(.pause)
    case (.space, []) where run.scene.focus.index == nil:
      press(.pause)
    case (.character("."), []):
      walk(by: 1.0 / 60, with: sample)
    case (.character(","), []):
      walk(by: -1.0 / 60, with: sample)
    case (.character(">"), []):
      walk(by: 0.001, with: sample)
    case (.character("<"), []):
      walk(by: -0.001, with: sample)
    case (.character("."), .control), (.character("."), .alt), (.character(","), .alt):
      showChange(isLater: sample.key == .character("."))
    case (.character("["), []), (.character("]"), []):
      changeSpeed(up: sample.key == .character("]"))
    case (.backspace, []):
      apply(.speed(1))
    case (.escape, []):
      return escape()
    case (.character(let letter), []):
      guard let overlay = Overlay(letter: letter) else { return false }
      overlays.formSymmetricDifference([overlay])
    default:
      return false
    }
    return true
  }

  /// Escape undoes the newest thing: a gesture, the help, the field's keyboard, the full screen.
  private mutating func escape() -> Bool {
    if timeline.isScrubbing {
      chrome.cancel()
      cancelTimeline()
    } else if run.scene.isHeld || chrome.holdsPointer {
      chrome.cancel()
      perform(inspector.cancel(at: now))
      feed(InputEvent.cancel(CancelSample(time: now, reason: .user)))
    } else if chrome.isHelpShown {
      press(.help)
    } else if run.scene.focus.index != nil {
      feed(.focus(liveStageTime, Focus()))
    } else {
      request(.leaveFullscreen)
    }
    return true
  }

  /// Asks for a picture of the stage.
  mutating func savePicture() {
    request(.savePicture(of: layout.stage, name: "\(sceneType.id).png"))
  }

  /// Opens a scene by its place in the catalogue, if it has one.
  private mutating func open(_ index: Int) {
    guard catalog.scenes.indices.contains(index), index != sceneIndex else { return }
    apply(.scene(catalog.scenes[index].id))
  }

  /// Opens the scene so many places on, around the end.
  private mutating func turn(by step: Int) {
    guard let sceneIndex else { return }
    let count = catalog.scenes.count
    open((sceneIndex + step + count) % count)
  }

  private mutating func press(_ button: Chrome.Button) {
    switch button {
    case .inspector: toggleInspector()
    case .timeline: toggleTimeline()
    case .pause: apply(.pause(!isPaused))
    case .reset: apply(.reset)
    case .theme: apply(.theme(theme == .dark ? "light" : "dark"))
    case .help: chrome.toggleHelp(at: now, reducedMotion: reducedMotion)
    }
  }

  private mutating func changeSpeed(up: Bool) {
    let ladder = [4, 2, 1, 0.5, 0.25, 0.1, 0.05]
    let next = up ? ladder.last { $0 > speed } : ladder.first { $0 < speed }
    if let next { apply(.speed(next)) }
  }
}
