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

  @Test func `a scroll view`() { expectHolds(ScrollView.self) }
  @Test func `a carousel`() { expectHolds(Carousel.self) }
  @Test func `a pager`() { expectHolds(Pager.self) }
  @Test func `a progress slider`() { expectHolds(ProgressSlider.self) }
  @Test func `an integer slider`() { expectHolds(IntegerSlider.self) }
  @Test func `a button that is held`() { expectHolds(LongPressButton.self) }
}
