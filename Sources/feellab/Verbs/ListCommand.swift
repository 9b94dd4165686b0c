internal import ArgumentParser
internal import Feel
internal import FeelTrace
internal import Lab
internal import Scenes
internal import Stage

/// `list`: what there is to name on the command line.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Name the scenes, their parameters with unit, range and default, and the presets.")

  @Flag(help: "As JSON.")
  var json = false

  func run() throws {
    let scenes = Catalog.all.scenes
    try StandardOutput.write(json ? Self.json(scenes).description + "\n" : Self.text(scenes))
  }

  private static func json(_ scenes: [any Scene.Type]) -> JSON {
    .object([
      "scenes": .list(
        scenes.map {
          .object(["id": .text($0.id), "title": .text($0.title), "hint": .text($0.hint)])
        }),
      "presets": .list(
        ScrollPreset.all.map {
          .object([
            "id": .text($0.id), "title": .text($0.title), "summary": .text($0.summary),
            "knownDefect": $0.knownDefect.map(JSON.text) ?? .null,
          ])
        }),
      "parameters": .list(
        scenes.flatMap { scene in scene.parameters.map { json($0, scene: scene.id) } }),
    ])
  }

  private static func json(_ parameter: Parameter, scene: String) -> JSON {
    var members: [JSON.Member] = [
      JSON.Member("key", .text(parameter.key)), JSON.Member("scene", .text(scene)),
      JSON.Member("unit", .text(parameter.unit)),
    ]
    switch parameter.domain {
    case .number(let range), .integer(let range):
      members.append(JSON.Member("min", .number(range.lowerBound)))
      members.append(JSON.Member("max", .number(range.upperBound)))
    case .choice(let words):
      members.append(JSON.Member("choices", .list(words.map(JSON.text))))
    case .flag:
      members.append(JSON.Member("choices", .list([.flag(false), .flag(true)])))
    }
    members.append(JSON.Member("default", parameter.defaultValue.json))
    members.append(JSON.Member("doc", .text(parameter.doc)))
    return JSON(.object(members))
  }

  private static func text(_ scenes: [any Scene.Type]) -> String {
    var text = ""
    for scene in scenes {
      text += "\(scene.id) – \(scene.title)\n  \(scene.hint)\n"
      for parameter in scene.parameters {
        text += "  \(parameter.key) = \(parameter.defaultValue.text): \(parameter.domainText)\n"
        text += "      \(parameter.doc)\n"
      }
    }
    text += "presets\n"
    for preset in ScrollPreset.all { text += "  \(preset.id) – \(preset.summary)\n" }
    return text
  }
}
