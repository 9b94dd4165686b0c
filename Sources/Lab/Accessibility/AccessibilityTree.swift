public import Feel
internal import Kit
public import Stage

extension Session {
  /// The window's accessibility tree at `time`, without changing the session.
  ///
  /// Beyond a deadline, the tree the session will have if no event arrives; before `now`, the tree
  /// at `now`.
  public func accessibility(at time: Instant) -> AccessibilityElement {
    let time = max(time, now)
    guard let deadline, deadline <= time else { return windowElement(at: time) }
    var ahead = self
    ahead.advance(to: time)
    return ahead.windowElement(at: time)
  }

  /// The accessibility elements of the scene's parts at a time of the session.
  public func stageElements(at time: Instant) -> [AccessibilityElement] {
    let (run, stageTime) = player.shown(at: max(time, now))
    let focus = run.scene.focusedIndex
    // A control without room is unreachable, but a hidden table still reports its numbers.
    return run.scene.parts.enumerated().filter { $1.isPresent || !$1.keyboard.isStop }.flatMap {
      index, part in
      var elements = part.accessibility(at: stageTime)
      if index == focus, !elements.isEmpty { elements[0].states.insert(.focused) }
      return elements
    }
  }
}

extension Session {
  func windowElement(at time: Instant) -> AccessibilityElement {
    var children = panels.elements(of: "bar", at: time)
    let clipHint = clip(at: time).flatMap { _ in player.run.scene.hint(at: time) }
    children.append(
      AccessibilityElement(
        .group, id: "stage", name: sceneType.title,
        value: (clipHint ?? sceneType.hint).filter { $0 != "`" },
        frame: layout.stage, children: stageElements(at: time)))
    children += [guideElements].compactMap(\.self)
    for panel in ["why", "region"] { children += panels.elements(of: panel, at: time) }
    children += panels.elements(of: "parameters", at: time)
    children += panels.elements(of: "takes", at: time)
    children += timelineElements(at: time)
    let above = ["line"] + Splitter.allCases.map { "splitter.\($0)" } + ["help", "files", "menu"]
    for panel in above { children += panels.elements(of: panel, at: time) }
    return AccessibilityElement(
      .window, id: "feellab", name: "FeelLab", value: sceneType.title,
      frame: Rect(x: 0, y: 0, width: size.width, height: size.height),
      children: children)
  }

  var openPanels: [String] {
    (window.isInspectorOpen ? [Keymap.title(.toggleInspector)] : [])
      + (window.showsTimeline ? [Words.Spoken.lastMinute] : [])
      + (help != nil ? [Words.Help.title] : []) + (files.map { [$0.title] } ?? [])
  }

  /// The inspector's rows that hold a value or have the focus, as drawn at `time`.
  func panelRows(at time: Instant) -> [AccessibilityElement] {
    panels.elements(of: "parameters", at: time).flatMap(\.all).filter {
      [.spinButton, .comboBox, .switch].contains($0.role) || $0.states.contains(.focused)
    }
  }

  /// Title of the menu or file item under the pointer or the keyboard highlight.
  var highlightedItem: String? {
    if let files = files {
      let rows = files.rows
      return files.chosenRow.flatMap { rows.indices.contains($0) ? rows[$0].name : nil }
    }
    guard let menu = menu else { return nil }
    return panels.lit.map { menu.items[$0].title }
  }

  /// Whether a drag or edit is in progress, so that the stage may change with every move.
  var isDragging: Bool {
    player.run.scene.isTracking || panels.isHeld
      || panels.hasKeyboard("parameters")
  }

  /// The timeline and its buttons while open: the declared elements, with the values of this
  /// moment.
  func timelineElements(at time: Instant) -> [AccessibilityElement] {
    var panel = panels.elements(of: "time", at: time)
    guard let content = timelineContent(at: time),
      let bar = panel.first?.children.firstIndex(where: { $0.id == "timeline" })
    else { return panel }
    let (declared, shift) = (panel[0].children[bar], content.clockShift)
    let (start, end) = (min(content.start, content.end).seconds, content.end.seconds)
    panel[0].children[bar] = AccessibilityElement(
      .slider, id: declared.id, name: declared.name, value: stageLine(at: time),
      number: content.playHead.seconds + shift, in: start + shift...end + shift,
      states: declared.states, actions: declared.actions, frame: declared.frame)
    func add(_ id: String, _ name: String, _ value: String?, _ lane: TimelineLayout.Lane) {
      guard let value, content.layout.has(lane) else { return }
      panel[0].children.append(
        AccessibilityElement(
          .figure, id: id, name: name, value: value, frame: content.layout.frame(of: lane)))
    }
    let evenness = shownJudgement?.line(shiftedBy: shift)
    add("timeline.frames", Words.Spoken.smoothness, evenness, .smoothness)
    guard timeline.measure != nil else { return panel }
    let reader = timelineReader
    let measured = reader.measured(reader.traces(content))
    add("timeline.measure", Words.Spoken.measure, measured, .position)
    return panel
  }

  /// Stage or clip time, whether it is paused, and the control's phase: "1.284 s, landing".
  func stageLine(at time: Instant) -> String {
    let (run, stageTime) = player.shown(at: time)
    var words = [Words.time(stageTime.seconds + player.clipShift)]
    if isPaused { words.append(Words.Hints.paused) }
    if let state = run.watched(at: stageTime)?.state { words.append(state.phase) }
    return words.joined(separator: ", ")
  }
}
