internal import Feel
internal import Kit
internal import Stage

/// The panel's elements.
extension Inspector {
  // How wide the foot is beside the lines, and how high below them, without the help and with it.
  private static let footWidth = 112.0
  private static let footHeight = 48.0
  private static let footHeightWithHelp = footHeight + 15 * Double(helpLines) + 11
  // How high a panel is at least that has room for the help; what a lower one has to say stands in
  // the hint line.
  private static let leastWithHelp = 480.0
  /// How many lines of help a high panel has above the buttons.
  static let helpLines = 4

  /// Whether it lies along the window's bottom, with its foot beside the lines.
  private var isAlong: Bool { frame.minX == 0 }

  /// Whether it has room to say what is under the pointer or has the keyboard.
  var hasHelp: Bool { !isAlong && frame.height >= Self.leastWithHelp }

  /// Whether some help can be read to its end in the foot.
  func hasRoom(for help: String, _ canvas: Canvas) -> Bool {
    hasHelp && canvas.lines(of: help, width: frame.width - 32).count <= Self.helpLines
  }

  private var footHeight: Double { hasHelp ? Self.footHeightWithHelp : Self.footHeight }

  /// How large the room of the lines is.
  var room: Size {
    isAlong
      ? Size(frame.width - Self.footWidth, frame.height)
      : Size(frame.width, max(1, frame.height - footHeight))
  }

  // Of a wider panel a name takes four tenths of what it has more.
  private var nameWidth: Double { (116 + 0.4 * (room.width - Layout.inspectorWidth)).rounded() }

  private var lineBox: Box { Box(.horizontal, height: .fixed(32), padding: Insets(16, 0)) }

  /// Where a choice's button is in its line.
  func choice(in line: Rect) -> Rect {
    let start = line.minX + 24 + nameWidth
    return Rect(x: start, y: line.minY + 3, width: line.maxX - 16 - start, height: 26)
  }

  func declare(_ tree: inout Tree<Action>) {
    tree.add(
      Node("", .ground(.band(isAlong ? .top : .left)), Box(isAlong ? .horizontal : .vertical)),
      AccessibilityElement(.group, id: "parameters", name: "Parameters")
    ) { tree in
      tree.add(
        Node("parameters.lines", .scroll, Box(height: .fill(), padding: Insets(0, 8)))
      ) { tree in
        for line in lines { declare(line, &tree) }
      }
      declareFoot(&tree)
    }
  }

  private func declare(_ line: Line, _ tree: inout Tree<Action>) {
    switch line {
    case .heading(let name): heading(name, &tree)
    case .comparison: toggle(line, Label("Compare"), isComparing, &tree)
    case .preset:
      let name = isComparing ? "Preset of A" : "Preset"
      choice(line, Label(name), parameters.preset.title, hasDefault: true, &tree)
    case .presetOfB:
      guard let setB = parametersB else { break }
      let count = setB.changed.count
      choice(
        line, Label("Preset of B"), setB.preset.title,
        shown: setB.preset.title + (count == 0 ? "" : " + \(count)"), &tree)
    case .changes: changes(&tree)
    case .parameter(let key): if let parameter = parameter(key) { declare(parameter, &tree) }
    case .preference(let preference):
      let label = Label(preference.label ?? "")
      switch settings[preference] {
      case .flag(let isOn): toggle(line, label, isOn, &tree)
      case let value?: choice(line, label, preference.words(value), &tree)
      case nil: break
      }
    case .forget:
      let said = AccessibilityElement(
        .button, id: line.id, name: Self.forget, value: help(line), spoken: Self.forget,
        actions: [.init("Space, Return", "press")])
      self.line(line, said, Label(""), &tree) { tree in
        tree.add(Node("", .button(Push(Self.forget)), Box(height: .fixed(26))))
      }
    case .copy, .more: break
    }
  }

  // What the button says that leaves the preferences to the desktop.
  private static let forget = "Reset preferences"

  /// A heading with an arrow that says whether its lines are folded away, and how many of them are
  /// changed.
  private func heading(_ name: String, _ tree: inout Tree<Action>) {
    let (line, changes) = (Line.heading(name), parameters.changes(under: name))
    let isFolded = state.folded.contains(name)
    let note = changes > 0 ? "\(changes) changed" : isIdle(name) ? "no effect here" : ""
    let said = AccessibilityElement(
      .button, id: line.id, name: name,
      value: (isFolded ? "folded" : "unfolded") + (changes == 0 ? "" : ", \(changes) changed"),
      actions: [.init("Space, Return", "fold or unfold")])
    let ask = Action.inspector(.line(line))
    let box = Box(.horizontal, height: .fill(), gap: 8, padding: Insets(8, 0))
    tree.add(Node("", .none, Box(height: .fixed(40), padding: Insets(8, 13, 8, 1)))) { tree in
      tree.add(Node(line.id, .none, box, isStop: true), said, [.press: ask, .help: ask]) { tree in
        tree.label(Label(name, .strong), height: .fill())
        tree.label(
          Label(note, .small, changes > 0 ? .accent : .secondary, align: .trailing),
          width: .fixed(104), height: .fill())
        tree.add(Node("", .fold(isOpen: !isFolded), Box(width: .fixed(16), height: .fill())))
      }
    }
  }

