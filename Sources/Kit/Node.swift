package import Feel
package import Stage

/// Length of an element along one axis.
package enum Extent: Hashable, Sendable {
  /// As long as its content.
  case fit
  /// As long as its content, but shortened to the remaining room.
  case shrink
  /// As long as its content, but at least this many points.
  case atLeast(Double)
  /// In points.
  case fixed(Double)
  /// A share of the remaining room, by weight.
  case fill(Double = 1)
}

/// An element's padding, in points.
package struct Insets: Hashable, Sendable {
  package var left, top, right, bottom: Double

  package init(_ x: Double, _ y: Double) { (left, top, right, bottom) = (x, y, x, y) }

  package init(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  package static let none = Insets(0, 0)
}

/// Layout of an element and its children.
package struct Box: Hashable, Sendable {
  package enum Axis: Hashable, Sendable { case horizontal, vertical }

  /// The axis along which the children are arranged.
  package var axis = Axis.vertical
  package var width = Extent.fill()
  package var height = Extent.fit
  /// Gap between children, in points.
  package var gap = 0.0
  package var padding = Insets.none
  /// A fixed frame in the window; the element then takes no room in its parent.
  package var frame: Rect?
  /// Whether the arrow keys move the focus among its children.
  package var isRoving = false

  package init(
    _ axis: Axis = .vertical, width: Extent = .fill(), height: Extent = .fit, gap: Double = 0,
    padding: Insets = .none, frame: Rect? = nil
  ) {
    (self.axis, self.width, self.height) = (axis, width, height)
    (self.gap, self.padding, self.frame) = (gap, padding, frame)
  }
}

/// A gesture of a pointer or the keyboard on an element.
package enum Gesture: Hashable, Sendable {
  /// Clicked, or Space or Return while focused.
  case pressed
  /// A row of a list was chosen, by index.
  case chosen(Int)
  /// A row was double-clicked.
  case opened(Int)
  /// The secondary button was pressed, at a location in the window.
  case secondary(at: Vector)
  case slid(Slide)
  /// A pointer event over the element or during a press on it.
  case pointed(PointerSample)
  /// The wheel turned over it.
  case wheeled(WheelSample)
  /// One of the element's own keys was pressed while it had the focus.
  case keyed(KeySample)
  /// A key, the wheel or a drag moved its value.
  case stepped(Step)
  /// A field's text changed.
  case typed(String)
  /// Return was pressed in a field.
  case entered(String)
  /// A field with an edited text lost the focus.
  case left(String)
  /// Escape was pressed, or the pointer pressed outside; steps and typed text are reverted.
  case dismissed

  /// A phase of a drag.
  package enum Slide: Hashable, Sendable {
    case began(Vector)
    /// Distance from the start of the drag, in points.
    case moved(by: Vector)
    /// Where it ended, and over which element if it was dragged.
    case ended(at: Vector, over: String?)
    case cancelled
    /// Position of a slider's thumb, 0…1.
    case set(Double)
  }

  /// A change of a value.
  package struct Step: Hashable, Sendable {
    /// In steps; infinite for an end of the range.
    package let count: Double
    /// Whether it is the first step of a held key, a run of wheel turns or a drag.
    package let begins: Bool
  }

  /// Kinds of gestures that an element can respond to.
  package enum Kind: Hashable, Sendable {
    case press, double, secondary, control, choose, slide, key, edit, pointer, wheel
    /// Arrow keys, Page Up and Down, Home and End, and the wheel over a focused field.
    case step
    /// A horizontal drag: 2 points per step, 20 with Shift.
    case scrub
    /// Help about the element, which may become the panels' `subject`.
    case help
  }
}

/// An element of a panel.
package struct Node: Hashable, Sendable {
  /// Unique id in the window; empty for an element that handles no gestures.
  package var id = ""
  package var box = Box()
  package var look = Look.none
  /// Its tooltip.
  package var tip = ""
  /// The pointer's shape over it.
  package var cursor: Cursor?
  /// Whether it is a Tab stop.
  package var isStop = false
  package var isDisabled = false
  /// Whether a press acts at once, and repeats while held.
  package var repeats = false
  /// The keys that it handles itself while it has the focus.
  package var keys: Set<KeySample.Key> = []
  /// Not used now: drawn faintly unless it has the focus.
  package var isFaint = false
  /// Its row index, if it is a row of a list.
  package var row: Int?
  /// The index after its last descendant.
  var end = 0
  // Index of its accessibility element in the tree.
  var said: Int?

  package init(
    _ id: String = "", _ look: Look = .none, _ box: Box = Box(), tip: String = "",
    isStop: Bool = false, isDisabled: Bool = false, cursor: Cursor? = nil
  ) {
    (self.id, self.look, self.box, self.tip) = (id, look, box, tip)
    (self.isStop, self.isDisabled, self.cursor) = (isStop, isDisabled, cursor)
  }

  /// Whether it is a field that gets the focus when its panel opens.
  var startsTyping: Bool { if case .field(let field) = look { field.starts } else { false } }

  var scrolls: Bool {
    switch look {
    case .list, .scroll: true
    default: false
    }
  }

  /// Whether hit testing finds it.
  var isLive: Bool { !id.isEmpty }
}
