internal import ArgumentParser
internal import FeelTrace
internal import Glibc
internal import Observe

/// `watch`: what another program tells of its scrolling, motion by motion.
struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Tell what another program's scrolling does, as it does it.",
    discussion: helpText(
      """
      The program writes an observation stream (docs/formats.md) to a pipe, a file or a socket. Each \
      motion, from a press or a rest to the next, is told as it ends: its stretches and their laws, jumps, stalls and second pushes, how \
      even its frames were, and the preset that comes nearest on the same hand. A line that makes no \
      sense costs a sentence. A name that ends in .sock is a socket, which watch makes in the folder \
      feellab of $XDG_RUNTIME_DIR, for one writer at a time; Ctrl+C ends it. Exit status 1 when \
      something kept to no law, 4 when no line was one of a stream.
      """,
      examples: [
        "A program's own output": "watch - < stream.jsonl",
        "For a program, as JSON Lines": "watch stream.jsonl --json",
      ]))

  @Argument(
    help: "The stream: a file, - for the standard input, or a socket's name.",
    completion: .file(extensions: ["jsonl"]))
  var stream: String

  @Flag(help: "A line of JSON for each motion.")
  var json = false

  func run() throws {
    var watch = StreamWatch(name: stream, json: json)
    if stream.hasSuffix(".sock") {
      let socket = try StreamSocket.made(stream)
      StandardError.write("feellab: watching \(quoted(socket.path))\n")
      try watch.follow(socket)
    } else {
      try watch.follow(try StreamSource(stream))
    }
    // What is wrong with it was said line by line.
    guard !watch.isForeign else { throw CommandFailure(.badFile, "") }
    guard watch.isGood else { throw CommandFailure(.checkFailed, "") }
  }
}
