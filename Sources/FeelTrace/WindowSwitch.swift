/// What of a window is on or off as its user likes it, and stays so for the next time.
///
/// The raw value is its name in files.
public enum WindowSwitch: String, Hashable, Sendable, CaseIterable {
  /// A letter, digit or sign alone is a key of the window.
  case letters = "letterKeys"
  /// The panel shows springs by frequency and damping, not by duration and bounce.
  case springs = "physicalSprings"

  /// Those that are on unless somebody turns them off.
  public static let defaults: Set<WindowSwitch> = [.letters]
}
