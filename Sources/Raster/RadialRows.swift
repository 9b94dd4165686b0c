internal import FeelGeometry

/// Rows of a radial gradient, in device pixels.
///
/// If the centre is a pixel corner, the upper half mirrors the lower one. The lower half of such a
/// gradient is cached when it is drawn again, wherever it has moved to.
final class RadialRows {
  private let colors: GradientColors
  /// The centre, in coordinates with integers at pixel centres, and the radius.
  private var (x, y, radius) = (0.0, 0.0, 1.0)
  private var stops: [GradientStop] = []
  /// The pixel below and to the right of the centre, and the cached lower half, once there is one.
  private var corner = (x: 0, y: 0)
  private var half: BufferView<UInt32>?
  /// The columns on either side of the centre, and the rows, of a half; 0 if it cannot be cached.
  private var (reach, height) = (0, 0)

  /// The radius, in pixels, below which looking up the half costs more than it saves.
  private static let smallest = 32.0

  init(_ colors: GradientColors) { self.colors = colors }

  /// Sets the gradient, in device pixels with integers at pixel centres.
  func set(_ stops: [GradientStop], x: Double, y: Double, radius: Double) {
    (self.stops, self.x, self.y, self.radius) = (stops, x, y, radius)
    (half, reach, height) = (nil, 0, 0)
    let corner = Vector((x + 0.5).rounded(), (y + 0.5).rounded())
    let far = 1e6
    guard radius >= Self.smallest, radius < far, abs(x) < far, abs(y) < far,
      abs(corner.x - 0.5 - x) + abs(corner.y - 0.5 - y) < 1e-6
    else { return }
    self.corner = (Int(corner.x), Int(corner.y))
    height = Int(radius.rounded(.up))
    // Rows are blended eight pixels at a time.
    reach = height + 8
  }

  /// The number of pixels in a half, or 0 if it cannot be cached.
  var halfArea: Int { 2 * reach * height }

  var key: PictureCache.Key { .radial(stops, radius: radius) }

  /// Writes the lower half.
  func drawHalf(into half: BufferView<UInt32>) {
    for row in 0..<height {
      colors.fill(
        half.dropping(row * 2 * reach), cx: Double(reach) - 0.5, cy: -0.5, scale: 1 / radius, x: 0,
        y: row, count: 2 * reach)
    }
  }

  /// Uses a cached half.
  func hold(_ half: BufferView<UInt32>) { self.half = half }

  /// The cached colours of `count` pixels of a row, or `nil`.
  func held(x: Int, y: Int, count: Int) -> BufferView<UInt32>? {
    guard let half else { return nil }
    let row = y >= corner.y ? y - corner.y : corner.y - 1 - y
    let column = x - corner.x + reach
    guard row < height, column >= 0, column + count <= 2 * reach else { return nil }
    return half.dropping(row * 2 * reach + column)
  }

  /// Writes the colours of `count` pixels of a row.
  func fill(_ row: BufferView<UInt32>, x: Int, y: Int, count: Int) {
    if let held = held(x: x, y: y, count: count) {
      row.copy(0, from: held, 0, count: count)
    } else {
      colors.fill(row, cx: self.x, cy: self.y, scale: 1 / radius, x: x, y: y, count: count)
    }
  }
}
