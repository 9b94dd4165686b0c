internal import ArgumentParser
internal import Feel
internal import FeelFiles
internal import FeelWindow
internal import Scenes
internal import Stage

/// One run of the program, from its arguments to its exit status.
enum CommandLineRun {
  /// Runs a command line; data goes to stdout, words to stderr.
  static func status(of arguments: [String]) -> ExitStatus {
    do {
      try checkVerb(arguments)
      try checkDashes(arguments)
      var command = try FeelLabCommand.parseAsRoot(arguments)
      try command.run()
      return .ok
    } catch let failure as CommandFailure {
      if !failure.message.isEmpty { StandardError.say(failure.message) }
      return failure.status
    } catch {
      return report(error)
    }
  }

  /// Help, version and completions are data; anything else the parser throws is a usage error.
  private static func report(_ error: any Error) -> ExitStatus {
    let message = FeelLabCommand.fullMessage(for: error)
    guard FeelLabCommand.exitCode(for: error) == .success else {
      StandardError.say(sentence(String(message.trimmingPrefix("Error: "))))
      return .usage
    }
    do {
      let page = inOwnWords(message)
      try StandardOutput.write(page.hasSuffix("\n") ? page : page + "\n")
      return .ok
    } catch {
      StandardError.say(error.message)
      return error.status
    }
  }

  /// A page of help that says “verb” instead of the parser's “subcommand”, as everywhere else.
  private static func inOwnWords(_ page: String) -> String {
    page.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasSuffix("SUBCOMMANDS:")
        ? line.replacing("SUBCOMMANDS:", with: "VERBS:")
        : line.hasPrefix("  See '") ? line.replacing("<subcommand>", with: "<verb>") : line
    }.joined(separator: "\n")
  }

  /// Ends a message's first line with a full stop, and drops far-fetched suggestions for unknown
  /// flags.
  ///
  /// The parser suggests by the number of typos, whatever the length, and throws only text.
  private static func sentence(_ message: String) -> String {
    let question =
      /(?<said>Unknown option '--(?<written>[^']+)'\.) Did you mean '--(?<meant>[^']+)'\?/
    var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if let found = lines[0].wholeMatch(of: question),
      NearWords.of(String(found.written), among: [String(found.meant)]).isEmpty
    {
      lines[0] = String(found.said)
    }
    if !lines[0].hasSuffix("."), !lines[0].hasSuffix("?") { lines[0] += "." }
    return lines.joined(separator: "\n")
  }

  /// Checks the word that must be a verb before the parser misreads it: after “help” it ignores an
  /// unknown word, and elsewhere it passes it to the default verb.
  private static func checkVerb(_ arguments: [String]) throws(CommandFailure) {
    let isHelp = arguments.first == "help"
    let words = arguments.dropFirst(isHelp ? 1 : 0).prefix { !$0.hasPrefix("-") || $0 == "-" }
    guard let word = words.first else { return }
    guard FeelLabCommand.verbs.contains(word) else {
      if isHelp ? word == "help" : isSubject(word) { return }
      throw unknownFirst(word, isHelp: isHelp)
    }
    guard isHelp, words.count > 1 else { return }
    throw .usage("“\(word)” has no subcommands. See “feellab help \(word)”.")
  }

  /// Refuses long options with a single dash, which the parser reads as several short ones: any
  /// with an h in it would ask for help.
  private static func checkDashes(_ arguments: [String]) throws(CommandFailure) {
    for word in arguments.prefix(while: { $0 != "--" }) where word.count > 2 {
      guard word.hasPrefix("-"), word.dropFirst().first?.isLetter ?? false, Double(word) == nil
      else { continue }
      throw .usage(
        File.exists(word)
          ? "Options begin with a dash. Write the file \(quoted(word)) as \(quoted("./\(word)"))."
          : "No option \(quoted(word)). Long options have two dashes: -\(word).")
    }
  }

  /// Whether the window can open what a word names.
  private static func isSubject(_ word: String) -> Bool {
    word == FirstRun.word || Catalog.all.called(word) != nil || File.isPath(word)
  }

  /// A message that the first word is unknown, with suggestions.
  private static func unknownFirst(_ word: String, isHelp: Bool) -> CommandFailure {
    // A flag may have been written without its dashes.
    var meanings = (FeelLabCommand.verbs + ["help", "--version"]).map { (word: $0, meaning: $0) }
    if !isHelp {
      meanings.append((FirstRun.word, FirstRun.word))
      meanings += Catalog.all.names.map { ($0, "the scene \($0)") }
      meanings += ScrollPreset.all.map { ($0.id, "--preset \($0.id)") }
    }
    let near = NearWords.of(word, among: meanings.map(\.word))
    let question = NearWords.question(
      meaning: near.compactMap { word in meanings.first { $0.word == word }?.meaning })
    return .usage(
      "No command\(isHelp ? "" : ", scene or file") \(quoted(word)). "
        + (question.isEmpty ? "" : "\(question) ")
        + "“feellab help” names the commands"
        + (isHelp ? "." : ", “feellab list scenes” the scenes."))
  }
}

/// The parser shows `description` for failures in `validate()`.
extension CommandFailure: CustomStringConvertible {
  package var description: String { message }
}
