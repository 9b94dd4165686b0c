import ArgumentParser
internal import Feel
internal import FeelFiles
internal import FeelWindow
internal import Stage

/// The flags that set a scene's parameters.
struct ParameterOptions: ParsableArguments {
  @Option(
    name: .customLong("params"), "Take parameters from a file that “list --as file” wrote.",
    value: "file", completion: Completions.parameterFiles)
  var file: String?

  @Option(
    help: "The preset to start from; “list presets” names them.",
    completion: Completions.presets)
  var preset: String?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Set a parameter; repeat it for more. “list parameters” names them.", valueName: "key=value"),
    completion: Completions.settings,
    transform: Values.setting)
  var settings: [(key: String, value: String)] = []

  @Option(
    name: .customLong("keep"),
    help: ArgumentHelp(
      "Like --set, for a value that stays set though the preset has the same or no use for it. "
        + "A parameter is named by one of the two.",
      valueName: "key=value"),
    completion: Completions.settings,
    transform: Values.setting)
  var kept: [(key: String, value: String)] = []

  /// Those that were given, by their names.
  var given: [String] {
    let all: [(name: String, isGiven: Bool)] = [
      ("--params", file != nil), ("--preset", preset != nil), ("--set", !settings.isEmpty),
      ("--keep", !kept.isEmpty),
    ]
    return all.given
  }

  /// The scene that the file of parameters is for, if it says so.
  ///
  /// - Throws: `CommandFailure` when the file cannot be used.
  var scene: String? {
    // What comes from the standard input comes once.
    get throws(CommandFailure) {
      guard let file, file != "-" else { return nil }
      return try ParameterFile.read(file).scene
    }
  }

  /// The file that `--watch` follows.
  ///
  /// - Throws: `CommandFailure` when the flags name none; what comes from the standard input comes once.
  func watchedFile() throws(CommandFailure) -> String {
    guard let file, file != "-" else {
      throw .usage("--watch follows a file: name it with --params.")
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

  /// Sets what the flags say over the parameters of a scene: the file over its preset, or else the flag's, then the preset, then each `--set` in its order, then each `--keep`.
  ///
  /// - Returns: the keys that were named.
  /// - Throws: `CommandFailure` naming the parameter, the value and its range.
  @discardableResult func apply(
    to parameters: inout ParameterSet, of scene: any Scene.Type
  ) throws(CommandFailure) -> Set<String> {
    var keys: Set<String> = []
    let preset = try self.preset.map { id throws(CommandFailure) in
      try ScrollPreset.required(id)
    }
    if let file {
      let file = try ParameterFile.read(file)
      if file.preset == nil, let preset { parameters.preset = preset }
      try file.apply(to: &parameters, of: scene)
      keys = file.keys
    }
    if let preset { parameters.preset = preset }
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
    completion: .list(Theme.Name.allCases.map(\.rawValue)),
    transform: { try Values.choice($0, "The looks are ") })
  var theme: Theme.Name?

  @Option(
    parsing: .unconditional, help: "Device pixels per point, 1 to 4.", transform: Values.scale)
  var scale: Double?

  @Option(
    help: "What scenes are filled with: plain cards and rows, or rich ones as in an app.",
    completion: .list(Content.allCases.map(\.rawValue)),
    transform: { try Values.choice($0, "The contents are ") })
  var content: Content?

  @Flag(help: "Leave out motion that is only for show.")
  var reducedMotion = false

  @Option(
    name: .customLong("overlay"),
    help: ArgumentHelp(
      "Draw these over the stage: \(Overlay.allCases.map(\.rawValue).joined(separator: ", ")), or their keys.",
      valueName: "names"),
    completion: Completions.overlays, transform: Values.overlays)
  var overlays: Set<Overlay> = []
}
