package import Feel
package import Stage
package import TextLayout

/// What lies over what in the window.
package enum Layer: Hashable, Sendable, Comparable, CaseIterable {
  /// Below the lines between panels.
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
    /// When it acts again, while the pointer stays over it.
    var due: Instant?
    /// Whether the pointer is over it.
    var isInside = true
    var slider: ProgressSlider?
    // How far a drag sideways has counted as steps, in points.
    private var x: Double
    private var steps = Steps()

    init(_ id: String, _ sample: PointerSample) {
      (self.id, button) = (id, sample.button)
      (start, x) = (sample.location, sample.location.x)
    }

    /// Counts a drag sideways: two points are a step, with Shift twenty.
    mutating func scrub(to sample: PointerSample) -> Gesture? {
      defer { x = sample.location.x }
      return steps.count(
        (sample.location.x - x) / (sample.modifiers.contains(.shift) ? 20 : 2))
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
  var scrolls = Scrolls()
  /// The row of the open menu that a key or the pointer is on.
  package internal(set) var lit: Int?
  // Whether the pointer has been over a row of the open menu. Until then, releasing the press that
  // opened it chooses nothing.
  var isOverMenu = false
  var tip: Tip?
  var turn: Turn?
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

  /// Takes a panel away; answers what its fields ask for that were edited.
  package mutating func remove(_ id: String) -> [(ask: Ask, gesture: Gesture)] {
    guard let index = panels.firstIndex(where: { $0.id == id }) else { return [] }
    var asks: [(ask: Ask, gesture: Gesture)] = []
    let gone = Set(panels[index].placed.tree.nodes.map(\.id))
    if let press, gone.contains(press.id) { asks = cancel().asks }
    if let focus, gone.contains(focus) { asks += leave() }
    if panels.remove(at: index).layer == .menu { lit = nil }
    for id in gone {
      scrolls.remove(id)
      fades[id] = nil
    }
    if let hovered, gone.contains(hovered) { (self.hovered, tip) = (nil, nil) }
    return asks
  }

  /// Whether a list has been scrolled towards rows that were not declared.
  package func needsRows(at now: Instant) -> Bool { scrolls.areFar(from: declared, at: now) }

  /// Follows what became of lists and fields.
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

  /// Scrolls an element into sight, at once: to the middle of its column, or to the top.
  package mutating func reveal(_ id: String, atTop: Bool = false, at now: Instant) {
    guard let place = place(id), case let placed = placed(place),
      let column = placed.lists[place.node],
      atTop || visible(place.node, placed, at: now) != frame(place, at: now)
    else { return }
    let (frame, room) = (placed.frames[place.node], placed.frames[column])
    let wanted = frame.minY - room.minY - (atTop ? 0 : (room.height - frame.height) / 2)
    scrolls.move(placed.tree.nodes[column].id, to: wanted, at: now)
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

  func placed(_ place: Place) -> Placed<Ask> { panels[place.panel].placed }

  func tree(_ place: Place) -> Tree<Ask> { placed(place).tree }

  func node(_ place: Place) -> Node { tree(place).nodes[place.node] }

  func ask(_ place: Place, _ kind: Gesture.Kind) -> Ask? { tree(place).ask(place.node, kind) }

  /// Where an element is as lists are scrolled.
  func frame(_ place: Place, at time: Instant) -> Rect {
    shifted(place.node, placed(place), at: time)
  }

  /// The uppermost panel that nothing below is live under.
  var modal: Int? { panels.lastIndex { $0.placed.tree.dismiss != nil } }

  /// The element under a point, or else the whole panel.
  func hit(_ point: Vector, at time: Instant) -> Place? {
    for panel in ((modal ?? 0)..<panels.count).reversed() {
      let placed = panels[panel].placed
      guard let root = placed.frames.first, root.contains(point) else { continue }
      // Most are in the same column: how far that is scrolled is asked once.
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
      return Place(panel: panel, node: node ?? 0)
    }
    return nil
  }

  /// Where an element can be seen: a row of a list as far as it is scrolled into the list.
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

  /// What the element is about that the pointer is over, or else that has the keyboard.
  package var subject: Ask? {
    [hovered, focus].lazy.compactMap { id in
      id.flatMap(place).flatMap { ask(outwards: $0, .help)?.ask }
    }.first
  }

  /// What an element asks for, or the innermost one that it lies in.
  func ask(outwards place: Place, _ kind: Gesture.Kind) -> (ask: Ask, place: Place)? {
    for node in [place.node] + placed(place).ancestors(of: place.node) {
      let place = Place(panel: place.panel, node: node)
      if let ask = ask(place, kind) { return (ask, place) }
    }
    return nil
  }

  /// What the line that has the keyboard asks for at the key for lists, and where it is.
  package func secondaryOfFocus(at now: Instant) -> (ask: Ask, frame: Rect)? {
    focus.flatMap(place).flatMap { ask(outwards: $0, .secondary) }
      .map { ($0.ask, frame($0.place, at: now)) }
  }

  /// Where an element is, in points of the window.
  package func frame(of id: String, at time: Instant) -> Rect? {
    place(id).map { frame($0, at: time) }
  }

  /// Where the last of what is in an element is, or itself if it is a single one.
  package func frame(ofLastIn id: String, at time: Instant) -> Rect? {
    guard let place = place(id) else { return nil }
    let last = tree(place).children(of: place.node).last ?? place.node
    return frame(Place(panel: place.panel, node: last), at: time)
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
