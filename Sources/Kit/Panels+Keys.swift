package import Feel
internal import Stage

extension Panels {
  /// Whether typed text goes into a field.
  package var isTyping: Bool { editing != nil }

  /// Whether an element of a panel has the focus.
  package func hasKeyboard(_ panel: String) -> Bool {
    focus.flatMap(place).map { panels[$0.panel].id == panel } ?? false
  }

  /// Focuses the first Tab stop of a panel.
  package mutating func enter(_ panel: String, at now: Instant) {
    guard let index = panels.firstIndex(where: { $0.id == panel }) else { return }
    if let id = panels[index].placed.tree.keyboard { return giveKeyboard(to: id) }
    _ = turn(from: ElementIndex(panel: index, node: -1), back: false, at: now)
  }

  /// Focuses an element; a field's whole text is then selected.
  package mutating func giveKeyboard(to id: String) {
    guard let place = place(id) else { return }
    (focus, editing, isQuiet) = (id, nil, false)
    if case .field(let field) = node(place).look { editing = Editing(id, field.text) }
  }

  /// Removes the focus; returns the request of a field whose text was edited.
  package mutating func leave() -> [(ask: Ask, gesture: Gesture)] {
    defer { (focus, editing) = (nil, nil) }
    editing?.line.finishComposing()
    guard let editing, editing.line.isEdited, let place = place(editing.id),
      let ask = ask(place, .edit)
    else { return [] }
    return [(ask, .left(editing.line.text))]
  }

  // MARK: Keys

  /// Handles a key while a sheet or menu is open or an element has the focus.
  package mutating func handle(_ sample: KeySample, at now: Instant) -> Reply<Ask> {
    guard sample.phase == .down else { return Reply() }
    tip = nil
    if let modal, let reply = keyOfMenu(sample, modal, at: now) { return reply }
    guard let focus, let place = place(focus), place.panel >= modal ?? 0 else {
      return keyOfSheet(sample, now)
    }
    let keyboard = tree(place).keyboard
    let isPlain = sample.modifiers.isDisjoint(with: [.control, .alt])
    if sample.key == .tab, keyboard != focus, isPlain {
      return turn(from: place, back: sample.modifiers.contains(.shift), at: now)
    }
    if let reply = type(sample, at: place, now) { return reply }
    if isPlain, let ask = ask(place, .step), let count = Self.steps(sample.key) {
      // Discard the typed text.
      giveKeyboard(to: focus)
      return .taken(ask, .stepped(Gesture.Step(count: count, begins: !sample.isRepeat)))
    }
    switch sample.key {
    case .space, .return:
      guard editing == nil, let ask = ask(place, .press) else { break }
      // Scroll it into view, because a list may open from it.
      reveal(focus, at: now)
      return .taken(sample.isRepeat || node(place).isDisabled ? nil : ask, .pressed)
    case .escape where modal == nil && keyboard != focus:
      (self.focus, editing) = (keyboard, nil)
      return .taken(ask(place, .step) ?? ask(place, .edit), .dismissed)
    case .up, .down, .left, .right:
      if rove(from: place, sample) { return .handled }
    default: break
    }
    if node(place).keys.contains(sample.key), let ask = ask(place, .key) {
      return .taken(ask, .keyed(sample))
    }
    return keyOfSheet(sample, now)
  }

  /// Handles a key that the focused element of a sheet or menu did not use; it takes every key.
  private mutating func keyOfSheet(_ sample: KeySample, _ now: Instant) -> Reply<Ask> {
    guard let modal else { return Reply() }
    let tree = panels[modal].placed.tree
    // Typed text goes into the panel's field, wherever the focus is.
    if editing == nil, let field = tree.nodes.first(where: \.startsTyping) {
      giveKeyboard(to: field.id)
      if let place = place(field.id), let typed = type(sample, at: place, now) { return typed }
    }
    switch sample.key {
    case .escape: return .taken(tree.dismiss, .dismissed)
    case .tab: return turn(from: ElementIndex(panel: modal, node: -1), back: false, at: now)
    case .return where focus == nil: return .taken(tree.accept, .pressed)
    default: return .handled
    }
  }

