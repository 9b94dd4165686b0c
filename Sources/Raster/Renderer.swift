internal import CRaster
public import FeelGeometry
internal import Glibc
internal import Synchronization

/// Draws display lists into pixels.
///
/// A renderer draws one picture at a time, a large one with several threads if allowed; it keeps
/// its glyphs and working memory between frames, so that after the first frames drawing allocates
/// nothing. Coverage is exact area to a thousandth of a pixel; colours blend in sRGB bytes; a solid
/// shape is stored or blended a row at a time.
public final class Renderer {
  private let painter = SpanPainter(
    surface: Surface(pixels: Scratch<UInt32>(1, filledWith: 0).view, stride: 0, bounds: .empty))
  private var pen = PathPen()
  private let accumulator = Accumulator()
  private var stroker = Stroker()
  private let glyphs: GlyphCache
  private let shadows = ShadowMask()
  private let shadowRow = Scratch<UInt8>(1 << 10, filledWith: 0)
  private let reducer = ImageReducer()
  private let smallerImage = Scratch<UInt32>(1, filledWith: 0)
  private let pictures: PictureCache
  private let scopes: ScopeStack
  private var scale = 1.0
  private var occluders = Occluders()
  /// The index of the command being drawn.
  private(set) var place = 0
  /// Whether the damage is the whole picture, so that no command needs a bounds check.
  private var isWhole = true
  /// Whether a picture to be cached is being drawn, whose parts need no caching.
  private var isDrawingPicture = false
  /// The rows drawn by this renderer.
  private var rows = 0..<0
  // Reused, because a new array would allocate in every frame.
  private var everything = [PixelRect.empty]
  /// The number of threads that share a large frame and the memory for cached pictures.
  private let threads: Int
  /// Draws the bands of large frames; `nil` with one thread.
  private let bands: Bands?

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - threads: The number of threads for large frames, 1…64; with 1, everything is drawn on the
  ///     caller's thread. The result is the same. Threads start with the first large frame, sleep
  ///     between frames and end with the renderer.
  ///   - outline: A glyph's outline by font, glyph index and pixels per em; in device pixels, with
  ///     y down and the origin on the baseline. It is called once per thread for each glyph, size
  ///     and position within a pixel, and then cached; calls are serialised, but may come from
  ///     other threads.
  public convenience init(threads: Int = 1, outline: @escaping (FontID, UInt32, Double) -> Path) {
    let threads = max(1, min(64, threads))
    guard threads > 1 else {
      self.init(outline, threads: 1, bands: nil)
      return
    }
    let outlines = SharedOutlines(outline)
    let bands = Bands(threads: threads) {
      Renderer(outlines.outline, threads: threads, bands: nil)
    }
    self.init(outlines.outline, threads: threads, bands: bands)
  }

  private init(
    _ outline: @escaping (FontID, UInt32, Double) -> Path, threads: Int, bands: Bands?
  ) {
    glyphs = GlyphCache(outline: outline, summedIn: accumulator)
    self.threads = threads
    pictures = PictureCache(limit: PictureCache.limit / threads)
    scopes = ScopeStack(painter)
    self.bands = bands
  }

  /// The number of processor cores available to this program, at least 1.
  public static var coreCount: Int { Int(cr_core_count()) }

  /// The pixels that may currently change: the damage within all clips' bounds.
  @inline(__always) private var clip: PixelRect { scopes.clip }

  /// Draws the whole picture.
  ///
  /// `pixels` are 0xAARRGGBB, row-major, `stride` pixels per row; see
  /// `draw(_:into:width:height:stride:damage:)`.
  public func draw(
    _ list: DisplayList, into pixels: inout MutableSpan<UInt32>, width: Int, height: Int,
    stride: Int
  ) {
    let whole = PixelRect(x0: 0, y0: 0, x1: width, y1: height)
    everything[0] = whole
    draw(list, into: &pixels, width: width, height: height, stride: stride, damage: everything)
  }

