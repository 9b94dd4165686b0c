public import Feel

/// An effect of a scene's control, for observers: a log, an announcement, a test.
public struct Effect: Hashable, Sendable {
  /// A request of a control to the window.
  public enum Request: Hashable, Sendable {
    /// Copy a text to the clipboard.
    case copy(String)
    /// Save a table as comma-separated values, under this name or another the user chooses.
    case saveText(String, name: String)
    /// Save a picture of a part of the window, in points, under this name or another the user
    /// chooses; the extension decides the format: ".png" or ".svg".
    case savePicture(of: Rect, name: String)
    /// Show a sentence for a while.
    case say(String)
  }

  /// When it happened, in stage time.
  public var time: Instant
  /// The control: "slider", "carousel".
  public var control: String
  /// The effect: "valueChanged", "fired", "settled".
  public var name: String
  /// The value of the effect.
  public var value: Double?
  /// The request to the window.
  public var request: Request?
  /// The fling that ended, if one did.
  public var fling: Fling?

  /// The name of the effect that commits the scene's text field.
  public static let commit = "commit"

  /// The name of the effect that reports a command to the controls, such as a button's; the command
  /// itself is in `control`.
  public static let order = "order"

  /// Creates an effect.
  public init(
    time: Instant, control: String, name: String, value: Double? = nil,
    request: Request? = nil, fling: Fling? = nil
  ) {
    (self.time, self.control, self.name, self.value) = (time, control, name, value)
    (self.request, self.fling) = (request, fling)
  }
}
