internal import CRaster
internal import FeelGeometry

extension Renderer {
  /// Draws glyphs: small ones from the cache, large ones as paths.
  ///
  /// Baselines lie on whole pixels, origins on quarters of one.
  func draw(_ run: GlyphRun, at origin: Vector, _ color: Color) {
    let size = run.size * scale
    guard size > 0, size.isFinite, color.alpha > 0, origin.isFinite else { return }
    painter.paint.set(color)
    guard size <= GlyphCache.largestSize else {
      drawLarge(run, at: origin, size: size)
      return
    }
    let strike = glyphs.strike(run.font, size: size)
    let boost = size <= GlyphCache.contrastSize ? Contrast.boost(for: color) : 0
    let reach = 8 * size + 8
    let (left, right) = (Double(clip.x0) - reach, Double(clip.x1) + reach)
    let (top, bottom) = (Double(clip.y0) - reach, Double(clip.y1) + reach)
    for glyph in run.glyphs {
      let x = (origin.x + glyph.offset.x) * scale + 0.125
      let y = (origin.y + glyph.offset.y) * scale + 0.5
      // Written so that NaN is passed over.
      guard x > left, x < right, y > top, y < bottom else { continue }
      let quarters = Int((x * 4).rounded(.down))
      let entry = glyphs.entry(strike, glyph.id, phase: quarters & 3, boost: boost)
      draw(entry, quarters >> 2, Int(y.rounded(.down)))
    }
  }

  @inline(__always) private func draw(_ entry: GlyphCache.Entry, _ x: Int, _ y: Int) {
    let box = PixelRect(
      x0: x &+ Int(entry.left), y0: y &+ Int(entry.top),
      x1: x &+ Int(entry.left) &+ Int(entry.width), y1: y &+ Int(entry.top) &+ Int(entry.height))
    let part = box.intersection(clip)
    guard !part.isEmpty else { return }
    let stride = entry.stride
    let skipped = part.x0 &- box.x0
    let coverage = glyphs.coverage.dropping(
      entry.first &+ (part.y0 &- box.y0) &* stride &+ skipped)
    if painter.clip == nil, case .solid(let rgb, let alpha) = painter.paint.kind {
      // Whole groups of eight where the clip has room: the bytes past a glyph's columns are 0.
      unsafe cr_blend_solid_mask(
        painter.surface.row(part.x0, part.y0).base, painter.surface.stride, rgb, alpha,
        coverage.base, stride, min(stride &- skipped, clip.x1 &- part.x0), part.height)
      return
    }
    for row in 0..<part.height {
      painter.mask(part.x0, part.y0 &+ row, part.width, coverage.dropping(row &* stride))
    }
  }

  private func drawLarge(_ run: GlyphRun, at origin: Vector, size: Double) {
    for glyph in run.glyphs {
      let (x, y) = ((origin.x + glyph.offset.x) * scale, (origin.y + glyph.offset.y) * scale)
      guard x.isFinite, y.isFinite else { continue }
      pen.begin(clip: clip)
      let path = glyphs.outline(run.font, glyph.id, size)
      pen.add(path.transformed(by: .translation(Vector(x, y.rounded()))), scale: 1)
      drawEdges(.nonZero)
    }
  }
}
