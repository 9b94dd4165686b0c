internal import ArgumentParser
internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import FeelWindow
internal import Lab
internal import Scenes
internal import Stage

/// `list`: the names accepted on the command line, and the contents of a scene.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List scenes, presets, parameters and takes; write the parameters of a scene.",
    usage: "feellab list [<options>] [<topic or file>]",
    discussion: helpText(
      """
      Parameters come with value, unit and range. Constants of the chosen law have values; those \
      of other laws name the choice they belong to. Takes of a recording have number, name, scene \
      and preset, start time, duration to their rest, and outcome. With --as a scene (default: \
      overview) is written for another use: as a parameter file for --params; as Swift that sets \
      up its controls with the library Feel and compiles as is; or as the elements of its window \
      for assistive technology: roles, names, values, keys and places; or its laws of scrolling \
      for another platform: exact where the platform has the law, else sampled within 0.5 px of \
      1000, else with a sentence that names the law that it lacks. The platforms are \
      \(Platform.allCases.map(\.rawValue).joined(separator: ", ")).
      """,
      examples: [
        "All scenes": "list scenes",
        "All presets": "list presets",
        "The keys of one scene, for --set": "list carousel",
        "The same with another system’s values": "list carousel --preset gtk4",
        "The takes of a recording, for FILE#NAME": "list session.feel",
        "A file of parameters to edit": "list carousel --as file > carousel.json",
        "Only what differs from the preset":
          "list --as file --changed --preset gtk4 --set slider.step=0.1",
        "A preset of one’s own": "list carousel --set physics.edge.spring.ratio=0.6 --save bouncy",
        "As Swift, for a program of one’s own": "list carousel --as swift --preset gtk4",
        "Its laws for Jetpack Compose": "list carousel --as compose --preset uikit-fast",
        "All of the window, for a program": "list carousel --as elements --panels --json",
      ]))

  enum Topic: String, CaseIterable { case scenes, presets, parameters }

  /// The forms in which a scene is written.
  enum Form: RawRepresentable, CaseIterable, Hashable {
    case file, swift, elements
    case platform(Platform)

    static let allCases = [file, swift, elements] + Platform.allCases.map(platform)

    var rawValue: String {
      switch self {
      case .file: "file"
      case .swift: "swift"
      case .elements: "elements"
      case .platform(let platform): platform.rawValue
      }
    }

    init?(rawValue: String) {
      guard let form = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
      self = form
    }
  }

  @Argument(
    help: ArgumentHelp(
      """
      scenes, presets (and what each was compared with) or parameters; a scene, for its own \
      parameters; or a recording, for its takes. Default: scenes and presets.
      """,
      valueName: "topic or file"),
    completion: Completions.topics)
  var word: String?

  private var topic: Topic? { word.flatMap(Topic.init(rawValue:)) }

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Write a scene as file (its parameters), swift or elements, or its laws for a platform.",
      valueName: "form"),
    completion: Completions.choices(Form.self), transform: Values.choice)
  var form: Form?

  @Flag(help: "With --as file or swift: only what differs from the preset.")
  var changed = false

  @Flag(help: "With --as elements: open the parameters and the timeline.")
  var panels = false

  @Option("With --as elements: window size in points; default 1200x800.", value: "WxH", Values.size)
  var size: Size?

  @Option(
    "Keep the laws of a scene as a preset of yours, for --preset and the window.", value: "name")
  var save: String?

  @Option(
    "With “presets”: take a preset of yours away.", value: "name",
    completion: Completions.ownPresets)
  var remove: String?

  @Option("With “presets”: bring back a preset that was taken away.", value: "name")
  var restore: String?

  @Flag(help: "As JSON.")
  var json = false

  @OptionGroup var options: ParameterOptions

  private static let uses: FlagUses = [
    "": ["--as", "--save", "--preset"],
    "a scene": ["--as", "--save"] + ParameterOptions.flags,
    "“parameters”": ["--preset"], "“presets”": ["--remove", "--restore"], "“scenes”": [],
    "a recording": [], "--as file": ["--changed"], "--as swift": ["--changed"],
    "--as elements": ["--panels", "--size"], "--as": ["--params", "--set", "--keep"],
    "--save": ["--params", "--set", "--keep"],
  ]

  func validate() throws {
    let use =
      recording != nil
      ? "a recording" : topic.map { "“\($0)”" } ?? (word == nil ? "" : "a scene")
    try Self.uses.check(use, "--as \(form?.rawValue ?? "")")
    try CommandFailure.refuse([
      "--save keeps a preset. Leave out --as and --json.": save != nil && (form != nil || json),
      "--remove and --restore ask for two things. Use one.": remove != nil && restore != nil,
      "--as file, --as swift and platforms have their own form. Leave out --json.":
        json && form.map { $0 != .elements } ?? false,
    ])
  }

  func run() throws {
    if let remove { return try OwnPresets.remove(remove) }
    if let restore { return try OwnPresets.restore(restore) }
    if let save { return try keep(as: save) }
    if topic == .presets, !json { return try StandardOutput.write(PresetList.text) }
    if let recording {
      return try TakeList(recording).write(asJSON: json)
    }
    let scene = try self.scene
    if let form { return try write(try scene ?? Catalog.all.named("overview"), as: form) }
    let sets: Sets =
      if let scene { [(scene, try options.parameters(of: scene))] } else {
        try Catalog.all.scenes.map { scene in
          var set = ParameterSet(scene.parameters)
          try set.use(preset: options.preset ?? "uikit")
          return (scene, set)
        }
      }
    let topics = topic.map { [$0] } ?? (scene == nil ? Topic.allCases : [.scenes, .parameters])
    guard !json else { return try StandardOutput.write("\(Self.json(sets, topics))\n") }
    // All scenes' parameters are too long to list unasked.
    let isOverview = word == nil && options.preset == nil
    try StandardOutput.write(Self.text(sets, isOverview ? [.scenes, .presets] : topics))
    if isOverview {
      StandardError.write(
        "The parameters of a scene: feellab list carousel; of all: feellab list parameters\n")
    }
  }

  /// Saves the values of a scene as a preset of the user's.
  private func keep(as name: String) throws {
    let scene = try self.scene ?? Catalog.all.named("overview")
    let text = CopyForm.allJSON.text(try options.parameters(of: scene), of: scene)
    try OwnPresets.save(text, as: name)
    StandardError.say("Saved. To use it: feellab \(scene.id) --preset \(shellWord(name))")
  }

  private func write(_ scene: any Scene.Type, as form: Form) throws {
    let parameters = try options.parameters(of: scene)
    func copy(_ whole: CopyForm, _ changes: CopyForm) -> String {
      (changed ? changes : whole).text(parameters, of: scene)
    }
    let text =
      switch form {
      case .file: copy(.allJSON, .json)
      case .swift: copy(.allSwift, .swift)
      case .elements: elements(of: scene, parameters)
      case .platform(let platform): platform.copy(parameters)
      }
    try StandardOutput.write(text)
  }

  /// The elements of the window; those on the stage have their initial values.
  private func elements(of scene: any Scene.Type, _ parameters: ParameterSet) -> String {
    var session = Session(
      catalog: .all, scene: scene, size: size ?? Size(1200, 800), parameters: parameters)
    if panels {
      for key in [8, 9] {
        session.handle(.input(.key(KeySample(time: .zero, phase: .down, key: .function(key)))))
      }
    }
    let tree = session.accessibility(at: session.now)
    return json ? "\(tree.json)\n" : tree.lines
  }

  /// The recording that the operand names, if any.
  private var recording: String? {
    word.flatMap { word in
      topic == nil && Catalog.all.scene(word) == nil && File.isPath(word) ? word : nil
    }
  }

  /// The scene that the operand names, if any.
  private var scene: (any Scene.Type)? {
    get throws(CommandFailure) {
      guard let word, topic == nil else { return nil }
      if let scene = Catalog.all.called(word) { return scene }
      let topics = Topic.allCases.map(\.rawValue)
      let scenes = Catalog.all.scenes.map { $0.id }
      throw .usage(
        unknownWord(
          "topic, scene or file", word, near: topics + Catalog.all.names,
          "The topics are \(topics.joined(separator: ", ")), the scenes "
            + "\(scenes.joined(separator: ", "))."))
    }
  }

  private typealias Sets = [(scene: any Scene.Type, parameters: ParameterSet)]

  private static func json(_ sets: Sets, _ topics: [Topic]) -> JSON {
    JSON(.object(topics.map { JSON.Member($0.rawValue, .list(json(sets, $0))) }))
  }

  private static func json(_ sets: Sets, _ topic: Topic) -> [JSON] {
    switch topic {
    case .scenes:
      sets.map(\.scene).map { JSON.of(["id": $0.id, "title": $0.title, "hint": $0.hint]) }
    case .presets:
      PresetList.json
    case .parameters:
      sets.flatMap { scene, set in set.parameters.map { json($0, in: set, scene: scene.id) } }
    }
  }

  private static func json(
    _ parameter: Parameter, in set: ParameterSet, scene: String
  ) -> JSON {
    var range: ClosedRange<Double>?
    var choices: (any JSONConvertible)?
    var isLimit = false
    switch parameter.domain {
    case .number(let numbers), .integer(let numbers): range = numbers
    case .limit(let numbers): (range, isLimit) = (numbers, true)
    case .choice(let words): choices = words
    case .flag: choices = [false, true]
    }
    let tradeOffs = parameter.tradeOffs.sorted { $0.key < $1.key }
      .map { JSON.Member($0.key, .text($0.value)) }
    return JSON.known([
      "key": parameter.key, "scene": scene, "unit": parameter.unit, "min": range?.lowerBound,
      "max": range?.upperBound, "choices": choices,
      // Null means no limit.
      "unlimited": isLimit ? true : nil,
      "default": parameter.defaultValue.json, "value": set[parameter.key].json,
      "where": parameter.condition.map { JSON.of(["key": $0.key, "is": $0.words]) },
      "applies": parameter.condition.map { _ in set.applies(parameter.key) },
      "tradeOffs": tradeOffs.isEmpty ? nil : JSON(.object(tradeOffs)),
      "doc": parameter.doc,
    ])
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
    let own = OwnPresets.read().presets.map(\.preset)
    for preset in ScrollPreset.all + own { text += "  \(preset.id) – \(preset.summary)\n" }
    return text
  }

  private static func value(of parameter: Parameter, in set: ParameterSet) -> String {
    let text = set[parameter.key].text
    guard case .number = set[parameter.key], !parameter.unit.isEmpty else { return text }
    return "\(text) \(parameter.unit)"
  }
}
