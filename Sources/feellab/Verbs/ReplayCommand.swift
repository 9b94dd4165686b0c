internal import ArgumentParser
internal import Feel
internal import FeelWindow
internal import Lab

/// `replay`: a recorded session in the window.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Show a recording in the window, then close it.",
    discussion: helpText(
      """
      A press, a key or the wheel stops the replay and hands the session over. “feellab FILE” shows \
      a recording and leaves the window open.
      """,
      examples: [
        "At half the speed": "replay session.feel --speed 0.5",
        "The same hand with another system's physics": "replay session.feel --preset android",
      ]))

  @Argument(help: "The recording.", completion: Completions.recordings)
  var recording: String

  @Option(
    parsing: .unconditional, help: "Session seconds a second, 0.01 to 100; 1 unless named.",
    transform: Values.speed
  )
  var speed: Double = 1

  @Option(
    name: .customLong("until"),
    parsing: .unconditional,
    help: ArgumentHelp("Stop at this moment of the session.", valueName: "seconds"),
    transform: Values.seconds)
  var end: Double?

  @OptionGroup var flags: WindowFlags
  @OptionGroup var parameters: ParameterOptions

  func run() throws {
    var file = try TraceFile.read(recording)
    try file.change(look: flags.look, parameters: parameters)
    if let end {
      TraceFile.tell(
        of: "--until", end, past: file.trace.end.seconds, "the replay stops there")
      file.cut(at: Instant(seconds: end))
    }
    var settings = flags.settings
    settings.replaySpeed = speed
    settings.quitsAfterReplay = true
    try OpenCommand.show(file, flags, settings)
  }
}
