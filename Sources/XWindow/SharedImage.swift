internal import CX11
public import FeelGeometry

/// The window's picture: two buffers that take turns, each knowing which frame it holds.
///
/// While the server reads one, the next frame goes into the other. A buffer is brought up to date
/// by redrawing what changed since it was last drawn. Where the screen's pixels are not 0x00RRGGBB,
/// frames are drawn into one picture of that kind, and what changed is packed into a buffer.
@safe final class SharedImage {
  /// How pixels get to the server.
  private(set) var transport: PixelTransport
  // SAFETY: of all below: who holds `display` has a connection, open or lost; the context is freed
  // once, with its last user.
  private let display: Display
  private let window: CX11.Window
  private let format: PixelFormat
  private let context: GC
  private let completionEvent: Int32
  private var buffers: [PixelBuffer] = []
  private var history = DamageHistory()
  private var size = PixelSize(0, 0)
  private var shown: PixelBuffer?
  /// What is drawn into where the screen's pixels are of another kind.
  private var canvas: [UInt32] = []

  /// The image of a window; `nil` for a visual that cannot be drawn for.
  init?(_ display: Display, window: CX11.Window, allowsSharedMemory: Bool) {
    guard let format = Self.format(of: display) else { return nil }
    (self.display, self.window, self.format) = (display, window, format)
    var values = XGCValues()
    values.graphics_exposures = 0
    unsafe context = XCreateGC(display.handle, window, UInt(GCGraphicsExposures), &values)
    let shares = allowsSharedMemory && display.hasExtension("MIT-SHM")
    completionEvent = unsafe shares ? XShmGetEventBase(display.handle) + ShmCompletion : 0
    transport = allowsSharedMemory ? SharedMemoryProbe.transport(display, window: window) : .socket
  }

  deinit {
    buffers = []
    shown = nil
    if !display.isLost { unsafe _ = XFreeGC(display.handle, context) }
  }

  /// Whether a frame can be drawn now; otherwise a completion will say so.
  var isReady: Bool { buffers.isEmpty || buffers.contains { $0.isFree } }

  /// Takes a new size of the window; the next frame is to be drawn whole.
  func resize(to size: PixelSize) {
    guard size != self.size else { return }
    self.size = size
    history.forget()
    for buffer in buffers { buffer.frame = 0 }
    shown = nil
    guard let old = buffers.first?.size else { return }
    let fits = size.width <= old.width && size.height <= old.height
    let wastes = size.width * size.height * 9 < old.width * old.height * 4
    if !fits || wastes { buffers = [] }
  }

  /// Draws a frame and sends what changed.
  ///
  /// `draw` gets the pixels, 0x00RRGGBB, and the parts of them that it has to redraw. Returns false
  /// if there was not enough memory.
  func draw(damage: Damage, _ draw: (inout MutableSpan<UInt32>, FrameTarget) -> Void) -> Bool {
    guard let buffer = freeBuffer() else { return false }
    let whole = Damage(PixelRect(size))
    let damage = shown == nil ? whole : damage
    var stale = history.changes(since: buffer.frame) ?? whole
    stale.formUnion(damage)
    history.append(damage)
    if format.isNative {
      let target = FrameTarget(size: size, stride: buffer.bytesPerRow / 4, redraw: stale.rects)
      // SAFETY: the buffer is held, larger than `size` or as large, and begins at a multiple of 16
      // bytes.
      var span = unsafe buffer.bytes.bindMemory(to: UInt32.self).mutableSpan
      draw(&span, target)
    } else {
      // The canvas holds the newest frame whole; only the buffer is behind.
      if canvas.count != size.width * size.height {
        canvas = [UInt32](repeating: 0, count: size.width * size.height)
      }
      var span = canvas.mutableSpan
      draw(&span, FrameTarget(size: size, stride: size.width, redraw: damage.rects))
      for rect in stale.rects { pack(rect, into: buffer) }
    }
    buffer.frame = history.frame
    unsafe buffer.put(damage.rects, to: window, with: context)
    shown = buffer
    return true
  }

