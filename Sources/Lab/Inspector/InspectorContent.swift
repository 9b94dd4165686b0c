internal import Feel
internal import FeelTrace
internal import Stage
internal import TextLayout

/// What the inspector shows of its session.
struct InspectorContent {
  let parameters: ParameterSet
  let canUndo: Bool
  let canRedo: Bool
  /// Whether two sets are compared.
  let isComparing: Bool
  let preferences: Preferences
  /// How fast and how steady the hand is.
  let pointerSettings: PointerSettings
  /// What it is drawn with, if that is known.
  let fonts: FontBook?
  /// Whether the panel lies beside the stage, not over it.
  let isDocked: Bool

  /// Whether springs are shown by frequency and damping.
  var isPhysical: Bool { preferences.isOn(.springs) ?? false }
}
