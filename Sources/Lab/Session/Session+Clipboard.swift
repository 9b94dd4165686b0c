internal import Feel

extension Session {
  /// Types a text that was fetched for `HostRequest.paste` into the text field that has the keyboard, if one still has.
  ///
  /// As all that is typed it is in no recording.
  public mutating func paste(_ text: String) {
    guard past == nil, var field = run.scene.textField else { return }
    field.insert(text)
    run.scene.textField = field
  }

  /// Follows the keys of the clipboard in a text field; returns whether it was one of them.
  mutating func takeClipboardKey(_ sample: KeySample) -> Bool {
    guard past == nil, let field = run.scene.textField, sample.modifiers == .control else {
      return false
    }
    switch sample.key {
    case .character("v"): request(.paste)
    case .character("c"): if !field.text.isEmpty { request(.copy(field.text)) }
    default: return false
    }
    return true
  }
}
