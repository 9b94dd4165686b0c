public import Feel
public import FeelTrace

/// What surrounds a scene: its place, the device, and the values of its parameters.
public struct Stage: Hashable, Sendable {
  /// The scene's place in the window, in points.
  public var frame: Rect
  /// Device pixels a point.
  public var scale: Double
  /// Whether what moves only for show should not.
  public var reducedMotion: Bool
  /// The values of the scene's parameters.
  public var parameters: ParameterSet
  /// The last gesture in the scenes that were shown before.
  public var gesture: MotionTrack?
  /// A motion brought in from outside.
  public var data: MeasuredData?

  /// Creates a stage.
  public init(frame: Rect, scale: Double, reducedMotion: Bool, parameters: ParameterSet) {
    (self.frame, self.scale) = (frame, scale)
    (self.reducedMotion, self.parameters) = (reducedMotion, parameters)
  }
}

/// An order that a part gives to the others of its scene, such as a button's.
public struct Command: Hashable, Sendable {
  /// Its name: "go-to".
  public var name: String
  /// The number it takes, where it takes one.
  public var number: Double?

  /// What a scene that is not under test is told right after the second press of a double click.
  ///
  /// The session counts the presses: they are as far apart as the hand made them, however fast or slow the stage's clock goes.
  public static let doubleClick = Command("double-click")

  /// Creates an order.
  public init(_ name: String, _ number: Double? = nil) {
    (self.name, self.number) = (name, number)
  }
}

/// What a part answers to an event.
public struct Response: Hashable, Sendable {
  /// What its control did.
  public var effects: [Effect] = []
  /// What it orders the others to do.
  public var command: Command?

  /// Creates an answer.
  public init(_ effects: [Effect] = [], command: Command? = nil) {
    (self.effects, self.command) = (effects, command)
  }
}

/// One control of a scene with its look: what scenes are put together from.
///
/// A part is a value, and every one sees every pointer event: a control knows by itself what lies in its hit box and what it holds.
public protocol Part: Sendable {
  /// Where a press reaches it and the wheel moves it, in points.
  var hitBox: Rect { get }
  /// Whether it takes the keyboard.
  var takesFocus: Bool { get }
  /// Whether the wheel moves it only while it has the keyboard, as a value must not change in passing.
  var wheelNeedsFocus: Bool { get }

  /// The characters that are keys of its own while it has the keyboard; none that is a key of the window.
  var characterKeys: String { get }

  /// Takes its place, and the values of the parameters; nothing that moves may jump.
  mutating func place(in frame: Rect, _ stage: Stage, at now: Instant)
  /// Takes an event: every pointer event and cancel, keys and wheel if they are for it.
  mutating func handle(_ event: InputEvent) -> Response
  /// Takes an order; what it does not know it ignores.
  mutating func perform(_ command: Command, at now: Instant) -> [Effect]
  /// Lets time pass without input; calling it early, late or twice is harmless.
  mutating func advance(to now: Instant) -> [Effect]
  /// When `advance(to:)` must be called next.
  var deadline: Instant? { get }
  /// Whether a pointer drags it: then the stage's clock runs as fast as the world's.
  var isTracking: Bool { get }
  /// Whether a press, dragging or not, can be abandoned.
  var isHeld: Bool { get }
  /// Whether it looks different after `now` by time alone.
  func isMoving(at now: Instant) -> Bool
  /// Draws it.
  func draw(into canvas: inout Canvas, at now: Instant, focus: FocusLook)
  /// Draws what floats above all parts while it is held.
  func drawAbove(into canvas: inout Canvas, at now: Instant)
  /// What the pointer looks like at a place, if that is its to say.
  func cursor(at location: Vector) -> Cursor?
  /// The numbers and words that say in which state it is.
  func state(at now: Instant) -> [StateField]
  /// What it is, says and does, for who cannot see it; what takes the keyboard comes first.
  func accessibility(at now: Instant) -> [AccessibilityElement]
  /// What it is doing, if it has a motion to watch: the reading's state, which is asked for with every report of the pointer.
  func motionState(at now: Instant) -> ControlState?
  /// What its motion is, if it has one to watch; while a hand holds it, it rests where it is, for a release is asked of a copy.
  func reading(at now: Instant) -> MotionReading?
  /// What it moves, or what it would move at the fixed place under which its content goes; where it is at a time.
  func movingShape(at now: Instant) -> MovingShape?
  /// What its motion meets, for who wants to see it.
  func limits(at now: Instant) -> MotionLimits?
  /// Draws over the same part of another set of parameters what is otherwise under its own, dashed.
  func drawGhost(over shown: any Part, into canvas: inout Canvas, at now: Instant)
  /// The outlines of what moves, the one that matters most first: what is drawn of it where it is not itself.
  func outlines(at now: Instant) -> [MovingShape]
  /// What a release would make of the pointer's samples, while a press holds it.
  func releaseEstimate(at now: Instant) -> VelocityEstimate?
  /// The text it edits, while it has the keyboard.
  var textField: TextField? { get set }
}

extension Part {
  /// Takes the keyboard.
  public var takesFocus: Bool { true }
  /// The wheel moves it wherever the pointer finds it.
  public var wheelNeedsFocus: Bool { false }
  /// Characters do nothing.
  public var characterKeys: String { "" }
  /// No order is known.
  public mutating func perform(_ command: Command, at now: Instant) -> [Effect] { [] }
  /// Time alone does nothing.
  public mutating func advance(to now: Instant) -> [Effect] { [] }
  /// Nothing is due.
  public var deadline: Instant? { nil }
  /// Nothing is dragged.
  public var isTracking: Bool { false }
  /// Held while dragged.
  public var isHeld: Bool { isTracking }
  /// Nothing floats.
  public func drawAbove(into canvas: inout Canvas, at now: Instant) {}
  /// No state.
  public func state(at now: Instant) -> [StateField] { [] }
  /// Nothing to say.
  public func accessibility(at now: Instant) -> [AccessibilityElement] { [] }
  /// That of the reading.
  public func motionState(at now: Instant) -> ControlState? { reading(at: now)?.state }
  /// No motion.
  public func reading(at now: Instant) -> MotionReading? { nil }
  /// Nothing that could leave ghosts.
  public func movingShape(at now: Instant) -> MovingShape? { nil }
  /// Nothing is known of any limits.
  public func limits(at now: Instant) -> MotionLimits? { nil }
  /// Its outlines say it all.
  public func drawGhost(over shown: any Part, into canvas: inout Canvas, at now: Instant) {}
  /// No outlines.
  public func outlines(at now: Instant) -> [MovingShape] { [] }
  /// No samples.
  public func releaseEstimate(at now: Instant) -> VelocityEstimate? { nil }
  /// No text.
  public var textField: TextField? {
    get { nil }
    set {}
  }
}
