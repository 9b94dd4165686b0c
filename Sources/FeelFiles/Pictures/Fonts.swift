internal import Synchronization
package import TextLayout
internal import XWindow

extension FontBook {
  /// The typeface the interface is designed for.
  package static let ownFamily = "Inter"

  /// The typefaces to use, in order of preference: the program's own, the desktop's, other
  /// interface fonts, and the system's default.
  ///
  /// - Parameter desktop: the desktop's interface font, if it has set one.
  package static func families(desktop: String? = nil) -> [String] {
    [ownFamily] + (desktop.map { [$0] } ?? [])
      + ["Adwaita Sans", "Cantarell", "Noto Sans", "DejaVu Sans", "sans-serif"]
  }

  /// Opens the program's fonts.
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

  /// Opens the program's fonts on another thread while `body` runs.
  ///
  /// - Throws: `CommandFailure` when no font is installed, or what `body` throws.
  package static func open<Other>(
    during body: () throws(CommandFailure) -> Other
  ) throws(CommandFailure) -> (FontBook, Other) {
    let opening = Opening()
    let thread = WorkThread { opening.run() }
    let other = Result(catching: body)
    thread?.join()
    // If no thread could be started, there is no result yet.
    let fonts =
      if let opened = opening.result.withLock({ $0 }) { try opened.get() } else { try open() }
    return (fonts, try other.get())
  }

  /// The result of opening the fonts on another thread.
  private final class Opening: Sendable {
    let result = Mutex<Result<FontBook, CommandFailure>?>(nil)

    func run() {
      let fonts = Result { () throws(CommandFailure) in try FontBook.open() }
      result.withLock { $0 = fonts }
    }
  }
}
