/// How a run comes to rest on a whole device pixel.
public enum PixelLanding: String, Hashable, Sendable, CaseIterable {
  /// The run is bent a little, so that it ends there by itself.
  case bends
  /// The run keeps its length, and its rest is rounded: a jump of half a pixel at most, as in GTK.
  case rounds
  /// Not at all: it rests wherever it ends.
  case none
}
