internal import Feel
internal import FeelFiles
internal import FeelTrace
internal import Glibc
internal import Observe
internal import XWindow

/// Plays gestures to a program on a private server, and triggers pictures of their effect.
final class GesturePlayer {
  /// Handles a picture first seen at a time, in seconds; returns whether it differs from the last.
  typealias Picture = (Double) -> Bool

  /// Everything played so far, at the server's times where it reports them.
  private(set) var lines: [ObservedLine] = []
  private let server: OwnServer
  private let watch: ScreenWatch
  private let program: StartedProgram
  private let touch: InputDevice?
  private let tablet: InputDevice?
  private let mouse: InputDevice?
  private let zero = ScreenWatch.now
  /// The device events since the gesture began, as reported by the server.
  private var seen: [(input: ScreenEvent.Input, time: Double)] = []
  /// Whether anything on the screen has changed since the gesture began.
  private(set) var hasSeenChange = false
  private var isAnswered = false
  private var damage = FreshDamage()
  private var lastLook: Int64 = 0
  private var fingers: UInt32 = 0

  /// A program that does not answer a ping for this long hangs, in seconds.
  private static let patience = 3.0
  /// The polling interval if changes are not reported, in microseconds.
  private static let lookInterval: Int64 = 4000

  init(
    _ server: OwnServer, _ watch: ScreenWatch, _ program: StartedProgram
  ) throws(CommandFailure) {
    (self.server, self.watch, self.program) = (server, watch, program)
    let hasDevices = server.kind == .xorg
    touch = hasDevices ? try server.device("touch") : nil
    tablet = hasDevices ? try server.device("tablet") : nil
    mouse = hasDevices ? try server.device("mouse") : nil
  }

  /// Whether it has a finger, rather than only a mouse.
  var hasFinger: Bool { touch != nil }

  /// Whether anything can be played at all.
  var canPlay: Bool { hasFinger || watch.hasPointer }

  /// The time, in seconds from the start.
  var now: Double { Double(ScreenWatch.now - zero) / 1e6 }

  // MARK: Watching

  /// Checks that the program and the server are still running.
  ///
  /// - Throws: `CommandFailure` stating how one of them ended.
  func checkProgram() throws(CommandFailure) {
    try checkServer()
    guard let end = program.end else { return }
    throw .checkFailed("\(program.name) \(end) while it was measured.")
  }

  /// Checks that the program still responds, if its window supports pings.
  ///
  /// - Throws: `CommandFailure` if it does not.
  func checkAnswer(_ window: ForeignWindow) throws(CommandFailure) {
    isAnswered = false
    guard watch.ping(window.id) else { return }
    let end = now + Self.patience
    while now < end, !isAnswered { try look(until: end) { _ in false } }
    guard isAnswered else { throw hung("a window manager's ping is not answered") }
  }

  /// The failure for a program that no longer responds, with the evidence.
  func hung(_ sign: String) -> CommandFailure {
    .checkFailed("\(program.name) stopped answering while it was measured: \(sign).")
  }

  private func checkServer() throws(CommandFailure) {
    // The handler of the signal reports the reason.
    guard !StopSignals.arrived else { throw .checkFailed("") }
    guard watch.isLost else { return }
    if watch.isSilent {
      throw .checkFailed(
        "The server of its own stopped answering: \(program.name) holds it for itself, or it hangs."
      )
    }
    throw .noDisplay("The server of its own \(server.end ?? "was lost").")
  }

  /// Watches until nothing has changed for a while.
  ///
  /// - Parameters:
  ///   - rest: for how long nothing must change, in seconds.
  ///   - limit: the longest time to watch, in seconds.
  /// - Returns: whether it came to rest.
  @discardableResult
  func settle(rest: Double, limit: Double, _ picture: Picture) throws(CommandFailure) -> Bool {
    let end = now + limit
    var changed = now
    while now < end {
      if now - changed >= rest { return true }
      if try look(until: min(end, changed + rest), picture) { changed = now }
    }
    return false
  }

  /// Waits until a time, in seconds, capturing changes.
  private func pass(until time: Double, _ picture: Picture) throws(CommandFailure) {
    while now < time { try look(until: time, picture) }
  }

  /// Waits for a picture, at most until a time in seconds; returns whether one came that differs.
  @discardableResult
  private func look(until time: Double, _ picture: Picture) throws(CommandFailure) -> Bool {
    try checkServer()
    let end = zero + Int64(time * 1e6)
    let nextLook = watch.tellsDamage ? end : lastLook + Self.lookInterval
    for event in watch.events(until: min(end, damage.due ?? end, nextLook)) {
      switch event {
      case .damage(let moment):
        damage.add(at: moment)
        hasSeenChange = true
      case .answered: isAnswered = true
      case .input(let input, let time): seen.append((input, seconds(server: time)))
      }
    }
    let present = ScreenWatch.now
    if let first = damage.take(by: present) { return picture(Double(first - zero) / 1e6) }
    if !watch.tellsDamage, present >= lastLook + Self.lookInterval {
      let middle = max(lastLook, present - Self.lookInterval) + Self.lookInterval / 2
      lastLook = present
      let isOther = picture(Double(middle - zero) / 1e6)
      hasSeenChange = hasSeenChange || isOther
      return isOther
    }
    program.listen()
    return false
  }

