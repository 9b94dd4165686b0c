internal import ArgumentParser
internal import FeelTrace
internal import Lab
internal import Scenes

/// `params`: files of parameters.
struct ParamsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "params", abstract: "Write and check files of parameters.",
    subcommands: [Dump.self, Check.self, Swift.self])

  /// `params dump`.
  struct Dump: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write a scene's parameters as a file that --params reads.")

    @Option(help: "The scene; “list” names them.")
    var scene: String = "overview"

    @Flag(help: "Leave out what has its default.")
    var changed = false

    @OptionGroup var options: ParameterOptions

    func run() throws {
      let scene = try Catalog.all.named(scene)
      let form = changed ? CopyForm.json : .allJSON
      try StandardOutput.write(form.text(try options.parameters(of: scene), of: scene))
    }
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
        let scene = try Catalog.all.named(file.scene ?? "overview")
        var values = ParameterSet(scene.parameters)
        try file.apply(to: &values, of: scene)
        try StandardOutput.write(
          "\(path): \(scene.id), \(values.changed.count) parameters differ from their defaults\n")
      }
    }
  }

  /// `params swift`.
  struct Swift: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write the Swift that sets up a scene's controls with the Feel library.")

    @Option(help: "The scene; “list” names them.")
    var scene: String = "overview"

    @Flag(help: "Leave out what has its default.")
    var changed = false

    @OptionGroup var options: ParameterOptions

    func run() throws {
      let scene = try Catalog.all.named(scene)
      let form = changed ? CopyForm.swift : .allSwift
      try StandardOutput.write(form.text(try options.parameters(of: scene), of: scene))
    }
  }
}
