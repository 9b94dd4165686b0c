internal import Feel
internal import Raster
internal import Stage
internal import TextLayout

/// What the chrome shows of its session.
struct ChromeContent {
  let titles: [String]
  /// Which of the titles is the scene's.
  let selected: Int?
  var hint: String
  /// What stands under the stage that is shown alone.
  let caption: String
  let isPaused: Bool
  /// Whether two sets of parameters are compared.
  let isComparing: Bool
  let speed: Double
  /// The stage's time, in seconds.
  let stageSeconds: Double
  let window: WindowState

  /// Whether what a button turns on is on.
  func isOn(_ button: Chrome.Button) -> Bool {
    switch button {
    case .record: window.isRecording
    case .compare: isComparing
    case .inspector: window.isInspectorOpen
    case .timeline: window.showsTimeline
    case .menu, .pause, .reset, .theme, .help: false
    }
  }

  /// The part of the hint line that the hint may use.
  ///
  /// The rest shows what is unusual about the time, a recording, and the overlays' chips.
  fileprivate var hintRoom: Rect {
    let line = window.layout.hint
    let time = (isPaused ? 160.0 : 0) + (speed != 1 ? 56 : 0)
    let recording = window.isRecording ? 60.0 : 0
    return Rect(
      x: 8, y: line.minY + 2, width: OverlayBar.start(in: line) - 20 - time - recording,
      height: line.height - 3)
  }

  /// Whether a hint can be read to its end.
  func holds(_ hint: String, _ fonts: FontBook) -> Bool {
    !window.isShow && fonts.layout(hint, .small).width <= hintRoom.width - 8
  }
}

extension Chrome {
  /// Draws the bar and the hint line, then what floats above everything.
  func draw(
    _ content: ChromeContent, _ notices: Notices, into canvas: inout Canvas, at now: Instant
  ) {
    let window = content.window
    if window.isShow {
      drawCaption(content.caption, into: &canvas, in: window.layout.stage)
    } else {
      drawBar(content, into: &canvas, at: now)
      drawHint(content, into: &canvas, at: now)
    }
    splitters.draw(into: &canvas, window.layout)
    notices.draw(
      into: &canvas, above: window.layout,
      in: window.isShow ? captionRoom(window.layout.stage) : content.hintRoom, at: now)
    let shown = help.value(at: now)
    if shown > 0 {
      page.draw(into: &canvas, opacity: shown, in: window)
    }
    if let tooltip {
      canvas.tooltip(tooltip.words, beside: tooltip.anchor, in: window.size)
    }
  }

  /// Where what is said stands while the stage is shown alone: above its caption.
  private func captionRoom(_ stage: Rect) -> Rect {
    Rect(x: stage.minX + 16, y: stage.maxY - 32, width: stage.width - 32, height: 24)
  }

  /// Fills the bands above and below a stage that is shown alone, and names in the lower what is shown.
  private func drawCaption(_ words: String, into canvas: inout Canvas, in stage: Rect) {
    for y in [0, stage.maxY] {
      canvas.fill(
        Rect(x: 0, y: y, width: stage.width, height: Layout.barHeight), canvas.theme.stage)
    }
    let width = min(stage.width - 32, canvas.fonts.layout(words, .strong).width + 32)
    let frame = Rect(
      x: stage.midX - width / 2, y: stage.maxY + 6, width: width, height: 32)
    canvas.fill(frame, radius: 16, canvas.theme.surface)
    canvas.edge(frame, radius: 16, canvas.theme.border)
    canvas.label(
      words, at: frame.center, .strong, canvas.theme.text, align: .center,
      maximumWidth: width - 16)
  }

