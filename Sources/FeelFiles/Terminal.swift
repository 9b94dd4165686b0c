internal import Glibc

/// Properties of the terminal a run was started from.
package enum Terminal {
  /// Whether the standard error is a terminal rather than a file or a pipe.
  static let showsWords = isatty(STDERR_FILENO) == 1

  /// The width of a terminal in characters; 80 if unknown.
  package static func columns(of descriptor: Int32) -> Int {
    var size = winsize()
    let isKnown = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }

  /// Refuses to send binary data to a terminal, which would interpret it as control codes.
  ///
  /// - Throws: `CommandFailure` with the remedy.
  static func refuse(_ bytes: [UInt8], at descriptor: Int32) throws(CommandFailure) {
    // Text has no zero bytes, and every PNG has.
    guard isatty(descriptor) == 1, bytes.contains(0) else { return }
    throw .usage(
      "These bytes are no text, and the output is a terminal: name a file with -o, or send them on "
        + "with | or >.")
  }
}
