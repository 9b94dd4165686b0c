import Feel
import TestSupport
import Testing

/// The laws that only some systems have.
struct SystemLawTests {
  private let extent = ScrollExtent(minimum: 0, maximum: 10_000, viewport: 800)

  // MARK: Chromium's curve

  @Test(arguments: [-20_000.0, -3000, -35, 31, 900, 2978, 5000, 12_000])
  func `Chromium's curve starts with the release velocity and has the expected duration and length`(
    velocity: Double
  ) {
    for viewport in [100.0, 800, 5000] {
      let run = BezierFling().motion(from: 40, velocity: velocity, viewport: viewport)
      #expect(abs(run.velocity(at: 0) - velocity) <= 1e-9 * abs(velocity))
      #expect(run.duration == min(2, abs(velocity) / 2300))
      let free = velocity * velocity / (2 * 2645.7)
      #expect(abs(abs(run.end - 40) - min(free, 3 * viewport)) < 1e-9)
      #expect(abs(run.velocity(at: run.duration.nextDown)) < 1e-3 * abs(velocity))
    }
  }

  /// Source: measured on Chromium 156 on Linux: at 2978 px/s 1.27 s and 1676 px.
  @Test func `Chromium's fling matches the program's duration and distance`() {
    let motion = ScrollPreset.chromium.physics.release(from: 100, velocity: 2978, in: extent)
    #expect(abs(motion.duration - 1.27) < 0.03)
    #expect(abs(motion.restPosition - 1776) <= 1)
  }

  // MARK: The articles' laws

  @Test func `the articles' physics fling from a predicted 50 points on, which is 100.1 pt/s`() {
    let physics = ScrollPreset.seed.physics
    let k = DecelerationRate.normal.decayPerSecond
    for (velocity, flings) in [(50 * k - 0.01, false), (50 * k + 0.01, true)] {
      let motion = physics.release(from: 100, velocity: velocity, in: extent)
      #expect((motion.duration > 0) == flings, "\(velocity) pt/s")
    }
    #expect(abs(50 * k - 100.1) < 0.001)
  }

  @Test
  func `the articles' bounce doubles the velocity at the edge, up to a viewport per second`() {
    guard case .spring(let spring) = ScrollPreset.seed.physics.bounce else {
      Issue.record("a spring bounces")
      return
    }
    #expect(spring.velocity(entering: 601, viewport: 600) == 600)
    #expect(spring.velocity(entering: -9000, viewport: 600) == -600)
    #expect(spring.velocity(entering: 120, viewport: 600) == 240)
    let motion = ScrollPreset.seed.physics.release(
      from: 590, velocity: 2000, in: ScrollExtent(maximum: 600, viewport: 600))
    #expect(motion.sequence.count == 2 && motion.sequence[1].velocity(at: 0) == 600)
  }

  // MARK: Constant braking

  private static let brakings: [(Double, Double)] = [(0.0, 2500.0), (500, -800), (9000, 90)]

  @Test(arguments: brakings)
  func `constant braking stops on a whole pixel after v/1500 seconds`(
    start: Double, velocity: Double
  ) {
    let physics = ScrollPreset.qt6Mouse.physics
    let motion = physics.release(from: start, velocity: velocity, in: extent)
    let free = start + velocity * abs(velocity) / 3000
    #expect(motion.restPosition == free.rounded())
    #expect(abs(motion.duration - abs(velocity) / 1500) < 0.02)
    #expect(motion.velocity(at: 0) == velocity)
  }

  // MARK: Past Qt's edge

  @Test func `a fling past Qt's edge overshoots by at most 150 points and returns in 0.4 s`() {
    let physics = ScrollPreset.qt5.physics
    for velocity in stride(from: -2500.0, through: -200, by: 100) {
      let motion = physics.release(from: 5, velocity: velocity, in: extent)
      let lowest = (0...4000).map { motion.value(at: Double($0) / 1000) }.min() ?? 0
      #expect(lowest < 0 && lowest >= -150 - 1e-9, "\(lowest)")
      #expect(motion.restPosition == 0)
      // Half of the return takes 0.1 s, the other half 0.3 s.
      let way = motion.sequence
      #expect(abs(motion.duration - way.startTime(of: way.count - 2) - 0.4) < 1e-9)
    }
  }

  @Test func `content released from rest past Qt's edge eases back in 0.4 s`() {
    let physics = ScrollPreset.qt6.physics
    let motion = physics.release(from: -192, velocity: 0, in: extent)
    #expect(abs(motion.duration - 0.4) < 1e-9)
    #expect(motion.value(at: 0) == -192 && motion.velocity(at: 0) == 0)
    #expect(abs(motion.value(at: 0.1) + 96) < 1e-9)
    #expect(abs(motion.value(at: 0.05) + 192 - 24) < 1e-9)
    #expect(motion.restPosition == 0)
  }

  @Test func `content thrown inward past Qt's edge runs on inside or stops at the edge`() {
    let physics = ScrollPreset.qt6.physics
    let fast = physics.release(from: -20, velocity: 2000, in: extent)
    #expect(abs(fast.restPosition - (-20 + 2000 * 2000 / 3000.0)) <= 0.5)
    let slow = physics.release(from: -120, velocity: 400, in: extent)
    #expect(slow.restPosition == 0)
  }

