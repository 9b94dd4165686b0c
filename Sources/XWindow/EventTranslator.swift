package import CX11
package import Feel

/// Turns the server's events into the samples that controls are fed.
///
/// A pure function of the events it has seen: it talks to no server. Wheel axes, touches, held
/// buttons and keys are its whole state.
package struct EventTranslator: Hashable, Sendable {
  /// Device pixels per point.
  package var scale: Double
  /// The session's clock, as the server's times tell it.
  package var clock: ServerClock
  private var scrolling = ScrollTable()
  private var touches = TouchTable()
  private var buttons: Set<PointerSample.Button> = []
  private var keys: Set<UInt32> = []
  /// The touchpads whose fingers scroll, with when they last did so on the server's clock, in
  /// milliseconds.
  private var fingers: [Int32: UInt32] = [:]
  /// How long a touchpad may say nothing before its next scroll is another one, in milliseconds:
  /// the end of the last may have gone to another window.
  private static let patience: UInt32 = 500
  /// How long a busy server may take to remove a device after it let go, in milliseconds.
  private static let removal: UInt32 = 50
  /// The device of the press that is under way.
  private var pressSource: Int32?
  private var lift: Lift?

  /// The newest release: of which device, and when, on the server's clock and on the session's.
  private struct Lift: Hashable {
    var source: Int32
    var serverTime: UInt32
    var time: Instant
  }

  /// A translation that starts with nothing held.
  package init(scale: Double, clock: ServerClock) { (self.scale, self.clock) = (scale, clock) }

  /// Appends what an event means.
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

  /// Abandons whatever is held, and forgets it: its release may never come.
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

  /// A device is gone: what it held is cancelled.
  ///
  /// The server first releases what the device held. No hand did that, and nothing is to be flung
  /// by it, so a release that came with the removal is taken back.
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
    // A first touch is reported as a pointer too; and an event that only scrolls has not moved.
    let onlyScrolls = !axes.isEmpty && axes.allSatisfy { $0.number > 1 }
    guard !event.emulated, !onlyScrolls else { return }
    // Nobody asks how fast a pointer passes: where it is now is all that counts.
    if let last = output.last, isPassing(last) { output.removeLast() }
    output.append(pointer(event, time, .moved))
  }

  /// Whether an event is that of a mouse that moves with no button down.
  ///
  /// To be asked before another event is translated.
  package func isPassing(_ event: WindowEvent) -> Bool {
    guard case .input(.pointer(let sample)) = event else { return false }
    return buttons.isEmpty && sample.phase == .moved && sample.device == .mouse
  }

  /// What a turn of a device's axes means, if anything.
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
    // An end alone ends nothing.
    if !hasMoved, last == nil { return nil }
    let goesOn = last.map { event.time &- $0 <= Self.patience } ?? false
    let phase: WheelSample.Phase = hasMoved ? (goesOn ? .changed : .began) : .ended
    return wheel(event, time, turn.notches, phase, .finger)
  }

  private mutating func entered(_ event: CXInput, _ time: Instant, _ output: inout [WindowEvent]) {
    let axes = event.scrollAxes
    if !axes.isEmpty { scrolling.restart(axes, query: event.query) }
    // The release of a button may have gone elsewhere while the pointer was away.
    if !buttons.isEmpty && event.buttons & 0x30e == 0 { cancel(time, .grabLost, &output) }
    output.append(pointer(event, time, .moved))
  }

  private mutating func notch(_ event: CXInput, _ time: Instant, _ output: inout [WindowEvent]) {
    // Smooth axes report the same turn exactly, but for the one that told them where they are.
    let source = Int(event.source)
    let isToldByAxis = event.emulated || scrolling.scrolls(source)
    let countsEcho = scrolling.countsEcho(
      device: source, isHorizontal: event.notch_x != 0, time: event.time)
    guard !isToldByAxis || countsEcho else { return }
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
    // Cancelled before: the release of nothing.
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

  // MARK: Vocabulary

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
    // SAFETY: the pointer lives as long as the call, and the index stays below the count.
    unsafe withUnsafePointer(to: self) { input in
      (0..<axis_count).map { unsafe cx_input_axis(input, $0) }
    }
  }

  /// The scrolling axes and where they are.
  fileprivate var scrollAxes: [CXScrollValuator] {
    // SAFETY: as above.
    unsafe withUnsafePointer(to: self) { input in
      (0..<scroll_count).map { unsafe cx_input_scroll(input, $0) }
    }
  }
}
