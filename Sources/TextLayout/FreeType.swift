internal import CFreeType

/// FreeType, started; it ends with the last font that holds it.
@safe final class FreeType {
  let library: FT_Library

  init() throws(FontError) {
    var library: FT_Library?
    let code = unsafe FT_Init_FreeType(&library)
    guard code == 0, let library = unsafe library else { throw .freeType(code: code) }
    unsafe self.library = library
  }

  deinit { _ = unsafe FT_Done_FreeType(library) }
}
