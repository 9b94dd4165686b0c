internal import CX11
internal import Feel
internal import FeelGeometry

/// Whether a window can be seen, and if not, why.
struct Visibility: Hashable, Sendable {
  var isMapped = false
  /// Whether other windows cover all of it.
  var isCovered = false
  var isMinimised = false
  /// Whether any of it can be seen.
  var isVisible: Bool { isMapped && !isCovered && !isMinimised }
}

extension Window {
  /// Handles everything that has arrived, and adds what the host is to know of it.
  func drain(into events: inout [WindowEvent]) {
    var resized: PixelSize?
    events += ownEvents
    ownEvents = []
    // SAFETY: here and below: an event is a union of plain numbers, of which Xlib fills one member and `type` says which; that one is read.
    while !display.isLost, !isLost, unsafe XPending(display.handle) > 0 {
      var event = unsafe XEvent()
      unsafe XNextEvent(display.handle, &event)
      guard !display.isLost else { break }
      unsafe handle(&event, &resized, &events)
    }
    if display.isLost { end(with: .lost, &events) }
    // Once, for the last of the sizes that came: the others are past.
    if let resized, resized.drawn != pixelSize {
      pixelSize = resized.drawn
      if pixelSize != resized { events.append(.tooLarge(window: resized, drawn: pixelSize)) }
      image.resize(to: pixelSize)
      clock.resized(to: pixelSize.width * pixelSize.height)
      pending.isStale = true
      events.append(.resized(pixelSize))
    }
  }

  /// Reports the end of the window, once, and cancels what was held down.
  private func end(with event: WindowEvent, _ events: inout [WindowEvent]) {
    guard !isLost else { return }
    isLost = true
    translator.cancel(now, .closing, &events)
    events.append(event)
  }

  /// Whether an event is to be believed: any program can send any event to any window.
  ///
  /// Messages and answers about selections only ever come from programs, and a window manager sends the position of a window that it
  /// has moved. Whether a program may send input is an option, for tests. Everything else must come from the server itself.
  private func isBelieved(_ event: XEvent) -> Bool {
    guard unsafe event.xany.send_event != 0 else { return true }
    switch unsafe event.type {
    case ClientMessage, SelectionNotify, ConfigureNotify: return true
    case KeyPress, KeyRelease, ButtonPress, ButtonRelease, MotionNotify:
      return options.acceptsSentEvents
    default: return false
    }
  }

  private func handle(
    _ event: inout XEvent, _ resized: inout PixelSize?, _ events: inout [WindowEvent]
  ) {
    guard unsafe isBelieved(event) else { return }
    switch unsafe event.type {
    case GenericEvent: unsafe generic(&event, &events)
    case ConfigureNotify:
      // Of the root window: the monitors have changed.
      if unsafe event.xconfigure.window == display.root, unsafe outputs.takes(&event) {
        outputsChanged(&events)
      }
      guard unsafe event.xconfigure.window == window else { return }
      // The manager sends where the window is on the screen; the server reports its size, but its position inside the frame.
      if unsafe event.xconfigure.send_event != 0 {
        unsafe moved(event.xconfigure, &events)
      } else {
        resized = unsafe PixelSize(Int(event.xconfigure.width), Int(event.xconfigure.height))
        protocols.configured()
      }
    case Expose:
      repeatWhenSettled()
      let area = unsafe event.xexpose
      unsafe pending.exposed.add(
        PixelRect(x: Int(area.x), y: Int(area.y), width: Int(area.width), height: Int(area.height)))
    case MapNotify, UnmapNotify:
      guard unsafe event.xany.window == window else { return }
      visibility.isMapped = unsafe event.type == MapNotify
      repeatWhenSettled()
      if unsafe event.type == UnmapNotify {
        translator.cancel(now, .unmapped, &events)
      }
      visibilityChanged(&events)
    // The manager has put its frame around the window.
    case ReparentNotify: repeatWhenSettled()
    case VisibilityNotify:
      visibility.isCovered = unsafe event.xvisibility.state == VisibilityFullyObscured
      visibilityChanged(&events)
    case PropertyNotify: unsafe propertyChanged(event.xproperty, &events)
    case ClientMessage: unsafe message(event, &events)
    case SelectionRequest: unsafe offer.answer(event.xselectionrequest)
    case SelectionClear: unsafe offer.lost(event.xselectionclear)
    case SelectionNotify:
      if let drop = unsafe drops.received(event.xselection) { events.append(.dropped(drop)) }
      if let text = unsafe paste.received(event.xselection) {
        events.append(.pasted(text))
      }
    case DestroyNotify:
      let gone = unsafe event.xdestroywindow.window
      if gone == window { end(with: .destroyed, &events) }
      offer.windowGone(gone)
      desktop.windowGone(gone)
    case MappingNotify: unsafe XRefreshKeyboardMapping(&event.xmapping)
    default: unsafe other(&event, &events)
    }
  }

  /// Events whose numbers the extensions choose at run time, and core input.
  private func other(_ event: inout XEvent, _ events: inout [WindowEvent]) {
    if unsafe takeInput(&event, &events) { return }
    if unsafe image.takesCompletion(event) { return }
    if unsafe outputs.takes(&event) { outputsChanged(&events) }
  }

  /// Handles an event if it is input; returns whether it was.
  private func takeInput(_ event: inout XEvent, _ events: inout [WindowEvent]) -> Bool {
    var input = CXInput()
    // SAFETY: all three outlive the call, and the connection is open.
    let isInput = unsafe withUnsafePointer(to: reader) { reader in
      unsafe cx_input_read(reader, &event, &input)
    }
    guard isInput else { return false }
    if input.time != 0 { userTime = input.time }
    if input.isUserAction { announceUserTime(input.time) }
    translator.translate(input, into: &events)
    return true
  }