  /// Passes a key to the focused field; `nil` if the field does not use it.
  private mutating func type(
    _ sample: KeySample, at place: ElementIndex, _ now: Instant
  ) -> Reply<Ask>? {
    guard let editing else { return nil }
    if let reply = keyOfList(sample, of: editing.id, in: place.panel, now) { return reply }
    if sample.modifiers == .control, let reply = editKey(sample.key, at: place) { return reply }
    // Until something is typed, Home and End go to the ends of a number's range.
    if editing.isUntouched, [.home, .end].contains(sample.key), ask(place, .step) != nil {
      return nil
    }
    switch self.editing?.line.handle(sample) {
    case .edited: return edits(editing.line.text, at: place)
    case .entered:
      let accept = tree(place).accept
      if accept == nil { self.editing?.line.selectAll() }
      return .taken(accept ?? ask(place, .edit), .entered(editing.line.text))
    case .ignored, nil: return nil
    }
  }

  /// Handles the select-all, clipboard and undo keys of a text.
  private mutating func editKey(_ key: KeySample.Key, at place: ElementIndex) -> Reply<Ask>? {
    let before = editing?.line.text ?? ""
    var (copied, wantsPaste) = ("", false)
    switch key {
    case .character("a"): editing?.line.selectAll()
    // If the field has nothing to undo, the key may be the window's.
    case .character("z"): if editing?.line.undo() != true { return nil }
    case .character("v"): wantsPaste = true
    case .character("c"):
      copied = editing?.line.selectedText ?? ""
      if copied.isEmpty { copied = before }
    case .character("x"): copied = editing?.line.cut() ?? ""
    default: return nil
    }
    var reply = edits(before, at: place)
    (reply.copied, reply.wantsPaste) = (copied.isEmpty ? nil : copied, wantsPaste)
    return reply
  }

  /// Inserts pasted text into the focused field.
  package mutating func insert(_ text: String) -> Reply<Ask> {
    guard let editing, let place = place(editing.id) else { return Reply() }
    self.editing?.line.insert(text)
    return edits(editing.line.text, at: place)
  }

  /// The text being composed in the focused field.
  package var preedit: Preedit? { editing?.line.preedit }

  /// Shows text being composed by an input method in the focused field.
  package mutating func compose(_ preedit: Preedit?) { editing?.line.compose(preedit) }

  /// Commits the composed text as it is.
  package mutating func finishComposing() -> Reply<Ask> {
    guard let editing, let place = place(editing.id) else { return Reply() }
    self.editing?.line.finishComposing()
    return edits(editing.line.text, at: place)
  }

  /// Reports a changed text to the panel.
  private func edits(_ before: String, at place: ElementIndex) -> Reply<Ask> {
    guard let text = editing?.line.text, text != before else { return .handled }
    return .taken(ask(place, .edit), .typed(text))
  }

  /// The number of steps that a key moves a value.
  private static func steps(_ key: KeySample.Key) -> Double? {
    switch key {
    case .up: 1
    case .down: -1
    case .pageUp: 10
    case .pageDown: -10
    case .home: -.infinity
    case .end: .infinity
    default: nil
    }
  }

  // MARK: Focus movement

  /// Moves the focus to the next or previous Tab stop, wrapping around within the panel.
  private mutating func turn(from place: ElementIndex, back: Bool, at now: Instant) -> Reply<Ask> {
    var reply = Reply<Ask>.handled
    let tree = tree(place)
    let stops = tree.nodes.filter { $0.isStop && !$0.isDisabled }.map(\.id)
    guard let first = stops.first else { return reply }
    // A sheet receives its field's text as it is typed.
    if !isInSheet(focus) { reply.asks = leave() }
    let index = place.node < 0 ? nil : stops.firstIndex(of: tree.nodes[place.node].id)
    // From a single Tab stop, Tab returns to the panel.
    if index != nil, stops.count == 1, let keyboard = tree.keyboard {
      (focus, editing) = (keyboard, nil)
      return reply
    }
    let next = index.map { stops[(stops.count + $0 + (back ? -1 : 1)) % stops.count] } ?? first
    giveKeyboard(to: next)
    reveal(next, at: now)
    return reply
  }

