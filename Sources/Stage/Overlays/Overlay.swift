/// Something that is drawn over the stage to see a motion by.
public enum Overlay: String, Hashable, Sendable, CaseIterable {
  /// Position, velocity and state as numbers and a word.
  case hud
  /// The velocity as an arrow.
  case velocity
  /// Where the control comes to rest, or would if it were let go now.
  case rest
  /// Why what was let go rests there: each step from the hand's samples to the rest, and what it
  /// would have taken to rest elsewhere.
  case explanation
  /// Where the control was a moment ago.
  case ghosts
  /// Ends, places to rest, and how far a press may drift before it drags.
  case bounds
  /// The pointer's samples, and which of them make a release's velocity.
  case samples
  /// How long frames take; known to a window only.
  case frames
  /// How old the input is when its frame is sent; known to a window only.
  case age

  /// Its key.
  public var letter: Character {
    switch self {
    case .hud: "h"
    case .velocity: "v"
    case .rest: "t"
    case .explanation: "e"
    case .ghosts: "g"
    case .bounds: "b"
    case .samples: "s"
    case .frames: "f"
    case .age: "i"
    }
  }

  /// The overlay of a key, if it has one.
  public init?(letter: Character) {
    guard let overlay = Self.allCases.first(where: { $0.letter == letter }) else { return nil }
    self = overlay
  }
}

extension Set<Overlay> {
  /// The overlays of some keys, "hvt"; `nil` where a letter is the key of none.
  public init?(letters: String) {
    let overlays = letters.compactMap(Overlay.init(letter:))
    guard overlays.count == letters.count else { return nil }
    self.init(overlays)
  }

  /// The keys of the overlays, in their usual order.
  public var letters: String { String(Overlay.allCases.filter(contains).map(\.letter)) }
}
