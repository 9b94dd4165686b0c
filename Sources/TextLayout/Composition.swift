/// Single characters for letters written with separate marks.
///
/// Swift compares characters by canonical equivalence, so a dictionary keyed by `Character` finds the composed form of any spelling.
struct Composition {
  private var composed: [Character: Unicode.Scalar]?

  /// The one scalar that is canonically the same, if these blocks have one: Latin, Greek, Cyrillic, kana.
  mutating func scalar(for character: Character) -> Unicode.Scalar? {
    let known = composed ?? Self.table()
    composed = known
    return known[character]
  }

  private static func table() -> [Character: Unicode.Scalar] {
    var table: [Character: Unicode.Scalar] = [:]
    let blocks: [ClosedRange<UInt32>] = [0xC0...0x52F, 0x1E00...0x1FFF, 0x3040...0x30FF]
    for scalar in blocks.joined().compactMap(Unicode.Scalar.init) {
      let character = Character(scalar)
      // Where two are equivalent, the first is the one that fonts have.
      if table[character] == nil { table[character] = scalar }
    }
    return table
  }
}
