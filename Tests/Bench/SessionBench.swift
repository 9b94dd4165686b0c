internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import FeelWindow
internal import Glibc
internal import Lab
internal import Raster
internal import Scenes
internal import Stage
internal import TextLayout

/// The cost of a session after a busy minute (its memory, seeking in it, and a frame with the
/// timeline open), and of two hundred takes.
struct SessionBench {
  /// The measurements: for each scene, a word followed by the scene's ID; and the takes of one
  /// scene.
  static let names =
    ["memory", "scrub", "list", "frame"].flatMap { word in
      Catalog.all.scenes.map { "\(word) \($0.id)" }
    } + ["takes carousel", "strip carousel"]

  /// Reports of a pointing device per second.
  private static let rate = 1000
  private static let size = Size(1200, 800)

  let fonts: FontBook

  func measure(_ name: String, seconds: Double) -> [BenchResult] {
    let words = name.split(separator: " ").map(String.init)
    guard words.count == 2, let scene = Catalog.all.scene(words[1]) else { return [] }
    switch words[0] {
    case "memory": return [memory(name) { busy(scene) }]
    case "scrub": return [scrub(name, scene, seconds: seconds)]
    case "list": return [list(name, scene, seconds: seconds)]
    case "takes": return [takes(name, scene)]
    case "strip": return [strip(name, scene, seconds: seconds)]
    default: return [frame(name, scene, seconds: seconds)]
    }
  }

  /// Writes a ten-minute recording of a 1000 Hz hand that drags and flicks a carousel, for timing
  /// `verify`.
  ///
  /// - Throws: `CommandFailure` if it cannot be written.
  static func record(to path: String) throws(CommandFailure) {
    var session = Session(catalog: .all, scene: try Catalog.all.named("carousel"), size: size)
    var recorder = try Recorder(path)
    try recorder.begin(session)
    var hand = BusyHand(rate: rate)
    for _ in 1..<(600 * rate) {
      let event = hand.next()
      try recorder.write(session, upTo: event.time)
      session.handle(event)
      try recorder.write(session.takeJournal())
      _ = session.takeEffects()
    }
    try recorder.finish(session)
  }

  /// A session after a hand has dragged and flicked all over the stage for a minute.
  private func busy(_ scene: any Scene.Type) -> Session {
    var session = Session(catalog: .all, scene: scene, size: Self.size)
    session.press(function: 8)
    var hand = BusyHand(rate: Self.rate)
    for _ in 1..<(60 * Self.rate) {
      session.handle(hand.next())
      session.discardReports()
    }
    return session
  }

  /// A session with two hundred takes, each of a 125 Hz hand that drags back and forth for ten
  /// seconds and flings.
  private func taken(_ scene: any Scene.Type) -> Session {
    var session = Session(catalog: .all, scene: scene, size: Self.size)
    session.press(function: 8)
    let count = 125 * 10
    for take in 0..<200 {
      for step in 0...count {
        let phase: PointerSample.Phase = step == 0 ? .down : step == count ? .up : .moved
        let swing = Vector(240 * sin(Double(min(step, count - 1)) / 60), 0)
        let time = Instant(seconds: 1 + Double(take) * 14 + Double(step) / 125)
        session.point(phase, Vector(480, 280) + swing, at: time)
        session.discardReports()
      }
    }
    session.advance(to: session.now.advanced(by: 4))
    return session
  }

  /// Additional memory with two hundred takes, in bytes; only meaningful as the only measurement of
  /// a run.
  private func takes(_ name: String, _ scene: any Scene.Type) -> BenchResult {
    memory(name) {
      let session = taken(scene)
      StandardError.write("\(name): \(session.takes.count) takes are kept\n")
      return session
    }
  }

  /// Turns the wheel over the strip of two hundred takes, and draws the difference.
  private func strip(_ name: String, _ scene: any Scene.Type, seconds: Double) -> BenchResult {
    var session = taken(scene)
    var frames = BenchFrames(
      session.displayList(at: session.now, fonts: fonts), Self.size, fonts: fonts)
    // Over the strip, in a window of this size.
    let place = Vector(600, 448)
    var count = 0
    return BenchTimer.measure(name, seconds: seconds) {
      count += 1
      let way = count % 400 < 200 ? -1.0 : 1
      session.handle(
        .input(.wheel(WheelSample(time: session.now, location: place, delta: Vector(0, way)))))
      session.discardReports()
      frames.draw(session.displayList(at: session.now, fonts: fonts))
    }
  }