  /// Handles an event whose data Xlib keeps apart: XInput 2's and Present's.
  private func generic(_ event: inout XEvent, _ events: inout [WindowEvent]) {
    // SAFETY: what was fetched is read before it is freed, once.
    guard unsafe XGetEventData(display.handle, &event.xcookie) != 0 else { return }
    defer { unsafe XFreeEventData(display.handle, &event.xcookie) }
    if unsafe takeInput(&event, &events) { return }
    if unsafe event.xcookie.extension == presentOpcode {
      var (serial, msc, ust): (UInt32, UInt64, UInt64) = (0, 0, 0)
      guard unsafe cx_present_read(&event, &serial, &msc, &ust) else { return }
      vblankCame(serial: serial, msc: msc, ust: ust)
    }
  }

  private func message(_ event: XEvent, _ events: inout [WindowEvent]) {
    // SAFETY: a message of format 32 holds five longs.
    var event = unsafe event
    guard unsafe event.xclient.format == 32 else { return }
    let kind = unsafe event.xclient.message_type
    if kind == display.atom(.netWmFrameDrawn) {
      protocols.frameDrawn()
    } else if kind == display.atom(.manager) {
      unsafe desktop.managerCame(event)
      settingsChanged(&events)
    } else if kind == display.atom(.wmProtocols) {
      let name = unsafe Atom(bitPattern: cx_message_long(&event, 0))
      if name == display.atom(.wmDeleteWindow) { events.append(.close) }
      if name == display.atom(.netWmPing) { unsafe protocols.pong(event) }
      if name == display.atom(.netWmSyncRequest) {
        unsafe protocols.announce(
          low: cx_message_long(&event, 2), high: cx_message_long(&event, 3),
          isExtended: cx_message_long(&event, 4) != 0)
      }
    } else {
      let held = drops.held
      let drop = unsafe drops.takes(&event)
      if drops.held != held { events.append(.held(drops.held)) }
      if let drop { events.append(.dropped(drop)) }
    }
  }

  /// Takes the window's position on the screen.
  private func moved(_ event: XConfigureEvent, _ events: inout [WindowEvent]) {
    let reported = unsafe (x: Int(event.x), y: Int(event.y))
    guard reported != position else { return }
    position = reported
    outputsChanged(&events)
  }

  private func visibilityChanged(_ events: inout [WindowEvent]) {
    guard visibility.isVisible != isVisible else { return }
    isVisible = visibility.isVisible
    events.append(.visible(isVisible))
  }

  private func propertyChanged(_ event: XPropertyEvent, _ events: inout [WindowEvent]) {
    if unsafe event.window == window {
      if unsafe event.atom == display.atom(.netWmState) {
        let states = unsafe display.longs(event.atom, of: window)
        visibility.isMinimised = states.contains(display.atom(.netWmStateHidden))
        isFullscreen = states.contains(display.atom(.netWmStateFullscreen))
        visibilityChanged(&events)
      } else if unsafe paste.isPart(event) {
        if let text = paste.receivedPart() { events.append(.pasted(text)) }
      } else if unsafe drops.isPart(event) {
        if let drop = drops.receivedPart() { events.append(.dropped(drop)) }
      }
      return
    }
    if unsafe offer.takes(event) { return }
    let isFromManager =
      unsafe event.atom == display.atom(.netSupported)
      || event.atom == display.atom(.netSupportingWmCheck)
    if isFromManager { windowManagerChanged() }
    if unsafe desktop.concerns(event) { settingsChanged(&events) }
  }

  private func settingsChanged(_ events: inout [WindowEvent]) {
    desktop.read()
    cursors.setTheme(desktop.cursorTheme)
    if desktop.settings != settings {
      settings = desktop.settings
      events.append(.settings(settings))
    }
    rescale(&events)
  }

  /// Takes the scale that the options, the desktop or the output ask for, times the zoom.
  private func rescale(_ events: inout [WindowEvent]) {
    let base = desktop.scale(override: options.scale, density: density)
    // What had to give way to the size of the screen does so as long as nothing else is asked for.
    let fitted = base.scale == fit.wantedScale ? fit.scale : base.scale
    let zoomed = fitted * zoom
    guard zoomed != scale else { return }
    (scale, scaleSource) = (zoomed, base.source)
    translator.scale = scale
    pending.isStale = true
    announceSizes()
    events.append(.scale(scale))
  }

  /// Shows everything `zoom` times as large as the desktop asks for; returns the events of what that changed.
  ///
  /// - Precondition: `zoom` is positive and finite.
  public func setZoom(_ zoom: Double) -> [WindowEvent] {
    precondition(zoom > 0 && zoom.isFinite, "zoom is positive and finite")
    self.zoom = zoom
    var events: [WindowEvent] = []
    rescale(&events)
    return events
  }

  /// Takes the refresh rate and the density of the output that shows the window.
  func outputsChanged(_ events: inout [WindowEvent]) {
    let reading = outputs.reading(at: position, pixelSize)
    clock.outputRate(reading.rate, hasPixelClock: reading.hasPixelClock)
    density = reading.density
    rescale(&events)
  }

  /// Finds out whether the window manager, which may be another one now, reports frames.
  func windowManagerChanged() {
    let supported = display.longs(display.atom(.netSupported), of: display.root)
    protocols.reportsFrames = supported.contains(display.atom(.netWmFrameDrawn))
  }
}

extension CXInput {
  /// Whether the user pressed, turned or touched something: what counts as use of the window.
  fileprivate var isUserAction: Bool {
    switch kind {
    case CXPressed, CXWheel, CXTouchBegan: !emulated
    case CXKeyDown: true
    default: false
    }
  }
}
