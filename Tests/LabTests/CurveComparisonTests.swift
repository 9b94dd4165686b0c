import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import TestSupport
import Testing
import TextLayout

/// The Curves scene compares two motions.
struct CurveComparisonTests {
  /// Number of strokes with this dash: one in each plot, and one beside the name.
  private func lines(of session: Session, dash: [Double]) throws -> Int {
    session.displayList(at: session.now, fonts: try FontBook()).commands.count { command in
      guard case .stroke(_, let style, _) = command else { return false }
      return style.dash == dash
    }
  }

  @Test func `a second set of parameters is drawn dashed once it differs`() throws {
    var session = try Session("curves")
    session.compare(with: session.parameters)
    session.change(.parameter("curve.velocity", .number(1200)))
    session.advance(to: Instant(seconds: 1))
    #expect(try lines(of: session, dash: [7, 4]) == 3)
    session.compare(with: nil)
    #expect(try lines(of: session, dash: [7, 4]) == 0)
  }

  @Test func `the second set's dashed curve stays inside its plot`() throws {
    var session = try Session("curves")
    session.compare(with: session.parameters)
    session.change(.parameter("curve.velocity", .number(6000)), at: 0)
    session.change(.preset(.android), at: 0)
    session.advance(to: Instant(seconds: 1))
    for isFlipped in [false, true] {
      if isFlipped { session.key(.character("x"), at: 2) }
      var clips: [Rect?] = []
      var count = 0
      for command in session.displayList(at: session.now, fonts: try FontBook()).commands {
        switch command {
        case .clip(let clip, _): clips.append(clip)
        case .clipPath, .group, .kept: clips.append(nil)
        case .pop: clips.removeLast()
        case .stroke(let path, let style, _) where style.dash == [7, 4]:
          let heights = path.elements.compactMap { element in
            switch element {
            case .move(let point), .line(let point): point.y
            case .quad, .cubic, .close: nil
            }
          }
          guard let clip = clips.compactMap(\.self).last, heights.count > 2 else { continue }
          #expect(heights.allSatisfy { $0 >= clip.minY && $0 <= clip.maxY }, "\(clip)")
          count += 1
        default: break
        }
      }
      #expect(count > 0)
    }
  }

  @Test func `a gesture is drawn with what the current laws predict for its release`() throws {
    var session = try Session("scroll-view")
    session.flick(from: Vector(500, 600), by: Vector(0, -200), at: 1, lasting: 0.2)
    session.key(.character("8"), at: 5)
    #expect(try lines(of: session, dash: [8, 4]) == 3)
    // Both sets have the same gesture, but different laws.
    session.compare(with: session.parameters)
    #expect(try lines(of: session, dash: [7, 4]) == 0)
    session.change(.preset(.gtk4))
    session.advance(to: Instant(seconds: 6))
    #expect(try lines(of: session, dash: [7, 4]) == 3)
    #expect(try lines(of: session, dash: [8, 4]) == 3)
  }

  @Test func `gestures without scrolling laws are drawn without a prediction`() throws {
    for (id, way) in [("progress-slider", Vector(90, 0)), ("carousel", Vector(-240, 0))] {
      var session = try Session(id)
      let start = Vector(560, id == "carousel" ? 400 : 600)
      session.flick(from: start, by: way, at: 1, lasting: 0.1)
      session.key(.character("8"), at: 5)
      #expect(try lines(of: session, dash: [8, 4]) == 0, "\(id)")
    }
  }
}
