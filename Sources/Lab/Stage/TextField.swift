public import Feel

/// A field for one short line, edited at its end.
///
/// What is typed stays in the field; only what `commit` makes of it becomes an event, so that a recording holds no typed text.
public struct TextField: Hashable, Sendable {
  /// The most characters that it takes.
  private static let longest = 12
  /// The order that a committed number becomes, such as "go-to".
  public let command: String
  /// The whole numbers it takes.
  public var range: ClosedRange<Int>
  /// What stands in it.
  public private(set) var text = ""
  /// What was wrong with the last thing committed.
  public private(set) var message: String?

  /// Creates an empty field.
  public init(command: String, range: ClosedRange<Int>) {
    (self.command, self.range) = (command, range)
  }

  /// What a key does to the field.
  public enum Outcome: Hashable, Sendable {
    /// It edits the text.
    case edited
    /// It commits a number.
    case committed(Int)
    /// It commits what is no number of the range; `message` says so.
    case refused
    /// It is none of the field's.
    case ignored
  }

  /// Takes a key.
  public mutating func handle(_ sample: KeySample) -> Outcome {
    guard sample.phase == .down, sample.modifiers.isDisjoint(with: [.control, .alt]) else {
      return .ignored
    }
    switch sample.key {
    case .character(let character): insert(String(character))
    case .space: insert(" ")
    case .backspace:
      (text, message) = (String(text.dropLast()), nil)
    case .delete:
      (text, message) = ("", nil)
    case .return:
      return commit()
    default:
      return .ignored
    }
    return .edited
  }

  /// Adds the first line of a text at the end, without what cannot be seen, as far as there is room for it.
  public mutating func insert(_ more: String) {
    let seen = more.prefix { !$0.isNewline }.filter { character in
      character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
    let line = seen.prefix(max(0, Self.longest - text.count))
    if !line.isEmpty { (text, message) = (text + line, nil) }
  }

  /// Commits what stands in the field, as a button beside it does.
  public mutating func commit() -> Outcome {
    guard !text.isEmpty else { return .refused }
    guard let number = Int(text) else {
      message = "“\(text)” is not a whole number"
      return .refused
    }
    guard range.contains(number) else {
      message = "\(number) is outside \(range.lowerBound) to \(range.upperBound)"
      return .refused
    }
    (text, message) = ("", nil)
    return .committed(number)
  }
}
