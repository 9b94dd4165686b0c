internal import CX11
public import Feel
public import FeelGeometry
internal import Glibc

/// A window on an X server: events come out, frames go in.
///
/// Must be used from one thread. The host's loop is
///
///     while running {
///       let wake = window.wait(frameWanted: changed, deadline: session.deadline)
///       for event in wake.events { … }
///       if let vblank = wake.frame { window.present(damage: …) { pixels, target in … } }
///     }
///
/// The host draws only when `wake.frame` is set, and must then call `present`, even if nothing of
/// its own has changed.
@safe public final class Window {
  /// The result of a wait.
  public struct Wake: Hashable, Sendable {
    /// The events, in order of arrival.
    public var events: [WindowEvent] = []
    /// When the frame to be drawn now will be visible; `nil` = draw nothing.
    public var frame: Instant?
  }

  /// The content's size, in device pixels.
  public private(set) var pixelSize: PixelSize
  /// Device pixels per point.
  public internal(set) var scale: Double
  /// The source of the scale.
  public private(set) var scaleSource: ScaleSource
  /// How the window was fitted into the screen.
  public let fit: ScreenFit
  // Magnification relative to the desktop's scale.
  private var zoom = 1.0
  /// Whether any part of it is visible, as far as the server and the window manager report.
  public internal(set) var isVisible = false
  /// Whether it is full screen, as reported by the window manager.
  public private(set) var isFullscreen = false
  /// Whether the connection or the window is gone.
  public internal(set) var isLost = false
  /// The desktop's settings.
  public private(set) var settings = DesktopSettings()

  private let display: Display
  @safe private let window: CX11.Window
  private let options: WindowOptions
  private let reader: CXInputReader
  private let image: SharedImage
  private let poller: Poller
  private let presentOpcode: Int32?
  private let outputs: Outputs
  private var translator: EventTranslator
  private var protocols: WindowProtocols
  private var clock = FrameClock()
  private var visibility = Visibility()
  private var desktop: Desktop
  private var cursors: CursorCache
  private var offer: ClipboardOffer
  private var paste: ClipboardPaste
  private var drops: DropTarget
  private var method: InputMethod?
  // True initially, because without a window manager focus is never reported.
  private var hasKeyboard = true
  /// Events of our own to report next.
  private var ownEvents: [WindowEvent] = []
  /// The server's time of the newest user input, or of the window's creation.
  private var userTime: UInt32 = 0
  private var pending = PendingDrawing()
  private var vblankRequest = VblankRequest()
  private var called: FrameCall?
  private var timer = FrameTimer()
  private var inputCost = InputCostEstimator()
  /// The content's position on the screen in device pixels, as last reported by the window manager.
  public private(set) var position = (x: 0, y: 0)
  /// Pixels per inch of the output that shows it, or 0 = unknown.
  private var density: Double

