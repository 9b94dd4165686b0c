public import Feel

/// An event that a window reports to its host.
public enum WindowEvent: Hashable, Sendable {
  /// Input for a control; its time is the server's, converted to the window's clock.
  case input(InputEvent)
  /// Characters typed, after the key sample that typed them.
  case text(String)
  /// A text committed by an input method.
  case committed(String)
  /// The text being composed by an input method; `nil` = none any more.
  case composing(Preedit?)
  /// The window's size has changed; everything must be redrawn.
  case resized(PixelSize)
  /// The window is larger than its picture may be: only `drawn`, from the top left, is drawn.
  case tooLarge(window: PixelSize, drawn: PixelSize)
  /// The scale has changed; everything must be redrawn.
  case scale(Double)
  /// The window has gained or lost the keyboard focus.
  case focus(Bool)
  /// The window has become visible, or invisible: minimised, covered or unmapped.
  case visible(Bool)
  /// The desktop's settings have changed.
  case settings(DesktopSettings)
  /// The text requested by `Window.requestText()`.
  case pasted(String)
  /// Another program holds something over the window; `nil` = no longer.
  case held(HeldDrop?)
  /// Another program has dropped something, and waits for `Window.finishDrop(isAccepted:)`.
  case dropped(Drop)
  /// The user asked to close the window.
  case close
  /// Another program destroyed the window; no more events follow.
  case destroyed
  /// The connection to the server is lost; no more events follow.
  case lost

  var isInput: Bool { if case .input = self { true } else { false } }

  /// Whether a button or a finger was released.
  var isLift: Bool {
    if case .input(.pointer(let sample)) = self { sample.phase == .up } else { false }
  }
}
