internal import Glibc

/// What is known of the terminals that a run was started from.
package enum Terminal {
  /// Whether somebody sees the words as they come, and not a file or another program.
  static let showsWords = isatty(STDERR_FILENO) == 1

  /// How many letters fit on a line; 80 where no terminal says it.
  package static func columns(of descriptor: Int32) -> Int {
    var size = winsize()
    let isKnown = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }

  /// Refuses to send bytes that are no text to a terminal, which would obey some of them.
  ///
  /// - Throws: `CommandFailure` with the remedy.
  static func refuse(_ bytes: [UInt8], at descriptor: Int32) throws(CommandFailure) {
    // No text has a zero in it, and every PNG does.
    guard isatty(descriptor) == 1, bytes.contains(0) else { return }
    throw .usage(
      "These bytes are no text, and the output is a terminal: name a file with -o, or send them on "
        + "with | or >.")
  }
}
