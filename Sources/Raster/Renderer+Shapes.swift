internal import FeelGeometry
internal import Glibc

extension Renderer {
  /// Draws a command that is neither clip, group nor pop.
  func draw(_ command: DrawCommand) {
    switch command {
    case .roundedRect(let rect, let radius, let paint):
      guard let shape = DeviceRect(rect, radius: radius, scale: scale) else { return }
      if let fold = shape.fold {
        fill(shape, folded: fold, paint)
        return
      }
      fillUpright(paint) {
        $0.add(shape)
        return UnevenRows(shape, inside: shape.radius)
      }
    case .circle(let center, let radius, let paint):
      fill(paint) { $0.addCircle(center * scale, radius: radius * scale) }
    case .outline(let rect, let radius, let width, let from, let to, let cap, let paint):
      fillUpright(paint) {
        $0.add(
          OutlinePart(
            rect, radius: radius, width: width, from: from, to: to, cap: cap, scale: scale))
      }
    case .arc(let center, let radius, let width, let start, let sweep, let cap, let paint):
      fill(paint) {
        $0.addArc(
          center * scale, radius: radius * scale, width: width * scale, start: start, sweep: sweep,
          cap: cap)
      }
    case .line(let a, let b, let width, let cap, let paint):
      fill(paint) { $0.addLine(a * scale, b * scale, width: width * scale, cap: cap) }
    case .fill(let path, let rule, let paint):
      fill(paint, rule) { $0.add(path, scale: scale) }
    case .stroke(let path, let stroke, let paint):
      fill(paint) { stroker.add(path, stroke, scale: scale, to: &$0) }
    case .glyphs(let run, let origin, let color):
      draw(run, at: origin, color)
    case .image(let image, let rect):
      draw(image, rect)
    case .shadow(let rect, let radius, let blur, let color):
      drawShadow(rect, radius: radius, blur: blur, color)
    case .clip, .clipPath, .group, .pop:
      break
    }
  }

  /// Fills what `outline` draws.
  @inline(__always) func fill(
    _ paint: Paint, _ rule: FillRule = .nonZero, _ outline: (inout PathPen) -> Void
  ) {
    painter.paint.set(paint, scale: scale)
    guard !painter.paint.isInvisible else { return }
    pen.begin(clip: clip)
    outline(&pen)
    pen.close()
    let box = pen.edges.blockBounds(of: painter.surface)
    painter.paint.prepare(for: box)
    drawEdges(rule, within: box)
  }

  /// Fills what `outline` draws; of rows that are alike the spans of the first serve for all.
  ///
  /// `outline` returns the other rows, or `nil` where it has drawn nothing.
  @inline(__always) private func fillUpright(
    _ paint: Paint, _ outline: (inout PathPen) -> UnevenRows?
  ) {
    painter.paint.set(paint, scale: scale)
    guard !painter.paint.isInvisible else { return }
    fillUpright(outline)
  }

  /// Fills what `outline` draws with the paint that is set.
  @inline(__always) private func fillUpright(_ outline: (inout PathPen) -> UnevenRows?) {
    pen.begin(clip: clip)
    guard let uneven = outline(&pen) else { return }
    let box = pen.edges.blockBounds(of: painter.surface)
    painter.paint.prepare(for: box)
    uneven.runs(from: box.y0, to: box.y1) { top, end, areAlike in
      guard areAlike else {
        drawEdges(.nonZero, within: box.rows(top, end))
        return
      }
      drawAlike(box.rows(top, end))
    }
  }

  /// Fills a rounded rectangle that can be folded: the rows of its upper corners stand for those of the lower ones too.
  ///
  /// Whatever the clip, so that a part drawn alone is the same part of the whole.
  private func fill(_ shape: DeviceRect, folded fold: Int, _ paint: Paint) {
    painter.paint.set(paint, scale: scale)
    guard !painter.paint.isInvisible else { return }
    let middle = fold / 2 + 1
    let corners = min(middle, Int((shape.y0 + shape.radius).rounded(.up)))
    // The first row of the shape stands for its last.
    let first = Int(shape.y0)
    let drawn = DrawnRows(
      first: max(clip.y0, first), end: min(clip.y1, fold + 1 - first), fold: fold)
    guard drawn.first < drawn.end else { return }
    let upper = drawn.folded(at: fold, above: corners)
    // Between the corners all rows are alike.
    let (top, end) = (max(drawn.first, corners), min(drawn.end, fold - corners + 1))
    pen.begin(
      clip: upper.isEmpty
        ? clip.rows(top, top + 1) : clip.rows(upper.lowerBound, upper.upperBound))
    pen.add(shape)
    let box = pen.edges.blockBounds(of: painter.surface)
    guard !box.isEmpty else { return }
    let all = box.rows(drawn.first, drawn.end)
    painter.paint.prepare(for: all)
    if !upper.isEmpty { drawEdges(.nonZero, within: box, rows: drawn, of: all) }
    if top < end { drawAlike(box.rows(top, end)) }
  }

