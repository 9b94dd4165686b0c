internal import ArgumentParser
internal import Stage

/// One run of the program, from its arguments to its exit status.
enum CommandLineRun {
  /// Runs a command line; data goes to stdout, words to stderr.
  static func status(of arguments: [String]) -> ExitStatus {
    do {
      try checkVerb(arguments)
      var command = try FeelLabCommand.parseAsRoot(arguments)
      try command.run()
      return .ok
    } catch let failure as CommandFailure {
      if !failure.message.isEmpty { StandardError.write("feellab: \(failure.message)\n") }
      return failure.status
    } catch {
      return report(error)
    }
  }

  /// Help, version and completions are data; everything else that the parser throws is a mistake on the command line.
  private static func report(_ error: any Error) -> ExitStatus {
    let message = FeelLabCommand.fullMessage(for: error)
    guard FeelLabCommand.exitCode(for: error) == .success else {
      let sentence = message.hasPrefix("Error: ") ? String(message.dropFirst(7)) : message
      StandardError.write("feellab: \(sentence)\n")
      return .usage
    }
    do {
      try StandardOutput.write(message.hasSuffix("\n") ? message : message + "\n")
      return .ok
    } catch {
      StandardError.write("feellab: \(error.message)\n")
      return error.status
    }
  }

  /// The default verb takes no words, so a mistyped verb would be called an unexpected argument.
  private static func checkVerb(_ arguments: [String]) throws(CommandFailure) {
    guard let first = arguments.first, !first.hasPrefix("-") else { return }
    let verbs = FeelLabCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
    guard !verbs.contains(first), first != "help" else { return }
    throw CommandFailure(.usage, unknownWord("command", first, among: verbs))
  }
}

/// Says that there is nothing of a kind by a name, what may have been meant, and what there is.
func unknownWord(_ kind: String, _ word: String, among known: [String]) -> String {
  let question = NearWords.question(word, among: known)
  return "There is no \(kind) \(quoted(word)). \(question)\(question.isEmpty ? "" : " ")"
    + "The \(kind)s are \(known.joined(separator: ", "))."
}
