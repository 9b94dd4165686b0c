public import Feel
public import FeelTrace

/// What surrounds a scene: its place, the device, and the values of its parameters.
public struct Stage: Hashable, Sendable {
  /// The scene's place in the window, in points.
  public var frame: Rect
  /// Device pixels per point.
  public var scale: Double
  /// Whether motion that is only for show is left out.
  public var reducedMotion: Bool
  /// The values of the scene's parameters.
  public var parameters: ParameterSet
  /// Whether it is shown alone, to be looked at from afar: a scene leaves out what only helps a
  /// hand at the window.
  public var isAlone = false
  /// Whether a scene writes the numbers of its motion beside it: nothing else has them.
  public var showsNumbers = true
  /// The last gesture in the scenes that were shown before.
  public var gesture: MotionTrack?
  /// A motion brought in from outside.
  public var data: MeasuredData?
  /// The program that is watched.
  public var source: ObservedSource?

  /// Creates a stage.
  public init(frame: Rect, scale: Double, reducedMotion: Bool, parameters: ParameterSet) {
    (self.frame, self.scale) = (frame, scale)
    (self.reducedMotion, self.parameters) = (reducedMotion, parameters)
  }

  /// How many times as large as on an ordinary stage controls and their words are drawn, 1…2.5.
  ///
  /// Up to 1200 × 732 points, which a window of 1200 × 800 has, they are as large as they were
  /// designed; on a larger one they grow with it. What a hand feels does not: laws, slop and
  /// velocities are in points on every stage.
  public var growth: Double {
    min(2.5, max(1, min(frame.width / Self.ordinary.width, frame.height / Self.ordinary.height)))
  }

  /// How many times as wide as an ordinary stage it is, at least 1: what lies across it grows with
  /// that.
  public var breadth: Double { max(1, frame.width / Self.ordinary.width) }

  /// How low it is, 0…1: a group that has room around it on an ordinary stage stands closer, step
  /// by step, down to two thirds of its height.
  public var lowness: Double { min(1, max(0, 3 * (1 - frame.height / Self.ordinary.height))) }

  private static let ordinary = Size(1200, 732)
}

/// An order that one part gives to the others of its scene, such as a button's.
public struct Command: Hashable, Sendable {
  /// Its name: "go-to".
  public var name: String
  /// The number it takes, where it takes one.
  public var number: Double?

  /// What a scene that is not under test is told right after the second press of a double click.
  ///
  /// The session counts the presses, so their distance in time is the hand's, whatever the speed of
  /// the stage's clock.
  public static let doubleClick = Command("double-click")

  /// Creates an order.
  public init(_ name: String, _ number: Double? = nil) { (self.name, self.number) = (name, number) }
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

/// How a hand holds a part.
public enum Hold: Hashable, Sendable {
  /// Not at all.
  case none
  /// A press holds it and can be abandoned.
  case pressed
  /// A pointer moves it: the stage's clock then runs in real time.
  case tracked
}

/// What a part does with the keyboard.
public struct KeyboardUse: Hashable, Sendable {
  /// Whether Tab and a press give it the keyboard.
  public var isStop: Bool
  /// Whether the wheel moves it only while it has the keyboard, as a value must not change in
  /// passing.
  public var claimsWheel: Bool
  /// The characters that are keys of its own while it has the keyboard; none that is a key of the
  /// window.
  public var characters: String
  /// Whether Space is a key of its own while it has the keyboard; where it is none it pauses the
  /// stage.
  public var takesSpace: Bool
  /// Whether an arrow with Shift is a key of its own while it has the keyboard; where it is none it
  /// flicks.
  public var takesShiftedArrows: Bool
  /// Along which axes the mouse flicks it, and so a key may.
  public var flicks: Set<DragAxis>

