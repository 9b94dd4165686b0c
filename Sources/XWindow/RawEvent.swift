/// One event of the X server, flattened into plain values: what the translation reads, with or without a server.
struct RawEvent: Hashable, Sendable {
  /// What happened, with what belongs to it.
  enum Kind: Hashable, Sendable {
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

  enum TouchPhase: Hashable, Sendable {
    case began, moved, ended
  }

  var kind: Kind
  /// The server's clock in milliseconds, which wraps after 49.7 days.
  var time: UInt32 = 0
  /// The number of the last request that the server had seen.
  var serial: UInt = 0
  /// Device pixels in the window, with fractions.
  var x: Double = 0
  var y: Double = 0
  /// X modifier bits: 1 Shift, 4 Control, 8 Alt.
  var state: UInt32 = 0
  /// The device it came from.
  var source: Int = 0
  /// Whether the server made it up from something else that is reported too.
  var isEmulated = false
}

/// The reading of one axis of a device.
struct AxisValue: Hashable, Sendable {
  var number: Int
  var value: Double
}

/// One scrolling axis of a device, with a reading.
struct ScrollAxis: Hashable, Sendable {
  var device: Int
  var number: Int
  var isHorizontal: Bool
  /// How far the axis goes in one notch; negative where it counts the other way.
  var increment: Double
  var value: Double
}

/// A key going down or up.
struct KeyEvent: Hashable, Sendable {
  var isDown: Bool
  var code: UInt32
  /// The key's symbol without any modifier.
  var plainSymbol: UInt
  /// The key's symbol with the modifiers held.
  var symbol: UInt
  /// The first symbol of the key, over the keyboard's groups, that is an ASCII letter or digit; 0 = none.
  var latinSymbol: UInt = 0
  /// Whether the next event is the same key going down at the same time: auto-repeat of a server that cannot say so.
  var repeats = false
}
