package import Feel
internal import TestSupport

/// The random numbers of a sequence: plausible ones, optionally mixed with hostile ones that an
/// engine must still accept.
package struct SequenceNumbers {
  private var generator: SeededGenerator
  /// Whether absurd numbers are included.
  package let isHostile: Bool

  /// Creates numbers that are reproducible from the seed.
  package init(seed: UInt64, isHostile: Bool = false) {
    generator = SeededGenerator(seed: seed)
    self.isHostile = isHostile
  }

  /// A seed for independent numbers.
  package mutating func seed() -> UInt64 { generator.next() }

  package mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  package mutating func pick<Value>(_ values: [Value]) -> Value { values[pick(values.count)] }

  /// A likely value, or in a hostile sequence often an unlikely one.
  package mutating func pick<Value>(_ values: [Value], hostile: [Value]) -> Value {
    isHostile && pick(2) == 0 ? pick(hostile) : pick(values)
  }

  /// A number in a range, or in a hostile sequence sometimes an absurd one.
  package mutating func number(_ range: ClosedRange<Double>) -> Double {
    if isHostile, pick(4) == 0 {
      return pick([
        .nan, .infinity, -.infinity, 1e308, -1e308, 1e15, -1e9, 1e9, .leastNonzeroMagnitude, 1e-300,
        0, -0.0, 1,
      ])
    }
    return Double.random(in: range, using: &generator)
  }

  /// A number in a range, even in a hostile sequence.
  package mutating func tame(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &generator)
  }

  /// A frame, mostly the usual one.
  package mutating func frame() -> Rect {
    if pick(3) > 0, !isHostile { return Rect(x: 0, y: 0, width: 400, height: 300) }
    return Rect(
      x: number(-50...50), y: number(-50...50), width: number(0...900), height: number(0...700))
  }

  package mutating func physics() -> ScrollPhysics { pick(ScrollPreset.all).physics }
}
