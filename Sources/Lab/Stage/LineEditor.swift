public import Feel

/// One short line of text, edited at its end.
public struct LineEditor: Hashable, Sendable {
  /// What a key does to the line.
  public enum Outcome: Hashable, Sendable {
    /// It edits the text.
    case edited
    /// It says that the text is complete.
    case entered
    /// It is none of the line's.
    case ignored
  }

  /// What stands in it.
  public var text: String

  /// Creates a line.
  public init(_ text: String = "") {
    self.text = text
  }

  /// How many characters have room.
  public static let longest = 12

  /// Takes a key.
  public mutating func handle(_ sample: KeySample) -> Outcome {
    guard sample.phase == .down, sample.modifiers.isDisjoint(with: [.control, .alt]) else {
      return .ignored
    }
    switch sample.key {
    case .character(let character): insert(String(character))
    case .space: insert(" ")
    case .backspace: text = String(text.dropLast())
    case .delete: text = ""
    case .return: return .entered
    default: return .ignored
    }
    return .edited
  }

  /// Adds the first line of a text at the end, without what cannot be seen, as far as there is room for it.
  public mutating func insert(_ more: String) {
    let seen = more.prefix { !$0.isNewline }.filter { character in
      character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
    text += seen.prefix(max(0, Self.longest - text.count))
  }
}
