internal import ArgumentParser
internal import FeelFiles
internal import FeelWindow
internal import Scenes
internal import Stage

/// `watch`: reports another program's scrolling from its stream, motion by motion.
struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Follow another program’s scrolling live.",
    discussion: helpText(
      """
      The program writes an observation stream (docs/formats.md) to a pipe, a file or a socket. \
      Each motion, from a press or a rest to the next, is reported as it ends: its stretches and \
      their laws, jumps, stalls and second pushes, how even its frames were, and the nearest \
      preset on the same hand. An invalid line is reported and skipped. A name that ends in .sock \
      is a socket, which watch creates in $XDG_RUNTIME_DIR/feellab, for one writer at a time; \
      Ctrl+C ends it. Exit status 1 when something follows no law, 4 when no line was valid. With \
      --window it is shown live, each motion as a take, beside what a preset makes of the same \
      hand; the window stays open when the stream ends.
      """,
      examples: [
        "A program’s own output": "watch - < stream.jsonl",
        "For a program, as JSON Lines": "watch stream.jsonl --json",
        "In a window, beside GTK’s physics": "watch stream.jsonl --window --preset gtk4",
      ]))

  @Argument(
    help: "The stream: a file, - for the standard input, or a socket’s name.",
    completion: .file(extensions: ["jsonl"]))
  var stream: String

  @Flag(help: "A line of JSON for each motion.")
  var json = false

  @Flag(help: "Show it in a window; accepts the flags of open.")
  var window = false

  @OptionGroup var flags: WindowFlags
  @OptionGroup var parameters: ParameterOptions

  func validate() throws {
    guard !window, let flag = CommandWords.flags.first(where: { $0 != "--json" }) else { return }
    throw CommandFailure.usage("\(flag) needs --window.")
  }

  func run() throws {
    guard !window else {
      return try flags.look.speak(else: LanguageFile.ofEnvironment) { try show() }
    }
    var watch = StreamWatch(name: stream, json: json)
    if stream.hasSuffix(".sock") {
      let socket = try StreamSocket.made(stream)
      StandardError.say("watching \(quoted(socket.path))")
      try watch.watch(socket)
    } else {
      try watch.watch(try StreamSource(stream))
    }
    // Each invalid line was reported already.
    guard !watch.isForeign else { throw CommandFailure.badFile("") }
    guard watch.count > 0 || stream.hasSuffix(".sock") else {
      throw CommandFailure.badFile("\(shown(stream)): nothing moves.")
    }
    guard watch.isGood else { throw CommandFailure.checkFailed("") }
  }

  private func show() throws(CommandFailure) {
    try CommandFailure.refuse(["--window and --json are alternatives. Leave one out.": json])
    var settings = try flags.settings()
    settings.stream = try StreamFeed(stream)
    try OpenCommand.show(try Catalog.all.named("observed"), flags, parameters, settings)
  }
}
