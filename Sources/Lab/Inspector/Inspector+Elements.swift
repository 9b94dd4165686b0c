internal import Feel
internal import Kit
internal import Stage

/// The panel's elements.
extension Inspector {
  // How wide the foot is beside the lines.
  private static let footWidth = 112.0
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

  /// How high the foot is below the lines.
  private var footHeight: Double { hasHelp ? 59 + 15 * Double(Self.helpLines) : 48 }

  /// How large the room of the lines is.
  var room: Size {
    isAlong
      ? Size(frame.width - Self.footWidth, frame.height)
      : Size(frame.width, max(1, frame.height - footHeight))
  }

  // Of a wider panel a name takes four tenths of what it has more.
  private var nameWidth: Double { (116 + 0.4 * (room.width - Layout.inspectorWidth)).rounded() }

  private var lineBox: Box { Box(.horizontal, height: .fixed(32), padding: Insets(16, 0)) }

  func declare(_ tree: inout Tree<Session.Command>) {
    tree.add(
      Node("", .ground(.band(isAlong ? .top : .left)), Box(isAlong ? .horizontal : .vertical)),
      AccessibilityElement(.group, id: "parameters", name: Keymap.title(.toggleInspector))
    ) { tree in
      tree.add(
        Node("parameters.lines", .scroll, Box(height: .fill(), padding: Insets(0, 8)))
      ) { tree in
        for line in lines { declare(line, &tree) }
      }
      declareFoot(&tree)
    }
  }

  private func declare(_ line: Line, _ tree: inout Tree<Session.Command>) {
    switch line {
    case .heading(let name): heading(name, &tree)
    case .comparison: declare(line, toggle(Words.compare, isComparing), &tree)
    case .preset:
      let name = isComparing ? Words.Inspector.presetOfA : Words.Inspector.preset
      declare(line, choice(name, parameters.preset.title), hasDefault: true, &tree)
    case .presetOfB:
      guard let setB = parametersB else { break }
      let (title, count) = (setB.preset.title, setB.changed.count)
      let shown = count == 0 ? title : "\(title) + \(count)"
      declare(line, choice(Words.Inspector.presetOfB, title, shown: shown), &tree)
    case .changes: changes(&tree)
    case .parameter(let key): if let parameter = parameter(key) { declare(parameter, &tree) }
    case .preference(let preference):
      let name = preference.label ?? ""
      switch settings[preference] {
      case .flag(let isOn): declare(line, toggle(name, isOn), &tree)
      case let value?: declare(line, choice(name, preference.words(value)), &tree)
      case nil: break
      }
    case .forget:
      let push = Push(Words.Inspector.resetPreferences)
      let control = Node("", .button(push), Box(height: .fixed(26)))
      declare(line, (button(line, push.title), control), label: Label(""), &tree)
    case .copy, .more: break
    }
  }

