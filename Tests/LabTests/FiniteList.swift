import Raster

extension DisplayList {
  /// Whether each number in it is one.
  var isFinite: Bool {
    // Bytes are searched far faster than characters.
    let words = Array("\(self)".utf8)
    return !words.contains("nan".utf8) && !words.contains("inf".utf8)
  }
}
