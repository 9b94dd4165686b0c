internal import Feel
internal import Observe
internal import Raster
internal import Stage
internal import TextLayout

/// The lane of an observed program's frames, shown once its take has been judged.
///
/// Each frame is a bar as high as its step from the previous frame; labels name what is wrong.
struct SmoothnessLane {
  /// A marked moment, with an optional label.
  private struct Mark {
    var time: Double
    var words: String?
    var color: Color
  }

  /// Height of the label row above the bars, in points; in a lower lane labels overlap the bars.
  private static let wordsHeight = 14.0
  private static let leastWithWords = 26.0
  /// Minimum width of a bar in points; of frames closer than that the most notable is drawn.
  private static let columnWidth = 1.0
  let judgement: TakeJudgement
  /// The lane's frame and time axis.
  let plot: Plot
  /// Whether the lane is folded, without bars.
  let isFolded: Bool

  private var frame: Rect { plot.frame }
  private var hasWordsRow: Bool { !isFolded && frame.height >= Self.leastWithWords }

  func draw(into canvas: inout Canvas) {
    let theme = canvas.theme
    // Times when a frame was due but missing.
    let late = judgement.unevenSteps.filter {
      $0.kind != .jank && $0.times.overlaps(plot.across.range)
    }
    plot.draw(
      late.map {
        .band($0.times, ($0.isJudged ? theme.danger : theme.secondaryText).opacity(0.22))
      }, into: &canvas)
    let scale = isFolded ? 0 : drawBars(into: &canvas)
    canvas.clipped(to: frame) { drawMarks(into: &$0, after: frame.minX + scale) }
  }

  /// Draws the steps to a scale between round numbers; jumps are excluded from the scale and
  /// clipped.
  ///
  /// Returns the width of the scale's label, in points.
  private func drawBars(into canvas: inout Canvas) -> Double {
    let (theme, unmarked) = (canvas.theme, judgement.frames.filter { $0.mark != .jump }.map(\.step))
    let (low, high) = (min(0, unmarked.min() ?? 0), max(0, unmarked.max() ?? 0))
    let top = frame.minY + (hasWordsRow ? Self.wordsHeight : 0)
    let range = low...(low == high ? 1 : high)
    let steps = PlotTicks(from: range.lowerBound, to: range.upperBound, atMost: 8).around(range)
    let axis = PlotAxis(from: steps.lowerBound, to: steps.upperBound, start: frame.maxY, end: top)
    let columns = Dictionary(grouping: columns.filter { $0.step != 0 }, by: \.mark)
    // Later layers are drawn on top.
    let marks: [(TakeJudgement.Frame.Mark, Color)] = [
      (.none, theme.secondaryText), (.unjudged, theme.secondaryText), (.jank, theme.warning),
      (.missed, theme.danger), (.jump, theme.danger),
    ]
    let bars = marks.map { mark, color in
      let bars = (columns[mark] ?? []).map { shown in
        let isMissed = mark == .missed || mark == .unjudged
        let gap = isMissed ? shown.gap : min(shown.gap, 1.5 * judgement.interval)
        return Plot.Bar(from: shown.time - gap, to: shown.time, shown.step)
      }
      return Plot.Layer.bars(bars, color)
    }
    let box = Rect(x: frame.minX, y: top, width: frame.width, height: frame.maxY - top)
    Plot(in: box, across: plot.across, up: axis, [.level(0, Plot.Line(theme.grid))] + bars)
      .draw(into: &canvas)
    guard hasWordsRow else { return 0 }
    let most = abs(axis.lower) > axis.upper ? axis.lower : axis.upper
    let words = Words.Faults.axis(
      most.grouped(decimals: abs(most) < 10 ? 1 : 0), in: judgement.unit)
    canvas.label(
      words, at: Vector(frame.minX + 2, frame.minY + Self.wordsHeight / 2), .caption,
      theme.secondaryText)
    return canvas.fonts.layout(words, .caption).width + 2
  }

