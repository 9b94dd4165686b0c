internal import Feel
internal import Kit
internal import Stage

/// The bar along the top: the scenes' tabs and the buttons that are always there.
struct Bar: Hashable, Sendable {
  private struct Button {
    let id: String
    /// What it says, where that is less than its tooltip.
    var name: String?
    let command: Session.Command
    let icon: Icon
    /// How wide it is with its name, in points; `nil` where the icon says what it does.
    var namedWidth: Double?
  }

  struct Tab: Hashable, Sendable { let id, title: String }

  let tabs: [Tab]
  let selected: Int?
  /// What is on of all that buttons turn on.
  let on: Set<Session.Command>
  let width: Double

  /// From one tab to the next, in points, and the least of that: room for the longest title.
  private static let pitches = 76.0...88
  private static let side = 32.0
  /// From which width on, in points, names of buttons stand beside the tabs of so many scenes.
  private static let leastNamed = (width: 1160.0, scenes: 8.0)

  /// The buttons, left to right: the first stands before the tabs, the others at the bar's end.
  private var buttons: [Button] {
    let isRecording = on.contains(.ask(.toggleRecording))
    return [
      Button(id: "menu", name: Words.Bar.program, command: .offerMenu, icon: .menu, namedWidth: 92),
      Button(
        id: "record", name: Words.Bar.record, command: .ask(.toggleRecording),
        icon: .record(isOn: isRecording), namedWidth: 96),
      Button(id: "pause", command: .togglePause, icon: on.contains(.togglePause) ? .play : .pause),
      Button(id: "reset", command: .change(.restart), icon: .restart),
      Button(
        id: "compare", name: Words.compare, command: .offerComparison, icon: .compare,
        namedWidth: 116),
      Button(id: "timeline", command: .toggleTimeline, icon: .timeline),
      Button(id: "inspector", command: .toggleInspector, icon: .parameters),
      Button(id: "theme", command: .toggleTheme, icon: .theme),
      Button(id: "help", command: .toggleHelp, icon: .help),
    ]
  }

  /// Whether a button's name stands in it; that of the menu gives way to one more scene's tab.
  private func hasName(_ button: Button) -> Bool {
    let isMenu = button.command == .offerMenu
    let more = isMenu ? max(0, Double(tabs.count) - Self.leastNamed.scenes) : 0
    return button.namedWidth != nil
      && width >= Self.leastNamed.width + more * Self.pitches.upperBound
  }

  private func width(of button: Button) -> Double {
    hasName(button) ? button.namedWidth ?? Self.side : Self.side
  }

  func declare(_ tree: inout Tree<Session.Command>) {
    let frame = Rect(x: 0, y: 0, width: width, height: Layout.barHeight)
    tree.add(Node("", .ground(.band(.bottom)))) { tree in
      declareTabs(&tree, in: frame)
      tree.add(
        Node("", .none, Box(.horizontal, gap: 4, padding: Insets(8, 6, 12, 6), frame: frame)),
        AccessibilityElement(.toolbar, id: "window", name: Words.Bar.window, frame: .zero)
      ) { tree in
        for button in buttons {
          declare(button, &tree)
          if button.command == .offerMenu { tree.space() }
        }
      }
    }
  }

  private func declare(_ button: Button, _ tree: inout Tree<Session.Command>) {
    let (command, isOn) = (button.command, on.contains(button.command))
    let (title, hasName) = (Keymap.title(command), hasName(button))
    let name = button.name ?? title
    var push = Push(hasName ? name : "", icon: button.icon, .quiet, isOn: isOn)
    push.hasArrow = hasName
    if command == .ask(.toggleRecording), hasName {
      push.hasArrow = false
      if isOn { push.title = Words.Bar.stop }
    }
    if command == .offerMenu, hasName { push.icon = nil }
    tree.button(
      "window.\(button.id)", push, command, name: name, keys: Keymap.text(command),
      tip: Words.line([title, Keymap.text(command)]), width: .fixed(width(of: button)),
      isStop: false)
  }

  private func declareTabs(_ tree: inout Tree<Session.Command>, in frame: Rect) {
    let buttons = buttons
    let start = 8 + width(of: buttons[0]) + 4
    let end = buttons.dropFirst().reduce(8) { $0 + width(of: $1) + 4 }
    let room = frame.width - end - start
    let pitch = min(Self.pitches.upperBound, (room / Double(tabs.count)).rounded(.down))
    let (back, on) = (Keymap.text(.turnScene(-1)), Keymap.text(.turnScene(1)))
    let title = selected.map { tabs[$0].title } ?? ""
    tree.add(
      Node("", .none, Box(.horizontal, gap: 4, padding: Insets(start, 6, 12, 6), frame: frame)),
      AccessibilityElement(
        .tabList, id: "scenes", name: Words.Bar.scenes, value: title,
        actions: [
          .init("1 … \(tabs.count)", Words.Bar.open), .init("\(back), \(on)", Words.Bar.turn),
        ], frame: .zero)
    ) { tree in
      guard pitch >= Self.pitches.lowerBound else {
        // A list stands for the tabs where there is no room for their words.
        let id = "scenes.list"
        return tree.add(
          Node(
            id, .button(Push(title, .plain, hasArrow: true)),
            Box(width: .fixed(136), height: .fixed(32))),
          AccessibilityElement(
            .comboBox, id: id, name: Words.Bar.scene, value: title, frame: .zero),
          [.press: .listScenes])
      }
      for (index, tab) in tabs.enumerated() {
        let (id, key) = ("scene.\(tab.id)", Keymap.text(.scene(index)))
        tree.add(
          Node(
            id, .button(Push(tab.title, .quiet, isOn: index == selected)),
            Box(width: .fixed(pitch - 4), height: .fixed(32))),
          AccessibilityElement(
            .tab, id: id, name: tab.title, states: index == selected ? [.selected] : [],
            actions: key.isEmpty ? [] : [.init(key, Words.Bar.open)], frame: .zero),
          [.press: .scene(index)])
      }
    }
  }
}