  /// What is set over the preset, and the button that gives it up.
  private func changes(_ tree: inout Tree<Action>) {
    let (count, ask) = (parameters.changed.count, Action.inspector(.line(.changes)))
    let isEmpty = count == 0
    let said = AccessibilityElement(
      .button, id: Line.changes.id, name: "Reset parameters", value: changesText,
      actions: isEmpty ? [] : [.init("Space, Return", "press")])
    var label = Label(changesText, .body, isEmpty ? .secondary : .text)
    label.mark = isEmpty ? nil : .dot
    tree.add(Node("changes", .none, lineBox), nil, [.help: ask]) { tree in
      tree.label(label)
      tree.space(.fixed(8))
      tree.add(
        Node(
          Line.changes.id, isEmpty ? .none : .button(Push("Reset")),
          Box(width: .fixed(68), height: .fixed(26)), isStop: true, isDisabled: isEmpty),
        said, [.press: ask])
    }
  }

  // MARK: Parameters

  private func declare(_ parameter: Parameter, _ tree: inout Tree<Action>) {
    let (key, number) = (parameter.key, number(parameter))
    let isInUse = parameters.applies(key) && !idle.contains(key)
    var label = Label(
      number?.parameter.label ?? parameter.label, .body, isInUse ? .text : .disabled)
    label.mark = parameters.isChanged(key) ? .dot : number?.isMoved ?? false ? .ring : nil
    // A parameter's element also tells whether it is set, over what, and whether it counts; what is
    // announced as it changes stays without that.
    func marked(_ element: AccessibilityElement) -> AccessibilityElement {
      var element = element
      let inherited =
        number?.inheritedText ?? parameter.shownWord(parameters.inherited(key).text)
      switch label.mark {
      case .dot: element.spoken += ", set over \(inherited)"
      case .ring: element.spoken += ", moved from \(inherited)"
      case nil: break
      }
      if !isInUse { element.details = "counts for nothing now" }
      return element
    }
    let line = Line.parameter(key)
    switch parameters[key] {
    case .number, .unlimited:
      if let number { declare(number, label, isFaint: !isInUse, &tree, marked) }
    case .choice(let word):
      let element = list(line, parameter.title, parameter.shownWord(word))
      self.line(line, marked(element), label, hasDefault: true, &tree) { tree in
        let push = Push(parameter.shownWord(word), .choice)
        var node = Node("", .button(push), Box(height: .fixed(26)))
        node.isFaint = !isInUse
        tree.add(node)
      }
    case .flag(let isOn):
      toggle(
        line, label, isOn, title: parameter.title, hasDefault: true, isFaint: !isInUse, &tree,
        marked)
    }
  }

  /// A number's line: its name, which is dragged, a slider and a field.
  private func declare(
    _ number: ShownNumber, _ label: Label, isFaint: Bool, _ tree: inout Tree<Action>,
    _ marked: (AccessibilityElement) -> AccessibilityElement
  ) {
    let id = number.kept.key
    let ask = Action.inspector(.line(.parameter(id)))
    let reset = Action.inspector(.reset(.parameter(id)))
    let shown = number.number < .infinity ? number.number : nil
    var field = Field(number.text)
    (field.isNumber, field.isInvalid) = (true, state.complaint?.key == id)
    field.unit = shown == nil ? "" : number.parameter.unit
    func part(_ part: String, _ look: Look, _ width: Extent) -> Node {
      let box = Box(width: width, height: .fill())
      return Node("\(id).\(part)", look, box, cursor: .resizeHorizontal)
    }
    func said(_ part: String, _ words: String) -> AccessibilityElement {
      AccessibilityElement(
        .slider, id: "\(id).\(part)", name: "\(number.title), \(words)", number: shown,
        in: number.parameter.range)
    }
    tree.add(Node("\(id).line", .row, lineBox), nil, [.secondary: ask, .help: ask]) { tree in
      tree.add(
        part("name", .label(label), .fixed(nameWidth)), said("name", "fine"),
        [.scrub: ask, .double: reset])
      tree.space(.fixed(8))
      let shares = Slider(number.share, inherited: number.inheritedShare)
      var slider = part("slider", .slider(shares), .fill())
      slider.isFaint = isFaint
      tree.add(slider, said("slider", "coarse"), [.slide: ask])
      tree.space(.fixed(12))
      var node = Node(
        id, .field(field), Box(width: .fixed(84), height: .fixed(26)), isStop: true, cursor: .text)
      node.isFaint = isFaint
      tree.add(node, marked(spinButton(number, shown)), [.edit: ask, .step: ask])
    }
  }

