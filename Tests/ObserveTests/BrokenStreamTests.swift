import FeelTrace
import Foundation
import Observe
import TestSupport
import Testing

/// Streams with something wrong in them, at random: a thousand here, Tests/streams plays a million.
struct BrokenStreamTests {
  private static let count =
    ProcessInfo.processInfo.environment["FEELLAB_STREAMS"].flatMap(Int.init) ?? 1000
  private static let parts = 8
  /// So many streams have their gestures analysed: one of these.
  private static let analysed = 100

  private static let values = [
    "NaN", "-NaN", "Infinity", "1e999", "-1e999", "1e-999", "null", "true", "\"\"", "[]", "{}", "-",
    "1e308", "-1e308", "-0", "9007199254740993", "[1, 2]", "[[]]",
  ]

  /// A stream as a program would write it, of about forty lines.
  private static func good(_ random: inout SeededGenerator) -> [String] {
    let first = """
      {"feelstream": 1, "source": "list", "unit": "px", "axis": "y", "min": 0, "max": 900}
      """
    var lines = [first]
    var time = Double.random(in: -2...2, using: &random)
    var offset = 0.0
    for index in 0..<Int.random(in: 2...60, using: &random) {
      time += [0.016, 0.016, 0.016, 0.0001, 0.7].randomElement(using: &random) ?? 0
      offset += Double.random(in: -20...20, using: &random).rounded()
      let phase = index == 0 ? "down" : index == 9 ? "up" : "move"
      lines.append(
        index < 10 && Bool.random(using: &random)
          ? "{\"t\": \(time), \"pointer\": [9, \(offset)], \"phase\": \"\(phase)\"}"
          : index % 17 == 16
            ? "{\"t\": \(time), \"wheel\": 1, \"phase\": \"change\"}"
            : "{\"t\": \(time), \"offset\": \(offset)}")
    }
    return lines
  }

  /// The same with lines that are elsewhere, twice there, missing or say nonsense, and bytes that are wrong.
  private static func broken(_ random: inout SeededGenerator) -> [UInt8] {
    var lines = good(&random)
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let index = Int.random(in: lines.indices, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: lines.insert(lines[index], at: Int.random(in: lines.indices, using: &random))
      case 1: lines.swapAt(index, Int.random(in: lines.indices, using: &random))
      case 2 where lines.count > 2: lines.remove(at: index)
      case 3: lines.insert(lines[0], at: index)
      case 4: lines[index] += String(repeating: " ", count: 70_000)
      default:
        let value = values.randomElement(using: &random) ?? ""
        let words = lines[index].split(separator: " ", omittingEmptySubsequences: false)
        let word = Int.random(in: words.indices, using: &random)
        lines[index] =
          (words[..<word].map(String.init) + ["\(value),"]
          + words[(word + 1)...].map(String.init)).joined(separator: " ")
      }
    }
    var bytes = Array(lines.joined(separator: "\n").utf8)
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let index = Int.random(in: bytes.indices, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
      case 1 where bytes.count > 1: bytes.remove(at: index)
      default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
      }
    }
    return bytes
  }

  private func events(_ bytes: [UInt8], cutAt cut: Int) -> [ObservationReader.Event] {
    var reader = ObservationReader()
    var events: [ObservationReader.Event] = []
    for piece in [bytes[..<cut], bytes[cut...]] { reader.take(piece) { events.append($0) } }
    reader.finish { events.append($0) }
    return events
  }

  @Test(arguments: 0..<parts)
  func `a broken stream is read as far as it makes sense`(part: Int) {
    for seed in stride(from: part, to: Self.count, by: Self.parts) {
      var random = SeededGenerator(seed: UInt64(seed))
      let bytes = Self.broken(&random)
      let events = events(bytes, cutAt: Int.random(in: 0...bytes.count, using: &random))
      let lineCount = bytes.count { $0 == 0x0A } + 1
      var (collector, gestures) = (GestureCollector(), [Observation]())
      var last = -Double.infinity
      for event in events {
        switch event {
        case .source: last = -.infinity
        case .line(let line):
          #expect(line.time.isFinite && line.time >= last, "seed \(seed)")
          last = line.time
        case .problem(let error):
          #expect((1...lineCount).contains(error.position.line), "seed \(seed)")
          #expect(error.position.column >= 1, "seed \(seed)")
        }
        collector.take(event) { gestures.append($0) }
      }
      collector.finish { gestures.append($0) }
      for gesture in gestures {
        #expect((1...GestureCollector.mostRows).contains(gesture.rows.count), "seed \(seed)")
        #expect(gesture.rows.allSatisfy { $0.offset.isFinite }, "seed \(seed)")
      }
      guard seed % Self.analysed == 0 else { continue }
      // Nothing depends on where the bytes were cut.
      #expect(self.events(bytes, cutAt: 0) == events, "seed \(seed)")
      for gesture in gestures {
        let found = MotionAnalysis(gesture)
        #expect(found.segments.reduce(0) { $0 + $1.count } == gesture.rows.count, "seed \(seed)")
        #expect(found.faults.allSatisfy { $0.time.isFinite && $0.size.isFinite }, "seed \(seed)")
      }
    }
  }
}
