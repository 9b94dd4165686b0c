internal import ArgumentParser
internal import CX11
internal import FeelFiles

/// The program's arguments.
enum CommandWords {
  /// All of them, beginning with the program's name.
  ///
  /// A file name may contain any bytes: `CommandLine.arguments` replaces those that are not UTF-8,
  /// and needs /proc.
  static let all: [String] = {
    var words: [String] = []
    while let word = unsafe cx_argument(Int32(words.count)) {
      words.append(unsafe FileName.text(of: word))
    }
    return words
  }()

  static let flags: [String] = all.prefix { $0 != "--" }.compactMap { word in
    word == "-o" ? "--output" : word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : nil
  }
}

/// The uses of a verb, each with its flags.
///
/// A use is a flag, or a kind of operand such as “a recording”. A listed flag is valid only for its
/// uses, an unlisted one for all.
struct FlagUses: ExpressibleByDictionaryLiteral, Sendable {
  private let uses: [(name: String, flags: [String])]

  init(dictionaryLiteral uses: (String, [String])...) { self.uses = uses }

  /// The use selected by a flag of its name; the unnamed use if there is no such flag.
  ///
  /// - Throws: `ValidationError` if flags select two uses.
  func chosen() throws(ValidationError) -> String {
    let chosen = uses.map(\.name).filter(CommandWords.flags.contains)
    guard chosen.count < 2 else {
      throw ValidationError("\(chosen[0]) and \(chosen[1]) ask for two things. Use one.")
    }
    return chosen.first ?? ""
  }

  /// Refuses flags that need other uses than these and than those selected by other flags.
  ///
  /// - Throws: `CommandFailure` with the first such flag and what it needs.
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
