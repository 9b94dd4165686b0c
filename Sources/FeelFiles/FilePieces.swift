internal import Glibc

/// Reads a file piece by piece; "-" is the standard input.
package struct FilePieces: ~Copyable {
  private let path: String
  private let descriptor: Int32
  private var limit: Int
  // In bytes; 0 if unknown, as for a pipe.
  private let size: Int
  private var count = 0
  private var ahead: [UInt8]?

  /// Opens a file.
  ///
  /// - Parameter limit: the maximum size in bytes: a device may be endless.
  /// - Throws: `CommandFailure` naming the file and the system's reason.
  package init(_ path: String, atMost limit: Int) throws(CommandFailure) {
    let descriptor = FileDescriptor.opened(path)
    guard descriptor >= 0 else { throw Self.notOpened(path) }
    var status = stat()
    let isKnown = unsafe fstat(descriptor, &status) == 0
    size = isKnown ? Int(status.st_size) : 0
    (self.path, self.descriptor, self.limit) = (path, descriptor, limit)
  }

  /// Opens a regular file; folders, devices and pipes are rejected without blocking.
  ///
  /// - Throws: `CommandFailure` naming the file and what it is instead, the system's reason, or the
  ///   limit.
  package init(onDisk path: String, atMost limit: Int) throws(CommandFailure) {
    (descriptor, size) = try Self.opened(onDisk: path, atMost: limit)
    (self.path, self.limit) = (path, limit)
  }

  private static func opened(
    onDisk path: String, atMost limit: Int
  ) throws(CommandFailure) -> (descriptor: Int32, size: Int) {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let descriptor = unsafe open(FileName.bytes(of: path), flags)
    guard descriptor >= 0 else { throw notOpened(path) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .badFile("\(quoted(path)) is \(kind(status.st_mode)), not a file.")
    }
    guard status.st_size <= limit else {
      close(descriptor)
      throw tooLong(path, limit)
    }
    return (descriptor, Int(status.st_size))
  }

  static func notOpened(_ path: String) -> CommandFailure {
    let (isMissing, reason) = (errno == ENOENT, systemReason())
    return .badFile(
      "Cannot open \(quoted(path)): \(reason)." + (isMissing ? File.nearNames(path) : ""))
  }

  private static func kind(_ mode: mode_t) -> String {
    switch mode & S_IFMT {
    case S_IFDIR: "a folder"
    case S_IFIFO: "a pipe"
    case S_IFSOCK: "a socket"
    default: "a device"
    }
  }

  /// Lowers the size limit.
  ///
  /// - Throws: `CommandFailure` naming the file and the limit, if the file is larger.
  package mutating func hold(to limit: Int) throws(CommandFailure) {
    self.limit = limit
    guard max(size, count) <= limit else { throw Self.tooLong(path, limit) }
  }

  /// Peeks at the first piece of the file; `next()` still returns it.
  ///
  /// - Throws: as `next()`.
  package mutating func beginning() throws(CommandFailure) -> [UInt8] {
    if ahead == nil { ahead = try next() ?? [] }
    return ahead ?? []
  }

  /// Everything not read yet.
  ///
  /// - Throws: as `next()`.
  package mutating func rest() throws(CommandFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    while let piece = try next() { bytes += piece }
    return bytes
  }

  private static func tooLong(_ path: String, _ limit: Int) -> CommandFailure {
    .badFile("\(quoted(path)) is larger than \(limit >> 20) MiB, the most that is read.")
  }

  deinit {
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  /// The share of the file read so far, 0…1; 0 if its size is unknown.
  package var share: Double { size > 0 ? min(1, Double(count) / Double(size)) : 0 }

  /// The next piece; `nil` at the end.
  ///
  /// - Throws: `CommandFailure` naming the file and the system's reason, or the limit.
  package mutating func next() throws(CommandFailure) -> [UInt8]? {
    if let piece = ahead.take(), !piece.isEmpty { return piece }
    while true {
      let (piece, result) = FileDescriptor.read(descriptor)
      if result == 0 { return nil }
      if result > 0 {
        count += result
        guard count <= limit else { throw Self.tooLong(path, limit) }
        return piece
      }
      guard errno == EINTR else {
        throw .badFile("Cannot read \(quoted(path)): \(systemReason()).")
      }
    }
  }
}
