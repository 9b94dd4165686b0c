internal import Feel
internal import Kit
internal import Stage

extension Inspector {
  // Width of the foot beside the rows, and its height below them.
  private static let footWidth = 112.0
  private static let footHeight = 48.0
  private static let (margin, gap) = (16.0, 8.0)

  /// Whether it is along the window's bottom, with its foot beside the rows.
  private var isAlong: Bool { frame.minX == 0 }

  /// Size of the rows' area.
  var room: Size {
    isAlong
      ? Size(frame.width - Self.footWidth, frame.height)
      : Size(frame.width, max(1, frame.height - Self.footHeight))
  }

  /// Width of a row's name; a longer name takes room from the control.
  private var nameWidth: Extent {
    .atLeast((0.4 * (room.width - 2 * Self.margin)).rounded() - Self.gap)
  }

  private func lineBox(_ height: Double = 30) -> Box {
    let height = isSpacious ? height : 26
    return Box(.horizontal, height: .fixed(height), gap: Self.gap, padding: Insets(Self.margin, 0))
  }

  func declare(_ tree: inout Tree<Session.Command>) {
    tree.add(
      Node("", .none, Box(isAlong ? .horizontal : .vertical)),
      AccessibilityElement(.group, id: "parameters", name: Keymap.title(.toggleInspector))
    ) { tree in
      tree.add(
        Node("parameters.lines", .scroll, Box(height: .fill(), padding: Insets(0, 4)))
      ) { tree in
        for line in lines { declare(line, &tree) }
      }
      declareFoot(&tree)
    }
  }

  private func declare(_ line: Line, _ tree: inout Tree<Session.Command>) {
    switch line {
    case .heading(let name): heading(name, &tree)
    case .preset: preset(line, of: parameters, isB: false, &tree)
    case .presetOfB: parametersB.map { preset(line, of: $0, isB: true, &tree) }
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
      let control = Node("", .button(push), Box(height: .fixed(24)))
      declare(line, (button(line, push.title), control), label: Label(""), &tree)
    case .copy, .more: break
    }
  }

  /// A set's preset, after the set's letter while comparing.
  private func preset(
    _ line: Line, of set: ParameterSet, isB: Bool, _ tree: inout Tree<Session.Command>
  ) {
    let title = presetTitle(of: set)
    // A user's preset already includes its values, so none count as changes.
    let count = isB && title == set.preset.shownTitle ? set.changed.count : 0
    let name =
      isB
      ? Words.Inspector.presetOfB
      : isComparing ? Words.Inspector.presetOfA : Words.Inspector.preset
    var (said, control) = choice(name, title, shown: count == 0 ? title : "\(title) + \(count)")
    if case .button(var push) = control.look {
      push.isOn = true
      control.look = .button(push)
    }
    control.box.height = .fixed(isSpacious ? 30 : 24)
    let ask = Session.Command.inspector(.line(line))
    tree.add(
      Node(line.id, .row, lineBox(36), isStop: true), said,
      [.press: ask, .step: ask, .secondary: ask, .help: ask]
    ) { tree in
      if isComparing {
        tree.add(Node("", .badge(isB: isB), Box(width: .fixed(18), height: .fixed(18))))
      } else {
        tree.add(
          Node(
            "\(line.id).name", .label(Label(name, .strong)),
            Box(width: nameWidth, height: .fill())), nil,
          [.double: .inspector(.reset(line))])
      }
      tree.add(control)
    }
  }

  /// A heading with its fold arrow and the number of changed parameters under it.
  private func heading(_ name: String, _ tree: inout Tree<Session.Command>) {
    let (line, changes) = (Line.heading(name), parameters.changes(under: name))
    let title = translated(name)
    let isFolded = state.folded.contains(name)
    let note =
      changes > 0 ? Words.Inspector.changed(changes) : isIdle(name) ? Words.Inspector.noEffect : ""
    let said = AccessibilityElement(
      .button, name: title, value: Words.Inspector.heading(isFolded: isFolded, changed: changes),
      actions: [.init("Space, Return", Words.Inspector.fold)])
    let ask = Session.Command.inspector(.line(line))
    tree.add(
      Node("", .none, Box(height: .fixed(9), padding: Insets(Self.margin, 8, Self.margin, 0)))
    ) { $0.add(Node("", .divider, Box(height: .fixed(1)))) }
    tree.add(Node(line.id, .row, lineBox(32), isStop: true), said, [.press: ask, .help: ask]) {
      tree in
      tree.label(Label(title, .strong), height: .fill())
      tree.label(
        Label(note, .small, changes > 0 ? .accent : .secondary, align: .trailing), width: .fit,
        height: .fill())
      tree.add(Node("", .fold(isOpen: !isFolded), Box(width: .fixed(16), height: .fill())))
    }
  }

