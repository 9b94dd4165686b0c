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
/// A flag that is listed goes with no other use; one that is not listed goes with all of them.
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

  /// Refuses flags that go only with other uses.
  ///
  /// - Throws: `ValidationError` with the first of them and what it goes with.
  func check(_ use: String) throws(ValidationError) {
    for flag in CommandWords.flags {
      let takers = uses.filter { $0.flags.contains(flag) }.map(\.name)
      guard flag != use, !takers.isEmpty, !takers.contains(use) else { continue }
      guard takers.count < 4, !takers.contains("") else {
        throw ValidationError("\(use) does not use \(flag). Leave it out.")
      }
      throw ValidationError(
        "\(flag) needs \(choice(takers))" + (use.isEmpty ? "." : ", not \(use)."))
    }
  }
}
