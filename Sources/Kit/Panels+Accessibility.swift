package import Feel
package import Stage

extension Panels {
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
