internal import CX11
public import FeelGeometry

/// The window's picture: two alternating buffers, each recording which frame it holds.
///
/// While the server reads one, the next frame is drawn into the other. A buffer is updated by
/// redrawing everything that changed since it was last drawn. If the screen's format is not
/// 0x00RRGGBB, frames are drawn into a canvas of that format, and changes are converted into a
/// buffer.
@safe final class SharedImage {
  /// How pixels are transferred to the server.
  private(set) var transport: PixelTransport
  // SAFETY: for all calls below: `display` keeps the connection valid, open or lost; the context is
  // freed once, after its last use.
  private let display: Display
  private let window: CX11.Window
  private let format: PixelFormat
  private let context: GC
  private let completionEvent: Int32
  private var buffers: [PixelBuffer] = []
  private var history = DamageHistory()
  private var size = PixelSize(0, 0)
  private var shown: PixelBuffer?
  /// The frame in 0x00RRGGBB, if the screen's format differs.
  private var canvas: [UInt32] = []

  /// The image of a window; `nil` if the visual is not supported.
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

  /// Whether a frame can be drawn now; if not, a completion event will follow.
  var isReady: Bool { buffers.isEmpty || buffers.contains { $0.isFree } }

  /// Sets a new window size; the next frame is redrawn completely.
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

  /// Draws a frame and sends the damage.
  ///
  /// `draw` gets the pixels, 0x00RRGGBB, and the parts that it has to redraw. Returns false if
  /// there is not enough memory.
  func draw(damage: Damage, _ draw: (inout MutableSpan<UInt32>, FrameTarget) -> Void) -> Bool {
    guard let buffer = freeBuffer() else { return false }
    let whole = Damage(PixelRect(size))
    let damage = shown == nil ? whole : damage
    var stale = history.changes(since: buffer.frame) ?? whole
    stale.formUnion(damage)
    history.append(damage)
    if format.isNative {
      let target = FrameTarget(size: size, stride: buffer.bytesPerRow / 4, redraw: stale.rects)
      // SAFETY: `buffer` is retained, at least as large as `size`, and aligned to 16 bytes.
      var span = unsafe buffer.bytes.bindMemory(to: UInt32.self).mutableSpan
      draw(&span, target)
    } else {
      // The canvas holds the complete newest frame; only the buffer is out of date.
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

  /// Redraws a part of the last frame.
  func expose(_ damage: Damage) {
    guard let shown else { return }
    if shown.transport == .socket {
      for rect in damage.rects { unsafe shown.copy(rect, to: window, with: context) }
    } else {
      unsafe shown.put(damage.rects, to: window, with: context)
    }
  }

  /// Handles a completion event, by which the server reports that it has read a buffer.
  func takesCompletion(_ event: XEvent) -> Bool {
    // SAFETY: a completion event has this structure, and is no longer than any event.
    guard unsafe event.type == completionEvent else { return false }
    var event = unsafe event
    let segment = unsafe cx_completed_segment(&event)
    for buffer in buffers where buffer.transport != .socket && buffer.segment == segment {
      buffer.pendingPuts = max(buffer.pendingPuts - 1, 0)
    }
    return true
  }

  private func freeBuffer() -> PixelBuffer? {
    // Prefer the newest, which needs the least redrawing, unless the server is reading it.
    if let free = buffers.filter(\.isFree).max(by: { $0.frame < $1.frame }) { return free }
    guard buffers.count < 2 else { return nil }
    return addBuffer()
  }

  private func addBuffer() -> PixelBuffer? {
    // Rounded up to 64 pixels, so that growing the window does not reallocate at every step.
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
    // SAFETY: damage is clipped to `size`, and every row of the buffer has at least that many
    // pixels.
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
    // SAFETY: the visual belongs to the display; the one-pixel image has no pixel memory, and is
    // freed once.
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

/// The target of a frame's drawing.
public struct FrameTarget: Hashable, Sendable {
  /// The window's size.
  public var size: PixelSize
  /// Pixels per row.
  public var stride: Int
  /// The parts to redraw; everything else still holds what the host last drew.
  public var redraw: [PixelRect]
}
