internal import CLaws
internal import Feel

/// The cost of the engine's controls (a pointer move in a drag, a frame of a motion), of release
/// velocities by report rate, and of laws.
enum EngineBench {
  /// Each control's name with both measurements; then the velocity's, with the reports per second.
  static let names =
    controls.flatMap { ["\($0) move", "\($0) advance"] } + rates.map { "velocity \($0)" } + laws

  /// Each preset's name with both measurements: a scroll view under its laws, dragged and in
  /// motion.
  static let presetNames = ScrollPreset.all.flatMap { ["\($0.id) move", "\($0.id) advance"] }

  private static let rates = [125, 1000, 10_000]

  /// The state of a motion at a moment, and the same closed form in C.
  private static let laws = ["spring", "spring in C", "decay", "decay in C"]

  private static let controls = [
    "progress-slider", "integer-slider", "long-press", "carousel-100", "carousel-10000000",
    "scroll-view", "pager",
  ]

  private static let frame = Rect(x: 0, y: 0, width: 640, height: 240)
  private static let right = Vector(1, 0)

  static func measure(_ name: String, seconds: Double) -> BenchResult {
    if laws.contains(name) { return law(name, seconds) }
    let words = name.split(separator: " ").map(String.init)
    let (control, isMove) = (words[0], words[1] == "move")
    if let preset = ScrollPreset.named(control) {
      return scrollView(control, preset.physics, isMove, seconds)
    }
    switch control {
    case "progress-slider": return progressSlider(isMove, seconds)
    case "integer-slider": return integerSlider(isMove, seconds)
    case "long-press": return longPress(isMove, seconds)
    case "scroll-view": return scrollView(control, .uikit, isMove, seconds)
    case "pager": return pager(isMove, seconds)
    case "velocity": return velocity(name, reports: Double(words[1]) ?? 1000, seconds)
    default: return carousel(control, isMove, seconds)
    }
  }

  private static func progressSlider(_ isMove: Bool, _ seconds: Double) -> BenchResult {
    let bench = BenchControl<ProgressSlider>(
      name: "progress-slider", handle: { _ = $0.handle($1) },
      frame: {
        _ = $0.advance(to: $1)
        return $0.value(at: $1) + $0.stretch(at: $1) + $0.capsuleHeight(at: $1) + $0.rate
          + mark($0.state, $0.isMoving(at: $1), $0.deadline)
      })
    if isMove {
      let slider = ProgressSlider(frame: frame, value: 0.5, step: 0.001)
      return bench.moves(of: slider, along: Vector(0.8, 0.6), seconds: seconds)
    }
    // Past its end, so that the stretch springs back.
    return bench.frames(
      of: ProgressSlider(frame: frame, value: 0.9), thrownBy: right * 200, seconds: seconds)
  }

  private static func integerSlider(_ isMove: Bool, _ seconds: Double) -> BenchResult {
    let bench = BenchControl<IntegerSlider>(
      name: "integer-slider", handle: { _ = $0.handle($1) },
      frame: {
        _ = $0.advance(to: $1)
        return $0.thumbX(at: $1) + Double($0.value + $0.tickStride)
          + mark($0.state(at: $1), $0.isMoving(at: $1), $0.deadline)
      })
    let slider = IntegerSlider(frame: frame, maximum: 20, value: 9)
    return isMove
      ? bench.moves(of: slider, along: right, seconds: seconds)
      : bench.frames(of: slider, thrownBy: right * 111, seconds: seconds)
  }

  private static func longPress(_ isMove: Bool, _ seconds: Double) -> BenchResult {
    let bench = BenchControl<LongPressButton>(
      name: "long-press", handle: { _ = $0.handle($1) },
      frame: {
        _ = $0.advance(to: $1)
        return $0.progress(at: $1) + ($0.showsFiredLook(at: $1) ? 1 : 0)
          + ($0.isIndicatorVisible(at: $1) ? 1 : 0)
          + mark($0.state, $0.isMoving(at: $1), $0.deadline)
      })
    let button = LongPressButton(frame: frame)
    return isMove
      ? bench.moves(of: button, along: right, seconds: seconds)
      : bench.frames(ofHeld: button, seconds: seconds)
  }

  private static func carousel(_ name: String, _ isMove: Bool, _ seconds: Double) -> BenchResult {
    let bench = BenchControl<Carousel>(
      name: name, handle: { _ = $0.handle($1) },
      frame: { control, time in
        _ = control.advance(to: time)
        let visible = control.visibleRange(at: time)
        var sum = mark(control.state(at: time), control.isMoving(at: time), control.deadline)
        for index in visible { sum += control.cardFrame(index, at: time).minX }
        sum += control.contentOffset(at: time) + control.velocity(at: time)
        return sum + Double(control.nearest(at: time))
      })
    let count = name == "carousel-100" ? 100 : 10_000_000
    let carousel = Carousel(
      frame: frame, layout: CardLayout(count: count, width: 280), at: count / 2)
    return isMove
      ? bench.moves(of: carousel, along: right, seconds: seconds)
      : bench.frames(of: carousel, thrownBy: right * -120, seconds: seconds)
  }

