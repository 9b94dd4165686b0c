/// How a run comes to rest on a whole device pixel.
public enum PixelLanding: String, Hashable, Sendable, CaseIterable {
  /// The run is adjusted slightly to end there.
  case bends
  /// The run keeps its distance, and its end is rounded: a jump of half a pixel at most, as in GTK.
  case rounds
  /// It does not: it comes to rest wherever it ends.
  case none
}
