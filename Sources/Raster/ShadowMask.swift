internal import CRaster
internal import Glibc

/// The coverage of a rounded rectangle blurred by a Gaussian.
///
/// A Gaussian is separable. The shape is cut into horizontal slices of constant width: one between
/// the upper and the lower corners, and thin ones through the corners, each of which also serves
/// for its mirror image. After the horizontal blur, a slice's coverage at x is a difference of two
/// values of the Gaussian's integral; after the vertical blur, a row of the shadow is a weighted
/// sum of slices. Columns unaffected by corners and ends are alike, and so are such rows: only one
/// of each is kept (`ShadowShape.Axis`).
final class ShadowMask {
  /// The Gaussian's integral, 0…1, from −`stepReach` to +`stepReach` deviations: the blurred unit
  /// step.
  private let steps = Scratch<Float>(ShadowMask.stepCount + 1, filledWith: 0)
  /// The horizontally blurred coverage of each slice, `stride` columns per slice: first those of
  /// the corner from its edge inwards, then the middle one.
  private let slices = Scratch<Float>(1 << 10, filledWith: 0)
  /// The weight of each slice in the row being filled.
  private let weights = Scratch<Float>(64, filledWith: 0)
  /// The indentation of each slice at both ends, in pixels.
  private let indents = Scratch<Double>(64, filledWith: 0)
  /// The distance of each corner slice's inner end from the upper or the lower edge, in pixels.
  private let depths = Scratch<Double>(64, filledWith: 0)
  private var shape = ShadowShape(x0: 0, y0: 0, x1: 0, y1: 0, radius: 0, deviation: 0)
  private var hasSteps = false
  /// The number of slices per corner; also the index of the middle slice.
  private var cornerSlices = 0
  /// The number of columns per slice, a multiple of eight.
  private var stride = 0

  private static let stepCount = 1024
  private static let stepReach = Float(ShadowShape.reach)
  /// Slices per corner for each deviation of its radius; they are equal parts of the arc, so they
  /// are thin where it is nearly horizontal.
  private static let slicesPerDeviation = 5.0
  private static let mostSlices = 512.0

  /// Fills the table of steps before the first shadow.
  private func prepareSteps() {
    guard !hasSteps else { return }
    hasSteps = true
    let table = steps.view
    // The share of the Gaussian within reach: dividing by it makes the table end at 0 and 1.
    let whole = erff(Self.stepReach * Float(0.5).squareRoot())
    for index in 0...Self.stepCount {
      let t = (Float(index) / Float(Self.stepCount) * 2 - 1) * Self.stepReach
      table[index] = 0.5 * (1 + erff(t * Float(0.5).squareRoot()) / whole)
    }
  }

  /// The Gaussian's integral up to `t` deviations, interpolated from the table.
  @inline(__always) private static func step(_ t: Float, _ table: BufferView<Float>) -> Float {
    let position = (t + stepReach) * (Float(stepCount) / (2 * stepReach))
    guard position > 0 else { return 0 }
    guard position < Float(stepCount) else { return 1 }
    let index = Int(position)
    return table[index] + (table[index + 1] - table[index]) * (position - Float(index))
  }

  /// Sets the shape whose rows `fill` computes, and the kept columns to write.
  func set(_ shape: ShadowShape, columns: Range<Int>) {
    prepareSteps()
    self.shape = shape
    let wanted = (shape.radius / shape.deviation * Self.slicesPerDeviation).rounded(.up)
    cornerSlices = Int(min(Self.mostSlices, wanted))
    stride = (columns.count + 7) / 8 * 8
    let slices = self.slices.reserve((cornerSlices + 1) * stride)
    let indents = self.indents.reserve(cornerSlices + 1)
    cutCorner(indents, depths.reserve(cornerSlices + 1))
    let (axis, table, inverse) = (shape.across, steps.view, Float(1 / shape.deviation))
    for column in 0..<columns.count {
      let x = Double(axis.pixel(atKept: columns.lowerBound + column)) + 0.5
      let (left, right) = (Float(x - shape.x0) * inverse, Float(shape.x1 - x) * inverse)
      for slice in 0...cornerSlices {
        let indent = Float(indents[slice]) * inverse
        // The rise at the left end minus the fall at the right one, 1 − step(right − indent).
        slices[slice * stride + column] =
          Self.step(left - indent, table) + Self.step(right - indent, table) - 1
      }
    }
  }

  /// Writes the coverage of a row of pixels: `count` bytes, from the first of the columns set.
  func fill(_ bytes: BufferView<UInt8>, y: Int, count: Int) {
    let (table, inverse) = (steps.view, 1 / shape.deviation)
    let center = Double(y) + 0.5
    /// The share of the Gaussian around this row that lies above a level.
    func share(above level: Double) -> Float { Self.step(Float((level - center) * inverse), table) }
    let weights = self.weights.reserve(cornerSlices + 1)
    let depths = self.depths.view
    // From both edges inwards: a corner slice's weight is its part of the Gaussian at the top and
    // at the bottom.
    var (upper, lower) = (share(above: shape.y0), share(above: shape.y1))
    for slice in 0..<cornerSlices {
      let nextUpper = share(above: shape.y0 + depths[slice])
      let nextLower = share(above: shape.y1 - depths[slice])
      weights[slice] = (nextUpper - upper) + (lower - nextLower)
      (upper, lower) = (nextUpper, nextLower)
    }
    weights[cornerSlices] = lower - upper
    // Skip slices at both ends that are out of the Gaussian's reach, with weight 0.
    var (first, end) = (0, cornerSlices + 1)
    while first < end, weights[first] == 0 { first += 1 }
    while end > first, weights[end - 1] == 0 { end -= 1 }
    assert(count <= bytes.count && count <= stride, "a row ends within the view")
    unsafe cr_weigh_rows(
      bytes.base, slices.view.base + first * stride, stride, weights.base + first, end - first,
      count)
  }

  /// Cuts the corner into slices: the mean indentation over each slice's height, and where it ends.
  private func cutCorner(_ indents: BufferView<Double>, _ depths: BufferView<Double>) {
    let r = shape.radius
    /// The area under a quarter of the unit circle up to x.
    func area(_ x: Double) -> Double { (x * max(0, 1 - x * x).squareRoot() + asin(x)) / 2 }
    // A slice's upper and lower end, in radii above the arc's centre.
    var high = 1.0
    for slice in 0..<cornerSlices {
      let isLast = slice + 1 == cornerSlices
      let low = isLast ? 0 : cos(.pi / 2 * Double(slice + 1) / Double(cornerSlices))
      indents[slice] = r - r * (area(high) - area(low)) / (high - low)
      depths[slice] = r - r * low
      high = low
    }
    indents[cornerSlices] = 0
  }
}
