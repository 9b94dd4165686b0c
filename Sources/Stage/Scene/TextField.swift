public import Feel

/// A field for one short line.
///
/// What is typed stays in the field; only what `commit` makes of it becomes an event, so that a
/// recording holds no typed text.
public struct TextField: Hashable, Sendable {
  /// How far its text stands from its left and right ends, in points.
  public static let margin = 10.0

  /// The order that a committed number becomes, such as "go-to".
  public let command: String
  /// The numbers it takes.
  public var range: ClosedRange<Double>
  /// Whether it takes whole numbers only.
  public let isWhole: Bool
  /// The line with its caret and selection.
  public private(set) var line = LineEditor()
  /// What was wrong with the last thing committed.
  public private(set) var message: String?

  /// What stands in it.
  public var text: String { line.text }

  /// Creates an empty field.
  public init(command: String, range: ClosedRange<Double>, isWhole: Bool = true) {
    (self.command, self.range, self.isWhole) = (command, range, isWhole)
  }

  /// What a key does to the field.
  public enum Outcome: Hashable, Sendable {
    /// It edits the text.
    case edited
    /// It commits a number.
    case committed(Double)
    /// It commits something that is not a number in the range; `message` says so.
    case refused
    /// It means nothing to the field.
    case ignored
  }

  /// Takes a key.
  public mutating func handle(_ sample: KeySample) -> Outcome {
    switch line.handle(sample) {
    case .edited:
      message = nil
      return .edited
    case .entered: return commit()
    case .ignored: return .ignored
    }
  }

  /// Puts the first line of a text in the place of what is selected, without what cannot be seen,
  /// as far as there is room for it.
  public mutating func insert(_ more: String) {
    line.insert(more)
    message = nil
  }

  /// Puts the caret where the field was pressed; a second press selects the word there, a third
  /// all.
  ///
  /// - Parameters:
  ///   - place: how many characters stand before the place that was pressed.
  ///   - count: which press in quick succession it is, from 1.
  ///   - selects: whether the other end of the selection stays where it is.
  package mutating func press(at place: Int, count: Int, selects: Bool) {
    switch count {
    case 1: line.putCaret(before: place, selects: selects)
    case 2: line.selectWord(at: place)
    default: line.selectAll()
    }
  }

  /// Shows what an input method composes, or no longer: `nil`.
  package mutating func compose(_ preedit: Preedit?) { line.compose(preedit) }

  /// Takes what is composed into the text, as it stands.
  package mutating func finishComposing() { line.finishComposing() }

  package mutating func selectAll() { line.selectAll() }

  /// Takes what is selected out and answers it.
  package mutating func cut() -> String { line.cut() }

  /// Takes over from another field what stands in it, and what was wrong with that.
  package mutating func takeText(of other: TextField) {
    (line, message) = (other.line, other.message)
  }

  /// Takes back the last edit of what stands in it; returns whether there was one.
  package mutating func undo() -> Bool {
    guard line.undo() else { return false }
    message = nil
    return true
  }

  /// Commits what stands in the field, as a button beside it does.
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
