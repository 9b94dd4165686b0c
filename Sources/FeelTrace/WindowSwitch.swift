/// A preference of the window that is on or off, kept from one run to the next.
///
/// The raw value is its name in files.
public enum WindowSwitch: String, Hashable, Sendable, CaseIterable {
  /// Letters, digits and signs work as keys of the window without Control or Alt.
  case letters = "letterKeys"
  /// The inspector shows springs by frequency and damping instead of duration and bounce.
  case springs = "physicalSprings"

  /// The switches that are on until the user turns them off.
  public static let defaults: Set<WindowSwitch> = [.letters]
}
