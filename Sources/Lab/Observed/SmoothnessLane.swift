internal import Feel
internal import Observe
internal import Raster
internal import Stage
internal import TextLayout

/// The lane of another program's frames, once its take has been judged.
///
/// Each frame is a bar as high as its step, from the frame before; words say what is wrong.
struct SmoothnessLane {
  /// Something that is said of a moment; of some nothing is said but where they are.
  private struct Mark {
    var time: Double
    var words: String?
    var color: Color
  }

  /// The room for words above the bars, in points; in a lower lane they lie over the bars.
  private static let wordsHeight = 14.0
  private static let leastWithWords = 40.0
  /// One bar takes so much at least, in points: of those that are nearer the highest is drawn.
  private static let columnWidth = 1.5
  let judgement: TakeJudgement
  let time: PlotAxis
  let frame: Rect
  /// Whether bars are left out.
  let isFolded: Bool

  private var hasWordsRow: Bool { !isFolded && frame.height >= Self.leastWithWords }

  /// Where the bars are.
  private var bars: Rect {
    let top = hasWordsRow ? Self.wordsHeight : 0
    return Rect(
      x: frame.minX, y: frame.minY + top, width: frame.width, height: frame.height - top)
  }

  /// The steps that the lane has room for, between round numbers; a jump goes over its end.
  private var axis: PlotAxis {
    var (low, high) = (0.0, 0.0)
    for frame in judgement.frames where frame.mark != .jump {
      (low, high) = (min(low, frame.step), max(high, frame.step))
    }
    if low == high { high = 1 }
    let step = PlotTicks(from: low, to: high, atMost: 8).step
    return PlotAxis(
      from: (low / step).rounded(.down) * step, to: (high / step).rounded(.up) * step,
      start: bars.maxY, end: bars.minY)
  }

  /// Draws the lane.
  func draw(into canvas: inout Canvas) {
    canvas.clipped(to: frame) { canvas in
      drawLateness(into: &canvas)
      if !isFolded { drawBars(into: &canvas) }
      drawMarks(into: &canvas)
    }
  }

  /// The frames that are in sight.
  private var shown: ArraySlice<TakeJudgement.Frame> {
    let (from, to) = (judgement.index(from: time.lower), judgement.index(from: time.upper))
    return judgement.frames[from..<min(judgement.frames.count, to + 1)]
  }

  /// Shades the times for which a frame was awaited.
  private func drawLateness(into canvas: inout Canvas) {
    for step in judgement.unevenSteps where step.kind != .jank {
      let (x0, x1) = (
        time.place(of: step.times.lowerBound), time.place(of: step.times.upperBound)
      )
      guard x1 >= frame.minX, x0 <= frame.maxX else { continue }
      canvas.fill(
        Rect(x: x0, y: frame.minY, width: max(canvas.snapped(1), x1 - x0), height: frame.height),
        canvas.theme.danger.opacity(0.22))
    }
  }

  private func drawBars(into canvas: inout Canvas) {
    let (theme, axis, bars) = (canvas.theme, axis, bars)
    let line = canvas.snapped(1)
    let zero = axis.place(of: 0)
    var paths: [TakeJudgement.Frame.Mark: Path] = [:]
    var column = (place: -Double.infinity, frame: TakeJudgement.Frame?.none)
    func draw() {
      guard let shown = column.frame, shown.step != 0 else { return }
      let gap = min(shown.gap, shown.mark == .missed ? shown.gap : 1.5 * judgement.interval)
      let (x0, x1) = (time.place(of: shown.time - gap), time.place(of: shown.time))
      let y = min(max(axis.place(of: shown.step), bars.minY), bars.maxY)
      // A gap between two bars tells them apart, where there is room for one.
      let width = x1 - x0 > 4 ? x1 - x0 - line : max(Self.columnWidth, x1 - x0)
      paths[shown.mark, default: Path()].add(
        Rect(x: x0, y: min(y, zero), width: width, height: max(line, abs(y - zero))))
    }
    for next in shown {
      let place = (time.place(of: next.time) / Self.columnWidth).rounded(.down)
      if place == column.place, let last = column.frame {
        if next.mark != .none && last.mark == .none || abs(next.step) > abs(last.step) {
          column.frame = next
        }
      } else {
        draw()
        column = (place, next)
      }
    }
    draw()
    canvas.fill(
      Rect(x: frame.minX, y: zero - line / 2, width: frame.width, height: line), theme.grid)
    for mark in TakeJudgement.Frame.Mark.allCases {
      guard let path = paths[mark] else { continue }
      canvas.draw(.fill(path, .nonZero, .solid(mark.color(in: theme))))
    }
    guard hasWordsRow else { return }
    let most = abs(axis.lower) > axis.upper ? axis.lower : axis.upper
    let decimals = abs(most) < 10 ? 1 : 0
    canvas.label(
      Words.Faults.axis(most.grouped(decimals: decimals), in: judgement.unit),
      at: Vector(bars.minX + 2, most < 0 ? bars.maxY - 6 : bars.minY + 6), .caption,
      theme.secondaryText)
  }

