/// A text that reveals any missing, duplicated or misplaced piece.
enum Letters {
  /// A text of `count` letters; the first takes three bytes in UTF-8, the second two.
  static func text(_ count: Int) -> String {
    // Squares, so that neighbouring pieces differ.
    let letters = (0..<max(0, count - 2)).map { (index: Int) -> UInt8 in
      let place: Int = index * index / 7
      return 0x61 + UInt8(place % 26)
    }
    let text = "€ä" + String(decoding: letters, as: UTF8.self)
    return String(text.prefix(count))
  }
}
