internal import Feel
internal import Kit
internal import Stage
internal import TextLayout

/// What the panels were declared from: while none of it becomes another they stay as they are.
struct Arranged: Sendable {
  var size = Size.zero
  var hasFonts = false
  var bar: Bar?
  var line: Line?
  var layout: Layout?
  var help: HelpPage?
  var files: FilePanel?
  var menu: Menu?
  var inspector: Inspector?
  var takes: TakeStrip?
}

extension Session {
  /// Declares the panels of which anything has become another.
  mutating func arrange() {
    let isOther = arranged.size != size || arranged.hasFonts != (window.fonts != nil)
    (arranged.size, arranged.hasFonts) = (size, window.fonts != nil)
    let isBehind = isOther || panels.needsRows(at: now)
    settleInspector()
    let inspector = layout.inspector == nil ? nil : self.inspector
    if isBehind || arranged.inspector != inspector {
      arranged.inspector = inspector
      arrange("parameters", on: .base, in: inspector?.frame ?? .zero, inspector) { panel, tree, _ in
        panel.declare(&tree)
      }
    }
    let takes = takeStrip
    if isBehind || arranged.takes != takes {
      arranged.takes = takes
      let all = player.finishedTakes
      arrange("takes", on: .dock, in: takes?.frame ?? .zero, takes) { strip, tree, _ in
        strip.declare(&tree, all)
      }
    }
    arrangeEdges(isBehind)
    if isBehind || arranged.help != help {
      arranged.help = help
      let window = window
      arrange("help", on: .sheet, in: HelpPage.frame(in: window), help) { help, tree, _ in
        help.declare(&tree, in: window)
      }
    }
    if isBehind || arranged.files != files {
      arranged.files = files
      arrange("files", on: .sheet, in: FilePanel.frame(in: size), files) {
        $0.declare(&$1, in: $2)
      }
    }
    if isBehind || arranged.menu != menu {
      if arranged.menu != menu { perform(panels.remove("menu")) }
      arranged.menu = menu
      arrange("menu", on: .menu, in: menu?.frame ?? .zero, menu) { menu, tree, _ in
        menu.declare(&tree)
      }
    }
  }

  /// Declares what lies along the window's edges and between its panels.
  private mutating func arrangeEdges(_ isBehind: Bool) {
    let layout = self.layout
    let bar = window.isShow ? nil : self.bar
    if isBehind || arranged.bar != bar {
      arranged.bar = bar
      arrange("bar", on: .base, in: layout.bar, bar) { bar, tree, _ in bar.declare(&tree) }
    }
    let line = self.line
    if isBehind || arranged.line != line {
      arranged.line = line
      arrange("line", on: .base, in: line?.frame ?? .zero, line) { line, tree, _ in
        line.declare(&tree)
      }
    }
    if isBehind || arranged.layout != layout {
      arranged.layout = layout
      for splitter in Splitter.allCases {
        let frame = layout.frame(of: splitter)
        arrange("splitter.\(splitter)", on: .base, in: frame ?? .zero, frame) { _, tree, _ in
          splitter.declare(&tree, layout)
        }
      }
    }
  }

  /// What the bar shows.
  private var bar: Bar {
    var on: Set<Bar.Button> = []
    if isPaused { on.insert(.pause) }
    if window.isInspectorOpen { on.insert(.inspector) }
    if window.showsTimeline { on.insert(.timeline) }
    if window.isRecording { on.insert(.record) }
    if parametersB != nil { on.insert(.compare) }
    if help != nil { on.insert(.help) }
    return Bar(
      tabs: catalog.scenes.map { Bar.Tab(id: $0.id, title: $0.title) }, selected: sceneIndex,
      on: on, width: size.width)
  }

  /// What the lowest line shows; beside a stage that is shown alone only what has just been done, above it.
  private var line: Line? {
    guard window.isShow else {
      return Line(overlays, notices, in: layout.hint, window.fonts)
    }
    guard notices != Notices() else { return nil }
    let frame = Rect(x: 0, y: 10, width: size.width, height: Layout.hintHeight)
    return Line(overlays, notices, in: frame, window.fonts)
  }

  /// Declares a panel, or takes it away where there is none.
  private mutating func arrange<Panel>(
    _ id: String, on layer: Layer, in frame: Rect, _ panel: Panel?,
    _ declare: (Panel, inout Tree<Action>, Size) -> Void
  ) {
    guard let panel else { return perform(panels.remove(id)) }
    let (size, now) = (size, now)
    panels.arrange(id, in: frame, on: layer, fonts: window.fonts, at: now) {
      declare(panel, &$0, size)
    }
  }

  /// Does what elements ask for.
  mutating func perform(_ reply: Reply<Action>) {
    perform(reply.asks)
    if let text = reply.copied { request(.copy(text)) }
    if reply.wantsPaste { request(.paste) }
  }

  /// Takes the keyboard from the panels; what was typed is entered, or it is said why not.
  mutating func leavePanels() { perform(panels.leave()) }

  private mutating func perform(_ asks: [(ask: Action, gesture: Gesture)]) {
    for (action, gesture) in asks { perform(action, gesture) }
  }

  /// Does what an element asks for, with what was done to it.
  mutating func perform(_ action: Action, _ gesture: Gesture) {
    switch action {
    case .files(let ask): (files?.handle(ask, gesture) ?? []).forEach { perform($0) }
    case .searchKeys:
      if case .typed(let text) = gesture { help?.query = text }
    case .split(let splitter): split(splitter, gesture)
    case .inspector(let ask): inspect(ask, gesture)
    case .take(let number): handle(number, gesture)
    case .chooseItem:
      guard case .chosen(let index) = gesture, let items = menu?.items else { return }
      menu = nil
      items[index].actions.forEach { perform($0) }
    default: perform(action)
    }
  }

  /// Lets a splitter follow a hand or a key.
  private mutating func split(_ splitter: Splitter, _ gesture: Gesture) {
    switch gesture {
    case .slid(.began): dragStart = layout.length(of: splitter)
    case .slid(.moved(let way)):
      resize(splitter, to: splitter.length(dragStart, draggedBy: way))
    case .slid(.cancelled): resize(splitter, to: dragStart)
    case .keyed(let key) where key.key == .return: resize(splitter, to: nil)
    case .keyed(let key):
      let length = splitter.length(after: key, from: layout.length(of: splitter))
      if let length { resize(splitter, to: length) }
    default: break
    }
  }
}