  /// Marks what is wrong, what matters most first: its word stands where there is room for it.
  private func drawMarks(into canvas: inout Canvas) {
    let line = canvas.snapped(1.5)
    let y = hasWordsRow ? frame.minY + Self.wordsHeight / 2 : frame.midY
    let marks = marks(canvas.theme).map { (place: time.place(of: $0.time), mark: $0) }
      .filter { $0.place >= frame.minX && $0.place <= frame.maxX }
    for (x, mark) in marks {
      canvas.fill(
        Rect(x: x - line / 2, y: frame.minY, width: line, height: frame.height), mark.color)
    }
    var taken: [ClosedRange<Double>] = []
    for (x, mark) in marks {
      guard let words = mark.words else { continue }
      let width = canvas.fonts.layout(words, .caption).width
      let left = [x + 4, x - 4 - width].first { left in
        left >= frame.minX && left + width <= frame.maxX
          && !taken.contains { $0.overlaps(left - 4...left + width + 4) }
      }
      guard let left else { continue }
      taken.append(left...left + width)
      canvas.fill(
        Rect(x: left - 2, y: y - 7, width: width + 4, height: 14), radius: 3, canvas.theme.surface)
      canvas.label(words, at: Vector(left, y), .caption, mark.color)
    }
  }

  private func marks(_ theme: Theme) -> [Mark] {
    func marks(_ kind: MotionFault.Kind) -> [Mark] {
      judgement.faults.filter { $0.kind == kind }.map {
        Mark(time: $0.time, words: Words.Faults.brief($0, in: judgement.unit), color: theme.danger)
      }
    }
    var stalls = marks(.stall)
    if let pattern = judgement.pattern {
      // One word for all of them.
      for index in stalls.indices { stalls[index].words = nil }
      if !stalls.isEmpty { stalls[0].words = Words.Faults.brief(pattern) }
    }
    // What stands out next to a fault does so because of it.
    let reach = 2.5 * judgement.interval
    let uneven = judgement.unevenSteps.filter { step in
      let near = step.times.lowerBound - reach...step.times.upperBound + reach
      return !judgement.faults.contains { near.contains($0.time) }
    }
    let (missed, janks) = (uneven.filter { $0.kind != .jank }, uneven.filter { $0.kind == .jank })
    let others = MotionFault.Kind.allCases.filter { $0 != .stall }
    return others.flatMap(marks) + stalls
      + (missed + janks).map {
        Mark(time: $0.times.upperBound, words: Words.Faults.step($0.kind), color: theme.warning)
      }
  }
}

extension TakeJudgement.Frame.Mark {
  fileprivate func color(in theme: Theme) -> Color {
    switch self {
    case .none: theme.ghost
    case .jank: theme.warning
    case .missed, .jump: theme.danger
    }
  }
}

extension TakeJudgement {
  /// The frame that was awaited at a moment, and what is wrong within a reach of it, in seconds.
  func words(at seconds: Double, reach: Double) -> String {
    let step = frame(at: seconds).map { Words.Faults.step($0.step, after: $0.gap, in: unit) }
    return ([step].compactMap(\.self) + wrong(near: seconds, reach: reach))
      .joined(separator: " · ")
  }

  /// What is wrong within a reach of a time, in seconds of the stage.
  func wrong(near seconds: Double, reach: Double) -> [String] {
    if let fault = faults.filter({ abs($0.time - seconds) <= reach })
      .min(by: { abs($0.time - seconds) < abs($1.time - seconds) })
    {
      return [Words.Faults.sentence(fault, in: unit)]
    }
    let step = unevenSteps.first {
      $0.times.lowerBound - reach <= seconds && seconds <= $0.times.upperBound + reach
    }
    return step.map { [Words.Faults.step($0.kind)] } ?? []
  }
}
