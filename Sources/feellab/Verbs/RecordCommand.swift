internal import ArgumentParser
internal import Feel
internal import FeelFiles
internal import FeelWindow
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

  /// What stands there without a flag: only to say where it belongs.
  @Argument(help: .hidden)
  var words: [String] = []

  @OptionGroup var flags: WindowFlags
  @OptionGroup var parameters: ParameterOptions

  func validate() throws {
    guard let word = words.first else { return }
    throw ValidationError(
      Catalog.all.called(word) == nil
        ? "\(quoted(word)) is a word too many: -o names the recording, --scene the scene."
        : "A scene is named by its flag here: --scene \(word).")
  }

  func run() throws {
    try Recording.check(output, replaces: replace)
    var settings = flags.settings
    settings.recording = output
    if let seconds { settings.autoquit = Instant(seconds: seconds) }
    let scene = try self.scene.map { id throws(CommandFailure) in try Catalog.all.named(id) }
    try OpenCommand.show(scene ?? Catalog.all.scenes[0], flags, parameters, settings)
    StandardError.tellWritten(output)
  }
}
