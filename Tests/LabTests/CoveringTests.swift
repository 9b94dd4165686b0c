import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import Testing
import TextLayout

/// Every window shows its text legibly, whatever is open: no words overlap or are covered or cut,
/// targets are large enough, and contrast is sufficient.
///
/// Every scene is drawn in every size with every panel. Themes and scales rotate, so that every
/// pair of scene, size, panel, theme and scale occurs.
struct CoveringTests {
  private static let ids = Catalog.all.scenes.map { $0.id }
  private static let sizes = [
    Size(480, 360), Size(800, 500), Size(880, 600), Size(1200, 800), Size(1600, 1000),
    Size(2560, 1440),
  ]

  enum Open: CaseIterable {
    case nothing, inspector, timeline, both
    /// Two parameter sets and a take of both, with the table, the release card and both panels.
    case comparison
  }

  private static let cases = ids.flatMap { id in
    sizes.flatMap { size in Open.allCases.map { (id: id, size: size, open: $0) } }
  }

  private func session(
    _ id: String, _ size: Size, _ open: Open, scale: Double, theme: Theme.Name, _ fonts: FontBook
  ) throws -> Session {
    var session = try Session(id, size: size, scale: scale, theme: theme)
    session.tell(.fonts(fonts))
    if [.timeline, .both, .comparison].contains(open) { session.key(.function(8), at: 0) }
    if [.inspector, .both, .comparison].contains(open) { session.key(.function(9), at: 0) }
    guard open == .comparison else { return session }
    session.change(.overlays([.rest, .explanation]))
    session.key(.character("c"), at: 0.5)
    let stage = try #require(
      session.accessibility(at: session.now).children.first { $0.id == "stage" }
    ).frame
    session.flick(from: stage.center, by: Vector(-120, -90), at: 1, lasting: 0.12, until: 8)
    return session
  }

  private static let scales = [1, 1.5, 2.0]

  /// Theme and scale of a case, rotated by its indices.
  private func look(
    _ id: String, _ size: Size, _ open: Open
  ) throws -> (theme: Theme.Name, scale: Double) {
    let scene = try #require(Self.ids.firstIndex(of: id))
    let row = try #require(Self.sizes.firstIndex(of: size))
    let panel = try #require(Open.allCases.firstIndex(of: open))
    return (
      Theme.Name.allCases[(scene + row + panel) % 3], Self.scales[(scene + 2 * row + panel) % 3]
    )
  }

  @Test(arguments: cases, LanguageTests.all)
  func `no words overlap, are covered or are cut`(
    shown: (id: String, size: Size, open: Open), language: Language?
  ) throws {
    try Language.$current.withValue(language) { try check(shown.id, shown.size, shown.open) }
  }

  private func check(_ id: String, _ size: Size, _ open: Open) throws {
    let (theme, scale) = try look(id, size, open)
    let fonts = try FontBook()
    let session = try session(id, size, open, scale: scale, theme: theme, fonts)
    let drawn = DrawnWindow(session.drawn(fonts), in: size, fonts)
    #expect(drawn.words.count >= 6)
    for (words, other) in drawn.overlaps {
      Issue.record("\(words.shown) lies over \(other.shown)")
    }
    for (words, shape) in drawn.covered { Issue.record("\(words.shown) lies under \(shape)") }
    // Scrolling content is cut at the edges of its container.
    let tree = session.accessibility(at: session.now)
    let rooms = tree.all.filter { ["stage", "parameters", "takes"].contains($0.id) }.map(\.frame)
    for words in drawn.words where words.isCut && !words.isHidden {
      #expect(
        rooms.contains { $0.inset(by: -1).union(words.shown) == $0.inset(by: -1) },
        "\(words.ink) is cut by \(words.clip)")
    }
  }

  @Test(
    arguments: ids,
    sizes + [Size(600, 400), Size(960, 540), Size(1040, 740), Size(1920, 1080), Size(3840, 2160)])
  func `check 10: every target is large enough, stays in its area and overlaps no other`(
    id: String, size: Size
  ) throws {
    let fonts = try FontBook()
    for open in Open.allCases {
      let session = try session(id, size, open, scale: 1, theme: .light, fonts)
      let tree = session.accessibility(at: session.now)
      let stage = try #require(tree.children.first { $0.id == "stage" }).frame
      let own = Set(session.stageElements(at: session.now).flatMap(\.all).map(\.id))
      let targets = tree.all.filter { element in
        element.children.isEmpty && !element.states.contains(.offscreen)
          && !["group", "toolbar", "window", "table", "row"].contains(element.role.rawValue)
          && !element.id.hasPrefix("splitter.")
      }
      #expect(targets.count > (open == .both && size.width >= 880 ? 40 : 10))
      for (index, target) in targets.enumerated() {
        let (frame, note) = (target.frame, "\(open) \(target.id) \(target.frame)")
        let room = own.contains(target.id) ? stage : Rect(origin: .zero, size: size)
        #expect(room.union(frame) == room, "\(note) in \(room)")
        for other in targets[..<index] {
          let common = frame.intersection(other.frame)
          #expect(
            common.map { min($0.width, $0.height) <= 1e-9 } ?? true,
            "\(note) over \(other.id) \(other.frame)")
        }
        if frame.width >= 24 && frame.height >= 24 { continue }
        // WCAG 2.2, 2.5.8: a circle of 24 points about its middle meets no other target's.
        let others = targets.enumerated().filter { $0.offset != index }.map(\.element.frame.center)
        #expect(
          open == .comparison && others.allSatisfy { ($0 - frame.center).length >= 24 }, "\(note)")
      }
    }
  }

  @Test(arguments: stride(from: 480.0, through: 1400, by: 23).map { $0 }, LanguageTests.all)
  func `the bar's buttons do not overlap in wide or narrow fonts`(
    width: Double, language: Language?
  ) throws {
    try Language.$current.withValue(language) { try checkBar(width) }
  }

  private func checkBar(_ width: Double) throws {
    for family in ["DejaVu Sans", "Inter"] {
      let fonts = try FontBook(family: family)
      let size = Size(width, 500)
      let session = try session("carousel", size, .nothing, scale: 1, theme: .light, fonts)
      let tree = session.accessibility(at: session.now)
      let buttons = tree.all.filter {
        $0.id.hasPrefix("window.") || $0.id.hasPrefix("scene") && $0.role != .tabList
      }.map(\.frame)
      #expect(buttons.count >= 9)
      #expect(buttons.allSatisfy { $0.maxX <= width - 8 }, "\(family)")
      for (index, frame) in buttons.enumerated() {
        for other in buttons[..<index] {
          let common = frame.intersection(other)
          #expect(common.map { $0.width <= 1e-9 } ?? true, "\(family): \(frame) over \(other)")
        }
      }
    }
  }

  @Test(arguments: ids, Theme.Name.allCases)
  func `words contrast with what they are drawn on`(id: String, theme: Theme.Name) throws {
    let (fonts, size) = (try FontBook(), Size(1200, 800))
    for open in [Open.nothing, .comparison] {
      let session = try session(id, size, open, scale: 1, theme: theme, fonts)
      let drawn = DrawnWindow(session.drawn(fonts), in: size, fonts)
      let ground = Ground(drawn.ground, size, fonts)
      let stage = try #require(
        session.accessibility(at: session.now).children.first { $0.id == "stage" }
      ).frame
      let colors = Theme.named(theme)
      for words in drawn.words where !words.isHidden && !words.isFaint && !words.isCut {
        let read = ground.contrast(of: words.color, in: words.shown)
        // Worst case for each kind: ordinary words, those of disabled items, and those on posters
        // and films, whose background is a picture.
        let isPictured = stage.contains(words.shown.center)
        let least = words.color == colors.disabledText ? 2.2 : isPictured ? 3 : 4.1
        #expect(read >= least, "\(open): \(words.color) at \(words.shown)")
      }
    }
  }
}

