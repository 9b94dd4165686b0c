internal import Feel
internal import FeelFiles

/// Times the two things that a host constantly asks of a control.
///
/// Gesture and motion restart from a copy every 100 runs, before they end, so that every run is of
/// the named kind.
struct BenchControl<Control> {
  /// Advances the time and queries everything that a frame draws, combined into one number so that
  /// nothing is optimised away.
  ///
  /// The control is changed in place, as in a host that owns it: passing it would copy it.
  typealias Frame = (inout Control, Instant) -> Double

  /// The pointer's position when the drag and the motion begin.
  private static var place: Vector { Vector(320, 120) }
  /// The time of that, in milliseconds.
  private static var start: Double { 200 }
  private static var runsACopy: Int { 100 }

  let name: String
  let handle: (inout Control, InputEvent) -> Void
  let frame: Frame

  /// The moves of a 1000 Hz mouse, 3 points at a time, back and forth.
  func moves(of control: Control, along direction: Vector, seconds: Double) -> BenchResult {
    let dragged = dragged(control, by: direction * 40)
    var (control, count) = (dragged, 0)
    return BenchTimer.measure("\(name) move", seconds: seconds) {
      if count == Self.runsACopy { (control, count) = (dragged, 0) }
      count += 1
      let travel = 3 * Double(count <= 50 ? count : 100 - count)
      handle(
        &control,
        Self.pointer(
          .moved, Self.place + direction * (40 - travel), at: Self.start + Double(count)))
    }
  }

  /// The frames of the motion after a drag's release, 1000 a second.
  func frames(of control: Control, thrownBy travel: Vector, seconds: Double) -> BenchResult {
    var thrown = dragged(control, by: travel)
    handle(&thrown, Self.pointer(.up, Self.place + travel, at: Self.start))
    return frames(of: thrown, seconds: seconds)
  }

  /// The frames while a press is held.
  func frames(ofHeld control: Control, seconds: Double) -> BenchResult {
    var held = control
    handle(&held, Self.pointer(.down, Self.place, at: 100))
    return frames(of: held, seconds: seconds)
  }

  private func frames(of start: Control, seconds: Double) -> BenchResult {
    var (control, count, sum) = (start, 0, 0.0)
    let result = BenchTimer.measure("\(name) advance", seconds: seconds) {
      if count == Self.runsACopy { (control, count) = (start, 0) }
      count += 1
      let time = Instant(seconds: (Self.start + Double(count)) / 1000)
      sum += frame(&control, time)
    }
    precondition(sum.isFinite, "what is shown is a number")
    return result
  }

  /// The control after a press and a drag of 12 moves in 96 ms.
  private func dragged(_ control: Control, by travel: Vector) -> Control {
    var control = control
    handle(&control, Self.pointer(.down, Self.place, at: Self.start - 96))
    for step in 1...12 {
      let place = Self.place + travel * (Double(step) / 12)
      handle(&control, Self.pointer(.moved, place, at: Self.start - 96 + Double(step) * 8))
    }
    return control
  }

  private static func pointer(
    _ phase: PointerSample.Phase, _ place: Vector, at milliseconds: Double
  ) -> InputEvent {
    .pointer(
      PointerSample(time: Instant(seconds: milliseconds / 1000), phase: phase, location: place))
  }
}
