package import Feel
package import Stage

/// How long an element is along one axis.
package enum Extent: Hashable, Sendable {
  /// As long as what is in it.
  case fit
  /// As long as what is in it, but no longer than what the others leave.
  case shrink
  /// As long as what is in it, but at least so long, in points.
  case atLeast(Double)
  /// In points.
  case fixed(Double)
  /// A share of what the others leave, by its weight.
  case fill(Double = 1)
}

/// The space that an element keeps free inside its edges, in points.
package struct Insets: Hashable, Sendable {
  package var left, top, right, bottom: Double

  package init(_ x: Double, _ y: Double) { (left, top, right, bottom) = (x, y, x, y) }

  package init(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  package static let none = Insets(0, 0)
}

/// How an element and its children are laid out.
package struct Box: Hashable, Sendable {
  package enum Axis: Hashable, Sendable { case horizontal, vertical }

  /// Along which axis its children follow each other.
  package var axis = Axis.vertical
  package var width = Extent.fill()
  package var height = Extent.fit
  /// Between two children, in points.
  package var gap = 0.0
  package var padding = Insets.none
  /// Where it lies in the window, whatever its parent says; it then takes no room there.
  package var frame: Rect?
  /// Whether the arrow keys move the keyboard among its children.
  package var isRoving = false

  package init(
    _ axis: Axis = .vertical, width: Extent = .fill(), height: Extent = .fit, gap: Double = 0,
    padding: Insets = .none, frame: Rect? = nil
  ) {
    (self.axis, self.width, self.height) = (axis, width, height)
    (self.gap, self.padding, self.frame) = (gap, padding, frame)
  }
}

/// What a hand or the keyboard did to an element.
package enum Gesture: Hashable, Sendable {
  /// It was clicked, or Space or Return was pressed while it had the keyboard.
  case pressed
  /// A row of a list was chosen, by its index.
  case chosen(Int)
  /// A row was clicked twice.
  case opened(Int)
  /// The secondary button went down, at a place in the window.
  case secondary(at: Vector)
  case slid(Slide)
  /// The pointer did something over it, or while it held a press of it.
  case pointed(PointerSample)
  /// The wheel turned over it.
  case wheeled(WheelSample)
  /// A key was pressed while it had the keyboard that it has no use for itself.
  case keyed(KeySample)
  /// A key, the wheel or a drag moved its value.
  case stepped(Step)
  /// A field's text became another.
  case typed(String)
  /// Return was pressed in a field.
  case entered(String)
  /// A field with an edited text lost the keyboard.
  case left(String)
  /// Escape was pressed, or the pointer pressed outside it. What was stepped or typed is taken
  /// back.
  case dismissed

  /// The part of a drag.
  package enum Slide: Hashable, Sendable {
    case began(Vector)
    /// How far it is from where it began, in points.
    case moved(by: Vector)
    /// Where it ended, and over which element if it was dragged.
    case ended(at: Vector, over: String?)
    case cancelled
    /// Where a slider's thumb is, 0…1.
    case set(Double)
  }

  /// How far a value is moved.
  package struct Step: Hashable, Sendable {
    /// In steps; infinite for an end of the range.
    package let count: Double
    /// Whether it is the first step of a held key, a run of wheel turns or a drag.
    package let begins: Bool
  }

  /// What kinds of gesture an element can ask something for.
  package enum Kind: Hashable, Sendable {
    case press, double, secondary, control, choose, slide, key, edit, pointer, wheel
    /// Arrow keys, Page Up and Down, Home and End, and the wheel over a focused field.
    case step
    /// A drag sideways: two points are a step, with Shift twenty.
    case scrub
    /// Words about it: whoever has this is answered as the panels' subject.
    case help
  }
}

/// One element of a panel.
package struct Node: Hashable, Sendable {
  /// Its name, which nothing else in the window has; an element that nothing is done to needs none.
  package var id = ""
  package var box = Box()
  package var look = Look.none
  /// What is said when the pointer rests on it.
  package var tip = ""
  /// The pointer's shape over it.
  package var cursor: Cursor?
  /// Whether Tab stops at it.
  package var isStop = false
  package var isDisabled = false
  /// Whether a press acts at once, and again and again while it is held.
  package var repeats = false
  /// The keys that it handles itself while it has the focus.
  package var keys: Set<KeySample.Key> = []
  /// Whether it counts for nothing now: it looks as if it waited, unless it has the keyboard.
  package var isFaint = false
  /// Its index in the list that it is a row of.
  package var row: Int?
  /// The index after its last descendant.
  var end = 0
  // Its words, by their index in the tree.
  var said: Int?

  package init(
    _ id: String = "", _ look: Look = .none, _ box: Box = Box(), tip: String = "",
    isStop: Bool = false, isDisabled: Bool = false, cursor: Cursor? = nil
  ) {
    (self.id, self.look, self.box, self.tip) = (id, look, box, tip)
    (self.isStop, self.isDisabled, self.cursor) = (isStop, isDisabled, cursor)
  }

  /// Whether it is a field that has the keyboard as soon as its panel opens.
  var startsTyping: Bool { if case .field(let field) = look { field.starts } else { false } }

  /// Whether what is in it can be scrolled.
  var scrolls: Bool {
    switch look {
    case .list, .scroll: true
    default: false
    }
  }

  /// Whether the pointer finds it.
  var isLive: Bool { !id.isEmpty }
}
