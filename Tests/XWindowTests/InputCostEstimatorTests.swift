import Feel
import Testing
import XWindow

struct InputCostEstimatorTests {
  @Test func `the cost estimate rises at once, falls slowly and stays bounded`() {
    var estimator = InputCostEstimator()
    let least = estimator.cost
    var now = Instant.zero
    func give(_ seconds: Double) {
      estimator.begin(at: now)
      now = now.advanced(by: seconds)
      _ = estimator.end(at: now)
    }
    give(0.0001)
    #expect(estimator.cost == least)
    give(0.003)
    #expect(estimator.cost == 0.003)
    give(0.0001)
    #expect(estimator.cost < 0.003)
    #expect(estimator.cost > 0.0025)
    give(2)
    #expect(estimator.cost == 0.004)
    for _ in 0..<100 { give(0.0001) }
    #expect(estimator.cost == least)
  }

  @Test func `more events are expected only right after some were handled`() {
    var estimator = InputCostEstimator()
    let before = estimator.end(at: Instant(seconds: 1))
    estimator.begin(at: Instant(seconds: 2))
    let (first, second) = (
      estimator.end(at: Instant(seconds: 2)), estimator.end(at: Instant(seconds: 3))
    )
    #expect([before, first, second] == [false, true, false])
  }
}
