public import Feel

/// Laws of scrolling and of turning pages that a user has kept under a name: a system's preset, and
/// what is set over it.
///
/// A recording knows none of these names: it holds the system's preset and the values, so that it
/// replays wherever the name is unknown.
public struct OwnPreset: Hashable, Sendable {
  /// What the user calls it.
  public let name: String
  /// The system's preset that it begins with.
  public let base: ScrollPreset
  /// What is set over that, in order: of the laws alone, not of the scene it was saved in.
  public let settings: [ParameterSetting]

  /// Creates a preset; what is not about scrolling or pages is left out.
  public init(_ name: String, over base: ScrollPreset, _ settings: [ParameterSetting]) {
    (self.name, self.base) = (name, base)
    self.settings = settings.filter { Self.isLaw($0.key) }
  }

  private static func isLaw(_ key: String) -> Bool {
    key.hasPrefix("physics.") || key.hasPrefix("pager.") && key != "pager.count"
  }

  /// A set under this preset: what is set of the scene's own stays.
  public func applied(to set: ParameterSet) -> ParameterSet {
    var set = set
    set.preset = base
    for key in set.changed.map(\.key) where Self.isLaw(key) { set.reset(key) }
    for setting in settings where set.parameters.contains(where: { $0.key == setting.key }) {
      try? set.set(setting.key, to: setting.value)
    }
    return set
  }

  /// A preset of this name with its laws as they come out, for what is not a scene.
  public var preset: ScrollPreset {
    let laws = applied(to: ParameterSet(ScrollPhysics.parameters, preset: base))
    var turn = base.turn
    let values = Dictionary(settings.map { ($0.key, $0.value) }) { $1 }
    turn.set { values[$0] }
    return ScrollPreset(
      id: name, title: name, summary: Words.ownPreset(over: base.title, settings.count),
      evidence: base.evidence, physics: laws.physics, turn: turn)
  }

  /// Why a name cannot be a preset's; `nil` for one that can.
  public static func problem(with name: String) -> String? {
    let systems = ScrollPreset.all.flatMap { [$0.id.lowercased(), $0.title.lowercased()] }
    if systems.contains(name.lowercased()) || name.lowercased() == "all" {
      return Words.namesASystem(name)
    }
    let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || " -_+.".contains($0) }
    let isKept = !name.hasPrefix(".") && !name.hasPrefix("-") && !name.hasPrefix(" ")
    guard isPlain, isKept, !name.isEmpty, name.utf8.count <= 60, !name.hasSuffix(" ") else {
      return Words.badPresetName
    }
    return nil
  }
}
