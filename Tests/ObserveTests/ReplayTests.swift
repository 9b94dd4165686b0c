import Feel
import FeelTrace
import Observe
import TestSupport
import Testing

/// The engine's own motions, as any display shows them, have no faults.
struct ReplayTests {
  private static let extent = ScrollExtent(minimum: 0, maximum: 3000, viewport: 600)

  private func rows(_ motion: ScrollMotion, rate: Double, rounded: Bool) -> [Observation.Row] {
    let count = Int(min(motion.duration, 8) * rate) + Int(rate / 4)
    return (0...count).map { frame in
      let time = Double(frame) / rate
      let offset = motion.value(at: time)
      return Observation.Row(time: time, offset: rounded ? offset.rounded() : offset)
    }
  }

  private static let releases: [(start: Double, velocity: Double)] = [
    (700.5, 1300), (2800, 4000), (-100, 300), (1500, -3000), (200, -2500), (1500, 555), (3060, 0),
  ]

  private static let displays: [(hertz: Double, releases: Int, rounded: Bool)] = [
    (60, 7, false), (60, 7, true), (120, 3, false), (120, 3, true), (144, 3, false), (144, 3, true),
  ]

  @Test(
    arguments: Budget.cases(
      displays, quick: 3, of: "no release of any preset is judged faulty"))
  func `no release of any preset is judged faulty`(hertz: Double, releases: Int, rounded: Bool) {
    var alarms: [String] = []
    for (index, preset) in ScrollPreset.all.enumerated() {
      for (start, velocity) in Self.releases.prefix(releases) where index % 2 == 0 || rounded {
        let motion = preset.physics.release(from: start, velocity: velocity, in: Self.extent)
        let source = ObservedSource(minimum: 0, maximum: 3000, viewport: 600)
        let found = MotionAnalysis(
          Observation(rows(motion, rate: hertz, rounded: rounded), source: source))
        let uneven = found.smoothness.janks + found.smoothness.missed
        guard !found.faults.isEmpty || uneven > 0 else { continue }
        alarms.append(
          "\(preset.id) from \(start) at \(velocity), rounded \(rounded): \(uneven) uneven, "
            + found.words)
      }
    }
    #expect(alarms.isEmpty, "\(alarms.count): \(alarms.joined(separator: "\n"))")
  }
}