  /// Draws rows that are alike.
  private func drawAlike(_ box: PixelRect) {
    let hidden = occluders.hole(in: box, after: place)
    accumulator.rows(of: pen.edges, rule: .nonZero, within: box.rows(box.y0, box.y0 + 1)) {
      y, x, spans, count, mask in
      painter.draw(spans, count, rows: y..<box.y1, x: x, mask: mask, hidden: hidden)
    }
  }

  /// Paints the pen's edges.
  func drawEdges(_ rule: FillRule) {
    drawEdges(rule, within: pen.edges.blockBounds(of: painter.surface))
  }

  /// Paints the pen's edges in a box; of a folded shape that is its upper half, and `all` is what of both halves is drawn.
  private func drawEdges(
    _ rule: FillRule, within box: PixelRect, rows: DrawnRows? = nil, of all: PixelRect? = nil
  ) {
    let drawn = rows ?? DrawnRows(first: box.y0, end: box.y1)
    if painter.clip == nil, case .solid(let rgb, let alpha) = painter.paint.kind {
      let hidden = occluders.hole(in: all ?? box, after: place)
      accumulator.blend(
        pen.edges, rule: rule, within: box, rows: drawn, onto: painter.surface, rgb, alpha,
        hidden: hidden)
      return
    }
    accumulator.rows(of: pen.edges, rule: rule, within: box) { y, x, spans, count, mask in
      drawn.each(y) { painter.draw(spans, count, y: $0, x: x, mask: mask) }
    }
  }

  private func draw(_ image: Image, _ rect: Rect) {
    guard image.width > 0, image.height > 0 else { return }
    guard let shape = DeviceRect(rect, radius: 0, scale: scale) else { return }
    let box = shape.pixels(within: clip)
    guard !box.isEmpty else { return }
    image.withPixels { pixels in
      setPaint(image, pixels, over: shape, within: box)
      guard !shape.isWholePixels(within: clip) else {
        painter.paint.prepare(for: box)
        painter.fill(box)
        return
      }
      fillUpright {
        $0.add(shape)
        return UnevenRows(shape, inside: 0)
      }
    }
  }

  /// Makes the paint an image, or, where that is shown smaller, the mean of its pixels.
  private func setPaint(
    _ image: Image, _ pixels: BufferView<UInt32>, over shape: DeviceRect, within box: PixelRect
  ) {
    func side(_ side: Int, _ shown: Double) -> Int {
      shown < Double(side) ? max(1, Int(shown.rounded())) : side
    }
    let width = side(image.width, shape.x1 - shape.x0)
    let height = side(image.height, shape.y1 - shape.y0)
    let whole = PixelRect(x0: 0, y0: 0, x1: width, y1: height)
    func set(_ pixels: BufferView<UInt32>, _ bounds: PixelRect) {
      painter.paint.set(
        pixels, bounds: bounds, width: width, height: height, isOpaque: image.isOpaque,
        over: shape)
    }
    guard width < image.width || height < image.height else { return set(pixels, whole) }
    let key = PictureCache.Key.image(ObjectIdentifier(image), width: width, height: height)
    let canBeKept = pictures.isKeepable(4 * width * height)
    let (content, isKept) = canBeKept ? pictures.find(key, of: image) : (nil, false)
    if case .pixels(let smaller) = content { return set(smaller.view, whole) }
    let part =
      isKept ? whole : ImageRows.needed(for: box, width: width, height: height, over: shape)
    let smaller = isKept ? Scratch<UInt32>(part.area, filledWith: 0) : smallerImage
    reducer.reduce(
      pixels, of: image, width: width, height: height, part: part,
      into: smaller.reserve(part.area))
    if isKept { pictures.keep(.pixels(smaller), key, of: image) }
    set(smaller.view, part)
  }
}

