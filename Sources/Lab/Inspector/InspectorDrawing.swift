internal import Feel
internal import FeelTrace
internal import Raster
internal import Stage
internal import TextLayout

/// The panel's picture at a time: a function of what it is and what it shows.
struct InspectorDrawing {
  let inspector: Inspector
  let content: InspectorContent
  let now: Instant

  private var lines: InspectorLines { inspector.lines }

  /// Draws the panel.
  func draw(into canvas: inout Canvas, in panel: Rect) {
    let theme = canvas.theme
    canvas.fill(panel, theme.surface)
    let line = canvas.snapped(1)
    let isBeside = panel.minX > 0
    canvas.fill(
      Rect(
        x: panel.minX, y: panel.minY, width: isBeside ? line : panel.width,
        height: isBeside ? panel.height : line), theme.border)
    let body = InspectorLines.body(in: panel)
    canvas.clipped(to: body) { canvas in
      let offset = lines.scroll.contentOffset(at: now)
      for (index, row) in lines.rows.enumerated() {
        let frame = row.frame(in: body, offset: offset)
        guard row.isShown, frame.maxY > body.minY, frame.minY < body.maxY else { continue }
        draw(row, index, in: frame, into: &canvas)
      }
      if let thumb = lines.scroll.barThumb(at: now) {
        canvas.fill(
          thumb.inset(by: 3, 2), radius: thumb.width / 2 - 3,
          theme.controlBorder.opacity(0.8 * lines.scroll.barOpacity(at: now)))
      }
    }
    drawFoot(into: &canvas, in: panel)
    drawMessage(into: &canvas, in: panel)
  }

  private func draw(
    _ row: InspectorRow, _ index: Int, in frame: Rect, into canvas: inout Canvas
  ) {
    let theme = canvas.theme
    let parameters = content.parameters
    let label = InspectorRow.label(in: frame)
    if index == inspector.hoveredRow, row.height == InspectorRow.height, row.hasPress {
      canvas.fill(frame.inset(by: 4, 0), radius: 6, theme.hover)
    }
    let ring = index == inspector.focus.row && !row.hasField
    switch row.kind {
    case .heading(let name):
      drawHeading(name, in: frame, into: &canvas)
      if ring { canvas.focusRing(around: InspectorRow.heading(in: frame), radius: 6) }
    case .changes: drawChanges(in: frame, into: &canvas, ring: ring)
    case .preference(let preference):
      canvas.label(
        preference.label ?? "", at: Vector(label.minX, label.midY), .body, theme.text,
        maximumWidth: label.width)
      switch content.preferences[preference] {
      case .flag(let isOn): drawToggle(isOn, in: frame, into: &canvas, ring: ring)
      case let value?: drawChoice(preference.words(value), in: frame, into: &canvas, ring: ring)
      case nil: break
      }
    case .forget:
      drawButton(
        InspectorRow.forget, in: InspectorRow.choice(in: frame), into: &canvas, ring: ring)
    case .comparison:
      canvas.label("Compare", at: Vector(label.minX, label.midY), .body, theme.text)
      drawToggle(content.isComparing, in: frame, into: &canvas, ring: ring)
    case .preset:
      drawName(content.isComparing ? "Preset of A" : "Preset", in: label, into: &canvas)
      drawChoice(parameters.preset.title, in: frame, into: &canvas, ring: ring)
    case .presetOfB:
      guard let setB = content.parametersB else { break }
      drawName("Preset of B", in: label, into: &canvas)
      let count = setB.changed.count
      let title = setB.preset.title + (count == 0 ? "" : " + \(count)")
      drawChoice(title, in: frame, into: &canvas, ring: ring)
    case .parameter(let parameter):
      guard let shown = lines.shown[index] else { break }
      drawName(
        shown.number?.parameter.label ?? parameter.label, mark: shown.mark,
        isInUse: shown.isInUse && !content.idle.contains(parameter.key), in: label, into: &canvas)
      // What counts for nothing can be set for later, and looks as if it waited.
      let isIdle = content.idle.contains(parameter.key) || !shown.isInUse
      let quiet = canvas.theme.name == .contrast ? 0.65 : 0.45
      let opacity = isIdle && inspector.focus.row != index ? quiet : 1
      if opacity < 1 { canvas.draw(.group(opacity: opacity)) }
      switch shown.value {
      case .number, .unlimited:
        if let number = shown.number {
          drawSlider(lines.sliders[index], from: shown.inheritedShare, into: &canvas)
          drawField(number, shown.text, row: index, in: frame, into: &canvas)
        }
      case .choice(let word):
        drawChoice(parameter.shownWord(word), in: frame, into: &canvas, ring: ring)
      case .flag(let isOn): drawToggle(isOn, in: frame, into: &canvas, ring: ring)
      }
      if opacity < 1 { canvas.draw(.pop) }
    }
  }

