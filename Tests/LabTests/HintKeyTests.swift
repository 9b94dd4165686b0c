import Feel
import FeelTrace
import Foundation
import Lab
import Scenes
import Stage
import Testing
import TextLayout

/// The keys named in a scene's hint work as described in a newly opened window.
struct HintKeyTests {
  @Test(arguments: [
    ("scroll-view", KeySample.Key.end, "scroll.offset"),
    ("scroll-view", .pageDown, "scroll.offset"),
    ("carousel", .end, "carousel.offset"), ("carousel", .right, "carousel.offset"),
    ("pager", .right, "pager.position"), ("integer-slider", .end, "integer.value"),
    ("progress-slider", .right, "slider.value"), ("curves", .right, "curves.t"),
    ("overview", .right, "carousel.offset"),
  ])
  func `movement keys move the scene's first control without Tab`(
    id: String, key: KeySample.Key, field: String
  ) throws {
    var session = try Session(id)
    let before = try #require(session.state.value(field))
    session.key(key, at: 1)
    session.advance(to: Instant(seconds: 4))
    #expect(session.state.value(field) != before)
    #expect(session.elements.contains { $0.states.contains(.focused) })
  }

  @Test func `Space freezes the stage before an arrow key, and plays after one`() throws {
    for id in ["curves", "progress-slider"] {
      var session = try Session(id)
      session.key(.space, at: 1)
      #expect(session.isPaused)
      session.key(.space, at: 2)
      session.key(.right, at: 3)
      session.key(.space, at: 4)
      #expect(!session.isPaused && session.isMoving(at: session.now), "\(id)")
    }
  }

  @Test func `movement keys leave the scene alone while the timeline has the keyboard`() throws {
    var session = try Session("scroll-view")
    session.keys(.function(8), .function(6), at: 1)
    session.keys(.end, .down, at: 2)
    session.advance(to: Instant(seconds: 4))
    #expect(session.state.value("scroll.offset") == .number(0))
  }

  @Test func `the scene tabs name one key per scene`() throws {
    let tabs = try Session("pager").element("scenes")
    #expect(tabs.actions.first?.keys == "1 … \(Catalog.all.scenes.count)")
  }

  @Test func `the hint of a frozen stage names the keys that step and resume`() throws {
    let fonts = try FontBook()
    var session = try Session("carousel")
    session.tell(.size(Size(1600, 800)))
    session.key(.character("p"), at: 1)
    // Keys are drawn as key caps between the words.
    let words = [
      "Frozen at 1.000 s · ", " step · ", " resumes · ", " compares · ", " shows the take",
    ]
    for words in words { #expect(session.count(words, fonts, .small) == 1, "\(words)") }
    for key in [",", ".", "P", "Shift+C", "F8"] {
      #expect(session.count(key, fonts, .caption) > 0, "\(key)")
    }
    session.key(.character("p"), at: 2)
    for words in words { #expect(session.count(words, fonts, .small) == 0, "\(words)") }
  }

  @Test(arguments: Catalog.all.scenes.map { $0.id })
  func `the smallest window shows at least the first part of every scene's hint`(id: String) throws
  {
    let fonts = try FontBook()
    let session = try Session(id, size: Size(480, 360))
    let list = session.drawn(fonts)
    // As many parts of the hint as fit, but at least the first; each key is a cap after the words
    // before it.
    let parts = session.sceneType.hint.components(separatedBy: " · ")
    #expect(
      parts.indices.contains { last in
        let words = parts[...last].joined(separator: " · ").prefix { $0 != "`" }
        return !list.places(of: String(words), .small, fonts).isEmpty
      })
  }
}
