public import FeelGeometry
internal import Glibc

extension IntegerSlider {
  /// The thumb's place at a time, between `minimum` and `maximum`; the value once it has landed.
  public func thumb(at time: Instant) -> Double {
    if let held { return isSnapping ? Double(grid.value(at: held, rounding)) : held }
    return thumbMotion?.value(at: time) ?? Double(value)
  }

  /// The thumb's velocity at a time, in values per second; 0 while it is held, as no release carries it on.
  public func velocity(at time: Instant) -> Double {
    guard held == nil, let thumbMotion, time < thumbMotion.end else { return 0 }
    return thumbMotion.velocity(at: time)
  }

  /// When the thumb will have landed, while it is on its way.
  public var landingTime: Instant? { thumbMotion?.end }

  /// The horizontal centre of the thumb at a time, in points of the frame's space.
  public func thumbX(at time: Instant) -> Double { x(of: thumb(at: time)) }

  /// The horizontal centre of a value's tick, and of the thumb at that value, in points of the frame's space.
  public func tickX(of value: Int) -> Double { x(of: Double(value)) }

  /// The values that have a tick, ascending: every one, or every 5th, 10th, 50th … where ticks would be closer than 8 points.
  ///
  /// Of whole numbers one apart those are multiples of 5, 10, 50 …; of others they count from the minimum.
  public var ticks: [Int] {
    let stride = UInt(tickStride)
    let first = step == 1 ? Self.multiple(of: tickStride, atOrAbove: minimum) ?? minimum : minimum
    let start = UInt(bitPattern: first &- minimum) / UInt(step)
    return Swift.stride(from: 0, through: (grid.last - start) / stride, by: 1)
      .map { grid.value(at: start + $0 * stride) }
  }

  /// A tick as it is at a moment, for the caller to draw.
  public struct Tick: Hashable, Sendable {
    /// The value that it stands for.
    public let value: Int
    /// Its centre on the slider's middle line, in points: the thumb's centre at that value.
    public let center: Vector
    /// How far the thumb's centre is to the right of it, in points; negative while the thumb is on its left.
    public let thumbDistance: Double
  }

  /// The tick of a value at a time.
  public func tick(_ value: Int, at time: Instant) -> Tick {
    let x = tickX(of: value)
    return Tick(
      value: value, center: Vector(x, frame.midY), thumbDistance: thumbX(at: time) - x)
  }

  /// How many values apart the ticks are: 1, 5, 10, 50, 100 and so on.
  public var tickStride: Int {
    let (distance, last) = (trackLength * Double(step) / max(1, span), Double(grid.last))
    var (stride, isFive) = (1, true)
    while Double(stride) * distance < Self.tickDistance, Double(stride) < last, stride < 1 << 58 {
      stride *= isFive ? 5 : 2
      isFive.toggle()
    }
    return stride
  }

  /// Whether a press is held on the slider.
  public var isPressed: Bool { drag.isActive }

  /// What the slider is doing at a time: `idle`, `pressed`, `tracking`, `snapping` or `cancelled`.
  public func state(at time: Instant) -> ControlState {
    if drag.isActive { return drag.isDragging ? .tracking : .pressed }
    if let end = thumbMotion?.end, time < end { return .snapping }
    return drag.state == .cancelled ? .cancelled : .idle
  }

  /// When time alone next changes the state, or `nil` if only an event can.
  public var deadline: Instant? { landingTime }

  /// Whether a later frame would look different because of time alone.
  public func isMoving(at time: Instant) -> Bool { thumbMotion.map { time < $0.end } ?? false }
}

extension IntegerSlider {
  /// How many units the range spans.
  var span: Double { Double(maximum) - Double(minimum) }

  /// How far the thumb's centre can move, in points.
  var trackLength: Double { max(0, frame.width - Self.thumbSize) }

  /// The units that a travel in points is worth; none where the slider is too short to move in.
  func units(for travel: Double) -> Double {
    trackLength >= 1 ? travel * span / trackLength : 0
  }

  func place(atX x: Double) -> Double {
    let place = Double(minimum) + units(for: x - frame.minX - Self.thumbSize / 2)
    return min(Double(maximum), max(Double(minimum), place))
  }

  private func x(of place: Double) -> Double {
    let start = frame.minX + min(frame.width, Self.thumbSize) / 2
    guard span > 0 else { return start }
    let share = (place - Double(minimum)) / span
    // The last tick is exactly as far from its end as the first one is from its own.
    return share >= 1 ? start + trackLength : start + share * trackLength
  }

  private static func multiple(of step: Int, atOrAbove value: Int) -> Int? {
    let remainder = value % step
    if remainder == 0 { return value }
    let (next, overflow) = (value - remainder).addingReportingOverflow(remainder > 0 ? step : 0)
    return overflow ? nil : next
  }
}
