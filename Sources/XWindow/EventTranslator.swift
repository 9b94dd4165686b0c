package import Feel
internal import FeelGeometry

/// Turns the server's events into the samples that controls are fed.
///
/// A pure function of the events it has seen: it talks to no server. Wheel axes, touches, held buttons and keys are its whole state.
package struct EventTranslator: Hashable, Sendable {
  /// Device pixels a point.
  package var scale: Double
  /// The session's clock, as the server's times tell it.
  package var clock: ServerClock
  private var scrolling = ScrollTable()
  private var touches = TouchTable()
  private var buttons: Set<PointerSample.Button> = []
  private var keys: Set<UInt32> = []
  /// The device of the press that is under way.
  private var pressSource: Int?

  /// A translation that starts with nothing held.
  package init(scale: Double, clock: ServerClock) {
    (self.scale, self.clock) = (scale, clock)
  }

  /// Appends what an event means.
  package mutating func translate(_ event: RawEvent, into output: inout [WindowEvent]) {
    let time = clock.instant(server: event.time)
    switch event.kind {
    case .motion(let axes): motion(event, axes, time, &output)
    case .press(let button): press(event, button, time, &output)
    case .release(let button): release(event, button, time, &output)
    case .enter(let held, let axes, let query):
      if !axes.isEmpty { scrolling.restart(axes, query: query) }
      // The release of a button may have gone elsewhere while the pointer was away.
      if !buttons.isEmpty && held & 0x30e == 0 { cancel(time, .grabLost, &output) }
      output.append(pointer(event, time, .moved))
    case .leave:
      if buttons.isEmpty { output.append(pointer(event, time, .exited)) }
    case .touch(let id, let phase): touch(event, id, phase, time, &output)
    case .deviceChanged(let axes): scrolling.learn(axes)
    case .deviceRemoved:
      scrolling.remove(event.source)
      if pressSource == event.source { cancel(time, .deviceRemoved, &output) }
    case .key(let key): self.key(event, key, time, &output)
    case .focus(let focused):
      if !focused { cancel(time, .focusLost, &output) }
      output.append(.focus(focused))
    case .unmapped: cancel(time, .unmapped, &output)
    }
  }

  /// Abandons whatever is held, and forgets it: its release may never come.
  package mutating func cancel(
    _ time: Instant, _ reason: CancelSample.Reason, _ output: inout [WindowEvent]
  ) {
    buttons = []
    keys = []
    touches = TouchTable()
    pressSource = nil
    output.append(.input(.cancel(CancelSample(time: time, reason: reason))))
  }

  // MARK: Pointer

  private mutating func motion(
    _ event: RawEvent, _ axes: [AxisValue], _ time: Instant, _ output: inout [WindowEvent]
  ) {
    let turned = scrolling.notches(
      device: event.source, values: axes, serial: event.serial, time: event.time)
    if turned.x != 0 || turned.y != 0 {
      output.append(.input(.wheel(wheel(event, time, Vector(turned.x, turned.y), .notches))))
    }
    // A first touch is reported as a pointer too; and an event that only scrolls has not moved.
    let onlyScrolls = !axes.isEmpty && axes.allSatisfy { $0.number > 1 }
    guard !event.isEmulated, !onlyScrolls else { return }
    output.append(pointer(event, time, .moved))
  }

  private mutating func press(
    _ event: RawEvent, _ button: Int, _ time: Instant, _ output: inout [WindowEvent]
  ) {
    if let delta = Self.wheelNotch(button) {
      // Smooth axes report the same turn exactly, but for the one that told them where they are.
      let isToldByAxis = event.isEmulated || scrolling.scrolls(event.source)
      guard
        !isToldByAxis
          || scrolling.countsEcho(
            device: event.source, isHorizontal: delta.x != 0, time: event.time)
      else { return }
      output.append(.input(.wheel(wheel(event, time, delta, .notches))))
      return
    }
    guard !event.isEmulated, let button = Self.button(button) else { return }
    buttons.insert(button)
    pressSource = event.source
    output.append(pointer(event, time, .down, button))
  }

  private mutating func release(
    _ event: RawEvent, _ button: Int, _ time: Instant, _ output: inout [WindowEvent]
  ) {
    guard !event.isEmulated, let button = Self.button(button) else { return }
    // Cancelled before: the release of nothing.
    guard buttons.remove(button) != nil else { return }
    if buttons.isEmpty { pressSource = nil }
    output.append(pointer(event, time, .up, button))
  }

  private mutating func touch(
    _ event: RawEvent, _ id: Int, _ phase: RawEvent.TouchPhase, _ time: Instant,
    _ output: inout [WindowEvent]
  ) {
    let place = location(event)
    switch touches.handle(id: id, phase: phase, at: place) {
    case .none: break
    case .pointer(let phase):
      if phase == .down { pressSource = event.source }
      output.append(pointer(event, time, phase, .primary, .touch))
    case .scrollBegan:
      output.append(.input(.cancel(CancelSample(time: time, reason: .user))))
    case .scroll(let delta):
      output.append(.input(.wheel(wheel(event, time, delta, .points))))
    }
  }

  // MARK: Keyboard

  private mutating func key(
    _ event: RawEvent, _ key: KeyEvent, _ time: Instant, _ output: inout [WindowEvent]
  ) {
    if !key.isDown {
      guard !key.repeats, keys.remove(key.code) != nil else { return }
    }
    let isRepeat = key.isDown && !keys.insert(key.code).inserted
    let modifiers = Self.modifiers(event.state)
    if let named = KeySymbols.key(of: key) {
      let sample = KeySample(
        time: time, phase: key.isDown ? .down : .up, key: named, isRepeat: isRepeat,
        modifiers: modifiers)
      output.append(.input(.key(sample)))
    }
    let types = key.isDown && modifiers.isDisjoint(with: [.control, .alt])
    if types, let text = KeySymbols.text(of: key) { output.append(.text(text)) }
  }

  // MARK: Vocabulary

  private func location(_ event: RawEvent) -> Vector {
    Vector(event.x / scale, event.y / scale)
  }

  private func pointer(
    _ event: RawEvent, _ time: Instant, _ phase: PointerSample.Phase,
    _ button: PointerSample.Button = .primary, _ device: PointerSample.Device = .mouse
  ) -> WindowEvent {
    let sample = PointerSample(
      time: time, phase: phase, location: location(event), button: button, device: device,
      modifiers: Self.modifiers(event.state))
    return .input(.pointer(sample))
  }

  private func wheel(
    _ event: RawEvent, _ time: Instant, _ delta: Vector, _ unit: WheelSample.Unit
  ) -> WheelSample {
    WheelSample(
      time: time, location: location(event), delta: delta, unit: unit,
      modifiers: Self.modifiers(event.state))
  }

  private static func button(_ number: Int) -> PointerSample.Button? {
    switch number {
    case 1: .primary
    case 2: .middle
    case 3: .secondary
    case 8: .back
    case 9: .forward
    default: nil
    }
  }

  private static func wheelNotch(_ button: Int) -> Vector? {
    switch button {
    case 4: Vector(0, -1)
    case 5: Vector(0, 1)
    case 6: Vector(-1, 0)
    case 7: Vector(1, 0)
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
