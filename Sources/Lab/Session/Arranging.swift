internal import Feel
internal import Kit
internal import Raster
internal import Stage
internal import TextLayout

/// The values each panel was last declared from; a panel is declared again only if its value
/// changes.
struct Arranged: Sendable {
  var room = (size: Size.zero, hasFonts: false)
  /// Whether all panels must be declared again regardless.
  var isBehind = false
  var bar: Bar?
  var line: Line?
  var takes: TakeStrip?
  var transport: Transport?
  var splitters: [Splitter: Layout] = [:]
  var help: HelpPage?
  var files: FilePanel?
  var menu: Menu?
  var inspector: Inspector?
  @Boxed var why: WhyPanel? = nil
  @Boxed var region: RegionPanel? = nil
  @Boxed var guide: GuideSigns? = nil
  var tags: [Guide.Step: GuideTag] = [:]
  let hint = Kept<HintLine, [DrawCommand]>()
}

extension Session {
  /// Declares the panels whose values have changed.
  mutating func arrange() {
    let (window, size, layout, takes) = (window, size, self.layout, player.finishedTakes)
    let isOther = arranged.room != (size, window.fonts != nil)
    arranged.room = (size, window.fonts != nil)
    arranged.isBehind = isOther || panels.needsRows(at: now)
    settleInspector()
    arrange(
      "parameters", layout.inspector == nil ? nil : inspector, \.inspector, in: layout.inspector
    ) { $0.declare(&$1) }
    let why = whyPanel
    arrange("why", why, \.why, in: why?.frame) { $0.declare(&$1) }
    let region = regionPanel
    arrange("region", region, \.region, in: region?.frame) { $0.declare(&$1) }
    arrange("takes", takeStrip, \.takes, on: .dock, in: layout.takes) { $0.declare(&$1, takes) }
    arrange("time", transport, \.transport, on: .dock, in: layout.timeline) { $0.declare(&$1) }
    arrange("bar", window.isShow ? nil : bar, \.bar, in: layout.bar) {
      $0.declare(&$1, window.fonts)
    }
    let line = line
    arrange("line", line, \.line, in: line?.frame) { $0.declare(&$1) }
    arrangeGuide()
    for splitter in Splitter.allCases {
      let frame = layout.frame(of: splitter)
      let shown = frame.map { _ in layout }
      // Creating a key path with a subscript allocates every time.
      guard arranged.isBehind || arranged.splitters[splitter] != shown else { continue }
      arrange("splitter.\(splitter)", shown, \.splitters[splitter], in: frame) {
        splitter.declare(&$1, $0)
      }
    }
    arrange("help", help, \.help, on: .sheet, in: help.map { _ in HelpPage.frame(in: window) }) {
      $0.declare(&$1, in: window)
    }
    arrange("files", files, \.files, on: .sheet, in: FilePanel.frame(in: size)) {
      $0.declare(&$1, in: size)
    }
    if arranged.menu != menu { perform(panels.remove("menu")) }
    arrange("menu", menu, \.menu, on: .menu, in: menu?.frame) { $0.declare(&$1) }
  }

  /// Declares the first-minute labels, after the elements they point at.
  private mutating func arrangeGuide() {
    guard guide != nil || arranged.guide != nil else { return }
    arranged.guide = guideSigns
    for step in Guide.Step.allCases {
      let tag = arranged.guide?.tags.first { $0.step == step && $0.frame != nil }
      arrange("guide.\(step)", tag, \.tags[step], in: tag?.frame) { $0.declare(&$1) }
    }
  }

  /// Declares a panel if its value changed, or removes it if there is none.
  private mutating func arrange<Panel: Hashable>(
    _ id: String, _ panel: Panel?, _ former: WritableKeyPath<Arranged, Panel?>,
    on layer: Layer = .base, in frame: Rect?,
    _ declare: (Panel, inout Tree<Session.Command>) -> Void
  ) {
    guard arranged.isBehind || arranged[keyPath: former] != panel else { return }
    arranged[keyPath: former] = panel
    guard let panel else { return perform(panels.remove(id)) }
    panels.arrange(id, in: frame ?? .zero, on: layer, fonts: window.fonts, at: now) {
      declare(panel, &$0)
    }
  }

  private var bar: Bar {
    Bar(
      catalog: catalog, selected: sceneIndex,
      on: Bar.On(
        pause: isPaused, inspector: window.isInspectorOpen, timeline: window.showsTimeline,
        recording: window.isRecording, comparison: parametersB != nil, help: help != nil),
      noRecording: refusal(of: .ask(.toggleRecording)), width: size.width)
  }

  /// Content of the bottom line; `nil` when the stage is shown alone.
  private var line: Line? {
    guard !window.isShow else { return nil }
    return Line(
      overlays, explains: sceneType.explainsReleases, notices,
      complaint: inspectorState.complaint?.words,
      verdict: wholeVerdict,
      in: layout.hint, window.fonts)
  }

  /// Performs the commands of a panel's reply, and its clipboard requests.
  mutating func perform(_ reply: Reply<Command>) {
    perform(reply.asks)
    if let text = reply.copied { request(.copy(text)) }
    if reply.wantsPaste { request(.paste) }
  }

  /// Takes the focus from the panels, which accept the text being edited or report why not.
  mutating func leavePanels() { perform(panels.leave()) }

  private mutating func perform(_ asks: [(ask: Command, gesture: Gesture)]) {
    for (command, gesture) in asks { perform(command, gesture) }
  }

  mutating func split(_ splitter: Splitter, _ gesture: Gesture) {
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