  /// A heading with an arrow that says whether its lines are folded away, and how many of them are changed.
  private func drawHeading(_ name: String, in frame: Rect, into canvas: inout Canvas) {
    let theme = canvas.theme
    let y = frame.maxY - 14
    canvas.label(name, at: Vector(frame.minX + 16, y), .strong, theme.text)
    let changes = content.parameters.changes(under: name)
    if changes > 0 {
      canvas.label(
        "\(changes) changed", at: Vector(frame.maxX - 40, y), .small, theme.accent,
        align: .trailing)
    } else if content.isIdle(name) {
      canvas.label(
        "no effect here", at: Vector(frame.maxX - 40, y), .small, theme.secondaryText,
        align: .trailing)
    }
    let isFolded = lines.folded.contains(name)
    canvas.arrow(
      at: Vector(frame.maxX - 24, y), pointing: isFolded ? Vector(1, 0) : Vector(0, 1))
  }

  /// What is set over the preset, and the button that gives it up.
  private func drawChanges(in frame: Rect, into canvas: inout Canvas, ring: Bool) {
    let theme = canvas.theme
    let count = content.parameters.changed.count
    let label = InspectorRow.label(in: frame)
    let box = InspectorRow.reset(in: frame)
    canvas.label(
      InspectorRow.changesText(content), at: Vector(label.minX, label.midY), .body,
      count == 0 ? theme.secondaryText : theme.text, maximumWidth: box.minX - label.minX - 8)
    guard count > 0 else { return }
    drawMark(.set, beside: label, into: &canvas)
    drawButton("Reset", in: box, into: &canvas, ring: ring)
  }

  /// A dot for what is set, a ring for what is moved by it.
  private func drawMark(
    _ mark: InspectorRow.Mark, beside label: Rect, into canvas: inout Canvas
  ) {
    let color = canvas.theme.accent
    let center = Vector(label.minX - 7, label.midY)
    switch mark {
    case .set: canvas.fill(Rect(center: center, size: Size(5, 5)), radius: 2.5, color)
    case .moved: canvas.edge(Rect(center: center, size: Size(7, 7)), radius: 3.5, color)
    }
  }

  /// A name, a mark if its value is another than unless set, and dimmed if the value counts for nothing.
  private func drawName(
    _ name: String, mark: InspectorRow.Mark? = nil, isInUse: Bool = true,
    in label: Rect, into canvas: inout Canvas
  ) {
    let theme = canvas.theme
    if let mark { drawMark(mark, beside: label, into: &canvas) }
    canvas.label(
      name, at: Vector(label.minX, label.midY), .body,
      isInUse ? theme.text : theme.disabledText, maximumWidth: label.width)
  }

