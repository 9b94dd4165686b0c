internal import Feel
internal import Kit
internal import Stage
internal import TextLayout

/// A floating list, open until an item is chosen or it is dismissed.
struct Menu: Hashable, Sendable {
  /// An item: title, commands, and its key or value.
  struct Item: Hashable, Sendable {
    let title: String
    let commands: [Session.Command]
    var note = ""
    /// Description in one sentence.
    var tip = ""
    /// Whether a divider separates the item from the one above.
    private(set) var opensGroup = false
    /// Whether it is the current value.
    var isChosen = false
    var isDisabled = false

    /// An item for one command; title and key default to the keymap's.
    init(
      _ command: Session.Command, _ title: String? = nil, note: String? = nil,
      isChosen: Bool = false, isDisabled: Bool = false
    ) {
      self.init(title ?? Keymap.title(command), [command], note: note ?? Keymap.text(command))
      (self.isChosen, self.isDisabled) = (isChosen, isDisabled)
    }

    @inline(never)
    init(_ title: String, _ commands: [Session.Command], note: String = "") {
      (self.title, self.commands, self.note) = (title, commands, note)
    }

    /// The user's presets and the systems' by family, with the summary as the tip; a family's first
    /// item has the family's name in its note, before any other note.
    static func presets(_ own: [OwnPreset], _ item: (PresetChoice) -> Item) -> [[Item]] {
      let families = ScrollPreset.families.map { ($0.name, $0.presets.map(PresetChoice.system)) }
      let yours = own.isEmpty ? [] : [(Words.Menus.yours, own.map(PresetChoice.own))]
      return (yours + families).map { name, choices in
        choices.enumerated().map { index, choice in
          var item = item(choice)
          item.tip = translated(choice.summary)
          if index == 0 { item.note = item.note.isEmpty ? name : "\(name) · \(item.note)" }
          return item
        }
      }
    }

    /// Joins groups of items, with a divider before each but the first.
    static func parted(_ groups: [[Item]]) -> [Item] {
      groups.enumerated().flatMap { index, group in
        var group = group
        if index > 0, !group.isEmpty { group[0].opensGroup = true }
        return group
      }
    }
  }

  static let rowHeight = 28.0
  static let width = 304.0
  // Maximum number of items in a list below a button, and its maximum share of the window's height.
  private static let mostItems = 12.0
  private static let mostOfWindow = 0.6

  let items: [Item]
  private(set) var frame = Rect.zero
  var lit: Int?

  private var hasNotes: Bool { items.contains { !$0.note.isEmpty } }

  /// A list below the pressed element, or above it if there is more room.
  init(_ items: [Item], below anchor: Rect, in window: Size, _ fonts: FontBook?) {
    self.items = items
    lit = items.firstIndex(where: \.isChosen)
    // If it fits on neither side, use the larger one.
    let (above, below) = (anchor.minY - 12, window.height - 12 - anchor.maxY)
    let most = min(Self.mostItems * Self.rowHeight + 8, Self.mostOfWindow * window.height)
    let whole = Self.height(of: items.count, in: most)
    let isBelow = whole <= below || below >= above
    let height = min(whole, Self.height(of: items.count, in: isBelow ? below : above))
    let y = isBelow ? anchor.maxY + 4 : anchor.minY - 4 - height
    let width = width(atLeast: max(anchor.width, hasNotes ? 264 : 216), in: window, fonts)
    frame = Rect(
      x: max(8, min(anchor.maxX - width, window.width - 8 - width)), y: y, width: width,
      height: height)
  }

  /// A list that starts at `place`, or ends there near the window's edge; it stays inside the
  /// window and never covers `place`.
  init(_ items: [Item], at place: Vector, in window: Size, _ fonts: FontBook?) {
    self.items = items
    let width = width(atLeast: hasNotes ? Self.width : 216, in: window, fonts)
    var height = Self.height(of: items.count, in: window.height - 16)
    // Offset from the pointer, so that a slightly shaky click chooses nothing.
    let (right, down) = (place.x + 2, place.y + 4)
    let hasRight = right + width <= window.width - 8
    let x = hasRight ? right : place.x - 2 - width
    let (above, below) = (down - 16, window.height - 8 - down)
    if !hasRight, x < 8, height > max(above, below) {
      // It fits on neither side: place it above or below, and let it scroll.
      height = Self.height(of: items.count, in: max(above, below))
    }
    let y = height <= below ? down : place.y - 4 - height
    frame = Rect(
      x: max(8, min(x, window.width - 8 - width)),
      y: max(8, min(y, window.height - 8 - height)), width: width, height: height)
  }

  /// Height for `count` items, or for as many as fit in `room`.
  private static func height(of count: Int, in room: Double) -> Double {
    let most = max(1, ((room - 8) / rowHeight).rounded(.down))
    return min(Double(count), most) * rowHeight + 8
  }

  /// Width of the widest item, or `least` until the fonts are known.
  private func width(atLeast least: Double, in window: Size, _ fonts: FontBook?) -> Double {
    guard let fonts else { return least }
    let start = hasNotes ? 16.0 : 32
    let widths = items.map { item in
      let note = item.note.isEmpty ? 0 : fonts.layout(item.note, .small).width + 16
      return start + fonts.layout(item.title, .strong).width + note + 16
    }
    return max(least, min((widths.max() ?? 0).rounded(.up), window.width - 16))
  }

  func declare(_ tree: inout Tree<Session.Command>) {
    var list = List(items.count, rowHeight: Self.rowHeight)
    (list.isMenu, list.lit, list.titles) = (true, lit, items.map(\.title))
    list.chosen = lit
    list.disabled = Set(items.indices.filter { items[$0].isDisabled })
    let hasTicks = !hasNotes || items.contains(where: \.isChosen)
    (tree.dismiss, tree.closesBeside) = (.closeMenu, true)
    tree.add(
      Node("", .ground(.floating(radius: 8))),
      AccessibilityElement(.menu, id: "menu", name: Words.Bar.menu, frame: .zero)
    ) { tree in
      tree.list("menu", list, .chooseItem) { index in
        let item = items[index]
        var row = Kit.Item(item.title)
        (row.note, row.opensGroup, row.tip) = (item.note, item.opensGroup, item.tip)
        row.tick = hasTicks ? item.isChosen : nil
        let said = AccessibilityElement(
          .menuItem, id: "menu.\(index)", name: item.title,
          states: item.isChosen ? [.selected] : [], actions: Words.listed, frame: .zero)
        return (said.id, row, said)
      }
    }
  }
}
