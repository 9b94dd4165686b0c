import Feel
import FeelTrace
import Testing

struct SpringConformanceTests {
  private func spring(_ json: JSON) throws -> Spring {
    let mass = json["mass"]?.number ?? 1
    let stiffness = try #require(json["stiffness"]?.number)
    if let damping = json["damping"]?.number {
      return Spring(mass: mass, stiffness: stiffness, damping: damping)
    }
    return Spring(
      mass: mass, stiffness: stiffness, dampingRatio: try #require(json["dampingRatio"]?.number))
  }

  @Test(arguments: PublishedCase.of("spring"))
  func `a spring is where and as fast as it is asserted`(published: PublishedCase) throws {
    let tolerance = published.params["tolerance"]
    func motion(_ distance: Double, _ speed: Double) throws -> SpringMotion {
      SpringMotion(
        try spring(published.params), from: try published.parameter("start"),
        velocity: try published.parameter("v0"), to: try published.parameter("end"),
        threshold: distance, speedThreshold: speed)
    }
    let rested = try motion(
      tolerance?["distance"]?.number ?? 1e-3, tolerance?["velocity"]?.number ?? 1e-3)
    // The source goes on moving after it is done, unless it is told to snap.
    let snaps = published.params["snapToEnd"]?.flag == true
    try expectAnswers(
      of: snaps ? rested : try motion(1e-12, .infinity), doneAt: rested.duration, to: published)
  }

  @Test(arguments: PublishedCase.of("spring_type"))
  func `a damping ratio is of the regime that is asserted`(published: PublishedCase) throws {
    let inputs = try #require(published.inputs.list)
    let expected = try #require(published.expected.list)
    for (input, wanted) in zip(inputs, expected) {
      let stiffness = try published.parameter("stiffness")
      let spring =
        if let damping = input["damping"]?.number {
          Spring(stiffness: stiffness, damping: damping)
        } else {
          Spring(
            stiffness: stiffness, dampingRatio: try #require(input["dampingRatio"]?.number))
        }
      #expect(spring.regime.rawValue.lowercased() == wanted.text?.lowercased())
    }
  }

  @Test(arguments: PublishedCase.of("spring_description"))
  func `a spring made from what is felt has the constants that are asserted`(
    published: PublishedCase
  ) throws {
    let spring =
      if let bounce = published.params["bounce"]?.number {
        Spring(duration: try published.parameter("duration"), bounce: bounce)
      } else {
        Spring(
          response: try published.parameter("response"),
          dampingRatio: try published.parameter("dampingRatio"))
      }
    let tolerance = try #require(published.tolerance.number)
    let found = [
      "mass": spring.mass, "stiffness": spring.stiffness, "damping": spring.damping,
      "dampingCoefficient": spring.damping,
    ]
    for (input, wanted) in zip(try #require(published.inputs.list), published.expected.numbers) {
      let name = try #require(input.text)
      // Where a spring counts as settled is each project's own choice.
      guard name != "settlingDuration" else { continue }
      #expect(abs(try #require(found[name]) - wanted) <= tolerance, "\(name)")
    }
  }

  @Test(arguments: PublishedCase.of("spring_description_inverse"))
  func `a spring's constants give back what is felt`(published: PublishedCase) throws {
    let spring = try spring(published.params)
    #expect((spring.response * 1000).rounded() == published.expected.numbers[0])
    #expect(abs(spring.bounce - published.expected.numbers[1]) <= 1e-3)
  }

  @Test(arguments: PublishedCase.of("spring_sampled"))
  func `a spring follows the samples of another implementation`(published: PublishedCase) throws {
    let (params, expected) = (published.params, published.expected)
    let velocity = try params["v0"]?.number ?? 1000 * published.parameter("v0_units_per_ms")
    let motion = SpringMotion(
      try spring(params), from: try published.parameter("start"), velocity: velocity,
      to: try published.parameter("end"), threshold: params["restDelta"]?.number ?? 1e-6,
      speedThreshold: params["restSpeed"]?.number ?? .infinity)
    let values = expected["values"]?.numbers ?? expected.numbers
    #expect(!values.isEmpty)
    if let step = params["sample_ms"]?.number {
      for (index, value) in values.enumerated() {
        #expect(motion.value(at: Double(index) * step / 1000).rounded() == value)
      }
    } else if let frame = params["frame_ms"]?.number {
      // The last entry is the snap to the rest.
      let tolerance = 1e-9 * max(1, abs(motion.start))
      for (index, value) in values.dropLast().enumerated() {
        #expect(abs(motion.value(at: Double(index) * frame / 1000) - value) <= tolerance)
      }
    } else {
      for (time, value) in zip(published.inputs.numbers, values) {
        #expect(abs(motion.value(at: time) - value) <= published.tolerance.number ?? 1e-9)
      }
    }
  }
}

/// Asks a motion [query, time] and compares the answers.
func expectAnswers(
  of motion: some Projector, doneAt end: Double? = nil, to published: PublishedCase
) throws {
  let inputs = try #require(published.inputs.list)
  let expected = try #require(published.expected.list)
  #expect(inputs.count == expected.count)
  for (input, wanted) in zip(inputs, expected) {
    let query = try #require(input.list)
    let word = try #require(query[0].text)
    let time = query[1].number ?? 0
    let found: JSON =
      switch word {
      case "x": .number(motion.value(at: time))
      case "dx": .number(motion.velocity(at: time))
      case "isDone": .flag(time >= end ?? motion.duration)
      default: .null
      }
    try expect(found, meets: wanted, "\(word) \(time)")
  }
}
