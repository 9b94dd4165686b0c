/// A text in which any piece that is missing, doubled or in the wrong place shows.
enum Letters {
  /// So many letters; the first takes three bytes in UTF-8, the second two.
  static func text(_ count: Int) -> String {
    // Squares, so that neighbouring pieces differ.
    let letters = (0..<max(0, count - 2)).map { UInt8(0x61 + $0 * $0 / 7 % 26) }
    return String(("€ä" + String(decoding: letters, as: UTF8.self)).prefix(count))
  }
}
