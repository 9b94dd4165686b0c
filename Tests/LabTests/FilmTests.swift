import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import Testing
import TextLayout

struct FilmTests {
  /// A session with its timeline open, and two flicks at 1 s and 17 s.
  private func session(_ overlays: String = "") throws -> Session {
    var session = try Session("carousel")
    session.change(.overlays(try #require(Set(letters: overlays))))
    session.key(.function(8), at: 0)
    for second in [1.0, 17] {
      session.flick(from: Vector(700, 150), by: Vector(-150, 0), at: second, lasting: 0.1)
    }
    session.advance(to: Instant(seconds: 25))
    return session
  }

  /// When the cards came to rest, according to the lanes' log.
  private func rest(of session: Session) throws -> Instant {
    try #require(session.log(at: session.now).changes.last { $0.state == .idle }).time
  }

  /// A request to save the newest take, the second flick: from 0.25 s before its press to 0.5 s
  /// after its rest.
  private func newestVideo(_ session: Session) throws -> HostRequest {
    .save(
      .video(from: Instant(seconds: 16.75), to: try rest(of: session).advanced(by: 0.5)),
      "/home/somebody/carousel-take-2.mp4", replaces: false)
  }

  /// A point in the lanes, at a fraction of their width.
  private func lanes(_ share: Double, _ session: Session) throws -> Vector {
    let frame = try session.frame(of: "timeline")
    return Vector(frame.minX + share * frame.width, frame.midY)
  }

  /// Opens the lanes' context menu and chooses the video.
  private func chooseVideo(_ session: inout Session) throws {
    let place = try lanes(0.3, session)
    session.click(place, at: 26, button: .secondary)
    let row = try #require(session.menuItems.firstIndex { $0.name.hasPrefix("Save video") })
    for _ in 0...row { session.key(.down, at: 27) }
    session.key(.return, at: 27)
  }

  @Test func `the lanes' context menu saves a video of the visible take`() throws {
    var session = try session()
    try chooseVideo(&session)
    #expect(accept(&session) == (try newestVideo(session)))
  }

  @Test func `a video of zoomed lanes covers only the visible range`() throws {
    var session = try session()
    let place = try lanes(0.05, session)
    for notch in 0..<12 {
      session.wheel(Vector(0, -1), over: place, at: 25.1 + Double(notch) / 100)
    }
    try chooseVideo(&session)
    guard case .save(.video(let start, let end), _, _)? = accept(&session) else {
      Issue.record("a film is asked for")
      return
    }
    // A sixteenth of the take, around a point at a twentieth of it.
    let whole = try rest(of: session).advanced(by: 0.5) - Instant(seconds: 16.75)
    #expect(abs(start.seconds - 16.75 - whole * 0.05 * 15 / 16) < 0.001)
    #expect(abs(end - start - whole / 16) < 0.001)
  }

  /// Requests a video by its key, and accepts the proposed file name.
  private func save(_ session: inout Session, at time: Double) -> HostRequest? {
    session.key(.character("e"), [.control, .shift], at: time)
    return accept(&session)
  }

  /// Accepts the file name that the panel proposes.
  private func accept(_ session: inout Session) -> HostRequest? {
    #expect(session.takeRequests() == [.listFolder(".")])
    let entries = [FolderListing.Entry("old.gif", isFolder: false)]
    session.tell(.folder(FolderListing(path: "/home/somebody", entries: entries, places: [])))
    session.key(.return)
    let requests = session.takeRequests()
    #expect(requests.count == 1)
    // The panel closes when the host begins, so that it can show a refusal.
    #expect(session.elements.contains { $0.id == "files" })
    session.tell(.progress("Saving video", 0))
    #expect(session.elements.allSatisfy { $0.id != "files" })
    // A panel opened meanwhile stays open.
    session.key(.character("o"), .control)
    _ = session.takeRequests()
    session.tell(.progress("Saving video", 0.5))
    #expect(session.elements.contains { $0.id == "files" })
    session.key(.escape)
    session.tell(.progress("Saving video", nil))
    return requests.first
  }

  @Test func `the bar's first button lists the actions for files and the window`() throws {
    for width in [480.0, 1200] {
      var session = try Session("carousel", size: Size(width, 700))
      func offered(_ session: Session) -> [String] { session.menuItems.map(\.name) }
      let places = [try session.place(of: "window.menu"), try session.place(of: "window.pause")]
      session.click(places[1], at: 0.5, button: .secondary)
      #expect(offered(session).first == "Open file…")
      session.key(.escape, at: 0.7)
      session.click(places[0], at: 1)
      #expect(
        offered(session) == [
          "Open file…", "Save picture…", "Save preset…", "Record session",
          "Present the stage", "Preferences", "Keys and help", "Introduction", "Quit",
        ])
      session.key(.escape)
      session.flick(from: Vector(300, 260), by: Vector(-150, 0), at: 2, lasting: 0.1, until: 20)
      session.click(try session.place(of: "window.menu"), at: 21)
      #expect(
        offered(session).prefix(5) == [
          "Open file…", "Save picture…", "Save video…", "Save take…", "Save all takes…",
        ])
      for _ in 0..<3 { session.key(.down) }
      session.key(.return)
      #expect(session.takeRequests() == [.listFolder(".")])
    }
  }