  // MARK: Firefox's edge

  @Test func `a fading band is the sum of its small steps and matches its inverse and slope`() {
    let band = OverscrollBand.fading(share: 1.0 / 16)
    var shown = 0.0
    for _ in 0..<40_000 { shown += 0.01 * (1 - shown / 800) / 16 }
    #expect(abs(band.offset(forTravel: 400, viewport: 800) - shown) < 1e-4)
    for travel in [-9000.0, -390.4, -1, 0, 2, 700] {
      let offset = band.offset(forTravel: travel, viewport: 800)
      #expect(abs(band.travel(forOffset: offset, viewport: 800) - travel) < 1e-6)
      #expect(offset == -band.offset(forTravel: -travel, viewport: 800))
      let step = 1e-4
      let slope =
        (band.offset(forTravel: travel + step, viewport: 800)
          - band.offset(forTravel: travel - step, viewport: 800)) / (2 * step)
      #expect(abs(band.slope(atTravel: travel, viewport: 800) - slope) < 1e-9 + 1e-6)
    }
  }

  // MARK: Repeated flicks

  private func caught(_ velocity: Double, start: Double, present: Double, pause: Double = 0.02)
    -> CaughtMotion
  { CaughtMotion(velocity: velocity, startVelocity: start, presentVelocity: present, pause: pause) }

  @Test func `GTK adds up to six times the first flick's remaining velocity`() {
    let physics = ScrollPreset.gtk4.physics
    // Source: GTK 4.8.3, 2750 px/s upon 441.65.
    let second = physics.releaseVelocity(2750, caught: caught(900, start: 2750, present: 441.65))
    #expect(abs(second - (2750 + 6 * 441.65)) < 1e-9)
    let share = (700 - 0.33 * 500) / (0.67 * 500)
    let medium = physics.releaseVelocity(700, caught: caught(800, start: 900, present: 500))
    #expect(abs(medium - (700 + 500 * share)) < 1e-9)
    #expect(physics.releaseVelocity(100, caught: caught(800, start: 900, present: 500)) == 100)
    #expect(physics.releaseVelocity(-700, caught: caught(800, start: 900, present: 500)) == -700)
    #expect(physics.releaseVelocity(700) == 700)
  }

  @Test func `Firefox adds the first flick's initial velocity if both flicks were fast`() {
    let physics = ScrollPreset.firefox.physics
    let gain = physics.velocityGain
    #expect(abs(gain - 0.9834) < 1e-4)
    let fast = caught(2000, start: 3000, present: 1500)
    #expect(abs(physics.releaseVelocity(2000, caught: fast) - (2000 * gain + 3000)) < 1e-9)
    for slow in [
      caught(1000, start: 3000, present: 900),
      caught(2000, start: 3000, present: 1500, pause: 0.06),
    ] {
      #expect(physics.releaseVelocity(2000, caught: slow) == 2000 * gain)
    }
    #expect(physics.releaseVelocity(1400, caught: fast) == 1400 * gain)
    #expect(physics.releaseVelocity(499) == 0)
  }

  // MARK: Pages

  private static let turns: [(Double, Double, Double, Double)] = [
    // Offset, velocity, where the drag began, the page: all from page 3 of 100.
    (2400.0 + 40, 500.0, 2400.0, 4.0), (2400 + 300, 0, 2400, 3), (2400 + 401, 0, 2400, 4),
    (2400 + 399, 299, 2400, 3), (2400 + 300, 9000, 2400, 4), (2400 - 40, -500, 2400, 2),
    (2400 + 300, -400, 2400, 3), (2400, 0, 2400, 3),
  ]

  @Test(arguments: turns)
  func `a release in libadwaita's carousel turns at most one page`(
    offset: Double, velocity: Double, start: Double, page: Double
  ) {
    let pages = ScrollExtent(maximum: 99 * 800, viewport: 800)
    let motion = ScrollPreset.adwaitaCarousel.physics.release(
      from: offset, velocity: velocity, in: pages, start: start)
    #expect(motion.restPosition == page * 800)
    #expect(motion.velocity(at: 0) == 0)
  }

  @Test func `the page projection is continuous`() {
    let pages = PageTurning()
    #expect(abs(pages.projection(of: 1000) - 0.499) < 1e-12)
    #expect(abs(pages.projection(of: 2000) - pages.projection(of: 2000.000001)) < 1e-6)
  }

  // MARK: Glow

  private func view(_ preset: ScrollPreset, offset: Double = 0) -> ScrollView {
    ScrollView(
      frame: Rect(x: 0, y: 0, width: 600, height: 800), contentLength: 8000, offset: offset,
      physics: preset.physics)
  }

  private func touch(
    _ phase: PointerSample.Phase, _ y: Double, at milliseconds: Double
  ) -> InputEvent {
    .pointer(
      PointerSample(
        time: Instant(seconds: milliseconds / 1000), phase: phase, location: Vector(300, y),
        device: .touch))
  }

