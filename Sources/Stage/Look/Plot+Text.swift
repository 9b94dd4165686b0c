package import Feel
internal import Raster

/// A plot drawn in text: lines, dots, or both, over two labelled axes.
///
/// Each character is a braille pattern, two dots wide and four high. Without colours, the text is
/// identical in a terminal, a file and a pipe.
///
/// Source: The Unicode Standard, section 21.1: from U+2800 on each dot is a bit; 1, 2, 3 and 7 go
/// down the left column, 4, 5, 6 and 8 down the right.
extension Plot {
  private static let bits: [[UInt32]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]

  /// A chart of a line, dots, or both.
  package init(_ title: String, unit: String, line: [Vector] = [], dots: [Vector]) {
    let color = Theme.light.text
    self.init(
      title, unit: unit,
      [.trace(line, Stroke(width: 2), color), .dots(dots, radius: 2, color)])
  }

  /// Charts below one another, with aligned axes and a line feed after each line.
  ///
  /// - Parameters:
  ///   - plots: the charts, each with its number of rows between title and lower axis, from 2.
  ///   - columns: the maximum length of a line; a chart keeps 8 columns beside its numbers.
  package static func text(_ plots: [(plot: Plot, rows: Int)], columns: Int) -> String {
    let numbers = plots.flatMap { labels(range($0.plot.points.map(\.y)), rows: $0.rows) }
    let margin = numbers.map(\.count).max() ?? 0
    return plots.map { $0.plot.text(columns: columns, rows: $0.rows, margin: margin) }.joined()
  }

  /// All its points.
  package var points: [Vector] { lines.flatMap(\.self) + dots }

  private var lines: [[Vector]] {
    layers.compactMap { if case .trace(let points, _, _) = $0 { points } else { nil } }
  }

  private var dots: [Vector] {
    layers.flatMap { if case .dots(let points, _, _) = $0 { points } else { [] as [Vector] } }
  }

  private func text(columns: Int, rows: Int, margin: Int) -> String {
    let (across, up) = (Self.range(points.map(\.x)), Self.range(points.map(\.y)))
    let labels = Self.labels(up, rows: rows)
    let width = max(8, columns - margin - 2)
    let patterns = patterns(Grid(width: width, height: rows, across: across, up: up))
    var text = "\(title)\n"
    for (label, row) in zip(labels, patterns) {
      let gap = String(repeating: " ", count: margin - label.count)
      text += "\(gap)\(label) \(label.isEmpty ? "│" : "┤")\(Self.letters(row))\n"
    }
    let space = String(repeating: " ", count: margin + 1)
    let ends = Self.words(across)
    let last = "\(ends.upper) \(self.across.unit)"
    let gap = String(repeating: " ", count: max(1, width - ends.lower.count - last.count))
    return text + "\(space)└\(String(repeating: "─", count: width))\n"
      + "\(space) \(ends.lower)\(gap)\(last)\n"
  }

  /// The ranges that the characters of a chart cover.
  private struct Grid {
    let width: Int
    let height: Int
    let across: ClosedRange<Double>
    let up: ClosedRange<Double>

    /// The dot of a point, counted from the top left.
    func dot(_ point: Vector) -> (x: Int, y: Int) {
      let (right, down) = (Double(2 * width - 1), Double(4 * height - 1))
      let x = (point.x - across.lowerBound) / (across.upperBound - across.lowerBound) * right
      let y = (up.upperBound - point.y) / (up.upperBound - up.lowerBound) * down
      return (Int(x.rounded()), Int(y.rounded()))
    }
  }

  private func patterns(_ grid: Grid) -> [[UInt32]] {
    var patterns = [[UInt32]](
      repeating: [UInt32](repeating: 0, count: grid.width), count: grid.height)
    func set(_ x: Int, _ y: Int) { patterns[y / 4][x / 2] |= Self.bits[x % 2][y % 4] }
    for dot in dots.map(grid.dot) { set(dot.x, dot.y) }
    let ways = lines.flatMap { zip($0.map(grid.dot), $0.dropFirst().map(grid.dot)) }
    for (from, to) in ways {
      let steps = max(1, abs(to.x - from.x), abs(to.y - from.y))
      for step in 0...steps {
        let share = Double(step) / Double(steps)
        set(
          from.x + Int((Double(to.x - from.x) * share).rounded()),
          from.y + Int((Double(to.y - from.y) * share).rounded()))
      }
    }
    return patterns
  }

  /// The characters of a row, without trailing blanks.
  private static func letters(_ patterns: [UInt32]) -> String {
    let shown = patterns.prefix((patterns.lastIndex { $0 != 0 } ?? -1) + 1)
    return String(String.UnicodeScalarView(shown.compactMap { Unicode.Scalar(0x2800 + $0) }))
  }

  /// The range of some numbers, widened around a single one.
  private static func range(_ numbers: [Double]) -> ClosedRange<Double> {
    let (low, high) = (numbers.min() ?? 0, numbers.max() ?? 0)
    if low < high { return low...high }
    let room = max(1, abs(low) / 10)
    return low - room...high + room
  }

  /// The labels of the rows: the greatest, the least, and zero where it has a row of its own.
  private static func labels(_ range: ClosedRange<Double>, rows: Int) -> [String] {
    let ends = words(range)
    var labels = [String](repeating: "", count: rows)
    let zero = range.upperBound / (range.upperBound - range.lowerBound) * Double(4 * rows - 1)
    if range.contains(0) { labels[Int(zero.rounded()) / 4] = "0" }
    (labels[0], labels[rows - 1]) = (ends.upper, ends.lower)
    return labels
  }

  /// The ends of a range, with decimals that suit its length.
  private static func words(_ range: ClosedRange<Double>) -> (lower: String, upper: String) {
    let length = range.upperBound - range.lowerBound
    let decimals = length >= 100 ? 0 : length >= 10 ? 1 : length >= 1 ? 2 : 3
    return (range.lowerBound.text(decimals: decimals), range.upperBound.text(decimals: decimals))
  }
}
