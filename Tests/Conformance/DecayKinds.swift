internal import Feel
internal import FeelTrace
internal import Glibc

/// Other projects' tests of runs without edges.
extension Findings {
  mutating func friction(_ published: PublishedCase) throws(CaseError) {
    let rate = try published.rate(keptPerSecond: "drag")
    let (start, velocity) = (try published.parameter("x0"), try published.parameter("v0"))
    let braking = try published.parameter(
      "constantDeceleration", in: NumberRange.notNegative, else: 0)
    let tolerance = try published.parameter("tolerance.velocity", in: NumberRange.end, else: 1e-3)
    // Without braking the published run never ends; such a low stop speed has practically no
    // effect.
    let motion = BrakedDeceleration(
      from: start, velocity: velocity, rate: rate, braking: braking,
      stopSpeed: braking == 0 ? 1e-12 : 0)
    let done = BrakedDeceleration(
      from: start, velocity: velocity, rate: rate, braking: braking, stopSpeed: tolerance)
    for (input, wanted) in try published.pairs() {
      guard let query = input.list, query.count > 1, let word = query[0].text else {
        throw CaseError("inputs")
      }
      let argument = query[1].number ?? 0
      let found: JSON
      switch word {
      case "x": found = .number(motion.value(at: argument))
      case "dx": found = .number(motion.velocity(at: argument))
      case "finalX": found = .number(motion.restPosition)
      case "isDone": found = .flag(argument >= done.duration)
      case "timeAtX":
        found = motion.crossingTime(of: argument).map { .number($0) } ?? .text("infinity")
      default: throw CaseError("inputs")
      }
      try meets("\(word) \(argument)", found, wanted)
    }
  }

  /// A friction through two points: d = e^((v0 − v1)/(x0 − x1)).
  mutating func frictionThrough(_ published: PublishedCase) throws(CaseError) {
    let (start, velocity) = (try published.parameter("x0"), try published.parameter("v0"))
    let (end, last) = (
      try published.parameter("endPosition"), try published.parameter("endVelocity")
    )
    let drag = try checked(
      exp((velocity - last) / (start - end)), "e^((v0 − endVelocity)/(x0 − endPosition))",
      in: NumberRange.keptPerSecond)
    let stop = try checked(abs(last), "|params.endVelocity|", in: NumberRange.end)
    func run(_ stop: Double) -> Deceleration {
      Deceleration(
        from: start, velocity: velocity, rate: DecelerationRate(keptPerSecond: drag),
        stopSpeed: stop)
    }
    try answers(of: run(1e-12), doneAt: run(stop).duration, to: published)
  }

  /// A friction that stops dead at either of two bounds.
  mutating func boundedFriction(_ published: PublishedCase) throws(CaseError) {
    let physics = ScrollPhysics(
      decay: .exponential(try published.rate(keptPerSecond: "drag")),
      stop: .speed(try published.parameter("tolerance.velocity", in: NumberRange.end, else: 1e-3)),
      band: .none, bounce: .clamp, pixelLanding: .none)
    let motion = physics.release(
      from: try published.parameter("x0"), velocity: try published.parameter("v0"),
      in: try extent(published, viewport: 100, "min", "max"))
    try answers(of: motion, to: published)
  }

  /// A power run starts with the velocity of the release.
  mutating func power(_ published: PublishedCase) throws(CaseError) {
    guard let inputs = published.inputs.list else { throw CaseError("inputs") }
    for input in inputs {
      let (start, velocity) = (try input.number("position"), try input.number("velocity"))
      let motion = PowerDeceleration(from: start, velocity: velocity)
      equal("x 0", motion.value(at: 0), start)
      equal("dx 0", motion.velocity(at: 0), velocity)
    }
  }

  /// A power run's force depends only on its speed: released again in mid-run, it continues
  /// unchanged.
  mutating func powerProperty(_ published: PublishedCase) throws(CaseError) {
    // A run of two seconds is evaluated at most twenty thousand times.
    let step = try published.parameter("dt", in: 1e-4...1e9)
    for input in published.inputs.list ?? [published.params] {
      let (start, velocity) = (try input.number("position"), try input.number("velocity"))
      let motion = PowerDeceleration(from: start, velocity: velocity)
      var time = 0.0
      while time + 2 * step < min(2, motion.duration) {
        let again = PowerDeceleration(
          from: motion.value(at: time), velocity: motion.velocity(at: time))
        close(
          "x \(time + step)", again.value(at: step), motion.value(at: time + step), within: 1e-8)
        close(
          "dx \(time + step)", again.velocity(at: step), motion.velocity(at: time + step),
          within: 1e-8)
        time += step
      }
    }
  }

