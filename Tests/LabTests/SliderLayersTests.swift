import Feel
import FeelTrace
import Lab
import Raster
import Scenes
import Stage
import Testing
import TextLayout

/// The two layers of the progress slider, as drawn over their background.
struct SliderLayersTests {
  /// The background of the slider.
  enum Ground: CaseIterable { case overview, stage, picture }

  /// The slider at rest, empty or full, in device pixels.
  private struct Drawn {
    private let picture: Picture
    private let scale: Double
    private let bar: Rect

    init(
      _ ground: Ground, _ theme: Theme.Name, _ scale: Double, isFull: Bool? = nil,
      _ settings: [(String, ParameterValue)] = []
    ) throws {
      let scene = try #require(
        Catalog.all.scene(ground == .overview ? "overview" : "progress-slider"))
      var session = Session(
        catalog: .all, scene: scene, size: Size(1200, 800), scale: scale, theme: theme)
      switch ground {
      case .overview: break
      case .stage: session.tell(.prefer(.content, .flag(false)))
      case .picture:
        session.change(.parameter("slider.behind", .choice("picture")))
      }
      for (key, value) in settings { session.change(.parameter(key, value)) }
      if let isFull {
        session.change(.command(Command("nudge", isFull ? 100 : -100)))
      }
      bar = try #require(session.stageElements(at: .zero).first { $0.id == "slider" }).frame
      picture = try Picture(session)
      self.scale = scale
    }

    /// The columns of the capsule between its times, excluding chapters.
    var columns: [Int] {
      stride(from: ends.lower, to: ends.upper, by: 3).filter { x in
        let share = (Double(x) / scale - bar.minX) / bar.width
        return [0.12, 0.31, 0.58, 0.76].allSatisfy { abs($0 - share) * bar.width > 3 }
      }
    }
    /// The first of them, and the one after the last.
    var ends: (lower: Int, upper: Int) {
      (Int((bar.minX + 64) * scale), Int((bar.maxX - 64) * scale))
    }
    private var middle: Int { Int(bar.midY * scale) }

    private func color(_ x: Int, _ y: Int) -> Color {
      Color(rgb: picture.pixels[y * picture.width + x])
    }
    /// The capsule's fill colour in a column.
    func layer(_ x: Int) -> Color { color(x, middle) }
    /// The background just above the capsule, which is 28 points high.
    func ground(_ x: Int) -> Color { color(x, middle - Int((18 * scale).rounded())) }
    /// The highest contrast of the capsule's upper edge in a column.
    func edgeContrast(_ x: Int) -> Double {
      let rows = middle - Int((15 * scale).rounded())...middle - Int((13 * scale).rounded())
      return rows.map { contrast(color(x, $0), ground(x)) }.max() ?? 0
    }
  }

  private func over(_ ground: Color, _ color: Color, _ opacity: Double) -> Color {
    ground.mixed(with: color, opacity)
  }

  private func isClose(_ a: Color, _ b: Color) -> Bool {
    [(a.red, b.red), (a.green, b.green), (a.blue, b.blue)].allSatisfy {
      abs(Int($0.0) - Int($0.1)) <= 3
    }
  }

  @Test func `the bar is as high as its parameters say, and at least 44 pt to hit`() throws {
    var session = try Session("progress-slider")
    func box() throws -> Rect {
      try session.frame(of: "slider")
    }
    #expect(try box().height == 44)
    for key in ["slider.height", "slider.height.hovered", "slider.height.pressed"] {
      session.change(.parameter(key, .number(48)))
    }
    #expect(try box().height == 48)
    session.change(.parameter("slider.fine", .choice("linear")))
    let start = try session.place(of: "slider")
    _ = session.drag(from: start, by: Vector(0, 75), at: 1, lasting: 0.1)
    #expect(session.state.value("slider.rate") == .number(0.25))
  }

  @Test(arguments: Theme.Name.allCases, [1, 1.5, 2.0])
  func `the layers keep a contrast of 3 on every background, and so does the contrast theme's edge`(
    theme: Theme.Name, scale: Double
  ) throws {
    for ground in Ground.allCases {
      let empty = try Drawn(ground, theme, scale, isFull: false)
      let full = try Drawn(ground, theme, scale, isFull: true)
      var least = (between: 21.0, progress: 21.0, edge: 21.0)
      for x in empty.columns {
        least.between = min(least.between, contrast(full.layer(x), empty.layer(x)))
        least.progress = min(least.progress, contrast(full.layer(x), full.ground(x)))
        least.edge = min(least.edge, empty.edgeContrast(x))
      }
      let hasEdge = theme != .contrast || least.edge >= 3
      #expect(least.between >= 3 && least.progress >= 3 && hasEdge, "\(ground) \(least)")
    }
  }

  @Test(
    arguments: Theme.Name.allCases, [("white", 0.5, 0.5), ("black", 0.5, 0.5), ("theme", 0.2, 0.1)])
  func `the boundary between even faint layers is visible over the stage`(
    theme: Theme.Name, look: (tint: String, lower: Double, upper: Double)
  ) throws {
    let settings: [(String, ParameterValue)] = [
      ("slider.tint", .choice(look.tint)), ("slider.lower", .number(look.lower)),
      ("slider.upper", .number(look.upper)),
    ]
    // The value is neither at the start nor at the end.
    let drawn = try Drawn(.stage, theme, 1, settings)
    let columns = drawn.ends
    for x in stride(from: columns.lower, to: columns.upper, by: 7) where theme == .contrast {
      #expect(drawn.edgeContrast(x) >= 3, "\(look)")
    }
    let steps = (columns.lower..<columns.upper - 2).map { x in
      contrast(drawn.layer(x), drawn.layer(x + 2))
    }
    #expect((steps.max() ?? 0) >= 3, "\(theme) \(look)")
  }

  @Test(arguments: Theme.Name.allCases)
  func `the layers are the theme's text and ink lit from above`(name: Theme.Name) throws {
    let theme = Theme.named(name)
    let empty = try Drawn(.stage, name, 1, isFull: false)
    let full = try Drawn(.stage, name, 1, isFull: true)
    for x in empty.columns {
      let track =
        name == .contrast
        ? theme.track : over(empty.ground(x), theme.text, name == .dark ? 0.14 : 0.1)
      #expect(isClose(empty.layer(x), track))
      // Halfway down, the light is half as strong as at the upper edge.
      let light = name == .light ? 0.06 : name == .dark ? 0.4 : 0
      #expect(isClose(full.layer(x), over(theme.ink, Color(rgb: 0xFFFFFF), light)))
    }
  }

  @Test(arguments: Theme.Name.allCases)
  func `two half-opaque white layers let a quarter of the background through`(name: Theme.Name)
    throws
  {
    let white = Color(rgb: 0xFFFFFF)
    let settings: [(String, ParameterValue)] = [
      ("slider.tint", .choice("white")), ("slider.lower", .number(0.5)),
      ("slider.upper", .number(0.5)),
    ]
    var seen: Set<Color> = []
    for isFull in [false, true] {
      let clear = [("slider.lower", ParameterValue.number(0)), ("slider.upper", .number(0))]
      let behind = try Drawn(.picture, name, 1, isFull: isFull, clear)
      let drawn = try Drawn(.picture, name, 1, isFull: isFull, settings)
      for x in drawn.columns {
        #expect(isClose(drawn.layer(x), over(behind.layer(x), white, isFull ? 0.75 : 0.5)))
      }
      seen.formUnion(drawn.columns.map { drawn.layer($0) })
    }
    // The film has several colours, so it shows through.
    #expect(seen.count > 1)
  }
}
