internal import Feel
internal import FeelTrace

/// A preset's motion for another program's gesture: a scroll view of the engine, fed the same
/// samples.
struct PresetMotion: Sendable {
  /// The default viewport if none is reported, as in a stream, in the program's unit.
  static let viewport = 800.0
  /// The distance of an unknown end, out of reach of any fling.
  private static let far = 1e7

  private(set) var view: ScrollView
  /// The offset at the scroll view's start.
  private let low: Double
  private let center: Vector
  private let isInClip: Bool
  /// The offset from the program's pointer to the scroll view's press: in its middle, by whole
  /// points, as laws may round to whole points.
  private var shift = Vector.zero

  /// Creates it at rest, for a program's content.
  init(_ source: ObservedSource, _ physics: ScrollPhysics) {
    let (length, ends) = (source.viewport ?? Self.viewport, source.ends)
    low = ends.low ?? min(0, ends.high ?? 0) - Self.far
    let high = ends.high ?? max(0, low) + Self.far
    // Wide enough that no press hits the scroll bar.
    let wide = 2 * length + 1000
    let frame =
      source.axis == .y
      ? Rect(x: 0, y: 0, width: wide, height: length)
      : Rect(x: 0, y: 0, width: length, height: wide)
    (center, isInClip) = (frame.center, source.clip != nil)
    view = ScrollView(
      frame: frame, contentLength: high - low + length,
      direction: source.axis == .y ? .vertical : .horizontal,
      physics: Self.physics(physics, isInClip: isInClip))
  }

  /// A preset's physics as used here: a clip's pixels are not the screen's, so content may rest
  /// between two.
  private static func physics(_ physics: ScrollPhysics, isInClip: Bool) -> ScrollPhysics {
    var physics = physics
    if isInClip { physics.pixelLanding = .none }
    return physics
  }

  /// The preset's offset, in the program's unit.
  func offset(at now: Instant) -> Double { low + view.contentOffset(at: now) }
  func restOffset(at now: Instant) -> Double { low + view.restOffset(at: now) }

  mutating func setPhysics(_ physics: ScrollPhysics, at now: Instant) {
    let physics = Self.physics(physics, isInClip: isInClip)
    if physics != view.physics { _ = view.setPhysics(physics, at: now) }
  }

  /// Mirrors the program's offset unless the preset is moving on its own; always if a hand `begins`
  /// a new gesture.
  mutating func follow(_ offset: Double, at now: Instant, begins: Bool = false) {
    guard !view.isPressed, begins || !view.isMoving(at: now) else { return }
    _ = view.scroll(to: offset - low, animated: false, at: now)
  }

  mutating func point(_ place: Vector, _ phase: ObservedLine.PointerPhase, at now: Instant) {
    if phase == .cancel {
      _ = view.handle(.cancel(CancelSample(time: now, reason: .user)))
      return
    }
    let kind: PointerSample.Phase = phase == .down ? .down : phase == .up ? .up : .moved
    if kind == .down {
      shift = Vector((center.x - place.x).rounded(), (center.y - place.y).rounded())
    }
    let sample = PointerSample(time: now, phase: kind, location: place + shift, device: .touch)
    _ = view.handle(.pointer(sample))
  }

  /// Continues from an offset as if released there, with a velocity in units per second.
  mutating func flick(from offset: Double, _ velocity: Double, at time: Instant) {
    follow(offset, at: time, begins: true)
    _ = view.flick(velocity: velocity, at: time)
  }

  mutating func turn(_ amount: Double, _ phase: ObservedLine.WheelPhase?, at now: Instant) {
    let kind: WheelSample.Phase =
      switch phase {
      case .begin: .began
      case .change: .changed
      case .end: .ended
      case .momentum: .momentum
      case nil: .turn
      }
    let delta = view.direction == .vertical ? Vector(0, amount) : Vector(amount, 0)
    _ = view.handle(
      .wheel(
        WheelSample(
          time: now, location: center, delta: delta, unit: .points, phase: kind,
          source: phase == nil ? .wheel : .finger)))
  }

  mutating func advance(to now: Instant) { _ = view.advance(to: now) }
}

extension ObservedSource {
  /// The offsets at the ends of the content, if known: in a clip, the end that a fling met.
  var ends: (low: Double?, high: Double?) {
    guard let edge = clip?.edge, let fling = clip?.fling else { return (minimum, maximum) }
    return fling.velocity < 0 ? (edge, maximum) : (minimum, edge)
  }
}
