internal import ArgumentParser

/// The program: its verbs, and what it does without one.
struct FeelLabCommand: ParsableCommand {
  /// The version of the program, as `--version` and traces say it.
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "feellab",
    abstract: "Feel-test touch-style controls with a mouse, and debug scroll physics by eye.",
    discussion: """
      Data goes to the standard output, words to the standard error. Exit status: 0 all well, \
      1 a check failed, 2 the command line makes no sense, 3 no display or display lost, \
      4 a bad file, 5 a missing encoder.
      """,
    version: version,
    subcommands: [
      BenchCommand.self,
      OpenCommand.self, ListCommand.self, RenderCommand.self, RecordCommand.self,
      ReplayCommand.self, VerifyCommand.self, CurveCommand.self, VelocityCommand.self,
      CheckCommand.self, FlingsCommand.self, FitCommand.self, PredictCommand.self,
      ConformCommand.self, DiffCommand.self,
      ParamsCommand.self, DescribeCommand.self, DoctorCommand.self,
    ],
    defaultSubcommand: OpenCommand.self)
}
