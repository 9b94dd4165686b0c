public import Feel
public import Stage

extension Session {
  /// The accessibility tree of the window at a time, without changing anything.
  ///
  /// A time past a deadline shows what the session will be then, if no event comes before; a time before `now` shows now.
  public func accessibility(at time: Instant) -> AccessibilityElement {
    let time = max(time, now)
    if let deadline, deadline <= time {
      var ahead = self
      ahead.advance(to: time)
      return ahead.tree(at: time)
    }
    return tree(at: time)
  }

  private func tree(at time: Instant) -> AccessibilityElement {
    let layout = layout
    var children = [
      AccessibilityElement(
        .tabList, id: "scenes", name: "Scenes", value: sceneType.title,
        actions: [.init("1 … 9", "open"), .init("Ctrl+Page Up, Ctrl+Page Down", "turn")],
        frame: layout.bar, children: tabElements),
      AccessibilityElement(
        .toolbar, id: "window", name: "Window", frame: layout.bar, children: buttonElements),
      AccessibilityElement(
        .group, id: "stage", name: sceneType.title, value: sceneType.hint, frame: layout.stage,
        children: stageElements(at: time)),
    ]
    if let panel = layout.inspector {
      // As they are drawn: the lines may have scrolled since the last event.
      var placed = inspector
      placed.place(in: Inspector.body(in: panel), inspectorContent, at: time)
      children.append(
        AccessibilityElement(
          .group, id: "parameters", name: "Parameters", frame: panel,
          children: placed.elements(in: panel, inspectorContent)))
    }
    if let panel = layout.timeline {
      children.append(
        AccessibilityElement(
          .group, id: "time", name: "Last minute", frame: panel,
          children: timelineElements(at: time)))
    }
    children.append(
      AccessibilityElement(
        .toolbar, id: "overlays", name: "Overlays", frame: layout.hint,
        children: Overlay.allCases.map { overlay in
          AccessibilityElement(
            .switch, id: "overlay.\(overlay.rawValue)", name: overlay.title,
            value: overlays.contains(overlay) ? "on" : "off",
            states: overlays.contains(overlay) ? [.checked] : [],
            actions: [.init(overlay.letter.uppercased(), "show or hide")],
            frame: OverlayBar.frame(of: overlay, in: layout.hint))
        }))
    children += offerElements
    if let menu = inspector.list?.menu { children.append(menu.element) }
    return AccessibilityElement(
      .window, id: "feellab", name: "FeelLab", value: sceneType.title,
      frame: Rect(x: 0, y: 0, width: size.width, height: size.height), children: children)
  }

  /// What the scene's parts say at a time of the session.
  public func stageElements(at time: Instant) -> [AccessibilityElement] {
    let (run, stageTime) = shown(at: max(time, now))
    let focus = run.scene.focus.index
    return run.scene.parts.enumerated().flatMap { index, part in
      var elements = part.accessibility(at: stageTime)
      if index == focus, !elements.isEmpty { elements[0].states.insert(.focused) }
      return elements
    }
  }

  private var tabElements: [AccessibilityElement] {
    catalog.scenes.indices.map { index in
      AccessibilityElement(
        .tab, id: "scene.\(catalog.scenes[index].id)", name: catalog.scenes[index].title,
        states: index == sceneIndex ? [.selected] : [],
        actions: index < 9 ? [.init("\(index + 1)", "open")] : [],
        frame: chrome.tabFrame(index, in: size))
    }
  }

  private var buttonElements: [AccessibilityElement] {
    Chrome.Button.allCases.map { button in
      // A tooltip's last words are its key.
      let words = button.tooltip.split(separator: " · ", maxSplits: 1).map(String.init)
      var states: Set<AccessibilityElement.State> = []
      switch button {
      case .pause where isPaused, .inspector where chrome.isInspectorOpen,
        .timeline where chrome.isTimelineOpen, .help where chrome.isHelpShown:
        states = [.checked]
      default: break
      }
      return AccessibilityElement(
        .button, id: "window.\(button)", name: words[0], states: states,
        actions: words.dropFirst().map { .init($0, "press") },
        frame: Chrome.frame(of: button, in: size))
    }
  }
}

extension Menu {
  /// What the list says.
  fileprivate var element: AccessibilityElement {
    let rows = items.enumerated().map { index, item in
      AccessibilityElement(
        .menuItem, id: "menu.\(index)", name: item, states: index == selected ? [.selected] : [],
        actions: [.init("↑ ↓", "move"), .init("Return", "choose")], frame: row(index))
    }
    return AccessibilityElement(.menu, id: "menu", name: "Menu", frame: frame, children: rows)
  }
}
