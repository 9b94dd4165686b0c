import Feel
import FeelTrace
import Foundation
import Lab
import RandomSessions
import Scenes
import Stage
import Testing

struct HandOffWatchTests {
  private func watch(
    _ scene: any Scene.Type, scale: Double = 1, _ parameters: ParameterSet? = nil
  ) -> HandOffWatch {
    HandOffWatch(
      Session(
        catalog: Catalog([scene]), scene: scene, size: Size(1200, 800), scale: scale,
        parameters: parameters))
  }

  private func watch(_ id: String, scale: Double = 1) throws -> HandOffWatch {
    watch(try #require(Catalog.all.scene(id)), scale: scale)
  }

  private func drag(_ watch: inout HandOffWatch, from place: Vector, by step: Vector) {
    watch.pointer(.moved, place, at: 1)
    watch.pointer(.down, place, at: 1)
    for count in 1...12 {
      watch.pointer(.moved, place + step * Double(count), at: 1 + 0.008 * Double(count))
    }
    watch.pointer(.up, place + step * 12, at: 1 + 0.008 * 12)
  }

  @Test(arguments: ["overview", "carousel", "scroll-view", "pager"])
  func `no gesture makes content jump`(id: String) throws {
    var motions = 0
    for seed in 0..<12 as Range<UInt64> {
      var gestures = Gestures(seed: seed)
      var watch = try watch(id, scale: seed.isMultiple(of: 2) ? 1 : 0.75)
      for _ in 0..<600 { watch.handle(gestures.next()) }
      watch.advance(to: watch.session.now.advanced(by: 60))
      #expect(watch.jumps.isEmpty, "seed \(seed): \(watch.jumps)")
      motions += watch.motions
    }
    #expect(motions > 20)
  }

  @Test func `content moved further than the hand by a steep band is no jump`() throws {
    let scene = try #require(Catalog.all.scene("carousel"))
    var parameters = ParameterSet(scene.parameters)
    try parameters.set("physics.band.coefficient", to: .number(1.5))
    var watch = watch(scene, parameters)
    drag(&watch, from: Vector(600, 400), by: Vector(60, 0))
    #expect(watch.jumps.isEmpty)
  }

  /// `FEELLAB_HANDS` sets the number of hands; `Tests/hands` passes it.
  @Test(arguments: Catalog.all.scenes.map { $0.id })
  func `no hand with any button, in the bar and panels too, makes content jump`(id: String) throws {
    let wanted = ProcessInfo.processInfo.environment["FEELLAB_HANDS"].flatMap { Int($0) } ?? 1000
    let others = PointerSample.Button.allCases.filter { $0 != .primary }
    var motions = 0
    for seed in 0..<UInt64(wanted / Catalog.all.scenes.count + 1) {
      var gestures = Gestures(seed: seed &* 31 &+ 7, others: others)
      var watch = try watch(id)
      for _ in 0..<120 { watch.handle(gestures.next()) }
      watch.advance(to: watch.session.now.advanced(by: 30))
      #expect(watch.jumps.isEmpty, "seed \(seed): \(watch.jumps)")
      motions += watch.motions
    }
    #expect(motions > 0 || !["carousel", "scroll-view", "pager", "overview"].contains(id))
  }

  @Test func `pressing another button in the bar during a drag causes no jump`() throws {
    var watch = try watch("pager")
    watch.pointer(.moved, Vector(444, 262), at: 0.1)
    watch.pointer(.down, Vector(444, 262), at: 0.2)
    watch.pointer(.moved, Vector(437, 0), at: 0.25)
    #expect(watch.session.state.contains(StateField("pager.state", .text("tracking"))))
    watch.pointer(.down, Vector(437, 0), at: 0.3, button: .middle)
    watch.pointer(.moved, Vector(601, 320), at: 0.35)
    watch.pointer(.up, Vector(601, 320), at: 0.4, button: .middle)
    watch.pointer(.up, Vector(601, 320), at: 0.45)
    watch.advance(to: Instant(seconds: 5))
    #expect(watch.jumps.isEmpty, "\(watch.jumps)")
  }

  @Test func `releasing another button elsewhere during a drag is no jump`() throws {
    var watch = try watch("scroll-view")
    watch.pointer(.moved, Vector(600, 500), at: 0.1)
    watch.pointer(.down, Vector(600, 500), at: 0.2, button: .middle)
    watch.pointer(.down, Vector(600, 500), at: 0.3)
    watch.pointer(.moved, Vector(600, 450), at: 0.4)
    watch.pointer(.up, Vector(600, 250), at: 0.5, button: .middle)
    watch.pointer(.moved, Vector(600, 248), at: 0.6)
    watch.pointer(.up, Vector(600, 248), at: 0.7)
    watch.advance(to: Instant(seconds: 9))
    #expect(watch.jumps.isEmpty, "\(watch.jumps)")
  }

  @Test(arguments: [PointerSample.Button.primary, .middle, .secondary, nil])
  func `continuing from a drag in the past releases it at its velocity, whatever touches it`(
    button: PointerSample.Button?
  ) throws {
    var watch = try watch("carousel")
    let row = try #require(watch.session.elements.first { $0.role == .carousel })
    drag(&watch, from: row.frame.center, by: Vector(-12, 0))
    watch.change(.pause(true), at: 1.2)
    watch.change(.show(Instant(seconds: 1.06)), at: 1.3)
    #expect(watch.session.state.contains(StateField("carousel.state", .text("tracking"))))
    let motions = watch.motions
    let now = Instant(seconds: 1.4)
    let escape = KeySample(time: now, phase: .down, key: .escape)
    // Beside the carousel, so that the press does not catch it.
    let touch = button.map {
      InputEvent.pointer(
        PointerSample(time: now, phase: .down, location: Vector(600, 790), button: $0))
    }
    watch.handle(.stage(touch ?? .key(escape)))
    #expect(!watch.session.isShowingPast && watch.motions == motions + 1)
    watch.advance(to: Instant(seconds: 20))
    #expect(watch.jumps.isEmpty, "\(watch.jumps)")
  }

  @Test func `a diagonal wheel scroll is no jump`() throws {
    var watch = try watch("carousel")
    let row = try #require(watch.session.elements.first { $0.role == .carousel })
    let before = watch.session.state
    watch.wheel(Vector(40, 40), over: row.frame.center, at: 0.1, unit: .points)
    #expect(watch.session.state != before)
    watch.advance(to: Instant(seconds: 5))
    #expect(watch.jumps.isEmpty, "\(watch.jumps)")
  }

  @Test(arguments: ScrollPreset.all)
  func `moving to a card comes to rest without a jump under every preset`(preset: ScrollPreset)
    throws
  {
    var watch = try watch("carousel", scale: 1.5)
    watch.change(.preset(preset), at: 1)
    watch.key(.end, at: 1.1)
    watch.advance(to: Instant(seconds: 20))
    #expect(watch.motions == 1 && watch.jumps.isEmpty, "\(watch.jumps)")
  }

  @Test func `a fling that bounces is one motion of several hand-offs`() throws {
    var watch = try watch("scroll-view")
    drag(&watch, from: Vector(600, 400), by: Vector(0, 20))
    watch.advance(to: Instant(seconds: 20))
    #expect(watch.motions == 1 && watch.jumps.isEmpty)
    #expect((watch.counts[.continuous] ?? 0) >= 1 && watch.counts[.rest] == 1)
  }

  @Test func `opening a panel, a command and an edited law in mid-flight are no jumps`() throws {
    var watch = try watch("scroll-view")
    let flick = try #require(watch.session.elements.first { $0.name == "Flick 2000 pt/s" })
    for phase in [PointerSample.Phase.moved, .down, .up] {
      watch.pointer(phase, flick.frame.center, at: 1)
    }
    #expect(watch.motions == 1)
    // In mid-flight.
    watch.key(.function(9), at: 1.2)
    watch.change(.parameter("physics.decay.keptPerMillisecond", .number(0.99)), at: 1.4)
    watch.advance(to: Instant(seconds: 20))
    #expect(watch.jumps.isEmpty)
  }

  @Test(arguments: [Leaper.Fault.release, .end, .catching])
  func `content that jumps is reported with its cause`(fault: Leaper.Fault) {
    Leaper.$fault.withValue(fault) {
      var watch = watch(Leaper.self)
      drag(&watch, from: Vector(600, 400), by: Vector(-10, 0))
      if fault == .catching {
        watch.pointer(.down, Vector(600, 400), at: 1.3)
      }
      watch.advance(to: Instant(seconds: 20))
      #expect(watch.jumps.count == 1)
      #expect(watch.jumps.first?.cause == fault.rawValue && watch.jumps.first?.control == "leaper")
    }
  }

  @Test func `content that does not jump is not reported`() {
    Leaper.$fault.withValue(nil) {
      var watch = watch(Leaper.self)
      drag(&watch, from: Vector(600, 400), by: Vector(-10, 0))
      watch.advance(to: Instant(seconds: 20))
      #expect(watch.motions == 1 && watch.jumps.isEmpty)
    }
  }
}

/// A scene whose content jumps at a chosen point.
struct Leaper: Scene {
  enum Fault: String, Sendable {
    case release = "a release"
    case end = "time"
    case catching = "a press"
  }

