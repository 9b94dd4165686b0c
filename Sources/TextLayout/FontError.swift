/// Why no font could be opened.
public enum FontError: Error, Hashable, Sendable {
  /// FreeType could not be started; its error number.
  case freeType(code: Int32)
  /// fontconfig could not be started, or its configuration could not be read.
  case fontconfig
  /// No scalable font is installed that could stand in for the family.
  case noFont(family: String)
  /// The font file is missing, unreadable or not a font; its path and FreeType's error number.
  case unreadable(path: String, code: Int32)
}