  /// Chromium's run covers the same distance in each frame, to a pixel.
  mutating func flingCurve(_ published: PublishedCase) throws(CaseError) {
    let motion = BrakedDeceleration(
      from: 0, velocity: try published.parameter("velocity"),
      rate: DecelerationRate(
        decayPerSecond: try published.parameter("gamma", in: NumberRange.positive)),
      drift: try published.parameter("beta", in: NumberRange.end))
    guard let inputs = published.inputs.list, let deltas = published.expected["delta"]?.numbers,
      let active = published.expected["active"]?.list?.compactMap(\.flag),
      deltas.count == inputs.count, active.count == inputs.count
    else { throw CaseError("expected") }
    var last = 0.0
    for (index, input) in inputs.enumerated() {
      let time = try input.number("t")
      close("delta \(time)", motion.value(at: time) - last, deltas[index], within: 1)
      equal("active \(time)", !motion.isFinished(at: time), active[index])
      last = motion.value(at: time)
    }
  }

  /// Chromium's motion to a snap point is a geometric series of frames: an exponential that loses 1
  /// − ratio per frame and stops on the point, with each frame showing the next frame's position.
  mutating func snapFling(_ published: PublishedCase) throws(CaseError) {
    let (ratio, frame) = (
      try published.parameter("ratio", in: 1e-6...0.999999), try published.seconds("frame_ms")
    )
    let start = try published.params.numbers("start", in: NumberRange.any)
    let target = try published.params.numbers("target", in: NumberRange.any)
    guard start.count == 2, target.count == 2 else { throw CaseError("params") }
    let way = (x: target[0] - start[0], y: target[1] - start[1])
    let distance = try checked(
      hypot(way.x, way.y), "the distance to params.target", in: 1e-3...1e10)
    // As many frames as are needed for the last to move by less than a pixel.
    let frames = (-log(1 - distance * (1 - 1 / ratio)) / log(ratio)).rounded(.up)
    let decay = try checked(-log(ratio) / frame, "−ln(ratio)/frame", in: NumberRange.positive)
    let reach = distance / (1 - pow(ratio, frames))
    let stop = try checked(
      reach * decay * pow(ratio, frames), "the speed at the target", in: 1e-300...1e30)
    let motion = Deceleration(
      from: 0, velocity: reach * decay, rate: DecelerationRate(decayPerSecond: decay),
      stopSpeed: stop)
    let tolerance = published.tolerance.number ?? 1e-6
    for (input, wanted) in try published.pairs() {
      switch input.text?.prefix(11) {
      case "delta at t=":
        let numbers = wanted.numbers
        guard numbers.count == 2 else { throw CaseError("expected") }
        let share = motion.restPosition / distance
        close("delta x", way.x * share, numbers[0], within: tolerance)
        close("delta y", way.y * share, numbers[1], within: tolerance)
      case "duration_ms":
        guard let wanted = wanted.number else { throw CaseError("expected") }
        close("duration_ms", motion.duration * 1000, wanted, within: tolerance)
      case "first_delta":
        guard let wanted = wanted.number else { throw CaseError("expected") }
        close("first_delta", motion.value(at: frame), wanted, within: tolerance)
      default: throw CaseError("inputs")
      }
    }
  }

  /// An inertia approaches its target with its time constant.
  mutating func inertia(_ published: PublishedCase) throws(CaseError) {
    let (start, seconds) = (try published.parameter("x0"), try published.seconds("timeConstant_ms"))
    let free = start + (try published.parameter("power")) * (try published.parameter("velocity"))
    let target: Double
    switch published.params["modifyTarget"]?.text {
    case nil: target = free
    case "target/2": target = free / 2
    default: throw CaseError("params.modifyTarget")
    }
    let motion = Deceleration(
      from: start, velocity: (target - start) / seconds,
      rate: DecelerationRate(timeConstant: seconds), stopSpeed: 1e-9)
    let step = try published.parameter("sample_ms") / 1000
    // The published motion ends within half a point of its target, and jumps there.
    for (index, wanted) in published.expected.numbers.enumerated() where wanted != target {
      let time = Double(index) * step
      close("x \(time)", motion.value(at: time), wanted, within: 1e-9)
    }
  }

