import Feel
import FeelTrace
import Lab
import RandomSessions
import Raster
import Scenes
import Stage
import TestSupport
import Testing
import TextLayout

struct InspectorTests {
  /// The lines of the carousel's panel, with the laws folded, in a window of 1200 × 840 points, by
  /// parameter.
  private enum Line: String {
    case preset = "preset", width = "carousel.width", snap = "carousel.snap"

    /// The lines' vertical positions, in points.
    private static let heights: [String: Double] = {
      guard let session = try? InspectorTests.session() else { return [:] }
      let all = session.elements
      return Dictionary(all.map { ($0.id, $0.frame.midY) }) { first, _ in first }
    }()

    private var height: Double { Self.heights[rawValue] ?? .nan }
    var slider: Vector { Vector(1062, height) }
    var field: Vector { Vector(1150, height) }
    var name: Vector { Vector(920, height) }
  }

  private static func session(
    _ id: String = "carousel", size: Size = Size(1200, 840)
  ) throws -> Session {
    var session = try Session(id, size: size)
    session.key(.function(9))
    session.foldLaws()
    return session
  }

  private func session(_ id: String = "carousel", size: Size = Size(1200, 840)) throws -> Session {
    try Self.session(id, size: size)
  }

  private func width(_ session: Session) -> Double { session.parameters.number("carousel.width") }

  @Test func `the panel takes room from the stage and gives it back`() throws {
    var session = try session()
    let stage = try session.frame(of: "stage")
    #expect(stage.maxX == (try session.frame(of: "parameters")).minX)
    #expect(session.reading(at: .zero)?.anchor.x == stage.midX)
    #expect(stage.midX < 500)
    session.key(.function(9))
    #expect(session.reading(at: .zero)?.anchor.x == 600)
  }

  @Test(arguments: [false, true])
  func `the smallest window shows four whole rows of the panel`(isComparing: Bool) throws {
    var session = try session(size: Size(480, 360))
    if isComparing { session.compare(with: session.parameters) }
    let all = session.elements
    let panel = try session.frame(of: "parameters")
    let lines = all.filter { $0.role == .comboBox && $0.frame.height >= 24 }
      .filter { $0.frame.minY >= panel.minY && $0.frame.maxY <= panel.maxY }
    // A slider with its field is one line but no list element.
    let fields = all.filter { $0.role == .spinButton && panel.contains($0.frame.center) }
    #expect(lines.count + fields.count >= 4)
  }

  @Test func `the panel lies beside the stage or below it, never over it`() throws {
    for (size, place) in [
      (Size(880, 600), Vector(800, 300)), (Size(600, 400), Vector(300, 340)),
    ] {
      var session = try session(size: size)
      let center = try session.frame(of: "stage").midX
      #expect(session.reading(at: session.now)?.anchor.x == center)
      session.pointer(.down, place, at: 1)
      session.pointer(.moved, place - Vector(200, 0), at: 1.1)
      #expect(session.reading(at: session.now)?.state == .idle)
      let panels = session.accessibility(at: session.now).children
      let stage = try #require(panels.first { $0.id == "stage" }).frame
      let parameters = try #require(panels.first { $0.id == "parameters" }).frame
      #expect(stage.intersection(parameters) == nil)
      #expect(stage.height >= 168)
    }
  }

  @Test func `dragging a slider changes its parameter, and one undo restores it`() throws {
    var session = try session()
    let track = try session.frame(of: "carousel.width.slider").width
    session.flick(from: Line.width.slider, by: Vector(20, 0), at: 1, lasting: 0.2)
    let dragged = width(session)
    // 20 points of the slider, over a range of 960 points.
    #expect(abs(dragged - (280 + 960 * 20 / track)) <= 1)
    session.key(.character("z"), .control)
    #expect(width(session) == 280)
    session.key(.character("z"), [.control, .shift])
    #expect(width(session) == dragged)
  }

  @Test func `the slider moves more finely the further the pointer is from it`() throws {
    var session = try session()
    let track = try session.frame(of: "carousel.width.slider").width
    session.pointer(.down, Line.width.slider, at: 1)
    session.pointer(.moved, Line.width.slider + Vector(0, 90), at: 1.1)
    session.pointer(.moved, Line.width.slider + Vector(20, 90), at: 1.2)
    #expect(abs(width(session) - (280 + 0.19 * 960 * 20 / track)) <= 1)
  }

