internal import CX11
public import FeelGeometry

/// A window of another program.
public struct ForeignWindow: Hashable, Sendable {
  /// Its id on the server.
  public let id: UInt
  /// Its rectangle on the screen in pixels, clipped to the screen.
  public let place: PixelRect
  /// Its left edge on the screen in pixels, unclipped.
  public let left: Int
  /// Its top edge on the screen in pixels, unclipped.
  public let top: Int
  /// Significant bits per pixel.
  public let depth: Int
  /// Its title as set by the program, unescaped; empty without one.
  public let title: String
}

/// An event on a watched screen.
public enum ScreenEvent: Hashable, Sendable {
  /// An action of an input device.
  public enum Input: Hashable, Sendable {
    /// A finger or a button went down.
    case pressed
    /// It moved.
    case moved
    /// It was lifted.
    case released
    /// A wheel turned by a notch; positive is down or right.
    case wheel(Int, isVertical: Bool)
  }

  /// Something was drawn; with the server's time of it, in microseconds of CLOCK_MONOTONIC.
  case damage(Int64)
  /// A program answered a ping.
  case answered
  /// A device action, with its time on the server's clock in milliseconds.
  case input(Input, UInt32)
}

/// A connection that watches other programs' windows and takes pictures of them.
///
/// It creates no window, grabs nothing and sends no input except through ``movePointer(to:_:)`` and
/// ``press(_:button:)``.
@safe public final class ScreenWatch {
  /// The screen's size.
  public let size: PixelSize
  /// Whether changes are reported; otherwise the caller has to compare pictures.
  public let tellsDamage: Bool
  /// Whether device actions are reported.
  public let tellsInput: Bool
  private let display: Display
  private let answers: AnswerWatch
  private let poller: Poller
  private let damage: (event: Int32, id: UInt)
  private let rawOpcode: Int32
  private var buffer: PixelBuffer?

  /// Connects to a display.
  ///
  /// - Parameters:
  ///   - name: its name, or `nil` for the user's own.
  ///   - window: the window whose changes are reported, or `nil` for the whole screen.
  ///   - patience: how long to wait for the server's replies.
  /// - Throws: `WindowError` if it cannot be opened, or its pixels do not have 32 bits with eight
  ///   per colour.
  public init(
    display name: String?, watching window: UInt? = nil, patience: AnswerPatience
  ) throws(WindowError) {
    let answers = AnswerWatch(patience)
    var isOpen = false
    defer { if !isOpen { answers.close() } }
    answers.begin()
    let display = try Display(name: name)
    let handle = display.handle
    answers.watch(unsafe XConnectionNumber(handle))
    // SAFETY: for all calls below: `display` keeps the connection valid, open or lost, and lives as
    // long as this object.
    let depth = unsafe Int(XDefaultDepth(handle, display.screen))
    guard let visual = unsafe XDefaultVisual(handle, display.screen)?.pointee,
      unsafe visual.red_mask == 0xFF0000, unsafe visual.green_mask == 0xFF00,
      unsafe visual.blue_mask == 0xFF, depth == 24,
      unsafe XImageByteOrder(handle) == (1.bigEndian == 1 ? MSBFirst : LSBFirst)
    else { throw .unsupportedVisual(depth: depth) }
    size = unsafe PixelSize(
      Int(XDisplayWidth(handle, display.screen)), Int(XDisplayHeight(handle, display.screen)))
    var id: UInt = 0
    let event = unsafe cx_damage_open(handle, window ?? display.root, &id)
    damage = (event, id)
    tellsDamage = event >= 0
    rawOpcode = unsafe cx_raw_open(handle)
    tellsInput = rawOpcode >= 0
    (self.display, self.answers) = (display, answers)
    poller = Poller(display)
    answers.finish()
    isOpen = true
  }

  deinit {
    // Closing a connection makes another round trip, so wait for the server here.
    answers.wait(until: 0)
    if !isLost { answers.asking { unsafe _ = XSync(display.handle, 0) } }
    answers.close()
  }

  /// Whether the server, or the connection to it, is gone.
  public var isLost: Bool { display.isLost }

  /// Whether the connection was cut because the server did not reply.
  public var isSilent: Bool { answers.hasCut }

  /// Sets when to stop waiting for the server's replies, in microseconds of CLOCK_MONOTONIC; `nil`
  /// for no deadline beyond the limit for one reply.
  public func wait(until moment: Int64?) { answers.wait(until: moment) }

  /// CLOCK_MONOTONIC in microseconds: the clock of all times here, and of servers on this machine.
  public static var now: Int64 { cx_monotonic_us() }

  /// The visible windows, bottom to top, without those entirely off the screen.
  public var windows: [ForeignWindow] {
    answers.asking { children(of: display.root).compactMap(window) }
  }

