internal import ArgumentParser
internal import Feel
internal import FeelFiles
internal import FeelWindow
internal import Stage

/// The flags that set a scene's parameters.
struct ParameterOptions: ParsableArguments {
  @Option(
    name: .customLong("params"), "Read parameters from a file that “list --as file” wrote.",
    value: "file", completion: Completions.parameterFiles)
  var file: String?

  @Option(
    help: "The preset to start from, a system’s or yours; “list presets” names them.",
    completion: Completions.presets)
  var preset: String?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Set a parameter; repeat for more. “list parameters” names them.", valueName: "key=value"),
    completion: Completions.settings,
    transform: Values.setting)
  var settings: [(key: String, value: String)] = []

  @Option(
    name: .customLong("keep"),
    help: ArgumentHelp(
      "Like --set, but the value stays set even if the preset has the same or does not use it. "
        + "Use one of the two for a parameter.",
      valueName: "key=value"),
    completion: Completions.settings,
    transform: Values.setting)
  var kept: [(key: String, value: String)] = []

  static let flags = ["--params", "--preset", "--set", "--keep"]

  /// The scene that the file of parameters is for, if it states one.
  ///
  /// - Throws: `CommandFailure` if the file cannot be used.
  var scene: String? {
    // Standard input can be read only once.
    get throws(CommandFailure) {
      guard let file, file != "-" else { return nil }
      return try ParameterFile.read(file).scene
    }
  }

  /// The file for `--watch`.
  ///
  /// - Throws: `CommandFailure` if the flags name none, or standard input, which can be read only
  ///   once.
  func watchedFile() throws(CommandFailure) -> String {
    guard let file, file != "-" else {
      throw .usage("--watch needs a file. Name it with --params.")
    }
    return file
  }

  /// A scene's parameters as the flags set them.
  ///
  /// - Throws: `CommandFailure` naming the parameter, the value and its range.
  func parameters(of scene: any Scene.Type) throws(CommandFailure) -> ParameterSet {
    var parameters = ParameterSet(scene.parameters)
    try apply(to: &parameters, of: scene)
    return parameters
  }

  /// Applies the flags to the parameters of a scene: the file over its own preset, or over the
  /// flag's; then the preset, each `--set` in order, and each `--keep`.
  ///
  /// - Returns: the keys that were named.
  /// - Throws: `CommandFailure` naming the parameter, the value and its range.
  @discardableResult func apply(
    to parameters: inout ParameterSet, of scene: any Scene.Type
  ) throws(CommandFailure) -> Set<String> {
    var keys: Set<String> = []
    if let file {
      let file = try ParameterFile.read(file)
      if file.preset == nil, let preset { try parameters.use(preset: preset) }
      try file.apply(to: &parameters, of: scene)
      keys = file.keys
      // A user's preset also has values of its own, so the file's must be applied over them.
      if let preset, ScrollPreset.named(preset) != nil || file.preset != nil {
        try parameters.use(preset: preset)
      }
    } else if let preset {
      try parameters.use(preset: preset)
    }
    try parameters.set(settings, keeping: kept, of: scene)
    keys.formUnion((settings + kept).map(\.key))
    if !keys.isEmpty { parameters.reportRaised() }
    return keys
  }
}

/// The flags that set the look.
struct LookOptions: ParsableArguments {
  @Option(
    help: "The look: light, dark or contrast.",
    completion: Completions.choices(Theme.Name.self), transform: Values.choice)
  var theme: Theme.Name?

  @Option(
    parsing: .unconditional, help: "Device pixels per point, 1 to 4.", transform: Values.scale)
  var scale: Double?

  @Option(
    help: "Content of the scenes: rich, as in an app, or plain cards and rows.",
    completion: Completions.choices(Content.self), transform: Values.choice)
  var content: Content?

  @Flag(help: "Leave out motion that is only for show.")
  var reducedMotion = false

  @Option(
    help: "Language of the window: en or ja; default: the environment’s, for pictures en.",
    completion: .list(["en", "ja"]))
  var lang: String?

  @Option(
    name: .customLong("overlay"),
    help: ArgumentHelp(
      "Overlays to draw: \(Overlay.allCases.map(\.rawValue).joined(separator: ", ")), or their keys.",
      valueName: "names"),
    completion: Completions.overlays, transform: Values.overlays)
  var overlays: Set<Overlay> = []

  /// Runs a body in the flag's language, or else in another one.
  func speak(else other: Language?, _ body: () throws -> Void) throws {
    try LanguageFile.speak(try lang.map(LanguageFile.language) ?? other, body)
  }
}
