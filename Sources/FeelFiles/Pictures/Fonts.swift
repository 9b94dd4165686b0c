internal import Synchronization
package import TextLayout
internal import XWindow

extension FontBook {
  /// The typeface that the program is drawn for.
  package static let ownFamily = "Inter"

  /// The typefaces to write with, the first that is installed: the program's own, the desktop's,
  /// others made for interfaces, and what the system has in their place.
  ///
  /// - Parameter desktop: the family that the desktop writes with, where it says so.
  package static func families(desktop: String? = nil) -> [String] {
    [ownFamily] + (desktop.map { [$0] } ?? [])
      + ["Adwaita Sans", "Cantarell", "Noto Sans", "DejaVu Sans", "sans-serif"]
  }

  /// The fonts of the program.
  ///
  /// - Throws: `CommandFailure` when no font is installed, or none can be opened.
  package static func open(_ families: [String] = families()) throws(CommandFailure) -> FontBook {
    do throws(FontError) {
      return try FontBook(family: families[0], else: Array(families.dropFirst()))
    } catch {
      if let shortage = OpenFiles.shortage {
        throw .badFile(
          "The fonts cannot be opened: \(shortage). Raise the limit of open files: ulimit -n.")
      }
      let reason =
        switch error {
        case .freeType(let code): "FreeType does not start (error \(code))"
        case .fontconfig: "fontconfig does not start"
        case .noFont: "no scalable font is installed"
        case .unreadable(let path, let code): "\(path) cannot be read (FreeType error \(code))"
        }
      throw .badFile("No usable font: \(reason). Install fonts-inter or fonts-dejavu-core.")
    }
  }

  /// The fonts of the program, opened on a thread of its own while something else is done that
  /// takes as long.
  ///
  /// - Throws: `CommandFailure` when no font is installed, or what the other thing throws.
  package static func open<Other>(
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
