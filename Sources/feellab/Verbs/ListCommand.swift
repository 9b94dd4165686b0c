internal import ArgumentParser
internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import FeelWindow
internal import Lab
internal import Scenes
internal import Stage

/// `list`: what there is to name on the command line.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Name the scenes, presets, parameters and takes.",
    discussion: helpText(
      """
      Parameters have their value, unit and range. The constants of a law have values where the law \
      is chosen; those of the others name the choice that they belong to. A recording's takes have \
      their number, name, scene and preset, when they began, how long they last to their rest, and what \
      came of them.
      """,
      examples: [
        "What can be tried": "list scenes",
        "The systems whose physics there are": "list presets",
        "The keys of one scene, for --set": "list carousel",
        "The same with another system's values": "list carousel --preset gtk4",
        "The takes of a recording, for FILE#NAME": "list session.feel",
      ]))

  /// What can be listed by itself.
  enum Topic: String, CaseIterable { case scenes, presets, parameters }

  @Argument(
    help: ArgumentHelp(
      "scenes, presets (with what each was held against) or parameters; a scene, for its own parameters; or a recording, for its takes. Scenes and presets unless named.",
      valueName: "topic or file"),
    completion: Completions.topics)
  var word: String?

  private var topic: Topic? { word.flatMap(Topic.init(rawValue:)) }

  @Option(
    help: "The preset whose values parameters are shown with; uikit unless named.",
    completion: Completions.presets)
  var preset: String?

  @Flag(help: "As JSON.")
  var json = false

  @Flag(help: "The presets as the page docs/presets.md.")
  var markdown = false

  func validate() throws {
    if markdown, topic != .presets || json {
      throw ValidationError("--markdown goes with “list presets”, without --json.")
    }
    guard preset == nil || !(topic == .scenes || topic == .presets || recording != nil) else {
      throw ValidationError("--preset goes with parameters: name a scene, or “parameters”.")
    }
  }

  func run() throws {
    if topic == .presets, !json {
      return try StandardOutput.write(markdown ? PresetList.markdown : PresetList.text)
    }
    if let recording {
      let takes = try TakeList(recording)
      return try StandardOutput.write(json ? "\(takes.json)\n" : takes.text)
    }
    let preset = try ScrollPreset.required(preset ?? "uikit")
    let scene = try self.scene
    let sets = (scene.map { [$0] } ?? Catalog.all.scenes).map {
      ($0, ParameterSet($0.parameters, preset: preset))
    }
    let topics = topic.map { [$0] } ?? (scene == nil ? Topic.allCases : [.scenes, .parameters])
    guard !json else { return try StandardOutput.write("\(Self.json(sets, topics))\n") }
    // Nobody reads the parameters of all scenes at once who did not ask for them.
    let isOverview = word == nil && self.preset == nil
    try StandardOutput.write(Self.text(sets, isOverview ? [.scenes, .presets] : topics))
    if isOverview {
      StandardError.write(
        "The parameters of a scene: feellab list carousel; of all: feellab list parameters\n")
    }
  }

  /// The recording that is named, if it is one.
  private var recording: String? {
    word.flatMap { word in
      topic == nil && Catalog.all.scene(word) == nil && NamedSubject.isPath(word) ? word : nil
    }
  }

  /// The scene that is named, if it is one.
  private var scene: (any Scene.Type)? {
    get throws(CommandFailure) {
      guard let word, topic == nil else { return nil }
      if let scene = Catalog.all.called(word) { return scene }
      let topics = Topic.allCases.map(\.rawValue)
      let scenes = Catalog.all.scenes.map { $0.id }
      let question = NearWords.question(word, among: topics + Catalog.all.names)
      throw CommandFailure(
        .usage,
        "There is no topic, scene or file \(quoted(word)). \(question)\(question.isEmpty ? "" : " ")"
          + "The topics are \(topics.joined(separator: ", ")), the scenes "
          + "\(scenes.joined(separator: ", ")).")
    }
  }

  private typealias Sets = [(scene: any Scene.Type, parameters: ParameterSet)]

  private static func json(_ sets: Sets, _ topics: [Topic]) -> JSON {
    JSON(.object(topics.map { JSON.Member($0.rawValue, .list(json(sets, $0))) }))
  }

  private static func json(_ sets: Sets, _ topic: Topic) -> [JSON] {
    switch topic {
    case .scenes:
      sets.map(\.scene).map {
        .object(["id": .text($0.id), "title": .text($0.title), "hint": .text($0.hint)])
      }
    case .presets:
      PresetList.json
    case .parameters:
      sets.flatMap { scene, set in set.parameters.map { json($0, in: set, scene: scene.id) } }
    }
  }

  private static func json(
    _ parameter: Parameter, in set: ParameterSet, scene: String
  ) -> JSON {
    var members: [JSON.Member] = [
      JSON.Member("key", .text(parameter.key)), JSON.Member("scene", .text(scene)),
      JSON.Member("unit", .text(parameter.unit)),
    ]
    switch parameter.domain {
    case .number(let range), .integer(let range), .limit(let range):
      members.append(JSON.Member("min", .number(range.lowerBound)))
      members.append(JSON.Member("max", .number(range.upperBound)))
    case .choice(let words):
      members.append(JSON.Member("choices", .list(words.map(JSON.text))))
    case .flag:
      members.append(JSON.Member("choices", .list([.flag(false), .flag(true)])))
    }
    // Null is no limit.
    if case .limit = parameter.domain { members.append(JSON.Member("unlimited", .flag(true))) }
    members.append(JSON.Member("default", parameter.defaultValue.json))
    members.append(JSON.Member("value", set[parameter.key].json))
    if let condition = parameter.condition {
      members.append(
        JSON.Member(
          "where",
          .object(["key": .text(condition.key), "is": .list(condition.words.map(JSON.text))])))
      members.append(JSON.Member("applies", .flag(set.applies(parameter.key))))
    }
    if !parameter.tradeOffs.isEmpty {
      let words = parameter.tradeOffs.sorted { $0.key < $1.key }
      let pairs = words.map { JSON.Member($0.key, .text($0.value)) }
      members.append(JSON.Member("tradeOffs", JSON(.object(pairs))))
    }
    members.append(JSON.Member("doc", .text(parameter.doc)))
    return JSON(.object(members))
  }

  private static func text(_ sets: Sets, _ topics: [Topic]) -> String {
    var text = ""
    for (scene, set) in sets {
      text += "\(scene.id) – \(scene.title)\n"
      if topics.contains(.scenes) { text += "  \(scene.hint)\n" }
      for parameter in set.parameters where topics.contains(.parameters) {
        let value = set.applies(parameter.key) ? " = \(Self.value(of: parameter, in: set))" : ""
        text += "  \(parameter.key)\(value): \(parameter.domainText)\n"
        text += "      \(parameter.doc)"
        text += parameter.condition.map { " Where \($0.text).\n" } ?? "\n"
      }
    }
    guard topics.contains(.presets) else { return text }
    text += "presets\n"
    for preset in ScrollPreset.all { text += "  \(preset.id) – \(preset.summary)\n" }
    return text
  }

  private static func value(of parameter: Parameter, in set: ParameterSet) -> String {
    let text = set[parameter.key].text
    guard case .number = set[parameter.key], !parameter.unit.isEmpty else { return text }
    return "\(text) \(parameter.unit)"
  }
}
