internal import Feel
internal import FeelTrace
internal import Stage
internal import TextLayout

/// What the inspector shows of its session.
struct InspectorContent {
  let parameters: ParameterSet
  /// The keys that change nothing of what the scene shows.
  let idle: Set<String>
  let canUndo: Bool
  let canRedo: Bool
  /// Set B, while two sets are compared.
  let parametersB: ParameterSet?
  let preferences: Preferences
  /// How fast and how steady the hand is.
  let pointerSettings: PointerSettings
  /// What it is drawn with, if that is known.
  let fonts: FontBook?

  /// Whether all that is under a heading changes nothing of what the scene shows.
  func isIdle(_ group: String) -> Bool {
    !idle.isEmpty
      && parameters.parameters.allSatisfy { $0.group != group || idle.contains($0.key) }
      && parameters.parameters.contains { $0.group == group }
  }

  /// Whether two sets are compared.
  var isComparing: Bool { parametersB != nil }

  /// Whether springs are shown by frequency and damping.
  var isPhysical: Bool { preferences.isOn(.springs) ?? false }
}