  @Test func `the edge glow grows with the travel at a still edge and dies down after`() {
    var view = view(.gtk4)
    _ = view.handle(touch(.down, 200, at: 0))
    for step in 1...10 {
      _ = view.handle(touch(.moved, 200 + Double(step) * 6, at: Double(step) * 8))
    }
    let now = Instant(seconds: 0.08)
    #expect(view.contentOffset(at: now) == 0)
    #expect(abs(view.glow(at: now) + 0.6) < 1e-9)
    _ = view.handle(touch(.moved, 500, at: 90))
    #expect(view.glow(at: Instant(seconds: 0.09)) == -1)
    _ = view.handle(touch(.up, 500, at: 400))
    let after = (0...60).map { view.glow(at: Instant(seconds: 0.4 + Double($0) / 60)) }
    #expect(after.first == -1 && after.last == 0)
    #expect(zip(after, after.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(view.contentOffset(at: Instant(seconds: 0.5)) == 0)
  }

  @Test func `a fling that stops dead at an edge makes it glow`() {
    var view = view(.gtk4, offset: 60)
    _ = view.flick(velocity: -1200, at: .zero)
    let glow = (0...120).map { view.glow(at: Instant(seconds: Double($0) / 60)) }
    #expect(glow.first == 0 && glow.last == 0)
    // A crossing velocity v stretches a critical spring to v/(e·10) points.
    let crossing = 1200.0 - 4 * 60
    #expect(abs((glow.min() ?? 0) + crossing / (2.718281828 * 10) / 100) < 0.01)
    #expect(view.isMoving(at: Instant(seconds: 0.2)))
  }

  // MARK: The start of a drag

  private static let deductions: [(ScrollPreset, Double)] = [
    (.gtk4, 100.0), (.firefox, 90.4), (.chromium, 85), (.uikit, 90),
    (.adwaitaCarousel, 84), (.qt5, 76),
  ]

  @Test(arguments: deductions)
  func `each system subtracts its own amount from a touch drag`(preset: ScrollPreset, shown: Double)
  {
    var view = view(preset, offset: 3200)
    _ = view.handle(touch(.down, 700, at: 0))
    // Past 8, 9.6, 10 and 15 points with the second sample, past 16 with the third.
    for step in 1...12 {
      let travel = Double(step) * 8 + (step == 12 ? 4 : 0)
      _ = view.handle(touch(.moved, 700 - travel, at: Double(step) * 8))
    }
    #expect(abs(view.contentOffset(at: Instant(seconds: 0.096)) - 3200 - shown) < 1e-9)
  }

  /// Qt 5 polls touch input every 5 ms: of the samples in one poll, only the last counts.
  @Test func `Qt 5 groups touch samples before it recognises a drag`() {
    for (preset, shown) in [(ScrollPreset.qt5, 12.0), (.qt5Mouse, 24)] {
      var view = view(preset, offset: 3200)
      _ = view.handle(touch(.down, 700, at: 0))
      // Past the slop of 10 from the first on; 12 and 16 ms are one group, 24 ms is the next.
      for (time, travel) in [(12.0, 12.0), (16, 24), (24, 36), (32, 48)] {
        _ = view.handle(touch(.moved, 700 - travel, at: time))
      }
      #expect(abs(view.contentOffset(at: Instant(seconds: 0.032)) - 3200 - shown) < 1e-9)
    }
  }

  @Test func `travel past an edge counts in GTK but not in Chromium`() {
    for (preset, shown) in [(ScrollPreset.gtk4, 0.0), (.chromium, 40)] {
      var view = view(preset)
      _ = view.handle(touch(.down, 200, at: 0))
      for (index, y) in [250.0, 300, 300, 280, 260].enumerated() {
        _ = view.handle(touch(.moved, y, at: Double(index + 1) * 8))
      }
      #expect(abs(view.contentOffset(at: Instant(seconds: 0.04)) - shown) < 1e-9, "\(preset.id)")
    }
  }

  @Test func `Qt flings after a drag of 40 points but not of 14`() {
    for (travel, flings) in [(14.0, false), (40, true)] {
      var view = view(.qt5, offset: 3000)
      _ = view.handle(touch(.down, 700, at: 0))
      for step in 1...4 {
        _ = view.handle(touch(.moved, 700 - travel * Double(step) / 4, at: Double(step) * 8))
      }
      _ = view.handle(touch(.up, 700 - travel, at: 40))
      #expect((view.motion != nil) == flings)
    }
  }

  // MARK: Landing on a pixel

  @Test func `GTK rounds only the rest position, not the motion`() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<200 {
      let velocity = Double.random(in: -4000...4000, using: &random)
      let motion = ScrollPreset.gtk4.physics.release(from: 5000.25, velocity: velocity, in: extent)
      let free = 5000.25 + (velocity - (velocity < 0 ? -0.1 : 0.1)) / 4
      guard (0...10_000).contains(free), abs(velocity) > 1 else { continue }
      #expect(motion.restPosition == free.rounded())
      #expect(abs(motion.value(at: motion.duration.nextDown) - free) < 1e-6)
    }
  }
}