  /// A heading with an arrow that says whether its lines are folded away, and how many of them are
  /// changed.
  private func heading(_ name: String, _ tree: inout Tree<Session.Command>) {
    let (line, changes) = (Line.heading(name), parameters.changes(under: name))
    let isFolded = state.folded.contains(name)
    let note =
      changes > 0 ? Words.Inspector.changed(changes) : isIdle(name) ? Words.Inspector.noEffect : ""
    let said = AccessibilityElement(
      .button, name: name, value: Words.Inspector.heading(isFolded: isFolded, changed: changes),
      actions: [.init("Space, Return", Words.Inspector.fold)])
    let ask = Session.Command.inspector(.line(line))
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
  private func changes(_ tree: inout Tree<Session.Command>) {
    let (isEmpty, ask) = (parameters.changed.isEmpty, Session.Command.inspector(.line(.changes)))
    let said = AccessibilityElement(
      .button, name: Keymap.title(.resetParameters), value: changesText,
      actions: isEmpty ? [] : [.init("Space, Return", Words.press)])
    var label = Label(changesText, .body, isEmpty ? .secondary : .text)
    label.mark = isEmpty ? nil : .dot
    tree.add(Node("changes", .none, lineBox), nil, [.help: ask]) { tree in
      tree.label(label)
      tree.space(.fixed(8))
      tree.add(
        Node(
          Line.changes.id, isEmpty ? .none : .button(Push(Words.Inspector.reset)),
          Box(width: .fixed(68), height: .fixed(26)), isStop: true, isDisabled: isEmpty),
        said, [.press: ask])
    }
  }

  // MARK: Parameters

  private func declare(_ parameter: Parameter, _ tree: inout Tree<Session.Command>) {
    let (key, number) = (parameter.key, number(parameter))
    let isFaint = !parameters.applies(key) || idle.contains(key)
    var label = Label(
      number?.parameter.label ?? parameter.label, .body, isFaint ? .disabled : .text)
    label.mark = parameters.isChanged(key) ? .dot : number?.isMoved ?? false ? .ring : nil
    // A parameter's element also tells whether it is set, over what, and whether it counts; what is
    // announced as it changes stays without that.
    func marked(_ content: Content) -> Content {
      var (said, control) = content
      let inherited = number?.inheritedText ?? parameter.shownWord(parameters.inherited(key).text)
      switch label.mark {
      case .dot: said.spoken = Words.Inspector.set(said.spoken, over: inherited)
      case .ring: said.spoken = Words.Inspector.moved(said.spoken, from: inherited)
      case nil: break
      }
      if isFaint { said.details = Words.Inspector.unused }
      control.isFaint = isFaint
      return (said, control)
    }
    switch parameters[key] {
    case .number, .unlimited: if let number { declare(number, marked(field(number)), label, &tree) }
    case .choice(let word):
      let content = marked(choice(parameter.title, parameter.shownWord(word)))
      declare(.parameter(key), content, label: label, hasDefault: true, &tree)
    case .flag(let isOn):
      let content = marked(toggle(parameter.title, isOn))
      declare(.parameter(key), content, label: label, hasDefault: true, &tree)
    }
  }

  /// A number's line: its name, which is dragged, a slider and a field.
  private func declare(
    _ number: ShownNumber, _ content: Content, _ label: Label, _ tree: inout Tree<Session.Command>
  ) {
    let id = number.kept.key
    let ask = Session.Command.inspector(.line(.parameter(id)))
    let reset = Session.Command.inspector(.reset(.parameter(id)))
    func part(_ part: String, _ look: Look, _ width: Extent) -> Node {
      let box = Box(width: width, height: .fill())
      return Node("\(id).\(part)", look, box, cursor: .resizeHorizontal)
    }
    func said(_ name: String) -> AccessibilityElement {
      AccessibilityElement(.slider, name: name, number: number.finite, in: number.parameter.range)
    }
    tree.add(Node("\(id).line", .row, lineBox), nil, [.secondary: ask, .help: ask]) { tree in
      tree.add(
        part("name", .label(label), .fixed(nameWidth)), said(Words.Inspector.fine(number.title)),
        [.scrub: ask, .double: reset])
      tree.space(.fixed(8))
      let shares = Slider(number.share, inherited: number.inheritedShare)
      var slider = part("slider", .slider(shares), .fill())
      slider.isFaint = content.control.isFaint
      tree.add(slider, said(Words.Inspector.coarse(number.title)), [.slide: ask])
      tree.space(.fixed(12))
      tree.add(content.control, content.said, [.edit: ask, .step: ask])
    }
  }

  private func field(_ number: ShownNumber) -> Content {
    let complaint = state.complaint.flatMap { $0.key == number.kept.key ? $0.words : nil }
    var field = Field(number.text)
    (field.isNumber, field.isInvalid) = (true, complaint != nil)
    field.unit = number.finite == nil ? "" : number.parameter.unit
    var said = AccessibilityElement(
      .spinButton, name: number.title, value: number.words, number: number.finite,
      in: number.parameter.range, states: .init([.invalid: complaint != nil]),
      actions: Words.Inspector.steps.map { .init($0.keys, $0.effect) })
    said.announced = complaint ?? said.announced
    let box = Box(width: .fixed(84), height: .fixed(26))
    return (said, Node(number.kept.key, .field(field), box, isStop: true, cursor: .text))
  }

  // MARK: Lists and switches

  /// What a line says, and what shows its value at its end.
  private typealias Content = (said: AccessibilityElement, control: Node)

  /// A line that a press or Space does something to; its name is what it says unless there is a
  /// label.
  private func declare(
    _ line: Line, _ content: Content, label: Label? = nil, hasDefault: Bool = false,
    _ tree: inout Tree<Session.Command>
  ) {
    let (ask, reset) = (
      Session.Command.inspector(.line(line)), Session.Command.inspector(.reset(line))
    )
    let asks: KeyValuePairs<Gesture.Kind, Session.Command> = [
      .press: ask, .step: ask, .secondary: ask, .help: ask,
    ]
    tree.add(Node(line.id, .row, lineBox, isStop: true), content.said, asks) { tree in
      tree.add(
        Node(
          hasDefault ? "\(line.id).name" : "", .label(label ?? Label(content.said.name)),
          Box(width: .fixed(nameWidth), height: .fill())), nil, hasDefault ? [.double: reset] : [:])
      tree.space(.fixed(8))
      if case .toggle = content.control.look { tree.space() }
      tree.add(content.control)
    }
  }

  private func choice(_ name: String, _ value: String, shown: String? = nil) -> Content {
    let said = AccessibilityElement(
      .comboBox, name: name, value: value,
      actions: [
        .init("↑ ↓", Words.Inspector.nextWord), .init("Space, Return", Words.Inspector.openList),
      ])
    return (said, Node("", .button(Push(shown ?? value, .choice)), Box(height: .fixed(26))))
  }

  private func toggle(_ name: String, _ isOn: Bool) -> Content {
    let said = AccessibilityElement(
      .switch, name: name, value: Words.isOn(isOn), states: .init([.checked: isOn]),
      actions: [.init("Space, Return", Words.Inspector.turn)])
    return (said, Node("", .toggle(isOn), Box(width: .fixed(40), height: .fixed(24))))
  }

  private func button(_ line: Line, _ name: String) -> AccessibilityElement {
    AccessibilityElement(
      .button, name: name, value: help(line), spoken: name,
      actions: [.init("Space, Return", Words.press)])
  }

  // MARK: The foot

  /// The buttons, and above them in a high panel the help.
  private func declareFoot(_ tree: inout Tree<Session.Command>) {
    let (copy, more) = (Push(Words.Inspector.copy, .choice), Push(icon: .more))
    guard !isAlong else {
      let box = Box(width: .fixed(Self.footWidth), height: .fill(), gap: 8, padding: Insets(12, 12))
      return tree.add(Node("", .ground(.line(.left)), box)) { tree in
        declare(.copy, Words.Inspector.copy, copy, width: 88, &tree)
        declare(.more, Words.Inspector.more, more, width: 88, &tree)
      }
    }
    let box = Box(height: .fixed(footHeight), padding: Insets(16, hasHelp ? 0 : 8, 16, 8))
    tree.add(Node("", .ground(.line(.top)), box)) { tree in
      if hasHelp { tree.add(Node("parameters.help", .custom, Box(height: .fill()))) }
      tree.row(height: .fixed(32), gap: 0) { tree in
        declare(.copy, Words.Inspector.copy, copy, width: 88, &tree)
        tree.space()
        declare(.more, Words.Inspector.more, more, width: 40, &tree)
      }
    }
  }

  private func declare(
    _ line: Line, _ name: String, _ push: Push, width: Double, _ tree: inout Tree<Session.Command>
  ) {
    let ask = Session.Command.inspector(.line(line))
    let box = Box(width: .fixed(width), height: .fixed(32))
    tree.add(
      Node(line.id, .button(push), box, isStop: true), button(line, name),
      [.press: ask, .help: ask])
  }
}

/// What the panel says of its lines, and what their lists offer.
extension Inspector {
  /// How many values are set over the preset, in words; while two sets are compared, whose they
  /// are.
  private var changesText: String {
    let count = parameters.changed.count
    return isComparing ? Words.Inspector.changesOfA(count) : Words.Inspector.changes(count)
  }

