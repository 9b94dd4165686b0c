internal import CRaster
public import FeelGeometry

/// Draws display lists into pixels.
///
/// One renderer draws one picture at a time, a large one with several threads where it may; it keeps its glyphs and its working memory between frames, so that after the first frames drawing allocates nothing.
/// Coverage is exact area to a thousandth of a pixel; colours blend in sRGB bytes; a solid shape is stored or blended a row at a time.
public final class Renderer {
  let painter = SpanPainter(
    surface: Surface(pixels: Scratch<UInt32>(1, filledWith: 0).view, stride: 0, bounds: .empty))
  var pen = PathPen()
  let accumulator = Accumulator()
  var stroker = Stroker()
  let glyphs: GlyphCache
  let shadows = ShadowMask()
  let shadowRow = Scratch<UInt8>(1 << 10, filledWith: 0)
  let reducer = ImageReducer()
  let smallerImage = Scratch<UInt32>(1, filledWith: 0)
  let pictures: PictureCache
  let scopes: ScopeStack
  var scale = 1.0
  var occluders = Occluders()
  /// The command being drawn, by its place in the list.
  private(set) var place = 0
  /// Whether the whole picture is drawn, so that nothing is worth looking for outside.
  private var isWhole = true
  // A new array would be memory asked for in every frame.
  private var everything = [PixelRect.empty]
  /// What draws the bands of large frames, or `nil` where one thread draws all.
  private let bands: Bands?

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - threads: Threads that large frames are drawn by, 1…64; 1 draws everything where `draw` is called. The picture is the same. Threads begin with the first large frame, sleep between frames and end with the renderer.
  ///   - outline: A glyph's outline: font, glyph index, pixels per em; in device pixels, y growing downwards, its origin on the baseline. It is called for each glyph, size and position within a pixel, then remembered, by each thread; one at a time, which need not be the caller's.
  public convenience init(threads: Int = 1, outline: @escaping (FontID, UInt32, Double) -> Path) {
    let threads = max(1, min(64, threads))
    let limit = PictureCache.limit / threads
    guard threads > 1 else {
      self.init(outline, keeping: limit, bands: nil)
      return
    }
    let outlines = SharedOutlines(outline)
    let bands = Bands(threads: threads) {
      Renderer(outlines.outline, keeping: limit, bands: nil)
    }
    self.init(outlines.outline, keeping: limit, bands: bands)
  }

  private init(
    _ outline: @escaping (FontID, UInt32, Double) -> Path, keeping limit: Int, bands: Bands?
  ) {
    glyphs = GlyphCache(outline: outline, summedIn: accumulator)
    pictures = PictureCache(limit: limit)
    scopes = ScopeStack(painter)
    self.bands = bands
  }

  /// The pixels that may change now: damage and all clips' bounds.
  @inline(__always) var clip: PixelRect { scopes.clip }

  /// Draws the whole picture.
  ///
  /// `pixels` are 0xAARRGGBB, row-major, `stride` pixels per row; see `draw(_:into:width:height:stride:damage:)`.
  public func draw(
    _ list: DisplayList, into pixels: inout MutableSpan<UInt32>, width: Int, height: Int,
    stride: Int
  ) {
    let whole = PixelRect(x0: 0, y0: 0, x1: width, y1: height)
    everything[0] = whole
    draw(list, into: &pixels, width: width, height: height, stride: stride, damage: everything)
  }

  /// Draws the part of a picture that lies in the damaged rectangles; no other pixel is read or written.
  ///
  /// The background covers the damage first: opaque it is stored, translucent it is blended, and with opacity 0 what stands in `pixels` stays and is drawn upon.
  /// Commands that are not finite, empty or outside change nothing. A clip or group that is not popped ends with the list; a `pop` too many is passed over.
  ///
  /// `pixels` are 0xAARRGGBB, row-major, `stride` pixels per row. Drawing onto opaque pixels leaves them opaque; where the top byte is something else it is of no use afterwards.
  ///
  /// - Precondition: `0 <= width <= stride`, `0 <= height`, and `pixels` reaches to the end of the last row.
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
        guard let bands, bands.areWorthIt(for: damage, within: whole) else {
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

  /// Draws what is damaged within some rows.
  private func draw(
    _ list: CommandView, _ background: Color, onto surface: Surface, _ damage: [PixelRect],
    within rows: PixelRect
  ) {
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
    drawBackground(background)
    guard scale > 0, scale.isFinite else { return }
    for index in 0..<list.count {
      place = index
      draw(list, index)
    }
    scopes.end()
  }

  private func drawBackground(_ color: Color) {
    painter.paint.set(color)
    guard !painter.paint.isInvisible else { return }
    occluders.uncovered(clip) { painter.fill($0) }
  }

  private func draw(_ list: CommandView, _ index: Int) {
    guard list[index].scopeKind == 0 else {
      enter(list, index)
      return
    }
    guard !clip.isEmpty else { return }
    if !isWhole || !occluders.isEmpty {
      let box = list.pixelBounds(index, within: clip)
      guard !box.isEmpty, occluders.isEmpty || occluders.hole(in: box, after: index) != box else {
        return
      }
    }
    list[index].read { draw($0) }
  }

  /// Enters or leaves a clip or group.
  private func enter(_ list: CommandView, _ index: Int) {
    list[index].read { command in
      switch command {
      case .clip(let rect, let radius): pushClip(rect, radius: radius)
      case .clipPath(let path, let rule): pushClip(path, rule)
      case .group(let opacity):
        scopes.pushGroup(opacity: opacity) { list.contentBounds(after: index, within: $0) }
      default: scopes.pop()
      }
    }
  }

  /// Whether there is memory for a large group, such as a fade over a whole window, which few frames have.
  public var holdsLargeGroup: Bool {
    scopes.holdsLargeGroup || bands?.renderers.contains { $0.holdsLargeGroup } ?? false
  }

  /// Bytes of the shadows' masks and the smaller images that are kept from frame to frame, at most 8 MB.
  public var keptBytes: Int {
    pictures.size + (bands?.renderers.reduce(0) { $0 + $1.keptBytes } ?? 0)
  }

  /// Bytes of the glyphs that are kept from frame to frame.
  package var glyphBytes: Int { glyphs.used }

  /// Hands back to the system the memory for large groups and clips, what is kept of shadows, images and glyphs that are no longer drawn, and what the program has freed besides.
  ///
  /// For when nothing is to be drawn for a while; what frames need all the time is kept.
  public func trim() {
    giveUpUnused()
    bands?.renderers.forEach { $0.giveUpUnused() }
    cr_trim_memory()
  }

  private func giveUpUnused() {
    scopes.trim()
    pictures.trim()
    glyphs.trim()
  }

  /// Has blocks of 128 kB and more go back to the system as soon as they are freed, and threads that begin afterwards share one heap, in the whole process.
  ///
  /// For a program that runs for long and draws now and then what it seldom draws, such as a fade over its window or a video beside it. By itself the C library keeps blocks as large as the largest that was ever freed, and a heap for each thread (`mallopt(3)`, `M_MMAP_THRESHOLD` and `M_ARENA_MAX`); small blocks settle in the holes, and the heap stays as large as it once was.
  public static func keepMemoryCompact() {
    cr_keep_memory_compact()
  }

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
}