  /// A window's children, bottom to top.
  private func children(of id: CX11.Window) -> [CX11.Window] {
    var (root, parent): (CX11.Window, CX11.Window) = (0, 0)
    var list: UnsafeMutablePointer<CX11.Window>?
    var count: UInt32 = 0
    guard !isLost,
      unsafe XQueryTree(display.handle, id, &root, &parent, &list, &count) != 0
    else { return [] }
    // SAFETY: the list has `count` windows, and is freed once, after they are copied.
    let ids = unsafe Array(UnsafeBufferPointer(start: list, count: Int(count)))
    if let list = unsafe list { unsafe _ = XFree(list) }
    return ids
  }

  /// A window by its id; `nil` if it does not exist or is not on the screen.
  public func window(_ id: UInt) -> ForeignWindow? {
    answers.asking { askedWindow(id) }
  }

  private func askedWindow(_ id: UInt) -> ForeignWindow? {
    var attributes = unsafe XWindowAttributes()
    var (left, top): (Int32, Int32) = (0, 0)
    var child: CX11.Window = 0
    guard !isLost, unsafe XGetWindowAttributes(display.handle, id, &attributes) != 0,
      unsafe attributes.map_state == IsViewable, unsafe attributes.class == InputOutput,
      unsafe XTranslateCoordinates(display.handle, id, display.root, 0, 0, &left, &top, &child)
        != 0
    else { return nil }
    let place = unsafe PixelRect(
      x: Int(left), y: Int(top), width: Int(attributes.width), height: Int(attributes.height)
    ).intersection(PixelRect(size))
    guard !place.isEmpty else { return nil }
    return unsafe ForeignWindow(
      id: id, place: place, left: Int(left), top: Int(top), depth: Int(attributes.depth),
      title: title(of: id))
  }

  /// The pointer's position on the screen in pixels, and the id of the top-level window under it,
  /// or 0.
  public var pointer: (x: Int, y: Int, window: UInt) {
    var (root, child): (CX11.Window, CX11.Window) = (0, 0)
    var (x, y, innerX, innerY): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    var buttons: UInt32 = 0
    let isThere = answers.asking {
      unsafe !isLost
        && XQueryPointer(
          display.handle, display.root, &root, &child, &x, &y, &innerX, &innerY, &buttons) != 0
    }
    guard isThere else { return (0, 0, 0) }
    return (Int(x), Int(y), child)
  }

  /// A window manager's frame has its title on a child window, at most this deep.
  private static let deepestTitle = 3

  private func title(of id: CX11.Window, depth: Int = 0) -> String {
    let bytes = display.bytes(display.atom(.netWmName), of: id)
    let own = String(
      decoding: bytes.isEmpty ? display.bytes(XA_WM_NAME, of: id) : bytes, as: UTF8.self)
    guard own.isEmpty, depth < Self.deepestTitle else { return own }
    for child in children(of: id) {
      let title = title(of: child, depth: depth + 1)
      if !title.isEmpty { return title }
    }
    return ""
  }

  /// The events so far, or until one arrives or a time is reached; may be empty.
  ///
  /// - Parameter moment: in microseconds of CLOCK_MONOTONIC.
  public func events(until moment: Int64) -> [ScreenEvent] {
    guard !isLost else { return [] }
    answers.asking { unsafe _ = XFlush(display.handle) }
    if poller.sleep(until: moment) == .lost { display.markLost() }
    return answers.asking { waitingEvents }
  }

  /// Handles the events that have arrived.
  private var waitingEvents: [ScreenEvent] {
    var events: [ScreenEvent] = []
    while !isLost, unsafe XEventsQueued(display.handle, QueuedAfterReading) > 0 {
      var event = unsafe XEvent()
      unsafe XNextEvent(display.handle, &event)
      if tellsDamage, unsafe event.type == damage.event {
        events.append(.damage(unsafe Self.moment(ofDamage: &event)))
        unsafe cx_damage_clear(display.handle, damage.id)
      } else if unsafe event.type == ClientMessage,
        unsafe event.xclient.message_type == display.atom(.wmProtocols),
        unsafe cx_message_long(&event, 0) == Int(display.atom(.netWmPing))
      {
        events.append(.answered)
      } else if unsafe event.type == GenericEvent, unsafe event.xcookie.extension == rawOpcode,
        unsafe XGetEventData(display.handle, &event.xcookie) != 0
      {
        if let input = unsafe Self.input(event) { events.append(input) }
        unsafe XFreeEventData(display.handle, &event.xcookie)
      }
    }
    return events
  }

  /// When something was drawn: when its event arrived or, if that was late, the server's own time,
  /// which has whole milliseconds.
  private static func moment(ofDamage event: inout XEvent) -> Int64 {
    let present = now
    // SAFETY: an event of the damage type has this structure, and is no longer than any event.
    let server = unsafe cx_damage_time(&event)
    let late = Int64(Int32(bitPattern: UInt32(truncatingIfNeeded: present / 1000) &- server))
    // If the difference is implausible, the server uses another clock.
    return (2..<10_000).contains(late) ? (present / 1000 - late) * 1000 + 500 : present
  }

