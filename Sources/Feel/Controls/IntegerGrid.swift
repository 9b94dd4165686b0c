/// The integers minimum, minimum + step … and maximum; `maximum` is always included, however near
/// the step before it is.
struct IntegerGrid: Hashable {
  let minimum: Int
  let maximum: Int
  let step: Int

  /// - Precondition: `minimum <= maximum` and `step >= 1`.
  init(minimum: Int, maximum: Int, step: Int) {
    precondition(minimum <= maximum, "minimum is not above maximum")
    precondition(step >= 1, "step is at least 1")
    (self.minimum, self.maximum, self.step) = (minimum, maximum, step)
  }

  /// The index of the last value, which is `maximum`.
  var last: UInt {
    let (steps, rest) = UInt(bitPattern: maximum &- minimum)
      .quotientAndRemainder(dividingBy: UInt(step))
    return rest == 0 ? steps : steps + 1
  }

  /// The value at an index; `maximum` beyond the last.
  func value(at index: UInt) -> Int {
    index >= last ? maximum : minimum &+ Int(bitPattern: index &* UInt(step))
  }

  /// The index of the value nearest to an integer; ties go to the higher one.
  func index(nearest value: Int) -> UInt {
    if value <= minimum { return 0 }
    if value >= maximum { return last }
    let (below, rest) = UInt(bitPattern: value &- minimum)
      .quotientAndRemainder(dividingBy: UInt(step))
    let gap = UInt(bitPattern: self.value(at: below + 1) &- self.value(at: below))
    return rest >= gap - rest ? below + 1 : below
  }

  /// The value nearest to an integer; ties go to the higher one.
  func nearest(_ value: Int) -> Int { self.value(at: index(nearest: value)) }

  /// Rounds a position between the integers to a value; `nearest` rounds halves away from zero.
  func value(at place: Double, _ rounding: IntegerSlider.Rounding) -> Int {
    // The ends may be too large for an exact Double.
    if place >= Double(maximum) { return maximum }
    guard place > Double(minimum) else { return minimum }
    let position = (place - Double(minimum)) / Double(step)
    let index = position < Double(last) ? UInt(position) : last - 1
    let (low, high) = (value(at: index), value(at: index + 1))
    let (down, up) = (place - Double(low), Double(high) - place)
    switch rounding {
    case .nearest: return down < up || (down == up && place < 0) ? low : high
    case .down: return up > 0 ? low : high
    case .up: return down > 0 ? high : low
    }
  }
}
