package import Feel
internal import TestSupport

/// The random numbers of a sequence: likely ones, or hostile ones among them that an engine must
/// accept all the same.
package struct SequenceNumbers {
  private var generator: SeededGenerator
  /// Whether absurd numbers are among them.
  package let isHostile: Bool

  /// Creates numbers that are the same for the same seed.
  package init(seed: UInt64, isHostile: Bool = false) {
    generator = SeededGenerator(seed: seed)
    self.isHostile = isHostile
  }

  /// A seed for other numbers, independent of these.
  package mutating func seed() -> UInt64 { generator.next() }

  /// An index below a count.
  package mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  /// One of some values.
  package mutating func pick<Value>(_ values: [Value]) -> Value { values[pick(values.count)] }

  /// A value that is likely, or in a hostile sequence often one that is not.
  package mutating func pick<Value>(_ values: [Value], hostile: [Value]) -> Value {
    isHostile && pick(2) == 0 ? pick(hostile) : pick(values)
  }

  /// A number in a range, or in a hostile sequence at times an absurd one.
  package mutating func number(_ range: ClosedRange<Double>) -> Double {
    if isHostile, pick(4) == 0 {
      return pick([
        .nan, .infinity, -.infinity, 1e308, -1e308, 1e15, -1e9, 1e9, .leastNonzeroMagnitude, 1e-300,
        0, -0.0, 1,
      ])
    }
    return Double.random(in: range, using: &generator)
  }

  /// A number in a range, in a hostile sequence too.
  package mutating func tame(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &generator)
  }

  /// A frame, as often as not the usual one.
  package mutating func frame() -> Rect {
    if pick(3) > 0, !isHostile { return Rect(x: 0, y: 0, width: 400, height: 300) }
    return Rect(
      x: number(-50...50), y: number(-50...50), width: number(0...900), height: number(0...700))
  }

  /// The laws of any preset.
  package mutating func physics() -> ScrollPhysics { pick(ScrollPreset.all).physics }
}