  private func drawBar(
    _ content: ChromeContent, into canvas: inout Canvas, at now: Instant
  ) {
    let theme = canvas.theme
    let (window, size) = (content.window, content.window.size)
    let bar = window.layout.bar
    canvas.fill(bar, theme.surface)
    let line = canvas.snapped(1)
    canvas.fill(
      Rect(x: 0, y: bar.maxY - line, width: size.width, height: line), theme.border)
    for (index, tab) in tabs.enumerated() {
      guard let frame = tabFrame(index, in: size) else {
        drawSceneList(content.selected.map { content.titles[$0] } ?? "", into: &canvas, now)
        break
      }
      drawTab(
        tab, in: frame, content.titles[index], isSelected: index == content.selected, &canvas, now)
    }
    for button in Button.allCases {
      let frame = frame(of: button, in: size)
      let push = self[button]
      let fill = push.isPressed ? theme.pressed : theme.hover.opacity(push.light(at: now))
      let isOn = button == .help ? isHelpShown : content.isOn(button)
      let isLit = isOn && !push.isPressed
      if isLit { canvas.selected(frame, radius: 8) } else { canvas.fill(frame, radius: 8, fill) }
      let icon = Rect(x: frame.minX, y: frame.minY, width: Self.buttonSide, height: frame.height)
      if button != .menu || !hasName(button, in: size) {
        drawIcon(button, content, at: icon.center, into: &canvas)
      }
      guard hasName(button, in: size) else { continue }
      if button == .menu {
        canvas.label(button.name, at: Vector(frame.minX + 10, frame.midY), .strong, theme.text)
        canvas.arrow(at: Vector(frame.maxX - 14, frame.midY), pointing: Vector(0, 1))
      } else {
        let name = button == .record && window.isRecording ? "Stop" : button.name
        canvas.label(name, at: Vector(icon.maxX, frame.midY), .body, theme.text)
        if button == .compare {
          canvas.arrow(at: Vector(frame.maxX - 14, frame.midY), pointing: Vector(0, 1))
        }
      }
    }
  }

  private func drawTab(
    _ tab: PushButton, in frame: Rect, _ title: String, isSelected: Bool, _ canvas: inout Canvas,
    _ now: Instant
  ) {
    let theme = canvas.theme
    let idle = theme.hover.opacity(tab.light(at: now))
    if isSelected {
      canvas.selected(frame, radius: 8)
    } else {
      canvas.fill(frame, radius: 8, tab.isPressed ? theme.pressed : idle)
    }
    canvas.label(
      title, at: frame.center, isSelected ? .strong : .body, theme.text, align: .center,
      maximumWidth: frame.width - 4)
  }

