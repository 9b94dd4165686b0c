internal import Glibc

/// The standard output, for data.
package enum StandardOutput {
  /// Writes a text with its control characters escaped.
  ///
  /// - Throws: `CommandFailure` when it cannot be written, such as on a full disk.
  package static func write(_ text: String) throws(CommandFailure) {
    try write(Array(shown(text, keepsLines: true).utf8))
  }

  /// Writes bytes.
  ///
  /// - Throws: `CommandFailure` when they cannot be written.
  static func write(_ bytes: [UInt8]) throws(CommandFailure) {
    guard let reason = FileDescriptor.write(bytes, to: STDOUT_FILENO) else { return }
    throw .badFile("Cannot write to the standard output: \(reason).")
  }
}

/// The standard error, for messages.
package enum StandardError {
  /// Writes a text with its control characters escaped; a failure to write is ignored, as it cannot
  /// be reported anywhere.
  package static func write(_ text: String) {
    _ = FileDescriptor.write(Array(shown(text, keepsLines: true).utf8), to: STDERR_FILENO)
  }

  /// Prints a sentence after the program's name.
  package static func say(_ sentence: String) { write("feellab: \(sentence)\n") }

  /// Reports on a terminal that a file has been written, and its content; prints nothing for the
  /// standard output.
  package static func tellWritten(_ path: String, _ words: String? = nil) {
    guard path != "-", Terminal.showsWords else { return }
    write("feellab: \(quoted(path)) is written\(words.map { ": \($0)" } ?? "")\n")
  }
}

/// System calls on file descriptors.
package enum FileDescriptor {
  /// Opens a file for reading, "-" being the standard input; negative, with `errno` set, on
  /// failure.
  static func opened(_ path: String) -> Int32 {
    path == "-" ? STDIN_FILENO : unsafe open(FileName.bytes(of: path), O_RDONLY | O_CLOEXEC)
  }

  /// Reads at most 64 KiB; also returns the result of read(2).
  static func read(_ descriptor: Int32) -> (bytes: [UInt8], result: Int) {
    var result = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      result = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      count = max(0, result)
    }
    return (bytes, result)
  }

  /// A new pipe that child processes do not inherit; `nil`, with `errno` set, on failure.
  package static func pipe() -> (out: Int32, in: Int32)? {
    var ends: [Int32] = [0, 0]
    guard unsafe Glibc.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Writes all bytes; returns the system's reason on failure.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> String? {
    unsafe bytes.withUnsafeBytes { buffer in unsafe write(buffer, to: descriptor) }
  }

  /// Writes all bytes of a buffer, unless abandoned; returns the system's reason on failure.
  static func write(
    _ buffer: UnsafeRawBufferPointer, to descriptor: Int32, isAbandoned: () -> Bool = { false }
  ) -> String? {
    var start = 0
    while start < buffer.count, !isAbandoned() {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[start...])
      let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        start += count
      } else if errno == EAGAIN {
        // Non-blocking, perhaps set by a process that shares the descriptor: wait until the reader
        // has made room.
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&wanted, 1, 100)
      } else if errno != EINTR {
        return systemReason()
      }
    }
    return nil
  }
}

/// The system's message for `errno`.
package func systemReason() -> String {
  let code = errno
  guard let text = unsafe strerror(code) else { return "error \(code)" }
  return unsafe String(cString: text)
}
