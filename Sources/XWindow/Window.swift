internal import CX11
public import Feel
public import FeelGeometry
internal import Glibc

/// A window on an X server: events come out, frames go in.
///
/// One thread uses it. The host's loop is
///
///     while running {
///       let wake = window.wait(frameWanted: changed, deadline: session.deadline)
///       for event in wake.events { … }
///       if let vblank = wake.frame { window.present(damage: …) { pixels, target in … } }
///     }
///
/// A host draws when `wake.frame` says so, and then always calls `present`, also when nothing of
/// its own changed.
@safe public final class Window {
  /// What ended a wait.
  public struct Wake: Hashable, Sendable {
    /// What happened, in order of arrival.
    public var events: [WindowEvent] = []
    /// When the frame that is to be drawn now will be seen; `nil` = draw nothing.
    public var frame: Instant?
  }

  /// The content's size, in device pixels.
  public private(set) var pixelSize: PixelSize
  /// Device pixels per point.
  public internal(set) var scale: Double
  /// Where the scale comes from.
  public private(set) var scaleSource: ScaleSource
  /// How it was made to fit into the screen.
  public let fit: ScreenFit
  // How much larger than the desktop asks for.
  private var zoom = 1.0
  /// Whether any of it can be seen, as far as the server and the window manager tell.
  public internal(set) var isVisible = false
  /// Whether it covers the screen, as the window manager says.
  public private(set) var isFullscreen = false
  /// Whether the connection or the window is gone.
  public internal(set) var isLost = false
  /// What the desktop says.
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
  // Without a window manager keys come and no focus is ever reported.
  private var hasKeyboard = true
  /// What is to be reported next though it came from no server.
  private var ownEvents: [WindowEvent] = []
  /// The server's time of the newest event of the user's, or of the window's opening.
  private var userTime: UInt32 = 0
  private var pending = PendingDrawing()
  private var vblankRequest = VblankRequest()
  private var called: FrameCall?
  private var timer = FrameTimer()
  private var inputCost = InputCostEstimator()
  /// Where its content is on the screen, in device pixels, as far as the manager has said.
  public private(set) var position = (x: 0, y: 0)
  /// Pixels an inch of the output that shows it, or 0 = unknown.
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
    // SAFETY: here and below: `display` is held, and its handle is an open connection, or a lost
    // one, on which Xlib does nothing.
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

  /// The moment now, on the window's clock.
  public var now: Instant { instant(monotonic: cx_monotonic_us()) }

  /// The moment of a time of CLOCK_MONOTONIC, in microseconds, on the window's clock.
  public func instant(monotonic: Int64) -> Instant {
    translator.clock.instant(monotonic: monotonic)
  }

  /// Ends a wait from another thread, or from a signal's handler.
  public var waker: Waker { poller.waker }

  /// Has a wait end, too, when another file can be read, which its reader must do then; negative =
  /// none.
  public func watch(file: Int32) { poller.watched = file }

