public import FeelGeometry

/// A slider for whole numbers: the thumb follows the pointer continuously and comes to rest on an integer.
///
///     resting --press--> pressed --any motion--> dragging --release--> to the integer --> resting
///        ^                  |                        |
///        +-- click: there --+                        +-- cancel: back to the value before
///
/// The values are `minimum`, a `step` more and so on, and `maximum`. The thumb's place is a number between the ends; the value is the one that it is rounded to. The thumb's centre at a value is exactly the centre of that value's tick, at both ends and at any size.
public struct IntegerSlider: Hashable, Sendable {
  /// What the slider reports.
  public enum Effect: Hashable, Sendable {
    /// A drag began.
    case dragBegan
    /// The value is another.
    case valueChanged(Int)
    /// The drag ended with a release.
    case dragEnded
    /// The press or drag was abandoned; the value it began with is restored.
    case dragCancelled
  }

  /// What a press on the track does to the thumb.
  public enum Grip: String, Hashable, Sendable, CaseIterable {
    /// Nothing: from then on the thumb moves by the pointer's travel. A click goes to the value clicked on.
    case relative
    /// It comes under the pointer at once.
    case jumpToPointer
  }

  /// How the thumb moves while it is dragged.
  public enum DragStyle: String, Hashable, Sendable, CaseIterable {
    /// Continuously.
    case free
    /// From value to value.
    case snapping
  }

  /// How the thumb's place becomes a value.
  public enum Rounding: String, Hashable, Sendable, CaseIterable {
    /// To the nearest value, halves away from zero.
    case nearest
    /// To the value below.
    case down
    /// To the value above.
    case up
  }

  /// How the thumb gets to the integer after a release.
  public enum Landing: String, Hashable, Sendable, CaseIterable {
    /// By a critically damped spring with a response of 0.2 s.
    case spring
    /// At once.
    case jump
  }

  /// The thumb's diameter, in points.
  public static let thumbSize = 20.0
  /// The least height of the hit box, in points.
  public static let hitHeight = 44.0
  /// The least distance between two ticks, in points.
  public static let tickDistance = 8.0

  /// Where the slider is, in points; the thumb's centre moves between half a thumb from either end.
  public internal(set) var frame: Rect
  /// The least value.
  public var minimum: Int { grid.minimum }
  /// The greatest value.
  public var maximum: Int { grid.maximum }
  /// How far apart two values are; the last two may be nearer.
  public var step: Int { grid.step }
  /// The value.
  public internal(set) var value: Int
  /// What a press on the track does; a change applies from the next press on.
  public var grip: Grip
  /// How the thumb moves while it is dragged; a change applies from the next drag on.
  public var dragStyle: DragStyle
  /// How the thumb's place becomes a value; a change applies from the next motion on.
  public var rounding: Rounding
  /// How the thumb gets to the integer; a change applies from the next release on.
  public var landing: Landing
  /// Whether the slider can be moved by the user; see `setEnabled(_:at:)`.
  public internal(set) var isEnabled = true
  /// Whether the pointer is over the hit box.
  public var isHovered: Bool { pointer.isOver(hitBox) }

  var grid: IntegerGrid
  /// The thumb's place while it is held, between `minimum` and `maximum`.
  var held: Double?
  /// Whether the drag shows the thumb on values only.
  var isSnapping = false
  /// Where the thumb was when the drag's travel was last counted from, and what that travel was, in points.
  var anchorPlace = 0.0
  var anchorTravel = 0.0
  var valueAtPress = 0
  var drag = DragRecognizer(axis: .horizontal, slop: .none)
  var pointer = PointerPlace()
  var thumbMotion: Timed<SpringMotion>?
  var notches = NotchCount()
  var now = Instant.zero

  /// Creates a slider at rest, on the value nearest to the given one.
  ///
  /// - Precondition: `minimum <= maximum` and `step >= 1`.
  public init(
    frame: Rect, minimum: Int = 0, maximum: Int, step: Int = 1, value: Int = 0,
    grip: Grip = .relative, dragStyle: DragStyle = .free, rounding: Rounding = .nearest,
    landing: Landing = .spring
  ) {
    self.frame = frame.plausible
    grid = IntegerGrid(minimum: minimum, maximum: maximum, step: step)
    self.value = grid.nearest(value)
    (self.grip, self.dragStyle) = (grip, dragStyle)
    (self.rounding, self.landing) = (rounding, landing)
  }

  /// Where a press begins a drag, in points: the frame, at least 44 points high.
  public var hitBox: Rect {
    frame.inset(by: 0, min(0, (frame.height - Self.hitHeight) / 2))
  }
}
