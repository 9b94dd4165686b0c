public import Feel

/// One short line of text, edited at its end.
public struct LineEditor: Hashable, Sendable {
  /// What a key does to the line.
  public enum Outcome: Hashable, Sendable {
    /// It edits the text.
    case edited
    /// It says that the text is complete.
    case entered
    /// It means nothing to the line.
    case ignored
  }

  /// What stands in it.
  public private(set) var text: String
  /// Whether all of it is selected: the next edit replaces it.
  public private(set) var isSelected = false
  // What stood in it before each edit, so that edits can be taken back.
  private var past: [String] = []

  /// Creates a line.
  public init(_ text: String = "") {
    self.text = text
  }

  /// How many characters have room.
  public static let longest = 12
  // How many edits can be taken back.
  private static let depth = 50

  /// Takes a key.
  public mutating func handle(_ sample: KeySample) -> Outcome {
    guard sample.phase == .down, sample.modifiers.isDisjoint(with: [.control, .alt]) else {
      return .ignored
    }
    switch sample.key {
    case .character(let character): insert(String(character))
    case .space: insert(" ")
    case .backspace: edit(isSelected ? "" : String(text.dropLast()))
    case .delete: clear()
    case .return: return .entered
    default: return .ignored
    }
    return .edited
  }

  /// Selects all of it.
  public mutating func selectAll() { isSelected = !text.isEmpty }

  /// Adds the first line of a text at the end, or puts it in place of what is selected, without what cannot be seen, as far as there is room for it.
  public mutating func insert(_ more: String) {
    let seen = more.prefix { !$0.isNewline }.filter { character in
      character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
    let kept = isSelected ? "" : text
    edit(kept + seen.prefix(max(0, Self.longest - kept.count)))
  }

  /// Empties it.
  public mutating func clear() {
    edit("")
  }

  /// Takes back the last edit; returns whether there was one.
  public mutating func undo() -> Bool {
    isSelected = false
    guard let last = past.popLast() else { return false }
    text = last
    return true
  }

  private mutating func edit(_ next: String) {
    isSelected = false
    guard next != text else { return }
    past.append(text)
    if past.count > Self.depth { past.removeFirst() }
    text = next
  }
}
