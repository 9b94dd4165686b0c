internal import Feel
internal import FeelTrace
internal import Stage

extension Inspector {
  /// What the panel's lines and buttons say.
  func elements(in panel: Rect, _ content: InspectorContent) -> [AccessibilityElement] {
    lineElements(in: panel, content) + buttonElements(in: panel, content)
  }

  /// What the panel's lines say.
  func lineElements(in panel: Rect, _ content: InspectorContent) -> [AccessibilityElement] {
    let body = Self.body(in: panel)
    return rows.enumerated().flatMap { index, row in
      guard row.isShown else { return [AccessibilityElement]() }
      return elements(of: row, index, row.frame(in: body, offset: shownOffset), content).map {
        element in
        var element = element
        if !body.contains(element.frame) { element.states.insert(.offscreen) }
        return element
      }
    }
  }

  private func buttonElements(
    in panel: Rect, _ content: InspectorContent
  ) -> [AccessibilityElement] {
    Button.allCases.map { button in
      var states: Set<AccessibilityElement.State> =
        Self.isEnabled(button, content) ? [] : [.disabled]
      if button == focusedButton { states.insert(.focused) }
      return AccessibilityElement(
        .button, id: "parameters.\(button)", name: button.name, value: button.help,
        spoken: button.name, states: states, actions: [.init("Space, Return", "press")],
        frame: Self.frame(of: button, in: panel))
    }
  }

  private func elements(
    of row: InspectorRow, _ index: Int, _ frame: Rect, _ content: InspectorContent
  ) -> [AccessibilityElement] {
    let focus: Set<AccessibilityElement.State> = index == focusedRow ? [.focused] : []
    func list(_ id: String, _ name: String, _ value: String) -> [AccessibilityElement] {
      [
        AccessibilityElement(
          .comboBox, id: id, name: name, value: value, states: focus,
          actions: [.init("↑ ↓", "the one before, the next"), .init("Space, Return", "show all")],
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
      let changes = changes(under: name, content.parameters)
      return [
        AccessibilityElement(
          .button, id: "group.\(name)", name: name,
          value: (folded.contains(name) ? "folded" : "unfolded")
            + (changes == 0 ? "" : ", \(changes) changed"),
          states: focus, actions: [.init("Space, Return", "fold or unfold")],
          frame: InspectorRow.heading(in: frame))
      ]
    case .changes:
      let isEmpty = content.parameters.changed.isEmpty
      return [
        AccessibilityElement(
          .button, id: "changes.reset", name: "Reset parameters",
          value: Self.changesText(content.parameters),
          states: isEmpty ? focus.union([.disabled]) : focus,
          actions: isEmpty ? [] : [.init("Space, Return", "press")],
          frame: InspectorRow.reset(in: frame))
      ]
    case .comparison: return comparisonElements(in: frame, content.isComparing, focus)
    case .preset: return list("preset", "Preset", content.parameters.preset.title)
    case .setting(.theme): return list("view.theme", "Theme", content.theme.rawValue)
    case .setting(.zoom): return list("view.zoom", "Zoom", Self.percent(content.zoom))
    case .setting(.forget):
      return [
        AccessibilityElement(
          .button, id: "view.forget", name: ViewSetting.forget.label,
          value: ViewSetting.forget.help, spoken: ViewSetting.forget.label, states: focus,
          actions: [.init("Space, Return", "press")], frame: frame)
      ]
    case .setting(let setting):
      return toggle("view.\(setting)", setting.label, content.settings.contains(setting))
    case .parameter(let parameter):
      switch content.parameters[parameter.key] {
      case .number, .unlimited:
        return number(of: index, content).map { elements(of: $0, index, frame, content) } ?? []
      case .choice(let word): return list(parameter.key, parameter.title, Parameter.words(word))
      case .flag(let isOn): return toggle(parameter.key, parameter.title, isOn)
      }
    }
  }

  private func comparisonElements(
    in frame: Rect, _ isOn: Bool, _ focus: Set<AccessibilityElement.State>
  ) -> [AccessibilityElement] {
    let compare = AccessibilityElement(
      .switch, id: "compare", name: "Compare", value: isOn ? "on" : "off",
      states: isOn ? focus.union([.checked]) : focus,
      actions: [.init("Space, Return", "turn on or off")], frame: InspectorRow.toggle(in: frame))
    guard isOn else { return [compare] }
    return [
      AccessibilityElement(
        .button, id: "compare.swap", name: "Swap A and B", frame: InspectorRow.swap(in: frame)),
      AccessibilityElement(
        .button, id: "compare.pin", name: "Make B what A is", frame: InspectorRow.pin(in: frame)),
      compare,
    ]
  }

  /// A number's line is three things: its name, which can be dragged, its slider and its field.
  private func elements(
    of shown: ShownNumber, _ index: Int, _ frame: Rect, _ content: InspectorContent
  ) -> [AccessibilityElement] {
    let (parameter, id) = (shown.parameter, shown.kept.key)
    let number = shown.number < .infinity ? shown.number : nil
    let isFocused = focusedRow == index
    let text = shown.words
    let range = parameter.range
    var states: Set<AccessibilityElement.State> = isFocused ? [.focused] : []
    if isFocused, message != nil { states.insert(.invalid) }
    let field = AccessibilityElement(
      .spinButton, id: id, name: parameter.title,
      value: "\(text), unless set \(shown.inheritedText)",
      number: number, in: range, states: states,
      actions: [
        .init("↑ ↓", "a step"), .init("Page Up, Page Down", "ten steps"),
        .init("Home, End", "the least, the greatest"), .init("Return", "commit"),
        .init("Esc", "give it back"),
      ], frame: InspectorRow.field(in: frame)
    ).announcing(
      isFocused
        ? message ?? "\(parameter.title), \(text)" : "\(parameter.title), \(text)"
    )
    let label = InspectorRow.label(in: frame)
    let slider = InspectorRow.slider(in: frame)
    let name = AccessibilityElement(
      .slider, id: "\(id).name", name: "\(parameter.title), fine", number: number,
      in: range, frame: label)
    let track = AccessibilityElement(
      .slider, id: "\(id).slider", name: "\(parameter.title), coarse", number: number,
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
