internal import Glibc

/// Where data goes.
package enum StandardOutput {
  /// Writes a text, in which nothing is left that a terminal would obey.
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

/// Where words go.
package enum StandardError {
  /// Writes a text, in which nothing is left that a terminal would obey; what cannot be written
  /// there cannot be reported anywhere.
  package static func write(_ text: String) {
    _ = FileDescriptor.write(Array(shown(text, keepsLines: true).utf8), to: STDERR_FILENO)
  }

  /// Says a sentence, after the program's name.
  package static func say(_ sentence: String) { write("feellab: \(sentence)\n") }

  /// Says at a terminal that a file is written, and what is in it; of the standard output there is
  /// nothing to say.
  package static func tellWritten(_ path: String, _ words: String? = nil) {
    guard path != "-", Terminal.showsWords else { return }
    write("feellab: \(quoted(path)) is written\(words.map { ": \($0)" } ?? "")\n")
  }
}

/// What the system knows by a number.
package enum FileDescriptor {
  /// A file that is opened to be read, "-" the standard input; below 0, with the system's reason,
  /// where it cannot be.
  static func opened(_ path: String) -> Int32 {
    path == "-" ? STDIN_FILENO : unsafe open(FileName.bytes(of: path), O_RDONLY | O_CLOEXEC)
  }

  /// The next bytes, 64 KiB at most, and what read(2) answers.
  static func read(_ descriptor: Int32) -> (bytes: [UInt8], result: Int) {
    var result = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      result = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      count = max(0, result)
    }
    return (bytes, result)
  }

  /// The ends of a new pipe, which programs that are started do not inherit; `nil`, with the
  /// system's reason, where there is none.
  package static func pipe() -> (out: Int32, in: Int32)? {
    var ends: [Int32] = [0, 0]
    guard unsafe Glibc.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Writes all bytes; returns the system's reason if it fails.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> String? {
    unsafe bytes.withUnsafeBytes { buffer in unsafe write(buffer, to: descriptor) }
  }

  /// Writes all bytes of a buffer, unless nobody wants them any longer; returns the system's reason
  /// if it fails.
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
        // Whoever shares it has set it so; it takes the rest once the reader has made room.
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&wanted, 1, 100)
      } else if errno != EINTR {
        return systemReason()
      }
    }
    return nil
  }
}

/// What the system says of its last failure, in its own words.
package func systemReason() -> String {
  let code = errno
  guard let text = unsafe strerror(code) else { return "error \(code)" }
  return unsafe String(cString: text)
}
