internal import Feel
internal import FeelTrace
public import Stage

extension Trace {
  /// Reads the bytes of a whole file; a truncated last line is left out.
  ///
  /// - Throws: The first error; nothing is partially loaded.
  public init(
    _ bytes: some Sequence<UInt8>, file: String, catalog: Catalog
  ) throws(TraceError) {
    var reader = TraceReader(file: file, catalog: catalog)
    reader.read(bytes)
    reader.end()
    guard let header = try reader.header() else { throw reader.emptyFile }
    self.init(header: header)
    while let entry = try reader.entry() { entries.append(entry) }
    cutLine = reader.cutLine
  }
}

/// Reads a trace piece by piece, so that no caller has to hold a whole file, or rejects it with
/// file, line, column and what was expected there.
///
/// Pieces may have any length. The header comes first, then one entry after another; when one is
/// not available yet, supply the next piece, until the end. Anything a session would have to
/// ignore, such as a parameter that a scene does not have, is rejected, because a replay would
/// silently diverge.
public struct TraceReader {
  private let file: String
  private let catalog: Catalog
  // Unread bytes start at `start`; there is no line feed between there and `searched`.
  private var bytes: [UInt8] = []
  private var start = 0
  private var searched = 0
  private var number = 0
  private var last = Instant.zero
  private var scenes: TraceScenes?
  /// Whether all input has been supplied.
  public private(set) var isEnded = false
  /// The number of the last line, if that was truncated and is left out.
  public private(set) var cutLine: Int?

  /// Creates a reader for traces of these scenes; `file` is the name used in errors.
  public init(file: String, catalog: Catalog) { (self.file, self.catalog) = (file, catalog) }

  /// Adds the next piece.
  public mutating func read(_ piece: some Sequence<UInt8>) {
    bytes.removeSubrange(..<start)
    (start, searched) = (0, searched - start)
    bytes.append(contentsOf: piece)
  }

  /// Marks the end of the input.
  public mutating func end() { isEnded = true }

  /// The header, once its line is complete; nothing for an empty file.
  ///
  /// - Throws: What is wrong with it.
  public mutating func header() throws(TraceError) -> TraceHeader? {
    guard let line = nextLine() else { return nil }
    do throws(JSONError) {
      let header = try TraceHeader(program: "", scene: "", place: StagePlace(.zero, scale: 1))
        .walked(by: JSONWalk(JSONReader.read(line)), in: catalog)
      scenes = catalog.scene(header.scene).map { TraceScenes(catalog: catalog, scene: $0) }
      return header
    } catch {
      var error = error
      // A file that does not even start like a header is of another kind.
      if error.position == .start, line.first != UInt8(ascii: "{") {
        error.expected = "a recording’s first line"
      }
      throw TraceError(file: file, fault: error)
    }
  }

  /// The error for an empty file.
  public var emptyFile: TraceError {
    let fault = JSONError(
      .start, expected: "a recording’s first line", found: "an empty file")
    return TraceError(file: file, fault: fault)
  }

  /// The next entry after the header, once its line is complete; nothing after the last entry or at
  /// a truncated last line.
  ///
  /// - Throws: What is wrong with it.
  public mutating func entry() throws(TraceError) -> Trace.Entry? {
    guard cutLine == nil, let scenes, let line = nextLine() else { return nil }
    do throws(JSONError) {
      let walk = try JSONWalk(JSONReader.read(line, firstLine: number))
      let content = try Trace.Entry.Content.kind(of: walk, in: scenes)
        .walked(by: walk, in: scenes, notBefore: last)
      if case .event(.change(_, .scene(let id))) = content, let scene = catalog.scene(id) {
        self.scenes?.scene = scene
      }
      last = content.time
      return Trace.Entry(line: number, content, unknown: walk.members)
    } catch {
      // A writer ends every line; after a crash some file systems leave zeros in place of the
      // unwritten rest.
      guard line.endIndex == bytes.endIndex,
        error.found == JSONReader.foundEnd || line.last == 0
      else { throw TraceError(file: file, fault: error) }
      cutLine = number
      return nil
    }
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
