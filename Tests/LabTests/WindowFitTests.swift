import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import Testing
import TextLayout

/// Every scene fits windows of all sizes at every scale and in every theme: nothing overlaps, is
/// cut off or out of place.
struct WindowFitTests {
  private static let ids = Catalog.all.scenes.map { $0.id }
  private static let sizes = [
    Size(480, 360), Size(600, 400), Size(880, 600), Size(1200, 800), Size(1600, 1000),
    Size(3840, 2160),
    // The largest at a scale of 4.
    Size(960, 540),
  ]
  enum Panels: CaseIterable { case none, inspector, timeline, both }

  private func session(
    _ id: String, _ size: Size, _ panels: Panels, scale: Double = 1, theme: Theme.Name = .light
  ) throws -> Session {
    var session = try Session(id, size: size, scale: scale, theme: theme)
    if panels == .timeline || panels == .both { session.key(.function(8), at: 0) }
    if panels == .inspector || panels == .both { session.key(.function(9), at: 0) }
    return session
  }

  @Test(arguments: sizes + [Size(1040, 548), Size(1200, 700), Size(760, 440)])
  func `the rows of the overview keep their distance`(size: Size) throws {
    for panels in Panels.allCases {
      let session = try session("overview", size, panels)
      let stage = try #require(
        session.accessibility(at: session.now).children.first { $0.id == "stage" })
      func frame(_ id: String) throws -> Rect {
        try #require(stage.children.first { $0.id == id }, "\(panels) \(id)").frame
      }
      let (slider, cards) = (try frame("slider"), try frame("carousel"))
      #expect(cards.minY >= stage.frame.minY + 7.5, "\(panels) \(cards)")
      #expect(slider.minY - cards.maxY >= 11.5, "\(panels) \(cards) \(slider)")
      #expect(stage.children.allSatisfy { $0.frame.maxY <= stage.frame.maxY - 7 }, "\(panels)")
      #expect(cards.height >= 56, "\(panels) \(cards)")
      // On the lowest stages, the cards use the room of the buttons.
      guard stage.frame.height >= 200 else {
        #expect(!stage.children.contains { $0.id.hasPrefix("hold.") }, "\(panels)")
        continue
      }
      for id in ["hold.circle", "hold.container", "hold.custom"] {
        let button = try frame(id)
        #expect(button.minY - slider.midY - 20 >= 11.5, "\(panels) \(id) \(button)")
      }
    }
  }

  @Test(arguments: ids, sizes)
  func `words do not overlap and are not cut off, at any scale and in any theme`(
    id: String, size: Size
  ) throws {
    let fonts = try FontBook()
    for panels in [Panels.none, .inspector] {
      for scale in [1, 1.5, 2, 4.0] where scale * size.width <= 3840 {
        for theme in Theme.Name.allCases {
          var session = try session(id, size, panels, scale: scale, theme: theme)
          session.tell(.fonts(fonts))
          let list = session.drawn(fonts)
          let note = "\(panels) at \(scale) in \(theme.rawValue)"
          if panels == .none { expectNoWordsOverWords(list, in: size, atLeast: 7) }
          // The lines of an inbox are cut in narrow windows, as in any mail program.
          let isInbox = id == "scroll-view" && size.width < 880
          if isInbox { session.tell(.prefer(.content, .flag(false))) }
          let own = isInbox ? session.drawn(fonts) : list
          expectWholeWords(own, in: size, fonts, note)
        }
      }
    }
  }

  @Test func `each parameter's name leaves room for its control at the panel's usual width`() throws
  {
    let fonts = try FontBook()
    // The room in a line: the panel without its margins and the gap between the two.
    let (room, control) = (304.0 - 2 * 16 - 8, 140.0)
    for scene in Catalog.all.scenes {
      for parameter in scene.parameters {
        let width = fonts.layout(parameter.label, .body).width
        #expect(width <= room - control, "\(parameter.key): \(parameter.label)")
      }
    }
  }

  @Test(arguments: ids, sizes)
  func `a scene is centred on its stage and fills it whatever panels are open`(
    id: String, size: Size
  ) throws {
    let fonts = try FontBook()
    for panels in Panels.allCases {
      let session = try session(id, size, panels)
      let tree = session.accessibility(at: session.now)
      let stage = try #require(tree.children.first { $0.id == "stage" }).frame
      let list = session.drawn(fonts)
      // Includes empty areas of a control that can be pressed, such as that before the first card.
      let frames = session.stageElements(at: session.now).flatMap(\.all).map(\.frame)
        .filter { !$0.isEmpty }.compactMap { $0.intersection(stage) }
      let drawn = try #require(drawnBox(list, in: stage))
      let box = frames.reduce(drawn) { $0.union($1) }
      let off = box.center - stage.center
      let note = "\(panels): \(box) in \(stage)"
      #expect(abs(off.x) <= stage.width / 8, "to one side, \(note)")
      #expect(abs(off.y) <= stage.height / 8, "too high or too low, \(note)")
      let shares = [box.width / stage.width, box.height / stage.height].sorted()
      #expect(shares[1] >= 0.6 && shares[0] >= 0.15, "lost in its stage, \(note)")
    }
  }

  /// The bounds of everything drawn between the stage's background and what covers it, in points;
  /// `nil` if there is nothing.
  private func drawnBox(_ list: DisplayList, in stage: Rect) -> Rect? {
    let commands = list.commandsDrawn
    guard let first = commands.firstIndex(of: .clip(stage, radius: 0)) else { return nil }
    var (box, clips) = (Rect?.none, [stage])
    for command in commands[(first + 1)...] {
      var drawn: Rect?
      switch command {
      case .clip(let rect, _): clips.append(clips[clips.count - 1].intersection(rect) ?? .zero)
      case .clipPath, .group: clips.append(clips[clips.count - 1])
      case .pop: clips.removeLast()
      case .roundedRect(let rect, _, _), .outline(let rect, _, _, _, _, _, _): drawn = rect
      case .fill(let path, _, _): drawn = bounds(of: path)
      case .glyphs(let run, let origin, _):
        let width = (run.glyphs.last?.offset.x ?? 0) + run.size * 0.5
        drawn = Rect(
          x: origin.x, y: origin.y - run.size * 0.7, width: width, height: run.size * 0.8)
      default: break
      }
      guard let clip = clips.last else { return box }
      if let shown = drawn?.intersection(clip) { box = box?.union(shown) ?? shown }
    }
    return box
  }

  private func bounds(of path: Path) -> Rect? {
    let corners = path.elements.compactMap { element in
      switch element {
      case .move(let point), .line(let point), .quad(_, let point), .cubic(_, _, let point): point
      case .close: nil
      }
    }
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max()
    else { return nil }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  @Test(arguments: ids, sizes)
  func `the numbers of a motion cover no words in wide windows`(id: String, size: Size) throws {
    let fonts = try FontBook()
    for panels in [Panels.none, .inspector, .timeline] where size.width >= 1200 {
      var session = try session(id, size, panels)
      session.key(.character("h"), at: 0)
      #expect(session.overlays == [.hud])
      let list = session.drawn(fonts)
      expectNoWordsOverWords(list, in: size, atLeast: 8)
    }
  }

  /// Expects no line of the window's own to be truncated by an ellipsis, or to begin or end outside
  /// the window.
  private func expectWholeWords(
    _ list: DisplayList, in size: Size, _ fonts: FontBook, _ note: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let dots = Set(
      [TextStyle.body, .small, .strong, .caption, .title].compactMap {
        fonts.layout("…", $0).runs.first?.glyphs.first?.id
      })
    // Buttons that open a panel end in an ellipsis.
    let ending = fonts.layout("Save preset…", .medium).runs.first?.glyphs.map(\.id)
    var depth = 0
    for command in list.commandsDrawn {
      switch command {
      case .clip, .clipPath, .group: depth += 1
      case .pop: depth -= 1
      case .glyphs(let run, let origin, _) where !run.glyphs.isEmpty:
        #expect(
          !(run.glyphs.last.map { dots.contains($0.id) } ?? false)
            || run.glyphs.map(\.id) == ending,
          "cut off at \(origin) in \(size): \(note)", sourceLocation: sourceLocation)
        let end = origin.x + (run.glyphs.last?.offset.x ?? 0)
        if depth == 0 {
          #expect(
            origin.x >= 0 && end <= size.width && origin.y <= size.height,
            "outside at \(origin) in \(size): \(note)", sourceLocation: sourceLocation)
        }
      default: break
      }
    }
  }

  @Test(arguments: sizes.filter { $0.height >= 600 })
  func `each lane is at least 60 points high, or 44 in a low window`(size: Size) throws {
    let tree = try session("carousel", size, .timeline).accessibility(at: .zero)
    func middle(_ id: String) throws -> Double {
      try #require(tree.all.first { $0.id == id }).frame.midY
    }
    // Rows are nine points apart, four in low windows.
    let least = size.height < 800 ? 44.0 + 4 : 60 + 9
    #expect(try middle("timeline.velocity") - middle("timeline.position") >= least)
  }
}
