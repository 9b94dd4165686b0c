internal import Feel
internal import Stage

/// A preset that a list offers: a system's, or one of the user's own.
enum PresetChoice: Hashable, Sendable {
  case system(ScrollPreset)
  case own(OwnPreset)

  var title: String {
    switch self {
    case .system(let preset): preset.shownTitle
    case .own(let preset): preset.name
    }
  }

  /// What it feels like.
  var summary: String {
    switch self {
    case .system(let preset): preset.summary
    case .own(let preset): preset.preset.summary
    }
  }

  /// A set under it: what is set over a system's preset stays set, but the values of one of the
  /// user's own go with it.
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

  /// Whether a set is under it, as far as the user's own are not what holds.
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
  /// The one that a set is under.
  func holding(_ set: ParameterSet) -> OwnPreset? { first { $0.applied(to: set) == set } }
}
