internal import Feel
internal import FeelTrace
public import Stage

/// How a set of parameters is written for somewhere else.
public enum CopyForm: Hashable, Sendable {
  /// Swift that sets up the control with the `Feel` library: what is set over the preset, or all.
  case swift, allSwift
  /// Flags of the command line.
  case flags, allFlags
  /// A file that `--params` reads.
  case json, allJSON
  /// The laws of scrolling for another platform.
  case platform(Platform)

  /// What the panel offers: the forms of this program, and then those of others.
  static let offered: [[CopyForm]] = [
    [.swift, .allSwift, .flags, .allFlags, .json, .allJSON], Platform.allCases.map(Self.platform),
  ]

  /// Whether it has all values, not only those that changed.
  private var isWhole: Bool { [.allSwift, .allFlags, .allJSON].contains(self) }

  /// Its name in a list.
  var title: String {
    if case .platform(let platform) = self { return Words.Inspector.laws(for: platform.title) }
    return isWhole ? Words.Inspector.allValues(as: noun) : Words.Inspector.changes(as: noun)
  }

  /// Its name in a sentence.
  var noun: String {
    switch self {
    case .swift, .allSwift: "Swift"
    case .flags, .allFlags: Words.Inspector.flags
    case .json, .allJSON: "JSON"
    case .platform(let platform): platform.title
    }
  }

  /// The text.
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

  /// The scene's own lines with their values, unless those are defaults and not all are wanted.
  ///
  /// What is set and no line tells is named in a comment.
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