  @Test(arguments: ["escape", "right press", "focus lost"])
  func `an abandoned drag restores the value`(way: String) throws {
    for start in [Line.width.slider, Line.width.name] {
      var session = try session()
      let end = session.drag(from: start, by: Vector(30, 0), at: 1, lasting: 0.2)
      #expect(width(session) != 280)
      switch way {
      case "escape": session.key(.escape)
      case "right press":
        session.pointer(.down, start + Vector(30, 0), at: end, button: .secondary)
      default: session.cancel(.focusLost)
      }
      #expect(width(session) == 280)
      session.pointer(.moved, start + Vector(60, 0), at: end + 1)
      #expect(width(session) == 280)
    }
  }

  @Test func `typed digits are recorded as one change, and letters do not reach the window`() throws
  {
    var session = try session()
    session.click(Line.width.field, at: 1)
    _ = session.takeJournal()
    session.type("333")
    session.key(.character("p"))
    #expect(!session.isPaused)
    session.keys(.backspace, .return)
    #expect(width(session) == 333)
    #expect(
      session.takeJournal() == [.change(session.now, .parameter("carousel.width", .number(333)))])
    session.key(.up)
    #expect(width(session) == 334)
    session.key(.pageDown)
    #expect(width(session) == 324)
    session.key(.end)
    #expect(width(session) == 1000)
    session.keys(.escape, .character("p"))
    #expect(session.isPaused)
  }

  @Test func `a list sets a choice by click or keys, and Escape closes it`() throws {
    var session = try session()
    session.click(Line.snap.slider, at: 1)
    session.keys(.down, .return)
    #expect(session.parameters.choice("carousel.snap") == "afterDeceleration")
    session.click(Line.snap.slider, at: 2)
    session.click(Line.snap.slider + Vector(0, 22 + 2.5 * 28), at: 3)
    #expect(session.parameters.choice("carousel.snap") == "whenOffsetRests")
    session.click(Line.snap.slider, at: 4)
    session.key(.escape)
    session.click(Line.preset.slider, at: 5)
    session.click(Vector(100, 500), at: 6)
    #expect(session.parameters.preset == .uikit)
    session.click(Line.preset.slider, at: 7)
    session.keys(.end, .return)
    #expect(session.parameters.preset == ScrollPreset.families.last?.presets.last)
    for _ in 0..<3 { session.key(.character("z"), .control) }
    #expect(session.parameters == ParameterSet(session.sceneType.parameters))
  }

  @Test func `a press in a list does not reach what is below it`() throws {
    var session = try session()
    session.click(Line.snap.slider, at: 1)
    session.pointer(.down, Vector(440, 370), at: 2)
    session.pointer(.moved, Vector(300, 370), at: 2.1)
    #expect(session.reading(at: session.now)?.state == .idle)
    session.pointer(.up, Vector(300, 370), at: 2.2)
    session.pointer(.down, Vector(440, 370), at: 3)
    session.pointer(.moved, Vector(300, 370), at: 3.1)
    #expect(session.reading(at: session.now)?.state == .tracking)
  }

  @Test func `the wheel scrolls the rows and changes no value`() throws {
    var session = try session("overview", size: Size(1200, 600))
    let before = session.parameters
    for notch in 0..<12 {
      let place = Vector(1060, 200)
      session.wheel(Vector(0, 1), over: place, at: 1 + Double(notch) / 10)
    }
    session.advance(to: Instant(seconds: 5))
    #expect(session.parameters == before)
    #expect(session.state.value("carousel.nearest") == .integer(1))
  }

  @Test(
    arguments: ["carousel", "pager", "integer-slider"],
    [Size(1200, 840), Size(1200, 560), Size(480, 360)])
  func `the help of each row can be read in full`(id: String, size: Size) throws {
    let fonts = try FontBook()
    var session = try session(id, size: size)
    let alphabet = Alphabet(.small, fonts)
    let inside = size.width > 600 ? Vector(size.width - 200, 200) : Vector(100, 290)
    var unread = Dictionary(
      uniqueKeysWithValues: session.sceneType.parameters.filter {
        // Spring constants are shown as a duration and a bounce.
        !$0.key.hasPrefix("physics.") && $0.form == nil && session.parameters.applies($0.key)
      }.map { ($0.key, $0.doc) })
    for _ in 0..<40 where !unread.isEmpty {
      let lines = session.elements.filter {
        unread[$0.id] != nil && !$0.states.contains(.offscreen)
      }
      for line in lines {
        session.pointer(.moved, line.frame.center, at: session.now.seconds)
        // Text without room elsewhere becomes a tooltip for a resting pointer.
        session.advance(to: session.now.advanced(by: 1))
        let shown = alphabet.lines(of: session.drawn(fonts))
        guard let doc = unread.removeValue(forKey: line.id)?.filter({ $0 != " " }) else { continue }
        let words = shown.joined()
        #expect(words.contains(doc), "\(line.id): \(shown)")
        #expect(words.contains(";default"), "\(line.id): \(shown)")
      }
      session.wheel(Vector(0, 1), over: inside)
      session.advance(to: session.now.advanced(by: 1))
    }
    #expect(unread.isEmpty, "\(unread.keys)")
  }

  @Test func `every choice name fits its control`() throws {
    let fonts = try FontBook()
    // Room for the value in a panel of 304 pt: what the name, margins and arrow leave.
    let room = 129.0
    for parameter in Catalog.all.scenes.flatMap({ $0.parameters }) {
      for name in parameter.names.values {
        #expect(fonts.layout(name, .body).width <= room, "\(parameter.key): \(name)")
      }
    }
  }

  @Test func `parameters are kept across scenes, and resetting everything resets them`() throws {
    var session = try session()
    session.click(Line.width.field, at: 1)
    session.type("500")
    session.keys(.return, .escape, .character("2"), .character("5"))
    #expect(width(session) == 500)
    session.key(.character("r"), [.control, .shift])
    #expect(width(session) == 280)
    session.key(.character("z"), .control)
    #expect(width(session) == 500)
  }

  @Test func `copying gives the changed parameters as Swift, flags or JSON`() throws {
    var session = try session()
    session.click(Line.snap.slider, at: 1)
    session.keys(.down, .return)
    session.key(.character("c"), .control)
    session.key(.character("c"), [.control, .shift])
    session.click(try session.place(of: "parameters.copy"), at: 3)
    for _ in 0..<5 { session.key(.down) }
    session.key(.return)
    let texts = session.takeRequests().map { request in
      guard case .copy(let text) = request else { return "\(request)" }
      return text
    }
    #expect(texts.count == 3)
    #expect(texts[0].contains("carousel.strategy = .afterDeceleration"))
    #expect(!texts[0].contains("flickRule"))
    #expect(texts[1] == "--preset uikit --set carousel.snap=afterDeceleration")
    #expect(
      texts[2] == """
        {
          "scene": "carousel",
          "preset": "uikit",
          "parameters": {
            "carousel.snap": "afterDeceleration"
          }
        }

        """)
  }

  @Test(
    arguments: Budget.seeds(
      12, quick: 3, of: "random input at the panel replays to the same parameters"))
  func `random input at the panel replays to the same parameters`(seed: UInt64) throws {
    var random = Gestures(seed: seed)
    var panel = SeededGenerator(seed: seed)
    var session = try session("overview")
    var last = Instant.zero
    for _ in 0..<3000 {
      var event = random.next()
      // Mostly over the panel.
      if case .input(.pointer(var sample)) = event, Int.random(in: 0..<3, using: &panel) > 0 {
        sample.location.x = 890 + sample.location.x.truncatingRemainder(dividingBy: 310)
        event = .input(.pointer(sample))
      }
      session.handle(event)
      last = event.time
    }
    let journal = session.takeJournal()
    var again = try Session("overview", size: Size(1200, 840))
    for event in journal { again.handle(event) }
    again.advance(to: last)
    session.advance(to: last)
    #expect(journal.count > 900)
    #expect(again.parameters == session.parameters)
    #expect(again.state == session.state)
  }

  @Test func `the sliders show changed values without a pointer event`() throws {
    let fonts = try FontBook()
    var session = try Session("integer-slider")
    let soft = Theme.light.accent.opacity(0.22)
    /// The widths of the filled parts of sliders whose value overrides the preset.
    func fills() -> [Double] {
      session.drawn(fonts).commands.compactMap { command in
        guard case .roundedRect(let box, _, .solid(soft)) = command, box.minX >= 1000
        else { return nil }
        return box.width
      }
    }
    session.key(.function(9))
    #expect(fills().isEmpty)
    session.change(.parameter("integer.maximum", .number(5000)))
    #expect(fills().count == 1 && fills().allSatisfy { $0 > 10 })
    session.key(.character("z"), .control)
    #expect(fills().isEmpty)
  }
}