  /// Creates a use of the keyboard; that of most parts unless told otherwise.
  public init(
    isStop: Bool = true, claimsWheel: Bool = false, characters: String = "",
    takesSpace: Bool = true, takesShiftedArrows: Bool = false, flicks: Set<DragAxis> = []
  ) {
    (self.isStop, self.claimsWheel) = (isStop, claimsWheel)
    (self.characters, self.takesSpace) = (characters, takesSpace)
    (self.takesShiftedArrows, self.flicks) = (takesShiftedArrows, flicks)
  }
}

/// One control of a scene with its look: what scenes are put together from.
///
/// A part is a value, and every one sees every pointer event: a control knows by itself what lies
/// in its hit box and what it holds. How it is held and when it is due change only where something
/// mutates it.
public protocol Part: Sendable {
  /// The rectangle around all of it that can be pressed, in points.
  var hitBox: Rect { get }
  /// Whether a press at a place reaches it, and the wheel moves it there: in its drawn shape, and
  /// for a finger up to 8 points around it where it is a button.
  func isHit(at location: Vector, by device: PointerSample.Device) -> Bool
  /// Whether it was given room on the stage: without any it is neither drawn nor reached.
  var isPresent: Bool { get }
  /// Takes its place and the values of the parameters; nothing that moves may jump.
  mutating func place(in frame: Rect, _ stage: Stage, at now: Instant)
  /// Learns of the same part with the other set of parameters, which is drawn with it; of none once
  /// nothing is compared.
  mutating func stand(beside other: (any Part)?)

  /// Takes an event: every pointer event and cancel, keys and wheel if they are for it.
  mutating func handle(_ event: InputEvent) -> Response
  /// Lets time pass without input; calling it early, late or twice is harmless.
  mutating func advance(to now: Instant) -> [Effect]
  /// When `advance(to:)` must be called next.
  var deadline: Instant? { get }
  /// Whether it looks different after `now` by time alone.
  func isMoving(at now: Instant) -> Bool

  /// Draws it.
  func draw(into canvas: inout Canvas, at now: Instant, focus: FocusLook)
  /// What the pointer looks like at a place, if that is its to say.
  func cursor(at location: Vector) -> Cursor?
  /// The numbers and words that say in which state it is; none if it has no state.
  func state(at now: Instant) -> [StateField]
  /// What it is, says and does, for assistive technology; what takes the keyboard comes first.
  func accessibility(at now: Instant) -> [AccessibilityElement]

  /// How a hand holds it.
  var hold: Hold { get }
  /// What it does with the keyboard.
  var keyboard: KeyboardUse { get }
  /// The text it edits, while it has the keyboard.
  var textField: TextField? { get set }
  /// What can be asked about its motion, if it has one to watch.
  func probe(at now: Instant) -> (any MotionProbe)?
  /// Takes an order; what it does not know it ignores.
  mutating func perform(_ command: Command, at now: Instant) -> [Effect]
  /// Hears what the scene's parts have just done, itself among them.
  mutating func hear(_ effects: [Effect])
  /// Sees what the program did that is watched.
  mutating func observe(_ content: ObservedLine.Content, at now: Instant)
}

extension Part {
  /// Anywhere in the rectangle.
  public func isHit(at location: Vector, by device: PointerSample.Device) -> Bool {
    hitBox.contains(location)
  }
  /// Where there is anything to press.
  public var isPresent: Bool { !hitBox.isEmpty }
  /// It looks the same beside another.
  public mutating func stand(beside other: (any Part)?) {}
  /// Nothing can be held.
  public var hold: Hold { .none }
  /// Takes the keyboard, and claims nothing else.
  public var keyboard: KeyboardUse { KeyboardUse() }
  /// No text.
  public var textField: TextField? {
    get { nil }
    set {}
  }
  /// No motion.
  public func probe(at now: Instant) -> (any MotionProbe)? { nil }
  /// No order is known.
  public mutating func perform(_ command: Command, at now: Instant) -> [Effect] { [] }
  /// Nothing that others do is its concern.
  public mutating func hear(_ effects: [Effect]) {}
  /// No other program is, either.
  public mutating func observe(_ content: ObservedLine.Content, at now: Instant) {}

  /// Whether a press, dragging or not, can be abandoned.
  package var isHeld: Bool { hold != .none }
}
