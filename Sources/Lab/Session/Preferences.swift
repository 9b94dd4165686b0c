public import Feel
public import Stage

/// The user's settings of the window, stored for the next time; `nil` values are left to the
/// desktop or the default.
public struct Preferences: Hashable, Sendable {
  private var values: [Preference: ParameterValue] = [:]

  /// Creates preferences that leave everything to the desktop.
  public init() {}

  /// The value of a preference.
  public subscript(preference: Preference) -> ParameterValue? {
    get { values[preference] }
    set { values[preference] = newValue }
  }

  /// Whether a switch is on; `nil` if not set.
  public func isOn(_ preference: Preference) -> Bool? {
    self[preference].map { $0 == .flag(true) }
  }

  /// The theme.
  public var theme: Theme.Name? {
    if case .choice(let name) = self[.theme] { Theme.Name(rawValue: name) } else { nil }
  }

  /// Id of the scene shown last.
  public var scene: String? {
    if case .choice(let id) = self[.scene] { id } else { nil }
  }

  /// Zoom factor over the desktop's scale.
  public var zoom: Double? {
    if case .number(let zoom) = self[.zoom] { zoom } else { nil }
  }

  /// Adopts the differences between two snapshots of a window: what the user set in between.
  public mutating func adopt(from before: Preferences, to after: Preferences) {
    for preference in Preference.allCases where before[preference] != after[preference] {
      self[preference] = after[preference]
    }
  }

  /// Resets the preferences set in the panel to the desktop's.
  public mutating func forgetSettings() { values = values.filter { !$0.key.isSetting } }
}

extension Session {
  /// The window's current settings.
  public var preferences: Preferences {
    var preferences = Preferences()
    for preference in Preference.allCases { preferences[preference] = value(of: preference) }
    return preferences
  }

  /// The current value of a preference.
  public func value(of preference: Preference) -> ParameterValue {
    switch preference {
    case .theme: .choice(theme.rawValue)
    case .motion: .flag(reducedMotion)
    case .overlays: .choice(overlays.letters)
    case .inspector: .flag(window.isInspectorOpen)
    case .timeline: .flag(window.isTimelineOpen)
    case .inspectorWidth: .number(window.panels.inspector)
    case .timelineHeight: window.panels.timeline.map(ParameterValue.number) ?? .unlimited
    case .folded: .choice(inspectorState.folded.sorted().joined(separator: ","))
    case .foldedLanes: .choice(timeline.view.folded.names)
    case .scene: .choice(sceneType.id)
    default: window.preferences[preference] ?? preference.standard
    }
  }

  /// Whether a switch is currently on.
  public func isOn(_ preference: Preference) -> Bool { value(of: preference) == .flag(true) }

  /// Sets a preference; resulting changes of the stage are recorded.
  mutating func set(_ preference: Preference, to value: ParameterValue) {
    guard preference.accepts(value), value != self.value(of: preference) else { return }
    switch (preference, value) {
    case (.theme, .choice(let name)):
      if let name = Theme.Name(rawValue: name) { apply(.theme(name)) }
    case (.motion, .flag(let isReduced)): apply(.reducedMotion(isReduced))
    case (.overlays, .choice(let letters)):
      if let overlays = Set<Overlay>(letters: letters) { apply(.overlays(overlays)) }
    case (.inspector, _): perform(.toggleInspector)
    case (.timeline, _): perform(.toggleTimeline)
    case (.inspectorWidth, .number(let width)): resize(.inspector, to: width)
    case (.timelineHeight, .number(let height)): resize(.timeline, to: height)
    case (.timelineHeight, _): resize(.timeline, to: nil)
    case (.folded, .choice(let groups)):
      inspectorState.folded = Set(groups.split(separator: ",").map(String.init))
    case (.foldedLanes, .choice(let names)):
      if let lanes = Set<TimelineLayout.Lane>(names: names) { timeline.view.folded = lanes }
    case (.scene, _): break
    default: window.preferences[preference] = value
    }
  }
}
