internal import Feel
internal import Kit
internal import Stage
internal import TextLayout

/// A list that floats over the window until one of its items is chosen or it is left.
struct Menu: Hashable, Sendable {
  /// An item: what stands in it, what it does, and its key or its value.
  struct Item: Hashable, Sendable {
    let title: String
    let commands: [Session.Command]
    var note = ""
    /// What it is, in a sentence.
    var tip = ""
    /// Whether a line parts it from what stands above it.
    private(set) var opensGroup = false
    /// Whether it is what holds.
    var isChosen = false
    /// Whether there is nothing for it to do.
    var isDisabled = false

    /// A command; unless said otherwise it is called as in the table, and has its key.
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

    /// The user's own presets, and the systems' by their families: what each is like is its tip,
    /// and the first of a family says which that is, before what its note says otherwise.
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

    /// The items of groups, of which each but the first is parted from what stands above it.
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
  // The most items of a list below a button, and its share of the window's height.
  private static let mostItems = 12.0
  private static let mostOfWindow = 0.6

  let items: [Item]
  private(set) var frame = Rect.zero
  var lit: Int?

  private var hasNotes: Bool { items.contains { !$0.note.isEmpty } }

  /// A list below what was pressed, or above it where there is more room.
  init(_ items: [Item], below anchor: Rect, in window: Size, _ fonts: FontBook?) {
    self.items = items
    lit = items.firstIndex(where: \.isChosen)
    // Where neither side has room for that much, it is on the larger one.
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

  /// A list that begins at a place, or ends there where the window does: no part of it lies
  /// outside, or over the place.
  init(_ items: [Item], at place: Vector, in window: Size, _ fonts: FontBook?) {
    self.items = items
    let width = width(atLeast: hasNotes ? Self.width : 216, in: window, fonts)
    var height = Self.height(of: items.count, in: window.height - 16)
    // Beside the pointer, so that a click that shakes a little chooses nothing.
    let (right, down) = (place.x + 2, place.y + 4)
    let hasRight = right + width <= window.width - 8
    let x = hasRight ? right : place.x - 2 - width
    let (above, below) = (down - 16, window.height - 8 - down)
    if !hasRight, x < 8, height > max(above, below) {
      // Neither side has room for it: it is turned through above or below.
      height = Self.height(of: items.count, in: max(above, below))
    }
    let y = height <= below ? down : place.y - 4 - height
    frame = Rect(
      x: max(8, min(x, window.width - 8 - width)),
      y: max(8, min(y, window.height - 8 - height)), width: width, height: height)
  }

  /// How high a list is: as high as its items, or as many of them as some room holds.
  private static func height(of count: Int, in room: Double) -> Double {
    let most = max(1, ((room - 8) / rowHeight).rounded(.down))
    return min(Double(count), most) * rowHeight + 8
  }

  /// How wide it is: as its words are, where the fonts that it is drawn with are known.
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
