public import Feel
public import FeelTrace
public import Stage

/// How whoever uses the window has set it, for the next time; what is `nil` was left to the desktop or the default.
public struct Preferences: Hashable, Sendable {
  /// The look.
  public var theme: Theme.Name?
  /// Whether motion that is only for show is left out.
  public var reducedMotion: Bool?
  /// The switches of the window that were turned on or off.
  public var switches: [WindowSwitch: Bool] = [:]
  /// How much larger than the desktop asks for everything is.
  public var zoom: Double?
  /// What is drawn over the stage.
  public var overlays: Set<Overlay>?
  /// Whether the parameters are shown.
  public var showsInspector: Bool?
  /// Whether the last minute is shown.
  public var showsTimeline: Bool?

  /// How much larger or smaller everything can be made, in steps.
  public static let zooms = [0.75, 1, 1.25, 1.5, 1.75, 2]

  /// Creates preferences that leave everything to the desktop.
  public init() {}

  /// The keys that open the panels that are open.
  public var panelKeys: [KeySample.Key] {
    (showsTimeline ?? false ? [.function(8)] : [])
      + (showsInspector ?? false ? [.function(9)] : [])
  }

  /// Takes over what differs between two looks at a window: what a hand has set in between.
  public mutating func follow(from before: Preferences, to after: Preferences) {
    func take<Value: Equatable>(_ path: WritableKeyPath<Preferences, Value>) {
      if before[keyPath: path] != after[keyPath: path] {
        self[keyPath: path] = after[keyPath: path]
      }
    }
    take(\.theme)
    take(\.reducedMotion)
    for item in WindowSwitch.allCases { take(\.switches[item]) }
    take(\.zoom)
    take(\.overlays)
    take(\.showsInspector)
    take(\.showsTimeline)
  }
}

extension Session {
  /// How the window is set at present.
  public var preferences: Preferences {
    var preferences = Preferences()
    (preferences.theme, preferences.reducedMotion) = (theme, reducedMotion)
    preferences.zoom = zoom
    for item in WindowSwitch.allCases { preferences.switches[item] = isOn(item) }
    preferences.overlays = overlays
    preferences.showsInspector = window.isInspectorOpen
    preferences.showsTimeline = window.isTimelineOpen
    return preferences
  }
}