  /// Whether an element is in a sheet or menu, whose field retains the focus.
  func isInSheet(_ id: String?) -> Bool {
    id.flatMap(place).map { tree($0).dismiss != nil } ?? false
  }

  /// Moves the focus to the previous or next of the elements among which arrow keys move.
  private mutating func rove(from place: ElementIndex, _ sample: KeySample) -> Bool {
    let nodes = tree(place).nodes
    let parent = placed(place).ancestors(of: place.node).first { nodes[$0].box.isRoving }
    guard let parent, sample.modifiers.isEmpty else { return false }
    let keys: [KeySample.Key] =
      nodes[parent].box.axis == .horizontal ? [.left, .right] : [.up, .down]
    guard let way = keys.firstIndex(of: sample.key) else { return false }
    let stops = (parent + 1..<nodes[parent].end).filter { nodes[$0].isStop }
    let index = (stops.firstIndex(of: place.node) ?? 0) + 2 * way - 1
    if stops.indices.contains(index) { giveKeyboard(to: nodes[stops[index]].id) }
    return true
  }

  // MARK: Lists

  /// Moves through a list by the keys of its field.
  private mutating func keyOfList(
    _ sample: KeySample, of field: String, in panel: Int, _ now: Instant
  ) -> Reply<Ask>? {
    let tree = panels[panel].placed.tree
    guard sample.modifiers.isEmpty,
      let (node, id, list) = tree.list(where: { $1.keysFrom == field })
    else { return nil }
    guard !list.isPage else { return scrolls.turn(page: id, sample.key, at: now) ? .handled : nil }
    guard let row = list.row(after: list.chosen, sample.key, page: scrolls.page(of: id, list))
    else { return nil }
    return .taken(list.count > 0 ? tree.ask(node, .choose) : nil, .chosen(row))
  }

  /// Handles a key in an open menu, which uses every key.
  private mutating func keyOfMenu(
    _ sample: KeySample, _ modal: Int, at now: Instant
  ) -> Reply<Ask>? {
    let tree = panels[modal].placed.tree
    guard let (node, id, list) = tree.list(where: { $1.isMenu }) else { return nil }
    var next: Int?
    switch sample.key {
    case .home: next = 0
    case .end: next = list.count - 1
    case .escape, .tab: return .taken(tree.dismiss, .dismissed)
    case .return, .space:
      guard let lit else { return .taken(tree.dismiss, .dismissed) }
      return .taken(list.disabled.contains(lit) ? nil : tree.ask(node, .choose), .chosen(lit))
    case .character(let letter) where sample.modifiers.isDisjoint(with: [.control, .alt]):
      next = typed.row(after: lit, adding: String(letter), at: now, among: list.titles)
    default: next = list.row(after: lit, sample.key, page: scrolls.page(of: id, list))
    }
    if let next {
      lit = next
      scrolls.reveal(next, of: id, list, at: now)
    }
    return .handled
  }
}

extension List {
  /// The row that a key moves to from another row, or from none.
  fileprivate func row(after row: Int?, _ key: KeySample.Key, page: Int) -> Int? {
    let next: Int
    switch key {
    case .up: next = row.map { $0 - 1 } ?? count - 1
    case .down: next = row.map { $0 + 1 } ?? 0
    case .pageUp: next = row.map { $0 - page } ?? count - 1
    case .pageDown: next = row.map { $0 + page } ?? 0
    default: return nil
    }
    return min(max(0, next), count - 1)
  }
}
