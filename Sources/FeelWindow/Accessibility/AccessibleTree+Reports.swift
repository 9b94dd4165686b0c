internal import CAccessibility
internal import Stage

extension AccessibleTree {
  /// Reports the differences from an earlier set of elements.
  func report(since before: [Int64: Node]) {
    refresh()
    for (key, node) in before where nodes[key] == nil { reportGone(key, node) }
    for (key, node) in nodes {
      guard let former = before[key] else { continue }
      for (index, child) in node.children.enumerated() where before[child] == nil {
        ca_child_changed(key, Int32(index), child, true)
      }
      if ca_is_known(key) { reportWords(key, node, former) }
    }
    // When a list with the focus has closed, the element that opened it has the focus again.
    let focused: UInt64 = 1 << UInt64(CAStateFocused)
    let hasClosed = before.contains { nodes[$0] == nil && $1.states & focused != 0 }
    for (key, node) in nodes where hasClosed && node.states & focused != 0 {
      ca_state_changed(key, Int32(CAStateFocused), true)
    }
    // Report lost states, such as the focus, before gained ones.
    let changed = nodes.filter { key, node in before[key].map { $0.states != node.states } ?? true }
    for isOn in [false, true] {
      for (key, node) in changed { reportStates(key, node, before[key], isOn: isOn) }
    }
  }

  private func reportGone(_ key: Int64, _ node: Node) {
    guard ca_is_known(key) else { return }
    if nodes[node.parent] != nil { ca_child_changed(node.parent, Int32(node.index), key, false) }
    ca_state_changed(key, Int32(CAStateDefunct), true)
    ca_forget(key)
  }

  private func reportWords(_ key: Int64, _ node: Node, _ former: Node) {
    let (now, before) = (node.element, former.element)
    // SAFETY: for all calls below: the shim copies any text it retains.
    if now.name != before.name { unsafe ca_property_changed(key, "accessible-name") }
    if now.described != before.described {
      unsafe ca_property_changed(key, "accessible-description")
    }
    if now.kinds & CAKindValue != 0, now.number != before.number {
      unsafe ca_property_changed(key, "accessible-value")
    }
    guard now.kinds & CAKindText != 0 else { return }
    if node.text != former.text { reportText(key, node.text, former.text) }
    if node.edited != nil, node.caret != former.caret || former.edited == nil {
      ca_caret_moved(key, Int32(node.caret))
    }
  }

  /// Reports which part of a text was removed, and what was inserted.
  private func reportText(_ key: Int64, _ now: String, _ before: String) {
    let (new, old) = (Array(now.unicodeScalars), Array(before.unicodeScalars))
    let head = zip(new, old).prefix { $0 == $1 }.count
    let rest = min(new.count, old.count) - head
    let tail = zip(new.reversed(), old.reversed()).prefix(rest).prefix { $0 == $1 }.count
    var inserted = ""
    inserted.unicodeScalars.append(contentsOf: new[head..<new.count - tail])
    unsafe ca_text_changed(key, Int32(head), Int32(old.count - tail - head), inserted)
  }

  private func reportStates(_ key: Int64, _ node: Node, _ former: Node?, isOn: Bool) {
    let before = former?.states ?? 0
    // Of a new element, only its focus is worth reporting.
    let seen: UInt64 = former == nil ? 1 << UInt64(CAStateFocused) : .max
    let changed = (node.states ^ before) & (isOn ? node.states : before) & seen
    for state in 0..<64 where changed >> UInt64(state) & 1 == 1 {
      ca_state_changed(key, Int32(state), isOn)
    }
  }
}
