package import Feel
package import Stage
package import TextLayout

/// The stacking order of panels.
package enum Layer: Hashable, Sendable, Comparable, CaseIterable {
  /// Below the splitters between panels.
  case dock
  case base, sheet, menu
}

/// The panels of a window, with their hover, focus, text being edited and scroll offsets.
///
/// A panel is declared again whenever its content changes (`arrange`). Hit testing, Tab order, the
/// cursor, tooltips, accessibility and drawing all read the elements that were placed then. What an
/// element does is a value, which `handle` returns. Nothing here is recorded or reads a clock.
package struct Panels<Ask: Hashable & Sendable>: Sendable {
  struct Panel: Sendable {
    let id: String
    let layer: Layer
    var placed: Placed<Ask>
    let picture = Kept<PanelLook<Ask>, PanelPicture>()
  }

  /// A press that an element holds.
  struct Press: Sendable {
    let id: String
    let start: Vector
    let button: PointerSample.Button
    var isDragged = false
    /// When it repeats, while the pointer stays over it.
    var due: Instant?
    /// Whether the pointer is over it.
    var isInside = true
    var slider: ProgressSlider?
    // Location up to which a horizontal drag has been counted in steps.
    private var x: Double
    private var steps = Steps()

    init(_ id: String, _ sample: PointerSample) {
      (self.id, button) = (id, sample.button)
      (start, x) = (sample.location, sample.location.x)
    }

    /// Counts a horizontal drag: 2 points per step, 20 with Shift.
    mutating func scrub(to sample: PointerSample) -> Gesture? {
      defer { x = sample.location.x }
      return steps.count(
        (sample.location.x - x) / (sample.modifiers.contains(.shift) ? 20 : 2))
    }
  }

  /// Wheel turns over a field that form a single edit.
  struct Turn: Sendable {
    let id: String
    var time: Instant
    var steps = Steps()
  }

  /// The letters typed in an open menu, by which a row is chosen.
  struct TypedPrefix: Sendable {
    /// The longest pause between letters of one word, in seconds.
    private static var pause: Double { 1 }
    private var text = ""
    private var time = Instant.zero

    /// Adds a letter, and returns the next row after `lit` that begins with what was typed.
    ///
    /// A repeated letter cycles through its rows.
    mutating func row(
      after lit: Int?, adding letter: String, at now: Instant, among titles: [String]
    ) -> Int? {
      let letter = letter.lowercased()
      let isNew = text.isEmpty || now - time > Self.pause
      (text, time) = ((isNew ? "" : text) + letter, now)
      func find(_ start: Int) -> Int? {
        let order = titles.indices.map { ($0 + start) % titles.count }
        return order.first { titles[$0].lowercased().hasPrefix(text) }
      }
      if !isNew, let row = find(lit ?? 0) { return row }
      text = letter
      return find((lit ?? -1) + 1)
    }
  }

  /// Counts whole steps, and retains the remaining fraction.
  struct Steps: Sendable {
    private var rest = 0.0
    private var hasBegun = false

    /// Adds steps; returns a gesture once they make a whole one.
    mutating func count(_ more: Double) -> Gesture? {
      rest += more
      let whole = rest.rounded(.towardZero)
      rest -= whole
      guard whole != 0 else { return nil }
      defer { hasBegun = true }
      return .stepped(Gesture.Step(count: whole, begins: !hasBegun))
    }
  }

  /// A tooltip, which appears once the pointer has rested.
  struct Tip: Sendable {
    let id: String
    var due: Instant?
  }

  /// Seconds that the pointer rests on an element before its tooltip appears.
  static var tooltipDelay: Double { 0.5 }
  /// Seconds that a button is held before it repeats, and then between repetitions.
  static var repeatDelay: Double { 0.4 }
  static var repeatInterval: Double { 0.1 }

  var panels: [Panel] = []
  /// The pointer's location, while it is in the window.
  package internal(set) var pointer: Vector?
  var hovered: String?
  var press: Press?
  /// The focused element.
  package internal(set) var focus: String?
  /// Whether the focus came from a press, so that no focus ring is drawn.
  package var isQuiet = false
  var editing: Editing?
  var fades: [String: Fade] = [:]
  var scrolls = Scrolls()
  /// The row of the open menu under the pointer or the keyboard highlight.
  package internal(set) var lit: Int?
  var typed = TypedPrefix()
  // Whether the pointer has been over a row of the open menu. Until then, releasing the press that
  // opened it chooses nothing.
  var isOverMenu = false
  var tip: Tip?
  var turn: Turn?
  var presses = PressCounter()
  var fonts: FontBook?
  // Scroll offsets of the lists when their rows were declared, in points.
  private var declared: [String: Double] = [:]

  package init() {}

  // MARK: Panels

  /// Lays out a panel, replacing its previous declaration.
  package mutating func arrange(
    _ id: String, in frame: Rect, on layer: Layer = .base, fonts: FontBook?, at now: Instant,
    _ declare: (inout Tree<Ask>) -> Void
  ) {
    self.fonts = fonts
    declared = scrolls.offsets(at: now)
    var tree = Tree<Ask>(offsets: declared)
    declare(&tree)
    let placed = Placed(tree, in: frame, fonts)
    var before: Placed<Ask>?
    if let index = panels.firstIndex(where: { $0.id == id }) {
      before = panels[index].placed
      panels[index].placed = placed
    } else {
      let index = panels.firstIndex { $0.layer > layer } ?? panels.count
      panels.insert(Panel(id: id, layer: layer, placed: placed), at: index)
      if layer > .base { hover(nil, at: now) }
    }
    settle(placed, after: before, at: now)
  }

  /// Removes a panel; returns the requests of its edited fields.
  package mutating func remove(_ id: String) -> [(ask: Ask, gesture: Gesture)] {
    guard let index = panels.firstIndex(where: { $0.id == id }) else { return [] }
    var asks: [(ask: Ask, gesture: Gesture)] = []
    let gone = Set(panels[index].placed.tree.nodes.map(\.id))
    if let press, gone.contains(press.id) { asks = cancel().asks }
    if let focus, gone.contains(focus) { asks += leave() }
    if panels.remove(at: index).layer == .menu { (lit, typed) = (nil, TypedPrefix()) }
    for id in gone {
      scrolls.remove(id)
      fades[id] = nil
    }
    if let hovered, gone.contains(hovered) { (self.hovered, tip) = (nil, nil) }
    return asks
  }

  /// Whether a list has been scrolled towards rows that were not declared.
  package func needsRows(at now: Instant) -> Bool { scrolls.areFar(from: declared, at: now) }

  /// Updates scrolling, focus and presses after a new declaration.
  private mutating func settle(_ placed: Placed<Ask>, after before: Placed<Ask>?, at now: Instant) {
    for (index, node) in placed.tree.nodes.enumerated() {
      switch node.look {
      case .list(let list):
        scrolls.layOut(node.id, in: placed.frames[index], length: list.length, at: now)
        let earlier = before?.tree.list { id, _ in id == node.id }?.list
        if let chosen = list.chosen, chosen != earlier?.chosen {
          scrolls.reveal(chosen, of: node.id, list, at: now)
        }
        if before == nil, list.isMenu { (lit, isOverMenu) = (list.lit, false) }
      case .scroll:
        let length = placed.length(of: index)
        scrolls.layOut(node.id, in: placed.frames[index], length: length, at: now)
      case .field(let field):
        if before == nil, field.starts, focus == nil { giveKeyboard(to: node.id) }
        if editing?.id == node.id { editing?.update(field.text) }
      default: break
      }
    }
    if let focus, place(focus) == nil || focus == before?.tree.keyboard {
      let isPanels = before?.tree.nodes.contains { $0.id == focus } ?? false
      (self.focus, editing) = (isPanels ? placed.tree.keyboard : nil, nil)
    }
    if let press, place(press.id) == nil { self.press = nil }
  }

  /// Scrolls an element into view at once: to the middle of its column, or to the top.
  package mutating func reveal(_ id: String, atTop: Bool = false, at now: Instant) {
    guard let place = place(id), case let placed = placed(place),
      let column = placed.lists[place.node],
      atTop || visible(place.node, placed, at: now) != frame(place, at: now)
    else { return }
    let (frame, room) = (placed.frames[place.node], placed.frames[column])
    let wanted = frame.minY - room.minY - (atTop ? 0 : (room.height - frame.height) / 2)
    scrolls.move(placed.tree.nodes[column].id, to: wanted, at: now)
  }

  // MARK: Lookup

  /// An element's position: its panel's index and its own.
  struct ElementIndex { let panel: Int, node: Int }

  /// The position of the element with an id, in the topmost panel.
  func place(_ id: String) -> ElementIndex? {
    for panel in panels.indices.reversed() {
      if let node = panels[panel].placed.tree.nodes.firstIndex(where: { $0.id == id }) {
        return ElementIndex(panel: panel, node: node)
      }
    }
    return nil
  }

  func placed(_ place: ElementIndex) -> Placed<Ask> { panels[place.panel].placed }

  func tree(_ place: ElementIndex) -> Tree<Ask> { placed(place).tree }

  func node(_ place: ElementIndex) -> Node { tree(place).nodes[place.node] }

  func ask(_ place: ElementIndex, _ kind: Gesture.Kind) -> Ask? {
    tree(place).ask(place.node, kind)
  }

  /// Frame of an element at the current scroll offsets.
  func frame(_ place: ElementIndex, at time: Instant) -> Rect {
    shifted(place.node, placed(place), at: time)
  }

  /// The topmost panel that blocks everything below it.
  var modal: Int? { panels.lastIndex { $0.placed.tree.dismiss != nil } }

  /// The element at a point, or else the panel itself.
  func hit(_ point: Vector, at time: Instant) -> ElementIndex? {
    for panel in ((modal ?? 0)..<panels.count).reversed() {
      let placed = panels[panel].placed
      guard let root = placed.frames.first, root.contains(point) else { continue }
      // Most elements are in the same column, so its scroll offset is computed once.
      var column: (index: Int, point: Vector?)?
      let node = placed.frames.indices.reversed().first { index in
        guard placed.tree.nodes[index].isLive else { return false }
        guard let list = placed.lists[index] else { return placed.frames[index].contains(point) }
        if column?.index != list {
          let offset = scrolls.offset(of: placed.tree.nodes[list].id, at: time)
          let isInside = placed.frames[list].contains(point)
          column = (list, isInside ? point + Vector(0, offset) : nil)
        }
        return column?.point.map(placed.frames[index].contains) ?? false
      }
      return ElementIndex(panel: panel, node: node ?? 0)
    }
    return nil
  }

  /// The visible part of an element: of a list's row, what is scrolled into the list.
  func visible(_ node: Int, _ placed: Placed<Ask>, at time: Instant) -> Rect {
    let frame = shifted(node, placed, at: time)
    guard let list = placed.lists[node] else { return frame }
    return frame.intersection(placed.frames[list]) ?? .zero
  }

  private func shifted(_ node: Int, _ placed: Placed<Ask>, at time: Instant) -> Rect {
    guard let list = placed.lists[node] else { return placed.frames[node] }
    let offset = scrolls.offset(of: placed.tree.nodes[list].id, at: time)
    return placed.frames[node].offset(by: Vector(0, -offset))
  }

  /// The subject of the hovered element, or else of the focused one.
  package var subject: Ask? {
    [hovered, focus].lazy.compactMap { id in
      id.flatMap(place).flatMap { ask(outwards: $0, .help)?.ask }
    }.first
  }

  /// The request of an element for a kind of gesture, or else of its nearest ancestor.
  func ask(outwards place: ElementIndex, _ kind: Gesture.Kind) -> (ask: Ask, place: ElementIndex)? {
    for node in [place.node] + placed(place).ancestors(of: place.node) {
      let place = ElementIndex(panel: place.panel, node: node)
      if let ask = ask(place, kind) { return (ask, place) }
    }
    return nil
  }

  /// The context-menu request of the focused row, and its frame.
  package func secondaryOfFocus(at now: Instant) -> (ask: Ask, frame: Rect)? {
    focus.flatMap(place).flatMap { ask(outwards: $0, .secondary) }
      .map { ($0.ask, frame($0.place, at: now)) }
  }

  /// Frame of an element, in points of the window.
  package func frame(of id: String, at time: Instant) -> Rect? {
    place(id).map { frame($0, at: time) }
  }

  /// Frame of an element's last child, or its own if it has none.
  package func frame(ofLastIn id: String, at time: Instant) -> Rect? {
    guard let place = place(id) else { return nil }
    let last = tree(place).children(of: place.node).last ?? place.node
    return frame(ElementIndex(panel: place.panel, node: last), at: time)
  }

  /// The accessibility elements of a panel at a time, as a forest.
  package func elements(of panel: String, at time: Instant) -> [AccessibilityElement] {
    guard let panel = panels.first(where: { $0.id == panel }) else { return [] }
    return elements(0..<panel.placed.tree.nodes.count, panel.placed, at: time)
  }

  private func elements(
    _ range: Range<Int>, _ placed: Placed<Ask>, at time: Instant
  ) -> [AccessibilityElement] {
    var (found, index) = ([AccessibilityElement](), range.lowerBound)
    while index < range.upperBound {
      let node = placed.tree.nodes[index]
      guard let said = node.said else {
        index += 1
        continue
      }
      var element = placed.tree.elements[said]
      element.frame = shifted(index, placed, at: time)
      let isLit = element.role == .menuItem && node.row == lit
      if node.id == focus || isLit { element.states.insert(.focused) }
      if node.isDisabled { element.states.insert(.disabled) }
      if visible(index, placed, at: time) != element.frame { element.states.insert(.offscreen) }
      element.children = elements(index + 1..<node.end, placed, at: time)
      found.append(element)
      index = node.end
    }
    return found
  }
}
