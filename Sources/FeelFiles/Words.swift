internal import Stage

/// A word from outside in a message: in quotes, and nothing in it that could upset a terminal or pass for another line.
package func quoted(_ word: String) -> String { "“\(shown(word))”" }

/// So many of a kind, as one says it: "1 motion", "3 second pushes".
///
/// - Parameter plural: where it is more than an s that makes it.
package func counted(_ count: Int, _ one: String, _ plural: String? = nil) -> String {
  "\(count) \(count == 1 ? one : plural ?? one + "s")"
}

/// A text from outside as it can be shown anywhere: what a terminal would obey, or what hides or reorders what stands around it, is spelled out.
///
/// - Parameter keepsLines: whether line feeds and tabs stay, as they are the message's own.
package func shown(_ text: String, keepsLines: Bool = false) -> String {
  guard text.unicodeScalars.contains(where: isUnfit) else { return text }
  var shown = ""
  for scalar in text.unicodeScalars {
    if keepsLines && (scalar == "\n" || scalar == "\t") || !isUnfit(scalar) {
      shown.unicodeScalars.append(scalar)
    } else if let byte = FileName.byte(of: scalar) {
      shown += "\\x" + hexadecimal(UInt32(byte))
    } else {
      shown += "\\u{\(hexadecimal(scalar.value))}"
    }
  }
  return shown
}

/// Controls, both sets of them; line and paragraph separators; characters that change the direction of writing or show nothing; bytes that are no text.
///
/// Source: Unicode Standard Annex 9, table 2 (explicit formatting characters), and the general categories Cc, Zl and Zp.
private func isUnfit(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
  default: FileName.byte(of: scalar) != nil
  }
}

private func hexadecimal(_ value: UInt32) -> String {
  let digits = String(value, radix: 16, uppercase: true)
  return digits.count < 2 ? "0" + digits : digits
}

/// Says that there is nothing of a kind by a name, what may have been meant, and what there is.
package func unknownWord(_ kind: String, _ word: String, among known: [String]) -> String {
  unknownWord(kind, word, near: known, "The \(kind)s are \(known.joined(separator: ", ")).")
}

/// The same where another sentence says what there is.
package func unknownWord(
  _ kind: String, _ word: String, near known: [String], _ sentence: String
) -> String {
  let question = NearWords.question(word, among: known)
  return "There is no \(kind) \(quoted(word)). \(question)\(question.isEmpty ? "" : " ")\(sentence)"
}