  /// A track that is filled from what the preset says to what is set, a mark there, and a thumb.
  private func drawSlider(
    _ slider: ProgressSlider, from inherited: Double, into canvas: inout Canvas
  ) {
    let theme = canvas.theme
    let height = slider.capsuleHeight(at: now)
    let track = Rect(
      x: slider.frame.minX, y: slider.frame.midY - height / 2, width: slider.frame.width,
      height: height)
    canvas.fill(track, radius: height / 2, theme.track)
    canvas.edge(track, radius: height / 2, theme.controlBorder)
    let value = slider.value(at: now)
    let (from, to) = (min(inherited, value), max(inherited, value))
    var filled = track
    (filled.origin.x, filled.size.width) = (
      track.minX + from * track.width, (to - from) * track.width
    )
    canvas.clipped(to: filled) { canvas in
      canvas.fill(track, radius: height / 2, theme.accent)
    }
    let mark = Vector(track.minX + inherited * track.width, track.midY)
    canvas.fill(
      Rect(center: mark, size: Size(canvas.snapped(1.5), 12)), theme.controlBorder)
    // The thumb stays within the ends of the track.
    let x = track.minX + min(max(value * track.width, 5), track.width - 5)
    let thumb = Rect(center: Vector(x, track.midY), size: Size(height + 8, height + 8))
    canvas.fill(thumb, radius: thumb.width / 2, theme.surface)
    canvas.edge(thumb, radius: thumb.width / 2, width: 2, theme.accent)
  }

  /// A number with its unit, where there is room for that, at the right; while it is edited, the line with its caret.
  private func drawField(
    _ number: ShownNumber, _ shown: String, row: Int, in frame: Rect, into canvas: inout Canvas
  ) {
    let theme = canvas.theme
    let field = InspectorRow.field(in: frame)
    let edit = inspector.focus.edit.flatMap { $0.row == row ? $0 : nil }
    canvas.fill(field, radius: 6, theme.surface)
    let held = edit?.message == nil ? theme.accent : theme.danger
    let idle = row == inspector.hoveredRow ? theme.secondaryText : theme.controlBorder
    canvas.edge(field, radius: 6, width: edit == nil ? 1 : 2, edit == nil ? idle : held)
    let line = edit?.line(number)
    let text = line?.text ?? shown
    let place = FieldText(text, of: number, in: field, canvas.fonts)
    if place.hasUnit {
      canvas.label(
        number.parameter.unit, at: Vector(field.maxX - 8, field.midY), .small,
        theme.secondaryText, align: .trailing)
    }
    if let line {
      canvas.line(line, in: place.frame, hasKeyboard: true)
    } else {
      canvas.label(
        text, at: Vector(place.frame.maxX, field.midY), .body, theme.text, align: .trailing,
        maximumWidth: place.frame.maxX - field.minX - 4)
    }
  }

  private func drawChoice(
    _ word: String, in frame: Rect, into canvas: inout Canvas, ring: Bool
  ) {
    let theme = canvas.theme
    let box = InspectorRow.choice(in: frame)
    canvas.fill(box, radius: 6, theme.surface)
    canvas.edge(box, radius: 6, theme.controlBorder)
    if ring { canvas.focusRing(around: box, radius: 6) }
    canvas.label(
      word, at: Vector(box.minX + 10, box.midY), .body, theme.text, maximumWidth: box.width - 34)
    canvas.arrow(at: Vector(box.maxX - 14, box.midY), pointing: Vector(0, 1))
  }

  private func drawButton(
    _ title: String, _ style: TextStyle = .body, in box: Rect, into canvas: inout Canvas,
    ring: Bool = false
  ) {
    let theme = canvas.theme
    canvas.fill(box, radius: 6, theme.surface)
    canvas.edge(box, radius: 6, theme.controlBorder)
    canvas.label(title, at: box.center, style, theme.text, align: .center)
    if ring { canvas.focusRing(around: box, radius: 6) }
  }

  private func drawToggle(
    _ isOn: Bool, in frame: Rect, into canvas: inout Canvas, ring: Bool
  ) {
    let theme = canvas.theme
    let box = InspectorRow.toggle(in: frame)
    if ring { canvas.focusRing(around: box, radius: 12) }
    canvas.fill(box, radius: 12, isOn ? theme.accent : theme.track)
    canvas.edge(box, radius: 12, isOn ? theme.accent : theme.controlBorder)
    let x = isOn ? box.maxX - 12 : box.minX + 12
    let knob = Rect(center: Vector(x, box.midY), size: Size(18, 18))
    canvas.fill(knob, radius: 9, isOn ? theme.onAccent : theme.surface)
    canvas.edge(knob, radius: 9, theme.controlBorder)
  }