/// The pixels of a picture without its words.
private struct Ground {
  private let width, height: Int
  private let pixels: [UInt32]

  init(_ list: DisplayList, _ size: Size, _ fonts: FontBook) {
    (width, height) = (Int(size.width), Int(size.height))
    var drawn = [UInt32](repeating: 0, count: width * height)
    var span = drawn.mutableSpan
    Renderer(outline: fonts.outline).draw(
      list, into: &span, width: width, height: height, stride: width)
    pixels = drawn
  }

  /// The contrast of a colour with its background in a box, ignoring the closest fifth of pixels,
  /// such as lines crossing the box.
  func contrast(of color: Color, in box: Rect) -> Double {
    var found: [Double] = []
    for y in stride(from: max(0, Int(box.minY)), to: min(height, Int(box.maxY) + 1), by: 2) {
      for x in stride(from: max(0, Int(box.minX)), to: min(width, Int(box.maxX) + 1), by: 2) {
        let under = Color(rgb: pixels[y * width + x] & 0xFF_FFFF)
        let seen = under.mixed(with: Color(rgb: color.argb & 0xFF_FFFF), Double(color.alpha) / 255)
        found.append(LabTests.contrast(seen, under))
      }
    }
    return found.isEmpty ? 21 : found.sorted()[found.count / 5]
  }
}
