internal import Feel
internal import Kit
internal import Stage
internal import TextLayout

/// What the panels were declared from: while none of it becomes another they stay as they are.
struct Arranged: Sendable {
  var size = Size.zero
  var hasFonts = false
  var files: FilePanel?
  var menu: Menu?
}

extension Session {
  /// Declares the panels of which anything has become another.
  mutating func arrange() {
    let isOther = arranged.size != size || arranged.hasFonts != (window.fonts != nil)
    (arranged.size, arranged.hasFonts) = (size, window.fonts != nil)
    let isBehind = isOther || panels.needsRows(at: now)
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

  private mutating func perform(_ asks: [(ask: Action, gesture: Gesture)]) {
    for (action, gesture) in asks { perform(action, gesture) }
  }

  /// Does what an element asks for, with what was done to it.
  mutating func perform(_ action: Action, _ gesture: Gesture) {
    switch action {
    case .files(let ask): (files?.handle(ask, gesture) ?? []).forEach { perform($0) }
    case .chooseItem:
      guard case .chosen(let index) = gesture, let items = menu?.items else { return }
      menu = nil
      items[index].actions.forEach { perform($0) }
    default: perform(action)
    }
  }
}
