public import Feel
public import FeelTrace

/// The environment of a scene: its frame, the device, and the parameter values.
public struct Stage: Hashable, Sendable {
  /// The scene's place in the window, in points.
  public var frame: Rect
  /// Device pixels per point.
  public var scale: Double
  /// Whether motion that is only for show is omitted.
  public var reducedMotion: Bool
  /// The values of the scene's parameters.
  public var parameters: ParameterSet
  /// Whether it is shown alone, to be viewed from a distance: a scene then omits aids for a user at
  /// the window.
  public var isAlone = false
  /// Whether a scene writes its motion's numbers beside it, as no panel shows them.
  public var showsNumbers = true
  /// The last gesture in the scenes shown before.
  public var gesture: MotionTrack?
  /// An imported motion.
  public var data: MeasuredData?
  /// The observed program.
  public var source: ObservedSource?

  /// Creates a stage.
  public init(frame: Rect, scale: Double, reducedMotion: Bool, parameters: ParameterSet) {
    (self.frame, self.scale) = (frame, scale)
    (self.reducedMotion, self.parameters) = (reducedMotion, parameters)
  }

  /// The scale of controls and their labels relative to an ordinary stage, 1…2.5.
  ///
  /// Up to 1200 × 732 points, the stage of a 1200 × 800 window, the scale is 1; larger stages scale
  /// up. The feel does not scale: laws, slop and velocities are in points on every stage.
  public var growth: Double {
    min(2.5, max(1, min(frame.width / Self.ordinary.width, frame.height / Self.ordinary.height)))
  }

  /// The width relative to an ordinary stage, at least 1; content laid out across it scales with
  /// this.
  public var widthScale: Double { max(1, frame.width / Self.ordinary.width) }

  /// How low the stage is: 0 at the ordinary height, 1 at two thirds of it; groups with spare room
  /// move closer, step by step.
  public var flatness: Double { min(1, max(0, 3 * (1 - frame.height / Self.ordinary.height))) }

  private static let ordinary = Size(1200, 732)
}

/// A command of one part, such as a button, to all parts of its scene.
public struct Command: Hashable, Sendable {
  /// Its name: "go-to".
  public var name: String
  /// Its number, if it has one.
  public var number: Double?

  /// The command sent after the second press of a double click, to a scene that is not under test.
  ///
  /// The session counts the presses, so their interval is the hand's, whatever the stage's speed.
  public static let doubleClick = Command("double-click")

  /// Creates a command.
  public init(_ name: String, _ number: Double? = nil) { (self.name, self.number) = (name, number) }
}

/// A part's response to an event.
public struct Response: Hashable, Sendable {
  /// The effects of its control.
  public var effects: [Effect] = []
  /// A command for all parts.
  public var command: Command?

  /// Creates a response.
  public init(_ effects: [Effect] = [], command: Command? = nil) {
    (self.effects, self.command) = (effects, command)
  }
}

/// How a hand holds a part.
public enum Hold: Hashable, Sendable {
  /// Not at all.
  case none
  /// Held by a press that can be abandoned.
  case pressed
  /// Dragged by a pointer: the stage's clock then runs in real time.
  case tracked
}

/// How a part uses the keyboard.
public struct KeyboardUse: Hashable, Sendable {
  /// Whether Tab and a press give it the keyboard.
  public var isStop: Bool
  /// Whether the wheel moves it only while focused, as a value must not change in passing.
  public var claimsWheel: Bool
  /// The characters it handles while focused; none of them is a key of the window.
  public var characters: String
  /// Whether it handles Space while focused; otherwise Space pauses the stage.
  public var takesSpace: Bool
  /// Whether it handles Shift with an arrow while focused; otherwise that flicks.
  public var takesShiftedArrows: Bool
  /// The axes along which the mouse, and hence a key, can flick it.
  public var flicks: Set<DragAxis>

