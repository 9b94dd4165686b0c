/// A value between two bounds, and how far it has come: what a progress indicator draws.
///
/// Values outside the bounds are clamped to the nearer one, and NaN counts as the lower. Any
/// comparable type works: seconds, bytes, pages.
public struct BoundedProgress<Value: Comparable> {
  /// The start and the end; setting them clamps the value to the new range.
  ///
  /// - Precondition: the lower bound lies below the upper.
  public var bounds: ClosedRange<Value> {
    didSet {
      Self.check(bounds)
      clamped = Self.clamped(clamped, to: bounds)
    }
  }
  /// The current value, within the bounds.
  public var value: Value {
    get { clamped }
    set { clamped = Self.clamped(newValue, to: bounds) }
  }
  /// Whether the upper bound is reached.
  public var isDone: Bool { clamped == bounds.upperBound }

  private var clamped: Value

  /// Creates a progress.
  ///
  /// - Precondition: the lower bound lies below the upper.
  public init(_ value: Value, in bounds: ClosedRange<Value>) {
    Self.check(bounds)
    self.bounds = bounds
    clamped = Self.clamped(value, to: bounds)
  }

  /// Creates a progress at the lower bound.
  ///
  /// - Precondition: the lower bound lies below the upper.
  public init(in bounds: ClosedRange<Value>) { self.init(bounds.lowerBound, in: bounds) }

  /// Resets the value to the lower bound.
  public mutating func reset() { clamped = bounds.lowerBound }

  private static func check(_ bounds: ClosedRange<Value>) {
    precondition(bounds.lowerBound < bounds.upperBound, "the lower bound lies below the upper")
  }

  private static func clamped(_ value: Value, to bounds: ClosedRange<Value>) -> Value {
    // NaN is not above the lower bound.
    value > bounds.lowerBound ? min(value, bounds.upperBound) : bounds.lowerBound
  }
}

extension BoundedProgress: Equatable where Value: Equatable {}
extension BoundedProgress: Hashable where Value: Hashable {}
extension BoundedProgress: Sendable where Value: Sendable {}

extension BoundedProgress where Value: AdditiveArithmetic {
  /// Adds a possibly negative amount; the sum is clamped to the bounds, even if `Value` could not
  /// represent it, and NaN changes nothing.
  public mutating func add(_ amount: Value) {
    let (lower, upper) = (bounds.lowerBound, bounds.upperBound)
    // Away from zero the sum may overflow, so compare with the remaining room; towards zero it
    // cannot.
    if amount > .zero {
      let isFull = clamped > .zero && (amount >= upper || clamped >= upper - amount)
      value = isFull ? upper : clamped + amount
    } else if amount < .zero {
      let isEmpty = clamped < .zero && (amount <= lower || clamped <= lower - amount)
      value = isEmpty ? lower : clamped + amount
    }
  }
}

extension BoundedProgress where Value: FloatingPoint {
  /// The completed share, 0…1.
  ///
  /// Exactly 0 and 1 at the bounds, however far apart they are. Between infinite bounds it is 0
  /// until the upper one is reached.
  public var ratio: Value {
    guard clamped > bounds.lowerBound else { return 0 }
    guard clamped < bounds.upperBound else { return 1 }
    // Halved, since the difference of two large bounds may overflow.
    let start = bounds.lowerBound / 2
    let share = (clamped / 2 - start) / (bounds.upperBound / 2 - start)
    return share > 0 ? share : 0
  }
}

extension BoundedProgress where Value: BinaryInteger {
  /// The completed share, 0…1; exactly 0 and 1 at the bounds, however far apart they are.
  public var ratio: Double {
    guard clamped < bounds.upperBound else { return 1 }
    return Self.distance(from: bounds.lowerBound, to: clamped)
      / Self.distance(from: bounds.lowerBound, to: bounds.upperBound)
  }

  /// Exact before rounding if both have the same sign; otherwise the integer difference could
  /// overflow, but the difference of the two Doubles cannot cancel.
  private static func distance(from start: Value, to end: Value) -> Double {
    (start < 0) == (end < 0) ? Double(end - start) : Double(end) - Double(start)
  }
}