  private static func scrollView(
    _ name: String, _ physics: ScrollPhysics, _ isMove: Bool, _ seconds: Double
  ) -> BenchResult {
    let bench = BenchControl<ScrollView>(
      name: name, handle: { _ = $0.handle($1) },
      frame: {
        _ = $0.advance(to: $1)
        return $0.contentOffset(at: $1) + $0.velocity(at: $1) + $0.barOpacity(at: $1)
          + ($0.barThumb(at: $1)?.minY ?? 0)
          + Double($0.visibleRows(rowLength: 44, count: 100, at: $1).count)
          + mark($0.state(at: $1), $0.isMoving(at: $1), $0.deadline)
      })
    let view = ScrollView(frame: frame, contentLength: 44 * 100, offset: 2000, physics: physics)
    return isMove
      ? bench.moves(of: view, along: Vector(0, 1), seconds: seconds)
      : bench.frames(of: view, thrownBy: Vector(0, -120), seconds: seconds)
  }

  private static func pager(_ isMove: Bool, _ seconds: Double) -> BenchResult {
    let bench = BenchControl<Pager>(
      name: "pager", handle: { _ = $0.handle($1) },
      frame: { control, time in
        _ = control.advance(to: time)
        let visible = control.visiblePages(at: time)
        var sum = mark(control.state(at: time), control.isMoving(at: time), control.deadline)
        sum += visible.first.frame.minX
        sum += control.contentOffset(of: visible.first.page, at: time)
        if let second = visible.second {
          sum += second.frame.minX + control.contentOffset(of: second.page, at: time)
        }
        sum += control.pagePosition(at: time) + control.velocity(at: time)
        return sum + (control.underline(at: time)?.minX ?? 0)
      })
    var pager = Pager(
      frame: frame, pages: (0..<5).map { Pager.Page(title: "\($0)", contentLength: 3000) }, at: 2)
    pager.tabs = (0..<5).map { Rect(x: Double($0) * 128, y: -40, width: 128, height: 40) }
    return isMove
      ? bench.moves(of: pager, along: right, seconds: seconds)
      : bench.frames(of: pager, thrownBy: right * -120, seconds: seconds)
  }

  private static func velocity(_ name: String, reports: Double, _ seconds: Double) -> BenchResult {
    var tracker = VelocityTracker()
    tracker.press(at: .zero, location: .zero)
    for step in 1...Int(reports) {
      let time = Double(step) / reports
      tracker.add(at: Instant(seconds: time), location: Vector(600 * time * time, 40 * time))
    }
    let release = Instant(seconds: 1.002)
    var sum = 0.0
    let result = BenchTimer.measure(name, seconds: seconds) {
      sum += tracker.velocity(at: release).x
    }
    precondition(sum.isFinite, "a velocity is a number")
    return result
  }

  private static func law(_ name: String, _ seconds: Double) -> BenchResult {
    let spring = SpringMotion(
      Spring(stiffness: 200, dampingRatio: 0.4), from: 0, velocity: 500, to: 100, threshold: 1e-6)
    let decay = Deceleration(from: 0, velocity: 4000)
    return switch name {
    case "spring": times(name, seconds, to: spring.duration, spring)
    case "spring in C": times(name, seconds, to: spring.duration, CLSpring(spring))
    case "decay": times(name, seconds, to: decay.duration, decay)
    default: times(name, seconds, to: decay.duration, CLDecay(decay))
    }
  }

  /// Times a law at moments spread over its motion, in nanoseconds per evaluation.
  private static func times(
    _ name: String, _ seconds: Double, to end: Double, _ law: some Law
  ) -> BenchResult {
    let count = 1000
    var sum = 0.0
    let result = BenchTimer.measure(name, seconds: seconds) {
      for moment in 1...count {
        let state = law.state(at: end * Double(moment) / Double(count + 1))
        sum += state.value + state.velocity
      }
    }
    precondition(sum.isFinite, "a state is two numbers")
    let each = 1 / Double(count)
    return BenchResult(
      scene: name, median: result.median * each, fastest: result.fastest * each,
      p90: result.p90 * each, runs: result.runs * count)
  }

  /// What every frame queries, as a number.
  private static func mark(_ state: ControlState, _ isMoving: Bool, _ deadline: Instant?) -> Double
  { (state == .idle ? 0 : 1) + (isMoving ? 1 : 0) + (deadline == nil ? 0 : 1) }
}

/// A law to be timed, in Swift or in C.
private protocol Law { func state(at elapsed: Double) -> MotionState }

extension SpringMotion: Law {}

extension Deceleration: Law {}

extension CLSpring: Law {
  fileprivate init(_ motion: SpringMotion) {
    let (beta, squared) = (motion.spring.decayRate, motion.spring.stiffness)
    self.init(
      decay: beta, frequency: (squared - beta * beta).squareRoot(), squared_frequency: squared,
      offset: motion.start - motion.target, speed: motion.initialVelocity, target: motion.target)
  }

  fileprivate func state(at elapsed: Double) -> MotionState {
    let state = unsafe withUnsafePointer(to: self) { unsafe cl_spring($0, elapsed) }
    return MotionState(value: state.value, velocity: state.velocity)
  }
}

extension CLDecay: Law {
  fileprivate init(_ motion: Deceleration) {
    self.init(start: motion.start, speed: motion.initialVelocity, decay: motion.rate.decayPerSecond)
  }

  fileprivate func state(at elapsed: Double) -> MotionState {
    let state = unsafe withUnsafePointer(to: self) { unsafe cl_decay($0, elapsed) }
    return MotionState(value: state.value, velocity: state.velocity)
  }
}