  mutating func decay(_ published: PublishedCase) throws(CaseError) {
    guard published.params["timeConstant_ms"] != nil else { return try decayFormula(published) }
    let seconds = try published.seconds("timeConstant_ms")
    let reach = (try published.parameter("power")) * (try published.parameter("velocity"))
    let rate = DecelerationRate(timeConstant: seconds)
    let stop = StopRule.remaining(try published.parameter("restDelta", in: NumberRange.end))
    let motion = Deceleration(
      from: try published.parameter("x0"), velocity: reach / seconds, rate: rate,
      stopSpeed: stop.stopSpeed(decayPerSecond: rate.decayPerSecond, scale: 1))
    let step = try published.parameter("sample_ms") / 1000
    for (index, wanted) in published.expected.numbers.enumerated() {
      let time = Double(index) * step
      equal("x \(time)", motion.value(at: time).rounded(), wanted)
    }
  }

  /// A run that stops close to its asymptote.
  private mutating func decayFormula(_ published: PublishedCase) throws(CaseError) {
    let rate = try published.rate(keptPerMillisecond: "rate")
    let stop = StopRule.remaining(try published.parameter("threshold_pt", in: NumberRange.end))
    for (input, wanted) in try published.pairs() {
      let motion = Deceleration(
        from: 0, velocity: try input.number("v"), rate: rate,
        stopSpeed: stop.stopSpeed(decayPerSecond: rate.decayPerSecond, scale: 1))
      close(
        "destination of \(input)", motion.asymptote, try wanted.number("destination"), within: 1e-9)
      close("duration of \(input)", motion.duration, try wanted.number("duration"), within: 1e-9)
    }
  }

  mutating func projection(_ published: PublishedCase) throws(CaseError) {
    let rate = try published.rate(keptPerMillisecond: "rate")
    for (input, wanted) in try published.expectedNumbers() {
      let motion = Deceleration(from: 0, velocity: try input.number("v"), rate: rate)
      close("\(input)", motion.asymptote, wanted, within: 0.001)
    }
  }

  /// A velocity that leads to a rounded target.
  mutating func rounding(_ published: PublishedCase) throws(CaseError) {
    let rate = try published.rate(keptPerMillisecond: "rate")
    let tolerance = published.tolerance.number ?? 0.001
    for (input, wanted) in try published.pairs() {
      let free = Deceleration(from: 0, velocity: try input.number("v"), rate: rate)
      let factor = try input.number("roundingFactor")
      let target = (free.asymptote / factor).rounded() * factor
      close("target of \(input)", target, try wanted.number("toValue"), within: tolerance)
      let again = Deceleration(from: 0, velocity: try wanted.number("v"), rate: rate)
      close("where its velocity leads", again.asymptote, target, within: tolerance)
    }
  }

  /// Duration and distance of Android's fling follow its formula at any density.
  mutating func androidFling(_ published: PublishedCase) throws(CaseError) {
    for (input, wanted) in try published.pairs() {
      let density = try input.number("density", in: 1e-3...1e3)
      let motion = DecayLaw.androidFling(from: 0, velocity: try input.number("v") / density)
      let duration = try wanted.number("duration_ms")
      let distance = try wanted.number("distance_px")
      close("duration of \(input)", motion.duration * 1000, duration, within: 1e-6 * duration)
      close("distance of \(input)", motion.end * density, distance, within: 1e-6 * distance)
    }
  }

  /// A measured fling lasts as long as the law with its distance.
  mutating func measuredFling(_ published: PublishedCase) throws(CaseError) {
    let rate = try published.rate(keptPerMillisecond: "rate")
    let stop = try published.parameter("v_stop", in: NumberRange.end)
    guard let tolerance = published.tolerance["seconds"]?.number else {
      throw CaseError("tolerance.seconds")
    }
    for (input, wanted) in try published.pairs() {
      let velocity = rate.decayPerSecond * (try input.number("distance_pt")) + stop
      let motion = Deceleration(from: 0, velocity: velocity, rate: rate, stopSpeed: stop)
      close(
        "duration of \(input)", motion.duration, try wanted.number("duration_s"), within: tolerance)
    }
  }
}

/// An extent between two edges among the parameters; an edge that is not a number is far away.
func extent(
  _ published: PublishedCase, viewport: Double, _ least: String, _ most: String
) throws(CaseError) -> ScrollExtent {
  // The sources write infinity as a word.
  func edge(_ name: String, else far: Double) throws(CaseError) -> Double {
    if published.params[name]?.text != nil { return far }
    return try published.parameter(name, in: -1e12...1e12, else: far)
  }
  let (low, high) = (try edge(least, else: -1e12), try edge(most, else: 1e12))
  guard low <= high else { throw CaseError("params.\(least)") }
  return ScrollExtent(minimum: low, maximum: high, viewport: viewport)
}
