internal import CFreeType

/// A FreeType library instance; freed with the last font that uses it.
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
