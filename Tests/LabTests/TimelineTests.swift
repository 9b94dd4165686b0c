import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import Testing
import TextLayout

struct TimelineTests {
  /// A session with its timeline open, at rest after a flick released at 1.1 s.
  private func flicked(size: Size = Size(1200, 800)) throws -> Session {
    var session = try Session("carousel", size: size)
    session.key(.function(8), at: 0)
    session.flick(from: Vector(700, 260), by: Vector(-200, 0), at: 1, lasting: 0.1, until: 6)
    return session
  }

  /// The frame of the slider and the lanes below it.
  private func bar(_ session: Session) throws -> Rect {
    try session.frame(of: "timeline")
  }

  /// A point in the lanes at a time on the take's own axis.
  private func place(_ seconds: Double) throws -> Vector {
    let session = try flicked()
    let (sheet, bar) = (session.takeSheet, try bar(session))
    let (start, end) = (sheet.start.seconds, try #require(sheet.end).seconds)
    let share = (seconds - start) / (end - start)
    return Vector(bar.minX + bar.width * share, bar.maxY - 18)
  }

  @Test func `a drag cancelled by Escape shows nothing in red until its release`() throws {
    var session = try Session("carousel")
    session.keys(.function(8), .character("h"), at: 0)
    _ = session.drag(from: Vector(700, 190), by: Vector(-200, 0), at: 1, lasting: 0.1)
    session.key(.escape, at: 1.1)
    session.advance(to: Instant(seconds: 4))
    #expect(session.reading(at: session.now)?.state == .cancelled)
    let fonts = try FontBook()
    let list = session.drawn(fonts)
    let red = list.commands.filter { command in
      switch command {
      case .roundedRect(let rect, _, .solid(Theme.light.danger)): rect.minY > 48
      case .glyphs(_, let place, Theme.light.danger): place.y > 48
      default: false
      }
    }
    #expect(red.isEmpty, "\(red.count)")
    // The word is as plain as that for a rest.
    let told = list.places(of: "cancelled", .caption, fonts)
    #expect(!told.isEmpty)
    let isCalm = list.commands.allSatisfy { command in
      guard case .glyphs(_, let place, let color) = command, told.contains(place) else {
        return true
      }
      return color == Theme.light.secondaryText
    }
    #expect(isCalm)
    session.pointer(.up, Vector(500, 190), at: 5)
    #expect(session.reading(at: session.now)?.state == .idle)
  }

  @Test func `a part at rest while another moves is not in the curve`() throws {
    var session = try Session("overview")
    session.key(.function(8), at: 0)
    session.advance(to: Instant(seconds: 3))
    let start = try session.place(of: "carousel")
    session.flick(from: start, by: Vector(-200, 0), at: 3, lasting: 0.1, until: 4)
    let list = session.displayList(at: session.now, fonts: try FontBook())
    let curves = list.commands.compactMap { command in
      if case .stroke(let path, let stroke, .solid(Theme.light.accent)) = command,
        stroke.width == 2, path.elements.count > 20
      {
        path
      } else {
        nil as Path?
      }
    }
    // The curve of positions and that of velocities.
    try #require(curves.count == 2)
    let starts = curves[0].elements.filter { if case .move = $0 { true } else { false } }
    #expect(starts.count == 1)
  }

  @Test func `lanes without motion say so`() throws {
    let fonts = try FontBook()
    func says(_ session: Session) -> Bool {
      let wanted = fonts.layout("No motion in this range", .caption)
        .runs.first?.glyphs.map(\.id)
      return session.drawn(fonts).commands.contains { command in
        if case .glyphs(let run, _, _) = command { run.glyphs.map(\.id) == wanted } else { false }
      }
    }
    var still = try Session("carousel")
    still.key(.function(8), at: 0)
    still.advance(to: Instant(seconds: 3))
    #expect(says(still))
    #expect(!says(try flicked()))
  }

  @Test func `a press in the lanes freezes and shows the stage at that time`() throws {
    let fonts = try FontBook()
    var session = try flicked()
    session.pointer(.down, try place(1.2), at: 7)
    #expect(session.isPaused)
    #expect(abs(session.stageTime(at: session.now).seconds - 1.2) < 0.001)
    var then = try flicked()
    let moment = session.stageTime(at: session.now)
    let events = then.takeJournal()
    var replayed = try Session("carousel")
    // Opened here, since a recording contains no panels.
    replayed.key(.function(8), at: 0)
    for event in events where event.time <= moment { replayed.handle(event) }
    replayed.advance(to: moment)
    #expect(session.state == replayed.state)
    let (shown, was) = (session.drawn(fonts), replayed.displayList(at: moment, fonts: fonts))
    #expect(shown.stageCommands == was.stageCommands)
    #expect(!shown.stageCommands.isEmpty)
  }

  @Test func `a drag over the lanes scrubs, more slowly far above them`() throws {
    var session = try flicked()
    session.pointer(.down, try place(1), at: 7)
    session.pointer(.moved, try place(2), at: 7.1)
    #expect(abs(session.stageTime(at: session.now).seconds - 2) < 0.001)
    session.pointer(.moved, try place(2) + Vector(0, -90), at: 7.2)
    #expect(abs(session.stageTime(at: session.now).seconds - 2) < 0.001)
    session.pointer(.moved, try place(3) + Vector(0, -90), at: 7.3)
    // 1 − 90² / 10 000 of the way.
    #expect(abs(session.stageTime(at: session.now).seconds - 2.19) < 0.001)
    session.pointer(.up, try place(3) + Vector(0, -90), at: 7.4)
    #expect(session.isPaused)
    #expect(session.isShowingPast)
  }

  @Test func `a drag on the bar moves the play-head relatively, and a click seeks`() throws {
    var session = try flicked()
    session.pointer(.down, try place(1), at: 7)
    session.pointer(.up, try place(1), at: 7.1)
    let bar = try bar(session).minY + 14
    let (start, end) = (try place(1.2).x, try place(2.2).x)
    session.pointer(.down, Vector(start, bar), at: 8)
    #expect(abs(session.stageTime(at: session.now).seconds - 1) < 0.001)
    session.pointer(.moved, Vector(end, bar), at: 8.1)
    #expect(abs(session.stageTime(at: session.now).seconds - 2) < 0.001)
    session.pointer(.up, Vector(end, bar), at: 8.2)
    session.click(Vector(try place(1.5).x, bar), at: 9)
    #expect(abs(session.stageTime(at: session.now).seconds - 1.5) < 0.001)
  }

  @Test func `Escape or another button abandons a scrub`() throws {
    for gives in [true, false] {
      var session = try flicked()
      session.pointer(.down, try place(1), at: 7)
      session.pointer(.moved, try place(2), at: 7.1)
      #expect(session.isPaused)
      if gives {
        session.key(.escape, at: 7.2)
      } else {
        session.pointer(.down, try place(2), at: 7.2, button: .secondary)
      }
      #expect(!session.isPaused)
      #expect(!session.isShowingPast)
      session.pointer(.moved, try place(3), at: 7.3)
      #expect(!session.isShowingPast)
    }
  }

  @Test func `scrubbing back and forth sixty times leaves a moment unchanged`() throws {
    let fonts = try FontBook()
    var session = try flicked()
    session.pointer(.down, try place(1.13), at: 7)
    let shown = session.drawn(fonts).stageCommands
    let (state, moment) = (session.state, session.stageTime(at: session.now))
    for step in 1...60 {
      session.pointer(.moved, try place(1.13 + 4 * Double(step % 7 - 3) / 6), at: 7)
      session.pointer(.moved, try place(1.13), at: 7)
      #expect(abs(session.stageTime(at: session.now) - moment) <= 2e-6)
    }
    session.pointer(.up, try place(1.13), at: 7)
    session.pointer(.down, try place(1.13), at: 9)
    #expect(session.stageTime(at: session.now) == moment)
    #expect(session.drawn(fonts).stageCommands == shown)
    #expect(session.state == state)
  }

  @Test func `Alt or Control with a step key stops exactly at each state change`() throws {
    var session = try flicked()
    let changes = session.log(at: session.now).changes
    #expect(changes.count >= 3)
    for change in changes.reversed() {
      session.key(.character(","), .alt, at: 7)
      #expect(session.stageTime(at: session.now) == change.time)
      #expect(session.reading(at: session.now)?.state == change.state)
    }
    for change in changes.dropFirst() {
      session.key(.character("."), .control, at: 8)
      #expect(session.stageTime(at: session.now) == change.time)
    }
  }

  @Test func `stepping past the last state change advances the stage to the next`() throws {
    var session = try Session("carousel")
    session.flick(from: Vector(700, 370), by: Vector(-200, 0), at: 1, lasting: 0.1)
    session.key(.character("p"), at: 1.2)
    let before = session.stageTime(at: session.now)
    session.key(.character("."), .control, at: 2)
    #expect(session.stageTime(at: session.now) > before)
    #expect(session.reading(at: session.now)?.state == .idle)
    #expect(session.isPaused)
    #expect(!session.isShowingPast)
  }

  @Test func `the timeline of a stage at rest does not change over time`() throws {
    let fonts = try FontBook()
    var session = try flicked()
    session.advance(to: Instant(seconds: 20))
    #expect(!session.isMoving(at: session.now))
    #expect(session.isSettled)
    let picture = session.drawn(fonts)
    #expect(session.displayList(at: Instant(seconds: 500), fonts: fonts) == picture)
    session.key(.character("p"), at: 501)
    #expect(!session.isMoving(at: session.now))
    session.key(.character("p"), at: 502)
    session.pointer(.down, Vector(700, 260), at: 503)
    #expect(session.isMoving(at: session.now))
    session.pointer(.up, Vector(700, 260), at: 503.1)
  }

  @Test func `a held step button repeats ten times a second`() throws {
    var session = try flicked()
    session.key(.character("p"), at: 7)
    let end = try #require(session.takeSheet.end)
    let back = try session.place(of: "timeline.button2")
    session.pointer(.moved, back, at: 7.5)
    session.pointer(.down, back, at: 8)
    #expect(abs(end - session.stageTime(at: session.now) - 1.0 / 60) < 1e-5)
    session.advance(to: Instant(seconds: 9.35))
    session.pointer(.up, back, at: 9.35)
    // One step at the press, and from 0.4 s on ten a second: at 8.4, 8.5 … 9.3.
    #expect(abs(end - session.stageTime(at: session.now) - 11.0 / 60) < 1e-5)
    session.advance(to: Instant(seconds: 12))
    #expect(abs(end - session.stageTime(at: session.now) - 11.0 / 60) < 1e-5)
  }

  @Test func `a held step key steps ten times a second, however fast it repeats`() throws {
    var session = try flicked()
    session.key(.character("p"), at: 7)
    let end = try #require(session.takeSheet.end)
    for step in 0...100 {
      session.key(.character(","), isRepeat: step > 0, at: 8 + Double(step) / 100)
    }
    #expect(abs(end - session.stageTime(at: session.now) - 11.0 / 60) < 1e-4)
  }

  @Test(arguments: [5, 15, 60])
  func `a frame cap shows only moments on its grid and changes no state`(rate: Int) throws {
    let fonts = try FontBook()
    func session(capped: Bool) throws -> Session {
      var session = try Session("carousel")
      session.key(.function(8), at: 0)
      if capped {
        session.click(try session.place(of: "timeline.cap"), at: 0.1)
        try session.choose("Cap at \(rate) frames/s", at: 0.3)
      }
      session.pointer(.down, Vector(700, 260), at: 1)
      for step in 1...150 {
        session.pointer(.moved, Vector(700 - Double(step), 260), at: 1 + Double(step) / 1000)
      }
      return session
    }
    func stage(_ session: Session, _ seconds: Double) -> [DrawCommand] {
      session.displayList(at: Instant(seconds: seconds), fonts: fonts).stageCommands
    }
    var (capped, plain) = (try session(capped: true), try session(capped: false))
    let grid = (1.15 * Double(rate) + 1e-6).rounded(.down) / Double(rate)
    let then = try self.session(plain, upTo: Instant(microseconds: Int64(grid * 1e6)))
    #expect(stage(capped, 1.15) == stage(then, then.now.seconds))
    #expect(stage(capped, 1.15) != stage(plain, 1.15) || rate == 60)
    for time in [1.2, 1.4] {
      capped.advance(to: Instant(seconds: time))
      plain.advance(to: Instant(seconds: time))
      #expect(capped.state == plain.state)
    }
    capped.pointer(.up, Vector(550, 260), at: 1.4)
    plain.pointer(.up, Vector(550, 260), at: 1.4)
    var time = 1.4
    while capped.isMoving(at: Instant(seconds: time)), time < 20 { time += 0.01 }
    #expect(time < 20)
    #expect(stage(capped, time) == stage(plain, time))
    // A card under the resting pointer is only highlighted once the content rests.
    #expect(stage(capped, time + 5) == stage(plain, time + 5))
  }

  /// The session as it was at a time, from its journal.
  private func session(_ later: Session, upTo end: Instant) throws -> Session {
    var later = later
    var session = Session(catalog: .all, scene: later.sceneType, size: later.size)
    if later.isOn(.timeline) { session.key(.function(8), at: 0) }
    for event in later.takeJournal() where event.time <= end { session.handle(event) }
    session.advance(to: end)
    return session
  }

  @Test func `F8 opens and closes the timeline`() throws {
    let fonts = try FontBook()
    var session = try Session("overview")
    let plain = session.displayList(at: .zero, fonts: fonts)
    session.key(.function(8))
    let open = session.displayList(at: .zero, fonts: fonts)
    #expect(open.commands.count > plain.commands.count)
    session.key(.function(8))
    #expect(session.displayList(at: .zero, fonts: fonts) == plain)
    #expect(session.log(at: .zero).marks.isEmpty)
  }
}

extension DisplayList {
  /// The commands inside the stage's plate.
  fileprivate var stageCommands: [DrawCommand] {
    var depth = 0
    let commands = commandsDrawn
    for (index, command) in commands.enumerated() {
      switch command {
      case .clip, .clipPath, .group: depth += 1
      case .pop:
        depth -= 1
        if depth == 0 { return Array(commands[...index]) }
      default: break
      }
    }
    return []
  }
}
