internal import Feel
internal import Kit
internal import FeelTrace
internal import Glibc
internal import Stage

/// The panel in which a take is looked at and gone through.
///
/// It lives in the session's time. What it does to the stage it asks of the session, event by event, so a recording of the events is one of the scrubbing too.
struct Timeline: Sendable {
  /// What a pressed pointer does.
  enum Grip: Sendable {
    case none
    /// It takes the play-head along; a press that never moves is a click.
    case scrub(Scrub)
    /// It moves what is shown; a press that does not is a click.
    case pan(last: Vector, isClick: Bool)
    /// It moves a measuring cursor; what was measured before comes back if it is abandoned.
    case measure(LaneMeasure.End, before: LaneMeasure?)
  }

  /// A press that takes the play-head along.
  struct Scrub: Sendable {
    /// What was shown when it began.
    var origin: Instant
    /// Whether the stage's clock stood.
    var wasPaused: Bool
    /// Where it began.
    var press: Vector
    /// From there down to the middle of the slider.
    var lift: Double
    /// Whether it would be a click if it ended now.
    var isClick = true
  }

  /// The name of a button, once the pointer has rested on it for a while.
  private struct Tip {
    var shown: TimelineControl?
    var due: Instant?
  }

  /// What acts again and again while it is held.
  private struct Repeated {
    /// The button, and when it acts again.
    var button: (control: TimelineControl, due: Instant)?
    /// When a step key last counted.
    var lastStep: Instant?
  }

  /// The presses on the lanes, of which two in quick succession zoom to fit.
  private struct Presses {
    var counter = DoublePress()
    /// What the last one began: the first of two is no seek.
    var scrub: Scrub?
  }

  /// How long a button is held before it repeats, in seconds.
  static let repeatDelay = 0.4
  /// Seconds between two repeats.
  static let repeatInterval = 0.1

  /// How far the cards above it are moved away from the newest, in points.
  var turned = 0.0
  /// The number of the take whose name is typed.
  var named: Int?
  /// Which part is shown.
  var view = TimelineView()
  /// Moments of the stage that are drawn a second, or all of them; what it does never depends on it.
  var frameCap: Int?
  /// The measuring cursors.
  var measure: LaneMeasure?
  /// The latest end of the lanes since the stage's clock stands: they do not shrink under a hand.
  var reach: Instant?
  /// Whether it has the keyboard, and shows that.
  var focus = FocusLook.none
  /// Where the pointer is, while nothing else has it.
  private(set) var pointer: Vector?
  private(set) var grip = Grip.none
  private(set) var slider = ProgressSlider(frame: .zero)
  private(set) var buttons = [PushButton](
    repeating: PushButton(), count: TimelineControl.all.count)
  private var tip = Tip()
  private var repeated = Repeated()
  private var presses = Presses()

  /// Whether it has the keyboard.
  var hasKeyboard: Bool { focus != .none }

  /// Whether a press takes the play-head along.
  var isScrubbing: Bool { if case .scrub = grip { true } else { false } }

  /// Whether a press holds what Escape gives back.
  var isHeld: Bool {
    if case .measure = grip { return true }
    return isScrubbing
  }

  /// The button whose name is shown.
  var tooltip: TimelineControl? { tip.shown }

  private var isGripping: Bool { if case .none = grip { false } else { true } }

  /// Whether a sample is any of its business: a pointer that moves elsewhere is not, once it has been seen to leave.
  func concerns(_ sample: PointerSample, in frame: Rect) -> Bool {
    pointer != nil || sample.phase != .moved || frame.contains(sample.location)
  }

