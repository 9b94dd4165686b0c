internal import ArgumentParser
internal import FeelFiles

/// The root command: its verbs, groups and default.
struct FeelLabCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feellab",
    abstract: "Feel-test touch-style controls with a mouse, and debug scroll physics by eye.",
    usage: """
      feellab [<scene or file>] [<options of open>]
      feellab <verb> [<options>]
      """,
    discussion: helpText(
      """
      Data goes to the standard output, words to the standard error. Exit status: \
      \(ExitStatus.allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: ", ")).
      """,
      examples: [
        "The window, with one scene": "carousel",
        "The same control with another system’s physics": "carousel --preset gtk4",
        "A recording to watch, stop and take over": "session.feel",
        "A recording as a video": "render session.feel -o session.mp4",
      ]),
    version: programVersion,
    groupedSubcommands: [
      CommandGroup(name: "Window", subcommands: [OpenCommand.self]),
      CommandGroup(
        name: "Recordings and motions",
        subcommands: [
          RenderCommand.self, CheckCommand.self, ExplainCommand.self, DiffCommand.self,
          FitCommand.self,
        ]),
      CommandGroup(
        name: "Other programs", subcommands: [WatchCommand.self, MeasureCommand.self]),
      CommandGroup(name: "Physics", subcommands: [ListCommand.self, CurveCommand.self]),
      CommandGroup(
        name: "Other", subcommands: [DoctorCommand.self, CompletionCommand.self]),
    ],
    defaultSubcommand: OpenCommand.self)

  static var verbs: [String] {
    configuration.subcommands.compactMap { $0.configuration.commandName }
  }
}
