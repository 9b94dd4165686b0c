internal import Feel
internal import Stage

/// A preset in a list: a system's or the user's.
enum PresetChoice: Hashable, Sendable {
  case system(ScrollPreset)
  case own(OwnPreset)

  var title: String {
    switch self {
    case .system(let preset): preset.shownTitle
    case .own(let preset): preset.name
    }
  }

  var summary: String {
    switch self {
    case .system(let preset): preset.summary
    case .own(let preset): preset.preset.summary
    }
  }

  /// The set with this preset: overrides of a system's preset are retained, but values from one of
  /// the user's presets are replaced.
  func applied(to set: ParameterSet, among own: [OwnPreset]) -> ParameterSet {
    switch self {
    case .own(let preset): return preset.applied(to: set)
    case .system(let preset) where own.holding(set) != nil:
      return OwnPreset(preset.title, over: preset, []).applied(to: set)
    case .system(let preset):
      var set = set
      set.preset = preset
      return set
    }
  }

  /// Whether a set uses this preset; a system's preset does not count while one of the user's is in
  /// force.
  func holds(_ set: ParameterSet?, unless own: [OwnPreset]) -> Bool {
    guard let set else { return false }
    switch self {
    case .own(let preset): return preset.applied(to: set) == set
    case .system(let preset):
      return preset == set.preset && own.holding(set) == nil
    }
  }
}

extension [OwnPreset] {
  /// The user's preset in force in a set.
  func holding(_ set: ParameterSet) -> OwnPreset? { first { $0.applied(to: set) == set } }
}