  /// Converts a time of the server's clock, in milliseconds that wrap around, to microseconds of
  /// CLOCK_MONOTONIC.
  public static func moment(ofServer time: UInt32) -> Int64 {
    let present = now
    let late = Int32(bitPattern: UInt32(truncatingIfNeeded: present / 1000) &- time)
    // If the difference is implausible, the server uses another clock.
    guard abs(Int(late)) < 10_000 else { return present }
    return (present / 1000 - Int64(late)) * 1000
  }

  private static func input(_ event: XEvent) -> ScreenEvent? {
    var (kind, button, time): (CXInputKind, Int32, UInt32) = (CXMoved, 0, 0)
    var event = unsafe event
    // SAFETY: the event's data have been fetched, and are freed after this.
    guard unsafe cx_raw_read(&event, &kind, &button, &time) else { return nil }
    switch kind {
    case CXPressed, CXTouchBegan: return .input(.pressed, time)
    case CXReleased, CXTouchEnded: return .input(.released, time)
    case CXWheel: return .input(.wheel(button % 2 == 0 ? -1 : 1, isVertical: button < 6), time)
    default: return .input(.moved, time)
    }
  }

  /// Captures a part of the screen and passes its pixels to `body`; returns `nil` if the server
  /// refuses.
  ///
  /// - Parameters:
  ///   - place: the part to capture, in pixels; must lie within the screen.
  ///   - window: the window to capture, or `nil` for the visible screen. A covered window's own
  ///     content is captured if the desktop keeps it.
  ///   - body: receives the pixels, 0x00RRGGBB, row after row without gaps; for a window with a
  ///     depth of 32, the highest byte is the alpha.
  public func picture<Result>(
    of place: PixelRect, in window: ForeignWindow? = nil, _ body: (Span<UInt32>) -> Result
  ) -> Result? {
    guard !isLost, !place.isEmpty, PixelRect(size).intersection(place) == place,
      let bytes = unsafe answers.asking({ unsafe pixels(of: place, in: window) })
    else { return nil }
    // SAFETY: the bytes are whole 32-bit pixels that live as long as `buffer`, and are not written
    // before the next picture.
    return unsafe body(Span(_bytes: RawSpan(_unsafeBytes: UnsafeRawBufferPointer(bytes))))
  }

  /// Captures a part of the screen into `buffer`.
  private func pixels(
    of place: PixelRect, in window: ForeignWindow?
  ) -> UnsafeMutableRawBufferPointer? {
    let wanted = PixelSize(place.width, place.height)
    if buffer?.size != wanted {
      buffer = nil
      let kinds: [PixelTransport] =
        display.hasExtension("MIT-SHM") ? [.sharedSegment, .socket] : [.socket]
      for transport in kinds where buffer == nil {
        buffer = PixelBuffer(
          display, size: wanted, transport: transport, drawable: display.root, isWritable: true)
      }
    }
    guard let buffer, buffer.bytesPerRow == 4 * wanted.width,
      buffer.fill(
        from: window?.id ?? display.root, x: place.x0 - (window?.left ?? 0),
        y: place.y0 - (window?.top ?? 0)), !isLost
    else { return nil }
    return unsafe buffer.bytes
  }

  // MARK: Input (only for our own servers)

  /// Pings a window's program, as window managers do; returns whether it supports that.
  public func ping(_ window: UInt) -> Bool {
    guard !isLost else { return false }
    return answers.asking {
      let (protocols, ping) = (display.atom(.wmProtocols), display.atom(.netWmPing))
      guard display.longs(protocols, of: window).contains(ping) else { return false }
      // The reply goes to the root window.
      unsafe _ = XSelectInput(display.handle, display.root, SubstructureNotifyMask)
      let time = UInt(UInt32(truncatingIfNeeded: Self.now / 1000))
      display.send(.wmProtocols, about: window, [ping, time, window], to: window)
      unsafe _ = XFlush(display.handle)
      return true
    }
  }

  /// Whether pointer input can be simulated.
  public var hasPointer: Bool { answers.asking { unsafe cx_fake_open(display.handle) } }

  /// Moves the pointer to a position on the screen, in pixels.
  public func movePointer(to x: Int, _ y: Int) {
    guard !isLost, hasPointer else { return }
    answers.asking {
      unsafe cx_fake_motion(display.handle, Int32(x), Int32(y))
      unsafe _ = XFlush(display.handle)
    }
  }

  /// Presses or releases a button: 1 is the left one, 4 and 5 are the wheel.
  public func press(_ isPressed: Bool, button: Int) {
    guard !isLost, hasPointer else { return }
    answers.asking {
      unsafe cx_fake_button(display.handle, UInt32(button), isPressed)
      unsafe _ = XFlush(display.handle)
    }
  }
}