extension PathPen {
  /// Draws a circle, in device pixels.
  mutating func addCircle(_ center: Vector, radius: Double, clockwise: Bool = true) {
    guard radius > 0, radius.isFinite, center.isFinite else { return }
    move(center.x + radius, center.y)
    arc(
      center.x, center.y, radius, from: SIMD2(1, 0), to: SIMD2(1, 0),
      sweep: clockwise ? 2 * .pi : -2 * .pi)
    close()
  }

  /// Draws the outline of a stroked arc, in device pixels; angles are turns, clockwise from 12 o'clock.
  mutating func addArc(
    _ center: Vector, radius: Double, width: Double, start: Double, sweep: Double, cap: Stroke.Cap
  ) {
    guard radius > 0, width > 0, start.isFinite, sweep.isFinite, sweep != 0 else { return }
    guard radius.isFinite, width.isFinite, center.isFinite else { return }
    let half = width / 2
    let (outer, inner) = (radius + half, max(0, radius - half))
    guard abs(sweep) < 1 else {
      addCircle(center, radius: outer)
      addCircle(center, radius: inner, clockwise: false)
      return
    }
    let turn = 2 * Double.pi
    let first = (sweep > 0 ? start : start + sweep) - 0.25
    // Large turns lose their digits in radians.
    let angle = (first - first.rounded(.down)) * turn
    let span = abs(sweep) * turn
    let from = SIMD2(cos(angle), sin(angle))
    let to = SIMD2(cos(angle + span), sin(angle + span))
    move(center.x + outer * from.x, center.y + outer * from.y)
    arc(center.x, center.y, outer, from: from, to: to, sweep: span)
    addCap(cap, center.x + radius * to.x, center.y + radius * to.y, to.x, to.y, half)
    arc(center.x, center.y, inner, from: to, to: from, sweep: -span)
    addCap(cap, center.x + radius * from.x, center.y + radius * from.y, -from.x, -from.y, half)
    close()
  }

  /// Draws a stroke's end: about a point, from the side that lies at (nx, ny) · half, clockwise to the other side.
  mutating func addCap(
    _ cap: Stroke.Cap, _ x: Double, _ y: Double, _ nx: Double, _ ny: Double, _ half: Double
  ) {
    switch cap {
    case .butt: line(x - nx * half, y - ny * half)
    case .round: arc(x, y, half, from: SIMD2(nx, ny), to: SIMD2(-nx, -ny), sweep: .pi)
    case .square:
      let (dx, dy) = (-ny * half, nx * half)
      line(x + nx * half + dx, y + ny * half + dy)
      line(x - nx * half + dx, y - ny * half + dy)
      line(x - nx * half, y - ny * half)
    }
  }

  /// Draws the outline of a stroked line, in device pixels.
  ///
  /// A level or upright line one pixel wide is moved onto whole pixels.
  mutating func addLine(_ from: Vector, _ to: Vector, width: Double, cap: Stroke.Cap) {
    guard width > 0, width.isFinite, from.isFinite, to.isFinite else { return }
    var (a, b) = (from, to)
    if abs(width - 1) < 0.01 {
      if a.y == b.y {
        a.y = a.y.rounded(.down) + 0.5
        b.y = a.y
      } else if a.x == b.x {
        a.x = a.x.rounded(.down) + 0.5
        b.x = a.x
      }
    }
    let d = b - a
    let length = d.length
    // A line without length is a dot under round and square caps, and nothing under butt ones.
    guard length > 0 || cap != .butt else { return }
    let half = width / 2
    let (ux, uy) = length > 0 ? (d.x / length, d.y / length) : (1, 0)
    // With y down, (uy, −ux) is the left side; clockwise runs from left to right around the end.
    let (nx, ny) = (uy, -ux)
    move(a.x + nx * half, a.y + ny * half)
    line(b.x + nx * half, b.y + ny * half)
    addCap(cap, b.x, b.y, nx, ny, half)
    line(a.x - nx * half, a.y - ny * half)
    addCap(cap, a.x, a.y, -nx, -ny, half)
    close()
  }
}
