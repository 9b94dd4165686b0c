package import Feel
internal import Stage

extension Panels {
  /// Whether what is typed goes into a field.
  package var isTyping: Bool { editing != nil }

  /// The text of the field that has the keyboard.
  package var typed: String? { editing?.line.text }

  /// Whether something in a panel has the keyboard.
  package func hasKeyboard(_ panel: String) -> Bool {
    focus.flatMap(place).map { panels[$0.panel].id == panel } ?? false
  }

  /// Gives the keyboard to the first element of a panel at which Tab stops.
  package mutating func enter(_ panel: String, at now: Instant) {
    guard let index = panels.firstIndex(where: { $0.id == panel }) else { return }
    if let id = panels[index].placed.tree.keyboard { return giveKeyboard(to: id) }
    _ = turn(from: Place(panel: index, node: -1), back: false, at: now)
  }

  /// Gives the keyboard to an element; all of a field's text is selected then.
  package mutating func giveKeyboard(to id: String) {
    guard let place = place(id) else { return }
    (focus, editing, isQuiet) = (id, nil, false)
    guard case .field(let field) = node(place).look else { return }
    var line = LineEditor(field.text)
    line.selectAll()
    editing = Editing(id: id, line: line, given: field.text)
  }

  /// Takes the keyboard from whatever has it; answers what a field asks for whose text was edited.
  package mutating func leave() -> [(ask: Ask, gesture: Gesture)] {
    defer { (focus, editing) = (nil, nil) }
    guard let editing, editing.line.isEdited, let place = place(editing.id),
      let ask = ask(place, .edit)
    else { return [] }
    return [(ask, .left(editing.line.text))]
  }

  // MARK: Keys

  /// Follows the keyboard while a panel over the window is open or an element has it.
  package mutating func handle(_ sample: KeySample, at now: Instant) -> Reply<Ask> {
    guard sample.phase == .down else { return Reply() }
    tip = nil
    if let modal, let reply = keyOfMenu(sample, modal, at: now) { return reply }
    guard let focus, let place = place(focus), place.panel >= modal ?? 0 else {
      return keyOfSheet(sample, now)
    }
    let isPanels = panels[place.panel].placed.tree.keyboard == focus
    if sample.key == .tab, !isPanels, sample.modifiers.isDisjoint(with: [.control, .alt]) {
      return turn(from: place, back: sample.modifiers.contains(.shift), at: now)
    }
    if editing != nil, let reply = type(sample, at: place, now) { return reply }
    if let reply = step(sample, at: place) { return reply }
    switch sample.key {
    case .space, .return:
      guard editing == nil, let ask = ask(place, .press) else { break }
      var reply = Reply<Ask>.taken
      // A list may be about to hang from it.
      reveal(focus, at: now)
      if !sample.isRepeat, !node(place).isDisabled { reply.add(ask, .pressed) }
      return reply
    case .escape where modal == nil && !isPanels:
      var reply = Reply<Ask>.taken
      reply.add(ask(place, .step) ?? ask(place, .edit), .dismissed)
      (self.focus, editing) = (panels[place.panel].placed.tree.keyboard, nil)
      return reply
    case .up, .down, .left, .right:
      if rove(from: place, sample) { return .taken }
    default: break
    }
    if node(place).keys.contains(sample.key), let ask = ask(place, .key) {
      var reply = Reply<Ask>.taken
      reply.add(ask, .keyed(sample))
      return reply
    }
    return keyOfSheet(sample, now)
  }

  /// Handles a key that the focused element of a sheet or menu did not use; it takes every key.
  private mutating func keyOfSheet(_ sample: KeySample, _ now: Instant) -> Reply<Ask> {
    guard let modal else { return Reply() }
    var reply = Reply<Ask>.taken
    let tree = panels[modal].placed.tree
    // What is typed, wherever Tab has gone, goes into the panel's field.
    if editing == nil, let field = tree.nodes.first(where: \.startsTyping) {
      giveKeyboard(to: field.id)
      if let place = place(field.id), let typed = type(sample, at: place, now) { return typed }
    }
    switch sample.key {
    case .escape: reply.add(tree.dismiss, .dismissed)
    case .tab: return turn(from: Place(panel: modal, node: -1), back: false, at: now)
    case .return where focus == nil: reply.add(tree.accept, .pressed)
    default: break
    }
    return reply
  }

