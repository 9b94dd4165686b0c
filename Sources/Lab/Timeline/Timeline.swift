internal import Feel
internal import Kit
internal import Stage

/// Interaction with the timeline: play-head, zoom and measurement.
///
/// It runs in session time and changes the stage only through events of the session, so that a
/// recording of the events includes the scrubbing.
struct Timeline: Sendable {
  /// The effect of a pressed pointer.
  enum Grip: Sendable {
    case none
    /// Drags the play-head; a press that never moves is a click.
    case scrub(Scrub)
    /// Pans the view; a press that does not is a click.
    case pan(last: Vector, isClick: Bool)
    /// Drags a measuring cursor; cancelling restores the previous measurement.
    case measure(LaneMeasure.End, before: LaneMeasure?)
  }

  /// A press that drags the play-head.
  struct Scrub: Sendable {
    /// The moment shown before.
    var origin: Instant
    /// Whether the stage's clock was paused.
    var wasPaused: Bool
    var press: Vector
    /// Vertical distance from there to the slider's middle.
    var lift: Double
    /// Whether releasing now would be a click.
    var isClick = true
  }

  /// Minimum seconds between steps of a held key.
  private static let stepInterval = 0.1

  /// Scroll distance of the takes strip from the newest card, in points.
  var turned = 0.0
  /// Number of the take being named.
  var named: Int?
  var view = TimelineView()
  /// Stage moments drawn per second, or `nil` for all; it never affects the stage's behaviour.
  var frameCap: Int?
  var measure: LaneMeasure?
  /// Number of the take that the cursors measure.
  var measuredTake: Int?
  /// The latest end of the lanes while the clock is paused, so that they do not shrink under a
  /// hand.
  var reach: Instant?
  private(set) var grip = Grip.none
  private(set) var slider = ProgressSlider(frame: .zero)
  // Time of the last step by key.
  private var lastStep: Instant?
  // A double click zooms to fit, and takes back the seek of its first press.
  private var presses = PressCounter()
  private var lastScrub: Scrub?

  var isScrubbing: Bool { if case .scrub = grip { true } else { false } }

  private var isGripping: Bool { if case .none = grip { false } else { true } }

  /// Handles the pointer over the slider's row and the lanes.
  mutating func handle(_ sample: PointerSample, _ content: TimelineContent) -> Session.Command? {
    switch (sample.phase, grip) {
    case (.down, .none): return press(sample, content)
    case (_, .scrub(let scrub)): return drag(sample, scrub, content)
    case (.moved, .measure(let end, _)):
      let seconds = moment(at: sample.location, content).seconds
      measure?.move(end, to: seconds)
    case (.up, .measure):
      // Two cursors at the same time measure nothing: a press alone removes them.
      if let measure, measure.first == measure.second { self.measure = nil }
      grip = .none
    case (.moved, .pan(let last, let isClick)):
      let delta = sample.location - last
      // Clicking the wheel button moves the pointer slightly.
      guard !isClick || abs(delta.x) + abs(delta.y) > content.pointerSettings.dragThreshold else {
        break
      }
      view.pan(content.axis, by: delta.x, of: content.whole)
      grip = .pan(last: sample.location, isClick: false)
    case (.up, .pan(_, let isClick)):
      if isClick { view.reset() }
      grip = .none
    default:
      let isOver = content.layout.scrubRow.contains(sample.location)
      feedSlider(sample, lift: 0, content, isOver: isOver)
    }
    return nil
  }

  /// Handles the wheel.
  mutating func turn(_ sample: WheelSample, _ content: TimelineContent, _ traces: LaneTraces) {
    guard case .none = grip else { return }
    let turn = PlotTurn(sample)
    let (axis, x) = (content.axis, sample.location.x)
    if let factor = turn.time { view.zoom(axis, by: factor, about: x, of: content.whole) }
    if let way = turn.pan { view.pan(axis, by: way, of: content.whole) }
    guard let factor = turn.values, let source = traces.position.source(at: axis.value(at: x))
    else { return }
    let axes = LaneAxes(traces, content, view)
    for lane in [TimelineLayout.Lane.position, .velocity]
    where content.layout.frame(of: lane).inset(by: 0, -2).contains(sample.location) {
      guard let axis = axes.axis(lane, of: source) else { continue }
      view.zoom(
        lane, of: StageRun.part(of: source), axis, by: factor, about: sample.location.y)
    }
  }

  /// Cancels a press: a scrub returns to its origin.
  mutating func cancel(at now: Instant) -> Session.Command? {
    defer { grip = .none }
    if case .measure(_, let before) = grip { measure = before }
    guard case .scrub(let scrub) = grip else { return nil }
    _ = slider.handle(.cancel(CancelSample(time: now, reason: .user)))
    return .restore(scrub.origin, isPaused: scrub.wasPaused)
  }

  /// Whether a step key counts: a held one repeats no more often than a held button.
  mutating func takesStep(_ sample: KeySample) -> Bool {
    if sample.isRepeat, let lastStep, sample.time - lastStep < Self.stepInterval { return false }
    lastStep = sample.time
    return true
  }

