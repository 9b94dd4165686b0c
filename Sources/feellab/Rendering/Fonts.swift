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
}
