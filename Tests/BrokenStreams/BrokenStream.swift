internal import TestSupport

/// Generates valid observation streams and damages them at random.
enum BrokenStream {
  private static let values = [
    "NaN", "-NaN", "Infinity", "1e999", "-1e999", "1e-999", "null", "true", "\"\"", "[]", "{}", "-",
    "1e308", "-1e308", "-0", "9007199254740993", "[1, 2]", "[[]]",
  ]

  private static let space = UInt8(ascii: " ")

  private static let first = """
    {"feelstream": 1, "source": "list", "unit": "px", "axis": "y", "min": 0, "max": 900}
    """

  /// About thirty valid lines.
  private static func good(_ random: inout SeededGenerator) -> [[UInt8]] {
    var lines = [Array(first.utf8)]
    var time = Double.random(in: -2...2, using: &random)
    var offset = 0.0
    for index in 0..<Int.random(in: 2...60, using: &random) {
      time += [0.016, 0.016, 0.016, 0.0001, 0.7].randomElement(using: &random) ?? 0
      offset += Double.random(in: -20...20, using: &random).rounded()
      let phase = index == 0 ? "down" : index == 9 ? "up" : "move"
      let line =
        index < 10 && Bool.random(using: &random)
        ? "{\"t\": \(time), \"pointer\": [9, \(offset)], \"phase\": \"\(phase)\"}"
        : index % 17 == 16
          ? "{\"t\": \(time), \"wheel\": 1, \"phase\": \"change\"}"
          : "{\"t\": \(time), \"offset\": \(offset)}"
      lines.append(Array(line.utf8))
    }
    return lines
  }

  /// A stream with moved, repeated, missing and nonsensical lines and wrong bytes.
  static func broken(_ random: inout SeededGenerator) -> [UInt8] {
    var lines = good(&random)
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let index = Int.random(in: lines.indices, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: lines.insert(lines[index], at: Int.random(in: lines.indices, using: &random))
      case 1: lines.swapAt(index, Int.random(in: lines.indices, using: &random))
      case 2 where lines.count > 2: lines.remove(at: index)
      case 3: lines.insert(lines[0], at: index)
      // A line that is too long takes as much time as a hundred streams.
      case 4 where Int.random(in: 0..<50, using: &random) == 0:
        lines[index] += [UInt8](repeating: space, count: 70_000)
      default:
        var words = lines[index].split(separator: space, omittingEmptySubsequences: false)
        let value = values.randomElement(using: &random) ?? ""
        words[Int.random(in: words.indices, using: &random)] = ArraySlice("\(value),".utf8)
        lines[index] = Array(words.joined(separator: [space]))
      }
    }
    var bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
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
}
