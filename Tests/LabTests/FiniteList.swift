import Raster

extension DisplayList {
  /// Whether all its numbers are finite.
  var isFinite: Bool {
    // Searching bytes is far faster than searching characters.
    let words = Array("\(self)".utf8)
    return !words.contains("nan".utf8) && !words.contains("inf".utf8)
  }
}