  /// Gives a key to the field that has the keyboard; `nil` where it is none of the field's.
  private mutating func type(
    _ sample: KeySample, at place: Place, _ now: Instant
  ) -> Reply<Ask>? {
    guard let editing else { return nil }
    if let reply = keyOfList(sample, of: editing.id, in: place.panel, now) { return reply }
    if sample.modifiers == .control, let reply = editKey(sample.key, at: place) { return reply }
    // Until something is typed in it, Home and End go to the ends of a number's range.
    let isUntouched = !editing.line.isEdited && editing.line.selectedText == editing.line.text
    if isUntouched, [.home, .end].contains(sample.key), ask(place, .step) != nil { return nil }
    let before = editing.line.text
    switch self.editing?.line.handle(sample) {
    case .edited: return edits(before, at: place)
    case .entered:
      var reply = Reply<Ask>.taken
      let accept = panels[place.panel].placed.tree.accept
      if accept == nil { self.editing?.line.selectAll() }
      reply.add(accept ?? ask(place, .edit), .entered(editing.line.text))
      return reply
    case .ignored, nil: return nil
    }
  }

  /// Follows the keys with which a text is selected, copied, cut, pasted into and edited back.
  private mutating func editKey(_ key: KeySample.Key, at place: Place) -> Reply<Ask>? {
    let before = editing?.line.text ?? ""
    var reply = Reply<Ask>.taken
    switch key {
    case .character("a"): editing?.line.selectAll()
    // With nothing to take back in the field it may be the window's own.
    case .character("z"): if editing?.line.undo() != true { return nil }
    case .character("v"): reply.wantsPaste = true
    case .character("c"):
      let selected = editing?.line.selectedText ?? ""
      reply.copied = selected.isEmpty ? before : selected
    case .character("x"): reply.copied = editing?.line.cut()
    default: return nil
    }
    if reply.copied?.isEmpty ?? false { reply.copied = nil }
    reply.asks = edits(before, at: place).asks
    return reply
  }

  /// Puts a pasted text into the field that has the keyboard.
  package mutating func insert(_ text: String) -> Reply<Ask> {
    guard let editing, let place = place(editing.id) else { return Reply() }
    self.editing?.line.insert(text)
    return edits(editing.line.text, at: place)
  }

  /// Tells the panel what a text has become.
  private mutating func edits(_ before: String, at place: Place) -> Reply<Ask> {
    var reply = Reply<Ask>.taken
    guard let text = editing?.line.text, text != before else { return reply }
    reply.add(ask(place, .edit), .typed(text))
    return reply
  }

  /// Steps the value of what has the keyboard; what is typed is dropped.
  private mutating func step(_ sample: KeySample, at place: Place) -> Reply<Ask>? {
    let count: Double
    switch sample.key {
    case .up: count = 1
    case .down: count = -1
    case .pageUp: count = 10
    case .pageDown: count = -10
    case .home: count = -.infinity
    case .end: count = .infinity
    default: return nil
    }
    guard sample.modifiers.isDisjoint(with: [.control, .alt]), let ask = ask(place, .step)
    else { return nil }
    giveKeyboard(to: node(place).id)
    var reply = Reply<Ask>.taken
    reply.add(ask, .stepped(Gesture.Step(count: count, begins: !sample.isRepeat)))
    return reply
  }

  // MARK: The keyboard's way

  /// Goes to the next element at which Tab stops, around the end of the panel.
  private mutating func turn(from place: Place, back: Bool, at now: Instant) -> Reply<Ask> {
    var reply = Reply<Ask>.taken
    let nodes = panels[place.panel].placed.tree.nodes
    let stops = nodes.indices.filter { nodes[$0].isStop && !nodes[$0].isDisabled }
    guard !stops.isEmpty else { return reply }
    let next =
      stops.firstIndex(of: place.node).map { (stops.count + $0 + (back ? -1 : 1)) % stops.count }
      ?? 0
    if !isSheetField(focus) { reply.asks = leave() }
    // From the only one Tab goes back to the panel.
    if stops == [place.node], let keyboard = panels[place.panel].placed.tree.keyboard {
      (focus, editing) = (keyboard, nil)
      return reply
    }
    giveKeyboard(to: nodes[stops[next]].id)
    reveal(nodes[stops[next]].id, at: now)
    return reply
  }

  /// Whether an element is a field whose text its panel follows anyway.
  private func isSheetField(_ id: String?) -> Bool {
    guard let id, let place = place(id) else { return false }
    return panels[place.panel].placed.tree.accept != nil
  }

  /// Moves the keyboard to the element before or after, among those that the arrows go through.
  private mutating func rove(from place: Place, _ sample: KeySample) -> Bool {
    let tree = panels[place.panel].placed.tree
    let parent = tree.nodes.indices.last {
      $0 < place.node && tree.nodes[$0].end > place.node && tree.nodes[$0].box.isRoving
    }
    guard let parent, sample.modifiers.isEmpty else { return false }
    let isAlong =
      tree.nodes[parent].box.axis == .horizontal
      ? [.left, .right].contains(sample.key) : [.up, .down].contains(sample.key)
    guard isAlong else { return false }
    let stops = (parent + 1..<tree.nodes[parent].end).filter { tree.nodes[$0].isStop }
    let step = [.up, .left].contains(sample.key) ? -1 : 1
    let index = (stops.firstIndex(of: place.node) ?? 0) + step
    if stops.indices.contains(index) { giveKeyboard(to: tree.nodes[stops[index]].id) }
    return true
  }

