internal import Feel
package import FeelGeometry
internal import Kit
internal import Stage

extension Session {
  /// Whether a field of the stage has the keyboard: then no letter is a key of the window.
  private var isTypingOnStage: Bool { panels.focus == nil && player.run.scene.textField != nil }

  /// Takes a text that was fetched: as the parameter's value that asked for it, or into a field.
  mutating func paste(_ text: String) {
    if let key = pasteKey {
      pasteKey = nil
      return pasteValue(text, key)
    }
    enter(text)
  }

  /// Puts a text into the field that has the keyboard.
  mutating func enter(_ text: String) {
    if panels.isTyping { return perform(panels.insert(text)) }
    if isTypingOnStage { _ = player.withField { $0.insert(text) } }
  }

  // MARK: Input methods

  /// Whether the field that has the keyboard shows what an input method composes.
  package var isComposing: Bool {
    (panels.isTyping ? panels.preedit : stageField?.line.preedit) != nil
  }

  /// The foot of the caret of the field that has the keyboard, in points of the window.
  package var caret: Vector? {
    if panels.isTyping { return panels.caret(at: now) }
    let scene = player.run.scene
    guard let fonts = window.fonts, let line = stageField?.line, let part = scene.focusedIndex
    else { return nil }
    return line.foot(in: scene.parts[part].hitBox.inset(by: TextField.margin, 0), fonts)
  }

  private var stageField: TextField? { isTypingOnStage ? player.run.scene.textField : nil }

  /// Shows what an input method composes.
  mutating func compose(_ preedit: Preedit?) {
    if panels.isTyping { return panels.compose(preedit) }
    if isTypingOnStage { _ = player.withField { $0.compose(preedit) } }
  }

  /// Takes what is composed into the field, as it stands: the hand goes on to something else.
  mutating func finishComposing() {
    guard isComposing else { return }
    if panels.isTyping { return perform(panels.finishComposing()) }
    _ = player.withField { $0.finishComposing() }
  }

  private mutating func pasteValue(_ text: String, _ key: String) {
    do throws(ParameterError) {
      if let settings = try inspector.settings(of: key, parsing: text) {
        settings.forEach { handle(.change(now, .parameter($0.key, $0.value))) }
        return
      }
      handle(.change(now, .parameter(key, try inspector.value(of: key, parsing: text))))
    } catch {
      say(error.message)
    }
  }

  /// Gives a key to the scene's text field while that has the keyboard; returns whether the field
  /// took it.
  mutating func takeTyped(_ sample: KeySample) -> Bool {
    guard isTypingOnStage, let text = player.run.scene.textField,
      let outcome = player.withField({ $0.handle(sample) })
    else { return false }
    switch outcome {
    case .committed(let number): apply(.command(.init(text.command, number)))
    case .ignored: return false
    case .edited, .refused: break
    }
    return true
  }

  /// Follows the pointer in the text field of the stage that has the keyboard: a press puts the
  /// caret, a second one selects the word there, a third all; what a press is dragged over is
  /// selected.
  mutating func followField(_ sample: PointerSample) {
    switch sample.phase {
    case .down:
      stagePresses.selecting = nil
      guard sample.button == .primary, let part = player.run.scene.focusedIndex,
        player.run.scene.parts[part].hitBox.contains(sample.location)
      else { return }
      let count = stagePresses.inFields.count(sample, window.pointerSettings)
      let isShifted = sample.modifiers.contains(.shift)
      if count == 1 { stagePresses.selecting = part }
      press(part, sample, count: count, selects: isShifted)
    case .moved:
      stagePresses.inFields.follow(sample)
      // Another scene may have been chosen by a key meanwhile.
      guard let part = stagePresses.selecting, part == player.run.scene.focusedIndex else { return }
      press(part, sample, count: 1, selects: true)
    case .up, .exited: stagePresses.selecting = nil
    }
  }

  private mutating func press(
    _ part: Int, _ sample: PointerSample, count: Int, selects: Bool
  ) {
    guard let fonts = window.fonts else { return }
    let inside = player.run.scene.parts[part].hitBox.inset(by: TextField.margin, 0)
    _ = player.withField(of: part) { field in
      let place = field.line.place(at: sample.location.x, in: inside, fonts)
      field.press(at: place, count: count, selects: selects)
    }
  }

  /// Follows the keys with which a text field is selected, copied, pasted into and edited back;
  /// returns whether it was one of them.
  mutating func takeEditKey(_ sample: KeySample) -> Bool {
    guard sample.modifiers == .control, isTypingOnStage else { return false }
    switch sample.key {
    case .character("a"): _ = player.withField { $0.selectAll() }
    case .character("v"): request(.paste)
    case .character("c"):
      let line = player.run.scene.textField?.line
      // With nothing selected, all that stands in the scene's field.
      let text = line.map { $0.selection.isEmpty ? $0.text : $0.selectedText } ?? ""
      if !text.isEmpty { request(.copy(text)) }
    case .character("x"):
      let text = player.withField { $0.cut() } ?? ""
      if !text.isEmpty { request(.copy(text)) }
    case .character("z"):
      // With nothing to take back in the field, it is the parameters' own.
      return player.withField { $0.undo() } ?? false
    default: return false
    }
    return true
  }

  /// Commits what stands in the scene's field, when a button says so.
  mutating func commitField() {
    for (index, part) in player.run.scene.parts.enumerated() {
      guard let field = part.textField else { continue }
      let outcome = player.withField(of: index) { $0.commit() }
      if case .committed(let number)? = outcome {
        apply(.command(.init(field.command, number)))
      } else if player.run.scene.parts[index].textField?.message != nil {
        // What is wrong is said as long as the field has the keyboard.
        apply(.focus(Focus(on: player.run.scene.parts.names[index], isVisible: true)))
      }
      return
    }
  }
}

/// The presses on the stage that are the window's own.
struct StagePresses: Sendable {
  /// Finds the double clicks on a stage that is not under test.
  var doubles = DoublePress()
  /// Counts those in a text field.
  var inFields = DoublePress()
  /// The field, by its place among the parts, in which a press is held that selects what it is
  /// dragged over.
  var selecting: Int?
  /// A hand that is played, by a key or from a file.
  var hand: PlayedHand?
  /// The part that assistive technology has asked to be held, by its element's name.
  var assisted: String?
  /// The pointer that went down first in the window and is down, by its number.
  var leader: Int?
  /// The others that went down on the stage since, and are down.
  var others: Set<Int> = []
  /// Whether the press that is held began beside the stage, or on what lies over it.
  var isElsewhere = false
}
