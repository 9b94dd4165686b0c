package import CX11
package import Feel

/// Translates the server's events to samples for controls.
///
/// A pure function of the events so far, without access to the server. Its state is the wheel axes,
/// touches, held buttons and keys.
package struct EventTranslator: Hashable, Sendable {
  /// Device pixels per point.
  package var scale: Double
  /// Converts the server's times to the session's clock.
  package var clock: ServerClock
  private var scrolling = ScrollTable()
  private var touches = TouchTable()
  private var buttons: Set<PointerSample.Button> = []
  private var keys: Set<UInt32> = []
  /// The touchpads currently scrolling, with the time of their last scroll on the server's clock,
  /// in milliseconds.
  private var fingers: [Int32: UInt32] = [:]
  /// A touchpad silent for longer than this starts a new scroll, in milliseconds: the end of the
  /// previous one may have gone to another window.
  private static let patience: UInt32 = 500
  /// A busy server may take this long to remove a device after its forced release, in milliseconds.
  private static let removal: UInt32 = 50
  /// The device of the current press.
  private var pressSource: Int32?
  private var lift: Lift?

  /// The newest release: its device, and its time on the server's clock and on the session's.
  private struct Lift: Hashable {
    var source: Int32
    var serverTime: UInt32
    var time: Instant
  }

  /// A translator with nothing held.
  package init(scale: Double, clock: ServerClock) { (self.scale, self.clock) = (scale, clock) }

  /// Appends the translation of an event.
  package mutating func translate(_ event: CXInput, into output: inout [WindowEvent]) {
    let time = clock.instant(server: event.time)
    switch event.kind {
    case CXMoved: moved(event, time, &output)
    case CXPressed: pressed(event, time, &output)
    case CXReleased: released(event, time, &output)
    case CXWheel: notch(event, time, &output)
    case CXEntered: entered(event, time, &output)
    case CXLeft:
      if buttons.isEmpty { output.append(pointer(event, time, .exited)) }
    case CXTouchBegan, CXTouchMoved, CXTouchEnded: touch(event, time, &output)
    case CXDeviceChanged: scrolling.learn(event.scrollAxes)
    case CXDeviceRemoved: removed(event, time, &output)
    case CXKeyDown, CXKeyUp: key(event, time, &output)
    case CXUnfocused:
      cancel(time, .focusLost, &output)
      output.append(.focus(false))
    case CXFocused: output.append(.focus(true))
    default: break
    }
  }

  /// Cancels and forgets everything held: its release may never arrive.
  package mutating func cancel(
    _ time: Instant, _ reason: CancelSample.Reason, _ output: inout [WindowEvent]
  ) {
    buttons = []
    keys = []
    fingers = [:]
    touches = TouchTable()
    pressSource = nil
    output.append(.input(.cancel(CancelSample(time: time, reason: reason))))
  }

  /// Cancels the presses of a device that was removed.
  ///
  /// The server first releases what the device held. No hand did that, and it must not fling
  /// anything, so a release just before the removal is withdrawn.
  private mutating func removed(_ event: CXInput, _ time: Instant, _ output: inout [WindowEvent]) {
    scrolling.remove(Int(event.source))
    fingers[event.source] = nil
    var holds = pressSource == event.source
    if let lift, lift.source == event.source, event.time &- lift.serverTime <= Self.removal {
      holds = true
      output.removeAll { event in
        guard case .input(.pointer(let sample)) = event else { return false }
        return sample.phase == .up && sample.time == lift.time
      }
    }
    if holds { cancel(time, .deviceRemoved, &output) }
  }

  // MARK: Pointer

  private mutating func moved(_ event: CXInput, _ time: Instant, _ output: inout [WindowEvent]) {
    let axes = event.axisReadings
    let turn = scrolling.turn(
      device: Int(event.source), values: axes, serial: event.serial, time: event.time)
    if let sample = scroll(event, time, turn) { output.append(.input(.wheel(sample))) }
    // Skip the pointer emulated for a first touch, and events that only scroll.
    let onlyScrolls = !axes.isEmpty && axes.allSatisfy { $0.number > 1 }
    guard !event.emulated, !onlyScrolls else { return }
    // Coalesce passing motion: only the latest position matters, not the speed.
    if let last = output.last, isPassing(last) { output.removeLast() }
    output.append(pointer(event, time, .moved))
  }

  /// Whether an event is a mouse motion with no button down.
  ///
  /// Valid only until the next event is translated.
  package func isPassing(_ event: WindowEvent) -> Bool {
    guard case .input(.pointer(let sample)) = event else { return false }
    return buttons.isEmpty && sample.phase == .moved && sample.device == .mouse
  }

  /// The wheel sample for a turn of a device's axes, if any.
  private mutating func scroll(
    _ event: CXInput, _ time: Instant, _ turn: ScrollTable.Turn
  ) -> WheelSample? {
    let hasMoved = turn.notches != .zero
    guard turn.source == .finger else {
      return hasMoved ? wheel(event, time, turn.notches, .turn, turn.source) : nil
    }
    guard hasMoved || turn.isStop else { return nil }
    let last = fingers[event.source]
    fingers[event.source] = hasMoved ? event.time : nil
    // An end without a preceding scroll is ignored.
    if !hasMoved, last == nil { return nil }
    let goesOn = last.map { event.time &- $0 <= Self.patience } ?? false
    let phase: WheelSample.Phase = hasMoved ? (goesOn ? .changed : .began) : .ended
    return wheel(event, time, turn.notches, phase, .finger)
  }

  private mutating func entered(_ event: CXInput, _ time: Instant, _ output: inout [WindowEvent]) {
    let axes = event.scrollAxes
    if !axes.isEmpty { scrolling.restart(axes, query: event.query) }
    // A button may have been released elsewhere while the pointer was away.
    if !buttons.isEmpty && event.buttons & 0x30e == 0 { cancel(time, .grabLost, &output) }
    output.append(pointer(event, time, .moved))
  }

  private mutating func notch(_ event: CXInput, _ time: Instant, _ output: inout [WindowEvent]) {
    // Smooth axes report the same turn more precisely, except in the event that initialised their
    // reading.
    let source = Int(event.source)
    let isReportedByAxis = event.emulated || scrolling.scrolls(source)
    let countsEcho = scrolling.countsEcho(
      device: source, isHorizontal: event.notch_x != 0, time: event.time)
    guard !isReportedByAxis || countsEcho else { return }
    let delta = Vector(event.notch_x, event.notch_y)
    output.append(.input(.wheel(wheel(event, time, delta))))
  }

  private mutating func pressed(_ event: CXInput, _ time: Instant, _ output: inout [WindowEvent]) {
    guard !event.emulated, let button = Self.button(event.button) else { return }
    buttons.insert(button)
    pressSource = event.source
    output.append(pointer(event, time, .down, button))
  }

  private mutating func released(_ event: CXInput, _ time: Instant, _ output: inout [WindowEvent]) {
    guard !event.emulated, let button = Self.button(event.button) else { return }
    // Already cancelled: ignore its release.
    guard buttons.remove(button) != nil else { return }
    if buttons.isEmpty { pressSource = nil }
    lift = Lift(source: event.source, serverTime: event.time, time: time)
    output.append(pointer(event, time, .up, button))
  }

  private mutating func touch(_ event: CXInput, _ time: Instant, _ output: inout [WindowEvent]) {
    guard let (number, phase) = touches.handle(event.kind, id: Int(event.touch)) else { return }
    if phase == .down { pressSource = event.source }
    if phase == .up { lift = Lift(source: event.source, serverTime: event.time, time: time) }
    output.append(pointer(event, time, phase, .primary, .touch, number))
  }

  // MARK: Keyboard

  private mutating func key(_ event: CXInput, _ time: Instant, _ output: inout [WindowEvent]) {
    let isDown = event.kind == CXKeyDown
    if !isDown {
      guard !event.repeats, keys.remove(event.key_code) != nil else { return }
    }
    let isRepeat = isDown && !keys.insert(event.key_code).inserted
    let modifiers = Self.modifiers(event.modifiers)
    let types = isDown && modifiers.isDisjoint(with: [.control, .alt])
    let text = types ? KeySymbols.text(of: event) : nil
    if let named = KeySymbols.key(of: event) {
      var typed = text?.unicodeScalars.first
      if case .character(let character) = named, typed.map(Character.init) == character {
        typed = nil
      }
      let sample = KeySample(
        time: time, phase: isDown ? .down : .up, key: named, isRepeat: isRepeat,
        modifiers: modifiers, typed: typed)
      output.append(.input(.key(sample)))
    }
    if let text { output.append(.text(text)) }
  }

  // MARK: Conversions

  private func location(_ event: CXInput) -> Vector { Vector(event.x / scale, event.y / scale) }

  private func pointer(
    _ event: CXInput, _ time: Instant, _ phase: PointerSample.Phase,
    _ button: PointerSample.Button = .primary, _ device: PointerSample.Device = .mouse,
    _ number: Int = 0
  ) -> WindowEvent {
    let sample = PointerSample(
      time: time, phase: phase, location: location(event), button: button, device: device,
      pointer: number, modifiers: Self.modifiers(event.modifiers))
    return .input(.pointer(sample))
  }

  private func wheel(
    _ event: CXInput, _ time: Instant, _ notches: Vector,
    _ phase: WheelSample.Phase = .turn, _ source: WheelSample.Source = .wheel
  ) -> WheelSample {
    WheelSample(
      time: time, location: location(event), delta: notches, phase: phase, source: source,
      modifiers: Self.modifiers(event.modifiers))
  }

  private static func button(_ number: Int32) -> PointerSample.Button? {
    switch number {
    case 1: .primary
    case 2: .middle
    case 3: .secondary
    case 8: .back
    case 9: .forward
    default: nil
    }
  }

  private static func modifiers(_ state: UInt32) -> Modifiers {
    var modifiers: Modifiers = []
    if state & 1 != 0 { modifiers.insert(.shift) }
    if state & 4 != 0 { modifiers.insert(.control) }
    if state & 8 != 0 { modifiers.insert(.alt) }
    return modifiers
  }
}

extension CXInput {
  /// The axes that moved.
  fileprivate var axisReadings: [CXAxisReading] {
    // SAFETY: the pointer is valid during the call, and the index is below the count.
    unsafe withUnsafePointer(to: self) { input in
      (0..<axis_count).map { unsafe cx_input_axis(input, $0) }
    }
  }

  /// The scrolling axes and their readings.
  fileprivate var scrollAxes: [CXScrollValuator] {
    // SAFETY: as above.
    unsafe withUnsafePointer(to: self) { input in
      (0..<scroll_count).map { unsafe cx_input_scroll(input, $0) }
    }
  }
}
