internal import TestSupport

/// Damages texts in a few places: a byte, a number, a word, a line, the end.
struct Mutation {
  var random: SeededGenerator

  /// Replacements for numbers and words: of unexpected kinds, or with extreme values.
  private static let absurd = [
    "0", "-0", "1", "-1", "0.5", "1e-300", "1e9", "1e15", "1e308", "1e309", "-1e308", "4294967296",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "1.7976931348623157e308",
    "5e-324", "nan", "inf", "NaN", "Infinity", "0x10", "1_000", "+1", "01", ".5", "1.", "1e", "-",
    "null", "true", "\"\"", "\"none\"", "[]", "{}", "[[[[", "\"\\u0000\"", "\"\\uD800\"",
    "\"\u{9B}2J\"", "\"\u{202E}\"", "\"é\u{301}\"", "٣", ",", ":", "\n", "\r\n", "\"", "\\", "#",
  ]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &random) }

  mutating func pick<Element>(_ from: [Element]) -> Element { from[pick(from.count)] }

  /// A text with up to four mutations, sometimes none.
  mutating func mutated(_ text: [UInt8], with other: [UInt8]) -> [UInt8] {
    var text = text
    for _ in 0..<pick(5) { change(&text, other) }
    return text
  }

  private mutating func change(_ text: inout [UInt8], _ other: [UInt8]) {
    let at = pick(text.count + 1)
    let end = min(text.count, at + 1 + pick([3, 12, 200][pick(3)]))
    switch pick(12) {
    case 0 where at < text.count: text[at] = UInt8(pick(256))
    case 1: text.insert(contentsOf: (0...pick(3)).map { _ in UInt8(pick(256)) }, at: at)
    case 2: text.removeSubrange(at..<end)
    case 3: text.insert(contentsOf: text[at..<end], at: at)
    case 4: text.removeSubrange(at...)
    case 5: text.replaceSubrange(at..., with: other[pick(other.count + 1)...])
    case 6, 7: swapLines(&text)
    default: replaceToken(&text, near: at, other)
    }
  }

  /// Replaces the number or word at or after a position.
  private mutating func replaceToken(_ text: inout [UInt8], near place: Int, _ other: [UInt8]) {
    guard let token = Self.token(in: text, from: place) else { return }
    // Half of the replacements come from a similar text, so they are meaningful.
    if pick(2) == 0, let found = Self.token(in: other, from: pick(other.count)) {
      text.replaceSubrange(token, with: other[found])
    } else {
      text.replaceSubrange(token, with: Array(pick(Self.absurd).utf8))
    }
  }

  private static func token(in text: [UInt8], from place: Int) -> Range<Int>? {
    guard let start = text[min(place, text.count)...].firstIndex(where: isWord) else { return nil }
    let end = text[start...].firstIndex { !isWord($0) } ?? text.endIndex
    // Includes the quotes of a string.
    guard start > 0, end < text.count, text[start - 1] == 0x22, text[end] == 0x22 else {
      return start..<end
    }
    return start - 1..<end + 1
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E, 0x5F, 0x80...0xFF: true
    default: false
    }
  }

  /// Swaps, repeats or removes a line.
  private mutating func swapLines(_ text: inout [UInt8]) {
    var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    let (a, b) = (pick(lines.count), pick(lines.count))
    switch pick(3) {
    case 0: lines.swapAt(a, b)
    case 1: lines.insert(lines[a], at: b)
    default: lines.remove(at: a)
    }
    text = Array(lines.joined(separator: [0x0A]))
  }
}