  private func drawFoot(into canvas: inout Canvas, in panel: Rect) {
    let theme = canvas.theme
    let foot = InspectorFoot.frame(in: panel)
    let line = canvas.snapped(1)
    if InspectorFoot.isBeside(in: panel) {
      canvas.fill(
        Rect(x: foot.minX, y: foot.minY, width: line, height: foot.height), theme.border)
    } else {
      canvas.fill(
        Rect(x: foot.minX, y: foot.minY, width: foot.width, height: line), theme.border)
    }
    if InspectorFoot.hasHelp(in: panel) {
      canvas.paragraph(
        help(in: panel)
          ?? "Drag a name to change its number finely; double-click it for the preset's.",
        at: Vector(foot.minX + 16, foot.minY + 15), width: foot.width - 32,
        lines: InspectorFoot.helpLines, theme.secondaryText)
    }
    for button in InspectorFoot.Button.allCases {
      let frame = button.frame(in: panel)
      let push = inspector.foot[button]
      let lit = theme.surface.mixed(with: theme.hover, push.light(at: now))
      canvas.fill(frame, radius: 8, push.isPressed ? theme.pressed : lit)
      canvas.edge(frame, radius: 8, theme.controlBorder)
      if button == inspector.focus.button { canvas.focusRing(around: frame, radius: 8) }
      switch button {
      case .copy:
        canvas.label(
          button.name, at: Vector(frame.minX + 14, frame.midY), .body, theme.text)
        canvas.arrow(at: Vector(frame.maxX - 16, frame.midY), pointing: Vector(0, 1))
      case .more:
        for x in [-7.0, 0, 7] {
          let dot = Rect(center: frame.center + Vector(x, 0), size: Size(4, 4))
          canvas.fill(dot, radius: 2, theme.text)
        }
      }
    }
  }

  /// What is under the pointer or has the keyboard, in words.
  func help(in panel: Rect) -> String? { inspector.help(in: panel, content)?.words }

  /// Draws help that does not fit in the foot on a card, which never covers the line it explains.
  ///
  /// In a low panel all help is drawn so.
  func drawHelp(into canvas: inout Canvas, in panel: Rect, of window: Size) {
    guard !inspector.isHeld, inspector.focus.edit?.message == nil,
      let (help, row) = inspector.help(in: panel, content)
    else { return }
    let width = InspectorLines.body(in: panel).width - 16
    let count = canvas.lines(of: help, width: width - 16).count
    let hasFoot = InspectorFoot.hasHelp(in: panel)
    guard !hasFoot || count > InspectorFoot.helpLines else { return }
    let height = Double(count) * 15 + 15
    // Above the buttons if that leaves the line in sight, else above the line or below it.
    let places = [panel.maxY - 44, row.minY - 4, row.maxY + 4 + height].map {
      Rect(x: panel.minX + 8, y: $0 - height, width: width, height: height)
    }
    let room = Rect(origin: .zero, size: window).inset(by: 4)
    let frame = places.first { $0.intersection(row) == nil && room.union($0) == room } ?? places[0]
    canvas.floating(frame, radius: 6)
    canvas.paragraph(
      help, at: Vector(frame.minX + 8, frame.minY + 15), width: width - 16, lines: count,
      canvas.theme.text)
  }

  /// Says what is wrong with what was typed, below its field, or above it where there is more room.
  private func drawMessage(into canvas: inout Canvas, in panel: Rect) {
    guard let edit = inspector.focus.edit, let message = edit.message else { return }
    let body = InspectorLines.body(in: panel)
    let row = inspector.frame(of: edit.row, in: panel)
    guard row.intersection(body) != nil else { return }
    let width = body.width - 16
    let words = canvas.fonts.layout(message, .small).width
    let height = words > width - 24 ? 46.0 : 30
    let isBelow = body.maxY - row.maxY >= height || row.minY - body.minY < height
    let frame = Rect(
      x: body.minX + 8, y: isBelow ? row.maxY : row.minY - height, width: width, height: height)
    canvas.floating(frame, radius: 6)
    canvas.paragraph(
      message, at: Vector(frame.minX + 12, frame.minY + 15), width: width - 24, lines: 2,
      canvas.theme.danger)
  }
}
