/// A drawing over the stage that makes a motion visible.
public enum Overlay: String, Hashable, Sendable, CaseIterable {
  /// Position, velocity and state as text.
  case hud
  /// The velocity as an arrow.
  case velocity
  /// Where the control will rest, or would if released now.
  case rest
  /// Why a release rests where it does: each step from pointer samples to rest, and what it would
  /// have taken to rest elsewhere.
  case explanation
  /// The control's recent positions.
  case ghosts
  /// Ends, snap positions, and how far a press may drift before it drags.
  case bounds
  /// The pointer's samples, and which of them count for the release velocity.
  case samples
  /// Frame times; available only in a window.
  case frames
  /// The age of the input when its frame is sent; available only in a window.
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

  /// The overlay with a key, if any.
  public init?(letter: Character) {
    guard let overlay = Self.allCases.first(where: { $0.letter == letter }) else { return nil }
    self = overlay
  }
}

extension Set<Overlay> {
  /// The overlays with some keys, such as "hvt"; `nil` if a letter is not a key.
  public init?(letters: String) {
    let overlays = letters.compactMap(Overlay.init(letter:))
    guard overlays.count == letters.count else { return nil }
    self.init(overlays)
  }

  /// The keys of the overlays, in standard order.
  public var letters: String { String(Overlay.allCases.filter(contains).map(\.letter)) }
}
