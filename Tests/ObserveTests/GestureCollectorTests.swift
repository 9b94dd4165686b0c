import Feel
import FeelTrace
import Observe
import Testing

/// A stream's gestures, in sequence.
struct GestureCollectorTests {
  private func line(_ time: Double, _ content: ObservedLine.Content) -> ObservationReader.Event {
    .line(ObservedLine(time: time, content))
  }

  /// A drag by 200 in 0.2 s, and an exponential of 4 per second for two seconds after it.
  private func gesture(at start: Double, from offset: Double, hand: Bool = true)
    -> [ObservationReader.Event]
  {
    var events: [ObservationReader.Event] = []
    for frame in 0...150 {
      let time = Double(frame) / 60
      if hand, time <= 0.2 {
        let phase: ObservedLine.PointerPhase =
          frame == 0 ? .down : time + 1.0 / 60 > 0.2 ? .up : .move
        events.append(line(start + time, .pointer(Vector(0, 600 - 1000 * time), phase)))
      }
      let run = time <= 0.2 ? 1000 * time : 200 + 250 * (1 - exponential(-4 * (time - 0.2)))
      events.append(line(start + time + 0.004, .offset((offset + run).rounded())))
    }
    return events
  }

  /// e^x by its series for a small fraction of x, squared repeatedly.
  private func exponential(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for index in 1...12 {
      term *= x / 256 / Double(index)
      sum += term
    }
    return (0..<8).reduce(sum) { value, _ in value * value }
  }

  private func observations(_ events: [ObservationReader.Event]) -> [Observation] {
    var collector = GestureCollector()
    var found: [Observation] = []
    for event in events { collector.handle(event) { found.append($0) } }
    collector.finish { found.append($0) }
    return found
  }

  @Test func `each gesture has its rows, its hand and its source`() throws {
    let source = ObservedSource(name: "list", viewport: 700)
    let found = observations(
      [.source(source)] + gesture(at: 3, from: 50) + gesture(at: 9, from: 500))
    #expect(found.count == 2)
    for (observation, start) in zip(found, [3.0, 9]) {
      #expect(observation.source == source)
      #expect(observation.presses.count == 1)
      let press = try #require(observation.presses.first)
      #expect(abs(press.lowerBound - start) < 1e-9 && abs(press.upperBound - start - 0.2) < 0.02)
      let analysis = MotionAnalysis(observation)
      #expect(analysis.faults.isEmpty)
      #expect(analysis.segments.map(\.kind).contains(.drag))
      let fling = try #require(analysis.segments.first { $0.kind == .fling }?.law)
      #expect(abs((fling["decay"]?.value ?? 0) - 4) < 0.1, "\(fling)")
    }
  }

  @Test func `a press while content runs starts the next gesture`() {
    let first = gesture(at: 0, from: 0).filter {
      if case .line(let line) = $0 { line.time < 0.7 } else { true }
    }
    let found = observations(first + gesture(at: 0.7, from: 400))
    #expect(found.count == 2)
    #expect(found.allSatisfy { $0.presses.count == 1 })
  }

  @Test func `without a hand a gesture is the motion between two rests`() {
    let found = observations(
      gesture(at: 0, from: 0, hand: false) + gesture(at: 4, from: 450, hand: false))
    #expect(found.count == 2)
    #expect(found.allSatisfy { $0.hand == nil })
  }

  @Test func `endless rest and endless motion keep a bounded number of rows`() {
    var collector = GestureCollector()
    var counts: [Int] = []
    for index in 0..<100_000 {
      let time = Double(index) / 1000
      collector.handle(line(time, .offset(7))) { counts.append($0.rows.count) }
      collector.handle(line(time, .pointer(.zero, index == 0 ? .down : .move))) {
        counts.append($0.rows.count)
      }
    }
    #expect(counts.isEmpty)
    for index in 0..<100_000 {
      let time = 200 + Double(index) / 100_000
      collector.handle(line(time, .offset(Double(index)))) { counts.append($0.rows.count) }
    }
    collector.finish { counts.append($0.rows.count) }
    #expect(!counts.isEmpty && counts.allSatisfy { $0 <= GestureCollector.mostRows })
  }
}
