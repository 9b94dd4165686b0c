public import Feel

/// A moving shape: a rounded rectangle on the stage.
public struct MovingShape: Hashable, Sendable {
  /// Where it is, in points.
  public var frame: Rect
  /// The radius of its corners, in points.
  public var radius: Double
  /// The name among similar items: "37".
  public var name: String?

  /// Creates a shape.
  public init(_ frame: Rect, radius: Double = 0, name: String? = nil) {
    (self.frame, self.radius, self.name) = (frame, radius, name)
  }
}

/// One control's motion at a moment, in words and numbers: the basis of overlays, lanes and plots.
public struct MotionReading: Hashable, Sendable {
  /// The control: "carousel", "slider".
  public var control: String
  /// Which of its items moves: the strip of a pager, or one of its pages.
  public var item = 0
  /// The unit of its position: "pt", or empty for a fraction or a count.
  public var unit: String
  /// The position, in its unit.
  public var position: Double
  /// The velocity, in units per second; during a drag, that of a release; `nil` where the control
  /// has no velocity.
  public var velocity: Double?
  /// The state of the control.
  public var state: ControlState
  /// The location of the moving thing on the stage, in points.
  public var anchor: Vector
  /// The displacement on the stage per unit of position, in points.
  public var direction: Vector
  /// The displacement per point of hand movement: 1, but more for a scroll bar's thumb.
  public var perPoint = 1.0
  /// Whether content moves under a fixed place, so that positions are marked on the content.
  public var isContent: Bool
  /// The position it will rest at if nothing else happens to it.
  public var rest: Double
  /// When it will rest, while it moves on its own.
  public var restTime: Instant?
  /// The name of a position that it can rest at: "card 37".
  public var restName: String?
  /// The range of positions it may rest in.
  public var bounds: ClosedRange<Double>?
  /// The fraction of pointer travel that counts, during a fine drag.
  public var rate: Double?
  /// The nearby positions that it snaps to.
  public var snapPositions: [Double] = []
  /// The hand's position, in its unit, if the hand is not the stage's own pointer.
  public var hand: Double?
  /// The whole motion under way, if it is a scroll.
  public var run: MotionRun?

  /// Items with a lifetime, such as the pages of a pager, in order.
  public var items: [Item] = []

  /// An item with a lifetime.
  public struct Item: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Whether it has appeared and not yet disappeared.
    public var isAlive: Bool
    /// Whether any of it is visible; if alive but not shown, it is about to disappear.
    public var isShown: Bool

    /// Creates an item.
    public init(_ name: String, isAlive: Bool, isShown: Bool) {
      (self.name, self.isAlive, self.isShown) = (name, isAlive, isShown)
    }
  }

  /// Creates a reading; omitted values are unknown or absent.
  public init(
    _ control: String, unit: String = "pt", position: Double, velocity: Double? = nil,
    state: ControlState, anchor: Vector, direction: Vector, isContent: Bool = false, rest: Double,
    restTime: Instant? = nil
  ) {
    (self.control, self.unit, self.position) = (control, unit, position)
    (self.velocity, self.state, self.anchor) = (velocity, state, anchor)
    (self.direction, self.isContent, self.rest) = (direction, isContent, rest)
    self.restTime = restTime
  }

  /// The location of a position on the stage: on the content if that moves, otherwise where the
  /// control would be.
  public func location(of position: Double) -> Vector {
    let way = direction * (position - self.position)
    return isContent ? anchor - way : anchor + way
  }
}
