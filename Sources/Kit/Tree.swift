package import Feel
package import Stage
package import TextLayout

/// A panel's declaration: its elements in reading order, their accessibility, and their requests.
package struct Tree<Ask: Hashable & Sendable>: Hashable, Sendable {
  struct Offer: Hashable, Sendable {
    let node: Int
    let kind: Gesture.Kind
    let ask: Ask
  }

  private(set) var nodes: [Node] = []
  private(set) var elements: [AccessibilityElement] = []
  private(set) var offers: [Offer] = []
  /// The request of Escape; a panel that has one is modal.
  package var dismiss: Ask?
  /// Whether a press outside the panel makes that request too.
  package var closesBeside = false
  /// The element that gets the focus by a press anywhere in the panel except in a field.
  ///
  /// Tab and Escape leave it: the panel does not handle them.
  package var keyboard: String?
  /// The request of Return, in a field that has none itself.
  package var accept: Ask?
  // Scroll offsets of the lists, in points.
  private let offsets: [String: Double]

  init(offsets: [String: Double]) { self.offsets = offsets }

  /// The minimum width of a declaration, in points.
  package static func width(_ fonts: FontBook?, _ declare: (inout Tree) -> Void) -> Double {
    var tree = Tree(offsets: [:])
    declare(&tree)
    return Placed(tree, in: .zero, fonts).width
  }

  /// Adds an element with its children.
  ///
  /// - Parameters:
  ///   - said: its accessibility, without a frame, and without an id where that is the element's
  ///     own.
  ///   - asks: its requests, by kind of gesture.
  package mutating func add(
    _ node: Node, _ said: AccessibilityElement? = nil,
    _ asks: KeyValuePairs<Gesture.Kind, Ask> = [:], _ children: (inout Tree) -> Void = { _ in }
  ) {
    let index = nodes.count
    nodes.append(node)
    if var said {
      if said.id.isEmpty { said.id = node.id }
      nodes[index].said = elements.count
      elements.append(said)
    }
    for (kind, ask) in asks { offers.append(Offer(node: index, kind: kind, ask: ask)) }
    children(&self)
    nodes[index].end = nodes.count
  }

  package mutating func row(
    height: Extent = .fit, gap: Double = 8, _ children: (inout Tree) -> Void
  ) {
    add(Node("", .none, Box(.horizontal, height: height, gap: gap)), nil, [:], children)
  }

  /// Adds empty room.
  package mutating func space(_ extent: Extent = .fill()) {
    add(Node("", .none, Box(width: extent, height: extent)))
  }

  package mutating func label(
    _ label: Label, width: Extent = .fill(), height: Extent = .fixed(32)
  ) {
    add(Node("", .label(label), Box(width: width, height: height)))
  }

  /// Adds a button; its accessibility name is its title by default.
  package mutating func button(
    _ id: String, _ push: Push, _ ask: Ask, name: String? = nil, value: String = "",
    keys: String = "", tip: String = "", width: Extent = .fill(), height: Extent = .fixed(32),
    isStop: Bool = true, isDisabled: Bool = false
  ) {
    let said = AccessibilityElement(
      .button, name: name ?? push.title, value: value, states: .init([.checked: push.isOn]),
      actions: keys.isEmpty ? [] : [.init(keys, "press")])
    add(
      Node(
        id, .button(push), Box(width: width, height: height), tip: tip, isStop: isStop,
        isDisabled: isDisabled), said, [.press: ask])
  }

  /// Adds a field; `ask` receives the typed and entered text.
  package mutating func field(
    _ id: String, _ field: Field, _ ask: Ask, name: String, width: Extent = .fill(),
    frame: Rect? = nil, actions: [AccessibilityElement.Action] = []
  ) {
    add(
      Node(
        id, .field(field), Box(width: width, height: .fixed(32), frame: frame), isStop: true,
        cursor: .text),
      AccessibilityElement(.textField, name: name, value: field.text, actions: actions),
      [.edit: ask])
  }

  /// Adds a list, with only the rows near the visible ones declared.
  ///
  /// - Parameter ask: receives the row that is chosen or opened.
  package mutating func list(
    _ id: String, _ list: List, _ ask: Ask, _ box: Box = Box(height: .fill()),
    _ row: (Int) -> (id: String, item: Item, said: AccessibilityElement)
  ) {
    let first = Int(((offsets[id] ?? 0) / list.rowHeight).rounded(.down)) - Self.margin
    let shown = max(0, first)..<max(0, min(list.count, first + 3 * Self.margin))
    add(Node(id, .list(list), box), nil, [.choose: ask]) { tree in
      for index in shown {
        let (id, item, said) = row(index)
        var node = Node(id, .item(item), isDisabled: list.disabled.contains(index))
        (node.row, node.tip) = (index, item.tip)
        tree.add(node, said)
      }
    }
  }

  /// Adds a scrolled page of a height, which the panel draws itself.
  package mutating func page(_ id: String, height: Double, keysFrom field: String) {
    var list = List(1, rowHeight: height)
    (list.isPage, list.keysFrom) = (true, field)
    add(Node(id, .list(list), Box(height: .fill()))) { tree in
      var page = Node("\(id).page", .custom)
      page.row = 0
      tree.add(page)
    }
  }

  // Number of rows declared beyond the visible ones: more than fit in any window.
  private static var margin: Int { 64 }

  /// The request of an element for a kind of gesture.
  func ask(_ node: Int, _ kind: Gesture.Kind) -> Ask? {
    offers.first { $0.node == node && $0.kind == kind }?.ask
  }

  /// Whether an element responds to any gesture.
  func asks(_ node: Int) -> Bool { offers.contains { $0.node == node } }

  /// The first list that satisfies a condition, with its id.
  func list(where isIt: (String, List) -> Bool) -> (node: Int, id: String, list: List)? {
    for (index, node) in nodes.enumerated() {
      if case .list(let list) = node.look, isIt(node.id, list) { return (index, node.id, list) }
    }
    return nil
  }

  func children(of index: Int) -> [Int] {
    var (children, next) = ([Int](), index + 1)
    while next < nodes[index].end {
      children.append(next)
      next = nodes[next].end
    }
    return children
  }
}
