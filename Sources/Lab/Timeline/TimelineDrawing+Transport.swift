internal import Feel
internal import Kit
internal import Raster
internal import Stage
internal import TextLayout

extension TimelineDrawing {
  /// Draws the row of buttons, and the time.
  func drawTransport(into canvas: inout Canvas) {
    let theme = canvas.theme
    let layout = content.layout
    for control in TimelineControl.transport {
      let frame = layout.frame(of: control)
      canvas.fill(frame, radius: 8, ground(of: control, theme))
      drawIcon(control, at: frame.center, into: &canvas)
    }
    canvas.label(
      Self.clock(content.playHead.seconds), at: Vector(layout.time.minX + 4, layout.time.midY),
      .title, theme.text)
    drawSegments(TimelineControl.speeds, into: &canvas) { $0 == .speed(content.speed) }
    drawOtherSpeed(into: &canvas)
    guard layout.hasCaps else { return }
    canvas.label("Frames/s", at: layout.capTitle, .small, theme.secondaryText)
    drawSegments(TimelineControl.caps, into: &canvas) { $0 == .cap(timeline.frameCap) }
    drawHint(into: &canvas)
  }

  /// Says what the mouse does here, where there is room for it.
  private func drawHint(into canvas: inout Canvas) {
    let words =
      timeline.view.isWhole
      ? "Shift-drag measures · wheel zooms · right click exports"
      : "Middle drag moves · double-click zooms to fit"
    let layout = content.layout
    guard let last = layout.controls.last,
      layout.plot.maxX - last.maxX - 16 >= canvas.fonts.layout(words, .small).width
    else { return }
    canvas.label(
      words, at: Vector(layout.plot.maxX, last.midY), .small, canvas.theme.secondaryText,
      align: .trailing)
  }

  /// Names the control under the pointer, above it.
  func drawTooltip(into canvas: inout Canvas) {
    guard let control = timeline.tooltip else { return }
    let layout = content.layout
    canvas.tooltip(
      control.tooltip, beside: layout.frame(of: control),
      in: Size(layout.frame.maxX, layout.frame.maxY), isAbove: true)
  }

  /// Minutes, seconds and thousandths: 00:01.284.
  static func clock(_ seconds: Double) -> String {
    let millis = Int((seconds * 1000).rounded())
    func padded(_ number: Int, _ digits: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    return padded(millis / 60_000, 2) + ":" + padded(millis / 1000 % 60, 2) + "."
      + padded(millis % 1000, 3)
  }

  private func ground(of control: TimelineControl, _ theme: Theme) -> Color {
    guard let index = TimelineControl.all.firstIndex(of: control) else { return theme.surface }
    let button = timeline.buttons[index]
    return button.isPressed ? theme.pressed : theme.hover.opacity(button.light(at: now))
  }

  /// Draws buttons that are one choice.
  private func drawSegments(
    _ controls: [TimelineControl], into canvas: inout Canvas,
    _ isChosen: (TimelineControl) -> Bool
  ) {
    let theme = canvas.theme
    var all: Rect?
    for control in controls {
      let frame = content.layout.frame(of: control).inset(by: 0, 3)
      all = all?.union(frame) ?? frame
      if isChosen(control) {
        canvas.selected(frame.inset(by: 2), radius: 6)
      } else {
        canvas.fill(frame.inset(by: 2), radius: 6, ground(of: control, theme))
      }
      canvas.label(
        control.word ?? "", at: frame.center, isChosen(control) ? .strong : .small, theme.text,
        align: .center)
    }
    if let all { canvas.edge(all, radius: 8, theme.controlBorder) }
  }

  /// Writes a speed that is none of the buttons' beside them.
  private func drawOtherSpeed(into canvas: inout Canvas) {
    guard !TimelineControl.speeds.contains(.speed(content.speed)),
      let last = TimelineControl.speeds.last
    else { return }
    let frame = content.layout.frame(of: last)
    canvas.label(
      speedText(content.speed), at: Vector(frame.maxX + 8, frame.midY), .strong,
      canvas.theme.warning)
  }

  private func drawIcon(
    _ control: TimelineControl, at center: Vector, into canvas: inout Canvas
  ) {
    let ink = canvas.theme.text
    switch control {
    case .pause where content.isPaused:
      canvas.triangle(at: center + Vector(1, 0), width: 11, height: 13, ink)
    case .pause:
      for x in [-5.0, 2.0] {
        canvas.fill(
          Rect(x: center.x + x, y: center.y - 6, width: 3, height: 12), radius: 1, ink)
      }
    case .stepOn, .stepBack:
      let side = control == .stepOn ? 1.0 : -1
      canvas.triangle(at: center + Vector(side * 2, 0), width: side * 8, height: 10, ink)
      canvas.fill(Rect(center: center + Vector(side * -4.5, 0), size: Size(2, 10)), ink)
    case .nextChange, .lastChange:
      let side = control == .nextChange ? 1.0 : -1
      canvas.triangle(at: center + Vector(side * -4, 0), width: side * 7, height: 10, ink)
      canvas.triangle(at: center + Vector(side * 2.5, 0), width: side * 7, height: 10, ink)
      canvas.fill(Rect(center: center + Vector(side * 7, 0), size: Size(2, 10)), ink)
    case .speed, .cap:
      break
    }
  }
}

extension Canvas {
  /// Fills a triangle that points right, or left where the width is negative, about the middle of its box.
  fileprivate mutating func triangle(
    at center: Vector, width: Double, height: Double, _ color: Color
  ) {
    var path = Path()
    path.move(to: center + Vector(-width / 2, -height / 2))
    path.line(to: center + Vector(width / 2, 0))
    path.line(to: center + Vector(-width / 2, height / 2))
    path.close()
    draw(.fill(path, .nonZero, .solid(color)))
  }
}
