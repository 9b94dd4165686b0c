import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import Testing
import TextLayout

/// Every scene in windows from the smallest to the largest, at every scale and in every theme: nothing lies over something else, is too small to hit, cut off or out of its place.
struct WindowFitTests {
  private static let ids = Catalog.all.scenes.map { $0.id }
  private static let sizes = [
    Size(480, 360), Size(600, 400), Size(880, 600), Size(1200, 800), Size(1600, 1000),
    Size(3840, 2160),
  ]
  /// What is open.
  enum Panels: CaseIterable { case none, inspector, timeline, both }

  private func session(
    _ id: String, _ size: Size, _ panels: Panels, scale: Double = 1, theme: Theme.Name = .light
  ) throws -> Session {
    let scene = try #require(Catalog.all.scene(id))
    var session = Session(catalog: .all, scene: scene, size: size, scale: scale, theme: theme)
    if panels == .timeline || panels == .both { session.key(.function(8), at: 0) }
    if panels == .inspector || panels == .both { session.key(.function(9), at: 0) }
    return session
  }

  @Test(arguments: ids, sizes)
  func `targets are large enough, apart and within the window`(id: String, size: Size) throws {
    for panels in Panels.allCases {
      let session = try session(id, size, panels)
      let tree = session.accessibility(at: session.now)
      let stage = try #require(tree.children.first { $0.id == "stage" }).frame
      let drawer = tree.children.first { $0.id == "parameters" }?.frame
      let own = Set(session.stageElements(at: session.now).flatMap(\.all).map(\.id))
      let targets = tree.all.filter { element in
        guard element.children.isEmpty, !element.states.contains(.offscreen),
          !["group", "toolbar", "window", "table", "row"].contains(element.role.rawValue),
          !element.id.hasPrefix("splitter.")
        else { return false }
        // A drawer lies over stage and timeline, and a timeline leaves a low window too little of its stage.
        if own.contains(element.id), stage.height < 250 { return false }
        let isUnder = own.contains(element.id) || element.id.hasPrefix("timeline")
        return !isUnder || drawer?.intersection(element.frame) == nil
      }
      #expect(targets.count > 10)
      for (index, target) in targets.enumerated() {
        let frame = target.frame
        #expect(frame.width >= 24 && frame.height >= 24, "\(panels) \(target.id) \(frame)")
        #expect(
          frame.minX >= 0 && frame.minY >= 0 && frame.maxX <= size.width
            && frame.maxY <= size.height, "\(panels) \(target.id) \(frame)")
        for other in targets[..<index] {
          let overlap = frame.intersection(other.frame)
          #expect(
            overlap.map { min($0.width, $0.height) <= 1e-9 } ?? true,
            "\(panels) \(target.id) \(frame) over \(other.id) \(other.frame)")
        }
      }
    }
  }

  @Test(arguments: ids, sizes)
  func `words lie apart and are not cut off, at every scale and in every theme`(
    id: String, size: Size
  ) throws {
    let fonts = try FontBook()
    for panels in [Panels.none, .inspector] {
      for scale in [1, 1.5, 2, 4.0] where scale * size.width <= 3840 {
        for theme in Theme.Name.allCases {
          let session = try session(id, size, panels, scale: scale, theme: theme)
          let list = session.displayList(at: session.now, fonts: fonts)
          let note = "\(panels) at \(scale) in \(theme.rawValue)"
          if panels == .none { expectNoWordsOverWords(list, in: size, atLeast: 8) }
          expectWholeWords(list, in: size, fonts, note)
        }
      }
    }
  }

  /// Expects that no line of the window's own ends in dots, and that none begins or ends outside of the window.
  private func expectWholeWords(
    _ list: DisplayList, in size: Size, _ fonts: FontBook, _ note: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let dots = Set(
      [TextStyle.body, .small, .strong, .caption, .title].compactMap {
        fonts.layout("…", $0).runs.first?.glyphs.first?.id
      })
    var depth = 0
    for command in list.commands {
      switch command {
      case .clip, .clipPath, .group: depth += 1
      case .pop: depth -= 1
      case .glyphs(let run, let origin, _) where !run.glyphs.isEmpty:
        #expect(
          !(run.glyphs.last.map { dots.contains($0.id) } ?? false),
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
}
