internal import Feel
internal import Stage

extension Session {
  /// The panels that are open, by their names.
  var openPanels: [String] {
    (chrome.isInspectorOpen ? ["Parameters"] : []) + (chrome.isTimelineOpen ? ["Last minute"] : [])
      + (chrome.isHelpShown ? ["Keys"] : [])
  }

  /// The lines of the panel that have a value, as they are drawn at a time; none while it is closed.
  func panelRows(at time: Instant) -> [AccessibilityElement] {
    guard let panel = layout.inspector else { return [] }
    let content = inspectorContent
    var placed = inspector
    placed.place(in: Inspector.body(in: panel), content, at: time)
    return placed.elements(in: panel, content).filter {
      [.spinButton, .comboBox, .switch].contains($0.role) || $0.states.contains(.focused)
    }
  }

  /// The item of an open list that a key or the pointer is on.
  var highlightedItem: String? {
    guard let menu = inspector.list?.menu ?? contextMenu?.menu else { return nil }
    return menu.highlighted.map { menu.items[$0] }
  }

  /// Whether a hand drags or edits something, and the stage may change at every move.
  var isDragging: Bool {
    run.scene.isTracking || timeline.isScrubbing || inspector.isHeld
      || inspector.focusedRow != nil
  }
}
