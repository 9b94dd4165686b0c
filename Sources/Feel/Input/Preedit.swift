/// What an input method shows of a text that is still being composed, at a field's caret.
public struct Preedit: Hashable, Sendable {
  /// The text so far; no part of what stands in the field.
  public var text: String
  /// Where the caret is in it: before so many characters.
  public var caret: Int
  /// The characters that are being converted, by their places; empty where none are.
  public var marked: Range<Int>

  /// Creates a text that is being composed; its places are held inside of it.
  public init(_ text: String, caret: Int, marked: Range<Int> = 0..<0) {
    let length = text.count
    (self.text, self.caret) = (text, min(max(0, caret), length))
    self.marked = marked.clamped(to: 0..<length)
  }
}
