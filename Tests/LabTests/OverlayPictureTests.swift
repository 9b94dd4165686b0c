import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import TestSupport
import Testing
import TextLayout

/// What the overlays draw, and where.
struct OverlayPictureTests {
  private func session(_ id: String, showing letters: String) throws -> Session {
    let scene = try #require(Catalog.all.scene(id))
    var session = Session(catalog: .all, scene: scene, size: Size(1200, 800))
    session.handle(.change(.zero, .overlays(letters)))
    return session
  }

  @Test(
    arguments: [
      ("h", "overview"), ("h", "progress-slider"), ("h", "long-press"), ("v", "carousel"),
      ("v", "scroll-view"), ("v", "pager"), ("v", "integer-slider"), ("t", "carousel"),
      ("t", "scroll-view"), ("t", "pager"), ("t", "integer-slider"), ("t", "progress-slider"),
      ("t", "long-press"),
    ])
  func `an overlay changes the picture of a gesture`(letters: String, id: String) throws {
    let fonts = try FontBook()
    var pictures: [DisplayList] = []
    for shown in ["", letters] {
      var session = try session(id, showing: shown)
      let place = id == "long-press" ? Vector(600, 330) : Vector(560, 410)
      let way = id == "long-press" ? Vector(2, 2) : Vector(-120, -12)
      let end = session.drag(from: place, by: way, at: 1, lasting: 0.1)
      if id == "integer-slider" {
        session.pointer(.up, place + way, at: end)
        session.advance(to: Instant(seconds: end + 0.02))
      }
      // Without the chips at the window's end, which tell the two apart in any case.
      session.handle(.change(session.now, .overlays(shown)))
      pictures.append(stage(of: session.displayList(at: session.now, fonts: fonts)))
    }
    let isDead = pictures[0] == pictures[1]
    #expect(!isDead)
  }

  /// A picture's first clip: the stage.
  private func stage(of list: DisplayList) -> DisplayList {
    var stage = list
    var depth = 0
    let end = list.commands.firstIndex { command in
      switch command {
      case .clip, .clipPath, .group: depth += 1
      case .pop: depth -= 1
      default: break
      }
      return command == .pop && depth == 0
    }
    stage.commands.removeLast(list.commands.count - (end ?? list.commands.count))
    return stage
  }

  @Test(
    arguments: [
      "carousel", "overview", "scroll-view", "pager", "integer-slider", "progress-slider",
    ]
  )
  func `the marker drawn before a release is where the control then rests`(id: String) throws {
    let fonts = try FontBook()
    var random = SeededGenerator(seed: UInt64(id.utf8.count))
    var session = try session(id, showing: "t")
    let heights = ["overview": 550.0, "progress-slider": 410, "integer-slider": 410]
    let y = heights[id] ?? 380
    var seen = 0
    for round in 0..<12 {
      let start = Double(round) * 20 + 1
      let way = Vector(.random(in: -90...90, using: &random), .random(in: -60...60, using: &random))
      let end = session.drag(from: Vector(560, y), by: way, at: start, lasting: 0.4)
      let before = try #require(session.reading(at: session.now))
      let told = marker(in: session.displayList(at: session.now, fonts: fonts))
      session.pointer(.up, Vector(560, y) + way, at: end)
      session.advance(to: Instant(seconds: start + 19))
      let after = try #require(session.reading(at: session.now))
      guard let told else { continue }
      seen += 1
      let isLevel = abs(before.direction.x) > abs(before.direction.y)
      let went = before.direction * (after.position - before.position)
      // Under a fixed place the content comes from where the marker was; a thumb goes there.
      let place = before.isContent ? before.anchor - went : after.anchor
      let error = isLevel ? told.x - place.x : told.y - place.y
      #expect(abs(error) <= 0.5, "\(round): \(error)")
    }
    #expect(seen > 4, "\(seen)")
  }

  /// Where the marker's line begins.
  private func marker(in list: DisplayList) -> Vector? {
    for case .stroke(let path, let stroke, _) in list.commands
    where stroke.width == 2 && stroke.dash == [6, 4] {
      if case .move(let start) = path.elements.first { return start }
    }
    return nil
  }
}
