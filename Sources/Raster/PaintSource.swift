internal import FeelGeometry

/// A paint made ready for rows of device pixels.
final class PaintSource {
  enum Kind {
    /// One colour: straight 0xRRGGBB and its opacity, 0…255.
    case solid(UInt32, UInt32)
    /// A linear gradient, which `rows` draws.
    case linear
    /// Distance from the centre times `perPixel`, in ramp entries.
    case radial(x: Double, y: Double, perPixel: Double)
    /// An image scaled to a rectangle, in device pixels.
    case image(Image, x: Double, y: Double, perPixelX: Double, perPixelY: Double)
  }

  private(set) var kind = Kind.solid(0, 0)
  private(set) var isOpaque = false
  /// Whether the paint changes no pixel.
  private(set) var isInvisible = true
  private let ramps = Ramps()
  private var ramp: View<UInt32>?
  private let rows = LinearRows()

  /// Takes a paint; `scale` is device pixels a point.
  func set(_ paint: Paint, scale: Double) {
    switch paint {
    case .solid(let color): set(color)
    case .linear(let gradient):
      let (a, b) = (gradient.start * scale, gradient.end * scale)
      let d = b - a
      let square = d.x * d.x + d.y * d.y
      guard let colors = setRamp(gradient.stops), square.isFinite, a.isFinite else {
        set(Color(argb: 0))
        return
      }
      // A gradient without length shows its last colour.
      guard square > 0 else {
        set(gradient.stops[gradient.stops.count - 1].color)
        return
      }
      let unit = Double(Ramps.size) / square
      let (dx, dy) = (d.x * unit, d.y * unit)
      rows.set(colors, at: (0.5 - a.x) * dx + (0.5 - a.y) * dy + 0.5, dx: dx, dy: dy)
      kind = .linear
    case .radial(let gradient):
      let (center, radius) = (gradient.center * scale, gradient.radius * scale)
      guard setRamp(gradient.stops) != nil, center.isFinite, radius.isFinite else {
        set(Color(argb: 0))
        return
      }
      guard radius > 0 else {
        set(gradient.stops[gradient.stops.count - 1].color)
        return
      }
      kind = .radial(
        x: center.x - 0.5, y: center.y - 0.5, perPixel: Double(Ramps.size) / radius)
    }
  }

  /// Takes one colour.
  func set(_ color: Color) {
    kind = .solid(color.argb & 0x00FF_FFFF, UInt32(color.alpha))
    isOpaque = color.alpha == 255
    isInvisible = color.alpha == 0
  }

  /// Takes an image scaled to a rectangle, in device pixels.
  func set(_ image: Image, x: Double, y: Double, width: Double, height: Double) {
    let (perX, perY) = (Double(image.width) / width, Double(image.height) / height)
    kind = .image(
      image, x: (0.5 - x) * perX - 0.5, y: (0.5 - y) * perY - 0.5, perPixelX: perX,
      perPixelY: perY)
    (isOpaque, isInvisible) = (false, false)
  }

  private func setRamp(_ stops: [GradientStop]) -> View<UInt32>? {
    guard !stops.isEmpty else { return nil }
    let found = ramps.ramp(stops)
    (ramp, isOpaque, isInvisible) = (found.colors, found.isOpaque, found.isInvisible)
    return ramp
  }

  /// Makes ready for filling the pixels of a rectangle.
  func prepare(for box: @autoclosure () -> PixelRect) {
    if case .linear = kind { rows.prepare(for: box()) }
  }

  /// Writes the colours of `count` pixels of a row, premultiplied.
  func fill(_ row: View<UInt32>, x: Int, y: Int, count: Int) {
    let top = Double(Ramps.size)
    switch kind {
    case .solid(let rgb, let alpha):
      row.fill(0, count, with: alpha << 24 | rgb)
    case .linear:
      rows.fill(row, x: x, y: y, count: count)
    case .radial(let cx, let cy, let perPixel):
      guard let ramp else { return }
      let dy = Double(y) - cy
      for index in 0..<count {
        let dx = Double(x + index) - cx
        let t = (dx * dx + dy * dy).squareRoot() * perPixel + 0.5
        row[index] = ramp[Int(t < top ? t : top)]
      }
    case .image(let image, let originX, let originY, let perX, let perY):
      let v = originY + Double(y) * perY
      for index in 0..<count {
        row[index] = image.sample(originX + Double(x + index) * perX, v)
      }
    }
  }
}
