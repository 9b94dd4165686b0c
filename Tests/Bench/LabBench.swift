internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Glibc
internal import Lab
internal import Raster
internal import Scenes
internal import Stage
internal import TextLayout

/// The cost of the lab's most expensive frames: a scene in motion under all overlays with both
/// panels open; or an edit while a long take is shown.
struct LabBench {
  /// The measurements: creating the display list alone, with drawing everything, or with drawing
  /// the difference from the previous frame; then the scene and the pixels.
  static let names =
    ["list", "whole", "moving"].flatMap { word in
      Catalog.all.scenes.flatMap { scene in
        pictures.map { "\(word) \(scene.id) \($0.name)" }
      }
    } + pictures.map { "edit carousel \($0.name)" }

  private static let pictures: [(name: String, size: Size, scale: Double)] = [
    ("1200x800", Size(1200, 800), 1), ("3840x2160", Size(1920, 1080), 2),
  ]

  let fonts: FontBook

  func measure(_ name: String, seconds: Double) -> [BenchResult] {
    let words = name.split(separator: " ").map(String.init)
    guard words.count == 3, let scene = Catalog.all.scene(words[1]),
      let picture = Self.pictures.first(where: { $0.name == words[2] })
    else { return [] }
    if words[0] == "edit" {
      return [edit(name, scene, picture.size, picture.scale, seconds: seconds)]
    }
    let session = Self.full(scene, picture.size, picture.scale)
    let meter = Self.meter
    var frames = BenchFrames(
      session.displayList(at: session.now, fonts: fonts, frames: meter), picture.size,
      scale: picture.scale, fonts: fonts)
    var count = 0
    return [
      BenchTimer.measure(name, seconds: seconds) {
        count += 1
        // Back and forth over part of the motion, so that no frame equals the previous one.
        let time = session.now.advanced(by: 0.016 * Double(abs(count % 40 - 20)))
        let list = session.displayList(at: time, fonts: fonts, frames: meter)
        switch words[0] {
        case "list": break
        case "whole": frames.drawWhole(list)
        default: frames.draw(list)
        }
      }
    ]
  }

  /// The frame after a parameter changes while a take of ten seconds is shown: the edit, rerunning
  /// the take beside itself, and drawing the result.
  private func edit(
    _ name: String, _ scene: any Scene.Type, _ size: Size, _ scale: Double, seconds: Double
  ) -> BenchResult {
    var session = Self.long(scene, size, scale)
    var frames = BenchFrames(
      session.displayList(at: session.now, fonts: fonts), size, scale: scale, fonts: fonts)
    var count = 0
    return BenchTimer.measure(name, seconds: seconds) {
      count += 1
      let share = Double(abs(count % 40 - 20)) / 20
      let time = session.now.advanced(by: 0.016)
      let kept = ParameterValue.number(0.997 + 0.0015 * share)
      session.handle(.change(time, .parameter("physics.decay.keptPerMillisecond", kept)))
      session.advance(to: time)
      session.discardReports()
      frames.draw(session.displayList(at: time, fonts: fonts))
    }
  }

  /// A session with both panels open in the middle of a ten-second take, made by a 125 Hz hand that
  /// drags back and forth and flings.
  private static func long(_ type: any Scene.Type, _ size: Size, _ scale: Double) -> Session {
    var session = Session(catalog: .all, scene: type, size: size, scale: scale)
    for key in [8, 9] { session.press(function: key) }
    let (place, count) = (Vector(size.width * 0.4, size.height * 0.35), 125 * 8)
    for step in 0...count {
      let phase: PointerSample.Phase = step == 0 ? .down : step == count ? .up : .moved
      let swing = Vector(240 * sin(Double(min(step, count - 1)) / 60), 0)
      session.point(phase, place + swing, at: Instant(seconds: 1 + Double(step) / 125))
    }
    session.advance(to: session.now.advanced(by: 20))
    if let take = session.takes.last {
      session.handle(.change(session.now, .showTake(take.number)))
      session.handle(.change(session.now, .show(take.span.release.advanced(by: 0.3))))
    }
    return session
  }

  /// A session with all overlays and both panels, 0.1 s into the motion after some flicks of the
  /// fastest control.
  private static func full(_ type: any Scene.Type, _ size: Size, _ scale: Double) -> Session {
    let sessions = [0.25, 0.35, 0.45, 0.55, 0.65].map { height in
      flicked(type, size, scale, at: Vector(size.width * 0.4, size.height * height))
    }
    func speed(_ session: Session) -> Double {
      let reading = session.reading(at: session.now)
      return (reading?.velocity).map { abs($0) * (reading?.direction.length ?? 0) } ?? 0
    }
    return sessions.max { speed($0) < speed($1) } ?? sessions[0]
  }

  private static func flicked(
    _ type: any Scene.Type, _ size: Size, _ scale: Double, at place: Vector
  ) -> Session {
    var session = Session(catalog: .all, scene: type, size: size, scale: scale)
    session.handle(.change(.zero, .overlays(Set(Overlay.allCases))))
    for key in [8, 9] { session.press(function: key) }
    for flick in 0..<12 {
      let start = 1 + Double(flick) * 1.6
      let way = flick.isMultiple(of: 2) ? Vector(200, 40) : Vector(-240, -90)
      for step in 0...25 {
        let phase: PointerSample.Phase = step == 0 ? .down : step == 25 ? .up : .moved
        let share = Double(min(step, 24)) / 24
        let time = Instant(seconds: start + share * 0.19)
        session.point(phase, place + way * (share * share), at: time)
      }
    }
    session.advance(to: session.now.advanced(by: 0.1))
    session.discardReports()
    return session
  }

  /// A meter filled to capacity.
  private static var meter: FrameMeter {
    var meter = FrameMeter()
    for frame in 0..<FrameMeter.capacity {
      meter.add(
        FrameMeter.Frame(
          sent: Instant(seconds: Double(frame) / 60), cost: 0.001 * Double(frame % 9 + 1),
          isLate: frame % 80 == 0, age: 0.004))
    }
    return meter
  }
}
