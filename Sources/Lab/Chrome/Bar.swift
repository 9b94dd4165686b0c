internal import Feel
internal import Kit
internal import Stage

/// The bar along the top: the scenes' tabs and the buttons that are always there.
struct Bar: Hashable, Sendable {
  /// A button, left to right: the first stands before the tabs, the others at the bar's end.
  enum Button: String, Hashable, Sendable, CaseIterable {
    case menu, record, pause, reset, compare, timeline, inspector, theme, help

    var name: String {
      switch self {
      case .menu: "FeelLab"
      case .record: "Record"
      case .pause: "Pause the stage"
      case .reset: "Restart scene"
      case .compare: "Compare"
      case .timeline: "Timeline"
      case .inspector: "Parameters"
      case .theme: "Light or dark"
      case .help: "Keys and help"
      }
    }

    /// What a click does.
    var action: Action {
      switch self {
      case .menu: .offerMenu
      case .record: .ask(.toggleRecording)
      case .pause: .togglePause
      case .reset: .change(.restart)
      case .compare: .offerComparison
      case .timeline: .toggleTimeline
      case .inspector: .toggleInspector
      case .theme: .toggleTheme
      case .help: .toggleHelp
      }
    }

    fileprivate var tip: String {
      switch self {
      case .menu: "Open, save, show, preferences"
      case .compare: Keymap.tooltip("Compare with a preset", action)
      case .record: Keymap.tooltip("Record the session as a file", action)
      default: Keymap.tooltip(name, action)
      }
    }

    /// How wide it is with its name, in points; `nil` where what it does is plain from the icon.
    fileprivate var namedWidth: Double? {
      switch self {
      case .menu: 92
      case .record: 96
      case .compare: 116
      case .pause, .reset, .timeline, .inspector, .theme, .help: nil
      }
    }

    fileprivate func icon(isOn: Bool) -> Icon {
      switch self {
      case .menu: .menu
      case .record: .record(isOn: isOn)
      case .pause: isOn ? .play : .pause
      case .reset: .restart
      case .compare: .compare
      case .timeline: .timeline
      case .inspector: .parameters
      case .theme: .theme
      case .help: .help
      }
    }
  }

  /// A scene's tab.
  struct Tab: Hashable, Sendable { let id, title: String }

  let tabs: [Tab]
  /// The one that is shown.
  let selected: Int?
  /// The buttons of which what they turn on is on.
  let on: Set<Button>
  let width: Double

  /// From one tab to the next, in points, and the least of that: room for the longest title.
  private static let pitches = 76.0...88
  private static let side = 32.0
  /// The least width of a window whose bar has room for the names of buttons beside the tabs of as
  /// many scenes, in points.
  private static let leastNamed = (width: 1160.0, scenes: 8.0)

  /// Whether a button's name stands in it; that of the menu gives way to one more scene's tab.
  private func hasName(_ button: Button) -> Bool {
    let more = button == .menu ? max(0, Double(tabs.count) - Self.leastNamed.scenes) : 0
    return button.namedWidth != nil
      && width >= Self.leastNamed.width + more * Self.pitches.upperBound
  }

  private func width(of button: Button) -> Double {
    hasName(button) ? button.namedWidth ?? Self.side : Self.side
  }

  func declare(_ tree: inout Tree<Action>) {
    let frame = Rect(x: 0, y: 0, width: width, height: Layout.barHeight)
    tree.add(Node("", .ground(.band(.bottom)))) { tree in
      declareTabs(&tree, in: frame)
      tree.add(
        Node("", .none, Box(.horizontal, gap: 4, padding: Insets(8, 6, 12, 6), frame: frame)),
        AccessibilityElement(.toolbar, id: "window", name: "Window", frame: .zero)
      ) { tree in
        declare(.menu, &tree)
        tree.space()
        for button in Button.allCases.dropFirst() { declare(button, &tree) }
      }
    }
  }

  private func declare(_ button: Button, _ tree: inout Tree<Action>) {
    let isOn = on.contains(button)
    let hasName = hasName(button)
    var push = Push(hasName ? button.name : "", icon: button.icon(isOn: isOn), .quiet, isOn: isOn)
    if button == .record, isOn, hasName { push.title = "Stop" }
    if button == .menu, hasName { push.icon = nil }
    push.hasArrow = hasName && button != .record
    tree.button(
      "window.\(button)", push, button.action, name: button.name, keys: Keymap.text(button.action),
      tip: button.tip, width: .fixed(width(of: button)), isStop: false)
  }

  private func declareTabs(_ tree: inout Tree<Action>, in frame: Rect) {
    let start = 8 + width(of: .menu) + 4
    let end = Button.allCases.dropFirst().reduce(8) { $0 + width(of: $1) + 4 }
    let room = frame.width - end - start
    let pitch = min(Self.pitches.upperBound, (room / Double(tabs.count)).rounded(.down))
    let (back, on) = (Keymap.text(.turnScene(-1)), Keymap.text(.turnScene(1)))
    let title = selected.map { tabs[$0].title } ?? ""
    tree.add(
      Node(
        "", .none,
        Box(.horizontal, gap: 4, padding: Insets(start, 6, 12, 6), frame: frame)),
      AccessibilityElement(
        .tabList, id: "scenes", name: "Scenes", value: title,
        actions: [.init("1 … \(tabs.count)", "open"), .init("\(back), \(on)", "turn")],
        frame: .zero)
    ) { tree in
      guard pitch >= Self.pitches.lowerBound else {
        // A list stands for the tabs where there is no room for their words.
        let id = "scenes.list"
        return tree.add(
          Node(
            id, .button(Push(title, .plain, hasArrow: true)),
            Box(width: .fixed(136), height: .fixed(32))),
          AccessibilityElement(.comboBox, id: id, name: "Scene", value: title, frame: .zero),
          [.press: .listScenes])
      }
      for (index, tab) in tabs.enumerated() {
        let id = "scene.\(tab.id)"
        tree.add(
          Node(
            id, .button(Push(tab.title, .quiet, isOn: index == selected)),
            Box(width: .fixed(pitch - 4), height: .fixed(32))),
          AccessibilityElement(
            .tab, id: id, name: tab.title, states: index == selected ? [.selected] : [],
            actions: Keymap.accessibilityActions(.scene(index), "open"), frame: .zero),
          [.press: .scene(index)])
      }
    }
  }
}
