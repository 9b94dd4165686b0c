internal import Feel
internal import FeelTrace

/// Other projects' tests of springs.
extension Findings {
  mutating func spring(_ published: PublishedCase) throws(CaseError) {
    func motion(_ distance: Double, _ speed: Double) throws(CaseError) -> SpringMotion {
      SpringMotion(
        try published.params.spring(), from: try published.parameter("start"),
        velocity: try published.parameter("v0"), to: try published.parameter("end"),
        threshold: distance, speedThreshold: speed)
    }
    let rested = try motion(
      try published.parameter("tolerance.distance", in: NumberRange.end, else: 1e-3),
      try published.parameter("tolerance.velocity", in: NumberRange.end, else: 1e-3))
    // The source keeps moving after it is done, unless it is told to snap.
    let snaps = published.params["snapToEnd"]?.flag == true
    let asked = snaps ? rested : try motion(1e-12, .infinity)
    try answers(of: asked, doneAt: rested.duration, to: published)
  }

  mutating func type(_ published: PublishedCase) throws(CaseError) {
    for (input, wanted) in try published.pairs() {
      // Each input provides the damping for the same spring.
      let spring = try JSON.object([
        "stiffness": published.params["stiffness"] ?? .null, "damping": input["damping"] ?? .null,
        "dampingRatio": input["dampingRatio"] ?? .null,
      ]).spring()
      equal("\(input)", spring.regime.rawValue.lowercased(), wanted.text?.lowercased())
    }
  }

  mutating func description(_ published: PublishedCase) throws(CaseError) {
    let spring =
      if published.params["bounce"] != nil {
        Spring(
          duration: try published.parameter("duration", in: NumberRange.response),
          bounce: try published.parameter("bounce", in: NumberRange.bounce))
      } else {
        Spring(
          response: try published.parameter("response", in: NumberRange.response),
          dampingRatio: try published.parameter("dampingRatio", in: NumberRange.dampingRatio))
      }
    guard let tolerance = published.tolerance.number else { throw CaseError("tolerance") }
    let found = [
      "mass": spring.mass, "stiffness": spring.stiffness, "damping": spring.damping,
      "dampingCoefficient": spring.damping,
    ]
    for (input, wanted) in try published.pairs() {
      guard let name = input.text, let wanted = wanted.number else { throw CaseError("inputs") }
      // When a spring counts as settled differs between projects.
      guard let value = found[name] else {
        leave(name)
        continue
      }
      close(name, value, wanted, within: tolerance)
    }
  }

  mutating func inverse(_ published: PublishedCase) throws(CaseError) {
    let spring = try published.params.spring()
    let wanted = published.expected.numbers
    guard wanted.count == 2 else { throw CaseError("expected") }
    equal("duration_ms", (spring.response * 1000).rounded(), wanted[0])
    close("bounce", spring.bounce, wanted[1], within: 1e-3)
  }

  mutating func sampled(_ published: PublishedCase) throws(CaseError) {
    let params = published.params
    let velocity =
      params["v0"] != nil
      ? try published.parameter("v0") : 1000 * (try published.parameter("v0_units_per_ms"))
    let motion = SpringMotion(
      try params.spring(), from: try published.parameter("start"), velocity: velocity,
      to: try published.parameter("end"),
      threshold: try published.parameter("restDelta", in: NumberRange.end, else: 1e-6),
      speedThreshold: try published.parameter("restSpeed", in: NumberRange.end, else: .infinity))
    let values = published.expected["values"]?.numbers ?? published.expected.numbers
    if let step = params["sample_ms"]?.number {
      for (index, value) in values.enumerated() {
        let time = Double(index) * step
        equal("\(time) ms", motion.value(at: time / 1000).rounded(), value)
      }
    } else if let frame = params["frame_ms"]?.number {
      // The last entry is the snap to the rest.
      let tolerance = 1e-9 * max(1, abs(motion.start))
      for (index, value) in values.dropLast().enumerated() {
        let time = Double(index) * frame
        close("\(time) ms", motion.value(at: time / 1000), value, within: tolerance)
      }
    } else {
      for (time, value) in zip(published.inputs.numbers, values) {
        close(
          "\(time) s", motion.value(at: time), value, within: published.tolerance.number ?? 1e-9)
      }
    }
  }

  /// A spring that is polled: it ends at the first poll that finds it close and slow, even if it
  /// would speed up again.
  mutating func duration(_ published: PublishedCase) throws(CaseError) {
    let near = try published.parameter("restDelta", in: NumberRange.end)
    let slow = try published.parameter("restSpeed", in: NumberRange.end)
    let end = try published.parameter("end")
    let motion = SpringMotion(
      try published.params.spring(), from: try published.parameter("start"),
      velocity: try published.parameter("v0"), to: end, threshold: near, speedThreshold: slow)
    let step = try published.parameter("step_ms", in: NumberRange.positive)
    // Limits it to a million polls.
    _ = try checked(motion.duration * 1000 / step, "the looks at it", in: 0...1e6)
    guard let wanted = published.expected.number else { throw CaseError("expected") }
    var time = 0.0
    while time < motion.duration * 1000 {
      let isNear = abs(motion.value(at: time / 1000) - end) <= near
      if isNear, abs(motion.velocity(at: time / 1000)) <= slow { break }
      time += step
    }
    close("duration_ms", time, wanted, within: published.tolerance.number ?? 0)
  }

  /// Evaluates [query, time] pairs on a motion and compares the results.
  mutating func answers(
    of motion: some Projector, doneAt end: Double? = nil, to published: PublishedCase
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
      try meets("\(word) \(time)", found, wanted)
    }
  }
}
