public import Feel

/// What one thing on screen is, says and does, for assistive technology: a node of the
/// accessibility tree.
public struct AccessibilityElement: Hashable, Sendable {
  /// What kind of thing it is; the words are those of WAI-ARIA where it has one.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// The whole window.
    case window
    /// Things that belong together.
    case group
    /// Buttons that belong together.
    case toolbar
    /// Something that a click or a key sets off.
    case button
    /// Something that is on or off.
    case `switch`
    /// A value that is moved between two ends.
    case slider
    /// A value that is typed or stepped.
    case spinButton = "spinbutton"
    /// One of several words, from a list that opens.
    case comboBox = "combobox"
    /// A line of text to edit.
    case textField = "textbox"
    /// A row of things of which one is in the middle.
    case carousel
    /// Content that scrolls.
    case list
    /// Titles of pages, one of which is shown.
    case tabList = "tablist"
    /// The title of one page.
    case tab
    /// A drawn curve that can be read.
    case figure
    /// Numbers in rows.
    case table
    /// A row of such a table.
    case row
    /// A list that floats over the window.
    case menu
    /// A line of such a list.
    case menuItem = "menuitem"
  }

  /// What can be true of it for a while.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// It has the keyboard.
    case focused
    /// It moves or is held: what it says is not final.
    case busy
    /// Nothing can be done with it now.
    case disabled
    /// It is the one that is shown.
    case selected
    /// It is on.
    case checked
    /// A press holds it.
    case pressed
    /// What it says is wrong.
    case invalid
    /// It is scrolled out of sight, wholly or in part.
    case offscreen
  }

  /// Keys, and what they do to it.
  public struct Action: Hashable, Sendable {
    /// The keys: "← →".
    public var keys: String
    /// What they do: "a card back, on".
    public var effect: String

    /// Creates an action.
    public init(_ keys: String, _ effect: String) { (self.keys, self.effect) = (keys, effect) }
  }

  /// Its name in effects, commands and files; no two of one tree have the same.
  public var id: String
  /// What kind of thing it is.
  public var role: Role
  /// What it is called.
  public var name: String
  /// What it says at present, in words; empty if it says nothing.
  public var value: String
  /// What is read out of it.
  public var spoken: String
  /// What it looks like, in words; empty where its role says enough.
  public var details: String
  /// What is said aloud when it becomes another, or `nil` while there is nothing to say.
  public var announced: String?
  /// The value as a number, where it is one.
  public var number: Double?
  /// The least and the greatest number it can be.
  public var range: ClosedRange<Double>?
  /// What is true of it at present.
  public var states: Set<State>
  /// What the keyboard does to it while it has it, or, of the window's own things, at any time.
  public var actions: [Action]
  /// Where the pointer reaches it, in points.
  public var frame: Rect
  /// What it consists of, in reading order.
  public var children: [AccessibilityElement]

  /// Creates an element; unless told otherwise its name is spoken, then its value, and the same is
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

  /// The same element with something else to announce, or nothing.
  public func announcing(_ words: String?) -> AccessibilityElement {
    var element = self
    element.announced = words
    return element
  }

  /// It and all that it consists of, in reading order.
  public var all: [AccessibilityElement] { [self] + children.flatMap(\.all) }
}

extension Set<AccessibilityElement.State> {
  /// The states that are true.
  public init(_ truths: KeyValuePairs<AccessibilityElement.State, Bool>) {
    self.init(truths.lazy.filter(\.value).map(\.key))
  }
}
