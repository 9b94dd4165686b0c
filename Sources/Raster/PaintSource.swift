internal import CRaster
internal import FeelGeometry

/// A paint made ready for rows of device pixels.
final class PaintSource {
  enum Kind {
    /// One colour: straight 0xRRGGBB and its opacity, 0…255.
    case solid(UInt32, UInt32)
    /// Position along the gradient: `at` + x·`dx` + y·`dy`, in ramp entries.
    case linear(at: Double, dx: Double, dy: Double)
    /// Distance from the centre times `perPixel`, in ramp entries.
    case radial(x: Double, y: Double, perPixel: Double)
    /// An image scaled to a rectangle, in device pixels.
    case image(Image, x: Double, y: Double, perPixelX: Double, perPixelY: Double)
  }

  private(set) var kind = Kind.solid(0, 0)
  private(set) var isOpaque = false
  /// Whether the paint changes no pixel.
  private(set) var isInvisible = true
  private let ramp = Scratch<UInt32>(PaintSource.rampSize + 1, filledWith: 0)

  /// Entries of a gradient's table.
  static let rampSize = 1024

  /// Takes a paint; `scale` is device pixels a point.
  func set(_ paint: Paint, scale: Double) {
    switch paint {
    case .solid(let color): set(color)
    case .linear(let gradient):
      let (a, b) = (gradient.start * scale, gradient.end * scale)
      let d = b - a
      let square = d.x * d.x + d.y * d.y
      guard setRamp(gradient.stops), square.isFinite, a.isFinite else {
        set(Color(argb: 0))
        return
      }
      // A gradient without length shows its last colour.
      guard square > 0 else {
        set(gradient.stops[gradient.stops.count - 1].color)
        return
      }
      let unit = Double(Self.rampSize) / square
      let (dx, dy) = (d.x * unit, d.y * unit)
      kind = .linear(at: (0.5 - a.x) * dx + (0.5 - a.y) * dy + 0.5, dx: dx, dy: dy)
    case .radial(let gradient):
      let (center, radius) = (gradient.center * scale, gradient.radius * scale)
      guard setRamp(gradient.stops), center.isFinite, radius.isFinite else {
        set(Color(argb: 0))
        return
      }
      guard radius > 0 else {
        set(gradient.stops[gradient.stops.count - 1].color)
        return
      }
      kind = .radial(
        x: center.x - 0.5, y: center.y - 0.5, perPixel: Double(Self.rampSize) / radius)
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

  private func setRamp(_ stops: [GradientStop]) -> Bool {
    guard !stops.isEmpty else { return false }
    isOpaque = true
    isInvisible = true
    for stop in stops {
      if stop.color.alpha < 255 { isOpaque = false }
      if stop.color.alpha > 0 { isInvisible = false }
    }
    var next = 0
    let table = ramp.view
    for entry in 0...Self.rampSize {
      let t = Double(entry) / Double(Self.rampSize)
      while next < stops.count && !(stops[next].offset > t) { next += 1 }
      table[entry] = Self.color(stops, before: next, at: t)
    }
    return true
  }

  /// The premultiplied colour at `t`, which lies before stop `next`.
  private static func color(_ stops: [GradientStop], before next: Int, at t: Double) -> UInt32 {
    if next == 0 { return premultiplied(stops[0].color, stops[0].color, 0) }
    guard next < stops.count else {
      return premultiplied(stops[stops.count - 1].color, stops[stops.count - 1].color, 0)
    }
    let (a, b) = (stops[next - 1], stops[next])
    let share = (t - a.offset) / (b.offset - a.offset)
    return premultiplied(a.color, b.color, share >= 0 ? min(1, share) : 0)
  }

  private static func premultiplied(_ a: Color, _ b: Color, _ share: Double) -> UInt32 {
    func mix(_ x: UInt8, _ y: UInt8) -> Double { Double(x) + (Double(y) - Double(x)) * share }
    let alpha = mix(a.alpha, b.alpha)
    func byte(_ value: Double) -> UInt32 { UInt32(value + 0.5) }
    let factor = alpha / 255
    return byte(alpha) << 24 | byte(mix(a.red, b.red) * factor) << 16
      | byte(mix(a.green, b.green) * factor) << 8 | byte(mix(a.blue, b.blue) * factor)
  }

  /// Writes a row of a linear gradient; positions are counted in 65,536ths of an entry from column 0, so that a pixel's colour does not depend on where the row begins.
  private func fillLinear(
    _ row: View<UInt32>, _ start: Double, _ dx: Double, _ x: Int, _ count: Int
  ) {
    let (first, step) = ((start * 65536).rounded(), (dx * 65536).rounded())
    let (from, to) = (first + step * Double(x), first + step * Double(x + count))
    let table = ramp.view
    let limit = Double(Int32.max) / 2
    if abs(from) < limit, abs(to) < limit, abs(step) < limit {
      unsafe cr_ramp(
        row.base, table.base, Int32(Self.rampSize), Int32(from), Int32(step), count)
      return
    }
    let top = Double(Self.rampSize)
    for index in 0..<count {
      let t = (first + step * Double(x &+ index)) / 65536
      // A product of two large numbers may not be one: that counts as the start.
      row[index] = table[Int(t > 0 ? (t < top ? t : top) : 0)]
    }
  }

  /// Writes the colours of `count` pixels of a row, premultiplied.
  func fill(_ row: View<UInt32>, x: Int, y: Int, count: Int) {
    let table = ramp.view
    let top = Double(Self.rampSize)
    switch kind {
    case .solid(let rgb, let alpha):
      row.fill(0, count, with: alpha << 24 | rgb)
    case .linear(let at, let dx, let dy):
      fillLinear(row, at + Double(y) * dy, dx, x, count)
    case .radial(let cx, let cy, let perPixel):
      let dy = Double(y) - cy
      for index in 0..<count {
        let dx = Double(x + index) - cx
        let t = (dx * dx + dy * dy).squareRoot() * perPixel + 0.5
        row[index] = table[Int(t < top ? t : top)]
      }
    case .image(let image, let originX, let originY, let perX, let perY):
      let v = originY + Double(y) * perY
      for index in 0..<count {
        row[index] = image.sample(originX + Double(x + index) * perX, v)
      }
    }
  }
}
