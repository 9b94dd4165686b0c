import Feel
import Testing

/// Switching laws while content is held, in motion or past its edge never moves what is shown.
///
/// `feellab check --switches 1000` runs a thousand sequences per pair.
struct PresetSwitchTests {
  private func jumps(
    from first: ScrollPhysics, to second: ScrollPhysics, sequences: Range<Int>
  ) -> [SwitchChecker.Jump] {
    let checker = SwitchChecker(from: first, to: second)
    return sequences.compactMap { checker.jump(inSequence: $0) }
  }

  @Test(arguments: ScrollPreset.all.map(\.id))
  func `switching the preset never moves the content`(id: String) throws {
    let first = try #require(ScrollPreset.named(id))
    for second in ScrollPreset.all where second != first {
      let jumps = jumps(from: first.physics, to: second.physics, sequences: 0..<4)
      #expect(jumps.isEmpty, "to \(second.id): \(jumps)")
    }
  }

  /// Each single law of a preset, combined with those of another.
  @Test(arguments: ScrollPreset.all.map(\.id))
  func `switching a single law never moves the content`(id: String) throws {
    let first = try #require(ScrollPreset.named(id))
    for second in ScrollPreset.all where second != first {
      for (index, law) in Self.laws.enumerated() {
        var physics = first.physics
        law(second.physics, &physics)
        guard physics != first.physics else { continue }
        let jumps = jumps(from: first.physics, to: physics, sequences: 4..<6)
        #expect(jumps.isEmpty, "law \(index) of \(second.id): \(jumps)")
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
