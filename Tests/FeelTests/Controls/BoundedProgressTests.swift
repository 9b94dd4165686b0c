import Feel
import TestSupport
import Testing

struct BoundedProgressTests {
  @Test func `a value outside the bounds is clamped to the nearer one`() {
    var progress = BoundedProgress(7.0, in: 2...4)
    #expect(progress.value == 4 && progress.isDone)
    for (value, clamped) in [(-1.0, 2.0), (3, 3), (.infinity, 4), (-.infinity, 2), (.nan, 2)] {
      progress.value = value
      #expect(progress.value == clamped)
      #expect(progress.isDone == (clamped == 4))
    }
    #expect(BoundedProgress(Double.nan, in: 0...1).value == 0)
  }

  @Test func `a comparable value can be set, reset and given other bounds`() {
    var grade = BoundedProgress("m", in: "d"..."q")
    #expect(grade.value == "m" && !grade.isDone)
    grade.value = "z"
    #expect(grade.value == "q" && grade.isDone)
    grade.bounds = "d"..."x"
    #expect(grade.value == "q" && !grade.isDone)
    grade.bounds = "a"..."c"
    #expect(grade.value == "c" && grade.isDone)
    grade.reset()
    #expect(grade.value == "a" && grade == BoundedProgress(in: "a"..."c"))
  }

  @Test func `adding moves the value either way and clamps it to the bounds`() {
    var seconds = BoundedProgress(in: 0...2.0)
    seconds.add(0.5)
    #expect(seconds.value == 0.5 && seconds.ratio == 0.25)
    seconds.add(.nan)
    #expect(seconds.value == 0.5)
    for (amount, value) in [(-9.0, 0.0), (.infinity, 2), (-.infinity, 0), (1e308, 2), (-0.5, 1.5)] {
      seconds.add(amount)
      #expect(seconds.value == value)
    }
    var wait = BoundedProgress(Duration.seconds(1), in: .zero ... .seconds(3))
    wait.add(.seconds(5))
    #expect(wait.value == .seconds(3) && wait.isDone)
  }

  @Test func `adding integers never overflows`() {
    var random = SeededGenerator(seed: 14)
    let ends = [Int.min, Int.min + 1, -5, -1, 0, 1, 5, Int.max - 1, Int.max]
    for _ in 0..<20_000 {
      func pick() -> Int { ends.randomElement(using: &random) ?? 0 }
      let (a, b) = (pick(), pick())
      guard a != b else { continue }
      var progress = BoundedProgress(pick(), in: min(a, b)...max(a, b))
      let (before, amount) = (progress.value, pick())
      progress.add(amount)
      let (sum, overflow) = before.addingReportingOverflow(amount)
      let exact = overflow ? (amount > 0 ? Int.max : Int.min) : sum
      #expect(progress.value == Swift.min(max(a, b), Swift.max(min(a, b), exact)))
    }
    var bytes = BoundedProgress(in: 3...UInt8(5))
    for (amount, value) in [(UInt8(0), UInt8(3)), (1, 4), (200, 5), (255, 5)] {
      bytes.add(amount)
      #expect(bytes.value == value)
    }
  }

  @Test func `the ratio grows with the value and stays within 0 to 1`() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<500 {
      let bounds = [Double.random(in: -8e307...8e307, using: &random), 1e-300, -5, 5].shuffled(
        using: &random)
      let (lower, upper) = (min(bounds[0], bounds[1]), max(bounds[0], bounds[1]))
      var last = 0.0
      for step in 0...10 {
        let share = Double(step) / 10
        let progress = BoundedProgress(lower * (1 - share) + upper * share, in: lower...upper)
        #expect(progress.ratio >= last - 1e-12 && progress.ratio <= 1)
        expectClose(progress.ratio, share, within: 1e-9)
        last = progress.ratio
      }
    }
  }

  @Test func `the ratio of integers is exact however large they are`() {
    #expect(BoundedProgress(3, in: 0...4).ratio == 0.75)
    #expect(BoundedProgress(0, in: Int.min...Int.max).ratio == 0.5)
    #expect(BoundedProgress(Int.max, in: Int.min...Int.max).ratio == 1)
    #expect(BoundedProgress(in: Int.min...Int.max).ratio == 0)
    // Neighbours that a Double cannot distinguish.
    #expect(BoundedProgress(Int.max - 1, in: Int.max - 2...Int.max).ratio == 0.5)
    #expect(BoundedProgress(UInt8(4), in: 3...5).ratio == 0.5)
  }

  @Test func `the ratio of an infinite range is 0 until the end is reached`() {
    for bounds in [0...Double.infinity, -.infinity...0, -.infinity ... .infinity] {
      var progress = BoundedProgress(-2, in: bounds)
      progress.add(1)
      #expect(progress.ratio == 0 && !progress.isDone)
      progress.value = bounds.upperBound
      #expect(progress.ratio == 1 && progress.isDone)
    }
  }

  @Test func `an empty or reversed range is refused`() async {
    await #expect(processExitsWith: .failure) { _ = BoundedProgress(0.0, in: 1...1) }
    await #expect(processExitsWith: .failure) { _ = BoundedProgress("a", in: "b"..."b") }
    await #expect(processExitsWith: .failure) {
      let (lower, upper) = (2, 1)
      _ = BoundedProgress(0, in: lower...upper)
    }
    await #expect(processExitsWith: .failure) { _ = BoundedProgress(0.0, in: 0 ... .nan) }
    await #expect(processExitsWith: .failure) {
      var progress = BoundedProgress(0, in: 0...1)
      progress.bounds = 3...3
    }
  }
}