  /// Follows the pointer.
  mutating func handle(_ sample: PointerSample, _ content: TimelineContent) -> Action? {
    let layout = content.layout
    let inside = sample.phase != .exited && layout.frame.contains(sample.location)
    pointer = inside || isGripping ? sample.location : nil
    if sample.phase == .down { focus = inside ? .quiet : .none }
    if let action = handleButtons(sample, layout) { return action }
    switch (sample.phase, grip) {
    case (.down, .none) where inside:
      return press(sample, content)
    case (.down, .scrub), (.down, .pan), (.down, .measure):
      return cancel(at: sample.time)
    case (_, .scrub(let scrub)):
      return follow(sample, scrub, content)
    case (.moved, .measure(let end, _)):
      let seconds = moment(at: sample.location, content).seconds
      measure?.move(end, to: seconds)
    case (.up, .measure) where sample.button == .primary:
      // Two at one place measure nothing: a press alone takes them away.
      if let measure, measure.first == measure.second { self.measure = nil }
      grip = .none
    case (.moved, .pan(let last, let isClick)):
      let delta = sample.location - last
      // A hand that clicks a wheel moves it a little.
      guard !isClick || abs(delta.x) + abs(delta.y) > content.pointerSettings.dragThreshold else {
        break
      }
      view.pan(content.axis, by: delta.x, of: content.whole)
      grip = .pan(last: sample.location, isClick: false)
    case (.up, .pan(_, let isClick)) where sample.button == .middle:
      if isClick { view.reset() }
      grip = .none
    default:
      feedSlider(sample, lift: 0, content, isOver: layout.scrubRow.contains(sample.location))
    }
    return nil
  }

  /// Turns the wheel: it zooms the time about the pointer, with Control the values there; with Shift, or turned sideways, it moves along.
  mutating func turn(_ sample: WheelSample, _ content: TimelineContent, _ traces: LaneTraces) {
    guard case .none = grip else { return }
    let notch = sample.unit == .notches ? 1.0 : 1.0 / 60
    let (sideways, upright) = (sample.delta.x * notch, sample.delta.y * notch)
    let factor = exp2(min(max(upright, -60), 60) / 3)
    let (x, y) = (sample.location.x, sample.location.y)
    if sample.modifiers.contains(.shift) {
      view.pan(content.axis, by: -60 * (sideways + upright), of: content.whole)
    } else if sample.modifiers.contains(.control) {
      let axes = LaneAxes(traces, content, view)
      let source = traces.position.source(at: content.axis.value(at: x))
      for lane in [TimelineLayout.Lane.position, .velocity]
      where content.layout.frame(of: lane).inset(by: 0, -2).contains(sample.location) {
        guard let source, let axis = axes.axis(lane, of: source) else { continue }
        view.zoom(lane, of: StageRun.part(of: source), axis, by: factor, about: y)
      }
    } else {
      if upright != 0 { view.zoom(content.axis, by: factor, about: x, of: content.whole) }
      if sideways != 0 { view.pan(content.axis, by: -60 * sideways, of: content.whole) }
    }
  }

  /// Abandons a press: a scrub goes back to where it came from.
  mutating func cancel(at now: Instant) -> Action? {
    for index in buttons.indices { buttons[index].cancel() }
    repeated.button = nil
    hideTooltip()
    defer { grip = .none }
    if case .measure(_, let before) = grip { measure = before }
    guard case .scrub(let scrub) = grip else { return nil }
    _ = slider.handle(.cancel(CancelSample(time: now, reason: .user)))
    return .restore(scrub.origin, isPaused: scrub.wasPaused)
  }

  /// Whether a step key counts: a held one no more often than a held button.
  mutating func takesStep(_ sample: KeySample) -> Bool {
    if sample.isRepeat, let last = repeated.lastStep, sample.time - last < Self.repeatInterval {
      return false
    }
    repeated.lastStep = sample.time
    return true
  }

  /// When `advance(to:)` must be called next.
  var deadline: Instant? {
    [tip.due, repeated.button?.due].compactMap { $0 }.min()
  }

  /// Repeats a held button and shows a tooltip, when they are due.
  mutating func advance(to now: Instant) -> Action? {
    if let due = tip.due, now >= due { tip = Tip(shown: hovered) }
    guard let (control, due) = repeated.button, now >= due else { return nil }
    repeated.button = (control, due.advanced(by: Self.repeatInterval))
    return control.action
  }

  /// Whether the picture changes by time alone.
  func isMoving(at now: Instant) -> Bool {
    slider.isMoving(at: now) || buttons.contains { $0.isMoving(at: now) }
  }

  /// What the pointer looks like, where that is the timeline's to say.
  ///
  /// - Parameter axis: the time axis, which is asked only for measuring cursors.
  func cursor(_ layout: TimelineLayout, _ axis: PlotAxis?) -> Cursor? {
    switch grip {
    case .scrub, .measure: return .resizeHorizontal
    case .pan: return .grabbing
    case .none: break
    }
    guard let pointer else { return nil }
    if hovered != nil { return .arrow }
    if layout.scrubRow.contains(pointer) { return .resizeHorizontal }
    if layout.plot.contains(pointer), let axis, measure?.end(at: pointer.x, axis) != nil {
      return .resizeHorizontal
    }
    return layout.plot.contains(pointer) ? .crosshair : .arrow
  }