  /// Creates a keyboard use; the defaults suit most parts.
  public init(
    isStop: Bool = true, claimsWheel: Bool = false, characters: String = "",
    takesSpace: Bool = true, takesShiftedArrows: Bool = false, flicks: Set<DragAxis> = []
  ) {
    (self.isStop, self.claimsWheel) = (isStop, claimsWheel)
    (self.characters, self.takesSpace) = (characters, takesSpace)
    (self.takesShiftedArrows, self.flicks) = (takesShiftedArrows, flicks)
  }
}

/// A control of a scene with its appearance: the building block of scenes.
///
/// A part is a value, and every part gets every pointer event: it decides itself what lies in its
/// hit box and what it holds. Its hold and deadline change only when it is mutated.
public protocol Part: Sendable {
  /// The rectangle around everything in it that can be pressed, in points.
  var hitBox: Rect { get }
  /// Whether a press at a location hits it, and the wheel moves it there: inside its drawn shape
  /// or, for a finger on a button, up to 8 points around it.
  func isHit(at location: Vector, by device: PointerSample.Device) -> Bool
  /// Whether it has room on the stage; without any, it is neither drawn nor hit.
  var isPresent: Bool { get }
  /// Lays out the part and applies the parameters; nothing that moves may jump.
  mutating func place(in frame: Rect, _ stage: Stage, at now: Instant)
  /// Receives the same part under the other set of parameters, to be drawn with it, or `nil` once
  /// the comparison ends.
  mutating func stand(beside other: (any Part)?)

  /// Handles an event: every pointer event and cancel, plus keys and wheel addressed to it.
  mutating func handle(_ event: InputEvent) -> Response
  /// Advances time without input; calling it early, late or twice is harmless.
  mutating func advance(to now: Instant) -> [Effect]
  /// When `advance(to:)` must be called next.
  var deadline: Instant? { get }
  /// Whether time alone changes its look after `now`.
  func isMoving(at now: Instant) -> Bool

  /// Draws the part.
  func draw(into canvas: inout Canvas, at now: Instant, focus: FocusLook)
  /// The pointer's shape at a location, if the part decides it.
  func cursor(at location: Vector) -> Cursor?
  /// The fields that describe its state; empty if it has none.
  func state(at now: Instant) -> [StateField]
  /// Its accessibility elements, the one that takes the keyboard first.
  func accessibility(at now: Instant) -> [AccessibilityElement]

  /// How a hand holds it.
  var hold: Hold { get }
  /// How it uses the keyboard.
  var keyboard: KeyboardUse { get }
  /// The text it edits while focused.
  var textField: TextField? { get set }
  /// A probe of its motion, if it has one to watch.
  func probe(at now: Instant) -> (any MotionProbe)?
  /// Performs a command; ignores unknown ones.
  mutating func perform(_ command: Command, at now: Instant) -> [Effect]
  /// Receives the effects of all the scene's parts, including its own.
  mutating func hear(_ effects: [Effect])
  /// Receives an event of the observed program.
  mutating func observe(_ content: ObservedLine.Content, at now: Instant)
}

extension Part {
  /// Anywhere in the hit box.
  public func isHit(at location: Vector, by device: PointerSample.Device) -> Bool {
    hitBox.contains(location)
  }
  /// Present if its hit box is not empty.
  public var isPresent: Bool { !hitBox.isEmpty }
  /// It looks the same in a comparison.
  public mutating func stand(beside other: (any Part)?) {}
  /// It cannot be held.
  public var hold: Hold { .none }
  /// It takes the keyboard, and claims nothing else.
  public var keyboard: KeyboardUse { KeyboardUse() }
  /// No text.
  public var textField: TextField? {
    get { nil }
    set {}
  }
  /// No motion.
  public func probe(at now: Instant) -> (any MotionProbe)? { nil }
  /// No commands.
  public mutating func perform(_ command: Command, at now: Instant) -> [Effect] { [] }
  /// Ignores effects.
  public mutating func hear(_ effects: [Effect]) {}
  /// Ignores observed programs.
  public mutating func observe(_ content: ObservedLine.Content, at now: Instant) {}

  /// Whether it is held, dragged or not, and the press can be abandoned.
  package var isHeld: Bool { hold != .none }
}
