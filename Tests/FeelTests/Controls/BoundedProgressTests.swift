import Feel
import TestSupport
import Testing

struct BoundedProgressTests {
  @Test func `a value outside is held to the nearer bound`() {
    var progress = BoundedProgress(7, from: 2, to: 4)
    #expect(progress.value == 4 && progress.fraction == 1)
    for (value, held) in [(-1.0, 2.0), (3, 3), (.infinity, 4), (-.infinity, 2), (.nan, 2)] {
      progress.value = value
      #expect(progress.value == held)
    }
    #expect(BoundedProgress(.nan).value == 0 && BoundedProgress(0.25).fraction == 0.25)
  }

  @Test func `the share of the way grows with the value and never leaves 0 to 1`() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<500 {
      let bounds = [Double.random(in: -8e307...8e307, using: &random), 1e-300, -5, 5].shuffled(
        using: &random)
      let (lower, upper) = (min(bounds[0], bounds[1]), max(bounds[0], bounds[1]))
      var last = 0.0
      for step in 0...10 {
        let share = Double(step) / 10
        let progress = BoundedProgress(lower * (1 - share) + upper * share, from: lower, to: upper)
        #expect(progress.fraction >= last - 1e-12 && progress.fraction <= 1)
        expectClose(progress.fraction, share, within: 1e-9)
        last = progress.fraction
      }
    }
  }

  @Test func `an empty or reversed range is refused`() async {
    await #expect(processExitsWith: .failure) { _ = BoundedProgress(0, from: 1, to: 1) }
    await #expect(processExitsWith: .failure) { _ = BoundedProgress(0, from: 2, to: 1) }
    await #expect(processExitsWith: .failure) { _ = BoundedProgress(0, from: .nan, to: 1) }
    await #expect(processExitsWith: .failure) { _ = BoundedProgress(0, to: .infinity) }
  }
}
