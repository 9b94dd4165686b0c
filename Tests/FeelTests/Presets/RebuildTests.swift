import Feel
import TestSupport
import Testing

/// Presets compared with a rebuild of their systems from the sources, over 200 random releases
/// each.
struct RebuildTests {
  private static let count = 200

  /// The laws without this project's additions (rest on a whole pixel, half-pixel rest threshold)
  /// and without the recogniser's minimum velocity.
  private func bare(_ preset: ScrollPreset) -> ScrollPhysics {
    var physics = preset.physics
    physics.pixelLanding = .none
    physics.restThresholdPixels = 0.002
    physics.minimumVelocity = 0
    return physics
  }

  private let extent = ScrollExtent(maximum: 2000, viewport: 600)

  /// Expects the motion at 41 moments to agree within a hundredth of a point.
  private func expect(
    _ motion: ScrollMotion, _ wanted: (Double) -> Double, every step: Double, _ release: String
  ) {
    for count in 0...40 {
      let time = Double(count) * step
      let (found, wanted) = (motion.value(at: time), wanted(time))
      #expect(abs(found - wanted) <= 0.01, "\(release): \(found) and \(wanted) at \(time)")
    }
  }

  private static let systems: [(ScrollPreset, String)] = [
    (.flutterIOS, "iOS"), (.flutterMacOS, "macOS"), (.scrollMechanics, "mechanics"),
    (.motion, "motion"), (.composeIOS, "compose"),
  ]

  private func rebuilt(_ name: String) -> RebuiltSystem {
    switch name {
    case "iOS": .flutterIOS
    case "macOS": .flutterMacOS
    case "mechanics": .scrollMechanics
    case "motion": .motion
    default: .composeIOS
    }
  }

  @Test(arguments: systems)
  func `a release moves as in the rebuilt system`(preset: ScrollPreset, name: String) {
    var random = SeededGenerator(seed: 17)
    let (physics, system) = (bare(preset), rebuilt(name))
    for _ in 0..<Self.count {
      let start = Double.random(in: -200...2200, using: &random)
      let velocity = Double.random(in: -7900...7900, using: &random)
      let motion = physics.release(from: start, velocity: velocity, in: extent)
      let wanted = system.release(from: start, velocity: velocity, between: 0, and: 2000)
      expect(motion, wanted.position, every: 1.0 / 16, "from \(start) at \(velocity)")
      if let end = wanted.end { #expect(abs(motion.duration - end) <= 1e-4) }
    }
  }

  /// Source: Flutter's ScrollSpringSimulation.isDone and ScrollPhysics.toleranceFor: within a
  /// pixel, and slower than 20 a second.
  @Test(arguments: systems.prefix(2))
  func `a Flutter bounce ends when its simulation is done`(preset: ScrollPreset, name: String) {
    var random = SeededGenerator(seed: 20)
    var physics = preset.physics
    physics.minimumVelocity = 0
    let system = rebuilt(name)
    var held = 0
    while held < Self.count {
      let start = Double.random(in: -200...2200, using: &random)
      let velocity = Double.random(in: -7900...7900, using: &random)
      let wanted = system.release(from: start, velocity: velocity, between: 0, and: 2000)
      guard wanted.end == nil, start < 0 || start > 2000 || abs(velocity) > 20 else { continue }
      held += 1
      let motion = physics.release(from: start, velocity: velocity, in: extent)
      let end = RebuiltSystem.end(
        of: wanted.position, at: motion.restPosition, within: 1, slowerThan: 20)
      #expect(abs(motion.duration - end) <= 1e-4, "from \(start) at \(velocity)")
    }
  }

  @Test func `Android's flings, bounces and glides match the rebuilt OverScroller`() {
    var random = SeededGenerator(seed: 18)
    let physics = bare(.android)
    var held = 0
    while held < Self.count {
      let start = Double.random(in: -200...2200, using: &random)
      // Include slow ones: a fast outward fling has no room.
      let most = held.isMultiple(of: 2) ? 7900.0 : 900
      let velocity = Double.random(in: -most...most, using: &random)
      guard
        let wanted = RebuiltAndroid.release(
          from: start, velocity: velocity, between: 0, and: 2000, limit: 300)
      else { continue }
      held += 1
      let motion = physics.release(from: start, velocity: velocity, in: extent)
      expect(motion, wanted, every: 1.0 / 16, "from \(start) at \(velocity)")
      let free = physics.release(
        from: 0, velocity: velocity, in: ScrollExtent(minimum: -1e6, maximum: 1e6, viewport: 600))
      #expect(abs(free.duration - RebuiltAndroid.fling(velocity).duration) <= 1e-4)
      let outside = Double.random(in: -300...300, using: &random)
      let back = physics.release(
        from: outside, velocity: 0, in: ScrollExtent(maximum: 0, viewport: 600))
      for step in 0...10 {
        let time = Double(step) / 20
        #expect(abs(back.value(at: time) - RebuiltAndroid.glide(outside, at: time)) <= 0.01)
      }
    }
  }

  @Test func `Chromium's flings and bounces on Windows match the rebuilt controller`() {
    var random = SeededGenerator(seed: 19)
    let physics = bare(.chromiumWindows)
    for _ in 0..<Self.count {
      let start = Double.random(in: -60...2060, using: &random)
      let velocity = Double.random(in: -12_000...12_000, using: &random)
      let motion = physics.release(from: start, velocity: velocity, in: extent)
      let wanted = RebuiltChromiumWindows.release(
        from: start, velocity: velocity, between: 0, and: 2000, viewport: 600)
      expect(motion, wanted.position, every: 1.0 / 20, "from \(start) at \(velocity)")
      if let end = wanted.end { #expect(abs(motion.duration - end) <= 1e-4) }
    }
  }
}
