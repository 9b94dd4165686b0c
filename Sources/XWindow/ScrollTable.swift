internal import CX11
internal import Feel

/// Converts the absolute positions of scrolling axes to notches.
///
/// Axes move on while the pointer is elsewhere, so after each entry the readings must be
/// initialised before anything counts. Device-change events carry exact readings for their position
/// in the stream; a query made on entry is newer than events already under way, so the first of
/// those only sets the reading.
///
/// No client can know how far that first event turned: entry events carry no axes, and the reply to
/// a query is too late. It would take grabbing the pointer of the whole desktop during the query,
/// or receiving every motion on the desktop; neither is worth it. But for a wheel with whole
/// notches, the server echoes each notch as a button press right after the motion, so those echoes
/// are counted. For an axis with fractional notches, such as a touchpad's, the first event after an
/// entry is lost if it precedes the server's handling of the query, a window of about a
/// millisecond; nothing is ever counted twice.
///
/// When fingers leave a touchpad, libinput's driver reports a motion of 0, which marks the end of
/// the scroll.
///
/// Source: X Input Extension 2.4, "XIQueryDevice", "XI_Enter" and "Smooth scrolling"; xorg-server
/// 21.1, `dix/getevents.c`, `emulate_scroll_button_events`; libinput's documentation, "Scrolling".
struct ScrollTable: Hashable, Sendable {
  private struct Key: Hashable {
    var device: Int
    var number: Int
  }

  private struct Axis: Hashable {
    var isHorizontal: Bool
    var kind: CXScrollKind
    var increment: Double
    /// The reading at this position of the stream, or `nil` if unknown.
    var reading: Double?
    /// The reading found by a query, valid for events after it.
    var queried: Double
    /// Whether it has ever moved by a fraction of a notch: then its echoes cannot be counted.
    var isFine = false
    /// The server's time of the newest motion, if it started from an unknown reading; its echoes
    /// follow.
    var unmeasured: UInt32?

    /// Notches between two readings.
    func turned(from old: Double, to new: Double) -> Double { (new - old) / increment }
  }

  /// More notches in one event than any hand can turn: the device was reset.
  private static let limit = 30.0
  private var axes: [Key: Axis] = [:]
  private var query: UInt = 0

  /// Whether a device has scrolling axes, so that its wheel buttons are only echoes.
  func scrolls(_ device: Int) -> Bool {
    axes.keys.contains { $0.device == device }
  }

  /// Sets the readings as of this position of the stream.
  mutating func learn(_ list: [CXScrollValuator]) {
    for axis in list where axis.increment != 0 && axis.increment.isFinite {
      let key = Key(device: Int(axis.device), number: Int(axis.number))
      var new = Axis(
        isHorizontal: axis.horizontal, kind: axis.kind, increment: axis.increment,
        reading: axis.value, queried: axis.value)
      if let old = axes[key], old.increment == new.increment {
        let turned = old.reading.map { new.turned(from: $0, to: axis.value) } ?? 0
        new.isFine = old.isFine || !Self.isWhole(turned)
        // Observed behaviour overrides the driver's properties.
        if new.kind == CXScrollsByWheel { new.kind = old.kind }
      }
      axes[key] = new
    }
  }

  /// Sets readings queried by request number `query`: they are valid for events after it, not for
  /// those already under way.
  mutating func restart(_ list: [CXScrollValuator], query: UInt) {
    learn(list)
    self.query = query
    for key in axes.keys { axes[key]?.reading = nil }
  }

  /// The scroll in one event.
  struct Turn: Hashable, Sendable {
    /// Notches since the last reading, positive right and down.
    var notches = Vector.zero
    /// The source of the scroll.
    var source = WheelSample.Source.wheel
    /// Whether it marks the end of a scroll: the event has scrolling axes, and none of them moved.
    var isStop = false
  }

  /// How far the axes named by an event have moved.
  ///
  /// A device that marks the end of a scroll is treated as a touchpad from then on, whatever its
  /// driver says: no wheel does that.
  mutating func turn(device: Int, values: [CXAxisReading], serial: UInt, time: UInt32) -> Turn {
    var turn = Turn()
    var (named, still) = (0, 0)
    for value in values {
      let key = Key(device: device, number: Int(value.number))
      guard var axis = axes[key] else { continue }
      named += 1
      let old = axis.reading ?? (serial >= query ? axis.queried : nil)
      axis.reading = value.value
      axis.unmeasured = old == nil ? time : nil
      let turned = old.map { axis.turned(from: $0, to: value.value) }
      if let turned, !Self.isWhole(turned) { axis.isFine = true }
      axes[key] = axis
      if axis.kind == CXScrollsByFingers { turn.source = .finger }
      if axis.kind == CXScrollsByItself { turn.source = .continuous }
      guard let turned, turned.isFinite, abs(turned) <= Self.limit else { continue }
      if turned == 0 { still += 1 }
      turn.notches += axis.isHorizontal ? Vector(turned, 0) : Vector(0, turned)
    }
    // An event that also has other axes is a pointer motion.
    turn.isStop = named > 0 && still == named && named == values.count
    if turn.isStop, turn.source == .wheel {
      turn.source = .finger
      for key in axes.keys where key.device == device { axes[key]?.kind = CXScrollsByFingers }
    }
    return turn
  }

  /// Whether an echoed wheel button at a time counts, because the axis could not measure that
  /// notch.
  func countsEcho(device: Int, isHorizontal: Bool, time: UInt32) -> Bool {
    axes.contains { key, axis in
      key.device == device && axis.isHorizontal == isHorizontal && axis.unmeasured == time
        && !axis.isFine
    }
  }

  private static func isWhole(_ notches: Double) -> Bool {
    abs(notches - notches.rounded()) < 1e-6
  }

  /// Forgets a device.
  mutating func remove(_ device: Int) {
    axes = axes.filter { $0.key.device != device }
  }
}
