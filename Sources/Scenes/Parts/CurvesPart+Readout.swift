internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

extension CurvesPart {
  // MARK: Scrubber

  /// The words that are pinned to the curve, and where.
  struct ReadoutChip {
    let words: String
    let frame: Rect
  }

  func readoutChip(_ canvas: Canvas) -> ReadoutChip? {
    let plot = axes.positionFrame
    let point = place(read, .position)
    guard point.x >= plot.minX, point.x <= plot.maxX else { return nil }
    let motion = source.motion
    let words =
      "t \(read.text(decimals: 3)) s · x \(motion.value(at: read).text(decimals: source.decimals)) · "
      + "v \(motion.velocity(at: read).text(decimals: source.decimals - 1))"
    let width = (canvas.fonts.layout(words, .small).width + 20).rounded(.up)
    let height = 26.0
    // On whichever side of the point it hides the least of the curve.
    let sides = [(14.0, 12.0), (14, -12 - height), (-14 - width, -12 - height), (-14 - width, 12)]
    let frames = sides.map { side in
      Rect(
        x: min(max(point.x + side.0, plot.minX + 4), max(plot.minX + 4, plot.maxX - 4 - width))
          .rounded(),
        y: min(max(point.y + side.1, plot.minY + 4), plot.maxY - 4 - height).rounded(),
        width: width, height: height)
    }
    let best = frames.indices.min { hidden(by: frames[$0]) < hidden(by: frames[$1]) } ?? 0
    return ReadoutChip(words: words, frame: frames[best])
  }

  /// How much of the curve lies under a chip; the point that is read counts most.
  private func hidden(by chip: Rect) -> Int {
    let ground = chip.inset(by: -4)
    return covers(ground) + (ground.contains(place(read, .position)) ? 17 : 0)
  }

  /// How much of the curve of positions lies in a rectangle, in seventeenths of its width.
  func covers(_ ground: Rect) -> Int {
    (0...16).count { step in
      let time = axes.time.value(at: ground.minX + ground.width * Double(step) / 16)
      return ground.contains(place(min(max(0, time), source.motion.duration), .position))
    }
  }

  func draw(_ chip: ReadoutChip, into canvas: inout Canvas) {
    let theme = canvas.theme
    canvas.fill(chip.frame, radius: 6, theme.surface)
    canvas.edge(chip.frame, radius: 6, theme.controlBorder)
    canvas.label(
      chip.words, at: Vector(chip.frame.minX + 10, chip.frame.midY), .small, theme.text)
  }

  func drawScrubber(into canvas: inout Canvas) {
    let theme = canvas.theme
    let (upper, lower) = (axes.positionFrame, axes.velocityFrame)
    func line(at time: Double, _ color: Color, dash: [Double]) {
      let x = column(of: time, canvas)
      guard x >= upper.minX - 1, x <= upper.maxX + 1 else { return }
      var path = Path()
      for plot in [upper, lower] {
        path.move(to: Vector(x, plot.minY))
        path.line(to: Vector(x, plot.maxY))
      }
      canvas.draw(.stroke(path, Stroke(width: canvas.snapped(1), dash: dash), .solid(color)))
    }
    line(at: scrub, theme.text, dash: [4, 3])
    let x = column(of: scrub, canvas)
    if x >= upper.minX - 1, x <= upper.maxX + 1 {
      canvas.fill(
        Rect(center: Vector(x, upper.minY), size: Size(8, 14)), radius: 4, theme.text)
    }
    if let pointed { line(at: pointed, theme.secondaryText, dash: []) }
    mark(read, radius: 4.5, into: &canvas)
  }

  /// The middle of the column of device pixels that a time lies in, where a thin line is sharp.
  func column(of time: Double, _ canvas: Canvas) -> Double {
    ((axes.time.place(of: time) * canvas.scale).rounded(.down) + 0.5) / canvas.scale
  }

  /// Marks both curves at a time, where it is shown.
  func mark(_ time: Double, radius: Double, into canvas: inout Canvas) {
    let theme = canvas.theme
    let marks: [(CurveAxes.Plot, TraceMarker, Color)] = [
      (.position, .circle, theme.position), (.velocity, .triangle, theme.velocity),
    ]
    for (plot, marker, color) in marks {
      let point = place(time, plot)
      guard frame(of: plot).inset(by: -1).contains(point) else { continue }
      canvas.marker(marker, at: point, radius: radius, color, on: theme.surface)
    }
  }

  // MARK: Animator

  func drawRunner(into canvas: inout Canvas, at now: Instant) {
    let elapsed = min(animator.elapsed(at: now), source.motion.duration)
    guard elapsed > 0 else { return }
    mark(elapsed, radius: 6.5, into: &canvas)
  }

  func drawTransport(into canvas: inout Canvas, at now: Instant) {
    let theme = canvas.theme
    let lit = theme.surface.mixed(with: theme.hover, play.light(at: now))
    canvas.fill(play.frame, radius: 8, play.isPressed ? theme.pressed : lit)
    canvas.edge(play.frame, radius: 8, theme.controlBorder)
    let icon = Vector(play.frame.minX + 22, play.frame.midY)
    if animator.isRunning {
      canvas.fill(Rect(center: icon, size: Size(10, 10)), radius: 1, theme.text)
    } else {
      canvas.fillTriangle(pointingRightAt: icon, side: 12, theme.text)
    }
    canvas.label(
      animator.isRunning ? "Stop" : "Start", at: Vector(play.frame.minX + 38, play.frame.midY),
      .body, theme.text)
    let middle = play.frame.midY
    canvas.label(
      animator.elapsed(at: now).text(decimals: 3) + " s", at: Vector(play.frame.maxX + 16, middle),
      .strong,
      theme.text)
    let motion = source.motion
    let progress = motion.duration > 0 ? read / motion.duration : 1
    let columns = [
      ("Progress", progress.text(decimals: 3)),
      ("Time", read.text(decimals: 3) + " s"),
      ("Value", worded(motion.value(at: read), decimals: 3)),
      ("Velocity", worded(motion.velocity(at: read), decimals: 3, per: "/s")),
    ]
    // Where there is no room for all, the last ones are the ones to keep.
    let room = layout.frame.maxX - layout.field.maxX - 8
    let shown = columns.suffix(max(1, Int(room / 116)))
    let pitch = min(140, room / Double(shown.count))
    for (index, column) in shown.reversed().enumerated() {
      let x = layout.frame.maxX - pitch * Double(index)
      canvas.label(
        column.0, at: Vector(x, middle - 9), .caption, theme.secondaryText, align: .trailing)
      canvas.label(column.1, at: Vector(x, middle + 9), .body, theme.text, align: .trailing)
    }
  }
}
