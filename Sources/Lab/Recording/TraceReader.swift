internal import Feel
internal import FeelTrace

/// Reads a trace piece by piece, so that nobody has to hold a file to read it.
///
/// Pieces go in as they come, of any length. The header comes out first, then one entry after the other; where there is none, the next piece is needed, until the end.
public struct TraceReader {
  private let decoder: TraceDecoder
  // What has come: what is not read yet begins at `start`, and there is no line feed between it and `searched`.
  private var bytes: [UInt8] = []
  private var start = 0
  private var searched = 0
  private var number = 0
  private var last = Instant.zero
  private var changes: ChangeReader?
  /// Whether all has come that there is.
  public private(set) var isEnded = false
  /// The number of the last line, where that was cut off and is left out.
  public private(set) var cutLine: Int?

  /// Creates a reader, which reads each line as a decoder does.
  public init(_ decoder: TraceDecoder) {
    self.decoder = decoder
  }

  /// Takes the next piece.
  public mutating func take(_ piece: some Sequence<UInt8>) {
    bytes.removeSubrange(..<start)
    (start, searched) = (0, searched - start)
    bytes.append(contentsOf: piece)
  }

  /// Says that no piece is left.
  public mutating func end() { isEnded = true }

  /// The header, once its line has come; nothing where there is not a byte.
  ///
  /// - Throws: What is wrong with it.
  public mutating func header() throws(TraceError) -> TraceHeader? {
    guard let line = nextLine() else { return nil }
    let header = try decoder.header(line)
    changes = try decoder.changes(after: header)
    return header
  }

  /// The next entry after the header, once its line has come; nothing after the last, which is left out where it was cut off.
  ///
  /// - Throws: What is wrong with it.
  public mutating func entry() throws(TraceError) -> Trace.Entry? {
    guard cutLine == nil, let line = nextLine() else { return nil }
    // A writer ends every line.
    if line.endIndex == bytes.endIndex, TraceDecoder.isCut(line) {
      cutLine = number
      return nil
    }
    guard var changes else { return nil }
    let entry = try decoder.entry(line, number: number, notBefore: last, &changes)
    self.changes = changes
    last = entry.time
    return entry
  }

  /// The next line without its line feed; the last one may have none.
  private mutating func nextLine() -> ArraySlice<UInt8>? {
    guard let end = bytes[searched...].firstIndex(of: 0x0A) ?? (isEnded ? bytes.endIndex : nil),
      start < bytes.endIndex
    else {
      searched = bytes.endIndex
      return nil
    }
    let line = bytes[start..<end]
    start = min(end + 1, bytes.endIndex)
    searched = start
    number += 1
    return line
  }
}