  /// The control under the pointer.
  var hovered: TimelineControl? {
    buttons.firstIndex(where: \.isHovered).map { TimelineControl.all[$0] }
  }
}

extension Timeline {
  private mutating func handleButtons(
    _ sample: PointerSample, _ layout: TimelineLayout
  ) -> Action? {
    var sample = sample
    // What takes the play-head along does not light the buttons it passes.
    if isGripping { sample.phase = .exited }
    let before = hovered
    var action: Action?
    for (index, control) in TimelineControl.all.enumerated() {
      buttons[index].place(in: layout.controls[index], at: sample.time)
      let isClicked = buttons[index].handle(sample)
      if control.repeats, sample.phase == .down, buttons[index].isPressed {
        repeated.button = (control, sample.time.advanced(by: Self.repeatDelay))
        action = control.action
      } else if isClicked, !control.repeats {
        action = control.action
      }
    }
    if !buttons.contains(where: \.isPressed) { repeated.button = nil }
    if hovered != before || sample.phase == .down {
      hideTooltip()
      if sample.phase != .down, hovered != nil {
        tip.due = sample.time.advanced(by: Panels<Action>.tooltipDelay)
      }
    }
    return action
  }

  private mutating func press(
    _ sample: PointerSample, _ content: TimelineContent
  ) -> Action? {
    let (layout, location) = (content.layout, sample.location)
    if sample.button == .primary, let lane = layout.foldedLane(at: location) {
      return .foldLane(lane)
    }
    guard layout.plot.union(layout.scrubRow).contains(location) else { return nil }
    if sample.button == .middle {
      grip = .pan(last: location, isClick: true)
      return nil
    }
    if sample.button == .secondary { return .offerLanes(at: location) }
    guard sample.button == .primary else { return nil }
    if layout.plot.contains(location), let end = takesCursor(sample, content) {
      grip = .measure(end, before: measure)
      if sample.modifiers.contains(.shift) {
        measure = LaneMeasure(at: moment(at: location, content).seconds, hasBoth: true)
      }
      return nil
    }
    if presses.counter.isSecond(sample, content.pointerSettings) {
      view.reset()
      return presses.scrub.map { .restore($0.origin, isPaused: $0.wasPaused) }
    }
    var scrub = Scrub(
      origin: content.shown, wasPaused: content.isPaused, press: location,
      lift: layout.capsule.midY - location.y)
    let seeks = layout.plot.contains(location)
    let target = seeks ? moment(at: location, content) : content.shown
    scrub.isClick = !seeks
    _ = slider.layout(frame: layout.capsule, at: sample.time)
    _ = slider.setValue(min(1, max(0, content.share(of: target))), at: sample.time)
    (grip, presses.scrub) = (.scrub(scrub), scrub)
    feedSlider(sample, lift: scrub.lift, content, isOver: true)
    return .show(target)
  }

  /// The measuring cursor that a press takes: with Shift the second of two new ones.
  private func takesCursor(
    _ sample: PointerSample, _ content: TimelineContent
  ) -> LaneMeasure.End? {
    if sample.modifiers.contains(.shift) { return .second }
    return measure?.end(at: sample.location.x, content.axis)
  }

  private mutating func follow(
    _ sample: PointerSample, _ scrub: Scrub, _ content: TimelineContent
  ) -> Action? {
    var scrub = scrub
    let way = sample.location - scrub.press
    if abs(way.x) + abs(way.y) > content.pointerSettings.dragThreshold { scrub.isClick = false }
    grip = .scrub(scrub)
    let before = slider.rawValue(at: sample.time)
    feedSlider(sample, lift: scrub.lift, content, isOver: true)
    if sample.phase == .up, sample.button == .primary {
      grip = .none
      if scrub.isClick { return .show(moment(at: sample.location, content)) }
    }
    guard slider.rawValue(at: sample.time) != before else { return nil }
    return .show(content.moment(at: slider.value(at: sample.time)))
  }

  /// Gives the slider the pointer as if it were on it: the lanes are part of the bar.
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

  private mutating func hideTooltip() {
    tip = Tip()
  }
}
