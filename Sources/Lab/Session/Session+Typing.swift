internal import Feel
internal import Stage

extension Session {
  /// A text field that has the keyboard.
  private enum Field { case inspector, stage }

  /// The text field that has the keyboard, whatever moment of the stage is shown: no letter is a key of the window while one has.
  private var field: Field? {
    if chrome.isInspectorOpen, inspector.isTyping { return .inspector }
    return !timeline.hasKeyboard && run.scene.textField != nil ? .stage : nil
  }

  /// Types a text that was fetched for `HostRequest.paste` into the text field that has the keyboard, if one still has.
  ///
  /// As all that is typed it is in no recording.
  public mutating func paste(_ text: String) {
    switch field {
    case .inspector:
      inspector.typed = inspector.typed ?? LineEditor()
      inspector.typed?.insert(text)
    case .stage: run.scene.textField?.insert(text)
    case nil: break
    }
  }

  /// Gives a key to the scene's text field while that has the keyboard; returns whether the field took it.
  mutating func takeTyped(_ sample: KeySample) -> Bool {
    guard let place = field else { return false }
    if chrome.isHelpShown {
      // What the help covers cannot be typed into, and its letters are no keys of the window either.
      guard case .character(let character) = sample.key else { return false }
      return character != "?" && sample.modifiers.isDisjoint(with: [.control, .alt])
    }
    guard place == .stage, var field = run.scene.textField else { return false }
    let outcome = field.handle(sample)
    run.scene.textField = field
    switch outcome {
    case .committed(let number): order(field.command, number)
    case .ignored: return false
    case .edited, .refused: break
    }
    return true
  }

  /// Follows the keys with which a text field is copied, pasted into and edited back; returns whether it was one of them.
  mutating func takeEditKey(_ sample: KeySample) -> Bool {
    guard sample.modifiers == .control, !chrome.isHelpShown, let field else { return false }
    switch sample.key {
    case .character("v"): request(.paste)
    case .character("c"):
      let text = field == .stage ? run.scene.textField?.text : inspector.typed?.text
      if let text, !text.isEmpty { request(.copy(text)) }
    case .character("z"):
      // With nothing to take back in the field, it is the parameters' own.
      return field == .stage ? run.scene.textField?.undo() ?? false : inspector.undoTyping()
    default: return false
    }
    return true
  }

  /// Commits what stands in the scene's field, when a button says so.
  mutating func commitField() {
    for index in run.scene.parts.indices {
      guard var field = run.scene.parts[index].textField else { continue }
      let outcome = field.commit()
      run.scene.parts[index].textField = field
      if case .committed(let number) = outcome { order(field.command, number) }
      return
    }
  }

  /// Takes the keyboard from the stage's part that has it: it is elsewhere now, and there is one.
  mutating func leaveStagePart() {
    if run.scene.focus.index != nil { feed(.focus(liveStageTime, Focus())) }
  }
}
