internal import CX11

/// Reads the unions of X events into plain values.
@safe struct XEventReader {
  private let display: Display
  /// The opcode of XInput 2, or `nil` where the pointer comes by core events.
  let inputOpcode: Int32?
  /// Whether a held key repeats without being reported as lifted.
  let repeatsAreMarked: Bool

  init(_ display: Display, window: CX11.Window) {
    self.display = display
    let handle = display.handle
    var opcode: Int32 = 0
    let version = unsafe cx_input_open(handle, &opcode)
    // Before 2.2 there are no touches, before 2.1 no smooth scrolling: nothing that core events lack.
    inputOpcode = version >= 2 ? opcode : nil
    if inputOpcode != nil { unsafe cx_input_select(handle, window, display.root) }
    var supported: Int32 = 0
    unsafe XkbSetDetectableAutoRepeat(handle, 1, &supported)
    repeatsAreMarked = supported != 0
  }

  /// The event mask that the window needs from the core protocol.
  var coreMask: Int {
    let always =
      KeyPressMask | KeyReleaseMask | FocusChangeMask | StructureNotifyMask | ExposureMask
      | PropertyChangeMask | VisibilityChangeMask
    guard inputOpcode == nil else { return always }
    return always | ButtonPressMask | ButtonReleaseMask | PointerMotionMask | EnterWindowMask
      | LeaveWindowMask
  }

  /// The scrolling axes as they are now.
  func scrollAxes() -> [ScrollAxis] {
    guard inputOpcode != nil else { return [] }
    let limit = 64
    return unsafe withUnsafeTemporaryAllocation(of: CXScrollAxis.self, capacity: limit) { axes in
      let count = unsafe cx_input_scroll_axes(display.handle, axes.baseAddress, Int32(limit))
      return unsafe axes.prefix(Int(count)).map { Self.axis($0) }
    }
  }

  /// Input by core events; `nil` for anything else.
  func core(_ event: XEvent) -> RawEvent? {
    switch unsafe event.type {
    case MotionNotify:
      let motion = unsafe event.xmotion
      return unsafe RawEvent(
        kind: .motion(axes: []), time: UInt32(truncatingIfNeeded: motion.time),
        serial: motion.serial, x: Double(motion.x), y: Double(motion.y), state: motion.state)
    case ButtonPress, ButtonRelease:
      let button = unsafe event.xbutton
      let number = unsafe Int(button.button)
      return unsafe RawEvent(
        kind: event.type == ButtonPress ? .press(button: number) : .release(button: number),
        time: UInt32(truncatingIfNeeded: button.time), serial: button.serial,
        x: Double(button.x), y: Double(button.y), state: button.state)
    case EnterNotify, LeaveNotify: return unsafe crossing(event)
    case KeyPress, KeyRelease: return unsafe key(event)
    case FocusIn, FocusOut:
      // A grab's own comings and goings are none of the user's.
      let focus = unsafe event.xfocus
      guard unsafe focus.mode != NotifyGrab, unsafe focus.mode != NotifyUngrab,
        unsafe focus.detail != NotifyInferior, unsafe focus.detail < NotifyPointer
      else { return nil }
      return unsafe RawEvent(kind: .focus(event.type == FocusIn), serial: focus.serial)
    default: return nil
    }
  }

  private func crossing(_ event: XEvent) -> RawEvent? {
    let crossing = unsafe event.xcrossing
    guard unsafe crossing.mode == NotifyNormal, unsafe crossing.detail != NotifyInferior else {
      return nil
    }
    // Core state has buttons 1…5 from bit 8 on; bit n is button n in ours.
    let held = unsafe crossing.state >> 7 & 0x3e
    return unsafe RawEvent(
      kind: event.type == EnterNotify ? .enter(buttons: held, axes: [], query: 0) : .leave,
      time: UInt32(truncatingIfNeeded: crossing.time), serial: crossing.serial,
      x: Double(crossing.x), y: Double(crossing.y), state: crossing.state)
  }

