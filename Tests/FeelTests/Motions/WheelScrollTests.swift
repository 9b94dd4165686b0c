import Feel
import TestSupport
import Testing

/// The effect of a wheel notch under each system's rule.
struct WheelScrollTests {
  private static let frame = Rect(x: 0, y: 0, width: 300, height: 400)

  private static func view(_ physics: ScrollPhysics, at offset: Double = 2000) -> ScrollView {
    ScrollView(frame: frame, contentLength: 20_000, offset: offset, physics: physics)
  }

  private static func turned(
    _ view: ScrollView, _ notches: Double, at ms: Double = 0
  ) -> ScrollView {
    var view = view
    view.play(.wheel(0, notches, at: ms))
    return view
  }

  /// The height of the cubic Bézier (0, 0), (x1, y1), (x2, 1), (1, 1) at a time 0…1, by bisection
  /// and independent of the engine.
  private static func height(_ x1: Double, _ y1: Double, _ x2: Double, at time: Double) -> Double {
    func blend(_ a: Double, _ b: Double, _ s: Double) -> Double {
      3 * a * s * (1 - s) * (1 - s) + 3 * b * s * s * (1 - s) + s * s * s
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if blend(x1, x2, middle) < time { low = middle } else { high = middle }
    }
    return blend(y1, 1, low)
  }

  @Test func `a notch in GTK moves at once by the viewport to the power of two thirds`() {
    let view = Self.turned(Self.view(ScrollPreset.gtk4.physics), 1)
    // 400^(2/3) is the cube root of 160 000.
    expectClose(view.contentOffset(at: .zero), 2000 + 54.288352, within: 1e-6)
    #expect(!view.isMoving(at: .zero))
  }

  @Test(arguments: [(1.0, 0.2), (-2.5, 0.15), (9, 0.1)] as [(Double, Double)])
  func `a notch in Chromium moves by 120 points along ease-in-out, faster for more notches`(
    notches: Double, duration: Double
  ) {
    let view = Self.turned(Self.view(ScrollPreset.chromium.physics), notches)
    #expect(view.restOffset(at: .zero) == 2000 + 120 * notches)
    for share in [0.1, 0.37, 0.5, 0.8] {
      let found = view.contentOffset(at: time(1000 * duration * share))
      let wanted = 2000 + 120 * notches * Self.height(0.42, 0, 0.58, at: share)
      expectClose(found, wanted, within: 1e-3)
    }
    #expect(view.state(at: time(1000 * duration - 1)) == .programmatic)
    #expect(view.state(at: time(1000 * duration + 1)) == .idle)
  }

  @Test func `a second notch continues at the first one's velocity on the system's own curve`() {
    for (preset, notch) in [(ScrollPreset.chromium, 120.0), (.firefox, 60)] {
      let first = Self.turned(Self.view(preset.physics), 1)
      let (offset, velocity) = (first.contentOffset(at: time(100)), first.velocity(at: time(100)))
      let view = Self.turned(first, 1, at: 100)
      let way = 2000 + 2 * notch - offset
      #expect(view.restOffset(at: time(100)) == 2000 + 2 * notch)
      // 0.2 s for up to 120 points; beyond that, 1/60 s less per 60 points.
      let duration = preset.id == "chromium" ? 0.2 - max(0, way - 120) / 60 / 60 : 0.2
      let slope = velocity * duration / way
      let (x1, x2) =
        preset.id == "chromium" ? (0.42, 0.58) : (0.25 / (1 + slope * slope).squareRoot(), 0.6)
      for share in [0.02, 0.3, 0.6, 0.95] {
        let found = view.contentOffset(at: time(100 + 1000 * duration * share))
        expectClose(found, offset + way * Self.height(x1, x1 * slope, x2, at: share), within: 1e-3)
      }
    }
  }

  @Test(arguments: ScrollPreset.all.filter { $0.physics.wheel.smoothing != .none })
  func `a notch at any time causes no jump, keeps the velocity and never passes an edge`(
    preset: ScrollPreset
  ) {
    for seed in 0..<60 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      // Every other one near an end, which no notch may pass.
      let start = Double.random(in: 0...(seed.isMultiple(of: 2) ? 19_600 : 200), using: &random)
      var view = Self.view(preset.physics, at: start)
      var ms = 0.0
      for _ in 0..<30 {
        ms += Double.random(in: 1...120, using: &random)
        let now = time(ms)
        _ = view.advance(to: now)
        let (offset, velocity) = (view.contentOffset(at: now), view.velocity(at: now))
        let notches = Double.random(in: -3...3, using: &random)
        let next = Self.turned(view, notches, at: ms)
        expectClose(next.contentOffset(at: now), offset, within: 1e-9)
        if next.isMoving(at: now), next.motion?.start == now {
          expectClose(next.velocity(at: now), velocity, within: 1e-6 * max(1, abs(velocity)))
        }
        view = next
        for later in stride(from: 0.0, to: 240, by: 7) {
          let shown = view.contentOffset(at: time(ms + later))
          #expect(shown >= -1e-9 && shown <= 19_600 + 1e-9)
        }
      }
      let rest = view.restOffset(at: time(ms))
      _ = view.advance(to: time(ms + 5000))
      #expect(view.contentOffset(at: time(ms + 5000)) == rest)
    }
  }

  @Test(arguments: ScrollPreset.all)
  func `quick notches add up under every preset`(preset: ScrollPreset) {
    var view = Self.view(preset.physics)
    for step in 0..<7 { view = Self.turned(view, step == 3 ? -1 : 1, at: 11 * Double(step)) }
    let notch = preset.physics.wheel.way(viewport: 400)
    expectClose(view.restOffset(at: time(66)), 2000 + 5 * notch, within: 1e-9)
  }

  @Test func `a notch at the end does nothing`() {
    for preset in ScrollPreset.all {
      let view = Self.turned(Self.view(preset.physics, at: 19_600), 2)
      #expect(view.restOffset(at: .zero) == 19_600 && !view.isMoving(at: .zero))
    }
  }

  @Test func `out-of-range wheel constants are refused`() async {
    await #expect(processExitsWith: .failure) {
      _ = ScrollPhysics(wheel: WheelScroll(smoothing: .spring(duration: 0)))
    }
    await #expect(processExitsWith: .failure) {
      _ = ScrollPhysics(wheel: WheelScroll(notch: .points(-1)))
    }
    await #expect(processExitsWith: .failure) {
      _ = ScrollPhysics(wheel: WheelScroll(smoothing: .ease(WheelEase(start: .nan))))
    }
  }
}
