import Feel
import TestSupport
import Testing

/// Properties of every preset's motion, over random releases.
struct PresetPropertyTests {
  static let count = 400

  private func eachCase(
    of id: String, _ seed: UInt64,
    _ body: (ScrollPhysics, ReleaseCase, inout SeededGenerator) -> Void
  ) throws {
    let physics = try #require(ScrollPreset.named(id)).physics
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<Self.count { body(physics, ReleaseCase(using: &generator), &generator) }
  }

  private func expectNoJump(
    _ motion: ScrollMotion, _ physics: ScrollPhysics, _ release: ReleaseCase
  ) {
    let checker = HandOffChecker(physics: physics, scale: release.extent.scale)
    let released = MotionState(value: release.offset, velocity: motion.releaseVelocity)
    for handOff in checker.check(motion, released: released) where handOff.verdict == .jump {
      Issue.record("\(handOff) of \(motion.sequence.count) parts, \(release)")
    }
  }

  @Test(arguments: ScrollPreset.all.map(\.id))
  func `a release starts at its position and velocity`(id: String) throws {
    try eachCase(of: id, 1) { physics, release, _ in
      let motion = release.release(physics)
      #expect(motion.value(at: 0) == release.offset || motion.duration == 0)
      guard motion.duration > 0, !motion.isKnownDeparture(0) else { return }
      let speed = min(abs(release.velocity), physics.maximumVelocity)
      let wanted =
        abs(release.velocity) < physics.minimumVelocity
        ? 0 : release.velocity < 0 ? -speed : speed
      #expect(abs(motion.velocity(at: 0) - wanted) <= 1e-9 * max(1, abs(wanted)))
    }
  }

  @Test(arguments: ScrollPreset.all.map(\.id))
  func `only known departures jump`(id: String) throws {
    try eachCase(of: id, 2) { physics, release, _ in
      let motion = release.release(physics)
      expectNoJump(motion, physics, release)
    }
  }

  @Test(arguments: [
    "uikit", "uikit-fast", "scroll-mechanics", "flutter-macos", "compose-ios",
  ])
  func `presets without known departures never report one`(id: String) throws {
    try eachCase(of: id, 3) { physics, release, _ in
      let capped = ReleaseCase(
        offset: release.offset, velocity: min(max(release.velocity, -4000), 4000),
        extent: release.extent)
      let motion = capped.release(physics)
      for index in 0..<motion.sequence.count { #expect(!motion.isKnownDeparture(index)) }
    }
  }

  @Test(arguments: ScrollPreset.all.map(\.id))
  func `a release rests at the predicted position, inside the edges`(id: String) throws {
    try eachCase(of: id, 4) { physics, release, _ in
      let motion = release.release(physics)
      let predicted = physics.restPosition(
        from: release.offset, velocity: release.velocity, in: release.extent)
      let after = motion.duration + 1
      #expect(abs(motion.value(at: after) - predicted) < 1e-6)
      #expect(motion.value(at: motion.duration) == motion.restPosition)
      #expect(release.extent.overscroll(of: predicted) == 0)
      let last = motion.value(at: motion.duration.nextDown)
      let threshold = physics.restThreshold(scale: release.extent.scale)
      #expect(abs(last - predicted) <= threshold * 1.000_001 + 1e-9)
    }
  }

  @Test(arguments: ScrollPreset.all.map(\.id))
  func `the velocity is the derivative of the value`(id: String) throws {
    try eachCase(of: id, 5) { physics, release, generator in
      let motion = release.release(physics)
      for index in 0..<motion.sequence.count {
        let part = motion.sequence[index]
        guard part.duration > 0.01 else { continue }
        let time = Double.random(in: 0.1...0.9, using: &generator) * part.duration
        let step = 1e-5 * part.duration
        let slope = (part.value(at: time + step) - part.value(at: time - step)) / (2 * step)
        let speed = max(abs(part.velocity(at: 0)), abs(slope), 1)
        #expect(abs(slope - part.velocity(at: time)) < 1e-4 * speed)
      }
    }
  }

  @Test(arguments: ScrollPreset.all.map(\.id))
  func `a mirrored release gives the mirrored motion`(id: String) throws {
    try eachCase(of: id, 6) { physics, release, generator in
      let motion = release.release(physics)
      let mirror = release.mirrored.release(physics)
      #expect(mirror.duration == motion.duration)
      #expect(mirror.restPosition == -motion.restPosition)
      for _ in 0..<5 {
        let time = Double.random(in: 0...motion.duration, using: &generator)
        #expect(mirror.value(at: time) == -motion.value(at: time))
        #expect(mirror.velocity(at: time) == -motion.velocity(at: time))
      }
    }
  }

  @Test(arguments: ScrollPreset.all.map(\.id))
  func `a shifted release gives the shifted motion`(id: String) throws {
    try eachCase(of: id, 7) { physics, release, generator in
      // A shift by a power of two keeps rounding differences small.
      let motion = release.release(physics)
      let shifted = release.shifted(by: 4096).release(physics)
      guard abs(shifted.restPosition - motion.restPosition - 4096) < 1e-6 else {
        // A rest halfway between two pixels may round either way.
        let step = 1 / release.extent.scale
        #expect(abs(abs(shifted.restPosition - motion.restPosition - 4096) - step) < 1e-6)
        return
      }
      #expect(abs(shifted.duration - motion.duration) < 1e-6)
      for _ in 0..<5 {
        let time = Double.random(in: 0...motion.duration, using: &generator)
        #expect(abs(shifted.value(at: time) - motion.value(at: time) - 4096) < 1e-6)
      }
    }
  }

  @Test(arguments: ScrollPreset.all.map(\.id))
  func `values do not depend on the order of queries and are finite`(id: String) throws {
    try eachCase(of: id, 8) { physics, release, generator in
      let motion = release.release(physics)
      #expect(motion.duration >= 0 && motion.duration < 60)
      let times = (0..<8).map { _ in
        Double.random(in: -0.1...motion.duration + 0.1, using: &generator)
      }
      let forwards = times.map { motion.value(at: $0) }
      let backwards = times.reversed().map { motion.value(at: $0) }
      #expect(forwards == backwards.reversed())
      for value in forwards { #expect(value.isFinite) }
      #expect(motion.value(at: .nan) == motion.value(at: 0) || motion.duration == 0)
    }
  }

  @Test(arguments: ScrollPreset.all.map(\.id))
  func `a landing is exact and starts without a jump`(id: String) throws {
    try eachCase(of: id, 9) { physics, release, generator in
      let extent = release.extent
      let landing = Double.random(in: extent.minimum...extent.maximum, using: &generator)
      let motion = physics.release(
        from: release.offset, velocity: release.velocity, in: extent, landing: landing)
      #expect(motion.restPosition == landing)
      expectNoJump(motion, physics, release)
    }
  }
}
