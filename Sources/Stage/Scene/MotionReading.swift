public import Feel

/// What moves, as a rounded rectangle on the stage.
public struct MovingShape: Hashable, Sendable {
  /// Where it is, in points.
  public var frame: Rect
  /// The radius of its corners, in points.
  public var radius: Double
  /// Which of several alike it is: "37".
  public var name: String?

  /// Creates a shape.
  public init(_ frame: Rect, radius: Double = 0, name: String? = nil) {
    (self.frame, self.radius, self.name) = (frame, radius, name)
  }
}

/// What one control's motion is at a moment, in words and numbers: what overlays, lanes and plots
/// are drawn from.
public struct MotionReading: Hashable, Sendable {
  /// Which control: "carousel", "slider".
  public var control: String
  /// Which of several things in it moves: the strip of a pager, or one of its pages.
  public var item = 0
  /// The unit of its position: "pt", or nothing for a share or a count.
  public var unit: String
  /// Where it is, in its unit.
  public var position: Double
  /// How fast it goes, in units a second, while it is dragged what a release would start with;
  /// `nil` where the control knows no velocity.
  public var velocity: Double?
  /// What it is doing.
  public var state: ControlState
  /// Where on the stage the moving thing is, in points.
  public var anchor: Vector
  /// How far on the stage it goes when the position grows by one unit, in points.
  public var direction: Vector
  /// How far it goes when the hand that holds it goes a point: 1, and more at the thumb of a scroll
  /// bar.
  public var perPoint = 1.0
  /// Whether what moves is content under a fixed place: then a position is marked on the content.
  public var isContent: Bool
  /// The position it will rest at if nothing else happens to it.
  public var rest: Double
  /// When it will rest, while it moves by itself.
  public var restTime: Instant?
  /// What is at a position that it can rest at, in words: "card 37".
  public var restName: String?
  /// The positions it may rest between.
  public var bounds: ClosedRange<Double>?
  /// The share of the pointer's travel that counts, while a drag is finer than the hand.
  public var rate: Double?
  /// The positions near the shown ones that it snaps to.
  public var snapPositions: [Double] = []
  /// Where the hand has it, in its unit, where that is not the stage's own pointer.
  public var hand: Double?
  /// The whole motion under way, where it is a scroll's.
  public var run: MotionRun?

  /// What comes to life and goes again in it, such as the pages of a pager, in order.
  public var items: [Item] = []

  /// One of several things that come to life and go again.
  public struct Item: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Whether it is alive, that is has appeared and not disappeared.
    public var isAlive: Bool
    /// Whether some of it is shown; one that is alive and not shown is about to disappear.
    public var isShown: Bool

    /// Creates an item.
    public init(_ name: String, isAlive: Bool, isShown: Bool) {
      (self.name, self.isAlive, self.isShown) = (name, isAlive, isShown)
    }
  }

  /// Creates a reading; what is left out is not known or not there.
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

  /// Where on the stage a position is now: on the content if that moves, else where the control
  /// will be at it.
  public func location(of position: Double) -> Vector {
    let way = direction * (position - self.position)
    return isContent ? anchor - way : anchor + way
  }
}
