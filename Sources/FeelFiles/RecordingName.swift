/// What a word of the command line names: a recording, or, as `FILE#NAME` or `FILE#3`, one of its
/// takes.
package struct RecordingName {
  /// The recording; "-" is the standard input.
  package let path: String
  /// The take's name or number, if one is named.
  package let take: String?

  /// Tells a take from a file whose own name has a # in it: what stands there as a file is one.
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