  /// Whether that file could be read when a wait ended since the last call.
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
    // Mapped last: by then the manager finds everything it asks for.
    unsafe XMapWindow(display.handle, window)
    if let id = options.startupID { StartupNotice.send(id, from: window, display) }
    unsafe XFlush(display.handle)
  }

  /// Compares the server's clock with ours, by a property that changes nothing.
  private func calibrateClock() {
    display.set(display.atom(.clockProbe), type: XA_INTEGER, longs: [0], on: window)
    var event = unsafe XEvent()
    // SAFETY: the predicate reads the type alone, which every event has, and calls nothing; the
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

  /// Handles everything that has arrived, and adds what the host is to know of it.
  private func drain(into events: inout [WindowEvent]) {
    var resized: PixelSize?
    events += ownEvents
    ownEvents = []
    // SAFETY: here and below: an event is a union of plain numbers, of which Xlib fills one member
    // and `type` says which; that one is read.
    while !display.isLost, !isLost, unsafe XPending(display.handle) > 0 {
      var event = unsafe XEvent()
      unsafe XNextEvent(display.handle, &event)
      guard !display.isLost else { break }
      unsafe handle(&event, &resized, &events)
    }
    takeMethodNews(&events)
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
  /// Messages and answers about selections only ever come from programs, and a window manager sends
  /// the position of a window that it has moved. Whether a program may send input is an option, for
  /// tests. Everything else must come from the server itself.
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
      // The manager sends where the window is on the screen; the server reports its size, but its
      // position inside the frame.
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
      method?.windowGone(gone)
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
    // SAFETY: all three outlive the call, and the connection is open or lost.
    let isInput = unsafe withUnsafePointer(to: reader) { reader in
      unsafe cx_input_read(reader, &event, &input)
    }
    return isInput ? input : nil
  }

  // MARK: The input method

  /// Says where the caret of the field is that has the keyboard, in points, and whether the field
  /// shows what is being composed; `nil` while no field has it.
  ///
  /// To be said after the events of each wait. What is composed and no longer shown is dropped: who
  /// ends it keeps its text.
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

  /// Handles an event whose data Xlib keeps apart: XInput 2's and Present's.
  private func generic(_ event: inout XEvent, _ events: inout [WindowEvent]) {
    // SAFETY: what was fetched is read before it is freed, once.
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
    // SAFETY: a message of format 32 holds five longs.
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

  /// Shows everything `zoom` times as large as the desktop asks for; returns the events of what
  /// that changed.
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
  private func outputsChanged(_ events: inout [WindowEvent]) {
    let reading = outputs.reading(at: position, pixelSize)
    clock.outputRate(reading.rate, hasPixelClock: reading.hasPixelClock)
    density = reading.density
    rescale(&events)
  }

  /// Finds out whether the window manager, which may be another one now, reports frames.
  private func windowManagerChanged() {
    let supported = display.longs(display.atom(.netSupported), of: display.root)
    protocols.reportsFrames = supported.contains(display.atom(.netWmFrameDrawn))
  }

  // MARK: Frames

  /// How long after the window is mapped, framed or exposed the picture is put once more, in
  /// seconds.
  ///
  /// A manager frames a window in several requests: what is put between them goes into pixels that
  /// the server throws away with Composite, and no Expose follows. Seen with awesome 4.3, where a
  /// picture put 30 ms later stays.
  private static let settling = 0.05
  /// How long the window manager or the server may keep a frame back before it is drawn regardless,
  /// in microseconds.
  private static let watchdog: Int64 = 100_000
  /// The longest time that input is left to gather; the longest where a press may be shown before
  /// the next vblank; and while the window manager keeps a frame back, whose word is awaited; in
  /// seconds.
  private static let naps = (free: 0.016, unclocked: 0.004, held: 0.002)

  /// How long a server that removes a device may take from the release of what it held to the news
  /// of the removal, in seconds.
  private static let removal = 0.001

  /// Waits until something happens: an event, the time to draw a frame, or the deadline.
  ///
  /// Everything that has arrived is taken in before a frame is called for, so that the newest input
  /// is in it.
  public func wait(frameWanted: Bool, deadline: Instant?) -> Wake {
    var wake = Wake()
    // What the host has seen and wants no frame for.
    if !frameWanted { pending.hasInput = false }
    let isFlooded = inputCost.end(at: now)
    letGather(frameWanted, deadline)
    if isFlooded, let plan = framePlan(frameWanted, now) {
      poller.nap(until: monotonic(min(napEnd(plan, now), deadline ?? plan.latch)))
    }
    while true {
      drain(into: &wake.events)
      if !isLost, wake.events.contains(where: \.isLift) {
        // What follows at once may take the release back: its device may be on its way out.
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

  /// Draws a frame: `draw` gets the pixels, 0x00RRGGBB row-major, and what of them to draw anew.
  ///
  /// `damage` is what differs from the last frame drawn; more than that may have to be drawn, for
  /// the memory that is free may hold an older frame. Outside of the rectangles asked for the
  /// pixels are right already. What became of the frame is returned, if `wait` called for it.
  @discardableResult
  public func present(
    damage changed: Damage, _ draw: (inout MutableSpan<UInt32>, FrameTarget) -> Void
  ) -> FrameReport? {
    guard !isLost, image.isReady else { return nil }
    // What the host does between the call and this is part of what a frame costs.
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
    // What follows input alone follows no grid, and its answer would wake the program for nothing.
    if clock.hasPixelClock || !call.showsInput { requestVblank(finished) }
    // SAFETY: here and below: who holds `display` has a connection, open or lost.
    unsafe XFlush(display.handle)
    return timer.end(now: now, thread: threadTime(), period: clock.period)
  }

  /// Lets gather what arrives right after a frame that followed input: before the next one may be
  /// drawn nothing of it is seen, neither reports nor the server's word that it has read the
  /// pixels.
  private func letGather(_ frameWanted: Bool, _ deadline: Instant?) {
    guard !isLost, let next = clock.nextFree else { return }
    let now = self.now
    // What moves by itself keeps to its grid.
    let moving = frameWanted ? clock.plan(now: now).latch : next
    let end = min(next, moving, deadline ?? next, now.advanced(by: Self.naps.free))
    if end > now { poller.nap(until: monotonic(end)) }
  }

  /// When to look at what floods in again: none of it is late as long as it is in the next frame.
  ///
  /// What has gathered is taken in a little before the frame, so that little is left to do when the
  /// frame is due; where there is no vblank that it might miss, with the frame.
  private func napEnd(_ plan: FrameClock.Plan, _ now: Instant) -> Instant {
    let early = clock.hasPixelClock ? 1.25 * inputCost.cost : 0
    let end = plan.latch - now > 2 * early ? plan.latch.advanced(by: -early) : plan.latch
    let free = clock.hasPixelClock ? Self.naps.free : Self.naps.unclocked
    let longest = protocols.unreportedSince == nil ? free : Self.naps.held
    return min(end, now.advanced(by: longest))
  }

  private func framePlan(_ frameWanted: Bool, _ now: Instant) -> FrameClock.Plan? {
    // A manager that resizes the window waits for its answer, and the window may be hidden only to
    // it.
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

  /// Has the picture put once more when what the server does with its pixels has settled.
  private func repeatWhenSettled() { pending.repeatAt = now.advanced(by: Self.settling) }

  /// Sleeps; true when another thread ended it.
  private func sleep(until wakeUp: Instant?) -> Bool {
    switch poller.sleep(until: wakeUp.map(monotonic)) {
    case .events, .time: return false
    case .woken: return true
    case .lost:
      display.markLost()
      return false
    }
  }

  /// A moment in microseconds of CLOCK_MONOTONIC.
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

  // MARK: Giving up the selection

  /// Leaves what was copied to the desktop's clipboard manager, where there is one, so that it can
  /// still be pasted when the program has ended.
  ///
  /// The window goes from the screen at once, and no event is reported any more. A manager that
  /// says nothing for `patience` seconds is waited for no longer, and none for longer than ten
  /// times that.
  ///
  /// - Precondition: `patience` is finite and not negative.
  public func handOverText(patience: Double = 1) {
    precondition(patience >= 0 && patience.isFinite, "a patience is finite and not negative")
    guard !isLost, !display.isLost else { return }
    // SAFETY: here and below: the connection is held, and an event is read as the member that its
    // type names.
    unsafe XUnmapWindow(display.handle, window)
    guard offer.askToKeep(at: userTime) else { return }
    let silence = Int64(min(patience, 1e9) * 1e6)
    let end = cx_monotonic_us() + 10 * silence
    // A long text goes in many pieces, each when the manager has taken the one before.
    while !display.isLost, !keeperHasSpoken(), cx_monotonic_us() < end {
      switch poller.sleep(until: min(end, cx_monotonic_us() + silence)) {
      case .events: continue
      case .time, .woken, .lost: return
      }
    }
  }

  /// Gives the clipboard manager what it asks for; returns whether it has all it wanted, or does
  /// not want it.
  private func keeperHasSpoken() -> Bool {
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
        // Nothing can be asked of us by it any more, nor by anybody else if it is our own.
        let gone = unsafe event.xdestroywindow.window
        offer.windowGone(gone)
        if gone == window { return true }
      default: break
      }
    }
    return false
  }

  // MARK: Manners

  /// Sets the title.
  public func setTitle(_ title: String) {
    guard !isLost else { return }
    // The old property holds Latin-1; the dashes that titles use have a stand-in there, the rest
    // has none.
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

  /// Asks the window manager to cover the screen, or to end that; `isFullscreen` follows when it
  /// has.
  public func toggleFullscreen() { setFullscreen(!isFullscreen) }

  /// Asks the window manager to cover the screen, or to end that.
  public func setFullscreen(_ on: Bool) {
    guard !isLost else { return }
    // From an application, not from a pager: 1.
    let longs = [on ? 1 : 0, display.atom(.netWmStateFullscreen), 0, 1]
    let mask = SubstructureNotifyMask | SubstructureRedirectMask
    display.send(.netWmState, about: window, longs, to: display.root, mask: mask)
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

  /// Tells the program that something was dropped from that the window is done with it, and whether
  /// it was of use.
  public func finishDrop(isAccepted: Bool) {
    guard !isLost else { return }
    drops.finish(isAccepted: isAccepted)
  }

  /// Tells the window manager who we are.
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

  /// Tells when the user last did something here, on the server's clock: what a manager prevents
  /// focus stealing by.
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

  /// Tells the sizes that the window can have.
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

  /// This machine's name, if it has one of some length.
  private static var hostName: [UInt8]? {
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

  // MARK: Report

  /// What the window found out about its server.
  public var report: WindowReport {
    let handle = display.handle
    // SAFETY: of a connection that is open the vendor's name lives as long, and is copied.
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

/// Whether a window can be seen, and if not, why.
private struct Visibility: Hashable, Sendable {
  var isMapped = false
  /// Whether other windows cover all of it.
  var isCovered = false
  var isMinimised = false
  /// Whether any of it can be seen.
  var isVisible: Bool { isMapped && !isCovered && !isMinimised }
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

/// What is to be shown again besides what the host changes.
private struct PendingDrawing: Hashable, Sendable {
  /// Uncovered by another window: the last frame's pixels will do.
  var exposed = Damage()
  /// The picture no longer fits: all of it is to be drawn.
  var isStale = true
  /// Input has come that no frame shows yet.
  var hasInput = false
  /// When the whole picture is to be shown once more, because it may have been put where nobody saw
  /// it.
  var repeatAt: Instant?
}

/// A frame that the host has been told to draw.
private struct FrameCall: Hashable, Sendable {
  var begun: Instant
  var vblank: Instant
  /// Whether it shows input that no frame has shown.
  var showsInput = false
}

/// The one question about the next vblank that is under way.
private struct VblankRequest: Hashable, Sendable {
  var serial: UInt32 = 0
  /// When it was asked, in microseconds of CLOCK_MONOTONIC; `nil` = none is under way.
  var askedAt: Int64?
}