  // MARK: Lists

  /// A list of a panel, by what it must be.
  private func list(in panel: Int, where isIt: (List) -> Bool) -> (Place, String, List)? {
    let nodes = panels[panel].placed.tree.nodes
    for index in nodes.indices {
      if case .list(let list) = nodes[index].look, isIt(list) {
        return (Place(panel: panel, node: index), nodes[index].id, list)
      }
    }
    return nil
  }

  /// Goes through a list by the keys of the field above it.
  private mutating func keyOfList(
    _ sample: KeySample, of field: String, in panel: Int, _ now: Instant
  ) -> Reply<Ask>? {
    guard sample.modifiers.isEmpty,
      let (place, id, list) = list(in: panel, where: { $0.keysFrom == field })
    else { return nil }
    guard !list.isPage else { return scroll(id, sample.key, now) }
    guard
      let row = Self.row(after: list.chosen, sample.key, list, page: page(id, list))
    else { return nil }
    var reply = Reply<Ask>.taken
    if list.count > 0 { reply.add(ask(place, .choose), .chosen(row)) }
    return reply
  }

  /// Scrolls a page by a line or by as much as is in sight.
  private mutating func scroll(
    _ id: String, _ key: KeySample.Key, _ now: Instant
  ) -> Reply<Ask>? {
    guard var scroll = scrolls[id] else { return nil }
    let steps: [KeySample.Key: Double] = [
      .up: -24, .down: 24, .pageUp: -scroll.frame.height, .pageDown: scroll.frame.height,
    ]
    guard let step = steps[key] else { return nil }
    let offset = min(max(0, scroll.contentOffset(at: now) + step), scroll.layout.maximumOffset)
    _ = scroll.scroll(to: offset, animated: false, at: now)
    scrolls[id] = scroll
    return .taken
  }

  private func page(_ id: String, _ list: List) -> Int {
    let room = (scrolls[id]?.frame.height ?? 0) - 2 * List.padding
    return max(1, Int(room / list.rowHeight))
  }

  /// The row that a key goes to.
  private static func row(
    after row: Int?, _ key: KeySample.Key, _ list: List, page: Int
  ) -> Int? {
    let last = list.count - 1
    let next: Int
    switch key {
    case .up: next = row.map { $0 - 1 } ?? last
    case .down: next = row.map { $0 + 1 } ?? 0
    case .pageUp: next = row.map { $0 - page } ?? last
    case .pageDown: next = row.map { $0 + page } ?? 0
    default: return nil
    }
    return min(max(0, next), last)
  }

  /// Follows the keys of an open menu; every one is its own.
  private mutating func keyOfMenu(
    _ sample: KeySample, _ modal: Int, at now: Instant
  ) -> Reply<Ask>? {
    guard let (place, id, list) = list(in: modal, where: \.isMenu) else { return nil }
    var reply = Reply<Ask>.taken
    let dismiss = panels[modal].placed.tree.dismiss
    let row = lit[id]
    switch sample.key {
    case .home: light(0, of: id, at: now)
    case .end: light(list.count - 1, of: id, at: now)
    case .escape, .tab: reply.add(dismiss, .dismissed)
    case .return, .space:
      guard let row else {
        reply.add(dismiss, .dismissed)
        break
      }
      if !list.disabled.contains(row) { reply.add(ask(place, .choose), .chosen(row)) }
    case .character(let letter) where sample.modifiers.isDisjoint(with: [.control, .alt]):
      // From the one after, so that the same letter goes through all that begin with it.
      let order = (0..<list.count).map { ($0 + (row ?? -1) + 1) % max(1, list.count) }
      let next = order.first {
        list.titles.indices.contains($0)
          && list.titles[$0].lowercased().hasPrefix(letter.lowercased())
      }
      if let next { light(next, of: id, at: now) }
    default:
      if let next = Self.row(after: row, sample.key, list, page: page(id, list)) {
        light(next, of: id, at: now)
      }
    }
    return reply
  }

  /// Lights a row of a menu and scrolls it into sight.
  package mutating func light(_ row: Int, of menu: String, at now: Instant) {
    lit[menu] = row
    guard let place = place(menu), case .list(let list) = node(place).look,
      var scroll = scrolls[menu]
    else { return }
    reveal(row, list, &scroll, now)
    scrolls[menu] = scroll
  }

  /// The row of a menu that a key or the pointer is on.
  package func litRow(of menu: String) -> Int? { lit[menu] }
}
