internal import Feel
internal import FeelTrace

/// What a preset makes of another program's hand: a scroll view of the engine that is given the
/// same samples.
struct PresetMotion: Sendable {
  /// A viewport of which nobody told, in the program's unit: as in the reports of a stream.
  static let viewport = 800.0
  /// An end that is not known is further than any hand flings.
  private static let far = 1e7

  private(set) var view: ScrollView
  /// The offset at which the scroll view has its start.
  private let low: Double
  private let center: Vector
  /// From where the program's hand is to where the scroll view is pressed: in its middle, whole
  /// points away, as laws may count whole ones.
  private var shift = Vector.zero

  /// Creates it at rest, for content as a program says it is.
  init(_ source: ObservedSource, _ physics: ScrollPhysics) {
    let (length, ends) = (source.viewport ?? Self.viewport, source.ends)
    low = ends.low ?? min(0, ends.high ?? 0) - Self.far
    let high = ends.high ?? max(0, low) + Self.far
    // So wide that no press is one on the scroll bar.
    let wide = 2 * length + 1000
    let frame =
      source.axis == .y
      ? Rect(x: 0, y: 0, width: wide, height: length)
      : Rect(x: 0, y: 0, width: length, height: wide)
    center = frame.center
    view = ScrollView(
      frame: frame, contentLength: high - low + length,
      direction: source.axis == .y ? .vertical : .horizontal, physics: physics)
  }

  /// Where the preset has the content, in the program's unit.
  func offset(at now: Instant) -> Double { low + view.contentOffset(at: now) }
  func restOffset(at now: Instant) -> Double { low + view.restOffset(at: now) }

  mutating func take(_ physics: ScrollPhysics, at now: Instant) {
    if physics != view.physics { _ = view.setPhysics(physics, at: now) }
  }

  /// Goes where the program's content is, unless it is on its own way; where a hand `begins` anew
  /// it is there in any case.
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

  /// Goes on from a place as if a hand had let it go there, in units a second.
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
  /// The offsets at the ends of the content, as far as they are known: in a clip, the end that a
  /// fling met.
  var ends: (low: Double?, high: Double?) {
    guard let edge = clip?.edge, let fling = clip?.fling else { return (minimum, maximum) }
    return fling.velocity < 0 ? (edge, maximum) : (minimum, edge)
  }
}
