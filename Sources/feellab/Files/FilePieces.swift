internal import Glibc

/// A file that is read one piece after the other; "-" is the standard input.
struct FilePieces: ~Copyable {
  private let path: String
  private let descriptor: Int32
  private let limit: Int
  // In bytes; 0 where the system does not say, as of a pipe.
  private let size: Int
  private var count = 0

  /// Opens a file.
  ///
  /// - Parameter limit: how many bytes there may be: a device may have no end.
  /// - Throws: `CommandFailure` naming the file and the system's reason.
  init(_ path: String, atMost limit: Int) throws(CommandFailure) {
    let descriptor =
      path == "-" ? STDIN_FILENO : unsafe open(FileName.bytes(of: path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let isMissing = errno == ENOENT
      let sentence = "Cannot open \(quoted(path)): \(systemReason())."
      throw CommandFailure(.badFile, sentence + (isMissing ? File.nearNames(path) : ""))
    }
    var status = stat()
    let isKnown = unsafe fstat(descriptor, &status) == 0
    size = isKnown ? Int(status.st_size) : 0
    (self.path, self.descriptor, self.limit) = (path, descriptor, limit)
  }

  deinit {
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  /// How much of it has been read, from 0 to 1; 0 where its size is not known.
  var share: Double { size > 0 ? min(1, Double(count) / Double(size)) : 0 }

  /// The next piece; nothing at the end.
  ///
  /// - Throws: `CommandFailure` naming the file and the system's reason, or the limit.
  mutating func next() throws(CommandFailure) -> [UInt8]? {
    while true {
      let (piece, result) = read()
      if result == 0 { return nil }
      if result > 0 {
        count += result
        guard count <= limit else {
          throw CommandFailure(
            .badFile,
            "\(quoted(path)) is longer than the \(limit >> 20) MiB that are read of one file.")
        }
        return piece
      }
      guard errno == EINTR else {
        throw CommandFailure(.badFile, "Cannot read \(quoted(path)): \(systemReason()).")
      }
    }
  }

  private func read() -> ([UInt8], Int) {
    var result = 0
    let piece = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      result = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      count = max(0, result)
    }
    return (piece, result)
  }
}
