internal import Feel
internal import FeelTrace
internal import Raster
internal import Stage
internal import TextLayout

/// What the inspector shows of its session.
struct InspectorContent {
  let parameters: ParameterSet
  let canUndo: Bool
  let canRedo: Bool
  /// Whether two sets are compared.
  let isComparing: Bool
  let theme: Theme.Name
  /// The settings that are on.
  let settings: Set<ViewSetting>
  /// How much larger than the desktop asks for everything is.
  let zoom: Double
  /// How fast and how steady the hand is.
  let pointerSettings: PointerSettings
  /// Whether the panel lies beside the stage, not over it.
  let isDocked: Bool
}

extension Inspector {
  /// Draws the panel.
  func draw(
    into canvas: inout Canvas, in panel: Rect, content: InspectorContent, at now: Instant
  ) {
    let theme = canvas.theme
    if !content.isDocked {
      canvas.draw(.shadow(panel.offset(by: Vector(0, 8)), radius: 0, blur: 24, theme.shadow))
    }
    canvas.fill(panel, theme.surface)
    let line = canvas.snapped(1)
    canvas.fill(Rect(x: panel.minX, y: panel.minY, width: line, height: panel.height), theme.border)
    let body = Self.body(in: panel)
    canvas.clipped(to: body) { canvas in
      let offset = scroll.contentOffset(at: now)
      for (index, row) in rows.enumerated() {
        let frame = row.frame(in: body, offset: offset)
        guard row.isShown, frame.maxY > body.minY, frame.minY < body.maxY else { continue }
        draw(row, index, in: frame, content, into: &canvas, at: now)
      }
      if let thumb = scroll.barThumb(at: now) {
        canvas.fill(
          thumb.inset(by: 3, 2), radius: thumb.width / 2 - 3,
          theme.controlBorder.opacity(0.8 * scroll.barOpacity(at: now)))
      }
    }
    drawFoot(into: &canvas, in: panel, content, at: now)
  }

  private func draw(
    _ row: InspectorRow, _ index: Int, in frame: Rect, _ content: InspectorContent,
    into canvas: inout Canvas, at now: Instant
  ) {
    let theme = canvas.theme
    let parameters = content.parameters
    let label = InspectorRow.label(in: frame)
    if index == hoveredRow, row.height == InspectorRow.height, row.hasPress {
      canvas.fill(frame.inset(by: 4, 0), radius: 6, theme.hover)
    }
    let ring = index == focusedRow && !row.hasField
    switch row.kind {
    case .heading(let name):
      drawHeading(name, in: frame, parameters, into: &canvas)
      if ring { canvas.focusRing(around: InspectorRow.heading(in: frame), radius: 6) }
    case .changes: drawChanges(in: frame, parameters, into: &canvas, ring: ring)
    case .setting(let setting):
      if setting != .forget {
        canvas.label(
          setting.label, at: Vector(label.minX, label.midY), .body, theme.text,
          maximumWidth: label.width)
      }
      switch setting {
      case .theme: drawChoice(content.theme.rawValue, in: frame, into: &canvas, ring: ring)
      case .zoom: drawChoice(Self.percent(content.zoom), in: frame, into: &canvas, ring: ring)
      case .motion, .letters, .springs:
        drawToggle(content.settings.contains(setting), in: frame, into: &canvas, ring: ring)
      case .forget:
        let box = InspectorRow.choice(in: frame)
        canvas.fill(box, radius: 6, theme.surface)
        canvas.edge(box, radius: 6, theme.controlBorder)
        canvas.label(setting.label, at: box.center, .body, theme.text, align: .center)
        if ring { canvas.focusRing(around: box, radius: 6) }
      }
    case .comparison:
      canvas.label("Compare", at: Vector(label.minX, label.midY), .body, theme.text)
      drawToggle(content.isComparing, in: frame, into: &canvas, ring: ring)
      guard content.isComparing else { break }
      for (title, box) in [
        ("Swap A B", InspectorRow.swap(in: frame)), ("B := A", InspectorRow.pin(in: frame)),
      ] {
        canvas.fill(box, radius: 6, theme.surface)
        canvas.edge(box, radius: 6, theme.controlBorder)
        canvas.label(title, at: box.center, .small, theme.text, align: .center)
      }
    case .preset:
      drawName("Preset", in: label, into: &canvas)
      drawChoice(parameters.preset.title, in: frame, into: &canvas, ring: ring)
    case .parameter(let parameter):
      let value = parameters[parameter.key]
      let number = number(of: index, content)
      drawName(
        number?.parameter.label ?? parameter.label, unit: number?.parameter.unit ?? "",
        isChanged: parameters.isChanged(parameter.key),
        isInUse: parameters.applies(parameter.key), in: label, into: &canvas)
      switch value {
      case .number, .unlimited:
        drawSlider(index, at: now, into: &canvas)
        drawField(number?.text ?? "", row: index, in: frame, into: &canvas)
      case .choice(let word):
        drawChoice(Parameter.words(word), in: frame, into: &canvas, ring: ring)
      case .flag(let isOn): drawToggle(isOn, in: frame, into: &canvas, ring: ring)
      }
    }
  }