  /// The number of changes to the preset, and the button that resets them.
  private func changes(_ tree: inout Tree<Session.Command>) {
    let (isEmpty, ask) = (parameters.changed.isEmpty, Session.Command.inspector(.line(.changes)))
    let said = AccessibilityElement(
      .button, name: Keymap.title(.resetParameters), value: changesText,
      actions: isEmpty ? [] : [.init("Space, Return", Words.press)])
    var push = Push(Words.Inspector.reset, .quiet)
    push.isSmall = true
    tree.add(Node("changes", .none, lineBox(28)), nil, [.help: ask]) { tree in
      tree.label(
        Label(changesText, isEmpty ? .small : .smallStrong, isEmpty ? .secondary : .accent),
        height: .fill())
      tree.add(
        Node(
          Line.changes.id, isEmpty ? .none : .button(push),
          Box(width: .fixed(56), height: .fixed(24)), isStop: true, isDisabled: isEmpty),
        said, [.press: ask])
      guard isComparing else { return }
      push.title = Words.Inspector.swap
      tree.button(
        "parameters.swap", push, .change(.swap), name: Keymap.title(.change(.swap)),
        keys: Keymap.text(.change(.swap)), width: .fit, height: .fixed(24))
    }
  }

  // MARK: Parameters

  private func declare(_ parameter: Parameter, _ tree: inout Tree<Session.Command>) {
    let (key, number) = (parameter.key, number(parameter))
    let isFaint = !parameters.applies(key) || idle.contains(key)
    let isChanged = parameters.isChanged(key)
    var label = Label(
      translated(number?.parameter.label ?? parameter.label), isChanged ? .strong : .body,
      isFaint ? .disabled : isChanged ? .text : .secondary)
    label.mark = parameters.isChanged(key) ? .dot : number?.isMoved ?? false ? .ring : nil
    // Spoken descriptions also include whether a value is set, what it overrides and whether it
    // applies; announcements of changes leave that out.
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
      let content = marked(choice(translated(parameter.title), parameter.shownWord(word)))
      declare(.parameter(key), content, label: label, hasDefault: true, &tree)
    case .flag(let isOn):
      let content = marked(toggle(translated(parameter.title), isOn))
      declare(.parameter(key), content, label: label, hasDefault: true, &tree)
    }
  }

  /// A number's row: a draggable name, a slider and a field.
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
    tree.add(Node("\(id).line", .row, lineBox()), nil, [.secondary: ask, .help: ask]) { tree in
      tree.add(
        part("name", .label(label), nameWidth), said(Words.Inspector.fine(number.title)),
        [.scrub: ask, .double: reset])
      var shown = Slider(number.share, inherited: number.inheritedShare)
      (shown.words, shown.isChanged) = (number.text, parameters.isChanged(id))
      shown.unit = number.finite == nil ? "" : number.parameter.unit
      let other = parametersB.flatMap { ShownNumber(number.kept, in: $0, isPhysical: isPhysical) }
      shown.other = other?.number == number.number ? nil : other?.share
      var slider = part("slider", .slider(shown), .fill())
      slider.isFaint = content.control.isFaint
      (slider.box.axis, slider.box.height) = (.horizontal, .fixed(24))
      tree.add(slider, said(Words.Inspector.coarse(number.title)), [.slide: ask]) { tree in
        // The number, which a click edits, is at the end of the slider's capsule.
        tree.space()
        tree.add(content.control, content.said, [.edit: ask, .step: ask])
      }
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
    let box = Box(width: .fixed(72), height: .fill())
    return (said, Node(number.kept.key, .field(field), box, isStop: true, cursor: .text))
  }

  // MARK: Lists and switches

  /// A row's accessibility element and the control that shows its value.
  private typealias Content = (said: AccessibilityElement, control: Node)

  /// A row that responds to a press or Space; without a label it shows its accessibility name.
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
    tree.add(Node(line.id, .row, lineBox(), isStop: true), content.said, asks) { tree in
      tree.add(
        Node(
          hasDefault ? "\(line.id).name" : "",
          .label(label ?? Label(content.said.name, .body, .secondary)),
          Box(width: nameWidth, height: .fill())), nil, hasDefault ? [.double: reset] : [:])
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
    return (
      said,
      Node("", .button(Push(shown ?? Words.sentence(value), .choice)), Box(height: .fixed(24)))
    )
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

  // MARK: Foot

  private func declareFoot(_ tree: inout Tree<Session.Command>) {
    let box =
      isAlong
      ? Box(width: .fixed(Self.footWidth), height: .fill(), gap: 8, padding: Insets(12, 8))
      : Box(
        .horizontal, height: .fixed(Self.footHeight), gap: 8, padding: Insets(Self.margin, 4, 12, 8)
      )
    tree.add(Node("", .none, box)) { tree in
      var copy = Push(Words.Inspector.copy)
      copy.hasArrow = true
      declare(.copy, Words.Inspector.copy, copy, width: .fixed(88), &tree)
      let title = Keymap.title(.save(.parameters))
      if !isAlong {
        tree.button(
          "parameters.save", Push(title), .save(.parameters), keys: "Space, Return",
          height: .fixed(30))
      }
      declare(.more, Words.Inspector.more, Push(icon: .more, .quiet), width: .fixed(36), &tree)
    }
  }

  private func declare(
    _ line: Line, _ name: String, _ push: Push, width: Extent, _ tree: inout Tree<Session.Command>
  ) {
    let ask = Session.Command.inspector(.line(line))
    let box = Box(width: width, height: .fixed(30))
    tree.add(
      Node(line.id, .button(push), box, isStop: true), button(line, name),
      [.press: ask, .help: ask])
  }
}

