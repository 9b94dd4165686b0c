internal import Feel
internal import Kit
internal import Stage
internal import TextLayout

/// The bar along the top: scene tabs and permanent buttons.
struct Bar: Hashable, Sendable {
  private struct Button {
    let id: String
    /// Label shown where there is room for text.
    var name: String?
    let command: Session.Command
    let icon: Icon
  }

  /// Which of the toggle buttons are on.
  struct On: Hashable, Sendable {
    var pause = false
    var inspector = false
    var timeline = false
    var recording = false
    var comparison = false
    var help = false

    func contains(_ command: Session.Command) -> Bool {
      switch command {
      case .togglePause: pause
      case .toggleInspector: inspector
      case .toggleTimeline: timeline
      case .ask(.toggleRecording): recording
      case .offerComparison: comparison
      case .toggleHelp: help
      default: false
      }
    }
  }

  let catalog: Catalog
  let selected: Int?
  private(set) var on: On
  /// Why no recording can be started, if none can.
  let noRecording: String?
  let width: Double

  private var tabs: [any Scene.Type] { catalog.scenes }

  /// What the bar drops, in order, when its labels do not fit.
  private enum Fold: Int, CaseIterable, Comparable {
    case none, narrowTabs, namesOfButtons, nameOfProgram, tabs

    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  /// Declares as much as fits, measured in the window's fonts.
  func declare(_ tree: inout Tree<Session.Command>, _ fonts: FontBook?) {
    // Measured with all buttons off, so that pressing one does not shift its neighbours.
    var still = self
    still.on = On()
    let rooms = Fold.allCases.lazy.map { fold in
      (fold, width - Tree<Session.Command>.width(fonts) { still.declare(&$0, fold, spare: 0) })
    }
    let (fold, spare) = rooms.first { $0.1 >= 0 } ?? (.tabs, 0)
    declare(&tree, fold, spare: spare)
  }

  /// - Parameter spare: the room for gaps between narrow tabs, in points.
  private func declare(_ tree: inout Tree<Session.Command>, _ fold: Fold, spare: Double) {
    let hasNames = fold < .namesOfButtons
    let pause: Icon = on.pause ? .play : .pause
    let isRecording = on.recording
    let groups = [
      [
        Button(
          id: "record", name: isRecording ? Words.Bar.stop : Words.Bar.record,
          command: .ask(.toggleRecording), icon: .record(isOn: isRecording)),
        Button(id: "pause", command: .togglePause, icon: pause),
        Button(id: "reset", command: .change(.restart), icon: .restart),
      ],
      [Button(id: "compare", name: Words.compare, command: .offerComparison, icon: .compare)],
      [
        Button(id: "timeline", command: .toggleTimeline, icon: .timeline),
        Button(id: "inspector", command: .toggleInspector, icon: .parameters),
      ],
      [
        Button(id: "theme", command: .toggleTheme, icon: .theme),
        Button(id: "help", command: .toggleHelp, icon: .help),
      ],
    ]
    let padding = Insets(8, 0, hasNames ? 12 : 8, 0)
    tree.add(Node("", .none, Box(.horizontal, gap: 4, padding: padding))) { tree in
      let program = Button(
        id: "menu", name: Words.Bar.program, command: .offerMenu, icon: .mark)
      declare(program, hasName: fold < .nameOfProgram, &tree)
      if fold == .tabs {
        declareList(&tree)
      } else {
        declareTabs(&tree, areNarrow: fold > .none, spare)
      }
      tree.space()
      tree.add(
        Node("", .none, Box(.horizontal, width: .fit, gap: hasNames ? 2 : 0)),
        AccessibilityElement(.toolbar, id: "window", name: Words.Bar.window, frame: .zero)
      ) { tree in
        for (index, group) in groups.enumerated() {
          if index > 0 { divide(&tree, by: hasNames ? 4 : 1) }
          for button in group { declare(button, hasName: hasNames, &tree) }
        }
      }
    }
  }

  private func divide(_ tree: inout Tree<Session.Command>, by around: Double) {
    tree.space(.fixed(around))
    tree.add(Node("", .divider, Box(width: .fixed(1), height: .fixed(18))))
    tree.space(.fixed(around))
  }

  private func declare(
    _ button: Button, hasName: Bool, _ tree: inout Tree<Session.Command>
  ) {
    let (command, isOn) = (button.command, on.contains(button.command))
    let title = Keymap.title(command)
    let isMenu = command == .offerMenu
    let words = hasName ? button.name ?? "" : ""
    var push = Push(words, icon: button.icon, .quiet, isOn: isOn)
    push.hasArrow = isMenu
    let refusal = command == .ask(.toggleRecording) ? noRecording : nil
    tree.button(
      "window.\(button.id)", push, command, name: button.name ?? title,
      keys: Keymap.text(command), tip: refusal ?? Words.line([title, Keymap.text(command)]),
      width: words.isEmpty && !isMenu ? .fixed(32) : .fit, isStop: false,
      isDisabled: refusal != nil)
  }

  /// A drop-down list in place of the tabs, where their labels do not fit.
  private func declareList(_ tree: inout Tree<Session.Command>) {
    let (id, title) = ("scenes.list", selected.map { tabs[$0].title } ?? "")
    var push = Push(title, .plain, isOn: true)
    push.hasArrow = true
    tree.add(
      Node(id, .button(push), Box(width: .fixed(width < 520 ? 112 : 132), height: .fixed(32))),
      AccessibilityElement(.comboBox, id: id, name: Words.Bar.scene, value: title, frame: .zero),
      [.press: .listScenes])
  }

  private func declareTabs(_ tree: inout Tree<Session.Command>, areNarrow: Bool, _ spare: Double) {
    let (back, on) = (Keymap.text(.turnScene(-1)), Keymap.text(.turnScene(1)))
    let title = selected.map { tabs[$0].title } ?? ""
    let gap = areNarrow ? min(4, (spare / Double(tabs.count)).rounded(.down)) : 0
    tree.add(
      Node(
        "", .ground(.groove),
        Box(.horizontal, width: .fit, height: .fixed(34), gap: gap, padding: Insets(3, 3))),
      AccessibilityElement(
        .tabList, id: "scenes", name: Words.Bar.scenes, value: title,
        actions: [
          .init("1 … \(tabs.count)", Words.Bar.open), .init("\(back), \(on)", Words.Bar.turn),
        ], frame: .zero)
    ) { tree in
      for (index, tab) in tabs.enumerated() {
        let (id, key) = ("scene.\(tab.id)", Keymap.text(.scene(index)))
        var push = Push(tab.title, .tab, isOn: index == selected)
        push.isSmall = areNarrow
        tree.add(
          Node(id, .button(push), Box(width: .fit, height: .fixed(28))),
          AccessibilityElement(
            .tab, id: id, name: tab.title, states: index == selected ? [.selected] : [],
            actions: key.isEmpty ? [] : [.init(key, Words.Bar.open)], frame: .zero),
          [.press: .scene(index)])
      }
    }
  }
}
