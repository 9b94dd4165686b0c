/// Text still being composed by an input method, shown at a field's caret.
public struct Preedit: Hashable, Sendable {
  /// The text so far; not yet part of the field's own text.
  public var text: String
  /// The number of characters before the caret.
  public var caret: Int
  /// The range of characters being converted; empty if none are.
  public var marked: Range<Int>

  /// Creates composed text; caret and range are clamped to it.
  public init(_ text: String, caret: Int, marked: Range<Int> = 0..<0) {
    let length = text.count
    (self.text, self.caret) = (text, min(max(0, caret), length))
    self.marked = marked.clamped(to: 0..<length)
  }
}
