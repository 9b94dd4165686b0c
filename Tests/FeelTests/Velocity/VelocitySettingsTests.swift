import Feel
import Testing

/// How systems differ in the velocity they estimate from the same samples.
struct VelocitySettingsTests {
  /// A tracker fed a press and samples of (milliseconds, position).
  private func track(
    _ settings: VelocityTracker.Settings, _ samples: [(Double, Double)]
  ) -> VelocityTracker {
    var tracker = VelocityTracker(settings: settings)
    for (index, sample) in samples.enumerated() {
      let time = Instant(seconds: sample.0 / 1000)
      if index == 0 {
        tracker.press(at: time, location: Vector(sample.1, 0))
      } else {
        tracker.add(at: time, location: Vector(sample.1, 0))
      }
    }
    return tracker
  }

  private func velocity(
    _ settings: VelocityTracker.Settings, _ samples: [(Double, Double)], release: Double
  ) -> Double {
    track(settings, samples).velocity(at: Instant(seconds: release / 1000)).x
  }

  private let steady = (0...40).map { (Double($0) * 8, Double($0) * 8 + 0.5) }

  @Test func `counting the release lowers the velocity by the time since the last sample`() {
    var settings = VelocityTracker.Settings(estimator: .firstToLast, gap: .infinity)
    #expect(abs(velocity(settings, steady, release: 328) - 1000) < 1e-9)
    settings.countsRelease = true
    // 144 points of the window in 152 ms.
    #expect(abs(velocity(settings, steady, release: 328) - 144 / 0.152) < 1e-9)
    settings.windowEndsAtRelease = true
    #expect(abs(velocity(settings, steady, release: 328) - 136 / 0.144) < 1e-9)
    settings.reachesBeforeWindow = true
    #expect(abs(velocity(settings, steady, release: 328) - 144 / 0.152) < 1e-9)
  }

  @Test func `GTK keeps a velocity through a short hold but not a long one`() {
    let settings = ScrollPreset.gtk4.physics.velocity
    let flick = (0...12).map { (step: Int) -> (Double, Double) in
      (Double(step) * 8, Double(step) * 24 + 0.5)
    }
    // From the first sample after the press.
    #expect(abs(velocity(settings, flick, release: 164) - 264 / 0.156) < 1e-9)
    #expect(velocity(settings, flick, release: 300) == 0)
    // The default estimator treats 68 ms as a rest.
    #expect(velocity(.init(), flick, release: 164) == 0)
  }

  private static let holds: [(ScrollPreset, Double, Bool)] = [
    (.chromium, 68.0, true), (.chromium, 79, true), (.chromium, 80, false),
    (.chromium, 88, false), (.uikit, 40, true), (.uikit, 41, false), (.qt5, 99, true),
    (.qt5, 100, false), (.firefox, 91, true), (.firefox, 100, false), (.adwaitaCarousel, 141, true),
    (.adwaitaCarousel, 151, false),
  ]

  @Test(arguments: holds)
  func `each preset keeps a velocity through a hold up to its own limit`(
    preset: ScrollPreset, hold: Double, flings: Bool
  ) {
    let found = velocity(preset.physics.velocity, steady, release: 320 + hold)
    #expect((found != 0) == flings, "\(found)")
  }

  @Test func `the press counts as a sample only if few others exist, always, or never, as set`() {
    var settings = VelocityTracker.Settings(estimator: .firstToLast)
    let late = [(0.0, 0.0), (40, 10), (50, 20)]
    for (press, wanted) in [
      (VelocityTracker.Settings.Press.spare, 400.0), (.always, 400), (.never, 1000),
    ] {
      settings.press = press
      #expect(abs(velocity(settings, late, release: 50) - wanted) < 1e-9, "\(press)")
    }
    let longer = [(0.0, 0.0), (30, 0), (40, 10), (50, 20)]
    settings.press = .spare
    #expect(abs(velocity(settings, longer, release: 50) - 1000) < 1e-9)
    settings.press = .always
    #expect(abs(velocity(settings, longer, release: 50) - 400) < 1e-9)
  }

