internal import CX11
internal import FeelGeometry
internal import Glibc

/// How pixels are transferred to the server.
public enum PixelTransport: String, Hashable, Sendable {
  /// Shared memory, passed as a file descriptor.
  case sharedFile
  /// A System V shared memory segment.
  case sharedSegment
  /// Over the connection.
  case socket
}

/// One picture in memory that the server can read directly or be sent.
///
/// Released when no longer referenced: requests are processed in order, so the server finishes
/// reading before it sees the release.
@safe final class PixelBuffer {
  let size: PixelSize
  let transport: PixelTransport
  /// Bytes per row.
  let bytesPerRow: Int
  /// The frame it holds; 0 = none.
  var frame = 0
  /// Puts that the server has not reported as finished: it may still be reading.
  var pendingPuts = 0
  // SAFETY: for all calls below: `memory` is `byteCount` bytes, and `info` and `image` are one
  // structure each, from `init` to `deinit`, which alone frees them; if `init` fails there is no
  // memory, and the other two are still freed. `display` keeps the connection valid, open or lost.
  private let memory: UnsafeMutableRawPointer
  private let byteCount: Int
  private let display: Display
  private let image: UnsafeMutablePointer<XImage>
  private let info: UnsafeMutablePointer<XShmSegmentInfo>
  /// A pixmap that collects the parts of a socket transfer, so that none is visible before all have
  /// arrived.
  private(set) var pixmap: Pixmap = 0

  /// Whether the server has finished reading it.
  var isFree: Bool { pendingPuts == 0 }
  /// The shared segment's id on the server.
  var segment: UInt { unsafe info.pointee.shmseg }
  /// The picture's bytes.
  var bytes: UnsafeMutableRawBufferPointer {
    unsafe UnsafeMutableRawBufferPointer(start: memory, count: byteCount)
  }

  /// A picture in the screen's format; `nil` if this transport is not available.
  ///
  /// If `isWritable`, the server may write into a System V segment; it never writes into the
  /// others.
  init?(
    _ display: Display, size: PixelSize, transport: PixelTransport, drawable: CX11.Window,
    isWritable: Bool = false
  ) {
    (self.display, self.size, self.transport) = (display, size, transport)
    let handle = display.handle
    let visual = unsafe XDefaultVisual(handle, display.screen)
    let depth = unsafe UInt32(XDefaultDepth(handle, display.screen))
    let (width, height) = (UInt32(size.width), UInt32(size.height))
    unsafe info = .allocate(capacity: 1)
    unsafe info.initialize(to: XShmSegmentInfo())
    let made =
      transport == .socket
      ? unsafe XCreateImage(handle, visual, depth, ZPixmap, 0, nil, width, height, 32, 0)
      : unsafe XShmCreateImage(handle, visual, depth, ZPixmap, nil, info, width, height)
    guard let image = unsafe made else {
      unsafe info.deallocate()
      return nil
    }
    unsafe self.image = image
    unsafe bytesPerRow = Int(image.pointee.bytes_per_line)
    byteCount = bytesPerRow * size.height
    unsafe info.pointee.readOnly = isWritable ? 0 : 1
    let got = unsafe Self.acquire(display, info, byteCount, transport)
    guard let memory = unsafe got else {
      // A stand-in, by which `deinit` recognises that there is no memory.
      unsafe self.memory = UnsafeMutableRawPointer(image)
      return nil
    }
    unsafe self.memory = memory
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    unsafe image.pointee.data = memory.assumingMemoryBound(to: CChar.self)
    if transport == .socket {
      unsafe pixmap = XCreatePixmap(handle, drawable, width, height, depth)
    }
  }

  deinit {
    let hasMemory = unsafe memory != UnsafeMutableRawPointer(image)
    if hasMemory, !display.isLost {
      if transport != .socket { unsafe _ = XShmDetach(display.handle, info) }
      if pixmap != 0 { unsafe _ = XFreePixmap(display.handle, pixmap) }
    }
    // The image must not free memory that it did not allocate.
    unsafe image.pointee.data = nil
    unsafe cx_destroy_image(image)
    if hasMemory {
      switch transport {
      case .sharedFile: unsafe cx_unmap(memory, byteCount)
      case .sharedSegment: unsafe cx_sysv_detach(memory)
      case .socket: unsafe memory.deallocate()
      }
    }
    unsafe info.deallocate()
  }

