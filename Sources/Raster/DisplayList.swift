public import FeelGeometry

/// A drawing command, with coordinates and lengths in points.
public enum DrawCommand: Hashable, Sendable {
  /// A filled rounded rectangle; radius 0 is a rectangle, half the height a capsule.
  case roundedRect(Rect, radius: Double, Paint)
  /// Part of a rounded rectangle's outline, from share `from` to share `to` of its length,
  /// clockwise from the top centre; 0…1 draws the closed outline.
  case outline(
    Rect, radius: Double, width: Double, from: Double, to: Double, cap: Stroke.Cap, Paint)
  /// A filled circle.
  case circle(center: Vector, radius: Double, Paint)
  /// Part of a circle's outline, in turns clockwise from 12 o'clock; a sweep of 1 or more is the
  /// whole ring.
  case arc(
    center: Vector, radius: Double, width: Double, start: Double, sweep: Double, cap: Stroke.Cap,
    Paint)
  /// A straight line.
  case line(Vector, Vector, width: Double, cap: Stroke.Cap, Paint)
  /// A filled path.
  case fill(Path, FillRule, Paint)
  /// A stroked path.
  case stroke(Path, Stroke, Paint)
  /// Glyphs from an origin on the baseline.
  case glyphs(GlyphRun, at: Vector, Color)
  /// An image, scaled to a rectangle.
  case image(Image, Rect)
  /// The blurred shadow of a rounded rectangle; `blur` is twice the standard deviation.
  case shadow(Rect, radius: Double, blur: Double, Color)
  /// Limits the following commands to a rounded rectangle, until the matching `pop`.
  case clip(Rect, radius: Double)
  /// Limits the following commands to a path, until the matching `pop`.
  case clipPath(Path, FillRule)
  /// Draws the following commands, until the matching `pop`, as one picture with an opacity 0…1.
  case group(opacity: Double)
  /// Clips the following commands, until the matching `pop`, to a rectangle, and caches the result
  /// by name and size.
  ///
  /// The content must depend on nothing else, so that it need not be redrawn when it moves. It is
  /// cached only at whole device pixels.
  case kept(String, Rect)
  /// Closes the innermost clip, group or cached picture.
  case pop

  // MARK: Bounds

  /// The device pixels a command can change, clipped to `limit`; empty for scope commands.
  func pixelBounds(scale: Double, within limit: PixelRect) -> PixelRect {
    switch self {
    case .roundedRect(let rect, _, _), .image(_, let rect):
      return Self.bounds(rect, 0, scale, limit)
    case .outline(let rect, _, let width, _, _, let cap, _):
      // A square cap extends by half the width times √2; a one-pixel outline may be snapped by half
      // a pixel.
      return Self.bounds(rect, width / 2 * (cap == .square ? 1.5 : 1), scale, limit, 0.5)
    case .circle(let center, let radius, _):
      return Self.bounds(around: center, radius, scale, limit)
    case .arc(let center, let radius, let width, _, _, let cap, _):
      let reach = width / 2 * (cap == .square ? 1.5 : 1)
      return Self.bounds(around: center, radius + reach, scale, limit)
    case .line(let a, let b, let width, let cap, _):
      let box = Rect(
        from: Vector(min(a.x, b.x), min(a.y, b.y)), to: Vector(max(a.x, b.x), max(a.y, b.y)))
      return Self.bounds(box, width / 2 * (cap == .square ? 1.5 : 1), scale, limit, 0.5)
    case .fill(let path, _, _):
      return path.bounds.map { Self.bounds($0, 0, scale, limit) } ?? .empty
    case .stroke(let path, let stroke, _):
      let miter = stroke.join == .miter ? max(1.5, stroke.miterLimit) : 1.5
      return path.bounds.map { Self.bounds($0, stroke.width / 2 * miter, scale, limit) } ?? .empty
    case .glyphs(let run, let origin, _):
      return run.bounds(at: origin).map { Self.bounds($0, 0, scale, limit, 1) } ?? .empty
    case .shadow(let rect, _, let blur, _):
      return Self.bounds(rect, max(0, blur) / 2 * ShadowShape.reach, scale, limit)
    case .clip, .clipPath, .group, .kept, .pop: return .empty
    }
  }

  private static func bounds(
    _ rect: Rect, _ reach: Double, _ scale: Double, _ limit: PixelRect, _ pixels: Double = 0
  ) -> PixelRect {
    PixelRect(
      covering: (rect.minX - reach) * scale - pixels, (rect.minY - reach) * scale - pixels,
      (rect.maxX + reach) * scale + pixels, (rect.maxY + reach) * scale + pixels, within: limit)
  }

  private static func bounds(
    around center: Vector, _ radius: Double, _ scale: Double, _ limit: PixelRect
  ) -> PixelRect {
    // The polygon for a circle extends up to a hundredth of a pixel beyond it.
    bounds(
      Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius), 0,
      scale, limit, 0.02)
  }

  /// Pixels that a command certainly makes opaque or, for a scope, leaves unaffected.
  func opaqueCore(scale: Double, within limit: PixelRect) -> PixelRect {
    switch self {
    case .roundedRect(let rect, let radius, let paint):
      guard paint.isOpaque else { return .empty }
      return DeviceRect(rect, radius: radius, scale: scale)?.core(within: limit) ?? .empty
    case .clip(let rect, let radius):
      return DeviceRect(rect, radius: radius, scale: scale)?.core(within: limit) ?? .empty
    case .image(let image, let rect):
      guard image.isOpaque, image.width > 0, image.height > 0 else { return .empty }
      return DeviceRect(rect, radius: 0, scale: scale)?.core(within: limit) ?? .empty
    case .group(let opacity): return opacity >= 1 ? limit : .empty
    case .kept(_, let rect):
      return DeviceRect(rect, radius: 0, scale: scale)?.core(within: limit) ?? .empty
    default: return .empty
    }
  }

  /// The pixels that the content of a scope can touch.
  func scopeBounds(scale: Double, within limit: PixelRect) -> PixelRect {
    switch self {
    case .clip(let rect, _), .kept(_, let rect):
      PixelRect(covering: rect, scale: scale, within: limit)
    case .clipPath(let path, _):
      path.bounds.map { PixelRect(covering: $0, scale: scale, within: limit) } ?? .empty
    default: limit
    }
  }

  /// 0 for a drawing command, 1 for one that opens a scope, 2 for one that closes it.
  var scopeKind: Int {
    switch self {
    case .clip, .clipPath, .group, .kept: 1
    case .pop: 2
    default: 0
    }
  }
}

/// Which parts of a self-crossing path are inside.
public enum FillRule: String, Hashable, Sendable {
  /// Where the winding number is not zero.
  case nonZero
  /// Where the winding number is odd.
  case evenOdd
}

/// A picture as a value: what to draw, in order, in points, and the number of device pixels per
/// point.
///
/// Two equal lists draw the same pixels; the difference between two lists is what a frame has to
/// redraw.
public struct DisplayList: Hashable, Sendable {
  /// Device pixels per point.
  public var scale: Double
  /// The colour that first covers the whole picture.
  public var background: Color
  /// The commands, first to last.
  public var commands: [DrawCommand] = []

  /// Creates an empty picture.
  public init(scale: Double = 1, background: Color) {
    (self.scale, self.background) = (scale, background)
  }

  /// Appends a command.
  public mutating func append(_ command: DrawCommand) { commands.append(command) }
}
