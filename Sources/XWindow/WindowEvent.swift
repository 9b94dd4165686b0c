public import Feel

/// What a window reports to its host.
public enum WindowEvent: Hashable, Sendable {
  /// Something a control can be fed; its time is the server's, on the window's clock.
  case input(InputEvent)
  /// Characters typed, after the key sample that typed them.
  case text(String)
  /// An input method types a text.
  case committed(String)
  /// An input method composes a text, or no longer: `nil`.
  case composing(Preedit?)
  /// The window has a new size; everything is to be redrawn.
  case resized(PixelSize)
  /// The window is larger than its picture may be: only `drawn` of it, from the top left, is drawn.
  case tooLarge(window: PixelSize, drawn: PixelSize)
  /// Device pixels per point changed; everything is to be redrawn.
  case scale(Double)
  /// The window has the keyboard, or lost it.
  case focus(Bool)
  /// The window can be seen, or cannot: minimised, covered or unmapped.
  case visible(Bool)
  /// The desktop's settings changed.
  case settings(DesktopSettings)
  /// Text arrives that `Window.requestText()` asked for.
  case pasted(String)
  /// Another program holds something over the window, or no longer.
  case held(HeldDrop?)
  /// Another program has dropped something here; it waits for `Window.finishDrop(isAccepted:)`.
  case dropped(Drop)
  /// The user asks to close the window.
  case close
  /// Another program destroyed the window; nothing further arrives.
  case destroyed
  /// The connection to the server is gone; nothing further arrives.
  case lost

  /// Whether a hand made it.
  var isInput: Bool { if case .input = self { true } else { false } }

  /// Whether a button or a finger is let go.
  var isLift: Bool {
    if case .input(.pointer(let sample)) = self { sample.phase == .up } else { false }
  }
}
