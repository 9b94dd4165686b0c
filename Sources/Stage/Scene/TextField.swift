public import Feel

/// A single-line text field.
///
/// Typed text stays in the field; only the number that `commit` makes of it becomes an event, so
/// recordings contain no typed text.
public struct TextField: Hashable, Sendable {
  /// The inset of its text at the left and right, in points.
  public static let margin = 10.0

  /// The command that a committed number is sent as, such as "go-to".
  public let command: String
  /// The range of accepted numbers.
  public var range: ClosedRange<Double>
  /// Whether only whole numbers are accepted.
  public let isWhole: Bool
  /// The line with its caret and selection.
  public private(set) var line = LineEditor()
  /// The error in the last commit, if any.
  public private(set) var message: String?

  /// The text.
  public var text: String { line.text }

  /// Creates an empty field.
  public init(command: String, range: ClosedRange<Double>, isWhole: Bool = true) {
    (self.command, self.range, self.isWhole) = (command, range, isWhole)
  }

  /// The effect of a key on the field.
  public enum Outcome: Hashable, Sendable {
    /// It edits the text.
    case edited
    /// It commits a number.
    case committed(Double)
    /// It commits something other than a number in the range; `message` explains it.
    case refused
    /// The field does not use it.
    case ignored
  }

  /// Handles a key.
  public mutating func handle(_ sample: KeySample) -> Outcome {
    switch line.handle(sample) {
    case .edited:
      message = nil
      return .edited
    case .entered: return commit()
    case .ignored: return .ignored
    }
  }

  /// Replaces the selection with the first line of a text, without control characters, as far as it
  /// fits.
  public mutating func insert(_ more: String) {
    line.insert(more)
    message = nil
  }

  /// Moves the caret to a press; a second press selects the word there, a third everything.
  ///
  /// - Parameters:
  ///   - place: the number of characters before the press.
  ///   - count: the number of the press in quick succession, from 1.
  ///   - selects: whether the other end of the selection stays where it is.
  package mutating func press(at place: Int, count: Int, selects: Bool) {
    switch count {
    case 1: line.putCaret(before: place, selects: selects)
    case 2: line.selectWord(at: place)
    default: line.selectAll()
    }
  }

  /// Shows an input method's composition; `nil` ends it.
  package mutating func compose(_ preedit: Preedit?) { line.compose(preedit) }

  /// Commits the composition to the text as it is.
  package mutating func finishComposing() { line.finishComposing() }

  package mutating func selectAll() { line.selectAll() }

  /// Deletes the selection and returns it.
  package mutating func cut() -> String { line.cut() }

  /// Takes the text and error of another field.
  package mutating func takeText(of other: TextField) {
    (line, message) = (other.line, other.message)
  }

  /// Undoes the last edit; returns whether there was one.
  package mutating func undo() -> Bool {
    guard line.undo() else { return false }
    message = nil
    return true
  }

  /// Commits the text, as a button beside the field does.
  public mutating func commit() -> Outcome {
    guard !text.isEmpty else { return .refused }
    guard let number = isWhole ? Int(text).map(Double.init) : Double(text), number.isFinite else {
      message = Words.notNumber(text, isWhole: isWhole, hasComma: text.contains(","))
      line.selectAll()
      return .refused
    }
    guard range.contains(number) else {
      let ends = [range.lowerBound, range.upperBound].map { $0.text(decimals: isWhole ? 0 : 3) }
      message = Words.outside(text, ends[0], ends[1])
      line.selectAll()
      return .refused
    }
    (line, message) = (LineEditor(), nil)
    return .committed(number)
  }
}