  /// A heading with an arrow that says whether its lines are folded away, and how many of them are changed.
  private func drawHeading(
    _ name: String, in frame: Rect, _ parameters: ParameterSet, into canvas: inout Canvas
  ) {
    let theme = canvas.theme
    let y = frame.maxY - 14
    canvas.label(name, at: Vector(frame.minX + 16, y), .strong, theme.text)
    let changes = changes(under: name, parameters)
    if changes > 0 {
      canvas.label(
        "\(changes) changed", at: Vector(frame.maxX - 40, y), .small, theme.accent,
        align: .trailing)
    }
    let isFolded = folded.contains(name)
    drawArrow(
      at: Vector(frame.maxX - 24, y), pointing: isFolded ? Vector(1, 0) : Vector(0, 1),
      into: &canvas)
  }

  /// What is set over the preset, and the button that gives it up.
  private func drawChanges(
    in frame: Rect, _ parameters: ParameterSet, into canvas: inout Canvas, ring: Bool
  ) {
    let theme = canvas.theme
    let count = parameters.changed.count
    let label = InspectorRow.label(in: frame)
    let box = InspectorRow.reset(in: frame)
    canvas.label(
      Self.changesText(parameters), at: Vector(label.minX, label.midY), .body,
      count == 0 ? theme.secondaryText : theme.text, maximumWidth: box.minX - label.minX - 8)
    guard count > 0 else { return }
    drawMark(beside: label, theme.accent, into: &canvas)
    canvas.fill(box, radius: 6, theme.surface)
    canvas.edge(box, radius: 6, theme.controlBorder)
    canvas.label("Reset", at: box.center, .body, theme.text, align: .center)
    if ring { canvas.focusRing(around: box, radius: 6) }
  }

  /// How many values are set over the preset, in words.
  static func changesText(_ parameters: ParameterSet) -> String {
    let count = parameters.changed.count
    return count == 0 ? "As the preset has it" : "\(count) changed over the preset"
  }

  /// The values that stay set under another preset, in words.
  static func keptText(_ parameters: ParameterSet) -> String {
    let count = parameters.changed.count
    return count == 1 ? "1 changed value kept" : "\(count) changed values kept"
  }

  private func drawMark(beside label: Rect, _ color: Color, into canvas: inout Canvas) {
    canvas.fill(
      Rect(center: Vector(label.minX - 7, label.midY), size: Size(5, 5)), radius: 2.5, color)
  }

  /// A name with its unit at the right, a mark if its value is changed, and dimmed if the value counts for nothing.
  private func drawName(
    _ name: String, unit: String = "", isChanged: Bool = false, isInUse: Bool = true,
    in label: Rect, into canvas: inout Canvas
  ) {
    let theme = canvas.theme
    if isChanged { drawMark(beside: label, theme.accent, into: &canvas) }
    let width = unit.isEmpty ? 0 : canvas.fonts.layout(unit, .small).width + 6
    canvas.label(
      name, at: Vector(label.minX, label.midY), .body,
      isInUse ? theme.text : theme.disabledText, maximumWidth: label.width - width)
    guard !unit.isEmpty else { return }
    canvas.label(
      unit, at: Vector(label.maxX, label.midY), .small, theme.secondaryText, align: .trailing)
  }

  private func drawSlider(_ index: Int, at now: Instant, into canvas: inout Canvas) {
    let theme = canvas.theme
    let slider = sliders[index]
    let height = slider.capsuleHeight(at: now)
    let track = Rect(
      x: slider.frame.minX, y: slider.frame.midY - height / 2, width: slider.frame.width,
      height: height)
    canvas.fill(track, radius: height / 2, theme.track)
    canvas.edge(track, radius: height / 2, theme.controlBorder)
    var filled = track
    filled.size.width = slider.value(at: now) * track.width
    canvas.clipped(to: filled) { canvas in
      canvas.fill(track, radius: height / 2, theme.accent)
    }
  }

