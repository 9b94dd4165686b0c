internal import Glibc

/// Checks whether a change of physics, while content is held, moving or past an edge, ever moves
/// the content.
///
/// A sequence drags, usually releases, waits, and changes the physics; then the hand moves or
/// presses in place, and releases. Distances, speeds and durations are spread evenly over all
/// sequences, so a sequence depends on its index alone.
public struct SwitchChecker: Hashable, Sendable {
  /// A jump of the content where nothing should move it.
  public struct Jump: Hashable, Sendable {
    /// What the jump coincided with.
    public enum Cause: String, Hashable, Sendable {
      /// The change of physics.
      case change
      /// The hand's next sample, at an unchanged location.
      case hand
      /// The release immediately after that.
      case release
    }

    /// What the jump coincided with.
    public let cause: Cause
    /// The offset before, in points.
    public let before: Double
    /// The offset after, in points.
    public let after: Double
  }

  /// The physics up to the change.
  public let first: ScrollPhysics
  /// The physics from the change on.
  public let second: ScrollPhysics

  /// Creates a checker of one change.
  public init(from first: ScrollPhysics, to second: ScrollPhysics) {
    (self.first, self.second) = (first, second)
  }

  /// The first jump in a sequence, or `nil` if nothing moves by more than 1e-9 of the offset, or at
  /// a release by more than that and the rest threshold.
  ///
  /// - Precondition: `index` is not negative.
  public func jump(inSequence index: Int) -> Jump? {
    precondition(index >= 0, "index is not negative")
    var sequence = Spread(index)
    var view = ScrollView(
      frame: Rect(x: 0, y: 0, width: 300, height: 400),
      contentLength: sequence.next(in: 0...1) < 0.5 ? 2000 : 100,
      offset: sequence.next(in: 0...1600), physics: first)
    var (clock, y) = (0.0, 200.0)
    let step = sequence.next(in: -60...60)
    func touch(_ phase: PointerSample.Phase) {
      let sample = PointerSample(
        time: Instant(seconds: clock), phase: phase, location: Vector(150, y), device: .touch)
      _ = view.handle(.pointer(sample))
    }
    touch(.down)
    for _ in 0..<Int(sequence.next(in: 2...12)) {
      (clock, y) = (clock + 0.008, y + step)
      touch(.moved)
    }
    let isHeld = sequence.next(in: 0...3) < 1
    if !isHeld { touch(.up) }
    clock += sequence.next(in: 0...1.2)
    let now = Instant(seconds: clock)
    _ = view.advance(to: now)
    let shown = view.contentOffset(at: now)
    let margin = 1e-9 * max(1, abs(shown))
    func jump(_ cause: Jump.Cause, within margin: Double) -> Jump? {
      let after = view.contentOffset(at: now)
      return abs(after - shown) <= margin ? nil : Jump(cause: cause, before: shown, after: after)
    }
    _ = view.setPhysics(second, at: now)
    if let jump = jump(.change, within: margin) { return jump }
    touch(isHeld ? .moved : .down)
    if let jump = jump(.hand, within: margin) { return jump }
    touch(.up)
    return jump(.release, within: margin + second.restThreshold(scale: 1))
  }

  /// Evenly spread numbers: the fractional parts of the n-th multiples of square roots of primes.
  private struct Spread {
    private static let primes = [2.0, 3, 5, 7, 11, 13, 17]

    private let index: Double
    private var drawn = 0

    init(_ index: Int) { self.index = Double(index) + 1 }

    mutating func next(in range: ClosedRange<Double>) -> Double {
      let multiple = index * Self.primes[drawn].squareRoot()
      drawn += 1
      return range.lowerBound
        + (range.upperBound - range.lowerBound) * (multiple - multiple.rounded(.down))
    }
  }
}
