public import Feel

/// A user's named preset of scroll and paging laws: a system preset with overrides.
///
/// Recordings never contain these names: they store the system preset and the values, so that they
/// replay where the name is unknown.
public struct OwnPreset: Hashable, Sendable {
  /// The name given by the user.
  public let name: String
  /// The system preset it is based on.
  public let base: ScrollPreset
  /// The overrides, in order: of the laws only, not of the scene it was saved in.
  public let settings: [ParameterSetting]

  /// Creates a preset; settings other than of scrolling and paging are dropped.
  public init(_ name: String, over base: ScrollPreset, _ settings: [ParameterSetting]) {
    (self.name, self.base) = (name, base)
    self.settings = settings.filter { Self.isLaw($0.key) }
  }

  private static func isLaw(_ key: String) -> Bool {
    key.hasPrefix("physics.") || key.hasPrefix("pager.") && key != "pager.count"
  }

  /// Applies this preset to a set; the scene's own settings are kept.
  public func applied(to set: ParameterSet) -> ParameterSet {
    var set = set
    set.preset = base
    for key in set.changed.map(\.key) where Self.isLaw(key) { set.reset(key) }
    for setting in settings where set.parameters.contains(where: { $0.key == setting.key }) {
      try? set.set(setting.key, to: setting.value)
    }
    return set
  }

  /// The resolved laws as a system preset of this name, for uses outside a scene.
  public var preset: ScrollPreset {
    let laws = applied(to: ParameterSet(ScrollPhysics.parameters, preset: base))
    var turn = base.turn
    let values = Dictionary(settings.map { ($0.key, $0.value) }) { $1 }
    turn.set { values[$0] }
    return ScrollPreset(
      id: name, title: name, summary: Words.ownPreset(over: base.title, settings.count),
      evidence: base.evidence, physics: laws.physics, turn: turn)
  }

  /// The reason why a name is not valid for a preset, as a sentence; `nil` if it is valid.
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