  /// The moment that is read out: the one under the pointer, or the play-head's while dragged.
  func readMoment(at pointer: Vector, _ content: TimelineContent) -> Instant? {
    var read = content.playHead
    switch grip {
    case .scrub: break
    case .pan, .measure: return nil
    case .none:
      guard content.layout.plot.contains(pointer) else { return nil }
      read = moment(at: pointer, content)
    }
    return content.axis.range.contains(read.seconds) ? read : nil
  }

  /// The pointer's shape over the slider's row or the lanes.
  ///
  /// - Parameter axis: the time axis, needed only with measuring cursors.
  func cursor(isOnBar: Bool, _ axis: PlotAxis?, at pointer: Vector) -> Cursor {
    switch grip {
    case .scrub, .measure: return .resizeHorizontal
    case .pan: return .grabbing
    case .none:
      let isAtEnd = axis.map { measure?.end(at: pointer.x, $0) != nil } ?? false
      return isAtEnd || isOnBar ? .resizeHorizontal : .crosshair
    }
  }
}

extension Timeline {
  private mutating func press(
    _ sample: PointerSample, _ content: TimelineContent
  ) -> Session.Command? {
    let (layout, location) = (content.layout, sample.location)
    if sample.button == .middle {
      grip = .pan(last: location, isClick: true)
      return nil
    }
    if layout.plot.contains(location), let end = takesCursor(sample, content) {
      grip = .measure(end, before: measure)
      if sample.modifiers.contains(.shift) {
        measure = LaneMeasure(at: moment(at: location, content).seconds, hasBoth: true)
      }
      return nil
    }
    if presses.isSecond(sample, content.pointerSettings) {
      view.reset()
      return lastScrub.map { .restore($0.origin, isPaused: $0.wasPaused) }
    }
    var scrub = Scrub(
      origin: content.shown, wasPaused: content.isPaused, press: location,
      lift: layout.capsule.midY - location.y)
    let seeks = layout.plot.contains(location)
    let target = seeks ? moment(at: location, content) : content.shown
    scrub.isClick = !seeks
    _ = slider.layout(frame: layout.capsule, at: sample.time)
    _ = slider.setValue(min(1, max(0, content.share(of: target))), at: sample.time)
    (grip, lastScrub) = (.scrub(scrub), scrub)
    feedSlider(sample, lift: scrub.lift, content, isOver: true)
    return .show(target)
  }

  /// The cursor that a press grabs; with Shift the second of two new ones.
  private func takesCursor(
    _ sample: PointerSample, _ content: TimelineContent
  ) -> LaneMeasure.End? {
    if sample.modifiers.contains(.shift) { return .second }
    return measure?.end(at: sample.location.x, content.axis)
  }

  private mutating func drag(
    _ sample: PointerSample, _ scrub: Scrub, _ content: TimelineContent
  ) -> Session.Command? {
    var scrub = scrub
    let way = sample.location - scrub.press
    if abs(way.x) + abs(way.y) > content.pointerSettings.dragThreshold { scrub.isClick = false }
    grip = .scrub(scrub)
    let before = slider.rawValue(at: sample.time)
    feedSlider(sample, lift: scrub.lift, content, isOver: true)
    if sample.phase == .up {
      grip = .none
      if scrub.isClick { return .show(moment(at: sample.location, content)) }
    }
    guard slider.rawValue(at: sample.time) != before else { return nil }
    return .show(content.moment(at: slider.value(at: sample.time)))
  }

  /// Feeds the slider pointer samples from the lanes too, shifted onto it.
  private mutating func feedSlider(
    _ sample: PointerSample, lift: Double, _ content: TimelineContent, isOver: Bool
  ) {
    var sample = sample
    sample.location.y += lift
    if !isOver { sample.phase = .exited }
    _ = slider.layout(frame: content.layout.capsule, at: sample.time)
    if !isGripping {
      let share = min(1, max(0, content.share(of: content.playHead)))
      _ = slider.setValue(share, at: sample.time)
    }
    _ = slider.handle(.pointer(sample))
  }

  private func moment(at location: Vector, _ content: TimelineContent) -> Instant {
    content.moment(at: (location.x - content.axis.start) / (content.axis.end - content.axis.start))
  }
}

extension Session {
  /// Handles a gesture on the slider's row or the lanes.
  mutating func scrub(_ gesture: Gesture) {
    if case .secondary(let point) = gesture { return offer(laneItems, at: point) }
    if case .dismissed = gesture {
      if let command = timeline.cancel(at: now) { perform(command) }
      return
    }
    player.followLog()
    guard let content = timelineContent(at: now) else { return }
    switch gesture {
    case .pointed(let sample):
      if let command = timeline.handle(sample, content) { perform(command) }
    case .wheeled(let sample): timeline.turn(sample, content, timelineReader.traces(content))
    default: break
    }
  }

  /// The buttons and lane names in the session's current state, if there is room.
  var transport: Transport? {
    layout.timeline.map {
      Transport(
        frame: $0, folded: timeline.view.folded, isObserved: player.isObserved,
        hasItems: type(of: player.run.scene).hasItems, hasHand: player.hasHand,
        isPaused: isPaused, speed: speed, cap: timeline.frameCap)
    }
  }
}
