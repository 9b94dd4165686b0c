internal import Feel
package import Raster
package import Stage
package import TextLayout

/// The appearance of an element.
package enum Look: Hashable, Sendable {
  case none
  case ground(Ground)
  /// A dividing line.
  case divider
  case label(Label)
  /// The letter of a set: A or B.
  case badge(isB: Bool)
  /// Small text wrapped to this many lines.
  case paragraph(String, Ink, lines: Int)
  case button(Push)
  /// A row of a list or a menu.
  case item(Item)
  /// A checkbox with its title.
  case tick(String, isOn: Bool)
  case field(Field)
  /// A row of a form. It lights up under the pointer; its last child shows the focus ring.
  case row
  case slider(Slider)
  /// A switch, on or off.
  case toggle(Bool)
  /// The arrow of a foldable heading.
  case fold(isOpen: Bool)
  case list(List)
  /// A scrolling column.
  case scroll
  /// The share of an operation that is done, 0…1.
  case progress(Double)
  /// A one-line message about the last action.
  case message(String)
  /// A draggable line between two panels.
  case grip(isUpright: Bool)
  /// Drawn by the panel itself.
  case custom
}

/// The background of an element.
package enum Ground: Hashable, Sendable {
  /// A plate of the window beside the stage.
  case dock
  /// A card above the window, with a shadow.
  case floating(radius: Double)
  /// A card with everything below it dimmed.
  case sheet
  /// The background of a scrolling list.
  case well
  /// The groove of a segmented choice.
  case groove
}

/// The colour of text.
package enum Ink: Hashable, Sendable {
  case text, secondary, disabled, accent, warning, danger

  package func color(_ theme: Theme) -> Color {
    switch self {
    case .text: theme.text
    case .secondary: theme.secondaryText
    case .disabled: theme.disabledText
    case .accent: theme.accent
    case .warning: theme.warning
    case .danger: theme.danger
    }
  }
}

/// A line of text.
package struct Label: Hashable, Sendable {
  package var text: String
  package var style: TextStyle
  package var ink: Ink
  package var align: Canvas.Alignment
  /// Whether it is a path, whose first folders are dropped where there is no room.
  package var isPath = false
  /// The mark before it, in the margin.
  package var mark: Mark?

  package enum Mark: Hashable, Sendable { case dot, ring }

  package init(
    _ text: String, _ style: TextStyle = .body, _ ink: Ink = .text,
    align: Canvas.Alignment = .leading, isPath: Bool = false
  ) {
    // Names of files and programs are shown with special characters spelled out.
    (self.text, self.style, self.ink) = (text.spelled(keepsLines: true), style, ink)
    (self.align, self.isPath) = (align, isPath)
  }
}

/// The appearance of a button.
package struct Push: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// On its own background.
    case plain
    /// The button that Return presses.
    case main
    /// An action offered about a message: on the soft background of set A.
    case soft
    /// Without a background until the pointer is over it.
    case quiet
    /// A small toggle.
    case chip
    /// A drop-down list's button, with the current value.
    case choice
    /// One of several segments in a groove, one of which is on.
    case segment
    /// The same, larger: one of the window's pages.
    case tab
  }

  package var title: String
  package var icon: Icon?
  package var kind: Kind
  /// Whether what it toggles is on.
  package var isOn = false
  /// Whether it opens a list.
  package var hasArrow = false
  /// Whether its text is a size smaller.
  package var isSmall = false

  package init(
    _ title: String = "", icon: Icon? = nil, _ kind: Kind = .plain, isOn: Bool = false,
    hasArrow: Bool = false
  ) {
    (self.title, self.icon, self.kind) = (title, icon, kind)
    (self.isOn, self.hasArrow) = (isOn, hasArrow)
  }
}

/// A row of a list or a menu.
package struct Item: Hashable, Sendable {
  package var title: String
  /// Small text at its end: a key, a value.
  package var note = ""
  /// Small text after its title.
  package var detail = ""
  /// Its tooltip, in a sentence.
  package var tip = ""
  package var icon: Icon?
  /// Whether it is the current choice.
  package var isChosen = false
  /// Whether it is ticked; `nil` for no tick column.
  package var tick: Bool?
  /// Whether a divider separates it from the row above.
  package var opensGroup = false

  package init(_ title: String) { self.title = title.spelled() }
}

/// An editable line of text.
package struct Field: Hashable, Sendable {
  package var text: String
  /// The placeholder shown while it is empty.
  package var prompt: String
  /// Whether it gets the focus when its panel opens.
  package var starts = false
  /// Whether it holds a number, which is aligned to its end.
  package var isNumber = false
  /// The unit after a number, if there is room.
  package var unit = ""
  /// Whether the input was rejected.
  package var isInvalid = false

  package init(_ text: String, prompt: String = "", starts: Bool = false) {
    (self.text, self.prompt, self.starts) = (text, prompt, starts)
  }
}

/// A value in 0…1 and its inherited value: a capsule filled up to the value, with the value as
/// text.
package struct Slider: Hashable, Sendable {
  package var value: Double
  package var inherited: Double
  /// Set B's value, while two sets are compared.
  package var other: Double?
  /// The value as text, and its unit.
  package var words = "", unit = ""
  /// Whether it differs from the inherited value because it was set.
  package var isChanged = false

  package init(_ value: Double, inherited: Double) {
    (self.value, self.inherited) = (value, inherited)
  }
}

/// Scrolling rows.
package struct List: Hashable, Sendable {
  package var count: Int
  package var rowHeight: Double
  package var chosen: Int?
  /// Id of the field whose arrow keys move through the list.
  package var keysFrom = ""
  /// Whether it is a menu: rows light up under the pointer, and are chosen where a press ends.
  package var isMenu = false
  /// The row of a menu lit when it opens.
  package var lit: Int?
  /// Whether it is a scrolled page, as high as its single row.
  package var isPage = false
  /// Rows that cannot be chosen.
  package var disabled: Set<Int> = []
  /// Titles of the rows, for selection by their first letters.
  package var titles: [String] = []
  /// Text shown while there are no rows.
  package var note = ""

  static let padding = 4.0

  package init(_ count: Int, rowHeight: Double = 28, chosen: Int? = nil) {
    (self.count, self.rowHeight, self.chosen) = (count, rowHeight, chosen)
  }

  var length: Double { Double(count) * rowHeight + 2 * Self.padding }
}
