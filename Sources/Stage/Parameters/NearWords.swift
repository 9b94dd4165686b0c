/// Words that may have been meant by one that is not known.
public enum NearWords {
  /// The known words nearest to a word, the nearest first: those that are a few slips of the hand away, or that it is a part of.
  ///
  /// A slip is a character too many, too few or wrong, or two that changed places; one in three characters may be. Capitals do not matter.
  public static func of(
    _ word: String, among known: some Sequence<String>, count: Int = 3
  ) -> [String] {
    let letters = Array(word.lowercased())
    guard !letters.isEmpty else { return [] }
    let near = known.compactMap { candidate -> (word: String, slips: Int)? in
      let others = Array(candidate.lowercased())
      let slips = slips(from: letters, to: others)
      if slips <= max(1, letters.count / 3) { return (candidate, slips) }
      let isPart = letters.count >= 3 && contains(letters, in: others)
      return isPart ? (candidate, others.count) : nil
    }
    // What is equally near stays in the order in which it was declared.
    return near.enumerated().sorted {
      ($0.element.slips, $0.offset) < ($1.element.slips, $1.offset)
    }
    .prefix(count).map(\.element.word)
  }

  /// "Did you mean a or b?", or nothing where no known word is near.
  public static func question(_ word: String, among known: some Sequence<String>) -> String {
    question(meaning: of(word, among: known))
  }

  /// "Did you mean a or b?" and then the beginning of the next sentence; that alone where no known word is near.
  public static func question(
    _ word: String, among known: some Sequence<String>, before beginning: String
  ) -> String {
    [question(word, among: known), beginning].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// "Did you mean a or b?" of what may have been meant, the likeliest first; nothing where that is nothing.
  public static func question(meaning near: [String]) -> String {
    guard let last = near.last else { return "" }
    let others = near.dropLast().joined(separator: ", ")
    return "Did you mean \(others.isEmpty ? "" : others + " or ")\(last)?"
  }

  private static func contains(_ part: [Character], in whole: [Character]) -> Bool {
    guard whole.count >= part.count else { return false }
    return (0...whole.count - part.count).contains {
      whole[$0..<$0 + part.count].elementsEqual(part)
    }
  }

  /// How many slips lead from one word to the other.
  ///
  /// Source: the optimal string alignment distance, row by row.
  private static func slips(from a: [Character], to b: [Character]) -> Int {
    var (before, above) = ([Int](), Array(0...b.count))
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = min(above[j] + (a[i] == b[j] ? 0 : 1), above[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, before[j - 1] + 1)
        }
        row.append(least)
      }
      (before, above) = (above, row)
    }
    return above[b.count]
  }
}
