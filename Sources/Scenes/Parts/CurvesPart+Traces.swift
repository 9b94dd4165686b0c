internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

extension CurvesPart {
  // MARK: Levels

  func drawLevels(into canvas: inout Canvas) {
    let theme = canvas.theme
    let frame = axes.positionFrame
    drawPastEdges(into: &canvas)
    for level in source.levels {
      let y = axes.position.place(of: level.value)
      canvas.draw(
        .line(
          Vector(frame.minX, y), Vector(frame.maxX, y), width: canvas.snapped(1), cap: .butt,
          .solid(theme.controlBorder)))
    }
    let rest = axes.position.place(of: source.motion.finalValue)
    var path = Path()
    path.move(to: Vector(frame.minX, rest))
    path.line(to: Vector(frame.maxX, rest))
    canvas.draw(.stroke(path, Stroke(width: 2, dash: [6, 4]), .solid(theme.prediction)))
    canvas.marker(
      .diamond, at: Vector(axes.time.place(of: source.motion.duration), rest), radius: 4,
      theme.prediction, on: theme.surface)
  }

  /// Shades what lies past the edges, where content is only on a visit.
  private func drawPastEdges(into canvas: inout Canvas) {
    guard let edges = source.edges else { return }
    let frame = axes.positionFrame
    let bottom = axes.position.place(of: edges.lowerBound)
    let top = axes.position.place(of: edges.upperBound)
    let shade = canvas.theme.text.opacity(0.04)
    let above = Rect(
      x: frame.minX, y: frame.minY, width: frame.width, height: max(0, top - frame.minY))
    let below = Rect(
      x: frame.minX, y: bottom, width: frame.width, height: max(0, frame.maxY - bottom))
    for part in [above, below] {
      if let shown = part.intersection(frame) { canvas.fill(shown, shade) }
    }
  }

  /// Writes each level's name by its line at the right, beside each other where lines are close.
  func drawLevelNames(around chip: Rect?, into canvas: inout Canvas) {
    let theme = canvas.theme
    let frame = axes.positionFrame
    let rest = source.motion.finalValue
    var names = source.levels.map { ($0.name, $0.value, theme.secondaryText) }
    names.append(("rest", rest, theme.prediction))
    var last: (y: Double, x: Double)?
    for (name, value, color) in names.sorted(by: { $0.1 < $1.1 }) {
      let line = axes.position.place(of: value)
      guard line >= frame.minY, line <= frame.maxY else { continue }
      // Above the line, unless there is more room for words below it.
      let sides = [line - 11, line + 11].filter { $0 >= frame.minY + 6 && $0 <= frame.maxY - 6 }
      let covered = sides.map { side in
        covers(Rect(x: frame.maxX - 180, y: side - 8, width: 176, height: 16))
      }
      guard let y = zip(sides, covered).min(by: { $0.1 < $1.1 })?.0 else { continue }
      let words = "\(name) \(value.text(decimals: source.decimals))"
      let width = canvas.fonts.layout(words, .caption).width
      var x = frame.maxX - 8
      if let last, abs(last.y - y) < 16 { x = last.x - 16 }
      last = (y, x - width)
      let box = Rect(x: x - width - 2, y: y - 8, width: width + 4, height: 16)
      guard chip?.intersection(box) == nil else { continue }
      canvas.label(words, at: Vector(x, y), .caption, color, align: .trailing)
    }
  }

  // MARK: Traces

  func drawTrace(_ plot: CurveAxes.Plot, into canvas: inout Canvas) {
    let theme = canvas.theme
    let color = plot == .position ? theme.position : theme.velocity
    guard let path = path(of: source.motion, in: plot) else { return }
    canvas.draw(.stroke(path, Stroke(width: 2, join: .round, cap: .round), .solid(color)))
    let from = max(0, axes.time.lower)
    let until = min(source.motion.duration, axes.time.upper)
    guard axes.time.density * Self.frame >= 20 else { return }
    let first = (from / Self.frame).rounded(.up)
    let last = (until / Self.frame).rounded(.down)
    guard first <= last else { return }
    for frame in Int(first)...Int(last) {
      canvas.draw(
        .circle(center: place(Double(frame) * Self.frame, plot), radius: 3, .solid(color)))
    }
  }

  /// Draws what was measured as a point each, no more of them than can be told apart.
  func drawPoints(into canvas: inout Canvas) {
    let color = canvas.theme.input
    var last = -Double.infinity
    for point in source.points {
      let x = axes.time.place(of: point.time)
      guard x >= axes.positionFrame.minX - 4, x <= axes.positionFrame.maxX + 4, x - last >= 3 else {
        continue
      }
      last = x
      canvas.draw(
        .circle(
          center: Vector(x, axes.position.place(of: point.value)), radius: 3.5, .solid(color)))
    }
  }

