import Feel
import Foundation
import Testing

/// The statements of docs/ten-times.md on the articles' riddle, checked by the engine and the
/// measured flings.
struct TenTimesTests {
  private func text(_ path: String) throws -> String {
    let root = try #require(#filePath.split(separator: "/Tests/").first.map(String.init))
    return try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
  }

  @Test func `the return from an edge matches a fast run to 0.2 points in 100`() {
    let spring = SpringMotion(.edge, from: -100, velocity: 1000, to: 0)
    let rate = DecelerationRate.fast
    let run = Deceleration(from: -100, velocity: 100 * rate.decayPerSecond, rate: rate)
    let still = SpringMotion(.edge, from: -100, velocity: 0, to: 0)
    let times = (0..<Int(run.duration * 1000)).map { Double($0) / 1000 }
    let apart = times.map { abs(spring.value(at: $0) - run.value(at: $0)) }.max() ?? .nan
    let late = times.map { abs(still.value(at: $0) - spring.value(at: $0)) }.max() ?? .nan
    #expect(abs(apart - 0.185) < 0.001)
    #expect(abs(late - 100 / M_E) < 0.01)
    // It converges to the edge, and stops a point short.
    #expect(abs(run.asymptote) < 1e-9 && abs(run.restPosition + 0.995) < 0.001)
  }

  @Test func `the table of measured flings in ten-times.md is correct`() throws {
    let flings = try text("Assets/flings-uiscrollview.csv").split(separator: "\n").dropFirst(2)
      .map { $0.split(separator: ",").compactMap { Double($0) } }
    let page = try text("docs/ten-times.md")
    #expect(flings.count == 5)
    for fling in flings {
      let (time, way) = (fling[0], fling[1])
      func duration(_ k: Double) -> Double { log((k * way + 10) / 10) / k }
      // The greater k, the sooner it ends.
      var (low, high) = (0.1, 100.0)
      for _ in 0..<100 {
        let middle = (low + high) / 2
        if duration(middle) > time { low = middle } else { high = middle }
      }
      let normal = DecelerationRate.normal.decayPerSecond
      let fast = DecelerationRate.fast.decayPerSecond
      #expect(abs(low - normal) < 0.01 * normal + 0.005)
      let numbers = [
        (way, 1), (time, 3), (low, 3), ((normal * way + 10) / way, 2), (duration(normal), 3),
        (duration(fast), 3),
      ]
      let row = numbers.map { String(format: "%.\($1)f", $0) }.joined(separator: " | ")
      #expect(page.contains("| \(row) |"), "\(row)")
    }
  }
}
