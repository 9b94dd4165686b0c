internal import CRaster
internal import FeelGeometry
internal import Glibc

/// Coverage of a rounded rectangle blurred by a Gaussian.
///
/// The shape is cut into slices that are intervals: the part between the corners, and thin ones of the corners, the upper and the lower alike. Blurred across, an interval is a difference of two of the Gaussian's integrals; down, a row of the shadow is a weighted sum of slices.
/// Of columns and rows that see neither corner nor end one is kept.
final class ShadowMask {
  private let steps = Scratch<Float>(ShadowMask.stepCount + 1, filledWith: 0)
  private let slices = Scratch<Float>(1 << 10, filledWith: 0)
  private let weights = Scratch<Float>(64, filledWith: 0)
  private let indents = Scratch<Double>(64, filledWith: 0)
  /// How far below a corner's edge its slices end.
  private let depths = Scratch<Double>(64, filledWith: 0)
  private var shape = ShadowShape(x0: 0, y0: 0, x1: 0, y1: 0, radius: 0, deviation: 0)
  private var isReady = false
  /// Slices of a corner, and pixels from one slice's row to the next.
  private var corner = 0
  private var stride = 0

  /// Entries of the table of the Gaussian's integral, from −`stepReach` to +`stepReach` deviations.
  private static let stepCount = 1024
  private static let stepReach = Float(ShadowShape.reach)
  /// Slices of a corner for each deviation of its height, and at most; they are equal parts of the arc, and thin where it is flat.
  private static let slicesADeviation = 5.0
  private static let mostSlices = 512.0

  private func prepare() {
    guard !isReady else { return }
    isReady = true
    let table = steps.view
    let whole = erff(Self.stepReach * Float(0.5).squareRoot())
    for index in 0...Self.stepCount {
      let t = (Float(index) / Float(Self.stepCount) * 2 - 1) * Self.stepReach
      table[index] = 0.5 * (1 + erff(t * Float(0.5).squareRoot()) / whole)
    }
  }

  /// The Gaussian's integral up to a distance in deviations.
  @inline(__always) private static func step(_ t: Float, _ table: BufferView<Float>) -> Float {
    let at = (t + stepReach) * (Float(stepCount) / (2 * stepReach))
    guard at > 0 else { return 0 }
    guard at < Float(stepCount) else { return 1 }
    let index = Int(at)
    return table[index] + (table[index + 1] - table[index]) * (at - Float(index))
  }

  /// Takes a shape and the columns that rows are to have, by their places among those that are kept.
  func set(_ shape: ShadowShape, columns: Range<Int>) {
    prepare()
    self.shape = shape
    let wanted = (shape.radius / shape.deviation * Self.slicesADeviation).rounded(.up)
    corner = Int(min(Self.mostSlices, wanted))
    stride = (columns.count + 7) / 8 * 8
    let (slices, indents) = (
      self.slices.reserve((corner + 1) * stride), self.indents.reserve(corner + 1)
    )
    cutCorner(indents, depths.reserve(corner + 1))
    let (axis, table, inverse) = (shape.across, steps.view, Float(1 / shape.deviation))
    for place in 0..<columns.count {
      let x = Double(axis.pixel(columns.lowerBound + place)) + 0.5
      let (left, right) = (Float(x - shape.x0) * inverse, Float(shape.x1 - x) * inverse)
      for slice in 0...corner {
        let indent = Float(indents[slice]) * inverse
        slices[slice * stride + place] =
          Self.step(left - indent, table) + Self.step(right - indent, table) - 1
      }
    }
  }

  /// Writes the coverage of a row of pixels.
  func fill(_ bytes: BufferView<UInt8>, y: Int, count: Int) {
    let (table, inverse) = (steps.view, 1 / shape.deviation)
    let center = Double(y) + 0.5
    func below(_ edge: Double) -> Float { Self.step(Float((edge - center) * inverse), table) }
    let weights = self.weights.reserve(corner + 1)
    let depths = self.depths.view
    var (upper, lower) = (below(shape.y0), below(shape.y1))
    for slice in 0..<corner {
      let (nextUpper, nextLower) = (
        below(shape.y0 + depths[slice]), below(shape.y1 - depths[slice])
      )
      weights[slice] = (nextUpper - upper) + (lower - nextLower)
      (upper, lower) = (nextUpper, nextLower)
    }
    weights[corner] = lower - upper
    // Slices out of reach count nothing.
    var (first, end) = (0, corner + 1)
    while first < end, weights[first] == 0 { first += 1 }
    while end > first, weights[end - 1] == 0 { end -= 1 }
    assert(count <= bytes.count && count <= stride, "a row ends within the view")
    unsafe cr_weigh_rows(
      bytes.base, slices.view.base + first * stride, stride, weights.base + first, end - first,
      count)
  }

  /// Notes how far each slice of a corner is set in at both ends, in the mean, and where it ends.
  private func cutCorner(_ indents: BufferView<Double>, _ depths: BufferView<Double>) {
    let r = shape.radius
    /// The area under a quarter of the unit circle up to x.
    func area(_ x: Double) -> Double { (x * max(0, 1 - x * x).squareRoot() + asin(x)) / 2 }
    var high = 1.0
    for slice in 0..<corner {
      let low = slice + 1 == corner ? 0 : cos(.pi / 2 * Double(slice + 1) / Double(corner))
      indents[slice] = r - r * (area(high) - area(low)) / (high - low)
      depths[slice] = r - r * low
      high = low
    }
    indents[corner] = 0
  }
}