  private func spinButton(_ number: ShownNumber, _ shown: Double?) -> AccessibilityElement {
    let complaint = state.complaint.flatMap { $0.key == number.kept.key ? $0.words : nil }
    var element = AccessibilityElement(
      .spinButton, id: number.kept.key, name: number.title, value: number.words, number: shown,
      in: number.parameter.range, states: complaint == nil ? [] : [.invalid],
      actions: [
        .init("↑ ↓", "a step"), .init("Page Up, Page Down", "ten steps"),
        .init("Home, End", "the least, the greatest"), .init("Return", "commit"),
        .init("Esc", "give it back"),
      ])
    if let complaint { element.announced = complaint }
    return element
  }

  // MARK: Lists and switches

  /// A line that a press or Space does something to: its name, and at its end what shows its value.
  private func line(
    _ line: Line, _ said: AccessibilityElement, _ label: Label, hasDefault: Bool = false,
    _ tree: inout Tree<Action>, _ control: (inout Tree<Action>) -> Void
  ) {
    let ask = Action.inspector(.line(line))
    let asks: KeyValuePairs<Gesture.Kind, Action> = [
      .press: ask, .step: ask, .secondary: ask, .help: ask,
    ]
    tree.add(Node(line.id, .row, lineBox, isStop: true), said, asks) { tree in
      let box = Box(width: .fixed(nameWidth), height: .fill())
      if hasDefault {
        let reset = Action.inspector(.reset(line))
        tree.add(Node("\(line.id).name", .label(label), box), nil, [.double: reset])
      } else {
        tree.add(Node("", .label(label), box))
      }
      tree.space(.fixed(8))
      control(&tree)
    }
  }

  private func list(_ line: Line, _ name: String, _ value: String) -> AccessibilityElement {
    AccessibilityElement(
      .comboBox, id: line.id, name: name, value: value,
      actions: [
        .init("↑ ↓", "the one before, the next"), .init("Space, Return", "open the list"),
      ])
  }

  private func choice(
    _ line: Line, _ label: Label, _ value: String, shown: String? = nil,
    hasDefault: Bool = false, _ tree: inout Tree<Action>
  ) {
    let said = list(line, label.text, value)
    self.line(line, said, label, hasDefault: hasDefault, &tree) { tree in
      tree.add(Node("", .button(Push(shown ?? value, .choice)), Box(height: .fixed(26))))
    }
  }

  private func toggle(
    _ line: Line, _ label: Label, _ isOn: Bool, title: String? = nil, hasDefault: Bool = false,
    isFaint: Bool = false, _ tree: inout Tree<Action>,
    _ marked: (AccessibilityElement) -> AccessibilityElement = { $0 }
  ) {
    let said = AccessibilityElement(
      .switch, id: line.id, name: title ?? label.text, value: isOn ? "on" : "off",
      states: isOn ? [.checked] : [], actions: [.init("Space, Return", "turn on or off")])
    self.line(line, marked(said), label, hasDefault: hasDefault, &tree) { tree in
      tree.space()
      var node = Node("", .toggle(isOn), Box(width: .fixed(40), height: .fixed(24)))
      node.isFaint = isFaint
      tree.add(node)
    }
  }

  // MARK: The foot

  /// The buttons, and above them in a high panel the help.
  private func declareFoot(_ tree: inout Tree<Action>) {
    guard !isAlong else {
      let box = Box(width: .fixed(Self.footWidth), height: .fill(), gap: 8, padding: Insets(12, 12))
      return tree.add(Node("", .ground(.line(.left)), box)) { tree in
        button(.copy, "Copy", Push("Copy", .choice), width: 88, &tree)
        button(.more, "More", Push(icon: .more), width: 88, &tree)
      }
    }
    let box = Box(height: .fixed(footHeight), padding: Insets(16, hasHelp ? 0 : 8, 16, 8))
    tree.add(Node("", .ground(.line(.top)), box)) { tree in
      if hasHelp { tree.add(Node("parameters.help", .custom, Box(height: .fill()))) }
      tree.row(height: .fixed(32), gap: 0) { tree in
        button(.copy, "Copy", Push("Copy", .choice), width: 88, &tree)
        tree.space()
        button(.more, "More", Push(icon: .more), width: 40, &tree)
      }
    }
  }