  /// The line of what is shown of a motion that sets out at a time; `nil` where none of it is.
  private func path(
    of motion: CurveMotion, from start: Double = 0, in plot: CurveAxes.Plot
  ) -> Path? {
    let from = max(0, axes.time.lower - start)
    let until = min(motion.duration, axes.time.upper - start)
    guard from < until else { return nil }
    // A point of the curve for each point of the screen, and for both ends.
    let steps = max(1, Int(((until - from) * axes.time.density).rounded(.up)))
    var path = Path()
    for step in 0...steps {
      let time = from + (until - from) * Double(step) / Double(steps)
      let isEnd = time >= motion.duration
      let value =
        plot == .position
        ? motion.value(at: time) : isEnd ? motion.finalVelocity : motion.velocity(at: time)
      let point = Vector(axes.time.place(of: time + start), axis(of: plot).place(of: value))
      if step == 0 { path.move(to: point) } else { path.line(to: point) }
    }
    return path
  }

  // MARK: Others

  /// Draws another motion, in no colour and in dashes.
  private func draw(
    _ other: CurveSource.Comparison, _ plot: CurveAxes.Plot, style: Stroke,
    into canvas: inout Canvas
  ) {
    guard let path = path(of: other.motion, from: other.start, in: plot) else { return }
    canvas.draw(.stroke(path, style, .solid(canvas.theme.text)))
  }

  /// Draws what the present laws make of a release that was measured.
  func drawComparison(_ plot: CurveAxes.Plot, into canvas: inout Canvas) {
    guard let comparison = source.comparison else { return }
    draw(comparison, plot, style: Self.laws, into: &canvas)
  }

  func drawComparisonName(into canvas: inout Canvas) {
    guard let comparison = source.comparison else { return }
    drawName(
      of: comparison, style: Self.laws, endingAt: axes.velocityFrame.maxX, into: &canvas)
  }

  /// Draws the motion of this set of parameters into the plots of the other, with its name and by how much it differs.
  func drawGhost(over shown: any Part, into canvas: inout Canvas, at now: Instant) {
    guard let shown = shown as? CurvesPart else { return }
    let isSame = shown.source.motion == source.motion
    let own = CurveSource.Comparison(name: "B", start: 0, motion: source.motion)
    // What was measured is the same for both: they differ in what they would have made of it.
    guard let ghost = isSame ? source.comparison : own, ghost != shown.source.comparison else {
      return
    }
    canvas.clipped(to: shown.axes.positionFrame) {
      shown.draw(ghost, .position, style: Self.otherSet, into: &$0)
    }
    canvas.clipped(to: shown.axes.velocityFrame) {
      shown.draw(ghost, .velocity, style: Self.otherSet, into: &$0)
    }
    // The words that are pinned to the curve stay above every line.
    if let chip = shown.readoutChip(canvas) { shown.draw(chip, into: &canvas) }
    var end = axes.velocityFrame.maxX
    if let comparison = shown.source.comparison {
      end -= shown.nameWidth(of: comparison, canvas) + 24
    }
    shown.drawName(of: ghost, style: Self.otherSet, endingAt: end, into: &canvas)
  }

  /// Thin, so that where the laws agree with what was measured that is seen under it.
  private static let laws = Stroke(width: 1, join: .round, dash: [8, 4])
  private static let otherSet = Stroke(width: 2, join: .round, dash: [3, 3])

  /// By how much another motion differs, in words.
  private func words(on other: CurveSource.Comparison) -> String {
    let far = other.motion.finalValue - source.motion.finalValue
    let late = other.start + other.motion.duration - source.motion.duration
    let unit = source.unit.isEmpty ? "" : " " + source.unit
    return "\(other.name): rest \(Self.signed(far, source.decimals))\(unit) · "
      + "\(Self.signed(late, 3)) s"
  }

  private func nameWidth(of other: CurveSource.Comparison, _ canvas: Canvas) -> Double {
    canvas.fonts.layout(words(on: other), .small).width + 36
  }

  /// Names another motion over the velocities, by how much it differs, beside a piece of its line.
  private func drawName(
    of other: CurveSource.Comparison, style: Stroke, endingAt right: Double,
    into canvas: inout Canvas
  ) {
    let theme = canvas.theme
    let y = axes.velocityFrame.minY - 14
    let left = right - nameWidth(of: other, canvas)
    // Where there is no room, the name of the plot comes first.
    guard left > axes.velocityFrame.minX + 120 else { return }
    canvas.label(
      words(on: other), at: Vector(right, y), .small, theme.secondaryText, align: .trailing)
    var path = Path()
    path.move(to: Vector(left, y))
    path.line(to: Vector(left + 27, y))
    canvas.draw(.stroke(path, style, .solid(theme.text)))
  }

  private static func signed(_ number: Double, _ decimals: Int) -> String {
    let text = number.text(decimals: decimals)
    return text.hasPrefix("−") ? text : "+" + text
  }
}
