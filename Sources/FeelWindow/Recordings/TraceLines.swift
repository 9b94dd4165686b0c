internal import Feel
package import FeelFiles
internal import FeelTrace
package import Lab
internal import Scenes

/// A trace read line by line, for a single pass that need not hold it in memory.
package struct TraceLines: ~Copyable {
  /// The trace as described by its first line.
  package let file: TraceFile
  private var pieces: FilePieces?
  private var reader: TraceReader
  // The remaining entries of a trace held in memory.
  private var rest: ArraySlice<Trace.Entry> = []

  /// The share of the file read so far, 0…1; 0 if its size is unknown.
  package var share: Double {
    switch pieces {
    case .some(let pieces): pieces.share
    case nil: 1 - Double(rest.count) / Double(max(1, file.trace.entries.count))
    }
  }

  /// Opens a trace and reads its first line, or loads one take of it, written as `FILE#NAME`.
  ///
  /// - Throws: `CommandFailure` with file, line and what was expected, or with the existing takes.
  package init(_ word: String) throws(CommandFailure) {
    if RecordingName(word).take == nil {
      try self.init(all: word)
    } else {
      self.init(try TraceFile.read(word))
    }
  }

  /// Iterates over a trace held in memory.
  init(_ file: TraceFile) {
    self.file = file
    pieces = nil
    rest = file.trace.entries[...]
    reader = TraceReader(file: file.path, catalog: .all)
  }

  /// Opens a whole trace and reads its first line.
  package init(all path: String) throws(CommandFailure) {
    try self.init(path, try FilePieces(path, atMost: Limits.recordingBytes))
  }

  /// Reads the first line of a whole trace from an open file.
  init(_ path: String, _ open: consuming FilePieces) throws(CommandFailure) {
    var pieces: FilePieces? = open
    var reader = TraceReader(file: path, catalog: .all)
    var header: TraceHeader?
    var beginning: [UInt8] = []
    while header == nil, !reader.isEnded {
      let piece = try Self.feed(&reader, from: &pieces)
      if beginning.isEmpty { beginning += piece.prefix(1024) }
      do throws(TraceError) { header = try reader.header() } catch {
        throw FileFormat.recording.refusal(of: path, beginning: beginning) ?? Self.refused(error)
      }
    }
    guard let header else { throw Self.refused(reader.emptyFile) }
    file = TraceFile(path: path, header: header)
    self.reader = reader
    self.pieces = pieces
  }

  /// The next entry; nothing after the last one or at a truncated last line, which is reported.
  ///
  /// - Throws: `CommandFailure` with file, line and what was expected.
  package mutating func next() throws(CommandFailure) -> Trace.Entry? {
    guard pieces != nil else { return rest.popFirst() }
    while true {
      do throws(TraceError) {
        if let entry = try reader.entry() { return entry }
      } catch {
        throw Self.refused(error)
      }
      guard !reader.isEnded else {
        if let line = reader.cutLine {
          StandardError.say("\(file.path):\(line): skipped the last line, which is cut off.")
        }
        return nil
      }
      _ = try Self.feed(&reader, from: &pieces)
    }
  }

  /// The whole trace, with the remaining entries read.
  package consuming func whole() throws(CommandFailure) -> TraceFile {
    var file = file
    guard pieces != nil else { return file }
    while let entry = try next() { file.trace.entries.append(entry) }
    return file
  }

  /// The gestures of the observed program in the recording.
  ///
  /// - Throws: as `next()`, or when it is a take of such a recording, or nothing moved.
  mutating func motions() throws(CommandFailure) -> ObservedMotions {
    try file.requireWhole()
    var gestures = GestureReader(path: file.path)
    while let entry = try next() {
      if case .event(let event) = entry.content { gestures.handle(event) }
    }
    return try gestures.finish()
  }

  /// Returns the bytes fed to the reader.
  private static func feed(
    _ reader: inout TraceReader, from pieces: inout FilePieces?
  ) throws(CommandFailure) -> [UInt8] {
    guard let piece = try pieces?.next() else {
      reader.end()
      return []
    }
    reader.read(piece)
    return piece
  }

  private static func refused(_ error: TraceError) -> CommandFailure {
    .badFile("\(error).")
  }
}

extension GestureReader {
  /// Handles an event of an observed program's recording; a clip's motions get the clip's times.
  package mutating func handle(_ event: SessionEvent) {
    guard case .change(let time, let change) = event else { return }
    switch change {
    case .watch(let source): handle(.source(source))
    case .observe(let content):
      let shift = source.clip?.shift ?? 0
      handle(.line(ObservedLine(time: time.seconds + shift, content)))
    case .restart: restart()
    default: break
    }
  }
}