  private func button(
    _ line: Line, _ name: String, _ push: Push, width: Double, _ tree: inout Tree<Action>
  ) {
    let ask = Action.inspector(.line(line))
    let said = AccessibilityElement(
      .button, id: line.id, name: name, value: help(line), spoken: name,
      actions: [.init("Space, Return", "press")])
    let box = Box(width: .fixed(width), height: .fixed(32))
    tree.add(
      Node(line.id, .button(push), box, isStop: true), said, [.press: ask, .help: ask])
  }
}

/// What the panel says of its lines, and what their lists offer.
extension Inspector {
  /// How many values are set over the preset, in words; while two sets are compared, whose they
  /// are.
  var changesText: String {
    let count = parameters.changed.count
    if isComparing {
      return count == 0 ? "A: same as its preset" : "A: \(count) changed from its preset"
    }
    return count == 0 ? "Same as the preset" : "\(count) changed from the preset"
  }

  /// The values that stay set under another preset, in words.
  static func keptText(_ parameters: ParameterSet) -> String {
    let count = parameters.changed.count
    return count == 1 ? "1 changed value kept" : "\(count) changed values kept"
  }

  /// What a line is for.
  func help(_ line: Line) -> String {
    switch line {
    case .heading: return "Click it to fold its lines away, or to show them again."
    case .changes:
      return "What is set over the preset stays set under another one. Reset gives it up."
    case .comparison:
      return
        "B gets the same hand as A, with parameters of its own. Each edit of A runs the last take "
        + "again. \(Keymap.text(.change(.swap))) swaps the two, F7 or ` shows B."
    case .preset:
      let evidence = parameters.preset.evidence
      return "\(evidence.system), \(evidence.version). What you change here overrides it."
    case .presetOfB:
      guard let evidence = parametersB?.preset.evidence else { return "" }
      return "\(evidence.system), \(evidence.version), in dashes."
    case .parameter(let key): return parameter(key).map(help) ?? ""
    case .preference(let preference): return preference.help
    case .forget:
      return
        "Look and move as the desktop asks, unzoomed and with letter keys, and keep nothing of these lines."
    case .copy:
      return
        "Copy what is set over the preset, or all, as Swift, flags or JSON. Ctrl+C copies Swift, Ctrl+Shift+C flags."
    case .more: return "Paste, save and open parameters, undo edits, and reset."
    }
  }

  private func help(_ parameter: Parameter) -> String {
    if let condition = parameter.condition, !parameters.applies(parameter.key) {
      return "It counts for nothing now: only where \(condition.text)."
    }
    if idle.contains(parameter.key) {
      return "It changes nothing of what is shown: choose another source."
    }
    let inherited = parameter.shownWord(parameters.inherited(parameter.key).text)
    let help = number(parameter)?.helpText ?? parameter.helpText(unless: inherited)
    let raised = parameters.raised(of: parameter.key, calling: \.title)
    return (raised.map { "\($0)." } + [help]).joined(separator: " ")
  }

  /// What a line's list offers, if it has one.
  func options(_ line: Line) -> [Menu.Item]? {
    func items(
      _ titles: [String], chosen: Int?, notes: [String] = [], _ actions: (Int) -> [Action]
    ) -> [Menu.Item] {
      titles.indices.map { index in
        var item = Menu.Item(
          titles[index], actions(index), note: notes.indices.contains(index) ? notes[index] : "")
        item.isChosen = index == chosen
        return item
      }
    }
    let presets = ScrollPreset.all
    func presetItems(_ set: ParameterSet?, _ actions: (ScrollPreset) -> [Action]) -> [Menu.Item] {
      items(presets.map(\.title), chosen: presets.firstIndex { $0 == set?.preset }) {
        actions(presets[$0])
      }
    }
    switch line {
    case .preset: return presetItems(parameters) { [.begin, .preset($0.id)] }
    case .presetOfB: return presetItems(parametersB) { [.presetOfB($0.id)] }
    case .preference(let preference):
      guard preference.isChoice else { return nil }
      let (values, value) = (preference.values, settings[preference])
      return items(values.map(preference.words), chosen: values.firstIndex { $0 == value }) {
        [.prefer(preference, values[$0])]
      }
    case .parameter(let key):
      guard let parameter = parameter(key), case .choice(let words) = parameter.domain else {
        return nil
      }
      return items(
        words.map(parameter.shownWord), chosen: words.firstIndex(of: parameters.choice(key)),
        notes: words.compactMap { parameter.tradeOffs[$0] }
      ) { [.begin, .change(.parameter(key, .choice(words[$0])))] }
    case .copy: return CopyForm.allCases.map { Menu.Item($0.title, [.copy($0)]) }
    case .heading, .comparison, .changes, .forget, .more: return nil
    }
  }
}