  /// The shown scene's title, in a window too narrow for all of them, with an arrow for the list.
  private func drawSceneList(_ title: String, into canvas: inout Canvas, _ now: Instant) {
    let (theme, frame) = (canvas.theme, Self.sceneList)
    let lit = theme.surface.mixed(with: theme.hover, sceneButton.light(at: now))
    canvas.fill(frame, radius: 8, sceneButton.isPressed ? theme.pressed : lit)
    canvas.edge(frame, radius: 8, theme.controlBorder)
    canvas.label(
      title, at: Vector(frame.minX + 12, frame.midY), .strong, theme.text,
      maximumWidth: frame.width - 40)
    canvas.arrow(at: Vector(frame.maxX - 16, frame.midY), pointing: Vector(0, 1))
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
    _ button: Button, _ content: ChromeContent, at center: Vector, into canvas: inout Canvas
  ) {
    let ink = Paint.solid(canvas.theme.text)
    switch button {
    case .record:
      // A disc that begins it, a square that ends it.
      let isOn = content.window.isRecording
      let side = isOn ? 10.0 : 12
      canvas.fill(
        Rect(center: center, size: Size(side, side)), radius: isOn ? 2 : 6, canvas.theme.danger)
    case .menu:
      for y in [-5.0, 0, 5] {
        canvas.fill(
          Rect(x: center.x - 7, y: center.y + y - 0.875, width: 14, height: 1.75),
          canvas.theme.text)
      }
    case .compare:
      // One curve drawn, the other dashed, as on the stage.
      for (y, dash) in [(2.0, []), (-2.5, [2.5, 2])] {
        var curve = Path()
        curve.move(to: center + Vector(-7, y + 4))
        curve.cubic(
          center + Vector(-2, y + 4), center + Vector(-3, y - 4), to: center + Vector(7, y - 4))
        canvas.draw(.stroke(curve, Stroke(width: 1.75, dash: dash), ink))
      }
    case .timeline:
      // A curve over an axis.
      var curve = Path()
      curve.move(to: center + Vector(-7, 2))
      curve.cubic(center + Vector(-3, -11), center + Vector(0, 0), to: center + Vector(7, -1))
      canvas.draw(.stroke(curve, Stroke(width: 1.75), ink))
      canvas.fill(
        Rect(x: center.x - 7, y: center.y + 5, width: 14, height: 1.75), canvas.theme.text)
    case .inspector:
      for (index, x) in [3.0, -3, 1].enumerated() {
        let y = center.y + 5.0 * Double(index - 1)
        canvas.fill(
          Rect(x: center.x - 7, y: y - 0.75, width: 14, height: 1.5), canvas.theme.text)
        canvas.fill(
          Rect(center: Vector(center.x + x, y), size: Size(5, 5)), radius: 2.5, canvas.theme.text)
      }
    case .pause where content.isPaused:
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

  private func drawHint(
    _ content: ChromeContent, into canvas: inout Canvas, at now: Instant
  ) {
    let theme = canvas.theme
    let (size, layout) = (content.window.size, content.window.layout)
    let frame = layout.hint
    canvas.fill(frame, theme.surface)
    canvas.fill(
      Rect(x: 0, y: frame.minY, width: size.width, height: canvas.snapped(1)), theme.border)
    if content.isPaused { canvas.edge(layout.openStage, width: 2, theme.warning) }
    // At its end what is unusual about the time: there it hides nothing of what is looked at.
    var words: [String] = []
    if content.isPaused {
      let millis = Int((content.stageSeconds * 1000).rounded())
      words.append("PAUSED · t \(millis / 1000).\(String(1000 + millis % 1000).dropFirst())")
    }
    if content.speed != 1 { words.append(Chrome.speedText(content.speed)) }
    let right = OverlayBar.start(in: frame) - 12 - (content.window.isRecording ? 60 : 0)
    if content.window.isRecording {
      canvas.label(
        "REC", at: Vector(right + 60, frame.midY), .strong, theme.danger, align: .trailing)
      let dot = Vector(right + 20, frame.midY)
      canvas.fill(Rect(center: dot, size: Size(8, 8)), radius: 4, theme.danger)
    }
    let room = content.hintRoom
    let hint = Self.fitting(content.hint, in: room.width - 8, canvas.fonts)
    canvas.label(hint, at: Vector(room.minX + 8, frame.midY), .small, theme.secondaryText)
    canvas.label(
      words.joined(separator: " · "), at: Vector(right, frame.midY), .strong, theme.warning,
      align: .trailing)
    overlayBar.draw(content.window.overlays, into: &canvas, at: now, in: frame)
  }

  /// As many of a hint's parts, or of its sentences, as there is room for.
  private static func fitting(_ hint: String, in width: Double, _ fonts: FontBook) -> String {
    let separator = hint.contains(" · ") ? " · " : ". "
    let all = hint.split(separator: separator)
    var parts = all[...]
    func text() -> String {
      // A sentence keeps its full stop.
      let isCut = separator == ". " && !parts.isEmpty && parts.count < all.count
      return parts.joined(separator: separator) + (isCut ? "." : "")
    }
    while !parts.isEmpty, fonts.layout(text(), .small).width > width { parts.removeLast() }
    return text()
  }
}

extension Canvas {
  /// Says what something is, below it in a window of a size, or above where there is no room or what is below belongs to it.
  mutating func tooltip(
    _ words: String, beside anchor: Rect, in size: Size, isAbove: Bool = false
  ) {
    let width = min(size.width - 16, (fonts.layout(words, .small).width + 20).rounded(.up))
    let isBelow = !isAbove && anchor.maxY + 36 < size.height
    let chip = Rect(
      x: max(8, min(size.width - 8 - width, (anchor.midX - width / 2).rounded())),
      y: isBelow ? anchor.maxY + 8 : anchor.minY - 36, width: width, height: 28)
    floating(chip, radius: 6)
    label(words, at: chip.center, .small, theme.text, align: .center, maximumWidth: width - 12)
  }
}