  /// A time of the server's clock, a wrapping count of milliseconds, in seconds from the start.
  private func seconds(server: UInt32) -> Double {
    Double(ScreenWatch.moment(ofServer: server) - zero) / 1e6
  }

  // MARK: Playing

  /// Plays a gesture and watches until its effect has come to rest.
  ///
  /// - Parameters:
  ///   - region: the scrolling area, or the area to test; the finger moves through its middle.
  ///   - rest: how long nothing must move, in seconds.
  /// - Returns: whether it came to rest.
  func play(
    _ gesture: ScriptedGesture, in region: PixelRect, isVertical: Bool, rest: Double,
    _ picture: Picture
  ) throws(CommandFailure) -> Bool {
    try checkProgram()
    hasSeenChange = false
    let first = lines.count
    let middle = ((region.x0 + region.x1) / 2, (region.y0 + region.y1) / 2)
    if gesture.notches != 0 || !hasFinger {
      let start = gesture.samples.first.map { place(of: $0.place, in: region, isVertical) }
      let spot = start.map { (Int($0.x), Int($0.y)) } ?? middle
      movePointer(to: spot.0, spot.1)
      // Hover effects appear now, before the gesture.
      try settle(rest: 0.1, limit: 0.5, picture)
    }
    seen = []
    if gesture.notches != 0 {
      try turn(gesture.notches, isVertical, picture)
    } else {
      try drag(gesture.samples, in: region, isVertical, picture)
    }
    let rests = try settle(rest: rest, limit: 8, picture)
    useServerTimes(from: first)
    return rests
  }

  private func drag(
    _ samples: [ScriptedGesture.Sample], in region: PixelRect, _ isVertical: Bool,
    _ picture: Picture
  ) throws(CommandFailure) {
    fingers += 1
    let start = now + 0.01
    for sample in samples {
      try pass(until: start + sample.time, picture)
      let place = place(of: sample.place, in: region, isVertical)
      let (done, phase): (InputDevice.TouchPhase, ObservedLine.PointerPhase) =
        switch sample.phase {
        case .begin: (.began, .down)
        case .update: (.moved, .move)
        case .end: (.ended, .up)
        }
      if let touch {
        touch.touch(
          fingers, done, place.x / Double(watch.size.width), place.y / Double(watch.size.height))
      } else {
        if sample.phase != .end { watch.movePointer(to: Int(place.x), Int(place.y)) }
        if sample.phase != .update { watch.press(sample.phase == .begin, button: 1) }
      }
      lines.append(ObservedLine(time: now, .pointer(place, phase)))
    }
  }

  private func turn(_ notches: Int, _ isVertical: Bool, _ picture: Picture) throws(CommandFailure) {
    let step = notches > 0 ? 1 : -1
    for _ in 0..<abs(notches) {
      let time = now
      if let mouse {
        mouse.scroll(Double(120 * step), isVertical: isVertical)
      } else {
        let button = (isVertical ? 4 : 6) + (step > 0 ? 1 : 0)
        watch.press(true, button: button)
        watch.press(false, button: button)
      }
      lines.append(ObservedLine(time: time, .wheel(Double(step), nil)))
      try pass(until: now + 0.05, picture)
    }
  }

  private func movePointer(to x: Int, _ y: Int) {
    guard let tablet else { return watch.movePointer(to: x, y) }
    tablet.move(to: Double(x) / Double(watch.size.width), Double(y) / Double(watch.size.height))
  }

  private func place(of along: Double, in region: PixelRect, _ isVertical: Bool) -> Vector {
    let (x, y) = (Double(region.x0 + region.x1) / 2, Double(region.y0 + region.y1) / 2)
    return isVertical
      ? Vector(x.rounded(), (Double(region.y0) + along).rounded())
      : Vector((Double(region.x0) + along).rounded(), y.rounded())
  }

  /// Replaces the times at which samples were sent by the server's, if it reported one for each.
  private func useServerTimes(from first: Int) {
    // A server may report a motion of the pointer before the press.
    let start = seen.firstIndex { $0.input == .pressed } ?? 0
    let times = seen[start...].map(\.time)
    let isWheel = if case .wheel = lines[first...].first?.content { true } else { false }
    guard !isWheel, times.count == lines.count - first else { return }
    for (index, time) in zip(first..., times) { lines[index].time = time }
  }
}
