internal import ArgumentParser
internal import Feel
internal import Lab
internal import Scenes
internal import Stage

/// `record`: the window, with every event written to a trace.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Open the window and record the session.",
    discussion: helpText(
      """
      What is typed is not recorded, only what it commands. A recording that is there already stays, \
      unless --replace says otherwise: a hand does nothing twice.
      """,
      examples: [
        "A session of the carousel": "record -o session.feel --scene carousel",
        "Ten seconds, then the window closes": "record -o session.feel --seconds 10",
      ]))

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The recording.", valueName: "file"),
    completion: Completions.recordings)
  var output: String

  @Flag(help: "Record over a file that is there already.")
  var replace = false

  @Option(help: "The scene to show; “list scenes” names them.", completion: Completions.scenes)
  var scene: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "End the recording, and close the window, after so long.", valueName: "seconds"),
    transform: Values.seconds)
  var seconds: Double?

  @OptionGroup var flags: WindowFlags
  @OptionGroup var parameters: ParameterOptions

  func run() throws {
    try Recording.check(output, replaces: replace)
    var settings = flags.settings
    settings.recording = output
    if let seconds { settings.autoquit = Instant(seconds: seconds) }
    let scene = try self.scene.map { id throws(CommandFailure) in try Catalog.all.named(id) }
    try OpenCommand.show(scene ?? Catalog.all.scenes[0], flags, parameters, settings)
  }
}
