internal import FeelGeometry

/// A paint prepared for rows of device pixels.
final class PaintSource {
  enum Kind {
    /// A colour: straight 0xRRGGBB and its opacity, 0…255.
    case solid(UInt32, UInt32)
    /// A linear gradient, computed by `rows`.
    case linear
    /// A radial gradient, computed by `radial`.
    case radial
    /// An image, computed by `image`.
    case image
  }

  private(set) var kind = Kind.solid(0, 0)
  private(set) var isOpaque = false
  /// Whether the paint is fully transparent.
  private(set) var isInvisible = true
  @inline(__always) var isSolid: Bool {
    if case .solid = kind { true } else { false }
  }
  private let colors = GradientColors()
  private let rows: LinearRows
  private let radial: RadialRows
  private let image = ImageRows()

  init() { (rows, radial) = (LinearRows(colors), RadialRows(colors)) }

  /// Sets a paint; `scale` is device pixels per point.
  func set(_ paint: Paint, scale: Double) {
    switch paint {
    case .solid(let color): set(color)
    case .linear(let gradient):
      let (a, b) = (gradient.start * scale, gradient.end * scale)
      let d = b - a
      let square = d.x * d.x + d.y * d.y
      guard setColors(gradient.stops, isFinite: square.isFinite && a.isFinite, square) else {
        return
      }
      let (dx, dy) = (d.x / square, d.y / square)
      rows.set(at: (0.5 - a.x) * dx + (0.5 - a.y) * dy, dx: dx, dy: dy)
      kind = .linear
    case .radial(let gradient):
      let (center, radius) = (gradient.center * scale, gradient.radius * scale)
      guard setColors(gradient.stops, isFinite: center.isFinite && radius.isFinite, radius) else {
        return
      }
      radial.set(gradient.stops, x: center.x - 0.5, y: center.y - 0.5, radius: radius)
      kind = .radial
    }
  }

  /// Sets a single colour.
  func set(_ color: Color) {
    kind = .solid(color.argb & 0x00FF_FFFF, UInt32(color.alpha))
    isOpaque = color.alpha == 255
    isInvisible = color.alpha == 0
  }

  /// Sets a picture of `width` × `height` pixels, of which `pixels` has those in `bounds`, scaled
  /// to a rectangle.
  func set(
    _ pixels: BufferView<UInt32>, bounds: PixelRect, width: Int, height: Int, isOpaque: Bool,
    over shape: DeviceRect
  ) {
    image.set(pixels, bounds: bounds, width: width, height: height, over: shape)
    kind = .image
    (self.isOpaque, isInvisible) = (isOpaque, false)
  }

  /// Sets the colours of a gradient; returns false for one that cannot be drawn, which becomes
  /// transparent, or that has no length, which becomes its last colour.
  private func setColors(_ stops: [GradientStop], isFinite: Bool, _ length: Double) -> Bool {
    guard !stops.isEmpty, isFinite, length > 0 else {
      set(isFinite ? stops.last?.color ?? Color(argb: 0) : Color(argb: 0))
      return false
    }
    colors.set(stops)
    (isOpaque, isInvisible) = (colors.isOpaque, colors.isInvisible)
    return true
  }

  /// Caches half of a radial gradient, or reuses a cached one, where that is worthwhile.
  func keep(in pictures: PictureCache) {
    guard case .radial = kind, radial.halfArea > 0, pictures.isKeepable(4 * radial.halfArea) else {
      return
    }
    let (content, isKept) = pictures.find(radial.key)
    if case .pixels(let pixels, _) = content {
      radial.hold(pixels.view)
    } else if isKept {
      let pixels = Scratch<UInt32>(radial.halfArea, filledWith: 0)
      radial.drawHalf(into: pixels.view)
      radial.hold(pixels.view)
      pictures.keep(.pixels(pixels, isOpaque: false), radial.key)
    }
  }

  /// Prepares for filling the pixels of a rectangle.
  func prepare(for box: @autoclosure () -> PixelRect) {
    switch kind {
    case .linear: rows.prepare(for: box())
    case .image: image.prepare(for: box())
    default: break
    }
  }

  /// The existing premultiplied colours of a rectangle, with their stride, if they need no
  /// computation; else `nil`.
  func held(_ rect: PixelRect) -> (colors: BufferView<UInt32>, stride: Int)? {
    if case .image = kind { image.held(rect) } else { nil }
  }

  /// The premultiplied colours of these rows, one each, or `nil` if a row may have several.
  func column(_ rows: Range<Int>) -> BufferView<UInt32>? {
    if case .linear = kind { self.rows.column(rows) } else { nil }
  }

  /// Finds the premultiplied colours of `count` pixels of several rows: existing ones or, if there
  /// are none, computed into `room`, row after row.
  func find(
    _ rows: Range<Int>, x: Int, count: Int, in room: BufferView<UInt32>,
    into places: BufferView<UnsafePointer<UInt32>?>
  ) {
    if case .linear = kind, unsafe self.rows.held(rows, x: x, count: count, into: places) { return }
    for (index, y) in rows.enumerated() {
      unsafe places[index] = UnsafePointer(
        colors(x: x, y: y, count: count, in: room.dropping(index * count)).base)
    }
  }

  /// The premultiplied colours of `count` pixels of a row: existing ones or, if there are none,
  /// computed into `room`.
  func colors(x: Int, y: Int, count: Int, in room: BufferView<UInt32>) -> BufferView<UInt32> {
    switch kind {
    case .linear: if let held = rows.held(x: x, y: y, count: count) { return held }
    case .radial: if let held = radial.held(x: x, y: y, count: count) { return held }
    case .image: if let held = image.held(x: x, y: y, count: count) { return held }
    default: break
    }
    fill(room, x: x, y: y, count: count)
    return room
  }

  /// Writes the premultiplied colours of `count` pixels of a row.
  func fill(_ row: BufferView<UInt32>, x: Int, y: Int, count: Int) {
    switch kind {
    case .solid(let rgb, let alpha): row.fill(0, count, with: alpha << 24 | rgb)
    case .linear: rows.fill(row, x: x, y: y, count: count)
    case .radial: radial.fill(row, x: x, y: y, count: count)
    case .image: image.fill(row, x: x, y: y, count: count)
    }
  }
}
