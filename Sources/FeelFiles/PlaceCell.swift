/// A cell with a position on one to three axes: “{0, 29.5}”, “CGPoint(x: 0, y: 29.5)”, or a CSS
/// transform that translates, “translate3d(0px, -29px, 0px)”.
struct PlaceCell {
  private var numbers: [String: String] = [:]

  /// The arguments in brackets by the word before them: axes, and numbers that must match.
  ///
  /// Source: CSS Transforms Module Level 2. A matrix that also rotates or scales does not match.
  private static let forms = [
    "": ["x y"], "offset": ["x y"], "point": ["x y"], "pointf": ["x y"],
    "translatex": ["x"], "translatey": ["y"], "translatez": ["z"], "translate": ["x", "x y"],
    "translate3d": ["x y z"], "matrix": ["1 0 0 1 x y"],
    "matrix3d": ["1 0 0 0 0 1 0 0 0 0 1 0 x y z 1"],
  ].mapValues { $0.map { $0.split(separator: " ").map(String.init) } }

  /// Parses a cell; `nil` if it is not a position.
  init?(_ cell: String) {
    guard let last = cell.utf8.last, ")]}".utf8.contains(last) else { return nil }
    // A style may contain several transforms in a row.
    let parts = cell.split { ")]}".contains($0) }
    for part in parts {
      guard let open = part.firstIndex(where: { "([{".contains($0) }) else { return nil }
      let word = part[..<open].trimmed(where: \.isWhitespace).lowercased()
      guard parts.count == 1 || Self.isStyle(word),
        read(part[part.index(after: open)...], after: word)
      else { return nil }
    }
    if numbers.isEmpty { return nil }
  }

  /// Whether a cell starts like a CSS transform.
  static func isStyle(_ cell: String) -> Bool {
    cell.hasPrefix("translate") || cell.hasPrefix("matrix")
  }

  /// The number on an axis, as written; `nil` if the cell has no such axis.
  subscript(axis: String) -> String? { numbers[axis] }

  private mutating func read(_ inner: Substring, after word: String) -> Bool {
    let parts = inner.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.split(separator: ":", omittingEmptySubsequences: false).map { part in
        part.trimmed { $0.isWhitespace || $0 == "\"" }
      }
    }
    let labels = parts.map { $0.count == 2 ? $0[0] : "" }
    let isLabeled = labels == ["x", "y"]
    guard isLabeled || parts.allSatisfy({ $0.count == 1 }),
      let form = isLabeled ? labels : Self.forms[word]?.first(where: { $0.count == parts.count }),
      // Without a space after the comma, it may be a decimal comma.
      isLabeled || !word.isEmpty || inner.contains(", ")
    else { return false }
    return zip(form, parts).allSatisfy { axis, part in
      guard let text = part.last, let number = CellNumber(text),
        ["", "px", "pt", "dp"].contains(number.unit)
      else { return false }
      if let needed = Double(axis) { return number.value == needed }
      return numbers.updateValue(text, forKey: axis) == nil
    }
  }
}
