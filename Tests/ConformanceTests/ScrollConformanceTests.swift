import Feel
import FeelTrace
import Testing

struct ScrollConformanceTests {
  @Test(arguments: PublishedCase.of("friction"))
  func `friction runs as it is asserted`(published: PublishedCase) throws {
    let rate = DecelerationRate(keptPerSecond: try published.parameter("drag"))
    let (start, velocity) = (try published.parameter("x0"), try published.parameter("v0"))
    let braking = try published.parameter("constantDeceleration")
    // Without braking the published run never ends; a stop so low is as good as none.
    let motion = BrakedDeceleration(
      from: start, velocity: velocity, rate: rate, braking: braking,
      stopSpeed: braking == 0 ? 1e-12 : 0)
    for (input, wanted) in zip(
      try #require(published.inputs.list), try #require(published.expected.list))
    {
      let query = try #require(input.list)
      let word = try #require(query[0].text)
      let argument = query[1].number ?? 0
      let found: JSON =
        switch word {
        case "x": .number(motion.value(at: argument))
        case "dx": .number(motion.velocity(at: argument))
        case "finalX": .number(motion.restPosition)
        default: motion.crossingTime(of: argument).map { .number($0) } ?? .text("infinity")
        }
      try expect(found, meets: wanted, "\(word) \(argument)")
    }
  }

  @Test(arguments: PublishedCase.of("clamping_scroll"))
  func `a run by a power starts as it was let go`(published: PublishedCase) throws {
    for input in try #require(published.inputs.list) {
      let (start, velocity) = try place(input)
      let motion = PowerDeceleration(from: start, velocity: velocity)
      #expect(motion.value(at: 0) == start && motion.velocity(at: 0) == velocity)
    }
  }

