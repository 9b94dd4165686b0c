internal import ArgumentParser
internal import Feel
internal import FeelTrace
internal import Lab
internal import Scenes
internal import Stage

/// `params`: files of parameters.
struct ParamsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "params", abstract: "Write and check files of parameters.",
    subcommands: [Dump.self, Check.self, Swift.self])

  /// `params dump`.
  struct Dump: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write a scene's parameters as a file that --params reads.")

    @OptionGroup var written: WrittenParameters

    func run() throws { try written.write(as: .json, .allJSON) }
  }

  /// `params check`.
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Say whether files of parameters can be used, and what is wrong in which line.")

    @Argument(help: "The files.")
    var files: [String]

    func run() throws {
      for path in files {
        let file = try ParameterFile.read(path)
        let id = file.scene ?? "overview"
        guard let scene = Catalog.all.scene(id) else {
          let known = Catalog.all.scenes.map { $0.id }
          throw CommandFailure(.badFile, "\(path): \(unknownWord("scene", id, among: known))")
        }
        var values = ParameterSet(scene.parameters)
        try file.apply(to: &values, of: scene)
        let count = values.changed.count
        try StandardOutput.write(
          "\(shown(path)): \(scene.id), \(count) \(count == 1 ? "parameter" : "parameters") changed "
            + "over \(values.preset.id)\n")
      }
    }
  }

  /// `params swift`.
  struct Swift: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write the Swift that sets up a scene's controls with the Feel library.")

    @OptionGroup var written: WrittenParameters

    func run() throws { try written.write(as: .swift, .allSwift) }
  }
}

/// Which parameters are written, and with which values.
struct WrittenParameters: ParsableArguments {
  @Option(help: "The scene; “list” names them.")
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
