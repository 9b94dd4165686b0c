internal import Feel
internal import Stage
internal import TextLayout

/// The list that a right click opens, and what each of its items does.
struct ContextMenu: Hashable, Sendable {
  /// An item: what stands in it, what it does, and its key or its value.
  struct Item: Hashable, Sendable {
    let title: String
    let action: Action
    var note = ""
    /// Whether a line parts it from what stands above it.
    private(set) var opensGroup = false
    /// Whether it is what holds.
    var isChosen = false

    /// The same, parted from what stands above it.
    var openingGroup: Item {
      var item = self
      item.opensGroup = true
      return item
    }

    init(_ title: String, _ action: Action, note: String? = nil) {
      (self.title, self.action, self.note) = (title, action, note ?? Keymap.text(action))
    }
  }

  var menu: Menu
  private let actions: [Action]

  /// A list at a place; one that a key opened has its first item chosen.
  init(_ items: [Item], at place: Vector, in window: Size, byKey: Bool, _ fonts: FontBook?) {
    actions = items.map(\.action)
    menu = Menu(items.map(\.title), notes: items.map(\.note), at: place, in: window, fonts)
    menu.groups = Self.groups(of: items)
    menu.selected = items.firstIndex(where: \.isChosen)
    if byKey { menu.highlight(0) }
  }

  /// How wide most lists are.
  static let width = 304.0

  /// A list that a key opened, below what it is of, or above it; its first item is chosen.
  init(_ items: [Item], below anchor: Rect, in window: Size, _ fonts: FontBook?) {
    actions = items.map(\.action)
    menu = Menu(
      items.map(\.title), notes: items.map(\.note), selected: nil, below: anchor, in: window,
      fonts)
    menu.groups = Self.groups(of: items)
    menu.selected = items.firstIndex(where: \.isChosen)
    menu.highlight(0)
  }

  private static func groups(of items: [Item]) -> Set<Int> {
    Set(items.indices.dropFirst().filter { items[$0].opensGroup })
  }

  /// What an outcome of the list asks for.
  func action(of outcome: Menu.Outcome) -> Action? {
    guard case .chosen(let index) = outcome else { return nil }
    return actions[index]
  }
}
