internal import Feel
package import FeelFiles
package import FeelTrace
package import Observe
internal import XWindow

/// Watches a window on the user's own display while the user scrolls it, and reports each take as
/// it ends, or each line as it is seen.
///
/// It sends nothing: no input, no grab, nothing that a window could notice.
package final class WindowFollow {
  /// Everything seen, in order of time.
  package private(set) var lines: [ObservedLine] = []
  /// The description of the window, once it is known what scrolls in it.
  package private(set) var source = ObservedSource()

  private let report: Report
  /// The number of takes that have ended.
  private var takes = 0
  /// Lines not yet written to the stream.
  private var unwritten: [JSON] = []
  private let watch: ScreenWatch
  private var window: ForeignWindow
  private var stage = Stage.searching
  private var changed = ChangedCells()
  private var restless = ChangedCells()
  private var last: CellPicture?
  /// When the first of the collected changes came, in seconds.
  private var firstChange: Double?
  private var collector = GestureCollector()
  private var isPressed = false
  /// The last reported position of the pointer.
  private var lastPlace = Vector.zero
  /// When the user last acted over the window without an effect so far, in seconds.
  private var unanswered: Double?
  private var hasComplained = false
  private let zero = ScreenWatch.now

  /// How the observation is reported.
  package enum Report {
    /// Passes on each take as it ends.
    case takes((Observation) throws(CommandFailure) -> Void)
    /// Writes each line to the standard output as it is seen, for a program that displays it.
    case stream
  }

  private var isStreaming: Bool { if case .stream = report { true } else { false } }

  private enum Stage {
    /// Looking for changes.
    case searching
    /// The area is found; tracking it along both axes.
    case trying(FrameTracker, FrameTracker)
    /// Tracking, with the number of rows already reported, and of consecutive unusable pictures.
    case following(FrameTracker, told: Int, refused: Int)
  }

  /// How long changes are collected before they are examined, in seconds.
  private static let gathering = 0.25
  /// After this many unusable pictures in a row, something else scrolls.
  private static let mostRefused = 20
  /// The polling interval of a pressed pointer, in microseconds.
  private static let pointerInterval = FreshDamage.longest
  /// The polling interval if changes are not reported, in microseconds.
  private static let lookInterval = FreshDamage.longest / 2
  /// A window that shows nothing new for this long after an action of the user hangs, in seconds.
  private static let patience = 3.0
  /// Content that has not moved for this long is at rest, in seconds.
  private static let rest = GestureCollector.rest + 0.2

  /// Chooses a window.
  ///
  /// - Parameters:
  ///   - id: its number on the server, or `nil` for the next one pressed.
  ///   - end: when to give up waiting for the press, in seconds from now; `nil` for never.
  ///   - report: how the observation is reported.
  /// - Throws: `CommandFailure` if there is no such window, or nothing in it could be tracked.
  package init(_ id: UInt?, until end: Double?, _ report: Report) throws(CommandFailure) {
    self.report = report
    let limit = end.map { ScreenWatch.now + Int64($0 * 1e6) }
    let screen = try Self.screen(watching: nil, until: limit)
    var chosen = id
    if chosen == nil {
      StandardError.say("press in the window to follow")
      let limit = limit ?? .max
      while chosen == nil, ScreenWatch.now < limit, !StopSignals.arrived, !screen.isLost {
        for event in screen.events(until: min(limit, ScreenWatch.now + 100_000)) {
          if case .input(.pressed, _) = event { chosen = screen.pointer.window }
        }
      }
    }
    guard let chosen else {
      try Self.check(screen)
      throw .checkFailed("No window was chosen.")
    }
    guard let window = screen.window(chosen) else {
      try Self.check(screen)
      throw .checkFailed("There is no window \(chosen) on this display, or nothing of it is shown.")
    }
    guard min(window.place.width, window.place.height) >= TargetSearch.leastSide else {
      throw .checkFailed(
        "The window \(quoted(window.title)) shows \(window.place.width) × \(window.place.height) "
          + "pixels, too small to see it scroll.")
    }
    guard window.depth == 24 || window.depth == 32 else {
      throw .checkFailed(
        "The window \(quoted(window.title)) has \(window.depth) bits per pixel. Only 24 or 32 can be read."
      )
    }
    self.window = window
    watch = try Self.screen(watching: chosen, until: limit)
  }

  private static func screen(
    watching window: UInt?, until end: Int64?
  ) throws(CommandFailure) -> ScreenWatch {
    do throws(WindowError) {
      return try ScreenWatch(
        display: nil, watching: window, patience: .measuring(limit: .infinity, until: end))
    } catch {
      throw .noDisplay("The display cannot be looked at: \(error).")
    }
  }

  /// Throws if the display was lost, unless a signal has arrived, which is reported elsewhere.
  private static func check(_ screen: ScreenWatch) throws(CommandFailure) {
    guard screen.isLost, !StopSignals.arrived else { return }
    throw .noDisplay(
      screen.isSilent ? AnswerPatience.silence : "The display was lost.")
  }

  private var now: Double { Double(ScreenWatch.now - zero) / 1e6 }

  // MARK: Watching

  /// Watches until a signal comes, the window is closed, or the time is over.
  ///
  /// - Parameter seconds: for how long, or `nil` for no limit.
  /// - Throws: `CommandFailure` stating why the window cannot be watched, or that nothing scrolled
  ///   in it.
  package func run(seconds: Double?) throws(CommandFailure) {
    // With a time limit, do not wait for answers of the display beyond it.
    watch.wait(until: seconds.map { ScreenWatch.now + Int64($0 * 1e6) })
    try findRestless()
    StandardError.say("watching \(quoted(window.title)); scroll in it")
    var damage = FreshDamage()
    var (lastLook, lastCheck, lastMove) = (ScreenWatch.now, now, now)
    while !StopSignals.arrived, seconds.map({ now < $0 }) ?? true {
      let tick = ScreenWatch.now + (isPressed ? Self.pointerInterval : 100_000)
      let look = watch.tellsDamage ? tick : lastLook + Self.lookInterval
      for event in watch.events(until: min(tick, damage.due ?? tick, look)) {
        switch event {
        case .damage(let moment): damage.add(at: moment)
        case .input(let input, let time): handle(input, at: time)
        case .answered: break
        }
      }
      try Self.check(watch)
      if watch.isLost { break }
      if isPressed { followPointer() }
      let present = ScreenWatch.now
      var time: Double?
      if let first = damage.take(by: present) {
        time = Double(first - zero) / 1e6
      } else if !watch.tellsDamage, present >= lastLook + Self.lookInterval {
        (time, lastLook) = (Double(present - zero) / 1e6, present)
      }
      if let time, try picture(at: time) { lastMove = now }
      try writeLines()
      if now - lastMove > Self.rest, collector.isRunningOut { try finish() }
      if now - lastCheck > 0.5 {
        lastCheck = now
        try checkWindow()
      }
    }
    try finish()
    guard takes > 0 else {
      throw .checkFailed(
        "Nothing scrolled in the window \(quoted(window.title)) while it was watched.")
    }
  }

  /// Finds the parts of the window that change spontaneously.
  private func findRestless() throws(CommandFailure) {
    last = cells()
    let end = now + TargetSearch.idle
    while now < end, !StopSignals.arrived {
      _ = watch.events(until: min(zero + Int64(end * 1e6), ScreenWatch.now + 40_000))
      if let seen = cells(), let last, seen != last {
        restless.add(last, seen)
        self.last = seen
      }
    }
    guard restless.share < TargetSearch.mostRestless else {
      throw .checkFailed(
        "The window \(quoted(window.title)) changes all the time by itself, so the effect of a hand "
          + "cannot be seen.")
    }
  }

  private func checkWindow() throws(CommandFailure) {
    guard let seen = watch.window(window.id) else {
      try finish()
      try Self.check(watch)
      if watch.isLost { return }
      throw .checkFailed("The window \(quoted(window.title)) was closed or hidden.")
    }
    if seen.place.width != window.place.width || seen.place.height != window.place.height {
      try finish()
      beginSearch()
    }
    window = seen
    guard let since = unanswered, now - since > Self.patience, !hasComplained else { return }
    hasComplained = true
    StandardError.say(
      "the window \(quoted(window.title)) shows nothing new whatever is done to it. It "
        + "hangs, or does not scroll")
  }

  private func handle(_ input: ScreenEvent.Input, at server: UInt32) {
    let pointer = watch.pointer
    let region = regionOnScreen ?? window.place
    let isInside =
      (region.x0..<region.x1).contains(pointer.x) && (region.y0..<region.y1).contains(pointer.y)
    let time = Double(ScreenWatch.moment(ofServer: server) - zero) / 1e6
    let phase: ObservedLine.PointerPhase
    switch input {
    case .wheel(let turn, let isVertical):
      guard isInside else { return }
      unanswered = unanswered ?? now
      if isVertical == (source.axis == .y) { add(.wheel(Double(turn), nil), at: time) }
      return
    case .pressed where isInside && !isPressed:
      unanswered = unanswered ?? now
      (phase, isPressed) = (.down, true)
    case .moved where isPressed: phase = .move
    case .released where isPressed: (phase, isPressed) = (.up, false)
    default: return
    }
    point(Vector(Double(pointer.x), Double(pointer.y)), phase, at: time)
  }

  /// Records moves of a pressed pointer that no device reported, as programs can move it too.
  private func followPointer() {
    let pointer = watch.pointer
    let place = Vector(Double(pointer.x), Double(pointer.y))
    if place != lastPlace { point(place, .move, at: now) }
  }

  private func point(_ place: Vector, _ phase: ObservedLine.PointerPhase, at time: Double) {
    lastPlace = place
    add(.pointer(place, phase), at: time)
  }

  /// Records an input, at a time not before the last line.
  private func add(_ done: ObservedLine.Content, at time: Double) {
    add(ObservedLine(time: max(time, lines.last?.time ?? time), done))
  }

  /// The scrolling area on the screen, once known.
  private var regionOnScreen: PixelRect? {
    let region: PixelRect
    switch stage {
    case .searching: return nil
    case .trying(let tracker, _), .following(let tracker, _, _): region = tracker.region
    }
    return PixelRect(
      x: region.x0 + window.left, y: region.y0 + window.top, width: region.width,
      height: region.height)
  }

  // MARK: Pictures

  private func cells() -> CellPicture? {
    watch.picture(of: window.place, in: window) {
      CellPicture($0, width: window.place.width, height: window.place.height)
    }
  }

  private func beginSearch() {
    (stage, changed, last, firstChange) = (.searching, ChangedCells(), cells(), nil)
  }

  /// Handles a picture; returns whether something moved in it.
  private func picture(at time: Double) throws(CommandFailure) -> Bool {
    switch stage {
    case .searching:
      search(at: time)
      return false
    case .trying(var vertical, var horizontal):
      capture(&vertical, at: time)
      capture(&horizontal, at: time)
      stage = .trying(vertical, horizontal)
      try choose(vertical, horizontal)
      return false
    case .following(var tracker, let told, let refused):
      let moved = capture(&tracker, at: time)
      let rows = tracker.rows[told...]
      stage = .following(tracker, told: tracker.rows.count, refused: rows.isEmpty ? refused + 1 : 0)
      for row in rows { add(ObservedLine(time: row.time, .offset(row.offset))) }
      if moved { unanswered = nil }
      if rows.isEmpty, refused + 1 >= Self.mostRefused {
        try finish()
        beginSearch()
      }
      return moved
    }
  }

  @discardableResult
  private func capture(_ tracker: inout FrameTracker, at time: Double) -> Bool {
    guard let region = regionOnScreen, region.intersection(window.place) == region else {
      return false
    }
    return watch.picture(of: region, in: window) { tracker.add($0, at: time) } ?? false
  }

  private func search(at time: Double) {
    guard let seen = cells() else { return }
    defer { last = seen }
    guard let last, seen != last else { return }
    changed.add(last, seen)
    firstChange = firstChange ?? time
    guard time - (firstChange ?? time) >= Self.gathering else { return }
    var moving = changed
    moving.subtract(restless)
    (changed, firstChange) = (ChangedCells(), nil)
    let pointer = watch.pointer
    guard
      let found = moving.region(
        aroundX: pointer.x - window.place.x0, y: pointer.y - window.place.y0),
      min(found.width, found.height) >= FrameProfile.leastSide
    else { return }
    // Windows may move, so use a region relative to the window.
    let region = PixelRect(
      x: found.x0 + window.place.x0 - window.left, y: found.y0 + window.place.y0 - window.top,
      width: found.width, height: found.height)
    stage = .trying(
      FrameTracker(region: region, isVertical: true),
      FrameTracker(region: region, isVertical: false))
  }

  /// Chooses the axis with fewer unusable pictures, or else the longer way, once content has moved
  /// far enough.
  private func choose(_ vertical: FrameTracker, _ horizontal: FrameTracker) throws(CommandFailure) {
    func refused(_ tracker: FrameTracker) -> Int { tracker.refusals.values.reduce(0, +) }
    let (down, across) = (vertical.travel, horizontal.travel)
    let isVertical =
      refused(vertical) != refused(horizontal)
      ? refused(vertical) < refused(horizontal) : down >= across
    let tracker = isVertical ? vertical : horizontal
    guard max(down, across) >= TargetSearch.leastMove,
      (isVertical ? down : across) >= TargetSearch.leastMove
    else {
      if refused(vertical) + refused(horizontal) > 2 * Self.mostRefused { beginSearch() }
      return
    }
    let region = tracker.region
    source = ObservedSource(
      name: window.title, axis: isVertical ? .y : .x,
      viewport: Double(isVertical ? region.height : region.width))
    collector.handle(.source(source)) { _ in }
    if isStreaming { unwritten.append(source.json) }
    stage = .following(tracker, told: tracker.rows.count, refused: 0)
    unanswered = nil
    // Include the hand's input from before it was known what scrolls.
    let hand = lines
    let rows = tracker.rows.map { ObservedLine(time: $0.time, .offset($0.offset)) }
    lines = []
    for line in (hand + rows).sorted(by: { $0.time < $1.time }) { add(line) }
    StandardError.say(
      "\(region.width) × \(region.height) pixels of it scroll "
        + "\(isVertical ? "up and down" : "from side to side")")
  }

  // MARK: Takes

  private func add(_ line: ObservedLine) {
    lines.append(line)
    guard case .following = stage else { return }
    if isStreaming { unwritten.append(line.json) }
    collector.handle(.line(line)) { ended.append($0) }
  }

  /// Takes that have ended but are not reported yet.
  private var ended: [Observation] = []

  private func finish() throws(CommandFailure) {
    collector.finish { ended.append($0) }
    let told = ended
    ended = []
    takes += told.count
    switch report {
    case .stream: try writeLines()
    case .takes(let tell): for take in told { try tell(take) }
    }
  }

  private func writeLines() throws(CommandFailure) {
    guard !unwritten.isEmpty else { return }
    defer { unwritten = [] }
    try StandardOutput.write(unwritten.map { "\($0)\n" }.joined())
  }
}
