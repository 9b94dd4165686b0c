import Feel
import FeelTrace
import Raster
import Stage
import TextLayout

/// Beads on a string that can be dragged and flung sideways.
struct BeadScene: Scene {
  static let id = "beads"
  static let title = "Beads"
  static let hint = "Drag or flick the beads · wheel · Home, End"
  static let parameters = BeadSettings().parameters

  var parts: PartList = ["beads": BeadPart()]
  var focus = Focus()

  init(_ stage: Stage) {
    place(on: stage, at: .zero)
  }

  mutating func place(on stage: Stage, at now: Instant) {
    let frame = stage.frame
    let string = Rect(x: frame.minX, y: frame.midY - 48, width: frame.width, height: 96)
    parts["beads"].place(in: string, stage, at: now)
  }
}

/// The beads' parameters; the panel, files and `--set` derive from this list.
struct BeadSettings: Law {
  private(set) var count = 60

  mutating func walk(_ walk: inout Walk) {
    walk.integer(
      "beads.count", "Beads", 10...1000, &count, doc: "How many beads are on the string.")
  }
}

/// The string with its beads: the engine's scroll view with a custom look.
struct BeadPart: Part {
  private static let pitch = 72.0
  private var view = ScrollView(
    frame: Rect(x: 0, y: 0, width: 100, height: 96), contentLength: 100, direction: .horizontal)
  private var count = BeadSettings().count

  // Events in.
  var hitBox: Rect { view.frame }

  mutating func place(in frame: Rect, _ stage: Stage, at now: Instant) {
    count = stage.parameters.settings(BeadSettings()).count
    let length = Double(count) * Self.pitch
    _ = view.layout(frame: frame, contentLength: length, scale: stage.scale, at: now)
  }

  mutating func handle(_ event: InputEvent) -> Response { answer(view.handle(event), event.time) }
  mutating func advance(to now: Instant) -> [Effect] {
    answer(view.advance(to: now), now).effects
  }

  private func answer(_ effects: Effects<ScrollView.Effect>, _ now: Instant) -> Response {
    Response(
      effects.compactMap { effect in
        guard case .settled(let offset) = effect else { return nil }
        return Effect(time: now, control: "beads", name: "settled", value: offset)
      })
  }

  // Time in.
  var deadline: Instant? { view.deadline }
  var hold: Hold { view.isPressed ? .tracked : .none }
  func isMoving(at now: Instant) -> Bool { view.isMoving(at: now) }

  // Values out.
  func state(at now: Instant) -> [StateField] {
    [StateField("beads.offset", .number(view.contentOffset(at: now)))]
  }

  func probe(at now: Instant) -> (any MotionProbe)? { BeadProbe(view: view, now: now) }

  func accessibility(at now: Instant) -> [AccessibilityElement] {
    let first = Int((view.contentOffset(at: now) / Self.pitch).rounded()) + 1
    return [
      AccessibilityElement(
        .list, id: "beads", name: "Beads", value: "\(first) of \(count)",
        states: Set([.busy: view.isPressed || view.isMoving(at: now)]),
        actions: [.init("Home, End", "the ends")], frame: view.frame)
    ]
  }

  func cursor(at location: Vector) -> Cursor? {
    view.frame.contains(location) ? (view.isPressed ? .grabbing : .grab) : nil
  }

  func draw(into canvas: inout Canvas, at now: Instant, focus: FocusLook) {
    let (theme, offset) = (canvas.theme, view.contentOffset(at: now))
    canvas.fill(Rect(x: hitBox.minX, y: hitBox.midY, width: hitBox.width, height: 1), theme.hair)
    for bead in view.visibleRows(rowLength: Self.pitch, count: count, at: now) {
      let x = hitBox.minX + (Double(bead) + 0.5) * Self.pitch - offset
      let box = Rect(center: Vector(x, hitBox.midY), size: Size(56, 56))
      canvas.fill(box, radius: 28, theme.accent)
      canvas.label("\(bead + 1)", at: box.center, .strong, theme.onAccent, align: .center)
    }
    if focus == .ring { canvas.focusRing(around: hitBox.inset(by: 4, 0), radius: 8) }
  }
}

/// The motion of the beads at a moment, as used by overlays, the timeline and the inspector.
struct BeadProbe: MotionProbe {
  let view: ScrollView
  let now: Instant

  var state: ControlState { view.state(at: now) }
  var reading: MotionReading {
    MotionReading(
      "beads", position: view.contentOffset(at: now), velocity: view.velocity(at: now),
      state: state, anchor: Vector(view.frame.minX, view.frame.midY),
      direction: Vector(-1, 0), isContent: true, rest: view.restOffset(at: now),
      restTime: view.motion.map { $0.start.advanced(atLeast: $0.law.duration) })
  }
}