  @Test func `a key saves a video of the last gesture up to its rest, and none without a gesture`()
    throws
  {
    var session = try session()
    #expect(save(&session, at: 26) == (try newestVideo(session)))

    var still = try Session("carousel")
    still.key(.character("e"), [.control, .shift], at: 1)
    #expect(still.takeRequests().isEmpty)
    #expect(!still.isSettled)
  }

  /// The commands on the plate, which has round corners only in the window.
  private func onPlate(_ list: DisplayList) -> ArraySlice<DrawCommand> {
    list.commands.drop { if case .clip = $0 { false } else { true } }.dropFirst()
  }

  /// Scale of the caption, relative to that under a picture of 676 points.
  private func growth(of film: StageVideo, over stage: Double) -> Double {
    min(1.5, max(0.6, min((film.frame.height - stage) / 84, film.frame.width / 900)))
  }

  @Test func `the caption below the picture names both presets and where each lands`() throws {
    let fonts = try FontBook()
    var session = try session()
    session.key(.function(8), at: 25)
    session.change(.compare(.android, []))
    session.change(.rerun)
    session.advance(to: Instant(seconds: 40))
    let sheet = session.takeSheet
    var film = session.film(from: sheet.start, to: try #require(sheet.end))
    let stage = session.stagePlace.size
    let growth = growth(of: film, over: film.frame.height * 676 / 760)
    let before = film.picture(at: sheet.start, fonts: fonts)
    #expect(before.places(of: "0.000 s", .title.grown(growth), fonts).count == 1)
    #expect(before.places(of: "The same flick", .heading.grown(growth), fonts).count == 1)
    let landed = film.picture(at: film.end, fonts: fonts)
    let cards = [session.pair?.comparison?.a.rest, session.pair?.comparison?.b.rest].map {
      Int((($0 ?? 0) / 296).rounded()) + 1
    }
    #expect(cards[0] != cards[1])
    let words = "On Android the same flick lands on card \(cards[1]), not card \(cards[0])."
    let places = landed.places(of: words, .heading.grown(growth), fonts)
    #expect(places.count == 1)
    // Below the whole stage.
    #expect(try #require(places.first).y > film.frame.minY + stage.height)
    for name in ["UIKit", "Android"] {
      let places = landed.places(of: name, .title.grown(growth), fonts)
      #expect(places.count { $0.y > film.frame.minY + stage.height } == 1)
    }
  }

  @Test(arguments: ["", "hvtegbs"])
  func `each frame of a video shows the stage as the window does at that moment`(overlays: String)
    throws
  {
    let fonts = try FontBook()
    let session = try session(overlays)
    var film = session.film(from: Instant(seconds: 16.9), to: Instant(seconds: 30))
    #expect(film.start == Instant(seconds: 16.9))
    #expect(film.end == (try rest(of: session)).advanced(by: 0.5))
    let stage = session.stagePlace.size
    let shown = session.elements.first { $0.id == "stage" }
    #expect(film.size.width == Session.windowSize(for: stage).width)
    #expect(film.frame.minY == shown?.frame.minY)
    #expect(film.frame.maxY == film.size.height && film.frame.height >= stage.height + 24)
    var seen: Set<DisplayList> = []
    for step in 0..<120 {
      let time = Instant(seconds: 16.9 + Double(step) / 60)
      let picture = film.picture(at: time, fonts: fonts)
      seen.insert(picture)
      // Window and film hold the overlays' numbers for a fifth of a second each, so these may
      // differ.
      guard overlays.isEmpty else { continue }
      var window = session
      window.change(.pause(true))
      window.change(.show(time))
      let shown = window.displayList(at: window.now, fonts: fonts, showsPointer: true)
      var bare = film
      let stage = bare.stage(at: time, fonts: fonts)
      #expect(onPlate(shown).starts(with: onPlate(stage)))
      let growth = growth(of: film, over: session.stagePlace.size.height)
      #expect(picture.places(of: "Carousel", .heading.grown(growth), fonts).count == 1)
      #expect(picture.places(of: "UIKit", .title.grown(growth), fonts).count == 1)
    }
    #expect(seen.count > 60)
  }

  @Test func `a video keeps its content whatever happens to the session`() throws {
    let fonts = try FontBook()
    var session = try session()
    var film = session.film(from: Instant(seconds: 17), to: Instant(seconds: 19))
    var again = film
    session.key(.character("6"), at: 26)
    session.key(.character("r"), at: 27)
    for step in 0...120 {
      let time = Instant(seconds: 17 + Double(step) / 60)
      #expect(film.picture(at: time, fonts: fonts) == again.picture(at: time, fonts: fonts))
    }
  }

  @Test func `Escape and Cancel end the work in progress without being recorded`() throws {
    let fonts = try FontBook()
    var session = try session()
    let plain = session.drawn(fonts)
    session.tell(.progress("Filming", 0.37))
    let shown = session.drawn(fonts)
    #expect(shown != plain)
    session.tell(.progress("Filming", 0.38))
    #expect(session.drawn(fonts) != shown)
    let cancel = try session.place(of: "progress.cancel")
    _ = session.takeJournal()
    session.key(.escape, at: 26)
    #expect(session.takeRequests() == [.cancelWork])
    session.click(cancel, at: 27)
    #expect(session.takeRequests() == [.cancelWork])
    session.click(cancel - Vector(200, 0), at: 28)
    #expect(session.takeRequests().isEmpty)
    // Nothing but the pointer leaving the stage.
    let recorded = session.takeJournal().filter {
      if case .stage(.pointer(let sample)) = $0 { sample.phase != .exited } else { true }
    }
    #expect(recorded.isEmpty)
    // Another video has to wait.
    session.key(.character("e"), [.control, .shift], at: 28)
    #expect(session.takeRequests().isEmpty)
    session.tell(.progress("Filming", nil))
    // The first Escape takes the keyboard from the cards.
    session.keys(.escape, .escape, at: 29)
    #expect(session.takeRequests() == [.leaveFullscreen])
  }

  @Test func `a drag continues during work in progress, and Escape abandons the drag first`() throws
  {
    var (session, plain) = (try session(), try session())
    session.tell(.progress("Filming", 0.5))
    let way = try session.place(of: "progress.cancel") - Vector(700, 260)
    let end = session.drag(from: Vector(700, 260), by: way, at: 26, lasting: 0.2)
    _ = plain.drag(from: Vector(700, 260), by: way, at: 26, lasting: 0.2)
    #expect(session.state == plain.state)
    session.key(.escape, at: end)
    plain.key(.escape, at: end)
    #expect(session.takeRequests().isEmpty)
    session.advance(to: Instant(seconds: 30))
    plain.advance(to: Instant(seconds: 30))
    #expect(session.state == plain.state)
  }

  @Test func `abandoning a press on Cancel leaves the pointer to the stage`() throws {
    var (session, plain) = (try session(), try session())
    session.tell(.progress("Filming", 0.5))
    session.pointer(.down, try session.place(of: "progress.cancel"), at: 26)
    session.cancel(.grabLost, at: 26)
    plain.cancel(.grabLost, at: 26)
    _ = session.drag(from: Vector(700, 260), by: Vector(-90, 0), at: 27, lasting: 0.2)
    _ = plain.drag(from: Vector(700, 260), by: Vector(-90, 0), at: 27, lasting: 0.2)
    #expect(session.state == plain.state)
    #expect(session.takeRequests().isEmpty)
  }

  @Test func `a video keeps the stage's recorded size when panels open later`() throws {
    let fonts = try FontBook()
    var session = try Session("carousel")
    session.flick(from: Vector(700, 400), by: Vector(-150, 0), at: 1, lasting: 0.1, until: 8)
    var plain = session.film(from: .zero, to: Instant(seconds: 3))
    session.keys(.function(8), .function(9), at: 9)
    var film = session.film(from: .zero, to: Instant(seconds: 3))
    #expect(film.frame == plain.frame && film.size == plain.size)
    for time in [1.05, 1.2, 2] {
      let time = Instant(seconds: time)
      #expect(film.picture(at: time, fonts: fonts) == plain.picture(at: time, fonts: fonts))
    }
  }

  @Test func `a video has the final stage size, not the size before the press`() throws {
    var session = try Session("carousel")
    session.key(.character("e"), at: 0.9)
    session.flick(from: Vector(700, 300), by: Vector(-150, 0), at: 1, lasting: 0.1, until: 8)
    let film = session.film(from: Instant(seconds: 0.8), to: Instant(seconds: 3))
    let window = Session.windowSize(for: session.stagePlace.size, overlays: [.explanation])
    #expect(film.size.width == window.width)
    // The caption's band replaces the lowest line.
    let band = (session.stagePlace.size.height * 84 / 676).rounded()
    #expect(film.size.height == window.height - 32 + band)
  }

  @Test(arguments: [true, false])
  func `a video shows an edited take beside the original, as the window does`(isPaused: Bool) throws
  {
    let fonts = try FontBook()
    var session = try session()
    let time = Instant(seconds: 17.5)
    if isPaused {
      session.change(.pause(true))
      session.change(.show(time))
    }
    var plain = session.film(from: time, to: Instant(seconds: 19))
    let place = session.stagePlace
    session.change(.preset(.android))
    session.advance(to: session.now.advanced(by: 1))
    var film = session.film(from: time, to: Instant(seconds: 19))
    let picture = film.picture(at: time, fonts: fonts)
    #expect(picture.commands.count > plain.picture(at: time, fonts: fonts).commands.count + 4)
    if isPaused {
      // The table made the stage lower; the video shows it in its recorded size.
      #expect(session.stagePlace.size.height < place.size.height)
      session.change(.stage(place))
      let shown = session.displayList(at: session.now, fonts: fonts, showsPointer: true)
      let stage = film.stage(at: time, fonts: fonts)
      #expect(onPlate(shown).starts(with: onPlate(stage)))
    }
    guard case .save(.video(_, let end), _, _)? = save(&session, at: session.now.seconds) else {
      Issue.record("a film is asked for")
      return
    }
    #expect(end == session.takeSheet.end)
  }
}