  /// What a line is for.
  func help(_ line: Line) -> String {
    switch line {
    case .heading: return Words.Inspector.helpOfHeadings
    case .changes: return Words.Inspector.helpOfChanges
    case .comparison: return Words.Inspector.helpOfComparison(swap: Keymap.text(.change(.swap)))
    case .preset: return Words.Inspector.helpOfPreset(parameters.preset.evidence)
    case .presetOfB:
      return parametersB.map { Words.Inspector.helpOfPresetOfB($0.preset.evidence) } ?? ""
    case .parameter(let key): return parameter(key).map(help) ?? ""
    case .preference(let preference): return preference.help
    case .forget: return Words.Inspector.helpOfForgetting
    case .copy: return Words.Inspector.helpOfCopying
    case .more: return Words.Inspector.helpOfMore
    }
  }

  private func help(_ parameter: Parameter) -> String {
    if let condition = parameter.condition, !parameters.applies(parameter.key) {
      return Words.Inspector.isUnused(unless: condition.text)
    }
    if idle.contains(parameter.key) { return Words.Inspector.changesNothing }
    let inherited = parameter.shownWord(parameters.inherited(parameter.key).text)
    let help = number(parameter)?.helpText ?? parameter.helpText(unless: inherited)
    let raised = parameters.raised(of: parameter.key, calling: \.title)
    return (raised.map { "\($0)." } + [help]).joined(separator: " ")
  }

  /// What a line's list offers, if it has one.
  func options(_ line: Line) -> [Menu.Item]? {
    func item(
      _ title: String, _ actions: [Session.Command], note: String = "", isChosen: Bool
    ) -> Menu.Item {
      var item = Menu.Item(title, actions, note: note)
      item.isChosen = isChosen
      return item
    }
    func presets(
      _ set: ParameterSet?, _ actions: (ScrollPreset) -> [Session.Command]
    ) -> [Menu.Item] {
      ScrollPreset.all.map { item($0.title, actions($0), isChosen: $0 == set?.preset) }
    }
    switch line {
    case .preset: return presets(parameters) { [.begin, .change(.preset($0))] }
    case .presetOfB:
      return presets(parametersB) { [.compare(with: $0, over: parametersB ?? parameters)] }
    case .preference(let preference):
      guard preference.isChoice else { return nil }
      return preference.values.map {
        item(preference.words($0), [.prefer(preference, $0)], isChosen: $0 == settings[preference])
      }
    case .parameter(let key):
      guard let parameter = parameter(key), case .choice(let words) = parameter.domain else {
        return nil
      }
      return words.map {
        item(
          parameter.shownWord($0), [.begin, .change(.parameter(key, .choice($0)))],
          note: parameter.tradeOffs[$0] ?? "", isChosen: $0 == parameters.choice(key))
      }
    case .copy: return CopyForm.allCases.map { Menu.Item($0.title, [.copy($0)]) }
    case .heading, .comparison, .changes, .forget, .more: return nil
    }
  }
}
