/// Why no font could be opened.
public enum FontError: Error, Hashable, Sendable {
  /// FreeType could not be initialised; its error code.
  case freeType(code: Int32)
  /// fontconfig could not be initialised, or its configuration could not be read.
  case fontconfig
  /// No scalable font is installed that could replace the family.
  case noFont(family: String)
  /// The font file is missing, unreadable or not a font; its path and FreeType's error code.
  case unreadable(path: String, code: Int32)
}
