internal import Feel
package import FeelGeometry
internal import Kit
internal import Stage

extension Session {
  /// Whether a text field of the stage has the focus, so that letters are not window keys.
  private var isTypingOnStage: Bool { panels.focus == nil && player.run.scene.textField != nil }

  /// Handles clipboard text: as the value of the parameter that requested it, or as input of a
  /// field.
  mutating func paste(_ text: String) {
    if let key = pasteKey {
      pasteKey = nil
      return pasteValue(text, key)
    }
    enter(text)
  }

  mutating func enter(_ text: String) {
    if panels.isTyping { return perform(panels.insert(text)) }
    if isTypingOnStage { _ = player.withField { $0.insert(text) } }
  }

  // MARK: Input methods

  /// Whether the focused field shows text being composed by an input method.
  package var isComposing: Bool {
    (panels.isTyping ? panels.preedit : stageField?.line.preedit) != nil
  }

  /// The foot of the focused field's caret, in points of the window.
  package var caret: Vector? {
    if panels.isTyping { return panels.caret(at: now) }
    let scene = player.run.scene
    guard let fonts = window.fonts, let line = stageField?.line, let part = scene.focusedIndex
    else { return nil }
    return line.foot(in: scene.parts[part].hitBox.inset(by: TextField.margin, 0), fonts)
  }

  private var stageField: TextField? { isTypingOnStage ? player.run.scene.textField : nil }

  /// Shows text being composed by an input method.
  mutating func compose(_ preedit: Preedit?) {
    if panels.isTyping { return panels.compose(preedit) }
    if isTypingOnStage { _ = player.withField { $0.compose(preedit) } }
  }

  /// Commits the composed text as it is, because the user turns to something else.
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

  /// Passes a key to the scene's focused text field; returns whether the field handled it.
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

  /// Handles the pointer in the stage's focused text field: a press places the caret, a second
  /// selects the word, a third everything; dragging selects.
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
      stagePresses.inFields.handle(sample)
      // A key may have opened another scene since.
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

  /// Handles the clipboard, select-all and undo keys of a text field; returns whether it was one of
  /// them.
  mutating func takeEditKey(_ sample: KeySample) -> Bool {
    guard sample.modifiers == .control, isTypingOnStage else { return false }
    switch sample.key {
    case .character("a"): _ = player.withField { $0.selectAll() }
    case .character("v"): request(.paste)
    case .character("c"):
      let line = player.run.scene.textField?.line
      // Without a selection, copy the whole field.
      let text = line.map { $0.selection.isEmpty ? $0.text : $0.selectedText } ?? ""
      if !text.isEmpty { request(.copy(text)) }
    case .character("x"):
      let text = player.withField { $0.cut() } ?? ""
      if !text.isEmpty { request(.copy(text)) }
    case .character("z"):
      // If the field has nothing to undo, the key undoes parameter edits.
      return player.withField { $0.undo() } ?? false
    default: return false
    }
    return true
  }

  /// Commits the scene's field when its button is pressed.
  mutating func commitField() {
    for (index, part) in player.run.scene.parts.enumerated() {
      guard let field = part.textField else { continue }
      let outcome = player.withField(of: index) { $0.commit() }
      if case .committed(let number)? = outcome {
        apply(.command(.init(field.command, number)))
      } else if player.run.scene.parts[index].textField?.message != nil {
        // The field's error is shown while it has the focus.
        apply(.focus(Focus(on: player.run.scene.parts.names[index], isVisible: true)))
      }
      return
    }
  }
}

/// State of the stage presses that the window handles itself.
struct StagePresses: Sendable {
  /// Detects double clicks on a stage that is not under test.
  var doubles = PressCounter()
  /// Counts clicks in a text field.
  var inFields = PressCounter()
  /// Index of the part whose text field is being drag-selected.
  var selecting: Int?
  /// The hand being played, from a key or a file.
  var hand: PlayedHand?
  /// Id of the element that assistive technology holds pressed.
  var assisted: String?
  /// Number of the pointer that went down first and is still down.
  var leader: Int?
  /// Numbers of other pointers that are down on the stage since.
  var others: Set<Int> = []
  /// Whether the current press began outside the stage, or on something that covers it.
  var isElsewhere = false
}
