import ControlSequences
import Feel
import TestSupport
import Testing

/// Two hundred random sequences per control, every other one hostile; `Tests/sequences` plays any
/// number.
struct SequenceTests {
  private func expectHolds<Control: SequencedControl>(
    _ control: Control.Type, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for seed in Budget.seeds(200, quick: 60, of: "SequenceTests, \(Control.self)") {
      let check = SequenceCheck<Control>(seed: seed, isHostile: seed % 2 == 1)
      guard let failure = check.failure() else { continue }
      Issue.record("\(failure)", sourceLocation: sourceLocation)
      return
    }
  }

  @Test func `a scroll view withstands random event sequences`() { expectHolds(ScrollView.self) }
  @Test func `a carousel withstands random event sequences`() { expectHolds(Carousel.self) }
  @Test func `a pager withstands random event sequences`() { expectHolds(Pager.self) }
  @Test func `a progress slider withstands random event sequences`() {
    expectHolds(ProgressSlider.self)
  }
  @Test func `an integer slider withstands random event sequences`() {
    expectHolds(IntegerSlider.self)
  }
  @Test func `a long-press button withstands random event sequences`() {
    expectHolds(LongPressButton.self)
  }
}
