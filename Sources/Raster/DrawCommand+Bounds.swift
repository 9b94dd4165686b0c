internal import FeelGeometry

extension DrawCommand {
  /// The device pixels a command can change, held to `limit`; empty for clips, groups and pops.
  func pixelBounds(scale: Double, within limit: PixelRect) -> PixelRect {
    switch self {
    case .roundedRect(let rect, _, _), .image(_, let rect):
      return Self.bounds(rect, 0, scale, limit)
    case .outline(let rect, _, let width, _, _, let cap, _):
      // A square end reaches the width's half and its diagonal; a one-pixel outline may be moved by half a pixel.
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
    case .clip, .clipPath, .group, .pop:
      return .empty
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
    // The polygon that stands for a circle lies up to a hundredth of a pixel outside it.
    bounds(
      Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius), 0,
      scale, limit, 0.02)
  }
}

extension GlyphRun {
  /// A rectangle around all glyphs: two ems about each origin, which the fonts of screens stay within.
  func bounds(at origin: Vector) -> Rect? {
    guard size > 0, size.isFinite else { return nil }
    var (minX, minY, maxX, maxY) = (
      Double.infinity, Double.infinity, -Double.infinity, -Double.infinity
    )
    for glyph in glyphs where glyph.offset.isFinite {
      (minX, maxX) = (min(minX, glyph.offset.x), max(maxX, glyph.offset.x))
      (minY, maxY) = (min(minY, glyph.offset.y), max(maxY, glyph.offset.y))
    }
    guard maxX >= minX else { return nil }
    return Rect(
      from: origin + Vector(minX - size, minY - 1.5 * size),
      to: origin + Vector(maxX + 2 * size, maxY + size))
  }
}
