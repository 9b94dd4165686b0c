internal import Stage

/// A word from outside in a message: in quotes, and nothing in it that could upset a terminal or
/// pass for another line.
package func quoted(_ word: String) -> String { "“\(shown(word))”" }

/// What a file is called where a sentence begins with it; "-" is the standard input.
package func subject(_ path: String) -> String { path == "-" ? "The standard input" : path }

/// A word of a command to be copied into a shell: in straight quotes if it needs any.
package func shellWord(_ word: String) -> String {
  let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "-_+./".contains($0) }
  return isPlain && !word.isEmpty ? word : "'\(shown(word).replacing("'", with: "'\\''"))'"
}

/// So many of a kind, as one says it: "1 motion", "3 second pushes".
///
/// - Parameter plural: where it is more than an s that makes it.
package func counted(_ count: Int, _ one: String, _ plural: String? = nil) -> String {
  "\(count) \(count == 1 ? one : plural ?? one + "s")"
}

/// Words to choose from, as one says them: “a, b or c”.
package func choice(_ words: [String]) -> String {
  let first = words.dropLast().joined(separator: ", ")
  return (first.isEmpty ? "" : "\(first) or ") + (words.last ?? "")
}

/// A text from outside as it can be shown anywhere.
///
/// - Parameter keepsLines: whether line feeds and tabs stay, as they are the message's own.
package func shown(_ text: String, keepsLines: Bool = false) -> String {
  text.spelled(keepsLines: keepsLines)
}

/// Says that nothing of a kind has a name, what may have been meant, and what there is.
package func unknownWord(_ kind: String, _ word: String, among known: [String]) -> String {
  unknownWord(kind, word, near: known, "The \(kind)s are \(known.joined(separator: ", ")).")
}

/// The same where another sentence says what there is.
package func unknownWord(
  _ kind: String, _ word: String, near known: [String], _ sentence: String
) -> String {
  let question = NearWords.question(word, among: known)
  return "No \(kind) \(quoted(word)). \(question)\(question.isEmpty ? "" : " ")\(sentence)"
}
