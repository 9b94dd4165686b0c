internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

extension TimelineDrawing {
  /// What the lane's height stands for, in seconds.
  private static let range = 0.02
  /// From one vblank to the next at 60 a second.
  private static let budget = 1.0 / 60

  /// Draws the frames' times as bars over the moments that they showed, and what 95 of a hundred do not exceed.
  func drawFrames(into canvas: inout Canvas) {
    guard let frames, content.layout.has(.frames) else { return }
    let theme = canvas.theme
    let lane = content.layout.frame(of: .frames)
    let rate = Double(MotionLog.rate)
    // A column of 2 pt, but no less than one moment of the grid.
    let stride = Int64(max(1, (2 * rate / content.axis.density).rounded(.up)))
    // Frames of a stage at rest, as a pointer that passes over it makes, say nothing about a motion.
    let last = Int64((min(content.axis.upper, content.end.seconds) * rate).rounded(.up))
    var index = Int64((content.axis.lower * rate).rounded(.down)) / stride * stride
    var (inTime, late) = (Path(), Path())
    while index < last {
      defer { index += stride }
      guard let slot = frames.track.longest(in: index..<(index + stride)) else { continue }
      let share = slot.isLate ? 1 : min(1, max(0.05, Double(slot.cost) / Self.range))
      let (x0, x1) = (place(of: index), place(of: index + stride))
      let bar = Rect(
        x: x0, y: lane.maxY - share * lane.height, width: max(1, x1 - x0),
        height: share * lane.height)
      if slot.isLate { late.add(bar) } else { inTime.add(bar) }
    }
    canvas.clipped(to: lane) { canvas in
      canvas.draw(.fill(inTime, .nonZero, .solid(theme.ghost)))
      canvas.draw(.fill(late, .nonZero, .solid(theme.danger)))
    }
    let y = lane.maxY - Self.budget / Self.range * lane.height
    canvas.dashedLine(
      from: Vector(lane.minX, y), to: Vector(lane.maxX, y), dash: [3, 3], theme.controlBorder)
    guard let p95 = frames.summary.costs.p95 else { return }
    canvas.label(
      (p95 * 1000).text(decimals: p95 < 0.1 ? 1 : 0) + " ms", at: Vector(lane.minX - 8, lane.midY),
      .caption,
      theme.secondaryText, align: .trailing)
  }

  private func place(of index: Int64) -> Double {
    content.axis.place(of: Double(index) / Double(MotionLog.rate))
  }
}
