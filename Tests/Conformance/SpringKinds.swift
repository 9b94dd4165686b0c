internal import Feel
internal import FeelTrace

/// What other projects say of springs.
enum SpringKinds {
  static func spring(from json: JSON) throws(CaseError) -> Spring {
    let mass = json["mass"]?.number ?? 1
    let stiffness = try json.number("stiffness")
    if let damping = json["damping"]?.number {
      return Spring(mass: mass, stiffness: stiffness, damping: damping)
    }
    return Spring(mass: mass, stiffness: stiffness, dampingRatio: try json.number("dampingRatio"))
  }

  static func spring(
    _ published: PublishedCase, _ findings: inout Findings
  ) throws(CaseError) {
    let tolerance = published.params["tolerance"]
    func motion(_ distance: Double, _ speed: Double) throws(CaseError) -> SpringMotion {
      SpringMotion(
        try spring(from: published.params), from: try published.parameter("start"),
        velocity: try published.parameter("v0"), to: try published.parameter("end"),
        threshold: distance, speedThreshold: speed)
    }
    let rested = try motion(
      tolerance?["distance"]?.number ?? 1e-3, tolerance?["velocity"]?.number ?? 1e-3)
    // The source goes on moving after it is done, unless it is told to snap.
    let snaps = published.params["snapToEnd"]?.flag == true
    let asked = snaps ? rested : try motion(1e-12, .infinity)
    try answers(of: asked, doneAt: rested.duration, to: published, &findings)
  }

  static func type(_ published: PublishedCase, _ findings: inout Findings) throws(CaseError) {
    for (input, wanted) in try published.pairs() {
      let stiffness = try published.parameter("stiffness")
      let spring =
        if let damping = input["damping"]?.number {
          Spring(stiffness: stiffness, damping: damping)
        } else {
          Spring(stiffness: stiffness, dampingRatio: try input.number("dampingRatio"))
        }
      findings.equal("\(input)", spring.regime.rawValue.lowercased(), wanted.text?.lowercased())
    }
  }

  static func description(
    _ published: PublishedCase, _ findings: inout Findings
  ) throws(CaseError) {
    let spring =
      if let bounce = published.params["bounce"]?.number {
        Spring(duration: try published.parameter("duration"), bounce: bounce)
      } else {
        Spring(
          response: try published.parameter("response"),
          dampingRatio: try published.parameter("dampingRatio"))
      }
    guard let tolerance = published.tolerance.number else { throw CaseError("tolerance") }
    let found = [
      "mass": spring.mass, "stiffness": spring.stiffness, "damping": spring.damping,
      "dampingCoefficient": spring.damping,
    ]
    for (input, wanted) in try published.pairs() {
      guard let name = input.text, let wanted = wanted.number else { throw CaseError("inputs") }
      // Where a spring counts as settled is each project's own choice.
      guard let value = found[name] else {
        findings.leave(name)
        continue
      }
      findings.close(name, value, wanted, within: tolerance)
    }
  }

  static func inverse(
    _ published: PublishedCase, _ findings: inout Findings
  ) throws(CaseError) {
    let spring = try spring(from: published.params)
    let wanted = published.expected.numbers
    guard wanted.count == 2 else { throw CaseError("expected") }
    findings.equal("duration_ms", (spring.response * 1000).rounded(), wanted[0])
    findings.close("bounce", spring.bounce, wanted[1], within: 1e-3)
  }

  static func sampled(
    _ published: PublishedCase, _ findings: inout Findings
  ) throws(CaseError) {
    let params = published.params
    let velocity =
      if let velocity = params["v0"]?.number {
        velocity
      } else {
        1000 * (try published.parameter("v0_units_per_ms"))
      }
    let motion = SpringMotion(
      try spring(from: params), from: try published.parameter("start"), velocity: velocity,
      to: try published.parameter("end"), threshold: params["restDelta"]?.number ?? 1e-6,
      speedThreshold: params["restSpeed"]?.number ?? .infinity)
    let values = published.expected["values"]?.numbers ?? published.expected.numbers
    if let step = params["sample_ms"]?.number {
      for (index, value) in values.enumerated() {
        let time = Double(index) * step
        findings.equal("\(time) ms", motion.value(at: time / 1000).rounded(), value)
      }
    } else if let frame = params["frame_ms"]?.number {
      // The last entry is the snap to the rest.
      let tolerance = 1e-9 * max(1, abs(motion.start))
      for (index, value) in values.dropLast().enumerated() {
        let time = Double(index) * frame
        findings.close("\(time) ms", motion.value(at: time / 1000), value, within: tolerance)
      }
    } else {
      for (time, value) in zip(published.inputs.numbers, values) {
        findings.close(
          "\(time) s", motion.value(at: time), value, within: published.tolerance.number ?? 1e-9)
      }
    }
  }

  /// A spring that is looked at every so often: over at the first look that finds it near and slow, even if it goes on to be faster.
  static func duration(
    _ published: PublishedCase, _ findings: inout Findings
  ) throws(CaseError) {
    let (near, slow) = (try published.parameter("restDelta"), try published.parameter("restSpeed"))
    let end = try published.parameter("end")
    let motion = SpringMotion(
      try spring(from: published.params), from: try published.parameter("start"),
      velocity: try published.parameter("v0"), to: end, threshold: near, speedThreshold: slow)
    let step = try published.parameter("step_ms")
    guard step > 0, let wanted = published.expected.number else { throw CaseError("expected") }
    var time = 0.0
    while time < motion.duration * 1000 {
      let isNear = abs(motion.value(at: time / 1000) - end) <= near
      if isNear, abs(motion.velocity(at: time / 1000)) <= slow { break }
      time += step
    }
    findings.close("duration_ms", time, wanted, within: published.tolerance.number ?? 0)
  }
}

/// Asks a motion [query, time] and compares the answers.
func answers(
  of motion: some Projector, doneAt end: Double? = nil, to published: PublishedCase,
  _ findings: inout Findings
) throws(CaseError) {
  for (input, wanted) in try published.pairs() {
    guard let query = input.list, query.count > 1, let word = query[0].text else {
      throw CaseError("inputs")
    }
    let time = query[1].number ?? 0
    let found: JSON
    switch word {
    case "x": found = .number(motion.value(at: time))
    case "dx": found = .number(motion.velocity(at: time))
    case "isDone": found = .flag(time >= end ?? motion.duration)
    default: throw CaseError("inputs")
    }
    try findings.meets("\(word) \(time)", found, wanted)
  }
}
