internal import Feel
internal import Lab
internal import Raster
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

  /// Writes each level's name above its line at the right, beside each other where lines are close.
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
      let y = line - 11 < frame.minY + 6 ? line + 11 : line - 11
      let words = "\(name) \(value.text(decimals: source.decimals))"
      let width = canvas.fonts.layout(words, .caption).width
      var x = frame.maxX - 8
      if let last, last.y - y < 16 { x = last.x - 16 }
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
    let duration = source.motion.duration
    let from = max(0, axes.time.lower)
    let until = min(duration, axes.time.upper)
    guard from < until else { return }
    // A point of the curve for each point of the screen, and for both ends.
    let steps = max(1, Int(((until - from) * axes.time.density).rounded(.up)))
    var path = Path()
    for step in 0...steps {
      let time = from + (until - from) * Double(step) / Double(steps)
      var point = place(time, plot)
      if plot == .velocity, time >= duration {
        point.y = axes.velocity.place(of: source.motion.finalVelocity)
      }
      if step == 0 { path.move(to: point) } else { path.line(to: point) }
    }
    canvas.draw(.stroke(path, Stroke(width: 2, join: .round, cap: .round), .solid(color)))
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

  /// Draws the other motion, in no colour and in dashes.
  func drawComparison(_ plot: CurveAxes.Plot, into canvas: inout Canvas) {
    guard let comparison = source.comparison else { return }
    let motion = comparison.motion
    let from = max(0, axes.time.lower - comparison.start)
    let until = min(motion.duration, axes.time.upper - comparison.start)
    guard from < until else { return }
    let steps = max(1, Int(((until - from) * axes.time.density).rounded(.up)))
    var path = Path()
    for step in 0...steps {
      let time = from + (until - from) * Double(step) / Double(steps)
      let isEnd = time >= motion.duration
      let value =
        plot == .position
        ? motion.value(at: time) : isEnd ? motion.finalVelocity : motion.velocity(at: time)
      let point = Vector(
        axes.time.place(of: time + comparison.start), axis(of: plot).place(of: value))
      if step == 0 { path.move(to: point) } else { path.line(to: point) }
    }
    canvas.draw(
      .stroke(
        path, Stroke(width: 2, join: .round, dash: [3, 3]), .solid(canvas.theme.text)))
  }

  /// Names the other motion over the velocities, and says by how much it differs.
  func drawComparisonName(into canvas: inout Canvas) {
    guard let comparison = source.comparison else { return }
    let theme = canvas.theme
    let (far, late) = (
      comparison.motion.restPosition - source.motion.finalValue,
      comparison.start + comparison.motion.duration - source.motion.duration
    )
    let words =
      "\(comparison.name): rest \(Self.signed(far, source.decimals)) \(source.unit) · "
      + "\(Self.signed(late, 3)) s"
    let frame = axes.velocityFrame
    let (right, y) = (frame.maxX, frame.minY - 14)
    canvas.label(words, at: Vector(right, y), .small, theme.secondaryText, align: .trailing)
    let left = right - canvas.fonts.layout(words, .small).width - 36
    var path = Path()
    path.move(to: Vector(left, y))
    path.line(to: Vector(left + 27, y))
    canvas.draw(.stroke(path, Stroke(width: 2, dash: [3, 3]), .solid(theme.text)))
  }

  private static func signed(_ number: Double, _ decimals: Int) -> String {
    let text = number.text(decimals: decimals)
    return text.hasPrefix("−") ? text : "+" + text
  }
}
