internal import Synchronization
internal import TextLayout

extension FontBook {
  /// The fonts of the program.
  ///
  /// - Throws: `CommandFailure` when no font is installed.
  static func open() throws(CommandFailure) -> FontBook {
    do throws(FontError) {
      return try FontBook()
    } catch {
      let reason =
        switch error {
        case .freeType(let code): "FreeType does not start (error \(code))"
        case .fontconfig: "fontconfig does not start"
        case .noFont: "no scalable font is installed"
        case .unreadable(let path, let code): "\(path) cannot be read (FreeType error \(code))"
        }
      throw CommandFailure(
        .badFile, "There is no font to write with: \(reason). Install fonts-dejavu-core.")
    }
  }

  /// The fonts of the program, opened on a thread of its own while something else is done that takes as long.
  ///
  /// - Throws: `CommandFailure` when no font is installed, or what the other thing throws.
  static func open<Other>(
    during body: () throws(CommandFailure) -> Other
  ) throws(CommandFailure) -> (FontBook, Other) {
    let opening = Opening()
    let thread = WorkThread { opening.run() }
    let other = Result(catching: body)
    thread?.join()
    // Without a thread nothing has come of it yet.
    let fonts =
      if let opened = opening.result.withLock({ $0 }) { try opened.get() } else { try open() }
    return (fonts, try other.get())
  }

  /// What came of opening the fonts on another thread.
  private final class Opening: Sendable {
    let result = Mutex<Result<FontBook, CommandFailure>?>(nil)

    func run() {
      let fonts = Result { () throws(CommandFailure) in try FontBook.open() }
      result.withLock { $0 = fonts }
    }
  }
}
