internal import ArgumentParser
internal import Feel
internal import Lab
internal import Scenes
internal import Stage

/// `record`: the window, with every event written to a trace.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Open the window and record the session to a trace.",
    discussion: "What is typed is not recorded, only what it commands.")

  @Option(name: .shortAndLong, help: ArgumentHelp("The trace.", valueName: "file"))
  var output: String

  @Option(help: "The scene to show; “list” names them.")
  var scene: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("End the recording, and the window, by itself.", valueName: "seconds"),
    transform: Values.seconds)
  var seconds: Double?

  @OptionGroup var flags: WindowFlags
  @OptionGroup var parameters: ParameterOptions

  func run() throws {
    var settings = flags.settings
    settings.recording = output
    if let seconds { settings.autoquit = Instant(seconds: seconds) }
    let scene = try self.scene.map { id throws(CommandFailure) in try Catalog.all.named(id) }
    try OpenCommand.show(scene ?? Catalog.all.scenes[0], flags, parameters, settings)
  }
}