  /// Additional memory of the program with the session, in bytes; only meaningful as the only
  /// measurement of a run, since freed memory would be reused.
  private func memory(_ name: String, _ make: () -> Session) -> BenchResult {
    let before = Self.residentBytes
    let session = make()
    let bytes = Double(Self.residentBytes - before)
    return withExtendedLifetime(session) {
      BenchResult(scene: name, median: bytes, fastest: bytes, p90: bytes, runs: 1)
    }
  }

  /// Seeks moments all over the minute, as scrubbing does.
  private func scrub(_ name: String, _ scene: any Scene.Type, seconds: Double) -> BenchResult {
    var session = busy(scene)
    var random = Noise(12345)
    func pointer(_ phase: PointerSample.Phase) -> SessionEvent {
      let place = Vector(124 + 1060 * random.share(), 740)
      return .input(.pointer(PointerSample(time: session.now, phase: phase, location: place)))
    }
    session.handle(pointer(.down))
    var times: [Double] = []
    let start = BenchTimer.now()
    while Double(BenchTimer.now() - start) < seconds * 1e9 || times.count < 200 {
      let event = pointer(.moved)
      let from = BenchTimer.now()
      session.handle(event)
      times.append(Double(BenchTimer.now() - from))
    }
    times.sort()
    let worst = times[times.count - 1]
    StandardError.write("\(name): the worst of \(times.count) took \(Int(worst)) ns\n")
    return BenchResult(
      scene: name, median: times[times.count / 2], fastest: times[0],
      p90: times[times.count * 9 / 10], runs: times.count)
  }

  /// Creates the display list with the timeline open, at the end of the minute.
  private func list(_ name: String, _ scene: any Scene.Type, seconds: Double) -> BenchResult {
    let session = busy(scene)
    var count = 0
    return BenchTimer.measure(name, seconds: seconds) {
      count += 1
      let time = session.now.advanced(by: 0.001 * Double(count % 100))
      _ = session.displayList(at: time, fonts: fonts)
    }
  }

  /// The same, and draws the difference from the previous frame.
  private func frame(_ name: String, _ scene: any Scene.Type, seconds: Double) -> BenchResult {
    let session = busy(scene)
    var frames = BenchFrames(
      session.displayList(at: session.now, fonts: fonts), Self.size, fonts: fonts)
    var count = 0
    return BenchTimer.measure(name, seconds: seconds) {
      count += 1
      let time = session.now.advanced(by: 0.016 * Double(count % 20))
      frames.draw(session.displayList(at: time, fonts: fonts))
    }
  }

  private static var residentBytes: Int {
    guard let text = try? File.read("/proc/self/statm") else { return 0 }
    let pages = String(decoding: text, as: UTF8.self).split(separator: " ")
    guard pages.count > 1, let resident = Int(pages[1]) else { return 0 }
    return resident * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}

/// A hand that drags and flicks all over the stage continuously, holding for 700 ms of each second.
private struct BusyHand {
  /// Reports per second.
  let rate: Int
  private var random = Noise(12345)
  private var place = Vector(600, 300)
  private var step = 0

  init(rate: Int) { self.rate = rate }

  mutating func next() -> SessionEvent {
    step += 1
    let phase: PointerSample.Phase =
      switch step % rate {
      case 0: .down
      case rate * 7 / 10: .up
      default: .moved
      }
    if phase == .down {
      place = Vector(100 + 1000 * random.share(), 100 + 400 * random.share())
    } else if step % rate < rate * 7 / 10 {
      place = place + Vector(4 * random.share() - 1.5, 2 * random.share() - 1)
    }
    let time = Instant(microseconds: Int64(step) * 1_000_000 / Int64(rate))
    return .input(.pointer(PointerSample(time: time, phase: phase, location: place)))
  }
}