  private func key(_ event: XEvent) -> RawEvent? {
    var key = unsafe event.xkey
    let code = unsafe KeyCode(truncatingIfNeeded: key.keycode)
    let plain = unsafe XkbKeycodeToKeysym(display.handle, code, 0, 0)
    var symbol: KeySym = 0
    var consumed: UInt32 = 0
    unsafe XkbLookupKeySym(display.handle, code, key.state & ~4, &consumed, &symbol)
    var latin: KeySym = 0
    for group: Int32 in 0..<4 where latin == 0 {
      let candidate = unsafe XkbKeycodeToKeysym(display.handle, code, group, 0)
      if (0x30...0x39).contains(candidate) || (0x61...0x7a).contains(candidate) {
        latin = candidate
      }
    }
    var repeats = false
    if unsafe event.type == KeyRelease, !repeatsAreMarked { repeats = unsafe pressFollows(&key) }
    let reading = unsafe KeyEvent(
      isDown: event.type == KeyPress, code: key.keycode, plainSymbol: plain, symbol: symbol,
      latinSymbol: latin, repeats: repeats)
    return unsafe RawEvent(
      kind: .key(reading), time: UInt32(truncatingIfNeeded: key.time), serial: key.serial,
      state: key.state)
  }

  private func pressFollows(_ key: inout XKeyEvent) -> Bool {
    let handle = display.handle
    guard unsafe XEventsQueued(handle, QueuedAfterReading) > 0 else { return false }
    var next = unsafe XEvent()
    unsafe XPeekEvent(handle, &next)
    return unsafe next.type == KeyPress && next.xkey.keycode == key.keycode
      && next.xkey.time &- key.time < 2
  }

  /// Input by XInput 2, whose data has been fetched; `nil` for anything else.
  func extended(_ event: XEvent) -> RawEvent? {
    var event = unsafe event
    var input = CXInputEvent()
    guard unsafe cx_input_read(&event, &input) else { return nil }
    guard let kind = kind(of: &input) else { return nil }
    return RawEvent(
      kind: kind, time: UInt32(truncatingIfNeeded: input.time), serial: input.serial,
      x: input.x, y: input.y, state: input.modifiers, source: Int(input.source),
      isEmulated: input.emulated)
  }

  private func kind(of input: inout CXInputEvent) -> RawEvent.Kind? {
    switch Int(input.kind) {
    case CXInputMotion: return .motion(axes: Self.values(&input))
    case CXInputPress: return .press(button: Int(input.detail))
    case CXInputRelease: return .release(button: Int(input.detail))
    case CXInputTouchBegin: return .touch(id: Int(input.detail), phase: .began)
    case CXInputTouchUpdate: return .touch(id: Int(input.detail), phase: .moved)
    case CXInputTouchEnd: return .touch(id: Int(input.detail), phase: .ended)
    case CXInputEnter:
      guard input.mode == NotifyNormal, !input.inferior else { return nil }
      let query = display.nextRequest
      return .enter(buttons: input.buttons, axes: scrollAxes(), query: query)
    case CXInputLeave:
      guard input.mode == NotifyNormal, !input.inferior else { return nil }
      return .leave
    case CXInputDeviceChanged:
      let axes = (0..<input.scroll_count).map {
        unsafe Self.axis(cx_input_scroll(&input, $0))
      }
      return .deviceChanged(axes)
    case CXInputDeviceRemoved: return .deviceRemoved
    default: return nil
    }
  }

  private static func values(_ input: inout CXInputEvent) -> [AxisValue] {
    (0..<input.axis_count).map { index in
      unsafe AxisValue(
        number: Int(cx_input_axis_number(&input, index)), value: cx_input_axis_value(&input, index))
    }
  }

  private static func axis(_ axis: CXScrollAxis) -> ScrollAxis {
    ScrollAxis(
      device: Int(axis.device), number: Int(axis.number), isHorizontal: axis.horizontal,
      increment: axis.increment, value: axis.value)
  }
}