  @TaskLocal static var fault: Fault?

  static let id = "leaper"
  static let title = "Leaper"
  static let hint = ""
  static let parameters: [Parameter] = []

  var parts: PartList
  var focus = Focus()

  init(_ stage: Stage) {
    parts = ["leaper": LeaperPart(fault: Self.fault)]
    place(on: stage, at: .zero)
  }

  mutating func place(on stage: Stage, at now: Instant) {
    parts["leaper"].place(in: stage.frame, stage, at: now)
  }
}

private struct LeaperPart: Part {
  let fault: Leaper.Fault?
  private var view = ScrollView(
    frame: Rect(x: 0, y: 0, width: 1, height: 1), contentLength: 9000, direction: .horizontal)

  init(fault: Leaper.Fault?) { self.fault = fault }

  var hitBox: Rect { view.frame }
  var deadline: Instant? { view.deadline }
  var hold: Hold { view.isPressed ? .tracked : .none }

  mutating func place(in frame: Rect, _ stage: Stage, at now: Instant) {
    _ = view.layout(frame: frame, at: now)
  }

  mutating func handle(_ event: InputEvent) -> Response {
    _ = view.handle(event)
    return Response()
  }

  mutating func advance(to now: Instant) -> [Effect] {
    _ = view.advance(to: now)
    return []
  }

