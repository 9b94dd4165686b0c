import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import Testing
import TextLayout

/// The look of a hold: an indicator along the label's shape, and the shape filled once it has
/// fired.
struct HoldLookTests {
  private static let shapes: [(name: String, shape: ContainerShape)] = [
    ("rectangle", .rectangle), ("roundedRectangle", .roundedRectangle(radius: 12)),
    ("capsule", .capsule), ("circle", .circle),
  ]

  private func session(
    _ scene: String, _ settings: [String: String], theme: Theme.Name = .light
  ) throws -> Session {
    var session = try Session(scene, theme: theme)
    for (key, word) in settings {
      session.change(.parameter(key, .choice(word)))
    }
    return session
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

  /// Distance of a point from an outline, in points; negative inside.
  private func distance(_ point: Vector, outside outline: ContainerShape.Outline) -> Double {
    let (frame, r) = (outline.frame, outline.cornerRadius)
    let x = abs(point.x - frame.midX) - frame.width / 2 + r
    let y = abs(point.y - frame.midY) - frame.height / 2 + r
    return Vector(max(0, x), max(0, y)).length + min(0, max(x, y)) - r
  }

  @Test(arguments: ["hold.circle", "hold.container", "hold.custom"])
  func `a hold of three seconds fires once`(id: String) throws {
    var session = try Session("overview")
    let place = try session.place(of: id)
    session.pointer(.down, place, at: 1)
    session.advance(to: Instant(seconds: 4))
    session.pointer(.up, place, at: 4)
    #expect(session.state.value("\(id).fired") == .integer(1))
    session.advance(to: Instant(seconds: 9))
    #expect(session.state.value("\(id).fired") == .integer(1))
  }

  @Test(arguments: [0.085, 0.1, 1.94, 1.97])
  func `a level is drawn inside its button's corners`(seconds: Double) throws {
    var session = try session("long-press", [:])
    let frame = try session.frame(of: "hold.custom")
    session.pointer(.down, frame.center, at: 1)
    session.advance(to: Instant(seconds: 1 + seconds))
    let outline = ContainerShape.roundedRectangle(radius: 20).outline(in: frame)
    let front = try places(of: Tint.blue.color(in: .light), in: frame, session)
    #expect(!front.isEmpty)
    for place in front { #expect(distance(place, outside: outline) < 0, "\(place)") }
  }

  @Test func `the overview states how long to hold`() throws {
    let fonts = try FontBook()
    var session = try Session("overview")
    for (seconds, words) in [(2.0, "two seconds"), (5, "5 seconds"), (0.5, "0.5 seconds")] {
      session.change(.parameter("hold.duration", .number(seconds)))
      let list = session.displayList(at: .zero, fonts: fonts)
      let said = Alphabet(.body, fonts).lines(of: list).joined()
      #expect(said.contains("for" + words.filter { $0 != " " } + ".Atap"), "\(said)")
    }
  }

  /// The pixels of a colour in a button's groove, excluding the label in its middle.
  private func groove(
    _ color: Color, _ shape: ContainerShape, in frame: Rect, _ session: Session
  ) throws -> [Vector] {
    let label = shape == .circle ? Size(48, 48) : Size(120, 40)
    let inside = Rect(center: frame.center, size: label)
    return try places(of: color, in: frame, session).filter { !inside.contains($0) }
  }

  @Test(arguments: ["overview", "long-press"], [0, 1, 2, 3])
  func `the indicator follows the shape of its label clockwise from the top`(
    scene: String, index: Int
  ) throws {
    let (name, shape) = Self.shapes[index]
    var session = try session(
      scene, ["hold.container.shape": name, "hold.container.color": "green"])
    let frame = try session.frame(of: "hold.container")
    let color = Tint.green.color(in: .light)
    #expect(try groove(color, shape, in: frame, session).isEmpty)
    session.pointer(.down, frame.center, at: 1)
    session.advance(to: Instant(seconds: 2))
    let half = try groove(color, shape, in: frame, session)
    let outline = shape.outline(in: frame)
    let width = shape == .circle ? 8 * frame.height / 112 : 8
    for place in half {
      // In the groove's full width; the button shrinks slightly while held.
      let depth = -distance(place, outside: outline)
      #expect(depth > 0.9 * width && depth < 1.9 * width + 9, "\(place) lies \(depth) deep")
      #expect(place.x > frame.midX - 0.6)
    }
    // Antialiasing removes some pixels at corners and edges.
    let way = shape.outline(in: frame, inset: 1.4 * width + 2)
    let (size, r) = (way.frame.size, way.cornerRadius)
    let length = 2 * (size.width + size.height) - (8 - 2 * Double.pi) * r
    let share = Double(half.count) / (width * length / 2)
    #expect(share > 0.6 && share < 1.05, "\(share) of the half")
    session.advance(to: Instant(seconds: 2.5))
    let most = try groove(color, shape, in: frame, session)
    #expect(most.contains { $0.x < frame.midX - 10 && $0.y > frame.midY })
    #expect(!most.contains { $0.x < frame.midX - 10 && $0.y < frame.midY - 5 })
  }

  @Test(arguments: Theme.Name.allCases, [0, 1, 2, 3])
  func `after firing the groove is filled for three seconds`(theme: Theme.Name, index: Int) throws {
    let (name, shape) = Self.shapes[index]
    var session = try session(
      "overview", ["hold.container.shape": name, "hold.container.color": "orange"], theme: theme)
    let frame = try session.frame(of: "hold.container")
    session.pointer(.down, frame.center, at: 1)
    session.pointer(.up, frame.center, at: 3.2)
    #expect(session.takeEffects().contains { $0.name == "fired" })
    let color = Tint.orange.color(in: .named(theme))
    for time in [3.2, 5.9] {
      session.advance(to: Instant(seconds: time))
      let filled = try groove(color, shape, in: frame, session)
      for (right, below) in [(true, true), (true, false), (false, true), (false, false)] {
        let quarter = filled.count {
          ($0.x > frame.midX) == right && ($0.y > frame.midY) == below
        }
        #expect(quarter > 150, "\(quarter)")
      }
    }
    session.advance(to: Instant(seconds: 6.01))
    #expect(try groove(color, shape, in: frame, session).isEmpty)
  }

  @Test func `a firing button sends out one ring unless motion is reduced`() throws {
    for isReduced in [false, true] {
      var session = try session("overview", [:])
      session.change(.reducedMotion(isReduced))
      let frame = try session.frame(of: "hold.circle")
      let fonts = try FontBook()
      session.pointer(.down, frame.center, at: 1)
      func spread(_ seconds: Double) -> Double? {
        session.advance(to: Instant(seconds: seconds))
        let list = session.drawn(fonts)
        return list.commands.compactMap { command -> Double? in
          guard case .outline(let ring, _, _, 0, 1, .butt, _) = command,
            abs(ring.midX - frame.midX) < 1e-6, ring.width > frame.width + 8
          else { return nil }
          return ring.width
        }.max()
      }
      let (first, second) = (spread(3.05), spread(3.15))
      #expect((first == nil && second == nil) == isReduced)
      #expect((first ?? 0) < (second ?? 1))
      #expect(spread(3.25) == nil)
    }
  }

  @Test func `each button's colour can be set separately`() throws {
    var session = try session(
      "long-press", ["hold.circle.color": "magenta", "hold.outline.color": "green"])
    let buttons = session.stageElements(at: .zero)
    #expect(
      buttons.map(\.details) == [
        "circle with a magenta ring", "rounded rectangle with a green outline",
        "capsule with a blue outline of its own", "rounded rectangle with a blue level",
        "rounded rectangle with a blue outline",
      ])
    let frame = try session.frame(of: "hold.circle")
    session.pointer(.down, frame.center, at: 1)
    session.advance(to: Instant(seconds: 2))
    #expect(try places(of: Tint.magenta.color(in: .light), in: frame, session).count > 100)
    #expect(try places(of: Tint.red.color(in: .light), in: frame, session).isEmpty)
  }
}
