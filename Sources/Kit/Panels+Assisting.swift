package import Feel
package import Stage

/// Gestures of assistive technology, which reach elements wherever they are scrolled.
extension Panels {
  /// The text being edited, and its element's id.
  package var edited: (id: String, line: LineEditor)? { editing.map { ($0.id, $0.line) } }

  /// The element with an accessibility id, unless a modal panel covers it.
  private func place(saying id: String) -> ElementIndex? {
    for panel in (modal ?? 0)..<panels.count {
      let tree = panels[panel].placed.tree
      let node = tree.nodes.firstIndex { $0.said.map { tree.elements[$0].id == id } ?? false }
      if let node { return ElementIndex(panel: panel, node: node) }
    }
    return nil
  }

  /// Whether the panels have an element with this id that can be reached.
  package func has(_ id: String) -> Bool { place(saying: id) != nil }

  /// Focuses an element; returns false if that is impossible.
  package mutating func focus(element id: String, at now: Instant) -> Bool {
    guard let place = place(saying: id), node(place).isStop, !node(place).isDisabled else {
      return false
    }
    giveKeyboard(to: node(place).id)
    reveal(node(place).id, at: now)
    return true
  }

  /// Presses an element: chooses a row, accepts a field, or clicks.
  package mutating func press(element id: String, at now: Instant) -> Reply<Ask> {
    guard let place = place(saying: id) else { return Reply() }
    let node = node(place)
    guard !node.isDisabled else { return .handled }
    var reply = Reply<Ask>.handled
    if let row = node.row, let (list, look) = list(of: place) {
      guard !look.disabled.contains(row) else { return .handled }
      if look.isMenu { lit = row }
      reply.add(ask(list, .choose), .chosen(row))
      if !look.isMenu { reply.add(ask(list, .choose), .opened(row)) }
    } else if case .field = node.look {
      if editing?.id != node.id { giveKeyboard(to: node.id) }
      let text = editing?.line.text ?? ""
      reply.add(tree(place).accept ?? ask(place, .edit), .entered(text))
    } else if let ask = ask(place, .press) {
      reply.add(ask, .pressed)
    } else if let ask = ask(place, .slide) {
      let middle = frame(place, at: now).center
      reply.add(ask, .slid(.began(middle)))
      reply.add(ask, .slid(.ended(at: middle, over: nil)))
    }
    return reply
  }

  /// Moves an element's value by steps, like the arrow keys.
  package mutating func step(element id: String, by count: Double) -> Reply<Ask> {
    guard let place = place(saying: id), let ask = ask(place, .step), !node(place).isDisabled else {
      return Reply()
    }
    giveKeyboard(to: node(place).id)
    return .taken(ask, .stepped(Gesture.Step(count: count, begins: true)))
  }

  /// Replaces a field's text.
  package mutating func type(_ text: String, intoElement id: String) -> Reply<Ask> {
    guard let place = field(id) else { return Reply() }
    if editing?.id != node(place).id { giveKeyboard(to: node(place).id) }
    editing?.line.selectAll()
    return insert(text)
  }

  /// Selects a range of a field's text, in characters; an empty range places the caret.
  package mutating func select(_ range: Range<Int>, inElement id: String) {
    guard let place = field(id) else { return }
    if editing?.id != node(place).id { giveKeyboard(to: node(place).id) }
    editing?.drag(from: range.lowerBound)
    editing?.drag(to: range.upperBound)
    editing?.drag(from: nil)
  }

  private func field(_ id: String) -> ElementIndex? {
    guard let place = place(saying: id), case .field = node(place).look, !node(place).isDisabled
    else { return nil }
    return place
  }
}
