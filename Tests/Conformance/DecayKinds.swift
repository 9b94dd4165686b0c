internal import Feel
internal import FeelTrace
internal import Glibc

/// What other projects say of runs that no edge stops.
enum DecayKinds {
  static func friction(
    _ published: PublishedCase, _ findings: inout Findings
  ) throws(CaseError) {
    let rate = DecelerationRate(keptPerSecond: try published.parameter("drag"))
    let (start, velocity) = (try published.parameter("x0"), try published.parameter("v0"))
    let braking = published.params["constantDeceleration"]?.number ?? 0
    let tolerance = published.params["tolerance"]?["velocity"]?.number ?? 1e-3
    // Without braking the published run never ends; a stop so low is as good as none.
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
      try findings.meets("\(word) \(argument)", found, wanted)
    }
  }

  /// A friction through two points: d = e^((v0 − v1)/(x0 − x1)).
  static func frictionThrough(
    _ published: PublishedCase, _ findings: inout Findings
  ) throws(CaseError) {
    let (start, velocity) = (try published.parameter("x0"), try published.parameter("v0"))
    let (end, last) = (
      try published.parameter("endPosition"), try published.parameter("endVelocity")
    )
    let drag = exp((velocity - last) / (start - end))
    guard drag > 0, drag < 1 else { throw CaseError("params") }
    func run(_ stop: Double) -> Deceleration {
      Deceleration(
        from: start, velocity: velocity, rate: DecelerationRate(keptPerSecond: drag),
        stopSpeed: stop)
    }
    try answers(of: run(1e-12), doneAt: run(abs(last)).duration, to: published, &findings)
  }

  /// A friction that stops dead at either of two bounds.
  static func boundedFriction(
    _ published: PublishedCase, _ findings: inout Findings
  ) throws(CaseError) {
    let params = published.params
    let physics = ScrollPhysics(
      decay: .exponential(DecelerationRate(keptPerSecond: try published.parameter("drag"))),
      stop: .speed(params["tolerance"]?["velocity"]?.number ?? 1e-3), band: .none,
      bounce: .clamp, pixelLanding: .none)
    let motion = physics.release(
      from: try published.parameter("x0"), velocity: try published.parameter("v0"),
      in: try extent(published, viewport: 100, "min", "max"))
    try answers(of: motion, to: published, &findings)
  }

  /// A run by a power starts as it was let go.
  static func power(_ published: PublishedCase, _ findings: inout Findings) throws(CaseError) {
    guard let inputs = published.inputs.list else { throw CaseError("inputs") }
    for input in inputs {
      let (start, velocity) = (try input.number("position"), try input.number("velocity"))
      let motion = PowerDeceleration(from: start, velocity: velocity)
      findings.equal("x 0", motion.value(at: 0), start)
      findings.equal("dx 0", motion.velocity(at: 0), velocity)
    }
  }

  /// A run by a power has a force that depends on its speed alone: let go anew in mid-run, it goes on as it would.
  static func powerProperty(
    _ published: PublishedCase, _ findings: inout Findings
  ) throws(CaseError) {
    let step = try published.parameter("dt")
    for input in published.inputs.list ?? [published.params] {
      let (start, velocity) = (try input.number("position"), try input.number("velocity"))
      let motion = PowerDeceleration(from: start, velocity: velocity)
      var time = 0.0
      while time + 2 * step < min(2, motion.duration) {
        let again = PowerDeceleration(
          from: motion.value(at: time), velocity: motion.velocity(at: time))
        findings.close(
          "x \(time + step)", again.value(at: step), motion.value(at: time + step), within: 1e-8)
        findings.close(
          "dx \(time + step)", again.velocity(at: step), motion.velocity(at: time + step),
          within: 1e-8)
        time += step
      }
    }
  }

  /// Chromium's run goes as far in each frame, to a pixel.
  static func flingCurve(
    _ published: PublishedCase, _ findings: inout Findings
  ) throws(CaseError) {
    let motion = BrakedDeceleration(
      from: 0, velocity: try published.parameter("velocity"),
      rate: DecelerationRate(decayPerSecond: try published.parameter("gamma")),
      drift: try published.parameter("beta"))
    guard let inputs = published.inputs.list, let deltas = published.expected["delta"]?.numbers,
      let active = published.expected["active"]?.list?.compactMap(\.flag),
      deltas.count == inputs.count, active.count == inputs.count
    else { throw CaseError("expected") }
    var last = 0.0
    for (index, input) in inputs.enumerated() {
      let time = try input.number("t")
      findings.close("delta \(time)", motion.value(at: time) - last, deltas[index], within: 1)
      findings.equal("active \(time)", !motion.isFinished(at: time), active[index])
      last = motion.value(at: time)
    }
  }

  /// Chromium's way to a snap point is a geometric series of frames: an exponential that loses 1 − ratio a frame and stops on the point, of which each frame shows what comes a frame later.
  static func snapFling(
    _ published: PublishedCase, _ findings: inout Findings
  ) throws(CaseError) {
    let (ratio, frame) = (
      try published.parameter("ratio"), try published.parameter("frame_ms") / 1000
    )
    let (start, target) = (published.params["start"]?.numbers, published.params["target"]?.numbers)
    guard let start, let target, start.count == 2, target.count == 2, ratio > 0, ratio < 1,
      frame > 0
    else { throw CaseError("params") }
    let way = (x: target[0] - start[0], y: target[1] - start[1])
    let distance = hypot(way.x, way.y)
    guard distance > 0 else { throw CaseError("params.target") }
    // So many frames that the last moves by less than a pixel.
    let frames = (-log(1 - distance * (1 - 1 / ratio)) / log(ratio)).rounded(.up)
    let decay = -log(ratio) / frame
    let reach = distance / (1 - pow(ratio, frames))
    let motion = Deceleration(
      from: 0, velocity: reach * decay, rate: DecelerationRate(decayPerSecond: decay),
      stopSpeed: reach * decay * pow(ratio, frames))
    let tolerance = published.tolerance.number ?? 1e-6
    for (input, wanted) in try published.pairs() {
      switch input.text?.prefix(11) {
      case "delta at t=":
        let numbers = wanted.numbers
        guard numbers.count == 2 else { throw CaseError("expected") }
        let share = motion.restPosition / distance
        findings.close("delta x", way.x * share, numbers[0], within: tolerance)
        findings.close("delta y", way.y * share, numbers[1], within: tolerance)
      case "duration_ms":
        guard let wanted = wanted.number else { throw CaseError("expected") }
        findings.close("duration_ms", motion.duration * 1000, wanted, within: tolerance)
      case "first_delta":
        guard let wanted = wanted.number else { throw CaseError("expected") }
        findings.close("first_delta", motion.value(at: frame), wanted, within: tolerance)
      default: throw CaseError("inputs")
      }
    }
  }

  /// An inertia tends to its target by its time constant.
  static func inertia(_ published: PublishedCase, _ findings: inout Findings) throws(CaseError) {
    let (start, seconds) = (
      try published.parameter("x0"), try published.parameter("timeConstant_ms") / 1000
    )
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
    // The published motion ends within half a point of its target, and is there.
    for (index, wanted) in published.expected.numbers.enumerated() where wanted != target {
      let time = Double(index) * step
      findings.close("x \(time)", motion.value(at: time), wanted, within: 1e-9)
    }
  }

  static func decay(_ published: PublishedCase, _ findings: inout Findings) throws(CaseError) {
    guard published.params["timeConstant_ms"] != nil else {
      return try decayFormula(published, &findings)
    }
    let seconds = try published.parameter("timeConstant_ms") / 1000
    let reach = (try published.parameter("power")) * (try published.parameter("velocity"))
    let rate = DecelerationRate(timeConstant: seconds)
    let stop = StopRule.remaining(try published.parameter("restDelta"))
    let motion = Deceleration(
      from: try published.parameter("x0"), velocity: reach / seconds, rate: rate,
      stopSpeed: stop.stopSpeed(decayPerSecond: rate.decayPerSecond, scale: 1))
    let step = try published.parameter("sample_ms") / 1000
    for (index, wanted) in published.expected.numbers.enumerated() {
      let time = Double(index) * step
      findings.equal("x \(time)", motion.value(at: time).rounded(), wanted)
    }
  }

  /// A run that stops near its asymptote.
  private static func decayFormula(
    _ published: PublishedCase, _ findings: inout Findings
  ) throws(CaseError) {
    let rate = DecelerationRate(keptPerMillisecond: try published.parameter("rate"))
    let stop = StopRule.remaining(try published.parameter("threshold_pt"))
    for (input, wanted) in try published.pairs() {
      let motion = Deceleration(
        from: 0, velocity: try input.number("v"), rate: rate,
        stopSpeed: stop.stopSpeed(decayPerSecond: rate.decayPerSecond, scale: 1))
      findings.close(
        "destination of \(input)", motion.asymptote, try wanted.number("destination"),
        within: 1e-9)
      findings.close(
        "duration of \(input)", motion.duration, try wanted.number("duration"), within: 1e-9)
    }
  }

  static func projection(
    _ published: PublishedCase, _ findings: inout Findings
  ) throws(CaseError) {
    let rate = DecelerationRate(keptPerMillisecond: try published.parameter("rate"))
    for (input, wanted) in try published.pairs() {
      guard let wanted = wanted.number else { throw CaseError("expected") }
      let motion = Deceleration(from: 0, velocity: try input.number("v"), rate: rate)
      findings.close("\(input)", motion.asymptote, wanted, within: 0.001)
    }
  }

  /// A velocity that leads to a rounded target.
  static func rounding(
    _ published: PublishedCase, _ findings: inout Findings
  ) throws(CaseError) {
    let rate = DecelerationRate(keptPerMillisecond: try published.parameter("rate"))
    let tolerance = published.tolerance.number ?? 0.001
    for (input, wanted) in try published.pairs() {
      let free = Deceleration(from: 0, velocity: try input.number("v"), rate: rate)
      let factor = try input.number("roundingFactor")
      let target = (free.asymptote / factor).rounded() * factor
      findings.close(
        "target of \(input)", target, try wanted.number("toValue"), within: tolerance)
      let again = Deceleration(from: 0, velocity: try wanted.number("v"), rate: rate)
      findings.close("where its velocity leads", again.asymptote, target, within: tolerance)
    }
  }

  /// Android's fling lasts and goes as its formula says, at any density.
  static func androidFling(
    _ published: PublishedCase, _ findings: inout Findings
  ) throws(CaseError) {
    for (input, wanted) in try published.pairs() {
      let density = try input.number("density")
      let motion = DecayLaw.androidFling(from: 0, velocity: try input.number("v") / density)
      let duration = try wanted.number("duration_ms")
      let distance = try wanted.number("distance_px")
      findings.close(
        "duration of \(input)", motion.duration * 1000, duration, within: 1e-6 * duration)
      findings.close(
        "distance of \(input)", motion.end * density, distance, within: 1e-6 * distance)
    }
  }

  /// A measured fling lasts as long as the law with its distance.
  static func measuredFling(
    _ published: PublishedCase, _ findings: inout Findings
  ) throws(CaseError) {
    let rate = DecelerationRate(keptPerMillisecond: try published.parameter("rate"))
    let stop = try published.parameter("v_stop")
    guard let tolerance = published.tolerance["seconds"]?.number else {
      throw CaseError("tolerance.seconds")
    }
    for (input, wanted) in try published.pairs() {
      let velocity = rate.decayPerSecond * (try input.number("distance_pt")) + stop
      let motion = Deceleration(from: 0, velocity: velocity, rate: rate, stopSpeed: stop)
      findings.close(
        "duration of \(input)", motion.duration, try wanted.number("duration_s"),
        within: tolerance)
    }
  }
}

/// An extent between two edges among the parameters; one that is no number is far.
func extent(
  _ published: PublishedCase, viewport: Double, _ least: String, _ most: String
) throws(CaseError) -> ScrollExtent {
  let low = published.params.edge(least, else: -1e12)
  let high = published.params.edge(most, else: 1e12)
  guard low <= high else { throw CaseError("params.\(least)") }
  return ScrollExtent(minimum: low, maximum: high, viewport: viewport)
}