  @Test func `the mean of pairs limits each pair separately`() {
    var settings = VelocityTracker.Settings(estimator: .meanOfPairs, minimumSpacing: 0)
    let uneven = [(0.0, 0.0), (8, 8), (11, 16), (19, 24), (26, 32)]
    let pairs = [8 / 0.003, 8 / 0.008, 8 / 0.007]
    #expect(abs(velocity(settings, uneven, release: 30) - pairs.reduce(0, +) / 3) < 1e-9)
    settings.pairLimit = 2500
    // Source: Qt 5.15.8 with a mouse flicks with 1547.619 after these samples.
    #expect(abs(velocity(settings, uneven, release: 30) - 1547.619) < 1e-3)
    settings.cap = 2
    #expect(abs(velocity(settings, uneven, release: 30) - pairs[2]) < 1e-9)
  }

  @Test func `grouped samples count as one, at the time of the last`() {
    var settings = VelocityTracker.Settings(estimator: .meanOfPairs, minimumSpacing: 0)
    settings.grouping = 0.005
    let uneven = [(0.0, 0.0), (8, 8), (13, 16), (25, 24), (29, 32), (37, 40)]
    let wanted = (8 / 0.005 + 16 / 0.016 + 8 / 0.008) / 3
    #expect(abs(velocity(settings, uneven, release: 45) - wanted) < 1e-9)
  }

  /// A drag at 1500 pt/s that stops for 48 ms with a point of jitter: `rest-jitter-lift.feel`.
  private let restWithJitter: [(Double, Double)] = {
    let drag = (0...20).map { (8.0 * Double($0), 600.0 - 12 * Double($0)) }
    let rest = (1...6).map { (160 + 8.0 * Double($0), $0.isMultiple(of: 2) ? 361.0 : 360) }
    return drag + rest
  }()

  @Test func `a jittery rest misleads least squares but not UIKit's weights`() {
    let parabola = velocity(.init(), restWithJitter, release: 211)
    #expect(abs(parabola - 590) < 1)
    let uikit = ScrollPhysics.uikit.velocity
    #expect(abs(velocity(uikit, restWithJitter, release: 211) - 37.5) < 1e-9)
    #expect(ScrollPreset.uikit.physics.estimator == .uikit)
    #expect(ScrollPreset.android.physics.estimator == .leastSquares)
  }

  @Test(arguments: VelocityEstimator.allCases)
  func `fewer samples than the minimum give no velocity`(estimator: VelocityEstimator) {
    var settings = VelocityTracker.Settings(estimator: estimator, minimumSpacing: 0)
    let pair = [(0.0, 0.0), (8, 8)]
    #expect(abs(velocity(settings, pair, release: 8) - 1000) < 1e-9)
    settings.minimumSamples = 3
    let estimate = track(settings, pair).estimate(at: Instant(seconds: 0.008))
    #expect(estimate.velocity == .zero && estimate.entries.map(\.fate) == [.tooFew, .tooFew])
    // A pair never has three samples.
    let steady = (0...5).map { (Double($0) * 8, Double($0) * 8) }
    let wanted = estimator == .lastPair ? 0.0 : 1000
    #expect(abs(velocity(settings, steady, release: 40) - wanted) < 1e-9)
    settings.minimumSamples = 0
    #expect(settings.minimumSamples == 2)
  }

  @Test func `UIKit's weights space a 1000 Hz mouse's pairs like touch samples`() {
    let mouse: [(Double, Double)] = (0...100).map { index in
      let place = index.isMultiple(of: 2) ? index : index + 1
      return (Double(index), Double(place))
    }
    #expect(abs(velocity(.init(estimator: .uikit), mouse, release: 100) - 1000) < 1e-9)
  }

  @Test func `a smoothed velocity includes earlier pairs`() {
    var settings = VelocityTracker.Settings(estimator: .meanOfPairs, cap: 2, minimumSpacing: 0)
    settings.smoothing = 0.7
    settings.press = .always
    let samples = [(0.0, 0.0), (8, 8), (15, 16)]
    // From rest: 0.7·1000, then 0.7·(8/7 ms) + 0.3 of that.
    #expect(abs(velocity(settings, samples, release: 20) - (800 + 210)) < 1e-9)
  }

  @Test func `with whole points, positions count as the next lower integer`() {
    var settings = VelocityTracker.Settings(estimator: .firstToLast)
    settings.countsWholePoints = true
    let samples = [(0.0, 100.0), (30, 100.2), (60, 110)]
    // The whole numbers 100 and 110 count as 99 and 109, and 100.2 as 100.
    #expect(abs(velocity(settings, samples, release: 60) - 10 / 0.06) < 1e-9)
  }
}
