package import Feel
package import Stage
package import TextLayout

/// What lies over what in the window.
package enum Layer: Int, Hashable, Sendable, Comparable, CaseIterable {
  /// Below the lines between panels.
  case dock
  case base, sheet, menu

  package static func < (a: Layer, b: Layer) -> Bool { a.rawValue < b.rawValue }
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
  }

  /// A press that an element holds.
  struct Press: Sendable {
    let id: String
    let start: Vector
    let button: PointerSample.Button
    var isDragged = false
    /// When it acts again, while the pointer stays over it.
    var due: Instant?
    /// Whether the pointer is over it.
    var isInside = true
    var slider: ProgressSlider?
    /// How far a drag sideways has counted as steps, in points.
    var x: Double
    var steps = Steps()

    init(_ id: String, _ sample: PointerSample) {
      (self.id, button) = (id, sample.button)
      (start, x) = (sample.location, sample.location.x)
    }
  }

  /// Turns of the wheel over a field, one edit as long as they follow each other.
  struct Turn: Sendable {
    let id: String
    var time: Instant
    var steps = Steps()
  }

  /// Counts whole steps, and keeps the part of one that has not counted yet.
  struct Steps: Sendable {
    private var rest = 0.0
    private var hasBegun = false

    /// What comes of some more steps, if a whole one does.
    mutating func count(_ more: Double) -> Gesture? {
      rest += more
      let whole = rest.rounded(.towardZero)
      rest -= whole
      guard whole != 0 else { return nil }
      defer { hasBegun = true }
      return .stepped(Gesture.Step(count: whole, begins: !hasBegun))
    }
  }

  /// A text that is edited.
  struct Editing: Sendable {
    let id: String
    var line: LineEditor
    /// The text that the panel gave last.
    var given: String
    /// The place in the text from which a drag selects.
    var selectsFrom: Int?
  }

  /// A tooltip, which waits until the pointer has rested.
  struct Tip: Sendable {
    let id: String
    var due: Instant?
  }

  /// How long the pointer rests on an element before its tooltip shows, in seconds.
  static var tooltipDelay: Double { 0.5 }
  /// How long a button is held before it acts again, and then until the next time, in seconds.
  static var repeatDelay: Double { 0.4 }
  static var repeatInterval: Double { 0.1 }

  var panels: [Panel] = []
  /// Where the pointer is, while it is in the window.
  package internal(set) var pointer: Vector?
  var hovered: String?
  var press: Press?
  /// The element that has the keyboard.
  package internal(set) var focus: String?
  /// Whether that came by a press, and no ring is drawn around it.
  package var isQuiet = false
  var editing: Editing?
  var fades: [String: Fade] = [:]
  var scrolls: [String: ScrollView] = [:]
  /// The lit rows of menus.
  var lit: [String: Int] = [:]
  // Whether the pointer has been over a row of the open menu. Until then, releasing the press that
  // opened it chooses nothing.
  var isOverMenu = false
  var tip: Tip?
  var turn: Turn?
  // When the wheel last scrolled anything.
  var lastScroll: Instant?
  var presses = DoublePress()
  var fonts: FontBook?
  // How far each list was scrolled when its rows were declared, in points.
  private var declared: [String: Double] = [:]

  package init() {}

  // MARK: Panels

  /// Lays out a panel, in the place of what it declared before.
  package mutating func arrange(
    _ id: String, in frame: Rect, on layer: Layer = .base, fonts: FontBook?, at now: Instant,
    _ declare: (inout Tree<Ask>) -> Void
  ) {
    self.fonts = fonts
    declared = scrolls.mapValues { $0.contentOffset(at: now) }
    var tree = Tree<Ask>(offsets: declared)
    declare(&tree)
    let placed = Placed(tree, in: frame, fonts)
    if let index = panels.firstIndex(where: { $0.id == id }) {
      let before = panels[index].placed
      panels[index].placed = placed
      settle(placed, after: before, at: now)
    } else {
      let index = panels.firstIndex { $0.layer > layer } ?? panels.count
      panels.insert(Panel(id: id, layer: layer, placed: placed), at: index)
      if layer > .base { hover(nil, at: now) }
      settle(placed, after: nil, at: now)
    }
  }

  /// Takes a panel away; answers what its fields ask for that were edited.
  package mutating func remove(_ id: String) -> [(Ask, Gesture)] {
    guard let index = panels.firstIndex(where: { $0.id == id }) else { return [] }
    var asks: [(Ask, Gesture)] = []
    let gone = Set(panels[index].placed.tree.nodes.map(\.id))
    if let press, gone.contains(press.id) { asks = cancel().asks }
    if let focus, gone.contains(focus) { asks += leave() }
    panels.remove(at: index)
    for id in gone { (scrolls[id], fades[id], lit[id]) = (nil, nil, nil) }
    if let hovered, gone.contains(hovered) { (self.hovered, tip) = (nil, nil) }
    return asks
  }

  /// Whether a list has been scrolled towards rows that were not declared.
  package func needsRows(at now: Instant) -> Bool {
    scrolls.contains { abs($1.contentOffset(at: now) - declared[$0, default: 0]) > $1.frame.height }
  }

  /// Follows what became of lists and fields.
  private mutating func settle(_ placed: Placed<Ask>, after before: Placed<Ask>?, at now: Instant) {
    for (index, node) in placed.tree.nodes.enumerated() {
      switch node.look {
      case .list(let list):
        let frame = placed.frames[index]
        var scroll = scrolls[node.id] ?? Self.scroll(in: frame)
        _ = scroll.layout(frame: frame, contentLength: list.length, scale: 1, at: now)
        let earlier = before.flatMap { $0.list(node.id) }
        if let chosen = list.chosen, chosen != earlier?.chosen {
          reveal(chosen, list, &scroll, now)
        }
        scrolls[node.id] = scroll
        if before == nil, list.isMenu { (lit[node.id], isOverMenu) = (list.lit, false) }
      case .scroll:
        let (frame, length) = (placed.frames[index], placed.length(of: index))
        _ = scrolls[node.id, default: Self.scroll(in: frame)].layout(
          frame: frame, contentLength: length, scale: 1, at: now)
      case .field(let field):
        if before == nil, field.starts, focus == nil { giveKeyboard(to: node.id) }
        guard editing?.id == node.id, editing?.given != field.text else { continue }
        if editing?.line.text != field.text {
          editing?.line = LineEditor(field.text)
          editing?.line.selectAll()
        }
        editing?.given = field.text
      default: break
      }
    }
    if let focus, place(focus) == nil || focus == before?.tree.keyboard {
      let isPanels = before?.tree.nodes.contains { $0.id == focus } ?? false
      (self.focus, editing) = (isPanels ? placed.tree.keyboard : nil, nil)
    }
    if let press, place(press.id) == nil { self.press = nil }
  }

  private static func scroll(in frame: Rect) -> ScrollView {
    var scroll = ScrollView(frame: frame, contentLength: 1)
    scroll.isMouseDragEnabled = false
    return scroll
  }

  /// Scrolls a row into sight, at once.
  func reveal(_ row: Int, _ list: List, _ scroll: inout ScrollView, _ now: Instant) {
    let top = List.padding + Double(row) * list.rowHeight
    let (offset, room) = (scroll.contentOffset(at: now), scroll.frame.height)
    let least = top + list.rowHeight + List.padding - room
    let wanted = min(max(offset, least), top - List.padding)
    guard wanted != offset else { return }
    _ = scroll.scroll(
      to: min(max(0, wanted), scroll.layout.maximumOffset), animated: false, at: now)
  }

  /// Scrolls an element into sight, at once: to the middle of its column, or to the top.
  package mutating func reveal(_ id: String, atTop: Bool = false, at now: Instant) {
    guard let place = place(id), case let placed = panels[place.panel].placed,
      let column = placed.lists[place.node],
      var scroll = scrolls[placed.tree.nodes[column].id],
      atTop || visible(place.node, placed, at: now) != shifted(place.node, placed, at: now)
    else { return }
    let (frame, room) = (placed.frames[place.node], placed.frames[column])
    let wanted = frame.minY - room.minY - (atTop ? 0 : (room.height - frame.height) / 2)
    _ = scroll.scroll(
      to: min(max(0, wanted), scroll.layout.maximumOffset), animated: false, at: now)
    scrolls[placed.tree.nodes[column].id] = scroll
  }

  // MARK: Finding

  /// A place in the panels: a panel and one of its elements.
  struct Place { let panel: Int, node: Int }

  /// Where an element is declared.
  func place(_ id: String) -> Place? {
    for panel in panels.indices.reversed() {
      if let node = panels[panel].placed.tree.nodes.firstIndex(where: { $0.id == id }) {
        return Place(panel: panel, node: node)
      }
    }
    return nil
  }

  func node(_ place: Place) -> Node { panels[place.panel].placed.tree.nodes[place.node] }

  func ask(_ place: Place, _ kind: Gesture.Kind) -> Ask? {
    panels[place.panel].placed.tree.ask(place.node, kind)
  }

  /// The uppermost panel that nothing below is live under.
  var modal: Int? { panels.lastIndex { $0.placed.tree.dismiss != nil } }

  /// The element under a point, or just the panel.
  func hit(_ point: Vector, at time: Instant) -> (panel: Int, node: Int?)? {
    for panel in ((modal ?? 0)..<panels.count).reversed() {
      let placed = panels[panel].placed
      guard let root = placed.frames.first, root.contains(point) else { continue }
      // Most are in the same column: how far that is scrolled is asked once.
      var column: (index: Int, point: Vector?)?
      let node = placed.frames.indices.reversed().first { index in
        guard placed.tree.nodes[index].isLive else { return false }
        guard let list = placed.lists[index] else { return placed.frames[index].contains(point) }
        if column?.index != list {
          let offset = scrolls[placed.tree.nodes[list].id]?.contentOffset(at: time) ?? 0
          let isInside = placed.frames[list].contains(point)
          column = (list, isInside ? point + Vector(0, offset) : nil)
        }
        return column?.point.map(placed.frames[index].contains) ?? false
      }
      return (panel, node)
    }
    return nil
  }

  /// Where an element can be seen: a row of a list as far as it is scrolled into the list.
  func visible(_ node: Int, _ placed: Placed<Ask>, at time: Instant) -> Rect {
    let frame = shifted(node, placed, at: time)
    guard let list = placed.lists[node] else { return frame }
    return frame.intersection(placed.frames[list]) ?? .zero
  }

  /// Where an element is as lists are scrolled.
  func shifted(_ node: Int, _ placed: Placed<Ask>, at time: Instant) -> Rect {
    guard let list = placed.lists[node], let scroll = scrolls[placed.tree.nodes[list].id] else {
      return placed.frames[node]
    }
    return placed.frames[node].offset(by: Vector(0, -scroll.contentOffset(at: time)))
  }

  /// What the element is about that the pointer is over, or else that has the keyboard.
  package var subject: Ask? {
    [hovered, focus].lazy.compactMap { id in
      id.flatMap(place).flatMap { ask(outwards: $0, .help)?.ask }
    }.first
  }

  /// What an element asks for, or the innermost one that it lies in.
  func ask(outwards place: Place, _ kind: Gesture.Kind) -> (ask: Ask, node: Int)? {
    let placed = panels[place.panel].placed
    for node in [place.node] + placed.ancestors(of: place.node) {
      if let ask = placed.tree.ask(node, kind) { return (ask, node) }
    }
    return nil
  }

  /// What the line that has the keyboard asks for at the key for lists, and where it is.
  package func secondaryOfFocus(at now: Instant) -> (ask: Ask, frame: Rect)? {
    guard let place = focus.flatMap(place), let found = ask(outwards: place, .secondary) else {
      return nil
    }
    return (found.ask, shifted(found.node, panels[place.panel].placed, at: now))
  }

  /// Where an element is, in points of the window.
  package func frame(of id: String, at time: Instant) -> Rect? {
    place(id).map { shifted($0.node, panels[$0.panel].placed, at: time) }
  }

  /// What a panel says at a time: its elements, those in others below these.
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
      if node.id == focus { element.states.insert(.focused) }
      if node.isDisabled { element.states.insert(.disabled) }
      if visible(index, placed, at: time) != element.frame { element.states.insert(.offscreen) }
      element.children = elements(index + 1..<node.end, placed, at: time)
      found.append(element)
      index = node.end
    }
    return found
  }
}

extension Placed {
  /// A list by its id.
  func list(_ id: String) -> List? {
    for node in tree.nodes where node.id == id {
      if case .list(let list) = node.look { return list }
    }
    return nil
  }
}
