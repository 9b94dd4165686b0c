internal import Glibc

/// The process's open files.
package enum OpenFiles {
  /// As many as opening a font or a display needs at once.
  private static let needed = 8

  /// The system's reason why hardly any file can be opened any more; `nil` if enough can.
  package static var shortage: String? {
    var files: [Int32] = []
    defer { for file in files { close(file) } }
    for _ in 0..<needed {
      let file = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
      if file < 0 {
        guard errno == EMFILE || errno == ENFILE, let text = unsafe strerror(errno) else {
          return nil
        }
        return unsafe String(cString: text)
      }
      files.append(file)
    }
    return nil
  }
}