  /// Sends rectangles, none of them empty, to the window.
  ///
  /// They lie within the picture: damage is clipped to the window, and a buffer is at least as
  /// large.
  func put(_ rects: [PixelRect], to window: CX11.Window, with context: GC) {
    let handle = display.handle
    guard transport == .socket else {
      for (index, rect) in rects.enumerated() {
        // Requests are processed in order: the completion of the last one covers them all.
        let isLast = index == rects.count - 1
        unsafe _ = XShmPutImage(
          handle, window, context, image, Int32(rect.x0), Int32(rect.y0), Int32(rect.x0),
          Int32(rect.y0), UInt32(rect.width), UInt32(rect.height), isLast ? 1 : 0)
        if isLast { pendingPuts += 1 }
      }
      return
    }
    var bounds = PixelRect.empty
    for rect in rects {
      unsafe _ = XPutImage(
        handle, pixmap, context, image, Int32(rect.x0), Int32(rect.y0), Int32(rect.x0),
        Int32(rect.y0), UInt32(rect.width), UInt32(rect.height))
      bounds = bounds.union(rect)
    }
    unsafe copy(bounds, to: window, with: context)
  }

  /// Redraws a rectangle from the pixmap on the server.
  func copy(_ rect: PixelRect, to window: CX11.Window, with context: GC) {
    unsafe _ = XCopyArea(
      display.handle, pixmap, window, context, Int32(rect.x0), Int32(rect.y0), UInt32(rect.width),
      UInt32(rect.height), Int32(rect.x0), Int32(rect.y0))
  }

  /// Copies the contents of a drawable from a position; returns whether it succeeded.
  ///
  /// The server writes into a shared segment directly; without shared memory, pixels come over the
  /// connection.
  func fill(from drawable: CX11.Window, x: Int, y: Int) -> Bool {
    let handle = display.handle
    guard transport == .socket else {
      return unsafe XShmGetImage(handle, drawable, image, Int32(x), Int32(y), UInt.max) != 0
    }
    return unsafe XGetSubImage(
      handle, drawable, Int32(x), Int32(y), UInt32(size.width), UInt32(size.height), UInt.max,
      ZPixmap, image, 0, 0) != nil
  }

  private static func acquire(
    _ display: Display, _ info: UnsafeMutablePointer<XShmSegmentInfo>, _ count: Int,
    _ transport: PixelTransport
  ) -> UnsafeMutableRawPointer? {
    // SAFETY: mappings are as long as requested, and unmapped here if the server refuses them;
    // `info` is the caller's.
    switch transport {
    case .socket:
      return .allocate(byteCount: count, alignment: 16)
    case .sharedFile:
      let file = cx_memory_file(count)
      guard file >= 0 else { return nil }
      defer { close(file) }
      guard let memory = unsafe cx_map_file(file, count) else { return nil }
      var segment: UInt = 0
      let refused = display.refuses { segment = unsafe cx_shm_attach_fd(display.handle, file) }
      guard !refused, segment != 0 else {
        unsafe cx_unmap(memory, count)
        return nil
      }
      unsafe info.pointee.shmseg = segment
      // Xlib sends the offset of the pixels from this address.
      unsafe info.pointee.shmaddr = memory.assumingMemoryBound(to: CChar.self)
      return unsafe memory
    case .sharedSegment:
      var memory: UnsafeMutableRawPointer?
      let id = unsafe cx_sysv_create(count, &memory)
      guard id >= 0, let memory = unsafe memory else { return nil }
      unsafe info.pointee.shmid = id
      unsafe info.pointee.shmaddr = memory.assumingMemoryBound(to: CChar.self)
      let refused = display.refuses { unsafe _ = XShmAttach(display.handle, info) }
      // Marked for removal at once: it lives until both sides detach, even if we crash.
      cx_sysv_mark_removed(id)
      guard !refused else {
        unsafe cx_sysv_detach(memory)
        return nil
      }
      return unsafe memory
    }
  }
}
