internal import ArgumentParser
internal import CX11
internal import FeelFiles

/// The words that the program was started with.
enum CommandWords {
  /// All of them, the program's own name first.
  ///
  /// A file name may be any bytes: `CommandLine.arguments` replaces those that are not UTF-8, and
  /// needs /proc.
  static let all: [String] = {
    var words: [String] = []
    while let word = unsafe cx_argument(Int32(words.count)) {
      words.append(unsafe FileName.text(of: word))
    }
    return words
  }()

  /// The flags among them, by their long names.
  static let flags: [String] = all.prefix { $0 != "--" }.compactMap { word in
    word == "-o" ? "--output" : word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : nil
  }
}

/// What a verb can be used for, each with the flags that go with it.
///
/// A use is a flag, or what a word of the command line names: “a recording”. A flag that is listed
/// goes with no other use; one that is not listed goes with all of them.
struct FlagUses: ExpressibleByDictionaryLiteral, Sendable {
  private let uses: [(name: String, flags: [String])]

  init(dictionaryLiteral uses: (String, [String])...) { self.uses = uses }

  /// The use that is chosen by a flag of its name; the one without a name if there is no such flag.
  ///
  /// - Throws: `ValidationError` when flags choose two.
  func chosen() throws(ValidationError) -> String {
    let chosen = uses.map(\.name).filter(CommandWords.flags.contains)
    guard chosen.count < 2 else {
      throw ValidationError("\(chosen[0]) and \(chosen[1]) ask for two things. Use one.")
    }
    return chosen.first ?? ""
  }

  /// Refuses flags that go only with other uses than these, and than the flags that are given.
  ///
  /// - Throws: `CommandFailure` with the first of them and what it goes with.
  func check(_ chosen: String...) throws(CommandFailure) {
    let flags = CommandWords.flags
    for flag in flags where !chosen.contains(flag) {
      let takers = uses.filter { $0.flags.contains(flag) }.map(\.name)
      guard !takers.isEmpty, !(chosen + flags).contains(where: takers.contains) else { continue }
      let use = chosen[0]
      guard takers.count < 4, !takers.contains("") else {
        let subject = use.prefix(1).uppercased() + use.dropFirst()
        throw .usage("\(subject) does not use \(flag). Leave it out.")
      }
      let isOther = use.hasPrefix("--") || !takers.allSatisfy { $0.hasPrefix("--") }
      throw .usage(
        "\(flag) needs \(choice(takers))" + (use.isEmpty || !isOther ? "." : ", not \(use)."))
    }
  }
}
