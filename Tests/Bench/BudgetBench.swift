internal import Feel
internal import FeelTrace
internal import Lab
internal import Raster
internal import Scenes
internal import Stage
internal import TextLayout

/// The frame budgets of look.md: the busiest frames, twenty covers with their shadows, the first
/// picture, a press until its pixels, and wake-ups of an idle window.
///
/// Each frame's time is followed by those for setting and copying all of its pixels in the same
/// run, because ratios are comparable between machines and times are not.
struct BudgetBench {
  static let names =
    ["busy", "press", "first"].flatMap { word in
      scenes.flatMap { scene in pictures.map { "\(word) \(scene) \($0.name)" } }
    } + pictures.map { "covers carousel \($0.name)" } + scenes.map { "idle \($0) 1200x800" }

  private static let scenes = ["overview", "progress-slider", "carousel"]
  private static let pictures: [(name: String, size: Size, scale: Double)] = [
    ("1200x800", Size(1200, 800), 1), ("3840x2160", Size(1920, 1080), 2),
  ]

  let fonts: FontBook

  func measure(_ name: String, seconds: Double) -> [BenchResult] {
    let words = name.split(separator: " ").map(String.init)
    guard words.count == 3, let scene = Catalog.all.scene(words[1]),
      let picture = Self.pictures.first(where: { $0.name == words[2] })
    else { return [] }
    let (size, scale) = (picture.size, picture.scale)
    let result =
      switch words[0] {
      case "first": first(name, scene, size, scale, seconds: seconds)
      case "press": press(name, scene, size, scale, seconds: seconds)
      case "idle": idle(name, scene, size)
      case "covers": moving(name, covers(scene, size, scale), seconds: seconds)
      default: moving(name, Self.busy(scene, size, scale), seconds: seconds)
      }
    guard words[0] != "idle" else { return [result] }
    let pixels = Int(size.width * scale) * Int(size.height * scale)
    return [
      result, BenchMemory.set(name, pixels: pixels, seconds: seconds / 8),
      BenchMemory.copy(name, pixels: pixels, seconds: seconds / 8),
    ]
  }

  /// Consecutive frames of a motion, a 60th of a second apart: the display list and its difference.
  private func moving(_ name: String, _ session: Session, seconds: Double) -> BenchResult {
    let renderer = Renderer(outline: fonts.outline)
    var canvas = Self.canvas(session)
    var shown = session.displayList(at: session.now, fonts: fonts)
    canvas.draw(shown, with: renderer)
    var difference = ListDifference()
    var count = 0
    return BenchTimer.measure(name, seconds: seconds) {
      count += 1
      let time = session.now.advanced(by: 0.016 * Double(abs(count % 40 - 20)))
      let list = session.displayList(at: time, fonts: fonts)
      difference.find(from: shown, to: list, width: canvas.width, height: canvas.height)
      canvas.draw(list, with: renderer, damage: difference.damage.rects)
      shown = list
    }
  }

  /// Half the time of a press and a release, each with the frame that shows it.
  private func press(
    _ name: String, _ scene: any Scene.Type, _ size: Size, _ scale: Double, seconds: Double
  ) -> BenchResult {
    var session = Session(catalog: .all, scene: scene, size: size, scale: scale)
    let renderer = Renderer(outline: fonts.outline)
    var canvas = Self.canvas(session)
    var shown = session.displayList(at: session.now, fonts: fonts)
    canvas.draw(shown, with: renderer)
    var difference = ListDifference()
    let place = Vector(size.width / 2, size.height * (scene.id == "progress-slider" ? 0.74 : 0.45))
    var isDown = false
    return BenchTimer.measure(name, seconds: seconds) {
      isDown.toggle()
      session.handle(Self.pointer(isDown ? .down : .up, place, session.now.seconds + 0.3))
      _ = session.takeJournal()
      _ = session.takeEffects()
      let list = session.displayList(at: session.now, fonts: fonts)
      difference.find(from: shown, to: list, width: canvas.width, height: canvas.height)
      canvas.draw(list, with: renderer, damage: difference.damage.rects)
      shown = list
    }
  }

  /// Everything a window does before its first picture, except starting and talking to the server.
  private func first(
    _ name: String, _ scene: any Scene.Type, _ size: Size, _ scale: Double, seconds: Double
  ) -> BenchResult {
    BenchTimer.measure(name, seconds: seconds) {
      guard let fonts = try? FontBook(family: "Inter", else: ["DejaVu Sans"]) else { return }
      var session = Session(catalog: .all, scene: scene, size: size, scale: scale)
      session.handle(.host(.zero, .fonts(fonts)))
      var canvas = Self.canvas(session)
      canvas.draw(
        session.displayList(at: .zero, fonts: fonts), with: Renderer(outline: fonts.outline))
    }
  }

  /// Wake-ups of a window at rest in ten minutes: a count, not a time.
  private func idle(_ name: String, _ scene: any Scene.Type, _ size: Size) -> BenchResult {
    var session = Session(catalog: .all, scene: scene, size: size)
    session.handle(Self.pointer(.moved, Vector(size.width / 2, size.height / 2), 1))
    session.advance(to: Instant(seconds: 20))
    var count = 0.0
    while let deadline = session.deadline, deadline <= Instant(seconds: 620), count < 100_000 {
      session.advance(to: max(deadline, session.now.advanced(by: 1e-6)))
      count += 1
    }
    return BenchResult(scene: name, median: count, fastest: count, p90: count, runs: 1)
  }

  /// Two sets of a scene in motion, with all overlays and both panels.
  private static func busy(
    _ scene: any Scene.Type, _ size: Size, _ scale: Double
  ) -> Session {
    var session = Session(catalog: .all, scene: scene, size: size, scale: scale)
    session.handle(.change(.zero, .overlays(Set(Overlay.allCases))))
    session.handle(.change(.zero, .compare(.android, [])))
    for key in [8, 9] {
      session.handle(.input(.key(KeySample(time: .zero, phase: .down, key: .function(key)))))
    }
    fling(&session, from: Vector(size.width * 0.5, size.height * 0.25))
    return session
  }

  /// Twenty cards side by side in flight.
  private func covers(_ scene: any Scene.Type, _ size: Size, _ scale: Double) -> Session {
    var session = Session(catalog: .all, scene: scene, size: size, scale: scale)
    let width = ParameterValue.number((size.width - 16) / 20 - 16)
    session.handle(.change(.zero, .parameter("carousel.width", width)))
    Self.fling(&session, from: Vector(size.width * 0.5, size.height * 0.45))
    return session
  }

  private static func fling(_ session: inout Session, from place: Vector) {
    for step in 0...16 {
      let phase: PointerSample.Phase = step == 0 ? .down : step == 16 ? .up : .moved
      let way = Vector(-18 * Double(min(step, 15)), 0)
      session.handle(pointer(phase, place + way, 1 + 0.008 * Double(step)))
    }
    session.advance(to: session.now.advanced(by: 0.1))
    _ = session.takeJournal()
    _ = session.takeEffects()
  }

  private static func pointer(
    _ phase: PointerSample.Phase, _ place: Vector, _ seconds: Double
  ) -> SessionEvent {
    .input(
      .pointer(PointerSample(time: Instant(seconds: seconds), phase: phase, location: place)))
  }

  private static func canvas(_ session: Session) -> BenchCanvas {
    BenchCanvas(
      width: Int(session.size.width * session.scale),
      height: Int(session.size.height * session.scale))
  }
}
