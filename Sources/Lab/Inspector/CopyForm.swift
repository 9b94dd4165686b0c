internal import Feel
internal import FeelTrace
public import Stage

/// A text format for a set of parameters.
public enum CopyForm: Hashable, Sendable {
  /// Swift code that configures the control with the `Feel` library: changes only, or all values.
  case swift, allSwift
  /// Command-line flags.
  case flags, allFlags
  /// A JSON file for `--params`.
  case json, allJSON
  /// The scrolling laws for another platform.
  case platform(Platform)

  /// The formats in the panel's list: this program's, then other platforms'.
  static let offered: [[CopyForm]] = [
    [.swift, .allSwift, .flags, .allFlags, .json, .allJSON], Platform.allCases.map(Self.platform),
  ]

  /// Whether it contains all values, not only the changed ones.
  private var isWhole: Bool { [.allSwift, .allFlags, .allJSON].contains(self) }

  /// Its title in a list.
  var title: String {
    if case .platform(let platform) = self { return Words.Inspector.laws(for: platform.title) }
    return isWhole ? Words.Inspector.allValues(as: noun) : Words.Inspector.changes(as: noun)
  }

  /// Its name within a sentence.
  var noun: String {
    switch self {
    case .swift, .allSwift: "Swift"
    case .flags, .allFlags: Words.Inspector.flags
    case .json, .allJSON: "JSON"
    case .platform(let platform): platform.title
    }
  }

  /// The set in this format.
  public func text(_ parameters: ParameterSet, of scene: any Scene.Type) -> String {
    let keys = (isWhole ? parameters.shown : parameters.changed).map(\.key)
    return switch self {
    case .swift, .allSwift: swift(parameters, scene)
    case .flags, .allFlags: Self.flags(parameters, keys)
    case .json, .allJSON: Self.json(parameters, scene, keys)
    case .platform(let platform): platform.copy(parameters)
    }
  }

  private static func flags(_ parameters: ParameterSet, _ keys: [String]) -> String {
    let kept = parameters.kept
    let flags = keys.map { key in
      "\(kept.contains(key) ? "--keep" : "--set") \(key)=\(parameters[key].text)"
    }
    return (["--preset \(parameters.preset.id)"] + flags).joined(separator: " ")
  }

  private static func json(
    _ parameters: ParameterSet, _ scene: any Scene.Type, _ keys: [String]
  ) -> String {
    let lines = keys.map { "    \(JSON.text($0)): \(parameters[$0].json)" }
    let body = lines.isEmpty ? "{}" : "{\n" + lines.joined(separator: ",\n") + "\n  }"
    let kept = parameters.kept
    let overrides =
      kept.isEmpty ? "" : ",\n  \"overrides\": \(JSON.list(kept.map(JSON.text)))"
    return """
      {
        "scene": \(JSON.text(scene.id)),
        "preset": \(JSON.text(parameters.preset.id)),
        "parameters": \(body)\(overrides)
      }

      """
  }

  /// The scene's lines of code with their values; unchanged ones only if all are wanted.
  ///
  /// Changed values that no line covers are listed in a comment.
  private func swift(_ parameters: ParameterSet, _ scene: any Scene.Type) -> String {
    let changed = parameters.changed.map(\.key)
    let lines = scene.code.filter { line in
      guard line.holds(for: parameters) else { return false }
      let isWanted = isWhole && !line.isOnlyForChanges
      return line.keys.isEmpty || isWanted || line.keys.contains(where: changed.contains)
    }
    let left = changed.filter { key in !lines.contains { $0.says(key, in: parameters) } }
    let values = left.map { "\($0)=\(parameters[$0].text)" }.joined(separator: ", ")
    let note = left.isEmpty ? [] : ["// \(Words.Inspector.leftOut(values))"]
    let text = ["import Feel", ""] + lines.map { $0.text(parameters, isWhole: isWhole) } + note
    return text.joined(separator: "\n") + "\n"
  }
}