  /// Opens a window and shows it.
  public init(_ options: WindowOptions = WindowOptions()) throws(WindowError) {
    self.options = options
    display = try Display(name: options.displayName)
    desktop = Desktop(display)
    outputs = Outputs(display)
    let size = PixelSize(Int(options.width.rounded()), Int(options.height.rounded()))
    let output = outputs.reading(at: (options.x ?? 0, options.y ?? 0), size)
    density = output.density
    let wanted = desktop.scale(override: options.scale, density: density)
    fit = ScreenFit(options, at: wanted.scale, in: options.fitsScreen ? display.workArea : nil)
    (scale, scaleSource) = (fit.scale, wanted.source)
    pixelSize =
      PixelSize(
        max(Int((fit.width * scale).rounded()), 1), max(Int((fit.height * scale).rounded()), 1)
      ).drawn
    // SAFETY: for all calls below: `display` keeps the connection valid, and on a lost one Xlib
    // does nothing.
    window = unsafe cx_open_window(
      display.handle, Int32(options.x ?? 0), Int32(options.y ?? 0), UInt32(pixelSize.width),
      UInt32(pixelSize.height))
    guard
      let image = SharedImage(
        display, window: window, allowsSharedMemory: options.allowsSharedMemory)
    else {
      throw unsafe .unsupportedVisual(depth: Int(XDefaultDepth(display.handle, display.screen)))
    }
    self.image = image
    unsafe reader = cx_input_open(
      display.handle, window,
      StructureNotifyMask | ExposureMask | PropertyChangeMask | VisibilityChangeMask)
    poller = Poller(display)
    protocols = WindowProtocols(display, window: window)
    let present = unsafe cx_present_open(display.handle, window)
    presentOpcode = present >= 0 ? present : nil
    cursors = CursorCache(display, window: window)
    offer = ClipboardOffer(display, window: window)
    paste = ClipboardPaste(display, window: window)
    drops = DropTarget(
      display, window: window, host: Self.hostName.map { String(decoding: $0, as: UTF8.self) } ?? ""
    )
    method = InputMethod(display, window: window)
    translator = EventTranslator(scale: scale, clock: ServerClock(monotonic: cx_monotonic_us()))
    clock.rateCap = options.frameRateCap
    clock.outputRate(output.rate, hasPixelClock: output.hasPixelClock)
    settings = desktop.settings
    position = (options.x ?? 0, options.y ?? 0)
    image.resize(to: pixelSize)
    clock.resized(to: pixelSize.width * pixelSize.height)
    finishOpening()
    guard !display.isLost else { throw .lost(display: display.name) }
  }

  deinit {
    guard !display.isLost, !isLost else { return }
    unsafe XDestroyWindow(display.handle, window)
    unsafe XFlush(display.handle)
  }

  /// The current time, on the window's clock.
  public var now: Instant { instant(monotonic: cx_monotonic_us()) }

  /// A CLOCK_MONOTONIC time in microseconds, converted to the window's clock.
  public func instant(monotonic: Int64) -> Instant {
    translator.clock.instant(monotonic: monotonic)
  }

  /// Ends a wait from another thread or a signal handler.
  public var waker: Waker { poller.waker }

  /// Also ends waits when another file is readable, which its reader must then read; negative =
  /// none.
  public func watch(file: Int32) { poller.watched = file }

  /// Whether that file was readable at the end of a wait since the last call.
  public func takeWatchedReady() -> Bool {
    defer { poller.isWatchedReady = false }
    return poller.isWatchedReady
  }

  private func finishOpening() {
    calibrateClock()
    announceProperties()
    windowManagerChanged()
    cursors.setTheme(desktop.cursorTheme)
    setCursor(.standard)
    // Map last, when the window manager can find all the properties.
    unsafe XMapWindow(display.handle, window)
    if let id = options.startupID { StartupNotice.send(id, from: window, display) }
    unsafe XFlush(display.handle)
  }

  /// Calibrates the server's clock, by changing a property that has no effect.
  private func calibrateClock() {
    display.set(display.atom(.clockProbe), type: XA_INTEGER, longs: [0], on: window)
    var event = unsafe XEvent()
    // SAFETY: the predicate reads only the type, which every event has, and calls nothing; the
    // event is filled before it is read.
    let wanted: @convention(c) (OpaquePointer?, UnsafeMutablePointer<XEvent>?, XPointer?) -> Int32 =
      { _, event, _ in unsafe event?.pointee.type == PropertyNotify ? 1 : 0 }
    unsafe XSync(display.handle, 0)
    guard unsafe XCheckIfEvent(display.handle, &event, wanted, nil) != 0 else { return }
    let time = unsafe UInt32(truncatingIfNeeded: event.xproperty.time)
    userTime = time
    translator.clock.calibrate(server: time, monotonic: cx_monotonic_us())
    unsafe XDeleteProperty(display.handle, window, display.atom(.clockProbe))
  }

  // MARK: Events