  /// Draws the part of a picture inside the damaged rectangles; no other pixel is read or written.
  ///
  /// The background covers the damage first: if opaque, it is stored; if translucent, it is
  /// blended; with opacity 0, the contents of `pixels` stay and are drawn upon. Commands that are
  /// not finite, empty or outside have no effect. A clip or group without a `pop` ends with the
  /// list; a surplus `pop` is ignored.
  ///
  /// `pixels` are 0xAARRGGBB, row-major, `stride` pixels per row. Drawing onto opaque pixels leaves
  /// them opaque; if the top byte is anything else, its result is undefined.
  ///
  /// - Precondition: `0 <= width <= stride`, `0 <= height`, and `pixels` extends to the end of the
  ///   last row.
  public func draw(
    _ list: DisplayList, into pixels: inout MutableSpan<UInt32>, width: Int, height: Int,
    stride: Int, damage: [PixelRect]
  ) {
    precondition(width >= 0 && height >= 0, "a picture's sides are not negative")
    precondition(stride >= width, "a row holds at least its width")
    guard width > 0, height > 0 else { return }
    let (start, overflow) = (height - 1).multipliedReportingOverflow(by: stride)
    precondition(!overflow && pixels.count - width >= start, "the buffer holds every row")
    let whole = PixelRect(x0: 0, y0: 0, x1: width, y1: height)
    unsafe pixels.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      let surface = unsafe Surface(
        pixels: BufferView(base: base, count: buffer.count), stride: stride, bounds: whole)
      list.withCommands { commands in
        guard let bands, bands.areWorthwhile(for: damage, within: whole) else {
          draw(commands, list.background, onto: surface, damage, within: whole)
          return
        }
        bands.draw(damage, within: whole) { renderer, rows in
          (renderer ?? self).draw(
            commands, list.background, onto: surface, damage, within: whole.intersection(rows))
        }
      }
    }
  }

  /// Draws the damage within some rows.
  private func draw(
    _ list: CommandView, _ background: Color, onto surface: Surface, _ damage: [PixelRect],
    within rows: PixelRect
  ) {
    self.rows = rows.y0..<rows.y1
    pictures.begin(room: 12 * surface.bounds.area / threads)
    for rect in damage { draw(list, background, onto: surface, within: rect.intersection(rows)) }
    painter.surface = Surface(pixels: painter.surface.pixels, stride: 0, bounds: .empty)
  }

  private func draw(
    _ list: CommandView, _ background: Color, onto surface: Surface, within damage: PixelRect
  ) {
    guard !damage.isEmpty else { return }
    scopes.begin(on: surface, within: damage)
    isWhole = damage == surface.bounds
    scale = list.scale
    occluders.find(in: list, within: damage)
    painter.paint.set(background)
    if !painter.paint.isInvisible { occluders.uncovered(clip, after: -1) { painter.fill($0) } }
    guard scale > 0, scale.isFinite else { return }
    draw(list, 0..<list.count)
    scopes.end()
  }

  private func draw(_ list: CommandView, _ range: Range<Int>) {
    var next = range.lowerBound
    while next < range.upperBound {
      place = next
      next = draw(list, next)
    }
  }

  /// Draws a command; returns the index of the next one.
  private func draw(_ list: CommandView, _ index: Int) -> Int {
    guard list[index].scopeKind == 0 else { return enter(list, index) }
    guard !clip.isEmpty else { return index + 1 }
    if !isWhole || !occluders.isEmpty {
      let box = list.pixelBounds(index, within: clip)
      guard !box.isEmpty, occluders.isEmpty || occluders.hole(in: box, after: index) != box else {
        return index + 1
      }
    }
    list[index].read { draw($0) }
    return index + 1
  }

  /// Enters or leaves a scope; returns the index of the next command to draw.
  private func enter(_ list: CommandView, _ index: Int) -> Int {
    list[index].read { command in
      switch command {
      case .clip(let rect, let radius): pushClip(rect, radius: radius)
      case .clipPath(let path, let rule): pushClip(path, rule)
      case .group(let opacity):
        scopes.pushGroup(opacity: opacity) { list.contentBounds(after: index, within: $0) }
      case .kept(let name, let rect): return enterKept(list, index, name, rect)
      default: scopes.pop()
      }
      return index + 1
    }
  }

  /// Draws a cached picture, after rendering it to the cache if it is requested again; the first
  /// time, it is drawn as a layer.
  private func enterKept(_ list: CommandView, _ index: Int, _ name: String, _ rect: Rect) -> Int {
    guard let shape = DeviceRect(rect, radius: 0, scale: scale),
      let bounds = keptPixels(of: shape)
    else {
      scopes.pushLayer(255, within: list.scopeBounds(index, within: clip))
      return index + 1
    }
    let end = list.end(of: index)
    let box = bounds.intersection(clip)
    // Occluders inside the scope do not hide the finished picture.
    place = end - 1
    if box.isEmpty || occluders.hole(in: box, after: place) == box { return end }
    // Rounded, because equal lengths differ by rounding errors at different positions.
    func length(_ from: Double, _ to: Double) -> Double { ((to - from) * 4096).rounded() }
    let key = PictureCache.Key.drawing(
      name, width: length(shape.x0, shape.x1), height: length(shape.y0, shape.y1), scale: scale,
      top: bounds.y0 - Int(shape.y0.rounded()), rows: bounds.height)
    let (content, isKept) = pictures.find(key)
    if case .pixels(let pixels, let isOpaque) = content {
      draw(pixels.view, isOpaque: isOpaque, bounds, within: box)
    } else if isKept, bounds.x0 >= 0 {
      // A cached picture cannot start at a negative x: wait until it is on screen.
      let pixels = Scratch<UInt32>(bounds.area, filledWith: 0)
      let (occluders, depth, isWhole) = (self.occluders, scopes.depth, self.isWhole)
      // Without occluders, because the cached picture must be complete.
      (self.occluders, self.isWhole, isDrawingPicture) = (Occluders(), true, true)
      scopes.pushPicture(pixels.view, bounds)
      draw(list, index + 1..<end)
      scopes.end(to: depth)
      place = end - 1
      (self.occluders, self.isWhole, isDrawingPicture) = (occluders, isWhole, false)
      var all: UInt32 = ~0
      for index in 0..<bounds.area { all &= pixels.view[index] }
      let isOpaque = all >> 24 == 255
      pictures.keep(.pixels(pixels, isOpaque: isOpaque), key)
      draw(pixels.view, isOpaque: isOpaque, bounds, within: box)
    } else {
      scopes.pushLayer(255, within: box)
      return index + 1
    }
    return end
  }

  /// The pixels of a picture in this renderer's rows; `nil` if it cannot be cached.
  private func keptPixels(of shape: DeviceRect) -> PixelRect? {
    let origin = Vector(shape.x0.rounded(), shape.y0.rounded())
    let far = 1e6
    guard abs(shape.x0 - origin.x) + abs(shape.y0 - origin.y) < 0.01, abs(origin.x) < far,
      shape.x1 < far, abs(origin.y) < far, shape.y1 < far
    else { return nil }
    let (left, right) = (Int(origin.x), Int((shape.x1 - 0.01).rounded(.up)))
    let bounds = PixelRect(
      x0: left, y0: max(rows.lowerBound, Int(origin.y)), x1: right,
      y1: min(rows.upperBound, Int((shape.y1 - 0.01).rounded(.up))))
    return !bounds.isEmpty && pictures.isKeepable(4 * bounds.area) ? bounds : nil
  }

  /// Draws a picture at its own position.
  private func draw(
    _ pixels: BufferView<UInt32>, isOpaque: Bool, _ bounds: PixelRect, within box: PixelRect
  ) {
    guard
      let shape = DeviceRect(
        x0: Double(bounds.x0), y0: Double(bounds.y0), x1: Double(bounds.x1),
        y1: Double(bounds.y1), radius: 0)
    else { return }
    painter.paint.set(
      pixels, bounds: PixelRect(x0: 0, y0: 0, x1: bounds.width, y1: bounds.height),
      width: bounds.width, height: bounds.height, isOpaque: isOpaque, over: shape)
    painter.paint.prepare(for: box)
    occluders.uncovered(box, after: place) { painter.fill($0) }
  }

  /// Whether memory for a large group is allocated, such as for a fade of a whole window, which few
  /// frames need.
  public var holdsLargeGroup: Bool {
    scopes.holdsLargeGroup || bands?.renderers.contains { $0.holdsLargeGroup } ?? false
  }

  /// The bytes of shadow masks, scaled images, gradients and pictures cached between frames: at
  /// most 8 MB plus three times the bytes of the picture itself.
  public var keptBytes: Int {
    pictures.size + (bands?.renderers.reduce(0) { $0 + $1.keptBytes } ?? 0)
  }

  /// The bytes of glyphs cached between frames.
  package var glyphBytes: Int { glyphs.used }

  /// Returns memory to the system: that of large groups and clips, cached shadows, images and
  /// glyphs no longer drawn, and memory freed elsewhere in the program.
  ///
  /// For times when nothing will be drawn for a while; memory needed by every frame is kept.
  public func trim() {
    releaseUnused()
    bands?.renderers.forEach { $0.releaseUnused() }
    cr_trim_memory()
  }

  private func releaseUnused() {
    scopes.trim()
    pictures.trim()
    glyphs.trim()
  }

  /// Makes the C library, in the whole process, return blocks of 128 kB and more to the system when
  /// freed, and use one heap for all threads started afterwards.
  ///
  /// For a long-running program that occasionally draws something unusual, such as a fade of its
  /// window or a video alongside. By default, the C library keeps blocks up to the size of the
  /// largest ever freed, and a heap per thread (`mallopt(3)`, `M_MMAP_THRESHOLD` and
  /// `M_ARENA_MAX`); small blocks then fragment the heap, which stays at its maximum size.
  public static func keepMemoryCompact() { cr_keep_memory_compact() }

  private func pushClip(_ rect: Rect, radius: Double) {
    let shape = DeviceRect(rect, radius: radius, scale: scale)
    scopes.pushClip(within: shape?.pixels(within: clip) ?? .empty)
    guard let shape, !clip.isEmpty, !shape.isWholePixels(within: clip) else { return }
    pen.begin(clip: clip)
    pen.add(shape)
    scopes.mask(
      by: pen.edges, .nonZero, summedIn: accumulator,
      uneven: UnevenRows(shape, inside: shape.radius))
  }

  private func pushClip(_ path: Path, _ rule: FillRule) {
    scopes.pushClip(within: clip)
    guard !clip.isEmpty else { return }
    pen.begin(clip: clip)
    pen.add(path, scale: scale)
    scopes.mask(by: pen.edges, rule, summedIn: accumulator, uneven: nil)
  }

  // MARK: Shapes

  /// Draws a command that neither opens nor closes a scope.
  private func draw(_ command: DrawCommand) {
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
    case .fill(let path, let rule, let paint): fill(paint, rule) { $0.add(path, scale: scale) }
    case .stroke(let path, let stroke, let paint):
      fill(paint) { stroker.add(path, stroke, scale: scale, to: &$0) }
    case .glyphs(let run, let origin, let color): draw(run, at: origin, color)
    case .image(let image, let rect): draw(image, rect)
    case .shadow(let rect, let radius, let blur, let color):
      drawShadow(rect, radius: radius, blur: blur, color)
    case .clip, .clipPath, .group, .kept, .pop: break
    }
  }

  private func set(_ paint: Paint) {
    painter.paint.set(paint, scale: scale)
    if !isDrawingPicture { painter.paint.keep(in: pictures) }
  }

  /// Fills the shape drawn by `outline`.
  @inline(__always) private func fill(
    _ paint: Paint, _ rule: FillRule = .nonZero, _ outline: (inout PathPen) -> Void
  ) {
    set(paint)
    guard !painter.paint.isInvisible else { return }
    pen.begin(clip: clip)
    outline(&pen)
    pen.close()
    let box = pen.edges.blockBounds(of: painter.surface)
    painter.prefetch(box)
    painter.paint.prepare(for: box)
    drawEdges(rule, within: box)
  }

  /// Fills the shape drawn by `outline`; for rows that are alike, the spans of the first are
  /// reused.
  ///
  /// `outline` returns the other rows, or `nil` if it has drawn nothing.
  @inline(__always) private func fillUpright(
    _ paint: Paint, _ outline: (inout PathPen) -> UnevenRows?
  ) {
    set(paint)
    guard !painter.paint.isInvisible else { return }
    fillUpright(outline)
  }

  /// Fills the shape drawn by `outline` with the current paint.
  @inline(__always) private func fillUpright(_ outline: (inout PathPen) -> UnevenRows?) {
    pen.begin(clip: clip)
    guard let uneven = outline(&pen) else { return }
    let box = pen.edges.blockBounds(of: painter.surface)
    painter.prefetch(box)
    painter.paint.prepare(for: box)
    uneven.runs(from: box.y0, to: box.y1) { top, end, areAlike in
      guard areAlike else {
        drawEdges(.nonZero, within: box.rows(top, end))
        return
      }
      drawAlike(box.rows(top, end))
    }
  }

  /// Fills a rounded rectangle that can be folded: the rows of its upper corners also serve for the
  /// lower ones.
  ///
  /// Independent of the clip, so that a part drawn alone equals the same part of the whole.
  private func fill(_ shape: DeviceRect, folded fold: Int, _ paint: Paint) {
    set(paint)
    guard !painter.paint.isInvisible else { return }
    let middle = fold / 2 + 1
    let corners = min(middle, Int((shape.y0 + shape.radius).rounded(.up)))
    // The shape's first row mirrors its last.
    let first = Int(shape.y0)
    let drawn = DrawnRows(
      first: max(clip.y0, first), end: min(clip.y1, fold + 1 - first), fold: fold)
    guard drawn.first < drawn.end else { return }
    let upper = drawn.folded(at: fold, above: corners)
    // Between the corners, all rows are alike.
    let (top, end) = (max(drawn.first, corners), min(drawn.end, fold - corners + 1))
    pen.begin(
      clip: upper.isEmpty ? clip.rows(top, top + 1) : clip.rows(upper.lowerBound, upper.upperBound))
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

  /// Fills the pen's edges, within a box if given; for a folded shape, the box is its upper half,
  /// and `all` is the part of both halves to draw.
  private func drawEdges(
    _ rule: FillRule, within part: PixelRect? = nil, rows: DrawnRows? = nil,
    of all: PixelRect? = nil
  ) {
    let box = part ?? pen.edges.blockBounds(of: painter.surface)
    let drawn = rows ?? DrawnRows(first: box.y0, end: box.y1)
    if painter.clip == nil, let ink = unsafe painter.ink(for: box, drawn) {
      let hidden = occluders.hole(in: all ?? box, after: place)
      unsafe accumulator.blend(
        pen.edges, rule: rule, within: box, rows: drawn, onto: painter.surface, ink,
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

  /// Sets the paint to an image, scaled down by averaging if it is shown smaller.
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
        pixels, bounds: bounds, width: width, height: height, isOpaque: image.isOpaque, over: shape)
    }
    guard width < image.width || height < image.height else { return set(pixels, whole) }
    let key = PictureCache.Key.image(ObjectIdentifier(image), width: width, height: height)
    let canBeKept = pictures.isKeepable(4 * width * height)
    let (content, isKept) = canBeKept ? pictures.find(key, of: image) : (nil, false)
    if case .pixels(let smaller, _) = content { return set(smaller.view, whole) }
    let part =
      isKept ? whole : ImageRows.needed(for: box, width: width, height: height, over: shape)
    let smaller = isKept ? Scratch<UInt32>(part.area, filledWith: 0) : smallerImage
    reducer.reduce(
      pixels, of: image, width: width, height: height, part: part, into: smaller.reserve(part.area))
    if isKept { pictures.keep(.pixels(smaller, isOpaque: image.isOpaque), key, of: image) }
    set(smaller.view, part)
  }

  // MARK: Glyphs

  /// Draws glyphs: small ones from the cache, large ones as paths.
  ///
  /// Baselines are rounded to whole pixels, origins to quarters.
  private func draw(_ run: GlyphRun, at origin: Vector, _ color: Color) {
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
      // Written so that NaN is skipped.
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
    let coverage = glyphs.coverage.dropping(entry.first &+ (part.y0 &- box.y0) &* stride &+ skipped)
    if painter.clip == nil, case .solid(let rgb, let alpha) = painter.paint.kind {
      // Whole groups of eight where the clip allows: the bytes beyond a glyph's columns are 0.
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

  // MARK: Shadows

  /// Draws the shadow of a rounded rectangle; without blur, this is the rectangle itself.
  ///
  /// `blur`: twice the Gaussian's standard deviation, in points.
  private func drawShadow(_ rect: Rect, radius: Double, blur: Double, _ color: Color) {
    painter.paint.set(color)
    guard let shape = DeviceRect(rect, radius: radius, scale: scale), color.alpha > 0 else {
      return
    }
    let deviation = blur * scale / 2
    guard deviation.isFinite else { return }
    // A deviation of a tenth of a pixel blurs less than antialiasing does.
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
    // No picture is larger: edges further away can be clamped.
    let far = 1e6
    // Rounded to 4096ths of a pixel, so that equal shadows compare equal despite rounding errors.
    func clamped(_ value: Double) -> Double { (max(-far, min(far, value)) * 4096).rounded() / 4096 }
    let (left, top) = (clamped(shape.x0).rounded(.down), clamped(shape.y0).rounded(.down))
    let shadow = ShadowShape(
      x0: clamped(shape.x0) - left, y0: clamped(shape.y0) - top, x1: clamped(shape.x1) - left,
      y1: clamped(shape.y1) - top, radius: shape.radius, deviation: deviation)
    draw(shadow, at: (Int(left), Int(top)), within: box)
  }

  /// Draws a shadow whose own first pixel is at `origin`.
  private func draw(_ shadow: ShadowShape, at origin: (x: Int, y: Int), within box: PixelRect) {
    let (across, down) = (shadow.across, shadow.down)
    // The part to draw, relative to the shadow's own first pixel; may be empty for a box at the
    // very edge.
    let (left, right) = (max(across.start, box.x0 - origin.x), min(across.end, box.x1 - origin.x))
    let (top, bottom) = (max(down.start, box.y0 - origin.y), min(down.end, box.y1 - origin.y))
    guard left < right, top < bottom else { return }
    let (columns, rows) = (left..<right, top..<bottom)
    let firstKept = across.keptIndex(of: columns.lowerBound)
    // The box may extend a pixel beyond the shadow, whose edges are rounded.
    let drawn = PixelRect(
      x0: columns.lowerBound + origin.x, y0: rows.lowerBound + origin.y,
      x1: columns.upperBound + origin.x, y1: rows.upperBound + origin.y)
    let hidden = occluders.hole(in: drawn, after: place)
    /// Draws the visible part of a row of the shadow; `bytes` start at the kept column `firstKept`.
    func drawVisible(_ row: Int, _ bytes: BufferView<UInt8>) {
      let y = row + origin.y
      guard y >= hidden.y0, y < hidden.y1 else {
        drawRow(y, bytes, across, firstKept, columns, origin.x)
        return
      }
      let (left, right) = (hidden.x0 - origin.x, hidden.x1 - origin.x)
      drawRow(y, bytes, across, firstKept, columns.lowerBound..<left, origin.x)
      drawRow(y, bytes, across, firstKept, right..<columns.upperBound, origin.x)
    }
    if let mask = keptMask(of: shadow) {
      for row in rows {
        drawVisible(row, mask.view.dropping(down.keptIndex(of: row) * across.kept + firstKept))
      }
      return
    }
    let count = across.keptIndex(of: columns.upperBound - 1) + 1 - firstKept
    shadows.set(shadow, columns: firstKept..<firstKept + count)
    // Blending reads eight bytes at a time.
    let bytes = shadowRow.reserve(count + 8)
    var filled = -1
    for row in rows {
      let kept = down.keptIndex(of: row)
      if kept != filled { shadows.fill(bytes, y: row, count: count) }
      filled = kept
      drawVisible(row, bytes)
    }
  }

  /// The coverage of a whole shadow, its kept columns by its kept rows, if it is drawn repeatedly;
  /// `nil` to compute it row by row.
  private func keptMask(of shadow: ShadowShape) -> Scratch<UInt8>? {
    let (across, down) = (shadow.across, shadow.down)
    let (size, isTooLarge) = across.kept.multipliedReportingOverflow(by: down.kept)
    guard !isTooLarge, pictures.isKeepable(size) else { return nil }
    let key = PictureCache.Key.shadow(shadow)
    let (content, shouldKeep) = pictures.find(key)
    if case .mask(let mask) = content { return mask }
    guard shouldKeep else { return nil }
    // Blending reads eight bytes at a time.
    let mask = Scratch<UInt8>(size + 8, filledWith: 0)
    shadows.set(shadow, columns: 0..<across.kept)
    for row in 0..<down.kept {
      shadows.fill(
        mask.view.dropping(row * across.kept), y: down.pixel(atKept: row), count: across.kept)
    }
    pictures.keep(.mask(mask), key)
    return mask
  }

  /// Draws some columns of a shadow's row at the device row `y`.
  ///
  /// `bytes` start at the kept column `firstKept`; `columns` are relative to the shadow's own first
  /// pixel, which is at the device column `x`.
  private func drawRow(
    _ y: Int, _ bytes: BufferView<UInt8>, _ axis: ShadowShape.Axis, _ firstKept: Int,
    _ columns: Range<Int>, _ x: Int
  ) {
    func drawMask(_ part: Range<Int>) {
      let part = part.clamped(to: columns)
      guard !part.isEmpty else { return }
      painter.mask(
        x + part.lowerBound, y, part.count,
        bytes.dropping(axis.keptIndex(of: part.lowerBound) - firstKept))
    }
    guard !axis.calm.isEmpty else { return drawMask(columns) }
    drawMask(axis.start..<axis.calm.lowerBound)
    let calm = axis.calm.clamped(to: columns)
    if !calm.isEmpty {
      let coverage = UInt32(bytes[axis.keptIndex(of: calm.lowerBound) - firstKept])
      if coverage > 0 { painter.constant(x + calm.lowerBound, y, calm.count, coverage) }
    }
    drawMask(axis.calm.upperBound..<axis.end)
  }
}
