internal import Feel

extension Session {
  /// Types a text that was fetched for `HostRequest.paste` into the text field that has the keyboard, if one still has.
  ///
  /// As all that is typed it is in no recording.
  public mutating func paste(_ text: String) {
    if chrome.isInspectorOpen, inspector.focusedRow != nil {
      inspector.typed = inspector.typed ?? LineEditor()
      inspector.typed?.insert(text)
      return
    }
    guard past == nil, var field = run.scene.textField else { return }
    field.insert(text)
    run.scene.textField = field
  }

  /// Follows the keys of the clipboard in a text field; returns whether it was one of them.
  mutating func takeClipboardKey(_ sample: KeySample) -> Bool {
    guard sample.modifiers == .control, let text = editedText else { return false }
    switch sample.key {
    case .character("v"): request(.paste)
    case .character("c"): if !text.isEmpty { request(.copy(text)) }
    default: return false
    }
    return true
  }

  /// What stands in the field that has the keyboard, the panel's or the scene's.
  private var editedText: String? {
    if chrome.isInspectorOpen, inspector.focusedRow != nil { return inspector.typed?.text ?? "" }
    return past == nil ? run.scene.textField?.text : nil
  }
}
