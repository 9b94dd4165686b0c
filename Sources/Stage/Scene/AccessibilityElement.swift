public import Feel

/// A node of the accessibility tree: what one thing on screen is, its value and its actions.
public struct AccessibilityElement: Hashable, Sendable {
  /// The kind of element; named as in WAI-ARIA where it has an equivalent.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// The whole window.
    case window
    /// A group of related elements.
    case group
    /// A group of related buttons.
    case toolbar
    /// An element activated by a click or a key.
    case button
    /// An on/off control.
    case `switch`
    /// A value dragged between two ends.
    case slider
    /// A value that is typed or stepped.
    case spinButton = "spinbutton"
    /// A choice from a list that opens.
    case comboBox = "combobox"
    /// An editable line of text.
    case textField = "textbox"
    /// A row of items, one of which is in the middle.
    case carousel
    /// Scrolling content.
    case list
    /// A row of page titles, one of which is selected.
    case tabList = "tablist"
    /// The title of one page.
    case tab
    /// A drawn curve with a readable description.
    case figure
    /// Numbers in rows.
    case table
    /// A row of a table.
    case row
    /// A list that floats over the window.
    case menu
    /// A line of a menu.
    case menuItem = "menuitem"
  }

  /// A temporary condition of an element.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// It has keyboard focus.
    case focused
    /// It is moving or held, so its value is not final.
    case busy
    /// It is not available now.
    case disabled
    /// It is the one shown.
    case selected
    /// It is on.
    case checked
    /// A press holds it.
    case pressed
    /// Its value is invalid.
    case invalid
    /// It is wholly or partly scrolled out of view.
    case offscreen
  }

  /// A keyboard action.
  public struct Action: Hashable, Sendable {
    /// The keys: "← →".
    public var keys: String
    /// The effect: "a card back, on".
    public var effect: String

    /// Creates an action.
    public init(_ keys: String, _ effect: String) { (self.keys, self.effect) = (keys, effect) }
  }

  /// Its name in effects, commands and files; unique within a tree.
  public var id: String
  /// Its kind.
  public var role: Role
  /// Its name.
  public var name: String
  /// Its current value in words; empty if it has none.
  public var value: String
  /// The text that is read aloud.
  public var spoken: String
  /// A description of its appearance; empty where the role suffices.
  public var details: String
  /// The text announced when it changes, or `nil` while there is nothing to announce.
  public var announced: String?
  /// The numeric value, if it has one.
  public var number: Double?
  /// The range of that number.
  public var range: ClosedRange<Double>?
  /// Its current states.
  public var states: Set<State>
  /// Its keyboard actions while focused or, for the window's own elements, at any time.
  public var actions: [Action]
  /// Where the pointer can reach it, in points.
  public var frame: Rect
  /// Its children, in reading order.
  public var children: [AccessibilityElement]

  /// Creates an element; by default its name and then its value are spoken, and the same text is
  /// announced.
  public init(
    _ role: Role, id: String = "", name: String, value: String = "", spoken: String? = nil,
    number: Double? = nil, in range: ClosedRange<Double>? = nil, states: Set<State> = [],
    actions: [Action] = [], frame: Rect = .zero, details: String = "",
    children: [AccessibilityElement] = []
  ) {
    (self.id, self.role, self.name, self.value) = (id, role, name, value)
    self.details = details
    self.spoken = spoken ?? (value.isEmpty ? name : "\(name), \(value)")
    announced = self.spoken
    (self.number, self.range, self.states) = (number, range, states)
    (self.actions, self.frame, self.children) = (actions, frame, children)
  }

  /// A copy with another announcement, or none.
  public func announcing(_ words: String?) -> AccessibilityElement {
    var element = self
    element.announced = words
    return element
  }

  /// The element and all its descendants, in reading order.
  public var all: [AccessibilityElement] { [self] + children.flatMap(\.all) }
}

extension Set<AccessibilityElement.State> {
  /// Creates the set of states that are true.
  public init(_ truths: KeyValuePairs<AccessibilityElement.State, Bool>) {
    self.init(truths.lazy.filter(\.value).map(\.key))
  }
}
