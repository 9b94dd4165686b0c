internal import Feel
internal import Glibc
internal import Stage

extension CurvesPart {
  mutating func follow(_ sample: PointerSample) -> [Effect] {
    let location = sample.location
    switch (sample.phase, grip) {
    case (.down, .none):
      press(sample)
    case (.down, .scrub), (.down, .pan):
      abandon()
    case (.moved, .scrub):
      scrub = held(axes.time.value(at: location.x))
    case (.moved, .pan(let last, let plot, let isClick)):
      let delta = location - last
      // A hand that clicks a wheel moves it a little.
      guard !isClick || abs(delta.x) + abs(delta.y) > 3 else { break }
      (isFitted, grip) = (false, .pan(last: location, plot: plot, isClick: false))
      axes.pan(by: delta, in: plot)
    case (.up, .scrub) where sample.button == .primary:
      grip = .none
      return [Effect(time: sample.time, control: "curves", name: "scrubbed", value: scrub)]
    case (.up, .pan(_, _, let isClick)) where sample.button == .middle:
      grip = .none
      if isClick { fit() }
    case (.moved, .none):
      pointed = axes.plot(at: location).map { _ in held(axes.time.value(at: location.x)) }
    case (.exited, _):
      pointed = nil
    case (.up, _):
      break
    }
    return []
  }

  private mutating func press(_ sample: PointerSample) {
    guard let plot = axes.plot(at: sample.location) else { return }
    if sample.button == .middle {
      grip = .pan(last: sample.location, plot: plot, isClick: true)
    }
    guard sample.button == .primary else { return }
    grip = .scrub(restore: scrub)
    pointed = nil
    scrub = held(axes.time.value(at: sample.location.x))
  }

  mutating func abandon() {
    if case .scrub(let restore) = grip { scrub = held(restore) }
    grip = .none
    play.cancel()
  }

  /// The wheel zooms the time about the pointer, with Control the values there; with Shift, or turned sideways, it moves along.
  mutating func turn(_ sample: WheelSample) {
    guard let plot = axes.plot(at: sample.location) else { return }
    // As many points as a notch of a wheel scrolls elsewhere.
    let notch = sample.unit == .notches ? 1.0 : 1.0 / 60
    let (sideways, upright) = (sample.delta.x * notch, sample.delta.y * notch)
    isFitted = false
    if sample.modifiers.contains(.shift) {
      axes.pan(by: Vector(-60 * (sideways + upright), 0))
    } else if sample.modifiers.contains(.control) {
      axes.zoom(plot, by: Self.zoom(upright), about: sample.location.y)
    } else {
      if upright != 0 { axes.zoomTime(by: Self.zoom(upright), about: sample.location.x) }
      if sideways != 0 { axes.pan(by: Vector(-60 * sideways, 0)) }
    }
    if case .none = grip { pointed = held(axes.time.value(at: sample.location.x)) }
  }

  /// Three notches double or halve what is shown.
  private static func zoom(_ notches: Double) -> Double {
    exp2(min(max(notches, -60), 60) / 3)
  }

  mutating func press(_ sample: KeySample) {
    let isShifted = sample.modifiers.contains(.shift)
    switch sample.key {
    case .left where sample.modifiers.contains(.control):
      move(to: marks.last { $0 < read - 1e-9 } ?? 0)
    case .right where sample.modifiers.contains(.control):
      move(to: marks.first { $0 > read + 1e-9 } ?? source.motion.duration)
    case .left: move(to: frameTime(isShifted ? -10 : -1))
    case .right: move(to: frameTime(isShifted ? 10 : 1))
    case .home: move(to: 0)
    case .end: move(to: source.motion.duration)
    case .character where !sample.modifiers.isDisjoint(with: [.control, .alt]): break
    case .character("+"), .character("="), .character("-"):
      isFitted = false
      let factor = sample.key == .character("-") ? 1.25 : 0.8
      let frame = axes.positionFrame
      let place = axes.time.place(of: scrub)
      axes.zoomTime(by: factor, about: min(max(place, frame.minX), frame.maxX))
    case .character("0"): fit()
    default: break
    }
  }

  /// The time of the frame so many from the one that is read, in seconds.
  private func frameTime(_ count: Double) -> Double {
    let place = read / Self.frame
    // A time between two frames goes to the next one first.
    let whole = count < 0 ? (place - 1e-6).rounded(.up) : (place + 1e-6).rounded(.down)
    return (whole + count) * Self.frame
  }

  /// The times at which the motion begins, changes its kind or ends, in seconds.
  private var marks: [Double] { source.phases.map(\.start) + [source.motion.duration] }

  mutating func move(to time: Double) {
    (scrub, pointed) = (held(time), nil)
    axes.reveal(scrub)
  }

  mutating func fit() {
    isFitted = true
    axes.fit(source)
  }

  func held(_ time: Double) -> Double { min(max(0, time), source.motion.duration) }
}
