public import Feel

/// Something that a scene's control did, for whoever watches: a log, an announcement, a test.
public struct Effect: Hashable, Sendable {
  /// What a control asks of the window.
  public enum Request: Hashable, Sendable {
    /// Offer a text for other programs to paste.
    case copy(String)
    /// Save a table, as comma-separated values, under that name or another that is chosen.
    case saveText(String, name: String)
    /// Save a picture of a part of the window, in points, under that name or another that is
    /// chosen; its ending says how: ".png" or ".svg".
    case savePicture(of: Rect, name: String)
    /// Say a sentence for a while.
    case say(String)
  }

  /// When it happened, in stage time.
  public var time: Instant
  /// Which control: "slider", "carousel".
  public var control: String
  /// What it did: "valueChanged", "fired", "settled".
  public var name: String
  /// The number that goes with it.
  public var value: Double?
  /// What it asks of the window.
  public var request: Request?
  /// The fling that ended, where one did.
  public var fling: Fling?

  /// The name of the effect that commits what stands in the scene's text field.
  public static let commit = "commit"

  /// The name of the effect that tells of an order to the controls, such as a button's; which order
  /// is in `control`.
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
