import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import Testing
import TextLayout

/// The stage shown alone, and the pointer shown there and in videos.
struct ShowTests {
  /// The centres of the rings, which nothing else on this stage draws.
  private func rings(_ list: DisplayList) -> [Vector] {
    var seen: [Vector] = []
    for case .arc(let center, _, 2, _, _, _, _) in list.commands { seen.append(center) }
    return seen
  }

  @Test func `F5 shows the stage alone on the whole screen, and Escape restores the window`() throws
  {
    let fonts = try FontBook()
    var session = try Session("carousel")
    session.keys(.function(8), .function(9), at: 0)
    let before = session.stagePlace
    let bar = try session.frame(of: "stage").minY
    let open = session.drawn(fonts)
    let styles = [TextStyle.body, .small]
    #expect(styles.contains { open.places(of: "Overview", $0, fonts).count == 1 })
    session.key(.function(5), at: 1)
    #expect(session.takeRequests() == [.fillScreen])
    // The stage keeps its position, between two bands of the bar's height: coordinates keep their
    // last bit.
    #expect(session.stagePlace.size == Size(1200 - 16, 800 - 2 * bar))
    let list = session.drawn(fonts)
    let growth = 1184.0 / 1900
    let (title, small) = (
      TextStyle(size: 34, weight: .semibold).grown(growth),
      TextStyle(size: 20, weight: .medium).grown(growth)
    )
    #expect(list.places(of: "UIKit", title, fonts).count == 1)
    #expect(list.places(of: "Carousel", small, fonts).count == 1)
    #expect(styles.allSatisfy { list.places(of: "Overview", $0, fonts).isEmpty })
    // Only the cards: no steps, no dial, no messages.
    #expect(session.stageElements(at: session.now).map(\.id) == ["carousel"])
    session.tell(.notice("Something was done"))
    #expect(session.drawn(fonts) == list)
    session.advance(to: Instant(seconds: 1))
    // The bar's former area accepts no press; the panels' former area is stage.
    session.click(Vector(60, 20), at: 2)
    session.pointer(.down, Vector(900, 400), at: 3)
    session.pointer(.moved, Vector(800, 400), at: 3.1)
    #expect(
      session.sceneType.id == "carousel" && session.reading(at: session.now)?.state == .tracking)
    session.pointer(.up, Vector(800, 400), at: 3.2)
    session.key(.escape, at: 4)
    #expect(session.takeRequests() == [.leaveFullscreen])
    #expect(session.stagePlace == before)
    #expect(session.isOn(.inspector) && session.isOn(.timeline))
  }

  @Test(arguments: [Size(1280, 720), Size(1920, 1080)])
  func `a stage shown alone has its whole explanation in the table's text size`(size: Size) throws {
    let fonts = try FontBook()
    var session = try Session("carousel", size: size)
    session.change(.overlays([.explanation]))
    session.change(.compare(.android, []))
    let (stage, way) = (session.stagePlace.size, Vector(-200, 0))
    let press = Vector(stage.width / 2, stage.height / 2)
    session.flick(from: press, by: way, at: 1, lasting: 0.1, until: 10)
    let why = try session.element("why")
    session.key(.function(5), at: 11)
    let list = session.drawn(fonts)
    #expect(list.places(of: "Time to rest", TextStyle(size: 18), fonts).count == 1)
    for (words, style) in [(why.name, TextStyle.title), (why.value, .body)] {
      #expect(list.places(of: words, style, fonts).isEmpty)
      #expect(list.places(of: words, style.grown(18 / 13), fonts).count == 1, "\(words)")
    }
  }

  @Test func `a stage shown alone is recorded as such and replays the same`() throws {
    var session = try Session("carousel")
    let header = TraceHeader(program: "", scene: "carousel", place: session.stagePlace)
    session.key(.function(5), at: 1)
    session.flick(from: Vector(700, 250), by: Vector(-150, 0), at: 2, lasting: 0.1, until: 8)
    let entries = session.takeJournal().enumerated().map {
      Trace.Entry(line: $0 + 2, .event($1))
    }
    let text = Trace(header: header, entries: entries).text
    #expect(text.contains(#""alone": true"#))
    let trace = try Trace(Array(text.utf8), file: "alone.feel", catalog: .all)
    var replay = Session(
      catalog: .all, scene: session.sceneType, size: Size(900, 700), stage: trace.header.place)
    for event in trace.events { replay.handle(event) }
    replay.advance(to: Instant(seconds: 8))
    #expect(replay.state == session.state && replay.stagePlace == session.stagePlace)
  }

  @Test func `opening a panel ends showing the stage alone`() throws {
    var session = try Session("carousel")
    for key in [KeySample.Key.function(8), .function(9)] {
      session.key(.function(5))
      _ = session.takeRequests()
      session.key(key)
      #expect(session.takeRequests() == [.leaveFullscreen])
    }
    #expect(session.isOn(.inspector) && session.isOn(.timeline))
  }

  @Test func `the pointer and its presses are drawn while the stage is shown alone`() throws {
    let fonts = try FontBook()
    var session = try Session("carousel")
    // Below the cards and beside the buttons, where nothing highlights.
    session.pointer(.moved, Vector(300, 650), at: 1)
    #expect(rings(session.drawn(fonts)).isEmpty)
    #expect(!session.isMoving(at: session.now))
    // In a replay, the pointer's trail fades.
    let replayed = session.displayList(at: session.now, fonts: fonts, showsPointer: true)
    #expect(rings(replayed) == [Vector(300, 650)])
    #expect(session.isMoving(at: session.now, showsPointer: true))
    #expect(!session.isMoving(at: Instant(seconds: 1.5), showsPointer: true))
    session.key(.function(5), at: 2)
    session.pointer(.moved, Vector(600, 300), at: 3)
    let at = Instant(seconds: 3)
    #expect(rings(session.displayList(at: at, fonts: fonts)) == [Vector(600, 300)])
    #expect(session.isMoving(at: at) && !session.isMoving(at: Instant(seconds: 3.5)))
    session.pointer(.down, Vector(600, 300), at: 4)
    // The pointer's ring, and the ripple of the press.
    let pressed = session.displayList(at: Instant(seconds: 4.1), fonts: fonts)
    #expect(rings(pressed) == [Vector(600, 300), Vector(600, 300)])
    session.pointer(.up, Vector(600, 300), at: 5)
    session.pointer(.exited, Vector(600, 300), at: 6)
    #expect(rings(session.displayList(at: Instant(seconds: 7), fonts: fonts)).isEmpty)
  }

  @Test func `a video shows the pointer at each of its moments`() throws {
    let fonts = try FontBook()
    var session = try Session("carousel")
    session.flick(from: Vector(700, 260), by: Vector(-150, 0), at: 1, lasting: 0.1)
    session.pointer(.moved, Vector(300, 600), at: 3)
    session.advance(to: Instant(seconds: 4))
    var film = session.film(from: Instant(seconds: 0.5), to: Instant(seconds: 4))
    #expect(rings(film.picture(at: Instant(seconds: 0.5), fonts: fonts)).isEmpty)
    let middle = rings(film.picture(at: Instant(seconds: 1.05), fonts: fonts))
    #expect(middle.contains { abs($0.x - 625) < 1 && $0.y == 260 })
    #expect(rings(film.picture(at: Instant(seconds: 2), fonts: fonts)) == [Vector(550, 260)])
  }

  @Test func `in the past the pointer stays on what it held when the stage changes size`() throws {
    let fonts = try FontBook()
    var session = try Session("carousel")
    session.flick(from: Vector(700, 350), by: Vector(-150, 0), at: 1, lasting: 0.1, until: 8)
    session.change(.pause(true))
    func ring(_ session: Session) -> Vector? {
      rings(session.displayList(at: session.now, fonts: fonts, showsPointer: true)).last
    }
    session.change(.show(Instant(seconds: 1.08)))
    let then = try #require(ring(session))
    let place = session.stagePlace.size
    session.key(.function(8), at: 9)
    session.change(.show(Instant(seconds: 1.08)))
    let now = try #require(ring(session))
    let other = session.stagePlace.size
    try #require(place != other)
    #expect(
      now - then == Vector((other.width - place.width) / 2, (other.height - place.height) / 2))
  }
}
