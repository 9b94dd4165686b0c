internal import Feel
internal import Raster
internal import TextLayout

extension FrameMeter {
  /// The size of the bars at most, and their least width, in points.
  private static let graph = Size(Double(capacity), 22)
  private static let leastGraph = 60.0
  /// What the graph's height stands for, in seconds.
  private static let range = 0.02
  private static let gap = 12.0
  /// The time from one vblank to the next at 60 and at 120 a second.
  private static let budgets = [1.0 / 60, 1.0 / 120]

  /// Draws what is asked for in a row: the frames' times as bars and in words, and their input's
  /// age; where that is too wide the bars become fewer.
  func draw(_ overlays: Set<Overlay>, in row: Rect, into canvas: inout Canvas) {
    var words: [String] = []
    if overlays.contains(.frames) { words.append(costWords) }
    if overlays.contains(.age) { words.append(ageWords) }
    let text = words.joined(separator: " · ")
    var x = row.minX
    let room = row.width - canvas.fonts.layout(text, .caption).width - Self.gap
    if overlays.contains(.frames), room >= Self.leastGraph {
      let width = min(Self.graph.width, room.rounded(.down))
      drawGraph(
        Rect(x: x, y: row.midY - Self.graph.height / 2, width: width, height: Self.graph.height),
        into: &canvas)
      x += width + Self.gap
    }
    canvas.label(
      text, at: Vector(x, row.midY), .caption, canvas.theme.text, maximumWidth: row.maxX - x)
  }

  private var costWords: String {
    "p50 \(Self.text(summary.costs.p50)) · p95 \(Self.text(summary.costs.p95)) · "
      + "p99 \(Self.text(summary.costs.p99)) ms · late \(summary.late)"
  }

  private var ageWords: String {
    guard let p50 = summary.ages.p50 else { return "input age: none yet" }
    return "input age p50 \(Self.text(p50)) · p95 \(Self.text(summary.ages.p95)) ms"
  }

  private static func text(_ seconds: Double?) -> String {
    seconds.map { ($0 * 1000).text(decimals: 1) } ?? "–"
  }

  /// One bar a frame, the newest at the right; a late one is as high as the graph, whatever it took.
  private func drawGraph(_ box: Rect, into canvas: inout Canvas) {
    let theme = canvas.theme
    canvas.fill(box, theme.track.opacity(0.5))
    var (inTime, late) = (Path(), Path())
    for (index, frame) in frames.suffix(Int(box.width)).reversed().enumerated() {
      let share = frame.isLate ? 1 : min(1, max(0.02, frame.cost / Self.range))
      let bar = Rect(
        x: box.maxX - Double(index + 1), y: box.maxY - share * box.height, width: 1,
        height: share * box.height)
      if frame.isLate { late.add(bar) } else { inTime.add(bar) }
    }
    canvas.draw(.fill(inTime, .nonZero, .solid(theme.accent)))
    canvas.draw(.fill(late, .nonZero, .solid(theme.danger)))
    for budget in Self.budgets {
      let y = box.maxY - budget / Self.range * box.height
      canvas.dashedLine(
        from: Vector(box.minX, y), to: Vector(box.maxX, y), dash: [3, 3], theme.text)
    }
  }
}