  /// Handles everything that has arrived, and appends the host's events.
  private func drain(into events: inout [WindowEvent]) {
    var resized: PixelSize?
    events += ownEvents
    ownEvents = []
    // SAFETY: for all calls below: an event is a union of plain numbers, of which Xlib fills the
    // member that `type` names; only that one is read.
    while !display.isLost, !isLost, unsafe XPending(display.handle) > 0 {
      var event = unsafe XEvent()
      unsafe XNextEvent(display.handle, &event)
      guard !display.isLost else { break }
      unsafe handle(&event, &resized, &events)
    }
    takeMethodNews(&events)
    if display.isLost { end(with: .lost, &events) }
    // Only the last of several sizes matters.
    if let resized, resized.drawn != pixelSize {
      pixelSize = resized.drawn
      if pixelSize != resized { events.append(.tooLarge(window: resized, drawn: pixelSize)) }
      image.resize(to: pixelSize)
      clock.resized(to: pixelSize.width * pixelSize.height)
      pending.isStale = true
      events.append(.resized(pixelSize))
    }
  }

  /// Reports the end of the window, once, and cancels everything held down.
  private func end(with event: WindowEvent, _ events: inout [WindowEvent]) {
    guard !isLost else { return }
    isLost = true
    translator.cancel(now, .closing, &events)
    events.append(event)
  }