  /// Shows part of the last frame again.
  func expose(_ damage: Damage) {
    guard let shown else { return }
    if shown.transport == .socket {
      for rect in damage.rects { unsafe shown.copy(rect, to: window, with: context) }
    } else {
      unsafe shown.put(damage.rects, to: window, with: context)
    }
  }

  /// Notes that the server has read a buffer, if an event says so.
  func takesCompletion(_ event: XEvent) -> Bool {
    // SAFETY: a completion is the structure that its type names, no longer than any event.
    guard unsafe event.type == completionEvent else { return false }
    var event = unsafe event
    let segment = unsafe cx_completed_segment(&event)
    for buffer in buffers where buffer.transport != .socket && buffer.segment == segment {
      buffer.pendingPuts = max(buffer.pendingPuts - 1, 0)
    }
    return true
  }

  private func freeBuffer() -> PixelBuffer? {
    // The newest needs the least redrawing; but while the server reads it, the other.
    if let free = buffers.filter(\.isFree).max(by: { $0.frame < $1.frame }) { return free }
    guard buffers.count < 2 else { return nil }
    return addBuffer()
  }

  private func addBuffer() -> PixelBuffer? {
    // In steps of 64 pixels, so that a window dragged larger does not allocate at every one.
    let grown = buffers.first?.size ?? PixelSize((size.width + 63) & ~63, (size.height + 63) & ~63)
    if let buffer = PixelBuffer(display, size: grown, transport: transport, drawable: window) {
      buffers.append(buffer)
      return buffer
    }
    guard transport != .socket else { return nil }
    transport = .socket
    buffers = []
    return addBuffer()
  }

  private func pack(_ rect: PixelRect, into buffer: PixelBuffer) {
    // SAFETY: damage is cut to `size`, and every row of the buffer holds at least as many pixels of
    // this format.
    let bytes = unsafe buffer.bytes
    for y in rect.y0..<rect.y1 {
      let row = y * buffer.bytesPerRow
      for x in rect.x0..<rect.x1 {
        let packed = format.pack(canvas[y * size.width + x], x: x, y: y)
        if format.bitsPerPixel == 32 {
          unsafe bytes.storeBytes(of: packed, toByteOffset: row + x * 4, as: UInt32.self)
        } else {
          let short = UInt16(truncatingIfNeeded: packed)
          unsafe bytes.storeBytes(of: short, toByteOffset: row + x * 2, as: UInt16.self)
        }
      }
    }
  }

  private static func format(of display: Display) -> PixelFormat? {
    let handle = display.handle
    // SAFETY: the visual is the display's own; the image of one pixel has no memory of pixels, and
    // is freed once.
    guard let visual = unsafe XDefaultVisual(handle, display.screen)?.pointee,
      let probe = unsafe XCreateImage(
        handle, XDefaultVisual(handle, display.screen),
        UInt32(XDefaultDepth(handle, display.screen)), ZPixmap, 0, nil, 1, 1, 32, 0)
    else { return nil }
    let bits = unsafe Int(probe.pointee.bits_per_pixel)
    unsafe cx_destroy_image(probe)
    let isBig = 1.bigEndian == 1
    let serverIsBig = unsafe XImageByteOrder(handle) == MSBFirst
    return unsafe PixelFormat(
      red: visual.red_mask, green: visual.green_mask, blue: visual.blue_mask, bitsPerPixel: bits,
      isSwapped: isBig != serverIsBig)
  }
}

/// What a frame is drawn into.
public struct FrameTarget: Hashable, Sendable {
  /// The window's size.
  public var size: PixelSize
  /// Pixels from row to row.
  public var stride: Int
  /// What is to be drawn anew; everything else is as the host last drew it.
  public var redraw: [PixelRect]
}