  private func place(_ json: JSON) throws -> (Double, Double) {
    (try #require(json["position"]?.number), try #require(json["velocity"]?.number))
  }

  /// The published property: between two frames the velocity changes by what the force of the speed half-way gives.
  @Test(arguments: PublishedCase.of("clamping_scroll_property"))
  func `a run by a power has a force that depends on the speed alone`(
    published: PublishedCase
  ) throws {
    let step = try published.parameter("dt")
    for input in published.inputs.list ?? [published.params] {
      let (start, velocity) = try place(input)
      let motion = PowerDeceleration(from: start, velocity: velocity)
      var time = 0.0
      while time + 2 * step < min(2, motion.duration) {
        let again = PowerDeceleration(
          from: motion.value(at: time), velocity: motion.velocity(at: time))
        #expect(abs(again.value(at: step) - motion.value(at: time + step)) < 1e-8)
        #expect(abs(again.velocity(at: step) - motion.velocity(at: time + step)) < 1e-8)
        time += step
      }
    }
  }

  @Test(arguments: PublishedCase.of("bouncing_scroll"))
  func `a run into a spring is done when it is asserted`(published: PublishedCase) throws {
    let spring = try #require(published.params["spring"])
    let law = Spring(
      mass: try #require(spring["mass"]?.number),
      stiffness: try #require(spring["stiffness"]?.number),
      dampingRatio: try #require(spring["dampingRatio"]?.number))
    let tolerance = try #require(published.params["tolerance"])
    let velocity = try published.parameter("velocity")
    // The source caps one direction only: its known defect.
    let most = velocity > 0 ? try published.parameter("maxSpringTransferVelocity") : .infinity
    let physics = ScrollPhysics(
      decay: .exponential(DecelerationRate(keptPerSecond: try published.parameter("drag"))),
      stop: .speed(try #require(tolerance["velocity"]?.number)),
      bounce: .spring(
        EdgeSpring(
          law, maximumVelocity: most)),
      pixelLanding: .none, restThresholdPixels: try #require(tolerance["distance"]?.number))
    let extent = ScrollExtent(
      minimum: try published.parameter("leading"), maximum: try published.parameter("trailing"),
      viewport: 600)
    let motion = physics.release(
      from: try published.parameter("position"), velocity: velocity, in: extent)
    try expectAnswers(of: motion, to: published)
  }

  @Test(arguments: PublishedCase.of("rubber_band"))
  func `a band shows what it is asserted to show`(published: PublishedCase) throws {
    let (least, most) = (try published.parameter("min"), try published.parameter("max"))
    let band = RubberBand(coefficient: try published.parameter("constant"))
    for (place, wanted) in zip(published.inputs.numbers, published.expected.numbers) {
      let shown = most + band.offset(forTravel: place - most, dimension: most - least)
      #expect(abs(shown - wanted) <= 1e-9)
    }
  }

  @Test(arguments: PublishedCase.of("rubber_band_factor"))
  func `a band's slope by what is shown is the published factor`(published: PublishedCase) throws {
    for (input, wanted) in zip(try #require(published.inputs.list), published.expected.numbers) {
      let name = input["mode"]?.text == "fast" ? "fast_c" : "normal_c"
      let band = RubberBand(coefficient: try published.parameter(name))
      let shown = try #require(input["overscrollFraction"]?.number) * 700
      let travel = band.travel(forOffset: shown, dimension: 700)
      #expect(abs(band.slope(atTravel: travel, dimension: 700) - wanted) <= 1e-10)
    }
  }

  @Test(arguments: PublishedCase.of("fling_curve"))
  func `Chromium's fling goes as far in each frame`(published: PublishedCase) throws {
    let motion = BrakedDeceleration(
      from: 0, velocity: try published.parameter("velocity"),
      rate: DecelerationRate(decayPerSecond: try published.parameter("gamma")),
      drift: try published.parameter("beta"))
    let deltas = try #require(published.expected["delta"]?.numbers)
    let active = try #require(published.expected["active"]?.list).map(\.flag)
    var last = 0.0
    for (index, input) in try #require(published.inputs.list).enumerated() {
      let time = try #require(input["t"]?.number)
      #expect(abs(motion.value(at: time) - last - deltas[index]) <= 1)
      #expect(motion.isFinished(at: time) == (active[index] == false))
      last = motion.value(at: time)
    }
  }

  @Test(arguments: PublishedCase.of("elastic_bezier_stretch"))
  func `Chromium's stretch on Windows`(published: PublishedCase) throws {
    let band = ScrollPreset.chromiumWindows.physics.band
    let bounds = try published.parameter("scrollBounds")
    for (travel, wanted) in zip(published.inputs.numbers, published.expected.numbers) {
      #expect(band.offset(forTravel: travel, viewport: bounds).rounded(.towardZero) == wanted)
    }
  }

  @Test(arguments: PublishedCase.of("elastic_bezier_threshold"))
  func `Chromium's bounce on Windows goes out only from its threshold on`(
    published: PublishedCase
  ) throws {
    guard case .curves(let curves) = ScrollPreset.chromiumWindows.physics.bounce else {
      Issue.record("it bounces along curves")
      return
    }
    for (velocity, wanted) in zip(published.inputs.numbers, published.expected.numbers) {
      #expect(curves.reach(of: velocity).rounded() == wanted)
    }
  }

  @Test(arguments: PublishedCase.of("elastic_exponential"))
  func `Chromium's return on macOS`(published: PublishedCase) throws {
    let extent = ScrollExtent(maximum: 100, viewport: 600)
    for (input, wanted) in zip(try #require(published.inputs.list), published.expected.numbers) {
      let start = try #require(input["x0"]?.number)
      let velocity = try #require(input["v"]?.number)
      let motion = ScrollPreset.chromiumOldFling.physics.release(
        from: 100 + start, velocity: velocity, in: extent)
      // Within half a pixel of its rest the content is there.
      let found = motion.value(at: try #require(input["t"]?.number)) - 100
      #expect(abs(found - wanted) <= 1e-6 || abs(wanted) < 0.5, "\(start) \(velocity)")
    }
  }

  @Test(arguments: PublishedCase.of("inertia"))
  func `an inertia tends to its target as published`(published: PublishedCase) throws {
    let (start, seconds) = (
      try published.parameter("x0"), try published.parameter("timeConstant_ms") / 1000
    )
    let free = start + (try published.parameter("power")) * (try published.parameter("velocity"))
    let target = published.params["modifyTarget"]?.text == nil ? free : free / 2
    let motion = Deceleration(
      from: start, velocity: (target - start) / seconds,
      rate: DecelerationRate(timeConstant: seconds), stopSpeed: 1e-9)
    let step = try published.parameter("sample_ms") / 1000
    // The published motion ends within half a point of its target, and is there.
    for (index, wanted) in published.expected.numbers.enumerated() where wanted != target {
      #expect(abs(motion.value(at: Double(index) * step) - wanted) <= 1e-9)
    }
  }

  private static let (decays, formulas) = (
    PublishedCase.of("decay").filter { $0.source != "formula" },
    PublishedCase.of("decay").filter { $0.source == "formula" }
  )

  @Test(arguments: decays)
  func `a decay goes where it is published to go`(published: PublishedCase) throws {
    let seconds = try published.parameter("timeConstant_ms") / 1000
    let reach = (try published.parameter("power")) * (try published.parameter("velocity"))
    let rate = DecelerationRate(timeConstant: seconds)
    let stop = StopRule.remaining(try published.parameter("restDelta"))
    let motion = Deceleration(
      from: try published.parameter("x0"), velocity: reach / seconds, rate: rate,
      stopSpeed: stop.stopSpeed(decayPerSecond: rate.decayPerSecond, scale: 1))
    let step = try published.parameter("sample_ms") / 1000
    for (index, wanted) in published.expected.numbers.enumerated() {
      #expect(motion.value(at: Double(index) * step).rounded() == wanted)
    }
  }

  @Test(arguments: formulas)
  func `a run that stops near its asymptote is the published formula`(
    published: PublishedCase
  ) throws {
    let rate = DecelerationRate(keptPerMillisecond: try published.parameter("rate"))
    let stop = StopRule.remaining(try published.parameter("threshold_pt"))
    for (input, wanted) in zip(
      try #require(published.inputs.list), try #require(published.expected.list))
    {
      let motion = Deceleration(
        from: 0, velocity: try #require(input["v"]?.number), rate: rate,
        stopSpeed: stop.stopSpeed(decayPerSecond: rate.decayPerSecond, scale: 1))
      #expect(abs(motion.asymptote - (try #require(wanted["destination"]?.number))) <= 1e-9)
      #expect(abs(motion.duration - (try #require(wanted["duration"]?.number))) <= 1e-9)
    }
  }

  @Test(arguments: PublishedCase.of("decay_projection"))
  func `a projection is where it is asserted`(published: PublishedCase) throws {
    let rate = DecelerationRate(keptPerMillisecond: try published.parameter("rate"))
    for (input, wanted) in zip(try #require(published.inputs.list), published.expected.numbers) {
      let motion = Deceleration(
        from: 0, velocity: try #require(input["v"]?.number), rate: rate)
      #expect(abs(motion.asymptote - wanted) <= 0.001)
    }
  }

  @Test(arguments: PublishedCase.of("android_fling"))
  func `Android's fling lasts and goes as its formula says, at any density`(
    published: PublishedCase
  ) throws {
    for (input, wanted) in zip(
      try #require(published.inputs.list), try #require(published.expected.list))
    {
      let density = try #require(input["density"]?.number)
      let velocity = try #require(input["v"]?.number) / density
      let motion = DecayLaw.androidFling(from: 0, velocity: velocity)
      let duration = try #require(wanted["duration_ms"]?.number)
      let distance = try #require(wanted["distance_px"]?.number)
      #expect(abs(motion.duration * 1000 - duration) <= 1e-6 * duration)
      #expect(abs(motion.end * density - distance) <= 1e-6 * distance)
    }
  }

  @Test(arguments: PublishedCase.of("carried_momentum"))
  func `a second flick carries on what is published`(published: PublishedCase) {
    for (velocity, wanted) in zip(published.inputs.numbers, published.expected.numbers) {
      #expect(abs(VelocityAccumulation.carried(of: velocity) - wanted) <= 1e-9 * wanted)
      #expect(VelocityAccumulation.carried(of: -velocity) == -wanted || wanted < 40000)
    }
  }
}
