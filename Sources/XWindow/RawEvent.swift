/// One event of the X server, flattened into plain values: what the translation reads, with or without a server.
package struct RawEvent: Hashable, Sendable {
  /// What happened, with what belongs to it.
  package enum Kind: Hashable, Sendable {
    case motion(axes: [AxisValue])
    case press(button: Int)
    case release(button: Int)
    /// The pointer came in: buttons held, the axes as asked for now, and the number of that request.
    case enter(buttons: UInt32, axes: [ScrollAxis], query: UInt)
    case leave
    case touch(id: Int, phase: TouchPhase)
    case deviceChanged([ScrollAxis])
    case deviceRemoved
    case key(KeyEvent)
    case focus(Bool)
    case unmapped
  }

  package enum TouchPhase: Hashable, Sendable {
    case began, moved, ended
  }

  package var kind: Kind
  /// The server's clock in milliseconds, which wraps after 49.7 days.
  package var time: UInt32 = 0
  /// The number of the last request that the server had seen.
  package var serial: UInt = 0
  /// Device pixels in the window, with fractions.
  package var x: Double = 0
  package var y: Double = 0
  /// X modifier bits: 1 Shift, 4 Control, 8 Alt.
  package var state: UInt32 = 0
  /// The device it came from.
  package var source: Int = 0
  /// Whether the server made it up from something else that is reported too.
  package var isEmulated = false

  /// Whether a hand presses something: what counts as use of the window.
  var isDeed: Bool {
    switch kind {
    case .press, .touch(_, .began): !isEmulated
    case .key(let key): key.isDown
    default: false
    }
  }

  package init(
    kind: Kind, time: UInt32 = 0, serial: UInt = 0, x: Double = 0, y: Double = 0,
    state: UInt32 = 0, source: Int = 0, isEmulated: Bool = false
  ) {
    (self.kind, self.time, self.serial) = (kind, time, serial)
    (self.x, self.y, self.state) = (x, y, state)
    (self.source, self.isEmulated) = (source, isEmulated)
  }
}

/// The reading of one axis of a device.
package struct AxisValue: Hashable, Sendable {
  package var number: Int
  package var value: Double

  package init(number: Int, value: Double) {
    (self.number, self.value) = (number, value)
  }
}

/// One scrolling axis of a device, with a reading.
package struct ScrollAxis: Hashable, Sendable {
  package var device: Int
  package var number: Int
  package var isHorizontal: Bool
  /// How far the axis goes in one notch; negative where it counts the other way.
  package var increment: Double
  package var value: Double

  package init(device: Int, number: Int, isHorizontal: Bool, increment: Double, value: Double) {
    (self.device, self.number, self.isHorizontal) = (device, number, isHorizontal)
    (self.increment, self.value) = (increment, value)
  }
}

/// A key going down or up.
package struct KeyEvent: Hashable, Sendable {
  package var isDown: Bool
  package var code: UInt32
  /// The key's symbol without any modifier.
  package var plainSymbol: UInt
  /// The key's symbol with the modifiers held.
  package var symbol: UInt
  /// The first symbol of the key, over the keyboard's groups, that is an ASCII letter or digit; 0 = none.
  package var latinSymbol: UInt = 0
  /// Whether the next event is the same key going down at the same time: auto-repeat of a server that cannot say so.
  package var repeats = false

  package init(
    isDown: Bool, code: UInt32, plainSymbol: UInt, symbol: UInt, latinSymbol: UInt = 0,
    repeats: Bool = false
  ) {
    (self.isDown, self.code, self.plainSymbol) = (isDown, code, plainSymbol)
    (self.symbol, self.latinSymbol, self.repeats) = (symbol, latinSymbol, repeats)
  }
}
