import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import TestSupport
import Testing
import TextLayout

/// What the overlays draw, and where.
struct OverlayPictureTests {
  private func session(_ id: String, showing letters: String) throws -> Session {
    var session = try Session(id)
    session.change(.overlays(try #require(Set(letters: letters))))
    return session
  }

  @Test(
    arguments: [
      ("h", "overview"), ("h", "progress-slider"), ("h", "long-press"), ("v", "carousel"),
      ("v", "scroll-view"), ("v", "pager"), ("v", "integer-slider"), ("t", "carousel"),
      ("t", "scroll-view"), ("t", "pager"), ("t", "integer-slider"), ("t", "progress-slider"),
      ("t", "long-press"), ("g", "carousel"), ("g", "scroll-view"), ("g", "pager"),
      ("g", "integer-slider"), ("g", "progress-slider"), ("b", "carousel"), ("b", "scroll-view"),
      ("b", "pager"), ("b", "integer-slider"), ("b", "progress-slider"), ("b", "long-press"),
      ("s", "carousel"), ("s", "scroll-view"), ("s", "pager"), ("s", "overview"),
    ])
  func `an overlay changes the picture during a gesture`(letters: String, id: String) throws {
    let fonts = try FontBook()
    var pictures: [DisplayList] = []
    for shown in ["", letters] {
      var session = try session(id, showing: shown)
      let heights = ["progress-slider": 600.0, "overview": 230]
      let y = heights[id] ?? 410
      let place = Vector(id == "long-press" ? 488 : 560, y)
      let way = id == "long-press" ? Vector(2, 2) : Vector(-120, -12)
      let end = session.drag(from: place, by: way, at: 1, lasting: 0.1)
      if id == "integer-slider" {
        session.pointer(.up, place + way, at: end)
        session.advance(to: Instant(seconds: end + 0.02))
      }
      // Show the same chips in both, since they differ in any case.
      session.change(.overlays(try #require(Set(letters: shown))))
      pictures.append(stage(of: session.drawn(fonts)))
    }
    let isDead = pictures[0] == pictures[1]
    #expect(!isDead)
  }

  /// The contents of a picture's first clip, the stage.
  private func stage(of list: DisplayList) -> DisplayList {
    var stage = list
    stage.commands = list.commandsDrawn
    var depth = 0
    let end = stage.commands.firstIndex { command in
      switch command {
      case .clip, .clipPath, .group: depth += 1
      case .pop: depth -= 1
      default: break
      }
      return command == .pop && depth == 0
    }
    if let end { stage.commands.removeSubrange(end...) }
    return stage
  }

  @Test(
    arguments: ["scroll-view", "pager", "integer-slider", "progress-slider"]
  )
  func `the marker drawn before a release is where the control then rests`(id: String) throws {
    let fonts = try FontBook()
    var random = SeededGenerator(seed: UInt64(id.utf8.count))
    var session = try session(id, showing: "t")
    let heights = ["progress-slider": 600.0, "integer-slider": 410]
    let y = heights[id] ?? 380
    var seen = 0
    for round in 0..<12 {
      let start = Double(round) * 20 + 1
      let way = Vector(.random(in: -90...90, using: &random), .random(in: -60...60, using: &random))
      let end = session.drag(from: Vector(560, y), by: way, at: start, lasting: 0.4)
      let before = try #require(session.reading(at: session.now))
      let told = marker(in: session.drawn(fonts))
      session.pointer(.up, Vector(560, y) + way, at: end)
      session.advance(to: Instant(seconds: start + 19))
      let after = try #require(session.reading(at: session.now))
      guard let told else { continue }
      seen += 1
      let isLevel = abs(before.direction.x) > abs(before.direction.y)
      let went = before.direction * (after.position - before.position)
      // Content moves from the marker to its fixed anchor; a thumb moves to the marker.
      let place = before.isContent ? before.anchor - went : after.anchor
      let error = isLevel ? told.x - place.x : told.y - place.y
      #expect(abs(error) <= 0.5, "\(round): \(error)")
    }
    #expect(seen > 4, "\(seen)")
  }

  /// The start of the marker's line.
  private func marker(in list: DisplayList) -> Vector? {
    for case .stroke(let path, let stroke, _) in list.commands
    where stroke.width == 2 && stroke.dash == [6, 4] {
      if case .move(let start) = path.elements.first { return start }
    }
    return nil
  }

  @Test func `the newest samples are drawn as used or not used until the next press`() throws {
    let fonts = try FontBook()
    var session = try session("carousel", showing: "s")
    session.pointer(.down, Vector(800, 350), at: 1)
    for step in 1...30 {
      session.pointer(.moved, Vector(800 - Double(step) * 8, 350), at: 1 + Double(step) * 0.008)
    }
    let now = session.now
    let commands = session.displayList(at: now, fonts: fonts).commands
    let dots = commands.filter { command in
      if case .circle(_, radius: 3, .solid(Theme.light.text)) = command { true } else { false }
    }
    let crosses = commands.filter { command in
      if case .stroke(let path, _, .solid(Theme.light.text)) = command {
        path.elements.count == 4
      } else {
        false
      }
    }
    // Three pairs are four samples; the other sixteen of the last twenty are not used.
    #expect(dots.count == 4)
    #expect(crosses.count == 16)
    session.pointer(.up, Vector(560, 350), at: now.seconds)
    session.advance(to: Instant(seconds: now.seconds + 5))
    let kept = session.drawn(fonts).commands.count { command in
      if case .circle(_, radius: 3, .solid(Theme.light.text)) = command { true } else { false }
    }
    #expect(kept == 4)
    session.pointer(.down, Vector(560, 350), at: now.seconds + 6)
    let anew = session.drawn(fonts).commands.count { command in
      if case .circle(_, radius: 3, .solid(Theme.light.text)) = command { true } else { false }
    }
    #expect(anew <= 1)
  }

  @Test(arguments: ["projected", "afterDeceleration", "whenOffsetRests"])
  func `forecasts hold under every snap strategy, so none is drawn as wrong`(strategy: String)
    throws
  {
    var session = try session("carousel", showing: "t")
    session.change(.parameter("carousel.snap", .choice(strategy)))
    let end = session.flick(from: Vector(700, 350), by: Vector(-170, 0), at: 1, lasting: 0.2)
    #expect(try wrongForecasts(in: &session, from: end) == 0)
  }

  @Test func `a wrong forecast is shown until 1.5 s after the rest`() throws {
    var session = try session("carousel", showing: "t")
    let end = session.drag(from: Vector(700, 350), by: Vector(-60, 0), at: 1, lasting: 0.5)
    session.advance(to: Instant(seconds: end + 1))
    // The release is elsewhere than the last reported position.
    session.pointer(.up, Vector(240, 350), at: end + 1)
    let told = session.now.seconds
    let frames = try wrongForecasts(in: &session, from: told)
    let rest = try #require(session.log(at: session.now).changes.last?.time.seconds)
    #expect(abs(Double(frames) / 60 - (rest - told + 1.5)) < 0.05)
    #expect(session.isSettled)
  }

  /// Number of frames showing a wrong forecast, up to 3 s after everything is at rest.
  private func wrongForecasts(in session: inout Session, from start: Double) throws -> Int {
    let fonts = try FontBook()
    var (count, frame, still) = (0, 0, 0)
    while still < 180, frame < 1200 {
      frame += 1
      session.advance(to: Instant(seconds: start + Double(frame) / 60))
      if session.isSettled { still += 1 }
      let list = session.drawn(fonts)
      let isShown = list.commands.contains { command in
        // A correct forecast is only drawn dashed while a hand holds the control.
        if case .stroke(_, let stroke, .solid(Theme.light.text)) = command {
          stroke.dash == [6, 4]
        } else {
          false
        }
      }
      if isShown { count += 1 }
    }
    return count
  }

  @Test func `ghosts are drawn where the thumb was, a thirtieth of a second apart`() throws {
    let fonts = try FontBook()
    var session = try session("integer-slider", showing: "g")
    let end = session.drag(from: Vector(400, 410), by: Vector(240, 0), at: 1, lasting: 0.4)
    #expect(abs(end - 1.4) < 1e-9)
    let ghosts = ghostCenters(in: session.drawn(fonts))
    // 600 pt/s are 20 pt per thirtieth of a second, and the drag lasted twelve of them.
    #expect(ghosts.count >= 11)
    for (ghost, next) in zip(ghosts, ghosts.dropFirst()) {
      #expect(abs(next - ghost - 20) < 0.7)
    }
    let thumb = try #require(session.reading(at: session.now)).anchor.x
    #expect(ghosts.allSatisfy { $0 < thumb })
    session.pointer(.up, Vector(640, 410), at: end)
    session.advance(to: Instant(seconds: end + 3))
    #expect(ghostCenters(in: session.drawn(fonts)).isEmpty)
  }

  private func ghostCenters(in list: DisplayList) -> [Double] {
    list.commands.compactMap { command in
      let accent = Theme.light.accent
      guard case .roundedRect(let box, _, .solid(let color)) = command, color.alpha < 255,
        color == accent.opacity(Double(color.alpha) / 255)
      else { return nil }
      return box.midX
    }
  }

  @Test func `the zones of fine scrubbing are drawn at rest, where the parameters put them`() throws
  {
    let fonts = try FontBook()
    var session = try session("progress-slider", showing: "b")
    let middle = try #require(session.reading(at: .zero)).anchor.y
    let room = session.takeSheet.run.stage.frame.maxY - middle
    /// The lines' distances from the slider.
    func zones() -> [Double] {
      session.drawn(fonts).commands.compactMap { command in
        guard case .stroke(let path, let stroke, _) = command, stroke.dash == [6, 4],
          case .move(let start) = path.elements.first
        else { return nil }
        return (start.y - middle).rounded()
      }
    }
    /// These distances on either side, as far as they fit on the stage.
    func both(_ distances: [Double]) -> Set<Double> {
      Set(distances.map(-) + distances.filter { $0 < room })
    }
    #expect(room > 173)
    #expect(Set(zones()) == both([71, 87, 95, 99]))
    session.change(.parameter("slider.divisor", .number(40_000)))
    #expect(Set(zones()) == both([141, 173, 190, 199]))
    session.change(.parameter("slider.fine", .choice("steps")))
    #expect(Set(zones()) == both([50, 100, 150]))
    session.change(.parameter("slider.fine", .choice("none")))
    #expect(zones().isEmpty)
  }
}