extension Inspector {
  /// The number of changes to the preset, in words; while comparing, of set A.
  private var changesText: String {
    let count = parameters.changed.count
    return isComparing ? Words.Inspector.changesOfA(count) : Words.Inspector.changes(count)
  }

  func help(_ line: Line) -> String {
    switch line {
    case .heading: return Words.Inspector.helpOfHeadings
    case .changes: return Words.Inspector.helpOfChanges
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
    let raised = parameters.raised(of: parameter.key, calling: { translated($0.title) })
    return (raised.map { say("\($0).") } + [help]).joined(separator: say(" "))
  }

  /// The items of a row's list, if it has one.
  func options(_ line: Line) -> [Menu.Item]? {
    func item(
      _ title: String, _ actions: [Session.Command], note: String = "", isChosen: Bool
    ) -> Menu.Item {
      var item = Menu.Item(title, actions, note: note)
      item.isChosen = isChosen
      return item
    }
    func presets(
      _ set: ParameterSet?, _ actions: (PresetChoice) -> [Session.Command]
    ) -> [Menu.Item] {
      Menu.Item.parted(
        Menu.Item.presets(ownPresets) {
          item($0.title, actions($0), isChosen: $0.holds(set, unless: ownPresets))
        })
    }
    switch line {
    case .preset:
      return presets(parameters) { choice in
        guard case .system(let preset) = choice, ownPresets.holding(parameters) == nil else {
          return [.begin, .change(.parameters(choice.applied(to: parameters, among: ownPresets)))]
        }
        return [.begin, .change(.preset(preset))]
      }
    case .presetOfB:
      return presets(parametersB) {
        [.change(.compare($0.applied(to: parametersB ?? parameters, among: ownPresets)))]
      }
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
          note: translated(parameter.tradeOffs[$0] ?? ""), isChosen: $0 == parameters.choice(key))
      }
    case .copy:
      return Menu.Item.parted(
        CopyForm.offered.map { forms in forms.map { Menu.Item($0.title, [.copy($0)]) } })
    case .heading, .changes, .forget, .more: return nil
    }
  }
}
