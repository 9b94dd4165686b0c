import Feel
import Testing

struct InstantTests {
  @Test func `the end of a motion is rounded up to a whole microsecond`() {
    #expect(Instant.zero.advanced(atLeast: 0.000_000_4).microseconds == 1)
    #expect(Instant.zero.advanced(atLeast: 2).microseconds == 2_000_000)
  }

  @Test func `out-of-range times saturate at the bounds`() {
    let late = Instant(microseconds: .max - 1)
    #expect(late.advanced(by: 1e30).microseconds == .max)
    #expect(late.advanced(by: 10).microseconds == .max)
    #expect(late.advanced(by: .nan) == late)
    #expect(Instant(microseconds: .min) < late)
    #expect((late - Instant(microseconds: .min)).isFinite)
  }
}
