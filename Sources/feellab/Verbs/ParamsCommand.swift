internal import ArgumentParser
internal import FeelTrace
internal import Lab
internal import Scenes

/// `params`: files of parameters.
struct ParamsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "params", abstract: "Write and check files of parameters.",
    subcommands: [Dump.self, Check.self])

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
      let values = try options.parameters(of: scene)
      let written = changed ? values.changed.map(\.key) : scene.parameters.map(\.key)
      let lines = written.map { "    \(JSON.text($0)): \(values[$0].json)" }
      let body = lines.isEmpty ? "{}" : "{\n" + lines.joined(separator: ",\n") + "\n  }"
      try StandardOutput.write(
        "{\n  \"scene\": \(JSON.text(scene.id)),\n  \"parameters\": \(body)\n}\n")
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
}