  private func drawField(
    _ number: String, row: Int, in frame: Rect, into canvas: inout Canvas
  ) {
    let theme = canvas.theme
    let field = InspectorRow.field(in: frame)
    let hasKeyboard = focusedRow == row
    canvas.fill(field, radius: 6, theme.surface)
    let edge = hasKeyboard ? (message == nil ? theme.accent : theme.danger) : theme.controlBorder
    canvas.edge(field, radius: 6, width: hasKeyboard ? 2 : 1, edge)
    let right = Vector(field.maxX - 8, field.midY)
    let text = hasKeyboard ? typed?.text : nil
    canvas.label(
      text ?? number, at: right, .body, theme.text, align: .trailing,
      maximumWidth: field.width - 12)
    if hasKeyboard {
      canvas.fill(
        Rect(x: right.x + 1, y: field.midY - 8, width: canvas.snapped(1), height: 16), theme.text)
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
    drawArrow(at: Vector(box.maxX - 14, box.midY), pointing: Vector(0, 1), into: &canvas)
  }

  private func drawArrow(
    at center: Vector, pointing way: Vector, into canvas: inout Canvas
  ) {
    var arrow = Path()
    let across = Vector(way.y, way.x)
    arrow.move(to: center - way * 2 - across * 4)
    arrow.line(to: center + way * 2)
    arrow.line(to: center - way * 2 + across * 4)
    canvas.draw(
      .stroke(
        arrow, Stroke(width: 1.5, join: .round, cap: .round),
        .solid(canvas.theme.secondaryText)))
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

  private func drawFoot(
    into canvas: inout Canvas, in panel: Rect, _ content: InspectorContent, at now: Instant
  ) {
    let theme = canvas.theme
    let top = panel.maxY - Self.footHeight
    canvas.fill(
      Rect(x: panel.minX, y: top, width: panel.width, height: canvas.snapped(1)), theme.border)
    canvas.paragraph(
      helpText(content), at: Vector(panel.minX + 16, top + 15), width: panel.width - 32, lines: 3,
      message == nil ? theme.secondaryText : theme.danger)
    for button in Button.allCases {
      let frame = Self.frame(of: button, in: panel)
      let push = buttons[button.rawValue]
      let isEnabled = Self.isEnabled(button, content)
      let lit = theme.surface.mixed(with: theme.hover, push.light(at: now))
      canvas.fill(frame, radius: 8, push.isPressed && isEnabled ? theme.pressed : lit)
      canvas.edge(frame, radius: 8, isEnabled ? theme.controlBorder : theme.border)
      if button == focusedButton { canvas.focusRing(around: frame, radius: 8) }
      canvas.label(
        button.title, at: frame.center, .body, isEnabled ? theme.text : theme.disabledText,
        align: .center)
    }
  }

  /// What is under the pointer or has the keyboard, in words.
  private func helpText(_ content: InspectorContent) -> String {
    if let message { return message }
    if let button = hoveredButton ?? focusedButton { return button.help }
    guard let row = hoveredRow ?? focusedRow else {
      return "Drag a name to change its number finely; click it twice for the preset's."
    }
    switch rows[row].kind {
    case .heading: return "Click it to fold its lines away, or to show them again."
    case .changes:
      return "What is set over the preset stays set under another one. Reset gives it up."
    case .comparison:
      return
        "B gets the same hand as A, with the values of when it was set. Each edit runs the last "
        + "gesture again. X swaps, F7 or ` shows B."
    case .preset: return "The laws of scrolling; what is changed here lies over them."
    case .parameter(let parameter):
      return help(parameter, number(of: row, content), content.parameters)
    case .setting(let setting): return setting.help
    }
  }

  private func help(
    _ parameter: Parameter, _ number: ShownNumber?, _ parameters: ParameterSet
  ) -> String {
    if let condition = parameter.condition, !parameters.applies(parameter.key) {
      return "It counts for nothing now: only where \(condition.text)."
    }
    return number?.helpText
      ?? parameter.helpText(unless: Parameter.words(parameters.inherited(parameter.key).text))
  }
}
