internal import Glibc

/// An axis of a plot: the visible range of numbers, and its place on the screen.
///
/// place = start + (value − lower) / (upper − lower) · (end − start); `start` may lie after `end`,
/// as on an axis that grows upwards.
public struct PlotAxis: Hashable, Sendable {
  /// The least visible number.
  public private(set) var lower: Double
  /// The greatest visible number; above `lower`.
  public private(set) var upper: Double
  /// The position of `lower`, in points.
  public let start: Double
  /// The position of `upper`, in points.
  public let end: Double
  /// The unit of its numbers, or empty.
  public let unit: String

  /// Creates an axis.
  ///
  /// - Precondition: `lower` is less than `upper`, all are finite, and `start` is not `end`.
  public init(
    from lower: Double, to upper: Double, start: Double, end: Double, unit: String = ""
  ) {
    precondition(lower < upper && (upper - lower).isFinite, "lower is less than upper")
    precondition(start.isFinite && end.isFinite && start != end, "an axis has a length")
    (self.lower, self.upper, self.start, self.end) = (lower, upper, start, end)
    self.unit = unit
  }

  /// The same range at another place.
  package func placed(from start: Double, to end: Double) -> PlotAxis {
    PlotAxis(from: lower, to: upper, start: start, end: end, unit: unit)
  }

  /// The visible range.
  package var range: ClosedRange<Double> { lower...upper }

  /// The length of the visible range, in the axis' unit; positive.
  public var span: Double { upper - lower }

  /// Points per unit; negative where the axis grows leftwards or upwards.
  public var density: Double { (end - start) / span }

  /// The position of a number, in points.
  public func place(of value: Double) -> Double { start + (value - lower) / span * (end - start) }

  /// The number at a position in points.
  public func value(at place: Double) -> Double { lower + (place - start) / (end - start) * span }

  /// Enlarges the visible range by `factor`, keeping the number at `place` in position.
  ///
  /// The span is clamped to `spans`. `factor` must be positive; anything else changes nothing.
  public mutating func zoom(
    by factor: Double, about place: Double, within spans: ClosedRange<Double>
  ) {
    guard factor > 0, factor.isFinite, place.isFinite else { return }
    let fixed = value(at: place)
    let wanted = min(max(span * factor, spans.lowerBound), spans.upperBound)
    let share = (place - start) / (end - start)
    show(from: fixed - share * wanted, span: wanted)
  }

  /// Shifts the visible range by a distance on the screen, in points.
  public mutating func pan(by points: Double) {
    guard points.isFinite else { return }
    show(from: lower - points / density, span: span)
  }

  /// Shows a span from a number on; ignored if rounding would make it empty.
  public mutating func show(from lower: Double, span: Double) {
    guard lower < lower + span, (lower + span).isFinite else { return }
    (self.lower, upper) = (lower, lower + span)
  }

  /// The grid's numbers, at least `spacing` points apart.
  public func ticks(spacing: Double) -> PlotTicks {
    PlotTicks(from: lower, to: upper, atMost: max(1, abs(end - start) / max(1, spacing)))
  }
}

/// The numbers of a plot's grid: whole multiples of 1, 2 or 5 times a power of ten.
public struct PlotTicks: Hashable, Sendable {
  /// The difference between neighbouring numbers.
  public let step: Double
  /// The decimals needed to distinguish them.
  public let decimals: Int
  /// The numbers, in order; empty if the step is below floating-point precision.
  public let values: [Double]

  /// Creates the numbers between two bounds, inclusive, with the finest step that makes at most
  /// `count` intervals.
  ///
  /// - Precondition: `lower` is less than `upper`, both are finite, and `count` is at least 1.
  public init(from lower: Double, to upper: Double, atMost count: Double) {
    precondition(lower < upper && (upper - lower).isFinite, "lower is less than upper")
    precondition(count >= 1, "there is room for an interval")
    let raw = (upper - lower) / count
    // Rounding the logarithm is off by one at most, and then 10 or 1 fits.
    let exponent = Int(log10(raw).rounded(.down))
    let mantissa = [1, 2, 5, 10].first { $0 * pow(10, Double(exponent)) >= raw * (1 - 1e-9) } ?? 10
    let scale = mantissa == 10 ? exponent + 1 : exponent
    let multiple = mantissa == 10 ? 1 : mantissa
    decimals = max(0, -scale)
    // 3 / 10 is the number nearest to 0.3; 3 · 0.1 is not.
    let (factor, divisor) =
      scale < 0 ? (multiple, pow(10, Double(-scale))) : (multiple * pow(10, Double(scale)), 1)
    step = factor / divisor
    let first = (lower / step - 1e-9).rounded(.up)
    let last = (upper / step + 1e-9).rounded(.down)
    guard first <= last, max(abs(first), abs(last)) < 1e15 else {
      values = []
      return
    }
    values = (0...Int(last - first)).map { (first + Double($0)) * factor / divisor }
  }

  /// A range, widened to whole steps.
  package func around(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
    let lower = (range.lowerBound / step).rounded(.down) * step
    return lower...max(lower + step, (range.upperBound / step).rounded(.up) * step)
  }
}