  /// Whether to trust an event: any program can send any event to any window.
  ///
  /// Client messages and selection replies only ever come from programs, and a window manager sends
  /// synthetic position events. Synthetic input is an option, for tests. Everything else must come
  /// from the server itself.
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
      // For the root window: the outputs have changed.
      if unsafe event.xconfigure.window == display.root, unsafe outputs.takes(&event) {
        outputsChanged(&events)
      }
      guard unsafe event.xconfigure.window == window else { return }
      // The window manager's synthetic event has the position on the screen; the server's event has
      // the size, but a position relative to the frame.
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
    // The window manager has put its frame around the window.
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
      method?.windowGone(gone)
    case MappingNotify: unsafe XRefreshKeyboardMapping(&event.xmapping)
    default: unsafe other(&event, &events)
    }
  }

  /// Handles extension events, whose numbers are dynamic, and core input.
  private func other(_ event: inout XEvent, _ events: inout [WindowEvent]) {
    if unsafe takeInput(&event, &events) { return }
    if unsafe image.takesCompletion(event) { return }
    if unsafe outputs.takes(&event) { outputsChanged(&events) }
  }

  /// Handles an event if it is input; returns whether it was.
  private func takeInput(_ event: inout XEvent, _ events: inout [WindowEvent]) -> Bool {
    guard let input = unsafe input(of: &event) else { return false }
    if input.time != 0 {
      userTime = input.time
      translator.clock.received(server: input.time, monotonic: cx_monotonic_us())
    }
    if input.isUserAction { announceUserTime(input.time) }
    switch input.kind {
    case CXKeyDown, CXKeyUp:
      let key = MethodKey(
        isDown: input.kind == CXKeyDown, code: Int(input.key_code), time: input.time,
        state: Int(input.modifiers))
      if method?.handle(key) ?? false { return true }
    case CXFocused: hasKeyboard = true
    case CXUnfocused:
      hasKeyboard = false
      method?.finishComposing()
      method?.edit(at: nil, isComposing: false)
      takeMethodNews(&events)
    default: break
    }
    translator.translate(input, into: &events)
    return true
  }

  private func input(of event: inout XEvent) -> CXInput? {
    var input = CXInput()
    // SAFETY: all three outlive the call, and the connection is valid, open or lost.
    let isInput = unsafe withUnsafePointer(to: reader) { reader in
      unsafe cx_input_read(reader, &event, &input)
    }
    return isInput ? input : nil
  }

  // MARK: Input method

  /// Sets the position of the focused field's caret in points, and whether the field shows the
  /// composed text; `nil` while no field has the focus.
  ///
  /// Call it after the events of each wait. When composed text is no longer shown, it is dropped:
  /// whoever ends the composition commits its text first.
  public func edit(at caret: Vector?, isComposing: Bool) {
    guard !isLost, method != nil else { return }
    let spot = hasKeyboard ? caret : nil
    method?.edit(
      at: spot.map {
        MethodClient.Spot(x: Int(($0.x * scale).rounded()), y: Int(($0.y * scale).rounded()))
      }, isComposing: isComposing)
  }

  private func takeMethodNews(_ events: inout [WindowEvent]) {
    for news in method?.takeNews() ?? [] {
      switch news {
      case .committed(let text): events.append(.committed(text))
      case .composing(let preedit): events.append(.composing(preedit))
      case .key(let key):
        var event = unsafe XEvent()
        unsafe event.xkey.type = key.isDown ? KeyPress : KeyRelease
        unsafe event.xkey.display = display.handle
        unsafe event.xkey.window = window
        unsafe event.xkey.time = Time(key.time)
        unsafe event.xkey.keycode = UInt32(key.code)
        unsafe event.xkey.state = UInt32(key.state)
        if let input = unsafe input(of: &event) { translator.translate(input, into: &events) }
      }
    }
  }

  /// Handles a generic event, whose data Xlib stores separately: XInput 2's and Present's.
  private func generic(_ event: inout XEvent, _ events: inout [WindowEvent]) {
    // SAFETY: the data are fetched before they are read, and freed once, after that.
    guard unsafe XGetEventData(display.handle, &event.xcookie) != 0 else { return }
    defer { unsafe XFreeEventData(display.handle, &event.xcookie) }
    if unsafe takeInput(&event, &events) { return }
    if unsafe event.xcookie.extension == presentOpcode {
      var (serial, msc, ust): (UInt32, UInt64, UInt64) = (0, 0, 0)
      guard unsafe cx_present_read(&event, &serial, &msc, &ust) else { return }
      guard serial == vblankRequest.serial else { return }
      vblankRequest.askedAt = nil
      clock.vblank(msc: msc, at: translator.clock.instant(present: ust))
    }
  }

  private func message(_ event: XEvent, _ events: inout [WindowEvent]) {
    // SAFETY: a message of format 32 has five longs.
    var event = unsafe event
    if unsafe method?.takes(&event) ?? false { return }
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

  /// Handles the window's new position on the screen.
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

  /// Updates the scale from the options, the desktop or the output, times the zoom.
  private func rescale(_ events: inout [WindowEvent]) {
    let base = desktop.scale(override: options.scale, density: density)
    // If the scale was lowered to fit the screen, keep that until a different one is requested.
    let fitted = base.scale == fit.wantedScale ? fit.scale : base.scale
    let zoomed = fitted * zoom
    guard zoomed != scale else { return }
    (scale, scaleSource) = (zoomed, base.source)
    translator.scale = scale
    pending.isStale = true
    announceSizes()
    events.append(.scale(scale))
  }

  /// Sets the zoom relative to the desktop's scale; returns the resulting events.
  ///
  /// - Precondition: `zoom` is positive and finite.
  public func setZoom(_ zoom: Double) -> [WindowEvent] {
    precondition(zoom > 0 && zoom.isFinite, "zoom is positive and finite")
    self.zoom = zoom
    var events: [WindowEvent] = []
    rescale(&events)
    return events
  }

  /// Updates the refresh rate and the density from the output that shows the window.
  private func outputsChanged(_ events: inout [WindowEvent]) {
    let reading = outputs.reading(at: position, pixelSize)
    clock.outputRate(reading.rate, hasPixelClock: reading.hasPixelClock)
    density = reading.density
    rescale(&events)
  }

  /// Checks whether the window manager, which may be a new one, reports frames.
  private func windowManagerChanged() {
    let supported = display.longs(display.atom(.netSupported), of: display.root)
    protocols.reportsFrames = supported.contains(display.atom(.netWmFrameDrawn))
  }

  // MARK: Frames

  /// How long after the window is mapped, framed or exposed to put the picture again, in seconds.
  ///
  /// A window manager frames a window in several requests: with Composite, the server discards
  /// pixels put between them, and no Expose follows. Seen with awesome 4.3, where a picture put 30
  /// ms later stays.
  private static let settling = 0.05
  /// How long the window manager or the server may hold a frame back before it is drawn regardless,
  /// in microseconds.
  private static let watchdog: Int64 = 100_000
  /// The maximum time to let input gather, in seconds: normally; if a press may be shown before the
  /// next vblank; and while waiting for the window manager's frame report.
  private static let idlePeriods = (free: 0.016, unclocked: 0.004, held: 0.002)

  /// When a device is removed, the server's time between the release of its buttons and the report
  /// of the removal, in seconds.
  private static let removal = 0.001

  /// Waits for an event, the time to draw a frame, or the deadline.
  ///
  /// All pending events are handled before a frame is requested, so that it includes the newest
  /// input.
  public func wait(frameWanted: Bool, deadline: Instant?) -> Wake {
    var wake = Wake()
    // The host has seen the input, and needs no frame for it.
    if !frameWanted { pending.hasInput = false }
    let isFlooded = inputCost.end(at: now)
    letGather(frameWanted, deadline)
    if isFlooded, let plan = framePlan(frameWanted, now) {
      poller.nap(until: monotonic(min(napEnd(plan, now), deadline ?? plan.latch)))
    }
    while true {
      drain(into: &wake.events)
      if !isLost, wake.events.contains(where: \.isLift) {
        // The next event may withdraw the release: its device may be about to be removed.
        poller.nap(until: monotonic(self.now.advanced(by: Self.removal)))
        drain(into: &wake.events)
      }
      guard !isLost else { return wake }
      if wake.events.contains(where: { $0.isInput && !translator.isPassing($0) }) {
        pending.hasInput = true
      }
      let now = self.now
      showExposed(now)
      let plan = framePlan(frameWanted, now)
      if let plan, now >= plan.latch {
        wake.frame = plan.vblank
        called = FrameCall(begun: now, vblank: plan.vblank, showsInput: pending.hasInput)
        pending.hasInput = false
        timer.begin(now: now, thread: threadTime())
        return wake
      }
      if !wake.events.isEmpty {
        inputCost.begin(at: now)
        return wake
      }
      if let deadline, now >= deadline { return wake }
      let silence = method?.deadline.map(translator.clock.instant(monotonic:))
      let moment = [plan?.latch, deadline, pending.repeatAt, silence].compactMap(\.self).min()
      if sleep(until: moment) { return wake }
    }
  }

  /// Draws a frame: `draw` gets the pixels, 0x00RRGGBB row-major, and the parts to redraw.
  ///
  /// `damage` is the difference from the last frame drawn; more may have to be redrawn, because the
  /// free buffer may hold an older frame. Pixels outside the requested rectangles are valid
  /// already. Returns the frame's timing, if `wait` requested it.
  @discardableResult
  public func present(
    damage changed: Damage, _ draw: (inout MutableSpan<UInt32>, FrameTarget) -> Void
  ) -> FrameReport? {
    guard !isLost, image.isReady else { return nil }
    // The cost of a frame includes the host's work since the request.
    let call = called ?? FrameCall(begun: now, vblank: clock.plan(now: now).vblank)
    called = nil
    protocols.frameBegins()
    let isWhole = pending.isStale
    let whole = PixelRect(pixelSize)
    let damage = isWhole ? Damage(whole) : changed.intersection(whole)
    if image.draw(damage: damage, draw) { pending.isStale = false }
    let finished = cx_monotonic_us()
    protocols.frameEnded(now: finished)
    clock.drew(
      for: call.vblank, begun: call.begun, cost: finished - monotonic(call.begun),
      isWhole: isWhole)
    // Frames that follow input alone do not use the grid, and the reply would wake the program for
    // nothing.
    if clock.hasPixelClock || !call.showsInput { requestVblank(finished) }
    // SAFETY: for all calls below: `display` keeps the connection valid, open or lost.
    unsafe XFlush(display.handle)
    return timer.end(now: now, thread: threadTime(), period: clock.period)
  }

  /// Lets events gather right after a frame that followed input: neither input nor the server's
  /// completion can have an effect before the next frame is allowed.
  private func letGather(_ frameWanted: Bool, _ deadline: Instant?) {
    guard !isLost, let next = clock.nextFree else { return }
    let now = self.now
    // Animations keep to the grid.
    let moving = frameWanted ? clock.plan(now: now).latch : next
    let end = min(next, moving, deadline ?? next, now.advanced(by: Self.idlePeriods.free))
    if end > now { poller.nap(until: monotonic(end)) }
  }

  /// When to handle a flood of events again: none is late as long as it is in the next frame.
  ///
  /// They are handled a little before the frame, so that little work is left when the frame is due;
  /// without vblanks to miss, together with the frame.
  private func napEnd(_ plan: FrameClock.Plan, _ now: Instant) -> Instant {
    let early = clock.hasPixelClock ? 1.25 * inputCost.cost : 0
    let end = plan.latch - now > 2 * early ? plan.latch.advanced(by: -early) : plan.latch
    let free = clock.hasPixelClock ? Self.idlePeriods.free : Self.idlePeriods.unclocked
    let longest = protocols.unreportedSince == nil ? free : Self.idlePeriods.held
    return min(end, now.advanced(by: longest))
  }

  private func framePlan(_ frameWanted: Bool, _ now: Instant) -> FrameClock.Plan? {
    // A window manager that resizes the window waits for a frame, even if the window is hidden.
    let isOwed = protocols.owesFrame
    guard isOwed || isVisible && (frameWanted || pending.isStale) else {
      timer.forget()
      return nil
    }
    var plan = clock.plan(now: now, isWhole: pending.isStale, hasInput: pending.hasInput)
    if isOwed { plan.latch = now }
    let unreportedSince = isOwed ? nil : protocols.unreportedSince
    timer.want(
      latch: plan.latch,
      due: clock.due(plan, now: now, isWhole: pending.isStale, hasInput: pending.hasInput),
      after: clock.target, period: clock.period, now: now,
      isHeld: !image.isReady || unreportedSince != nil, thread: threadTime())
    guard image.isReady else { return nil }
    if let unreportedSince {
      let patience = translator.clock.instant(monotonic: unreportedSince + Self.watchdog)
      plan.latch = max(plan.latch, patience)
    }
    return plan
  }

  private func threadTime() -> ThreadTime {
    ThreadTime(worked: cx_thread_us(), queued: cx_queued_us())
  }

  private func showExposed(_ now: Instant) {
    if let moment = pending.repeatAt, now >= moment {
      pending.repeatAt = nil
      pending.exposed = Damage(PixelRect(pixelSize))
    }
    guard !pending.exposed.isEmpty else { return }
    if !pending.isStale { image.expose(pending.exposed.intersection(PixelRect(pixelSize))) }
    pending.exposed = Damage()
    unsafe XFlush(display.handle)
  }

  /// Schedules another put of the picture for when the server has settled.
  private func repeatWhenSettled() { pending.repeatAt = now.advanced(by: Self.settling) }

  /// Sleeps; returns true if another thread ended it.
  private func sleep(until wakeUp: Instant?) -> Bool {
    switch poller.sleep(until: wakeUp.map(monotonic)) {
    case .events, .time: return false
    case .woken: return true
    case .lost:
      display.markLost()
      return false
    }
  }

  /// Converts a time to microseconds of CLOCK_MONOTONIC.
  private func monotonic(_ moment: Instant) -> Int64 {
    moment.microseconds + translator.clock.start
  }

  private func requestVblank(_ now: Int64) {
    guard presentOpcode != nil else { return }
    if let asked = vblankRequest.askedAt, now - asked < 1_000_000 { return }
    vblankRequest.serial &+= 1
    vblankRequest.askedAt = now
    unsafe cx_present_request(display.handle, window, vblankRequest.serial)
  }

  // MARK: Clipboard hand-over

  /// Hands copied text over to the desktop's clipboard manager, if there is one, so that it can
  /// still be pasted after the program has ended.
  ///
  /// The window is unmapped at once, and no more events are reported. Stops waiting for a manager
  /// that is silent for `patience` seconds, and in any case after ten times that.
  ///
  /// - Precondition: `patience` is finite and not negative.
  public func handOverText(patience: Double = 1) {
    precondition(patience >= 0 && patience.isFinite, "a patience is finite and not negative")
    guard !isLost, !display.isLost else { return }
    // SAFETY: for all calls below: `display` keeps the connection valid, and an event is read as
    // the member that its type names.
    unsafe XUnmapWindow(display.handle, window)
    guard offer.askToKeep(at: userTime) else { return }
    let silence = Int64(min(patience, 1e9) * 1e6)
    let end = cx_monotonic_us() + 10 * silence
    // A long text is sent in many pieces, each after the manager has read the previous one.
    while !display.isLost, !isHandedOver(), cx_monotonic_us() < end {
      switch poller.sleep(until: min(end, cx_monotonic_us() + silence)) {
      case .events: continue
      case .time, .woken, .lost: return
      }
    }
  }

  /// Answers the clipboard manager's requests; returns whether it has finished or refused.
  private func isHandedOver() -> Bool {
    while !display.isLost, unsafe XPending(display.handle) > 0 {
      var event = unsafe XEvent()
      unsafe XNextEvent(display.handle, &event)
      guard !display.isLost else { break }
      switch unsafe event.type {
      case SelectionRequest: unsafe offer.answer(event.xselectionrequest)
      case PropertyNotify: unsafe _ = offer.takes(event.xproperty)
      case SelectionNotify:
        if unsafe event.xselection.selection == display.atom(.clipboardManager) { return true }
      case DestroyNotify:
        // The manager's window or our own is gone: no further requests are possible.
        let gone = unsafe event.xdestroywindow.window
        offer.windowGone(gone)
        if gone == window { return true }
      default: break
      }
    }
    return false
  }

  // MARK: Properties

  /// Sets the title.
  public func setTitle(_ title: String) {
    guard !isLost else { return }
    // The old property is Latin-1: replace the dashes used in titles by “-”, and everything else by
    // “?”.
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

  /// Sets the shape of the pointer over the window.
  public func setCursor(_ shape: CursorShape) {
    guard !isLost else { return }
    cursors.show(shape)
  }

  /// Asks the window manager to enter or leave full screen; `isFullscreen` changes when it has.
  public func toggleFullscreen() { setFullscreen(!isFullscreen) }

  /// Asks the window manager to enter or leave full screen.
  public func setFullscreen(_ on: Bool) {
    guard !isLost else { return }
    // Source indication: 1, an application.
    let longs = [on ? 1 : 0, display.atom(.netWmStateFullscreen), 0, 1]
    let mask = SubstructureNotifyMask | SubstructureRedirectMask
    display.send(.netWmState, about: window, longs, to: display.root, mask: mask)
  }

  /// Offers text for other programs to paste.
  public func copy(_ text: String) {
    guard !isLost else { return }
    offer.own(text, at: userTime)
  }

  /// Requests the clipboard's text, which arrives as `.pasted`.
  public func requestText() {
    guard !isLost else { return }
    if let text = offer.text {
      ownEvents.append(.pasted(text))
    } else {
      paste.request(at: userTime)
    }
  }

  /// Tells the source of a drop that it has been processed, and whether it was accepted.
  public func finishDrop(isAccepted: Bool) {
    guard !isLost else { return }
    drops.finish(isAccepted: isAccepted)
  }

  /// Sets the properties that the window manager reads.
  private func announceProperties() {
    setTitle(options.title)
    announceClass()
    announceSizes()
    announceHost()
    announceStart()
    drops.announce()
    let type = display.atom(.netWmWindowTypeNormal)
    display.set(display.atom(.netWmWindowType), type: XA_ATOM, longs: [type], on: window)
    display.set(display.atom(.wmProtocols), type: XA_ATOM, longs: protocols.atoms, on: window)
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

  /// Sets the time of the last user action on the server's clock, by which window managers prevent
  /// focus stealing.
  private func announceUserTime(_ time: UInt32) {
    display.set(display.atom(.netWmUserTime), type: XA_CARDINAL, longs: [UInt(time)], on: window)
  }

  private func announceClass() {
    // Instance and class; the desktop file names the class as StartupWMClass.
    let names = Array("feellab\0FeelLab\0".utf8)
    display.set(XA_WM_CLASS, type: XA_STRING, bytes: names, on: window)
    var hints = XWMHints()
    hints.flags = InputHint | StateHint
    hints.input = 1
    hints.initial_state = NormalState
    // SAFETY: Xlib copies the hints, as it does the sizes below.
    unsafe XSetWMHints(display.handle, window, &hints)
  }

  /// Sets the size limits.
  private func announceSizes() {
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

  /// This machine's name, or `nil` if it cannot be read.
  private static var hostName: [UInt8]? {
    var name = [UInt8](repeating: 0, count: 256)
    // SAFETY: no more is written than `name` can hold.
    let status = unsafe cx_host_name(&name, name.count)
    return status == 0 ? Array(name.prefix { $0 != 0 }) : nil
  }

  private func announceHost() {
    guard let host = Self.hostName else { return }
    // A process id means nothing without the machine's name.
    display.set(display.atom(.wmClientMachine), type: XA_STRING, bytes: host, on: window)
    display.set(display.atom(.netWmPid), type: XA_CARDINAL, longs: [UInt(getpid())], on: window)
  }

  // MARK: Report

  /// Diagnostics about the server and the connection.
  public var report: WindowReport {
    let handle = display.handle
    // SAFETY: the vendor string lives as long as the connection, and is copied.
    let vendor = unsafe isLost ? "" : XServerVendor(handle).map { unsafe String(cString: $0) } ?? ""
    let release = unsafe isLost ? 0 : Int(XVendorRelease(handle))
    let wanted = ["MIT-SHM", "XInputExtension", "Present", "RANDR", "SYNC", "XKEYBOARD"]
    return WindowReport(
      display: display.name, server: "\(vendor) \(release)",
      depth: unsafe isLost ? 0 : Int(XDefaultDepth(handle, display.screen)),
      transport: image.transport,
      hasExtendedInput: unsafe reader.opcode >= 0, clock: clock.source, rate: 1 / clock.interval,
      hasPixelClock: clock.hasPixelClock, scale: scale, scaleSource: scaleSource,
      extensions: isLost ? [] : wanted.filter { display.hasExtension($0) })
  }
}

/// Whether a window is visible, and if not, why.
private struct Visibility: Hashable, Sendable {
  var isMapped = false
  /// Whether other windows cover it completely.
  var isCovered = false
  var isMinimised = false
  var isVisible: Bool { isMapped && !isCovered && !isMinimised }
}

extension CXInput {
  /// Whether it is a user action on the window: a press, a wheel turn, a touch or a key.
  fileprivate var isUserAction: Bool {
    switch kind {
    case CXPressed, CXWheel, CXTouchBegan: !emulated
    case CXKeyDown: true
    default: false
    }
  }
}

/// Redrawing due for reasons other than the host's changes.
private struct PendingDrawing: Hashable, Sendable {
  /// Exposed areas, for which the last frame's pixels suffice.
  var exposed = Damage()
  /// Whether the picture no longer fits and must be redrawn completely.
  var isStale = true
  /// Whether there is input that no frame shows yet.
  var hasInput = false
  /// When to put the whole picture again, because it may have been put before the window was ready.
  var repeatAt: Instant?
}

/// A frame that the host was asked to draw.
private struct FrameCall: Hashable, Sendable {
  var begun: Instant
  var vblank: Instant
  /// Whether it shows input that no earlier frame has shown.
  var showsInput = false
}

/// The pending query for the next vblank, if any.
private struct VblankRequest: Hashable, Sendable {
  var serial: UInt32 = 0
  /// When it was sent, in microseconds of CLOCK_MONOTONIC; `nil` = none is pending.
  var askedAt: Int64?
}
