internal import CX11
internal import Feel

/// The readings of every scrolling axis, which turns absolute positions into notches.
///
/// An axis moves on while the pointer is elsewhere, so after each entry its reading is learnt anew
/// before anything counts. The server's own reports of a change of device carry exact readings at
/// their place in the stream; a query made on entry is later than the events already on their way,
/// so the first of those only sets the reading.
///
/// How far that first one turned no client can know: what comes with an entry carries no axes, and
/// by the time the server answers a question about them it has moved on. It would have to hold the
/// pointer of the whole desktop still until the client has asked, or to report every motion on the
/// desktop to it; neither is worth it. But of a wheel that turns by whole notches the server echoes
/// each as a press of a button, right behind the motion, and so those are counted. Of an axis that
/// moves by less than a notch, as touchpads' do, what is lost is the first event after an entry if
/// it comes before the server has seen the question, a millisecond or so; nothing is ever counted
/// twice.
///
/// Fingers that are lifted from a touchpad move its axes by 0: that is how libinput's driver says
/// that a scroll has ended.
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
    /// The reading at this place of the stream, or `nil` when it is not known.
    var reading: Double?
    /// The reading that a query found, good for events after it.
    var queried: Double
    /// Whether it was ever seen to move by parts of a notch: then its echoes do not tell how far.
    var isFine = false
    /// When the newest motion was, on the server's clock, if it came from a reading that is not
    /// known; its echoes follow.
    var unmeasured: UInt32?

    /// Notches from one reading to another.
    func turned(from old: Double, to new: Double) -> Double { (new - old) / increment }
  }

  /// More notches in one event than a hand can turn: a device that was reset.
  private static let limit = 30.0
  private var axes: [Key: Axis] = [:]
  private var query: UInt = 0

  /// Whether a device scrolls by axes, so that its wheel buttons are only echoes.
  func scrolls(_ device: Int) -> Bool {
    axes.keys.contains { $0.device == device }
  }

  /// Takes the readings as they are at this place of the stream.
  mutating func learn(_ list: [CXScrollValuator]) {
    for axis in list where axis.increment != 0 && axis.increment.isFinite {
      let key = Key(device: Int(axis.device), number: Int(axis.number))
      var new = Axis(
        isHorizontal: axis.horizontal, kind: axis.kind, increment: axis.increment,
        reading: axis.value, queried: axis.value)
      if let old = axes[key], old.increment == new.increment {
        let turned = old.reading.map { new.turned(from: $0, to: axis.value) } ?? 0
        new.isFine = old.isFine || !Self.isWhole(turned)
        // What a device has shown of itself is more than its driver says.
        if new.kind == CXScrollsByWheel { new.kind = old.kind }
      }
      axes[key] = new
    }
  }

  /// Takes readings that request number `query` asked for: they hold for events after it, not for
  /// those already under way.
  mutating func restart(_ list: [CXScrollValuator], query: UInt) {
    learn(list)
    self.query = query
    for key in axes.keys { axes[key]?.reading = nil }
  }

  /// What an event tells of a device's axes.
  struct Turn: Hashable, Sendable {
    /// Notches since the last reading, positive right and down.
    var notches = Vector.zero
    /// What turned.
    var source = WheelSample.Source.wheel
    /// Whether the device says that it has stopped: of axes that it names, none has moved.
    var isStop = false
  }

  /// How far the axes went that an event names.
  ///
  /// A device that says of itself that it has stopped is taken for fingers from then on, whatever
  /// its driver says: no wheel does.
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
      if axis.kind == CXScrollsOn { turn.source = .continuous }
      guard let turned, turned.isFinite, abs(turned) <= Self.limit else { continue }
      if turned == 0 { still += 1 }
      turn.notches += axis.isHorizontal ? Vector(turned, 0) : Vector(0, turned)
    }
    // An event that names other axes too is a motion of the pointer.
    turn.isStop = named > 0 && still == named && named == values.count
    if turn.isStop, turn.source == .wheel {
      turn.source = .finger
      for key in axes.keys where key.device == device { axes[key]?.kind = CXScrollsByFingers }
    }
    return turn
  }

  /// Whether a wheel button that a device echoes, at a time, stands for a notch that its axis could
  /// not tell.
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
