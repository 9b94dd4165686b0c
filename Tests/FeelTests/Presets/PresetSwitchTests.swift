import Feel
import TestSupport
import Testing

/// Laws that are switched while content is held, on its way or past its edge never move what is shown.
struct PresetSwitchTests {
  /// Sequences for each pair of presets.
  private static let sequences: UInt64 = 20

  private func touch(
    _ phase: PointerSample.Phase, _ y: Double, at seconds: Double
  ) -> InputEvent {
    .pointer(
      PointerSample(
        time: Instant(seconds: seconds), phase: phase, location: Vector(150, y), device: .touch))
  }

  /// Drags, mostly lets go, switches, then presses or lets go again; the answer is what jumped, or `nil`.
  private func jump(from first: ScrollPreset, to second: ScrollPreset, seed: UInt64) -> String? {
    var random = SeededGenerator(seed: seed)
    var view = ScrollView(
      frame: Rect(x: 0, y: 0, width: 300, height: 400),
      contentLength: Bool.random(using: &random) ? 2000 : 100,
      offset: Double.random(in: 0...1600, using: &random), physics: first.physics)
    var (clock, y) = (0.0, 200.0)
    let step = Double.random(in: -60...60, using: &random)
    _ = view.handle(touch(.down, y, at: clock))
    for _ in 0..<Int.random(in: 2...12, using: &random) {
      (clock, y) = (clock + 0.008, y + step)
      _ = view.handle(touch(.moved, y, at: clock))
    }
    let isHeld = Int.random(in: 0..<3, using: &random) == 0
    if !isHeld { _ = view.handle(touch(.up, y, at: clock)) }
    clock += Double.random(in: 0...1.2, using: &random)
    let now = Instant(seconds: clock)
    _ = view.advance(to: now)
    let shown = view.contentOffset(at: now)
    func message(_ after: Double, _ what: String) -> String? {
      let margin = 1e-9 * max(1, abs(shown))
      return abs(after - shown) <= margin
        ? nil : "\(first.id) to \(second.id), seed \(seed): \(shown) -> \(after) at \(what)"
    }
    _ = view.setPhysics(second.physics, at: now)
    if let jump = message(view.contentOffset(at: now), "the switch") { return jump }
    _ = view.handle(touch(isHeld ? .moved : .down, y, at: clock))
    if let jump = message(view.contentOffset(at: now), "the hand after it") { return jump }
    // Let go at once it may come to rest, by no more than the rest's threshold.
    _ = view.handle(touch(.up, y, at: clock))
    let after = view.contentOffset(at: now)
    guard abs(after - shown) <= second.physics.restThreshold(scale: 1) + 1e-9 * max(1, abs(shown))
    else { return message(after, "the release after it") }
    return nil
  }

  @Test(arguments: ScrollPreset.all.map(\.id))
  func `another preset never moves what is shown`(id: String) throws {
    let first = try #require(ScrollPreset.named(id))
    for second in ScrollPreset.all where second != first {
      let jumps = (0..<Self.sequences).compactMap { jump(from: first, to: second, seed: $0) }
      #expect(jumps.isEmpty, "\(jumps.count): \(jumps.first ?? "")")
    }
  }

  /// Every law of a preset alone, put among those of another.
  @Test(arguments: ScrollPreset.all.map(\.id))
  func `a single law of another preset never moves what is shown`(id: String) throws {
    let first = try #require(ScrollPreset.named(id))
    for second in ScrollPreset.all where second != first {
      for (index, law) in Self.laws.enumerated() {
        var physics = first.physics
        law(second.physics, &physics)
        guard physics != first.physics else { continue }
        let mixed = ScrollPreset(
          id: "\(second.id), law \(index)", title: "", summary: "", evidence: second.evidence,
          physics: physics)
        let jumps = (0..<4 as Range<UInt64>).compactMap { jump(from: first, to: mixed, seed: $0) }
        #expect(jumps.isEmpty, "\(jumps.count): \(jumps.first ?? "")")
      }
    }
  }

  private static let laws: [@Sendable (ScrollPhysics, inout ScrollPhysics) -> Void] = [
    { $1.decay = $0.decay }, { $1.stop = $0.stop }, { $1.band = $0.band },
    { $1.bounce = $0.bounce }, { $1.releaseOutside = $0.releaseOutside },
    { $1.inwardThrow = $0.inwardThrow }, { $1.landingSpring = $0.landingSpring },
    { $1.pixelLanding = $0.pixelLanding }, { $1.accumulation = $0.accumulation },
    { $1.releasesPointerVelocity = $0.releasesPointerVelocity }, { $1.drag = $0.drag },
    { $1.paging = $0.paging }, { $1.glow = $0.glow }, { $1.velocity = $0.velocity },
  ]
}
