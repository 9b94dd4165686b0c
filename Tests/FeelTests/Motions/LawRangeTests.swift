import Feel
import Testing

/// A number that no law can have is refused where it is set, not at the first release.
struct LawRangeTests {
  @Test func `a law's number that is none is refused where it is set`() async {
    await #expect(processExitsWith: .failure) { _ = ScrollPhysics(restThresholdPixels: .nan) }
    await #expect(processExitsWith: .failure) { _ = ScrollPhysics(maximumVelocity: .nan) }
    await #expect(processExitsWith: .failure) { _ = ScrollPhysics(minimumTravel: -1) }
    await #expect(processExitsWith: .failure) { _ = ScrollPhysics(stop: .speed(.infinity)) }
    await #expect(processExitsWith: .failure) {
      _ = ScrollPhysics(decay: .androidSpline(friction: .leastNonzeroMagnitude))
    }
    await #expect(processExitsWith: .failure) {
      _ = ScrollPhysics(band: .linear(share: .nan, limit: 10))
    }
    await #expect(processExitsWith: .failure) {
      _ = ScrollPhysics(bounce: .spring(EdgeSpring(velocityGain: .nan)))
    }
    await #expect(processExitsWith: .failure) {
      _ = ScrollPhysics(releaseOutside: .glide(deceleration: 0))
    }
    await #expect(processExitsWith: .failure) {
      var physics = ScrollPhysics.uikit
      physics.velocity.window = .nan
      _ = physics
    }
  }

  @Test func `a scale that leads to no finite pixel is refused`() async {
    await #expect(processExitsWith: .failure) {
      _ = ScrollExtent(maximum: 100, viewport: 100, scale: .leastNonzeroMagnitude)
    }
    await #expect(processExitsWith: .failure) {
      _ = ScrollView(frame: .zero, contentLength: 100, scale: 1e308)
    }
    await #expect(processExitsWith: .failure) { _ = Carousel(frame: .zero, scale: .nan) }
    await #expect(processExitsWith: .failure) {
      _ = Pager(
        frame: .zero, pages: [.init(title: "", contentLength: 0)], scale: .leastNonzeroMagnitude)
    }
    await #expect(processExitsWith: .failure) { _ = ScrollPhysics.uikit.stopSpeed(scale: 0) }
  }

  @Test(arguments: [1e-6, 1, 1e15])
  func `at the ends of its range a scale gives finite motions`(scale: Double) {
    for preset in ScrollPreset.all {
      for start in [-30.0, 40, 130] {
        for velocity in [-1e9, -800, 0, 3, 1e9] {
          let extent = ScrollExtent(maximum: 100, viewport: 100, scale: scale)
          let motion = preset.physics.release(from: start, velocity: velocity, in: extent)
          #expect(motion.duration.isFinite && motion.restPosition.isFinite)
          #expect(motion.value(at: motion.duration / 2).isFinite)
        }
      }
    }
  }

  @Test func `a bounce's curve may set out flat`() {
    let leg = BounceCurves.Leg(
      Ease(cubicBezier: 0.3, 0, 0.5, 1), durationPerPoint: 0.01, maximumDuration: 1)
    var physics = ScrollPhysics.uikit
    physics.releaseOutside = .curve(
      BounceCurves(minimumVelocity: 200, distance: 35, limit: 0.1, out: leg, back: leg))
    let extent = ScrollExtent(maximum: 1000, viewport: 400)
    let motion = physics.release(from: -20, velocity: 0, in: extent)
    #expect(motion.restPosition == 0 && motion.duration > 0)
  }
}
