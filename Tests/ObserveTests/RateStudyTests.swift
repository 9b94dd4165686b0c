import Observe
import Testing

/// The effect of rates on a steady pointer, which follows from counting samples.
struct RateStudyTests {
  private static let pairs = RateStudy.inputRates.flatMap { input in
    RateStudy.frameRates.map { (input, $0) }
  }

  /// Without a filter, a step is one of two whole numbers of samples, as often as the ratio of the
  /// rates requires.
  @Test(arguments: pairs)
  func `without a filter jitter and lag follow from the rates alone`(input: Double, frame: Double) {
    let study = RateStudy(inputRate: input, frameRate: frame, filter: .none)
    let gap = 1000 / input
    let ratio = input / frame
    let share = ratio - ratio.rounded(.down)
    let jitter = gap * (share * (1 - share)).squareRoot()
    #expect(abs(study.jitter - jitter) < 0.02 * gap + 0.02, "\(study)")
    #expect(abs(study.lag - gap / 2) < 0.05 * gap + 0.05, "\(study)")
    #expect(study.overshoot == 0)
  }

  @Test(arguments: pairs)
  func `linear resampling removes jitter at a constant lag from 120 Hz on`(
    input: Double, frame: Double
  ) {
    let study = RateStudy(inputRate: input, frameRate: frame, filter: .linear)
    // At 60 and 90 Hz, samples are too far apart to predict every frame.
    if input >= 120 {
      #expect(study.jitter < 0.01, "\(study)")
      #expect(abs(study.lag - 5) < 0.05, "\(study)")
    } else {
      #expect(study.lag > 4.99 && study.jitter < 500 / input, "\(study)")
    }
    // Half an interval of prediction, less the frame's delay.
    #expect(study.overshoot <= min(8, 500 / input) + 0.01, "\(study)")
  }

  @Test(arguments: pairs)
  func `the 1 € filter adds its time constant to the lag and keeps the jitter`(
    input: Double, frame: Double
  ) {
    let plain = RateStudy(inputRate: input, frameRate: frame, filter: .none)
    let smooth = RateStudy(inputRate: input, frameRate: frame, filter: .oneEuro)
    #expect(abs(smooth.jitter - plain.jitter) < 0.1)
    // 1 / (2π · (1 + 0.007 · 1000))
    #expect(abs(smooth.lag - plain.lag - 19.89) < 0.5)
    #expect(smooth.overshoot == 0)
  }

  @Test func `the 1 € filter follows a step by its cutoff and ignores a repeated time`() {
    var filter = OneEuroFilter(cutoff: 2, growth: 0)
    #expect(filter.value(0, at: 0) == 0)
    let first = filter.value(1, at: 0.01)
    // α = 1 / (1 + 1 / (2π · 2 · 0.01))
    #expect(abs(first - 0.1116) < 0.0001)
    #expect(filter.value(5, at: 0.01) == first)
    for index in 2..<200 { _ = filter.value(1, at: 0.01 * Double(index)) }
    #expect(abs(filter.value(1, at: 2) - 1) < 1e-6)
  }
}
