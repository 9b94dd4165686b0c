internal import Feel
internal import FeelTrace
public import Stage

/// How a set of parameters is written for somewhere else.
public enum CopyForm: Hashable, Sendable, CaseIterable {
  /// Swift that sets up the control with the `Feel` library: what is set over the preset, or all.
  case swift, allSwift
  /// Flags of the command line.
  case flags, allFlags
  /// A file that `--params` reads.
  case json, allJSON

  /// Its name in a list.
  var title: String {
    switch self {
    case .swift: "Swift, what changed"
    case .allSwift: "Swift, all values"
    case .flags: "Flags, what changed"
    case .allFlags: "Flags, all values"
    case .json: "JSON, what changed"
    case .allJSON: "JSON, all values"
    }
  }

  /// Its name in a sentence.
  var noun: String {
    switch self {
    case .swift, .allSwift: "Swift"
    case .flags, .allFlags: "flags"
    case .json, .allJSON: "JSON"
    }
  }

  /// The text.
  public func text(_ parameters: ParameterSet, of scene: any Scene.Type) -> String {
    switch self {
    case .swift: Self.swift(parameters, scene, isWhole: false)
    case .allSwift: Self.swift(parameters, scene, isWhole: true)
    case .flags: Self.flags(parameters, parameters.changed.map(\.key))
    case .allFlags: Self.flags(parameters, parameters.shown.map(\.key))
    case .json: Self.json(parameters, scene, parameters.changed.map(\.key))
    case .allJSON: Self.json(parameters, scene, parameters.shown.map(\.key))
    }
  }

  private static func flags(_ parameters: ParameterSet, _ keys: [String]) -> String {
    let kept = parameters.kept
    return
      (["--preset \(parameters.preset.id)"]
      + keys.map { key in
        "\(kept.contains(key) ? "--keep" : "--set") \(key)=\(parameters[key].text)"
      }).joined(separator: " ")
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

  /// The scene's own lines, each with the values that it names; unless `isWhole`, without those that name only defaults.
  ///
  /// What is set and no line tells is named in a comment.
  private static func swift(
    _ parameters: ParameterSet, _ scene: any Scene.Type, isWhole: Bool
  ) -> String {
    let changed = Set(parameters.changed.map(\.key))
    let lines = scene.code.filter { line in
      guard line.holds(for: parameters) else { return false }
      let isWanted = isWhole && !line.isOnlyForChanges
      return line.keys.isEmpty || isWanted || line.keys.contains(where: changed.contains)
    }
    let left = parameters.changed.map(\.key).filter { key in
      !lines.contains { $0.says(key, in: parameters) }
    }
    let note =
      left.isEmpty
      ? []
      : [
        "// Left out, as Feel has no field for it or it has no effect: "
          + left.map { "\($0)=\(parameters[$0].text)" }.joined(separator: ", ")
      ]
    let text = ["import Feel", ""] + lines.map { $0.text(parameters, isWhole: isWhole) } + note
    return text.joined(separator: "\n") + "\n"
  }
}
