internal import FeelGeometry
internal import Glibc

/// Coverage of a rounded rectangle blurred by a Gaussian, row by row.
///
/// A row of the shape is an interval; blurred across it is a difference of two error functions, and down it is a weighted sum of rows.
/// Columns further from the corners than the blur reaches share one value a row, and rows further than that share one row.
final class ShadowMask {
  private let bytes = Scratch<UInt8>(1 << 12, filledWith: 0)
  private let weights = Scratch<Float>(256, filledWith: 0)
  private let steps = Scratch<Float>(ShadowMask.stepCount + 1, filledWith: 0)
  private var isReady = false

  /// Entries of the table of the Gaussian's integral, from −`stepReach` to +`stepReach` deviations.
  private static let stepCount = 1024
  private static let stepReach = Float(reach)
  /// Deviations beyond which nothing is drawn; the 0.27 % of the Gaussian that lie there are spread over the rest.
  static let reach = 3.0

  /// Calls `body` with each row that meets `clip`: its y and coverage from `clip.x0` on.
  @inline(__always) func rows(
    of shape: DeviceRect, deviation: Double, within clip: PixelRect,
    _ body: (_ y: Int, _ coverage: View<UInt8>) -> Void
  ) {
    prepare()
    let margin = deviation * Self.reach
    let bytes = self.bytes.reserve(clip.width)
    // Rows between these see no corner and no end.
    let (calmTop, calmBottom) = (
      shape.y0 + shape.radius + margin, shape.y1 - shape.radius - margin
    )
    var isCalm = false
    for y in clip.y0..<clip.y1 {
      let center = Double(y) + 0.5
      let calm = center > calmTop && center < calmBottom
      if !(calm && isCalm) { fill(bytes, center, shape, deviation, clip) }
      isCalm = calm
      body(y, bytes)
    }
  }

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
  @inline(__always) private func step(_ t: Float) -> Float {
    let at = (t + Self.stepReach) * (Float(Self.stepCount) / (2 * Self.stepReach))
    guard at > 0 else { return 0 }
    guard at < Float(Self.stepCount) else { return 1 }
    let index = Int(at)
    let table = steps.view
    return table[index] + (table[index + 1] - table[index]) * (at - Float(index))
  }

  /// Rows of the shape taken into account for one row of its shadow.
  private static let samples = 12

  private func fill(
    _ bytes: View<UInt8>, _ center: Double, _ shape: DeviceRect, _ deviation: Double,
    _ clip: PixelRect
  ) {
    let margin = deviation * Self.reach
    let low = max(shape.y0, center - margin)
    let high = min(shape.y1, center + margin)
    bytes.fill(0, clip.width, with: 0)
    guard high > low else { return }
    let calmLeft = shape.x0 + shape.radius + margin
    let calmRight = shape.x1 - shape.radius - margin
    // Each sample stands for a slice of the shape: how far it is indented, how much of the Gaussian it takes.
    let slices = weights.reserve(2 * Self.samples)
    let height = (high - low) / Double(Self.samples)
    let inverse = Float(1 / deviation)
    for index in 0..<Self.samples {
      let (top, bottom) = (low + height * Double(index), low + height * Double(index + 1))
      slices[2 * index] =
        step(Float(bottom - center) * inverse) - step(Float(top - center) * inverse)
      slices[2 * index + 1] = Float(Self.indent((top + bottom) / 2, shape))
    }
    var calm: UInt8?
    for column in 0..<clip.width {
      let x = Double(clip.x0 + column) + 0.5
      let isCalm = x > calmLeft && x < calmRight
      if isCalm, let calm {
        bytes[column] = calm
        continue
      }
      let (left, right) = (Float(x - shape.x0) * inverse, Float(shape.x1 - x) * inverse)
      var sum: Float = 0
      for index in 0..<Self.samples {
        let indent = slices[2 * index + 1] * inverse
        sum += slices[2 * index] * (step(left - indent) + step(right - indent) - 1)
      }
      let coverage = UInt8(max(0, min(255, sum * 255 + 0.5)))
      bytes[column] = coverage
      if isCalm { calm = coverage }
    }
  }

  /// How far a row of a rounded rectangle is set in at both ends.
  private static func indent(_ y: Double, _ shape: DeviceRect) -> Double {
    let r = shape.radius
    let depth = max(shape.y0 + r - y, y - (shape.y1 - r))
    guard depth > 0 else { return 0 }
    return r - max(0, r * r - depth * depth).squareRoot()
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
    let reach = deviation * ShadowMask.reach
    let box = PixelRect(
      covering: shape.x0 - reach, shape.y0 - reach, shape.x1 + reach, shape.y1 + reach,
      within: clip)
    guard !box.isEmpty else { return }
    shadows.rows(of: shape, deviation: deviation, within: box) { y, coverage in
      painter.mask(box.x0, y, box.width, coverage)
    }
  }
}