  /// The visible frames; only the most notable one per column.
  private var columns: [TakeJudgement.Frame] {
    var columns: [TakeJudgement.Frame] = []
    var column = -Double.infinity
    for next in judgement.shown(in: plot.across) {
      let place = (plot.across.place(of: next.time) / Self.columnWidth).rounded(.down)
      if place == column, let last = columns.last {
        if next.mark != .none && last.mark == .none || abs(next.step) > abs(last.step) {
          columns[columns.count - 1] = next
        }
      } else {
        columns.append(next)
      }
      column = place
    }
    return columns
  }

  /// Marks what is wrong, most important first; a label appears only where there is room.
  private func drawMarks(into canvas: inout Canvas, after start: Double) {
    let y = hasWordsRow ? frame.minY + Self.wordsHeight / 2 : frame.midY
    let marks = marks(canvas.theme).filter { plot.across.range.contains($0.time) }
    plot.draw(marks.map { .upright($0.time, Plot.Line($0.color, width: 1.5)) }, into: &canvas)
    var taken = [frame.minX - 1...start]
    for mark in marks {
      guard let words = mark.words else { continue }
      let width = canvas.fonts.layout(words, .caption).width
      let x = plot.across.place(of: mark.time)
      // Prefer the left: the marked bar ends at `x`, and the next one may be the tallest.
      let left = [x - 4 - width, x + 4].first { left in
        left >= frame.minX && left + width <= frame.maxX
          && !taken.contains { $0.overlaps(left - 4...left + width + 4) }
      }
      guard let left else { continue }
      taken.append(left...left + width)
      canvas.fill(
        Rect(x: left - 2, y: y - 7, width: width + 4, height: 14), radius: 3, canvas.theme.card)
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
      // One label for all of them.
      for index in stalls.indices { stalls[index].words = nil }
      if !stalls.isEmpty { stalls[0].words = Words.Faults.brief(pattern) }
    }
    // Irregularities next to a fault are part of it.
    let reach = 2.5 * judgement.interval
    let uneven = judgement.unevenSteps.filter { step in
      let near = step.times.lowerBound - reach...step.times.upperBound + reach
      return !judgement.faults.contains { near.contains($0.time) }
    }
    let (missed, janks) = (uneven.filter { $0.kind != .jank }, uneven.filter { $0.kind == .jank })
    let others = MotionFault.Kind.allCases.filter { $0 != .stall }
    let ordered = missed.filter(\.isJudged) + janks + missed.filter { !$0.isJudged }
    return others.flatMap(marks) + stalls
      + ordered.map {
        Mark(
          time: $0.times.upperBound, words: Words.Faults.step($0.kind),
          color: $0.isJudged ? theme.warning : theme.secondaryText)
      }
  }
}

extension TakeJudgement {
  /// The frames within an axis's range, and the one after.
  func shown(in time: PlotAxis) -> ArraySlice<Frame> {
    frames[firstFrame(from: time.lower)..<min(frames.count, firstFrame(from: time.upper) + 1)]
  }

  /// The frame due at a moment, and what is wrong within `reach` of it, both in seconds.
  ///
  /// `shift`: from stage time to the shown clock, in seconds.
  func words(at seconds: Double, reach: Double, shiftedBy shift: Double) -> String {
    let step = frame(at: seconds).map { Words.Faults.step($0.step, after: $0.gap, in: unit) }
    return Words.line([step] + wrong(near: seconds, reach: reach, shiftedBy: shift))
  }

  /// What is wrong within `reach` of a moment, both in seconds of stage time.
  func wrong(near seconds: Double, reach: Double, shiftedBy shift: Double) -> [String] {
    if let fault = faults.filter({ abs($0.time - seconds) <= reach })
      .min(by: { abs($0.time - seconds) < abs($1.time - seconds) })
    {
      return [Words.Faults.sentence(fault, in: unit, shiftedBy: shift)]
    }
    let step = unevenSteps.first {
      $0.times.lowerBound - reach <= seconds && seconds <= $0.times.upperBound + reach
    }
    return step.map {
      let words = Words.Faults.step($0.kind)
      return [$0.isJudged ? words : Words.Faults.unjudged(words)]
    } ?? []
  }
}