extension Renderer {
  /// Draws the shadow of a rounded rectangle; without blur it is the rectangle itself.
  func drawShadow(_ rect: Rect, radius: Double, blur: Double, _ color: Color) {
    painter.paint.set(color)
    guard let shape = DeviceRect(rect, radius: radius, scale: scale), color.alpha > 0 else {
      return
    }
    let deviation = blur * scale / 2
    guard deviation.isFinite else { return }
    // A blur of a tenth of a pixel is less than an edge's own.
    guard deviation > 0.1 else {
      pen.begin(clip: clip)
      pen.add(shape)
      drawEdges(.nonZero)
      return
    }
    let reach = deviation * ShadowShape.reach
    let box = PixelRect(
      covering: shape.x0 - reach, shape.y0 - reach, shape.x1 + reach, shape.y1 + reach,
      within: clip)
    guard !box.isEmpty else { return }
    drawShadow(shape, deviation, within: box)
  }

  private func drawShadow(_ shape: DeviceRect, _ deviation: Double, within box: PixelRect) {
    // Beyond this a shape has no corner in sight, and no place between pixels.
    let far = 1e6
    func held(_ value: Double) -> Double {
      // Sums of places are rounded: to 4096ths shadows that look alike are alike.
      (max(-far, min(far, value)) * 4096).rounded() / 4096
    }
    let (x, y) = (held(shape.x0).rounded(.down), held(shape.y0).rounded(.down))
    let shadow = ShadowShape(
      x0: held(shape.x0) - x, y0: held(shape.y0) - y, x1: held(shape.x1) - x,
      y1: held(shape.y1) - y, radius: shape.radius, deviation: deviation)
    let (across, down) = (shadow.across, shadow.down)
    // What is drawn, seen from the shadow's own first pixel.
    let columns = max(across.start, box.x0 - Int(x))..<min(across.end, box.x1 - Int(x))
    let rows = max(down.start, box.y0 - Int(y))..<min(down.end, box.y1 - Int(y))
    guard !columns.isEmpty, !rows.isEmpty else { return }
    let size = across.kept.multipliedReportingOverflow(by: down.kept)
    let canBeKept = !size.overflow && PictureCache.isKeepable(size.partialValue)
    let key = PictureCache.Key.shadow(shadow)
    var (content, isKept) = canBeKept ? pictures.find(key) : (nil, false)
    if content == nil, isKept {
      let mask = Scratch<UInt8>(size.partialValue + 8, filledWith: 0)
      shadows.set(shadow, columns: 0..<across.kept)
      for row in 0..<down.kept {
        shadows.fill(
          mask.view.dropping(row * across.kept), y: down.pixel(row), count: across.kept)
      }
      content = .mask(mask)
      pictures.keep(.mask(mask), key)
    }
    let first = across.place(columns.lowerBound)
    let hidden = occluders.hole(in: box, after: place)
    func draw(_ y: Int, _ bytes: BufferView<UInt8>) {
      guard y >= hidden.y0, y < hidden.y1 else {
        drawRow(y, bytes, across, first, columns, Int(x))
        return
      }
      let (left, right) = (hidden.x0 - Int(x), hidden.x1 - Int(x))
      drawRow(y, bytes, across, first, columns.lowerBound..<left, Int(x))
      drawRow(y, bytes, across, first, right..<columns.upperBound, Int(x))
    }
    if case .mask(let mask) = content {
      for row in rows {
        draw(row + Int(y), mask.view.dropping(down.place(row) * across.kept + first))
      }
      return
    }
    let count = across.place(columns.upperBound - 1) + 1 - first
    shadows.set(shadow, columns: first..<first + count)
    let bytes = shadowRow.reserve(count + 8)
    var last = -1
    for row in rows {
      let place = down.place(row)
      if place != last { shadows.fill(bytes, y: row, count: count) }
      last = place
      draw(row + Int(y), bytes)
    }
  }

  /// Draws some columns of a shadow's row; `bytes` begins at the place `first`.
  private func drawRow(
    _ y: Int, _ bytes: BufferView<UInt8>, _ axis: ShadowShape.Axis, _ first: Int,
    _ columns: Range<Int>,
    _ x: Int
  ) {
    func mask(_ part: Range<Int>) {
      let part = part.clamped(to: columns)
      guard !part.isEmpty else { return }
      painter.mask(
        x + part.lowerBound, y, part.count, bytes.dropping(axis.place(part.lowerBound) - first))
    }
    guard !axis.calm.isEmpty else { return mask(columns) }
    mask(axis.start..<axis.calm.lowerBound)
    let calm = axis.calm.clamped(to: columns)
    if !calm.isEmpty {
      let coverage = UInt32(bytes[axis.place(calm.lowerBound) - first])
      if coverage > 0 { painter.constant(x + calm.lowerBound, y, calm.count, coverage) }
    }
    mask(axis.calm.upperBound..<axis.end)
  }
}
