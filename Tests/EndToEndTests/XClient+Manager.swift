import CX11
import TestSupport
import Testing

/// Requests that a window manager or pager sends.
extension XClient {
  /// The counters that a window advertises: basic and extended.
  func counters(of window: UInt) -> [UInt] {
    read("_NET_WM_SYNC_REQUEST_COUNTER", of: window)?.words.map(UInt.init) ?? []
  }

  func value(of counter: UInt) -> Int64 {
    var value = XSyncValue()
    XSyncQueryCounter(connection, counter, &value)
    return Int64(value.hi) << 32 | Int64(value.lo)
  }

  func send(_ name: String, to window: UInt, _ values: [Int] = []) {
    message("WM_PROTOCOLS", about: window, [Int(atom(name))] + values, to: window, mask: 0)
  }

  /// Asks the window manager to add (1) or remove (0) states of a window, as a pager does.
  func change(_ states: [String], _ action: Int, of window: UInt) {
    message(
      "_NET_WM_STATE", about: window, [action] + states.map { Int(atom($0)) },
      to: XDefaultRootWindow(connection),
      mask: SubstructureNotifyMask | SubstructureRedirectMask)
  }

  /// Asks the window manager to place a window's content, as a pager does.
  func place(_ window: UInt, _ x: Int, _ y: Int, width: Int, height: Int) {
    // Static gravity, relative to the content; all four numbers are given; sent by a pager.
    let flags = 10 | 0xf << 8 | 2 << 12
    message(
      "_NET_MOVERESIZE_WINDOW", about: window, [flags, x, y, width, height],
      to: XDefaultRootWindow(connection),
      mask: SubstructureNotifyMask | SubstructureRedirectMask)
  }

  /// Listens to messages broadcast on the root window.
  func listenToRoot() {
    XSelectInput(connection, XDefaultRootWindow(connection), PropertyChangeMask)
    XSync(connection, 0)
  }

  /// Waits for a zero-terminated text sent in client messages.
  func awaitText(_ type: String) -> String? {
    var bytes: [UInt8] = []
    let kinds = [atom(type), atom(type + "_BEGIN")]
    let end = awaitEvent { event in
      guard event.type == ClientMessage, kinds.contains(event.xclient.message_type) else {
        return false
      }
      bytes += withUnsafeBytes(of: event.xclient.data) { Array($0.prefix(20)) }
      return bytes.contains(0)
    }
    return end == nil ? nil : String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Tells a window that the frame of a counter value has been shown, as a compositor does.
  func reportFrame(of window: UInt, _ value: Int64) {
    message(
      "_NET_WM_FRAME_DRAWN", about: window, [Int(value & 0xffff_ffff), Int(value >> 32)],
      to: window, mask: 0)
  }

  /// Tells a window its position on the screen, as a manager does after moving its frame.
  func tellPlace(of window: UInt, _ x: Int, _ y: Int, width: Int, height: Int) {
    var event = XEvent()
    event.xconfigure.type = ConfigureNotify
    event.xconfigure.event = window
    event.xconfigure.window = window
    (event.xconfigure.x, event.xconfigure.y) = (Int32(x), Int32(y))
    (event.xconfigure.width, event.xconfigure.height) = (Int32(width), Int32(height))
    XSendEvent(connection, window, 0, StructureNotifyMask, &event)
    XFlush(connection)
  }

  /// Sends a window synthetic press and release events of a key.
  func sendKey(_ name: String, to window: UInt) {
    for type in [KeyPress, KeyRelease] {
      var event = XEvent()
      event.xkey.type = type
      event.xkey.window = window
      event.xkey.root = XDefaultRootWindow(connection)
      event.xkey.keycode = UInt32(XKeysymToKeycode(connection, XStringToKeysym(name)))
      event.xkey.same_screen = 1
      XSendEvent(connection, window, 0, KeyPressMask | KeyReleaseMask, &event)
    }
    XFlush(connection)
  }

  /// Sends a message about a window to a window.
  func message(_ type: String, about window: UInt, _ values: [Int], to target: UInt, mask: Int) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window
    event.xclient.message_type = atom(type)
    event.xclient.format = 32
    for (index, value) in values.enumerated() {
      cx_set_message_long(&event, Int32(index), value)
    }
    XSendEvent(connection, target, 0, mask, &event)
    XFlush(connection)
  }

  /// Resizes a window, as any client may without a window manager.
  func resize(_ window: UInt, to width: Int, _ height: Int) {
    XResizeWindow(connection, window, UInt32(width), UInt32(height))
    XFlush(connection)
  }

  func size(of window: UInt) -> [Int] {
    var attributes = XWindowAttributes()
    XGetWindowAttributes(connection, window, &attributes)
    return [Int(attributes.width), Int(attributes.height)]
  }

  /// A window's pixel, in device pixels, or `nil` while it shows nothing.
  func pixel(of window: UInt, _ x: Int, _ y: Int) -> UInt32? {
    guard
      let image = XGetImage(connection, window, Int32(x), Int32(y), 1, 1, UInt.max, ZPixmap)
    else { return nil }
    defer { cx_destroy_image(image) }
    return UInt32(truncatingIfNeeded: cx_get_pixel(image, 0, 0)) & 0xff_ffff
  }

  /// Hides a window and shows it again.
  func mapAnew(_ window: UInt) {
    XUnmapWindow(connection, window)
    XSync(connection, 0)
    XMapWindow(connection, window)
    XSync(connection, 0)
  }

  /// Paints over a window without notifying its owner.
  func paintOver(_ window: UInt, _ color: UInt) {
    let context = XCreateGC(connection, window, 0, nil)
    XSetForeground(connection, context, color)
    XFillRectangle(connection, window, context, 0, 0, 4000, 4000)
    XFreeGC(connection, context)
    XSync(connection, 0)
  }

  /// Resizes a window as a manager does that waits until the new size is drawn; returns the
  /// window's last pixel at the moment of the answer.
  ///
  /// Answer and pixel are read with the server grabbed, so that nothing is drawn in between.
  func resize(
    _ window: UInt, to width: Int, _ height: Int, counter: UInt, isExtended: Bool
  ) throws -> UInt32 {
    let old = value(of: counter)
    // An extended counter is odd while a frame is drawn and even after it. So request an even value
    // well ahead of the frames in progress; the frame with the new size ends at the next even
    // value.
    let asked = isExtended ? (old + 1) / 2 * 2 + 240 : old + 1
    let awaited = isExtended ? asked + 2 : asked
    send(
      "_NET_WM_SYNC_REQUEST", to: window,
      [0, Int(asked & 0xffff_ffff), Int(asked >> 32), isExtended ? 1 : 0])
    XResizeWindow(connection, window, UInt32(width), UInt32(height))
    XFlush(connection)
    let last = eventually { () -> UInt32? in
      XGrabServer(connection)
      defer {
        XUngrabServer(connection)
        XFlush(connection)
      }
      guard value(of: counter) >= awaited else { return nil }
      return pixel(of: window, width - 1, height - 1) ?? 0
    }
    return try #require(last, "the counter never came to \(awaited)")
  }

  /// Sends a ping and waits for its answer at the root window.
  func ping(_ window: UInt) -> Bool {
    let root = XDefaultRootWindow(connection)
    XSelectInput(connection, root, SubstructureNotifyMask)
    send("_NET_WM_PING", to: window, [4711, Int(window)])
    let pong = awaitEvent { event in
      var event = event
      return event.type == ClientMessage && event.xclient.window == root
        && cx_message_long(&event, 1) == 4711 && cx_message_long(&event, 2) == Int(window)
    }
    return pong != nil
  }
}
