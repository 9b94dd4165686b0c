internal import Feel
internal import FeelTrace
internal import Stage

/// What the panel's lines and buttons say, for assistive technology.
struct InspectorElements {
  let inspector: Inspector
  let content: InspectorContent

  private var lines: InspectorLines { inspector.lines }

  /// All of them, in reading order.
  func all(in panel: Rect) -> [AccessibilityElement] { ofLines(in: panel) + ofFoot(in: panel) }

  private func ofLines(in panel: Rect) -> [AccessibilityElement] {
    let body = InspectorLines.body(in: panel)
    return lines.rows.enumerated().flatMap { index, row in
      guard row.isShown else { return [AccessibilityElement]() }
      return elements(of: row, index, lines.frame(of: index, in: body)).map { element in
        var element = element
        if !body.contains(element.frame) { element.states.insert(.offscreen) }
        return element
      }
    }
  }

  private func ofFoot(in panel: Rect) -> [AccessibilityElement] {
    InspectorFoot.Button.allCases.map { button in
      AccessibilityElement(
        .button, id: "parameters.\(button)", name: button.name, value: button.help,
        spoken: button.name, states: button == inspector.focus.button ? [.focused] : [],
        actions: [.init("Space, Return", "press")],
        frame: button.frame(in: panel))
    }
  }

  private func elements(
    of row: InspectorRow, _ index: Int, _ frame: Rect
  ) -> [AccessibilityElement] {
    let isFocused = index == inspector.focus.row
    let focus: Set<AccessibilityElement.State> = isFocused ? [.focused] : []
    func list(_ id: String, _ name: String, _ value: String) -> [AccessibilityElement] {
      [
        AccessibilityElement(
          .comboBox, id: id, name: name, value: value, states: focus,
          actions: [
            .init("↑ ↓", "the one before, the next"), .init("Space, Return", "open the list"),
          ],
          frame: frame)
      ]
    }
    func toggle(_ id: String, _ name: String, _ isOn: Bool) -> [AccessibilityElement] {
      [
        AccessibilityElement(
          .switch, id: id, name: name, value: isOn ? "on" : "off",
          states: isOn ? focus.union([.checked]) : focus,
          actions: [.init("Space, Return", "turn on or off")], frame: frame)
      ]
    }
    switch row.kind {
    case .heading(let name):
      let changes = content.parameters.changes(under: name)
      return [
        AccessibilityElement(
          .button, id: "group.\(name)", name: name,
          value: (lines.folded.contains(name) ? "folded" : "unfolded")
            + (changes == 0 ? "" : ", \(changes) changed"),
          states: focus, actions: [.init("Space, Return", "fold or unfold")],
          frame: InspectorRow.heading(in: frame))
      ]
    case .changes:
      let isEmpty = content.parameters.changed.isEmpty
      return [
        AccessibilityElement(
          .button, id: "changes.reset", name: "Reset parameters",
          value: InspectorRow.changesText(content),
          states: isEmpty ? focus.union([.disabled]) : focus,
          actions: isEmpty ? [] : [.init("Space, Return", "press")],
          frame: InspectorRow.reset(in: frame))
      ]
    case .comparison: return toggle("compare", "Compare", content.isComparing)
    case .preset:
      let name = content.isComparing ? "Preset of A" : "Preset"
      return list("preset", name, content.parameters.preset.title)
    case .presetOfB:
      return list("preset.b", "Preset of B", content.parametersB?.preset.title ?? "")
    case .preference(let preference):
      let (id, label) = ("view.\(preference)", preference.label ?? "")
      switch content.preferences[preference] {
      case .flag(let isOn): return toggle(id, label, isOn)
      case let value?: return list(id, label, preference.words(value))
      case nil: return []
      }
    case .forget:
      return [
        AccessibilityElement(
          .button, id: "view.forget", name: InspectorRow.forget, value: row.help(content),
          spoken: InspectorRow.forget, states: focus,
          actions: [.init("Space, Return", "press")], frame: frame)
      ]
    case .parameter(let parameter):
      switch content.parameters[parameter.key] {
      case .number, .unlimited:
        return row.number(content).map { elements(of: $0, index, frame) } ?? []
      case .choice(let word):
        return list(parameter.key, parameter.title, parameter.shownWord(word)).map {
          marked($0, parameter)
        }
      case .flag(let isOn):
        return toggle(parameter.key, parameter.title, isOn).map { marked($0, parameter) }
      }
    }
  }

  /// A parameter's element that also tells what its line shows beside the value: whether it is set, over what, and whether it counts.
  ///
  /// Its value, and what is announced as it changes, stay without that.
  private func marked(
    _ element: AccessibilityElement, _ parameter: Parameter, _ number: ShownNumber? = nil
  ) -> AccessibilityElement {
    let parameters = content.parameters
    var element = element
    if let mark = InspectorRow.Mark(of: parameter, number, parameters) {
      let inherited =
        number?.inheritedText ?? parameter.shownWord(parameters.inherited(parameter.key).text)
      element.spoken += ", \(mark.words) \(inherited)"
    }
    if !parameters.applies(parameter.key) || content.idle.contains(parameter.key) {
      element.details = "counts for nothing now"
    }
    return element
  }

  /// A number's line is three things: its name, which can be dragged, its slider and its field.
  private func elements(
    of shown: ShownNumber, _ index: Int, _ frame: Rect
  ) -> [AccessibilityElement] {
    let id = shown.kept.key
    let number = shown.number < .infinity ? shown.number : nil
    let edit = inspector.focus.edit.flatMap { $0.row == index ? $0 : nil }
    let range = shown.parameter.range
    var states: Set<AccessibilityElement.State> = edit == nil ? [] : [.focused]
    if edit?.message != nil { states.insert(.invalid) }
    var field = AccessibilityElement(
      .spinButton, id: id, name: shown.title, value: shown.words, number: number,
      in: range, states: states,
      actions: [
        .init("↑ ↓", "a step"), .init("Page Up, Page Down", "ten steps"),
        .init("Home, End", "the least, the greatest"), .init("Return", "commit"),
        .init("Esc", "give it back"),
      ], frame: InspectorRow.field(in: frame))
    field = marked(field, shown.kept, shown)
    if let message = edit?.message { field.announced = message }
    let label = InspectorRow.label(in: frame)
    let slider = InspectorRow.slider(in: frame)
    let name = AccessibilityElement(
      .slider, id: "\(id).name", name: "\(shown.title), fine", number: number,
      in: range, frame: label)
    let track = AccessibilityElement(
      .slider, id: "\(id).slider", name: "\(shown.title), coarse", number: number,
      in: range,
      frame: Rect(
        x: slider.minX, y: frame.minY, width: slider.width, height: frame.height))
    return [name, track, field]
  }
}

extension Rect {
  /// Whether another rectangle lies wholly in this one.
  fileprivate func contains(_ other: Rect) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }
}
