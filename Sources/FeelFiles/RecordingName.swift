/// A recording named on the command line, or one of its takes as `FILE#NAME` or `FILE#3`.
package struct RecordingName {
  /// The recording; "-" is the standard input.
  package let path: String
  /// The take's name or number, if one is named.
  package let take: String?

  /// Parses a word; an existing file whose name contains “#” is that file, not a take.
  package init(_ word: String) {
    let signs = word == "-" || File.exists(word) ? [] : word.indices.filter { word[$0] == "#" }
    let sign = signs.last { index in
      let path = String(word[..<index])
      return path == "-" || File.exists(path)
    }
    path = sign.map { String(word[..<$0]) } ?? word
    take = sign.map { String(word[word.index(after: $0)...]) }
  }
}
