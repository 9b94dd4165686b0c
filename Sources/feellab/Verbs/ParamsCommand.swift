internal import ArgumentParser
internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import FeelWindow
internal import Lab
internal import Scenes
internal import Stage

/// `params`: files of parameters.
struct ParamsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "params", abstract: "Write and check files of parameters.",
    discussion: helpText(
      "",
      examples: [
        "A file to edit": "params dump --scene carousel > carousel.json",
        "Whether it can be used": "params check carousel.json",
        "As Swift, for a program of one's own": "params swift --scene carousel --preset gtk4",
      ]),
    subcommands: [Dump.self, Check.self, Swift.self])

  /// `params dump`.
  struct Dump: ParsableCommand {
    package static let configuration = CommandConfiguration(
      commandName: "dump",
      abstract: "Write a scene's parameters as a file that --params reads.",
      usage: "feellab params dump [<options>]",
      discussion: helpText(
        "",
        examples: [
          "All of a scene's parameters": "params dump --scene carousel > carousel.json",
          "Only what differs from the preset":
            "params dump --changed --preset gtk4 --set slider.step=0.1",
        ]))

    @OptionGroup var written: WrittenParameters

    func run() throws { try written.write(as: .json, .allJSON) }
  }

  /// `params check`.
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Say whether files of parameters can be used.",
      discussion: helpText(
        "What is wrong is said with its line and column; exit status 4 then.",
        examples: ["One file": "params check carousel.json"]))

    @Argument(
      help: ArgumentHelp("The files.", valueName: "file"), completion: Completions.parameterFiles)
    var files: [String]

    @Flag(help: "As JSON.")
    var json = false

    func run() throws {
      var list: [JSON] = []
      for path in files {
        let file = try ParameterFile.read(path)
        let id = file.scene ?? "overview"
        guard let scene = Catalog.all.scene(id) else {
          let known = Catalog.all.scenes.map { $0.id }
          throw CommandFailure(.badFile, "\(path): \(unknownWord("scene", id, among: known))")
        }
        var values = ParameterSet(scene.parameters)
        try file.apply(to: &values, of: scene)
        values.reportRaised(in: path)
        let count = values.changed.count
        list.append(
          .object([
            "file": .text(path), "scene": .text(scene.id), "preset": .text(values.preset.id),
            "changed": .list(values.changed.map { .text($0.key) }),
          ]))
        guard !json else { continue }
        try StandardOutput.write(
          "\(shown(path)): \(scene.id), \(count) \(count == 1 ? "parameter" : "parameters") changed "
            + "over \(values.preset.id)\n")
      }
      if json { try StandardOutput.write(JSON.object(["files": .list(list)]).description + "\n") }
    }
  }

  /// `params swift`.
  struct Swift: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "swift",
      abstract: "Write the Swift that sets up a scene's controls.",
      usage: "feellab params swift [<options>]",
      discussion: helpText(
        "It uses the library Feel and compiles as it stands.",
        examples: [
          "A carousel with another system's physics": "params swift --scene carousel --preset gtk4"
        ]))

    @OptionGroup var written: WrittenParameters

    func run() throws { try written.write(as: .swift, .allSwift) }
  }
}

/// Which parameters are written, and with which values.
struct WrittenParameters: ParsableArguments {
  @Option(help: "The scene; “list scenes” names them.", completion: Completions.scenes)
  var scene: String = "overview"

  @Flag(help: "Leave out what is as the preset has it.")
  var changed = false

  @OptionGroup var options: ParameterOptions

  /// Writes them in one form for what is set over the preset, or in another for all.
  ///
  /// - Throws: `CommandFailure` naming the scene or parameter that there is not.
  func write(as changedForm: CopyForm, _ wholeForm: CopyForm) throws {
    let scene = try Catalog.all.named(scene)
    let form = changed ? changedForm : wholeForm
    try StandardOutput.write(form.text(try options.parameters(of: scene), of: scene))
  }
}
