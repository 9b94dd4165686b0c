internal import Stage

/// Untrusted text for a message: in quotes, with control characters escaped, so that it can neither
/// upset a terminal nor pass for another line.
package func quoted(_ word: String) -> String { "“\(shown(word))”" }

/// A file's name at the start of a sentence; "-" is the standard input.
package func subject(_ path: String) -> String { path == "-" ? "The standard input" : path }

/// A word of a command to be copied into a shell, in straight quotes if necessary.
package func shellWord(_ word: String) -> String {
  let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "-_+./".contains($0) }
  return isPlain && !word.isEmpty ? word : "'\(shown(word).replacing("'", with: "'\\''"))'"
}

/// A count with its noun: "1 motion", "3 second pushes".
///
/// - Parameter plural: the plural, unless it just adds an s.
package func counted(_ count: Int, _ one: String, _ plural: String? = nil) -> String {
  "\(count) \(count == 1 ? one : plural ?? one + "s")"
}

/// A list of alternatives: “a, b or c”.
package func choice(_ words: [String]) -> String {
  let first = words.dropLast().joined(separator: ", ")
  return (first.isEmpty ? "" : "\(first) or ") + (words.last ?? "")
}

/// Untrusted text with control characters escaped.
///
/// - Parameter keepsLines: whether line feeds and tabs, being the message's own, are kept.
package func shown(_ text: String, keepsLines: Bool = false) -> String {
  text.spelled(keepsLines: keepsLines)
}

/// The message for an unknown name, with the closest known one and all the known ones.
package func unknownWord(_ kind: String, _ word: String, among known: [String]) -> String {
  unknownWord(kind, word, near: known, "The \(kind)s are \(known.joined(separator: ", ")).")
}

/// The same, with another closing sentence.
package func unknownWord(
  _ kind: String, _ word: String, near known: [String], _ sentence: String
) -> String {
  let question = NearWords.question(word, among: known)
  return "No \(kind) \(quoted(word)). \(question)\(question.isEmpty ? "" : " ")\(sentence)"
}
