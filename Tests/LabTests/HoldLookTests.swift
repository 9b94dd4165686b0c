import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import Testing
import TextLayout

/// What a hold looks like: an indicator along the label's own shape, and the shape filled once it has fired.
struct HoldLookTests {
  private static let shapes: [(name: String, shape: ContainerShape)] = [
    ("rectangle", .rectangle), ("roundedRectangle", .roundedRectangle(radius: 12)),
    ("capsule", .capsule), ("circle", .circle),
  ]

  private func session(
    _ scene: String, _ settings: [String: String], theme: Theme.Name = .light
  ) throws -> Session {
    var session = Session(
      catalog: .all, scene: try #require(Catalog.all.scene(scene)), size: Size(1200, 800),
      theme: theme)
    for (key, word) in settings {
      session.handle(.change(.zero, .parameter(key, .choice(word))))
    }
    return session
  }

  private func frame(_ id: String, _ session: Session) throws -> Rect {
    try #require(session.stageElements(at: session.now).first { $0.id == id }).frame
  }

  /// The centres of the pixels of a colour in a frame.
  private func places(of color: Color, in frame: Rect, _ session: Session) throws -> [Vector] {
    let picture = try Picture(session)
    var places: [Vector] = []
    for y in Int(frame.minY.rounded(.down))..<Int(frame.maxY.rounded(.up)) {
      for x in Int(frame.minX.rounded(.down))..<Int(frame.maxX.rounded(.up))
      where picture.pixels[y * picture.width + x] == color.argb & 0xFF_FFFF {
        places.append(Vector(Double(x) + 0.5, Double(y) + 0.5))
      }
    }
    return places
  }

  /// How far outside of an outline a point lies, in points; negative inside.
  private func distance(_ point: Vector, outside outline: ContainerShape.Outline) -> Double {
    let (frame, r) = (outline.frame, outline.cornerRadius)
    let x = abs(point.x - frame.midX) - frame.width / 2 + r
    let y = abs(point.y - frame.midY) - frame.height / 2 + r
    return Vector(max(0, x), max(0, y)).length + min(0, max(x, y)) - r
  }

  @Test(arguments: [0.085, 0.1, 1.94, 1.97])
  func `a level keeps within its button's corners`(seconds: Double) throws {
    var session = try session("long-press", [:])
    let frame = try frame("hold.custom", session)
    session.pointer(.down, frame.center, at: 1)
    session.advance(to: Instant(seconds: 1 + seconds))
    let outline = ContainerShape.roundedRectangle(radius: 8).outline(in: frame)
    let front = try places(of: Tint.blue.color(in: .light), in: frame, session)
    #expect(!front.isEmpty)
    for place in front { #expect(distance(place, outside: outline) < 0, "\(place)") }
  }

  @Test func `the overview says how long to hold`() throws {
    let fonts = try FontBook()
    let scene = try #require(Catalog.all.scene("overview"))
    var session = Session(catalog: .all, scene: scene, size: Size(1200, 800))
    for (seconds, words) in [(2.0, "two seconds"), (5, "5 seconds"), (0.5, "0.5 seconds")] {
      session.handle(.change(.zero, .parameter("hold.duration", .number(seconds))))
      let line = "Hold for \(words). A tap does nothing."
      let list = session.displayList(at: .zero, fonts: fonts)
      #expect(list.places(of: line, .body, fonts).count == 1, "\(words)")
    }
  }

  @Test(arguments: ["overview", "long-press"], [0, 1, 2, 3])
  func `the indicator follows the shape of its label, clockwise from the top`(
    scene: String, index: Int
  ) throws {
    let (name, shape) = Self.shapes[index]
    var session = try session(
      scene, ["hold.container.shape": name, "hold.container.color": "green"])
    let frame = try frame("hold.container", session)
    let color = Tint.green.color(in: .light)
    #expect(try places(of: color, in: frame, session).isEmpty)
    session.pointer(.down, frame.center, at: 1)
    session.advance(to: Instant(seconds: 2))
    let half = try places(of: color, in: frame, session)
    let outline = shape.outline(in: frame)
    for place in half {
      // All of the stroke of three points within the edge of one, and nothing else.
      let depth = -distance(place, outside: outline)
      #expect(depth > 0.9 && depth < 4.1, "\(place) lies \(depth) deep")
      #expect(place.x > frame.midX - 0.6)
    }
    // The stroke's middle runs 2.5 points inside; corners lose some pixels to smoothing.
    let way = shape.outline(in: frame, inset: 2.5)
    let (size, r) = (way.frame.size, way.cornerRadius)
    let length = 2 * (size.width + size.height) - (8 - 2 * Double.pi) * r
    let share = Double(half.count) / (3 * length / 2)
    #expect(share > 0.6 && share < 1.05, "\(share) of the half")
    session.advance(to: Instant(seconds: 2.5))
    let most = try places(of: color, in: frame, session)
    #expect(most.contains { $0.x < frame.midX - 10 && $0.y > frame.midY })
    #expect(!most.contains { $0.x < frame.midX - 10 && $0.y < frame.midY - 5 })
  }

  @Test(arguments: Theme.Name.allCases, [0, 1, 2, 3])
  func `fired, the shape is filled with the colour for three seconds`(
    theme: Theme.Name, index: Int
  ) throws {
    let (name, shape) = Self.shapes[index]
    var session = try session(
      "overview", ["hold.container.shape": name, "hold.container.color": "orange"], theme: theme)
    let frame = try frame("hold.container", session)
    session.pointer(.down, frame.center, at: 1)
    session.pointer(.up, frame.center, at: 3.2)
    #expect(session.takeEffects().contains { $0.name == "fired" })
    let color = Tint.orange.color(in: .named(theme))
    let outline = shape.outline(in: frame)
    for time in [3.2, 5.9] {
      session.advance(to: Instant(seconds: time))
      let filled = Set(try places(of: color, in: frame, session))
      for y in stride(from: frame.minY + 0.5, to: frame.maxY, by: 1) {
        for x in stride(from: frame.minX + 0.5, to: frame.maxX, by: 1) {
          let depth = -distance(Vector(x, y), outside: outline)
          // The words in the middle are left out.
          guard abs(y - frame.midY) > 10 else { continue }
          if depth > 1 { #expect(filled.contains(Vector(x, y)), "\(x), \(y)") }
          if depth < -1 { #expect(!filled.contains(Vector(x, y)), "\(x), \(y)") }
        }
      }
    }
    session.advance(to: Instant(seconds: 6.01))
    #expect(try places(of: color, in: frame, session).isEmpty)
  }

  @Test func `every button has a colour of its own`() throws {
    var session = try session(
      "long-press", ["hold.circle.color": "magenta", "hold.outline.color": "green"])
    let buttons = session.stageElements(at: .zero)
    #expect(
      buttons.map(\.details) == [
        "circle with a magenta ring", "rounded rectangle with a green outline",
        "capsule with a red outline of its own", "rounded rectangle with a blue level",
        "rounded rectangle with a blue outline",
      ])
    let frame = try frame("hold.circle", session)
    session.pointer(.down, frame.center, at: 1)
    session.advance(to: Instant(seconds: 2))
    #expect(try places(of: Tint.magenta.color(in: .light), in: frame, session).count > 100)
    #expect(try places(of: Tint.red.color(in: .light), in: frame, session).isEmpty)
  }
}
