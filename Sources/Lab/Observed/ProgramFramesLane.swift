internal import Feel
internal import FeelGeometry
internal import Raster
internal import Stage

/// How long each frame of another program took to come, as high as two and a half usual times at most; a dashed line at one.
struct ProgramFramesLane {
  private static let most = 2.5

  let judgement: TakeJudgement
  let time: PlotAxis
  /// Where it is; empty where there is no room for it.
  let frame: Rect

  /// Draws the lane.
  func draw(into canvas: inout Canvas) {
    guard !frame.isEmpty else { return }
    let theme = canvas.theme
    let most = Self.most * judgement.interval
    var (inTime, late) = (Path(), Path())
    var last = -Double.infinity
    for shown in judgement.frames where shown.time >= time.lower {
      let x0 = time.place(of: shown.time - min(shown.gap, most))
      guard x0 <= frame.maxX else { break }
      let x1 = time.place(of: shown.time)
      let isLate = shown.mark == .missed
      // Of those that lie closer than a point only the first is seen, and each that is late.
      guard isLate || x1 - last >= 1 else { continue }
      last = x1
      let height = frame.height * min(1, shown.gap / most)
      let bar = Rect(
        x: x0, y: frame.maxY - height, width: max(1, x1 - x0 - (x1 - x0 > 4 ? 1 : 0)),
        height: height)
      if isLate { late.add(bar) } else { inTime.add(bar) }
    }
    canvas.clipped(to: frame) { canvas in
      canvas.draw(.fill(inTime, .nonZero, .solid(theme.ghost)))
      canvas.draw(.fill(late, .nonZero, .solid(theme.danger)))
    }
    let y = frame.maxY - frame.height / Self.most
    canvas.dashedLine(
      from: Vector(frame.minX, y), to: Vector(frame.maxX, y), dash: [3, 3], theme.controlBorder)
  }
}
