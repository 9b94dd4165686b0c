internal import Feel
package import Raster
package import Stage
package import TextLayout

/// How an element looks.
package enum Look: Hashable, Sendable {
  case none
  case ground(Ground)
  /// A line that only divides.
  case divider
  case label(Label)
  /// The letter of one of two sets, A unless it is B.
  case badge(isB: Bool)
  /// Small words in so many lines.
  case paragraph(String, Ink, lines: Int)
  case button(Push)
  /// A row of a list or a menu.
  case item(Item)
  /// A box to be ticked, with its name.
  case tick(String, isOn: Bool)
  case field(Field)
  /// A line of a form. It lights up under the pointer; its last child shows the focus ring.
  case row
  case slider(Slider)
  /// What is on or off.
  case toggle(Bool)
  /// An arrow that says whether what stands below is shown.
  case fold(isOpen: Bool)
  case list(List)
  /// A column that scrolls.
  case scroll
  /// How much of a piece of work is done, 0…1.
  case progress(Double)
  /// What has just been done, in a line.
  case message(String)
  /// A line between two panels that is dragged.
  case grip(isUpright: Bool)
  /// What the panel draws itself.
  case custom
}

/// What lies behind an element's children.
package enum Ground: Hashable, Sendable {
  /// A sheet of the window beside the stage.
  case dock
  /// A card above the window, with a shadow.
  case floating(radius: Double)
  /// A sheet: a card, and everything below it dimmed.
  case sheet
  /// The ground of a list that scrolls.
  case well
  /// The groove of several words of which one is chosen.
  case groove
}

/// The colour of words.
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

/// A line of words.
package struct Label: Hashable, Sendable {
  package var text: String
  package var style: TextStyle
  package var ink: Ink
  package var align: Canvas.Alignment
  /// Whether it is a path, of which the first folders go where there is no room.
  package var isPath = false
  /// What stands before it, in the margin.
  package var mark: Mark?

  package enum Mark: Hashable, Sendable { case dot, ring }

  package init(
    _ text: String, _ style: TextStyle = .body, _ ink: Ink = .text,
    align: Canvas.Alignment = .leading, isPath: Bool = false
  ) {
    // Names of files and programs are shown by their characters, whatever these do elsewhere.
    (self.text, self.style, self.ink) = (text.spelled(keepsLines: true), style, ink)
    (self.align, self.isPath) = (align, isPath)
  }
}

/// How a button looks.
package struct Push: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// On a ground of its own.
    case plain
    /// What Return does.
    case main
    /// What can be done about a message: on the soft ground of set A.
    case soft
    /// Without a ground until the pointer is over it.
    case quiet
    /// A small word that is on or off.
    case chip
    /// What one of several words is chosen with.
    case choice
    /// One of several words in a groove, of which one holds.
    case segment
    /// The same, larger: one of the window's pages.
    case tab
  }

  package var title: String
  package var icon: Icon?
  package var kind: Kind
  /// Whether what it turns on is on.
  package var isOn = false
  /// Whether it opens a list.
  package var hasArrow = false
  /// Whether its words are a size smaller.
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
  /// What stands at its end, in small letters: a key, a value.
  package var note = ""
  /// What stands after its title, in small letters.
  package var detail = ""
  /// What it is, in a sentence beside it once the pointer rests on it.
  package var tip = ""
  package var icon: Icon?
  /// Whether it is what is chosen at present.
  package var isChosen = false
  /// Whether room for a tick is kept before the title, and whether it is ticked.
  package var tick: Bool?
  /// Whether a line parts it from what stands above.
  package var opensGroup = false

  package init(_ title: String) { self.title = title.spelled() }
}

/// A line of text to be edited.
package struct Field: Hashable, Sendable {
  package var text: String
  /// What stands in it while it is empty.
  package var prompt: String
  /// Whether it has the keyboard as soon as its panel opens.
  package var starts = false
  /// Whether it holds a number, which stands at its end.
  package var isNumber = false
  /// The unit after a number, where there is room for it.
  package var unit = ""
  /// Whether what was entered in it cannot be.
  package var isInvalid = false

  package init(_ text: String, prompt: String = "", starts: Bool = false) {
    (self.text, self.prompt, self.starts) = (text, prompt, starts)
  }
}

/// A value between two ends, 0…1, and where it would be if nothing were set: a capsule that is
/// filled up to the value, with the value's words on it.
package struct Slider: Hashable, Sendable {
  package var value: Double
  package var inherited: Double
  /// Where the other set has it, while two are compared.
  package var other: Double?
  /// The value in words, and their unit.
  package var words = "", unit = ""
  /// Whether it is set over what is inherited.
  package var isChanged = false

  package init(_ value: Double, inherited: Double) {
    (self.value, self.inherited) = (value, inherited)
  }
}

/// Rows that scroll.
package struct List: Hashable, Sendable {
  package var count: Int
  package var rowHeight: Double
  package var chosen: Int?
  /// The field whose arrow keys go through the list.
  package var keysFrom = ""
  /// Whether it is a menu: its rows are lit under the pointer, and chosen when a press ends there.
  package var isMenu = false
  /// The row of a menu that is lit when it opens.
  package var lit: Int?
  /// Whether it is one page that is scrolled, of whose height its row is.
  package var isPage = false
  /// The rows that cannot be chosen.
  package var disabled: Set<Int> = []
  /// What its rows are called, where letters go to the row that begins with them.
  package var titles: [String] = []
  /// What stands in it while it has no rows.
  package var note = ""

  static let padding = 4.0

  package init(_ count: Int, rowHeight: Double = 28, chosen: Int? = nil) {
    (self.count, self.rowHeight, self.chosen) = (count, rowHeight, chosen)
  }

  var length: Double { Double(count) * rowHeight + 2 * Self.padding }
}
