internal import Feel
internal import Raster
internal import TextLayout

/// What the chrome shows of its session.
struct ChromeContent {
  let title: String
  let hint: String
  let isPaused: Bool
  let speed: Double
  /// The stage's time, in seconds.
  let stageSeconds: Double
}

extension Chrome {
  /// Draws the bar and the hint line, then what floats above everything.
  func draw(_ content: ChromeContent, into canvas: inout Canvas, at now: Instant, in size: Size) {
    drawBar(content, into: &canvas, at: now, in: size)
    drawHint(content, into: &canvas, in: size)
    if content.isPaused {
      drawPaused(content, into: &canvas, in: size)
    }
    let shown = help.value(at: now)
    if shown > 0 {
      drawHelp(into: &canvas, opacity: shown, in: size)
    }
    if let tooltip {
      drawTooltip(tooltip, into: &canvas, in: size)
    }
  }

  private func drawBar(
    _ content: ChromeContent, into canvas: inout Canvas, at now: Instant, in size: Size
  ) {
    let theme = canvas.theme
    let bar = Rect(x: 0, y: 0, width: size.width, height: Chrome.barHeight)
    canvas.fill(bar, theme.surface)
    let line = canvas.snapped(1)
    canvas.fill(
      Rect(x: 0, y: bar.maxY - line, width: size.width, height: line), theme.border)
    canvas.label(content.title, at: Vector(16, bar.midY), .title, theme.text)
    var right = Chrome.frame(of: .pause, in: size).minX - 12
    if content.speed != 1 {
      let words = Chrome.speedText(content.speed)
      canvas.label(words, at: Vector(right, bar.midY), .strong, theme.warning, align: .trailing)
      right -= 48
    }
    for button in Button.allCases {
      let frame = Chrome.frame(of: button, in: size)
      let push = self[button]
      let fill = push.isPressed ? theme.pressed : theme.hover.opacity(push.light(at: now))
      canvas.fill(frame, radius: 8, fill)
      drawIcon(button, isPaused: content.isPaused, at: frame.center, into: &canvas)
    }
  }

  /// A speed as people write it: 2×, ½×, 0.05×.
  static func speedText(_ speed: Double) -> String {
    switch speed {
    case 0.5: "½×"
    case 0.25: "¼×"
    case 0.1: "⅒×"
    default: speed == speed.rounded() ? "\(Int(speed))×" : "\(speed)×"
    }
  }

  private func drawIcon(
    _ button: Button, isPaused: Bool, at center: Vector, into canvas: inout Canvas
  ) {
    let ink = Paint.solid(canvas.theme.text)
    switch button {
    case .pause where isPaused:
      var path = Path()
      path.move(to: center + Vector(-4.5, -6.5))
      path.line(to: center + Vector(6.5, 0))
      path.line(to: center + Vector(-4.5, 6.5))
      path.close()
      canvas.draw(.fill(path, .nonZero, ink))
    case .pause:
      for x in [-5.0, 2.0] {
        canvas.fill(
          Rect(x: center.x + x, y: center.y - 6, width: 3, height: 12), radius: 1,
          canvas.theme.text)
      }
    case .reset:
      // Clockwise to 11 o'clock, where the head points on along the circle.
      canvas.draw(
        .arc(
          center: center, radius: 6, width: 1.75, start: 0.06, sweep: 0.78, cap: .butt, ink))
      var head = Path()
      head.move(to: center + Vector(-0.6, -6.9))
      head.line(to: center + Vector(-7.6, -6.4))
      head.line(to: center + Vector(-3.2, -0.9))
      head.close()
      canvas.draw(.fill(head, .nonZero, ink))
    case .theme:
      canvas.draw(
        .arc(center: center, radius: 6.5, width: 1.75, start: 0, sweep: 1, cap: .butt, ink))
      var half = Path()
      half.move(to: center + Vector(0, -6.5))
      half.arc(center: center, radius: 6.5, from: -Double.pi / 2, sweep: Double.pi)
      half.close()
      canvas.draw(.fill(half, .nonZero, ink))
    case .help:
      canvas.label("?", at: center, .title, canvas.theme.text, align: .center)
    }
  }

  private func drawHint(_ content: ChromeContent, into canvas: inout Canvas, in size: Size) {
    let theme = canvas.theme
    let frame = Rect(
      x: 0, y: size.height - Chrome.hintHeight, width: size.width, height: Chrome.hintHeight)
    canvas.fill(frame, theme.surface)
    canvas.fill(
      Rect(x: 0, y: frame.minY, width: size.width, height: canvas.snapped(1)), theme.border)
    canvas.label(
      content.hint, at: Vector(16, frame.midY), .small, theme.secondaryText,
      maximumWidth: size.width - 32)
  }

  private func drawPaused(_ content: ChromeContent, into canvas: inout Canvas, in size: Size) {
    let stage = Chrome.stageFrame(in: size)
    canvas.edge(stage, width: 2, canvas.theme.warning)
    let millis = Int((content.stageSeconds * 1000).rounded())
    let fraction = String(1000 + millis % 1000).dropFirst()
    let words = "PAUSED · t \(millis / 1000).\(fraction)"
    // In the bar, where it hides nothing of what is looked at.
    let chip = Rect(
      center: Vector(stage.midX, Chrome.barHeight / 2), size: Size(168, 28))
    canvas.edge(chip, radius: 6, canvas.theme.warning)
    canvas.label(words, at: chip.center, .strong, canvas.theme.warning, align: .center)
  }

  private func drawTooltip(_ button: Button, into canvas: inout Canvas, in size: Size) {
    let anchor = Chrome.frame(of: button, in: size)
    let width = canvas.fonts.layout(button.tooltip, .small).width + 20
    let chip = Rect(
      x: min(size.width - 8 - width, anchor.midX - width / 2), y: anchor.maxY + 8, width: width,
      height: 28)
    drawFloating(chip, radius: 6, into: &canvas)
    canvas.label(button.tooltip, at: chip.center, .small, canvas.theme.text, align: .center)
  }

  /// A panel that lies above the rest.
  func drawFloating(_ frame: Rect, radius: Double, into canvas: inout Canvas) {
    canvas.draw(
      .shadow(
        frame.offset(by: Vector(0, 8)), radius: radius, blur: 24, canvas.theme.shadow))
    canvas.fill(frame, radius: radius, canvas.theme.surface)
    canvas.edge(frame, radius: radius, canvas.theme.border)
  }
}
