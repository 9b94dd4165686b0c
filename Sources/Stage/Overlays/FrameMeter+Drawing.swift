package import Feel
internal import Raster
internal import TextLayout

extension FrameMeter {
  private static let graph = Size(Double(capacity), 40)
  /// What the graph's height stands for, in seconds.
  private static let range = 0.02
  private static let padding = 8.0
  private static let line = 18.0
  /// How high a stage is at least that has room for the bars beside its parts, in points; in a lower one their numbers are shown.
  private static let leastBarred = 320.0
  /// The time from one vblank to the next at 60 and at 120 a second.
  private static let budgets = [1.0 / 60, 1.0 / 120]

  /// Where that is drawn of some overlays that only a window can have, in points; `nil` for none.
  ///
  /// It is the corner in which the least of the parts is covered, and of those that can only be pressed before those that move.
  package static func frame(of overlays: Set<Overlay>, in stage: Rect, over run: StageRun) -> Rect?
  {
    let lines = overlays.intersection([.frames, .age]).count
    guard lines > 0 else { return nil }
    let graphHeight = overlays.contains(.frames) && hasBars(in: stage) ? graph.height + 4 : 0
    let height = graphHeight + Double(lines) * line + 2 * padding - 4
    let (left, bottom) = (stage.minX + 8, stage.maxY - 8 - height)
    let size = Size(graph.width + 2 * padding, height)
    let right = max(left, stage.maxX - 8 - size.width)
    let top = stage.minY + 8
    let figures = overlays.contains(.hud) ? FiguresPlace(in: stage, over: run).frame : nil
    let lower = figures.map { $0.maxY + 8 } ?? top
    let corners = [
      Vector(left, bottom), Vector(left, top), Vector(right, bottom), Vector(right, top),
      Vector(left, lower), Vector(right, lower),
    ].map { Rect(origin: $0, size: size) }
    let free = corners.filter { figures?.intersection($0) == nil && $0.maxY <= stage.maxY }
    return run.leastCovering(free.isEmpty ? corners : free) {
      $0.probe(at: run.now) == nil ? 16.0 : 1
    }
  }

  private static func hasBars(in stage: Rect) -> Bool { stage.height >= leastBarred }

  /// Draws what is asked for in a corner of the stage: the frames' times as bars, and their input's age in words.
  package func draw(
    _ overlays: Set<Overlay>, into canvas: inout Canvas, in stage: Rect, over run: StageRun
  ) {
    guard let box = Self.frame(of: overlays, in: stage, over: run) else { return }
    let theme = canvas.theme
    canvas.fill(box, radius: 6, theme.surface.opacity(0.94))
    canvas.edge(box, radius: 6, theme.border)
    var y = box.minY + Self.padding
    if overlays.contains(.frames) {
      if Self.hasBars(in: stage) {
        drawGraph(
          Rect(origin: Vector(box.minX + Self.padding, y), size: Self.graph), into: &canvas)
        y += Self.graph.height + 4
      }
      words(costWords, y, box, &canvas)
      y += Self.line
    }
    if overlays.contains(.age) { words(ageWords, y, box, &canvas) }
  }

  private func words(_ words: String, _ y: Double, _ box: Rect, _ canvas: inout Canvas) {
    canvas.label(
      words, at: Vector(box.minX + Self.padding, y + Self.line / 2 - 2), .caption,
      canvas.theme.text, maximumWidth: Self.graph.width)
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
    for (index, frame) in frames.reversed().enumerated() {
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
