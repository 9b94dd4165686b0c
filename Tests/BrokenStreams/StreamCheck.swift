internal import FeelTrace
internal import Observe
internal import TestSupport

/// Reads a broken stream to its end, and checks the reader's promises.
package struct StreamCheck {
  /// The first violation, if any.
  package private(set) var fault: String?
  /// Number of lines read.
  package private(set) var lines = 0
  /// Number of lines reported as problems instead.
  package private(set) var problems = 0
  /// Number of gestures in them.
  package private(set) var gestures = 0

  private let seed: UInt64

  /// Reads the stream of a seed, cut in two at a random position.
  ///
  /// - Parameters:
  ///   - seed: determines the stream.
  ///   - isAnalysed: whether it is also read whole and its gestures are analysed, which takes a
  ///     thousand times as long.
  package init(seed: UInt64, isAnalysed: Bool) {
    self.seed = seed
    var random = SeededGenerator(seed: seed)
    let bytes = BrokenStream.broken(&random)
    let events = events(bytes, cutAt: Int.random(in: 0...bytes.count, using: &random))
    let observations = observations(events, lineCount: bytes.count { $0 == 0x0A } + 1)
    gestures = observations.count
    for gesture in observations {
      check((1...GestureCollector.mostRows).contains(gesture.rows.count), "rows of a gesture")
      check(gesture.rows.allSatisfy { $0.offset.isFinite && $0.time.isFinite }, "a row")
    }
    guard isAnalysed else { return }
    check(self.events(bytes, cutAt: 0) == events, "something depends on where the bytes were cut")
    for gesture in observations {
      let found = MotionAnalysis(gesture)
      check(found.segments.reduce(0) { $0 + $1.count } == gesture.rows.count, "rows of segments")
      check(found.faults.allSatisfy { $0.time.isFinite && $0.size.isFinite }, "a fault")
    }
  }

  private mutating func check(_ isTrue: Bool, _ what: @autoclosure () -> String) {
    if !isTrue, fault == nil { fault = "seed \(seed): \(what())" }
  }

  private func events(_ bytes: [UInt8], cutAt cut: Int) -> [ObservationReader.Event] {
    var reader = ObservationReader()
    var events: [ObservationReader.Event] = []
    for piece in [bytes[..<cut], bytes[cut...]] { reader.read(piece) { events.append($0) } }
    reader.finish { events.append($0) }
    return events
  }

  /// The gestures of the events read, which must be in order of time and refer to existing lines.
  private mutating func observations(
    _ events: [ObservationReader.Event], lineCount: Int
  ) -> [Observation] {
    var (collector, observations) = (GestureCollector(), [Observation]())
    var last = -Double.infinity
    for event in events {
      switch event {
      case .source: last = -.infinity
      case .line(let line):
        check(line.time.isFinite && line.time >= last, "a line at \(line.time) after \(last)")
        (last, lines) = (line.time, lines + 1)
      case .problem(let error):
        let place = error.position
        check((1...lineCount).contains(place.line) && place.column >= 1, "a problem at \(place)")
        problems += 1
      }
      collector.handle(event) { observations.append($0) }
    }
    collector.finish { observations.append($0) }
    return observations
  }
}
