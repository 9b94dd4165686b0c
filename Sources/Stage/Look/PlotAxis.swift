internal import Glibc

/// One axis of a plot: which numbers are shown, and where on the screen they lie.
///
/// place = start + (value − lower) / (upper − lower) · (end − start); `start` may lie after `end`,
/// as on an axis that grows upwards.
public struct PlotAxis: Hashable, Sendable {
  /// The least number shown.
  public private(set) var lower: Double
  /// The greatest number shown; above `lower`.
  public private(set) var upper: Double
  /// Where `lower` lies, in points.
  public let start: Double
  /// Where `upper` lies, in points.
  public let end: Double
  /// The unit of its numbers, or nothing.
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

  /// The same numbers between other places.
  package func placed(from start: Double, to end: Double) -> PlotAxis {
    PlotAxis(from: lower, to: upper, start: start, end: end, unit: unit)
  }

  /// What is shown.
  package var range: ClosedRange<Double> { lower...upper }

  /// The length of what is shown, in the axis' unit; positive.
  public var span: Double { upper - lower }

  /// Points a unit; negative where the axis grows leftwards or upwards.
  public var density: Double { (end - start) / span }

  /// Where a number lies, in points.
  public func place(of value: Double) -> Double { start + (value - lower) / span * (end - start) }

  /// The number at a place given in points.
  public func value(at place: Double) -> Double { lower + (place - start) / (end - start) * span }

  /// Shows `factor` times as much as now; what lies at `place` stays there.
  ///
  /// The span is held to `spans`. `factor`: positive; anything else changes nothing.
  public mutating func zoom(
    by factor: Double, about place: Double, within spans: ClosedRange<Double>
  ) {
    guard factor > 0, factor.isFinite, place.isFinite else { return }
    let fixed = value(at: place)
    let wanted = min(max(span * factor, spans.lowerBound), spans.upperBound)
    let share = (place - start) / (end - start)
    show(from: fixed - share * wanted, span: wanted)
  }

  /// Moves what is shown along by a distance on the screen, in points.
  public mutating func pan(by points: Double) {
    guard points.isFinite else { return }
    show(from: lower - points / density, span: span)
  }

  /// Shows a span from another number on; one that cannot be told from a point any more changes
  /// nothing.
  public mutating func show(from lower: Double, span: Double) {
    guard lower < lower + span, (lower + span).isFinite else { return }
    (self.lower, upper) = (lower, lower + span)
  }

  /// The grid's numbers, at least `spacing` points apart.
  public func ticks(spacing: Double) -> PlotTicks {
    PlotTicks(from: lower, to: upper, atMost: max(1, abs(end - start) / max(1, spacing)))
  }
}

/// The numbers that a plot's grid stands on: whole multiples of 1, 2 or 5 times a power of ten.
public struct PlotTicks: Hashable, Sendable {
  /// From one number to the next.
  public let step: Double
  /// How many decimals tell them apart.
  public let decimals: Int
  /// The numbers, in order; none where the steps are finer than the numbers' own grain.
  public let values: [Double]

  /// The numbers between two bounds, both included, with the finest step that makes at most `count`
  /// intervals of them.
  ///
  /// - Precondition: `lower` is less than `upper`, both are finite, and `count` is at least 1.
  public init(from lower: Double, to upper: Double, atMost count: Double) {
    precondition(lower < upper && (upper - lower).isFinite, "lower is less than upper")
    precondition(count >= 1, "there is room for an interval")
    let raw = (upper - lower) / count
    // The rounding of the logarithm can only be one off, and then 10 or 1 is what fits.
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
