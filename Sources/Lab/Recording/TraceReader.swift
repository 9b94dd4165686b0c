internal import Feel
internal import FeelTrace
public import Stage

extension Trace {
  /// Reads a whole file's bytes; a last line that was cut off is left out.
  ///
  /// - Throws: The first thing that is wrong; nothing is half-loaded.
  public init(
    _ bytes: some Sequence<UInt8>, file: String, catalog: Catalog
  ) throws(TraceError) {
    var reader = TraceReader(file: file, catalog: catalog)
    reader.take(bytes)
    reader.end()
    guard let header = try reader.header() else { throw reader.emptyFile }
    self.init(header: header)
    while let entry = try reader.entry() { entries.append(entry) }
    cutLine = reader.cutLine
  }
}

/// Reads a trace piece by piece, so that nobody has to hold a file to read it, or refuses it with
/// file, line, column and what was expected there.
///
/// Pieces go in as they come, of any length. The header comes out first, then one entry after the
/// other; where there is none, the next piece is needed, until the end. It refuses what a session
/// would have to ignore, such as a parameter that a scene has not: a replay would silently go
/// another way.
public struct TraceReader {
  private let file: String
  private let catalog: Catalog
  // What has come: what is not read yet begins at `start`, and there is no line feed between it and
  // `searched`.
  private var bytes: [UInt8] = []
  private var start = 0
  private var searched = 0
  private var number = 0
  private var last = Instant.zero
  private var scenes: TraceScenes?
  /// Whether all has come that there is.
  public private(set) var isEnded = false
  /// The number of the last line, where that was cut off and is left out.
  public private(set) var cutLine: Int?

  /// Creates a reader of a trace of these scenes; errors mention the file by its name.
  public init(file: String, catalog: Catalog) { (self.file, self.catalog) = (file, catalog) }

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
    do throws(JSONError) {
      let header = try TraceHeader(program: "", scene: "", place: StagePlace(.zero, scale: 1))
        .walked(by: JSONWalk(JSONReader.read(line)), in: catalog)
      scenes = catalog.scene(header.scene).map { TraceScenes(catalog: catalog, scene: $0) }
      return header
    } catch {
      var error = error
      // What does not even begin like one is a file of another kind.
      if error.position == .start, line.first != UInt8(ascii: "{") {
        error.expected = "a recording’s first line"
      }
      throw TraceError(file: file, fault: error)
    }
  }

  /// That there is not a byte to read.
  public var emptyFile: TraceError {
    let fault = JSONError(
      .start, expected: "a recording’s first line", found: "an empty file")
    return TraceError(file: file, fault: fault)
  }

  /// The next entry after the header, once its line has come; nothing after the last, which is left
  /// out where it was cut off.
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
      // A writer ends every line; some file systems leave zeros of what never arrived.
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
