public import Feel

/// Something that a scene's control did, for whoever watches: a log, an announcement, a test.
public struct Effect: Hashable, Sendable {
  /// When it happened, in stage time.
  public var time: Instant
  /// Which control: "slider", "carousel".
  public var control: String
  /// What it did: "valueChanged", "fired", "settled".
  public var name: String
  /// The number that goes with it.
  public var value: Double?
  /// What it asks of the window.
  public var request: HostRequest?

  /// The name of the effect that commits what stands in the scene's text field.
  public static let commit = "commit"

  /// The name of the effect that tells of an order to the controls, such as a button's; which order is in `control`.
  public static let order = "order"

  /// Creates an effect.
  public init(
    time: Instant, control: String, name: String, value: Double? = nil,
    request: HostRequest? = nil
  ) {
    (self.time, self.control, self.name, self.value) = (time, control, name, value)
    self.request = request
  }
}