  func isMoving(at now: Instant) -> Bool { view.isMoving(at: now) }
  func draw(into canvas: inout Canvas, at now: Instant, focus: FocusLook) {}
  func cursor(at location: Vector) -> Cursor? { nil }
  func state(at now: Instant) -> [StateField] { [] }
  func accessibility(at now: Instant) -> [AccessibilityElement] { [] }

  func probe(at now: Instant) -> (any MotionProbe)? {
    LeaperProbe(view: view, fault: fault, now: now)
  }
}

private struct LeaperProbe: MotionProbe {
  let view: ScrollView
  let fault: Leaper.Fault?
  let now: Instant

  var state: ControlState { view.state(at: now) }

  /// From the fault on, the reported position is off by 100 points.
  var reading: MotionReading {
    let isMoving = view.motion.map { now < $0.start.advanced(atLeast: $0.law.duration) } ?? false
    let hasGone = view.contentOffset(at: now) > 200
    let isOff =
      switch fault {
      case .release: isMoving || (hasGone && !view.isPressed)
      case .end: hasGone && !isMoving && !view.isPressed
      case .catching: view.isPressed && hasGone
      case nil: false
      }
    var reading = MotionReading(
      "leaper", position: view.contentOffset(at: now) + (isOff ? 100 : 0),
      velocity: view.velocity(at: now), state: state, anchor: .zero,
      direction: Vector(-1, 0), isContent: true, rest: view.restOffset(at: now))
    reading.run = view.motion.map { MotionRun($0.law, start: $0.start, view.physics) }
    return reading
  }
}
