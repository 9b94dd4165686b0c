internal import CX11
internal import Glibc

extension Window {
  /// Sets the title.
  public func setTitle(_ title: String) {
    guard !isLost else { return }
    // The old property holds Latin-1; the dashes that titles use have a stand-in there, the rest has none.
    let latin = title.unicodeScalars.map { scalar -> UInt8 in
      switch scalar.value {
      case 0..<0x100: UInt8(scalar.value)
      case 0x2010...0x2015: 0x2d
      default: 0x3f
      }
    }
    display.set(XA_WM_NAME, type: XA_STRING, bytes: latin, on: window)
    let bytes = Array(title.utf8)
    let type = display.atom(.utf8String)
    display.set(display.atom(.netWmName), type: type, bytes: bytes, on: window)
    display.set(display.atom(.netWmIconName), type: type, bytes: bytes, on: window)
  }

  /// Sets what the pointer looks like over the window.
  public func setCursor(_ shape: CursorShape) {
    guard !isLost else { return }
    cursors.show(shape)
  }

  /// Asks the window manager to cover the screen, or to end that; `isFullscreen` follows when it has.
  public func toggleFullscreen() { setFullscreen(!isFullscreen) }

  /// Asks the window manager to cover the screen, or to end that.
  public func setFullscreen(_ on: Bool) {
    guard !isLost else { return }
    // SAFETY: an event of zeros is a valid one, a message of format 32 has five longs, and what is sent is copied.
    var event = unsafe XEvent()
    unsafe event.xclient.type = ClientMessage
    unsafe event.xclient.window = window
    unsafe event.xclient.message_type = display.atom(.netWmState)
    unsafe event.xclient.format = 32
    unsafe cx_set_message_long(&event, 0, on ? 1 : 0)
    unsafe cx_set_message_long(&event, 1, Int(display.atom(.netWmStateFullscreen)))
    // From an application, not from a pager.
    unsafe cx_set_message_long(&event, 3, 1)
    let mask = SubstructureNotifyMask | SubstructureRedirectMask
    unsafe XSendEvent(display.handle, display.root, 0, mask, &event)
  }

  /// Offers text for other programs to paste.
  public func copy(_ text: String) {
    guard !isLost else { return }
    offer.own(text, at: userTime)
  }

  /// Asks for the text that can be pasted; it comes as `.pasted`.
  public func requestText() {
    guard !isLost else { return }
    if let text = offer.text {
      ownEvents.append(.pasted(text))
    } else {
      paste.request(at: userTime)
    }
  }

  /// Tells the program that something was dropped from that the window is done with it, and whether it was of use.
  public func finishDrop(isAccepted: Bool) {
    guard !isLost else { return }
    drops.finish(isAccepted: isAccepted)
  }

  /// Tells the window manager who we are.
  func announceProperties() {
    setTitle(options.title)
    announceClass()
    announceSizes()
    announceHost()
    announceStart()
    drops.announce()
    let type = display.atom(.netWmWindowTypeNormal)
    display.set(display.atom(.netWmWindowType), type: XA_ATOM, longs: [type], on: window)
    display.set(
      display.atom(.wmProtocols), type: XA_ATOM, longs: protocols.atoms, on: window)
    if options.isFullscreen {
      let state = display.atom(.netWmStateFullscreen)
      display.set(display.atom(.netWmState), type: XA_ATOM, longs: [state], on: window)
    }
    let icons = options.icons.flatMap { icon in
      [UInt(icon.width), UInt(icon.height)] + icon.pixels.map(UInt.init)
    }
    if !icons.isEmpty {
      display.set(display.atom(.netWmIcon), type: XA_CARDINAL, longs: icons, on: window)
    }
  }

  private func announceStart() {
    guard let id = options.startupID else { return }
    display.set(
      display.atom(.netStartupId), type: display.atom(.utf8String), bytes: Array(id.utf8),
      on: window)
    if let time = StartupNotice.time(in: id) { announceUserTime(time) }
  }

  /// Tells when the user last did something here, on the server's clock: what a manager prevents focus stealing by.
  func announceUserTime(_ time: UInt32) {
    display.set(
      display.atom(.netWmUserTime), type: XA_CARDINAL, longs: [UInt(time)], on: window)
  }

  private func announceClass() {
    let text = Array(options.instanceName.utf8) + [0] + Array(options.className.utf8) + [0]
    display.set(XA_WM_CLASS, type: XA_STRING, bytes: text, on: window)
    var hints = XWMHints()
    hints.flags = InputHint | StateHint
    hints.input = 1
    hints.initial_state = NormalState
    // SAFETY: Xlib copies the hints, as it does the sizes below.
    unsafe XSetWMHints(display.handle, window, &hints)
  }

  /// Tells the sizes that the window can have.
  func announceSizes() {
    var hints = XSizeHints()
    hints.flags = PMinSize | PWinGravity
    hints.min_width = Int32((options.minimumWidth * scale).rounded())
    hints.min_height = Int32((options.minimumHeight * scale).rounded())
    hints.win_gravity = NorthWestGravity
    if let x = options.x, let y = options.y {
      hints.flags |= USPosition
      (hints.x, hints.y) = (Int32(x), Int32(y))
    }
    unsafe XSetWMNormalHints(display.handle, window, &hints)
  }

  /// This machine's name, if it has one of some length.
  static var hostName: [UInt8]? {
    var name = [UInt8](repeating: 0, count: 256)
    // SAFETY: no more is written than `name` holds.
    let status = unsafe cx_host_name(&name, name.count)
    return status == 0 ? Array(name.prefix { $0 != 0 }) : nil
  }

  private func announceHost() {
    guard let host = Self.hostName else { return }
    // A process number says nothing without the machine that it is on.
    display.set(display.atom(.wmClientMachine), type: XA_STRING, bytes: host, on: window)
    display.set(display.atom(.netWmPid), type: XA_CARDINAL, longs: [UInt(getpid())], on: window)
  }
}
