internal import Feel
internal import FeelTrace
internal import Stage

/// The panel of the scene's parameters: one line each, by slider, field, list or switch.
///
/// It changes nothing itself: it answers what its session is to do, and shows the values that the session has.
struct Inspector: Sendable {
  /// What a key did.
  enum KeyOutcome: Hashable, Sendable {
    /// It is none of the panel's.
    case ignored
    /// It typed: this is not recorded.
    case typed
    /// What was typed is a value: it is recorded as what it sets.
    case entered(String, ParameterValue)
    /// It asks for something.
    case orders([Action])
  }

  @Boxed private(set) var lines: InspectorLines
  private(set) var foot = InspectorFoot()
  /// What has the keyboard.
  private(set) var focus = InspectorFocus.none
  /// What a press holds.
  private var grip = InspectorGrip.none
  /// The line under the pointer.
  private(set) var hoveredRow: Int?
  /// What of that line is under the pointer.
  private(set) var hoveredPart = InspectorRow.Part.rest
  // Whether the pointer is over the panel.
  private var isUnderPointer = false
  // Whether the pointer was over the panel, or held something of it, when it last came.
  private var isFollowing = false
  // The last click on a name.
  private var lastClick: (row: Int, time: Instant)?
  private var fieldPresses = DoublePress()

  /// The panel of a set of parameters; those of the scene itself stand above the laws of scrolling where the scene is not under test.
  init(
    _ parameters: ParameterSet, isPhysical: Bool, folded: Set<String> = []
  ) {
    lines = InspectorLines(
      parameters, isPhysical: isPhysical, folded: folded)
  }

  /// Shows the lines that have a meaning as the choices are, and those that were set without one.
  ///
  /// What those in sight of a panel show is found out at once; of a closed one there are none.
  mutating func arrange(
    for parameters: ParameterSet, isPhysical: Bool, isComparing: Bool, in panel: Rect?
  ) {
    let room = panel.map { InspectorLines.body(in: $0).height } ?? 0
    lines.arrange(
      for: parameters, isPhysical: isPhysical, isComparing: isComparing, in: room)
    leaveHidden()
  }

  private mutating func leaveHidden() {
    if let row = focus.row, !lines.isStop(row) { leave() }
    if let row = hoveredRow, !lines.rows[row].isShown { hoveredRow = nil }
  }

  /// Folds away the lines under these headings, and no others.
  mutating func fold(_ groups: Set<String>, _ content: InspectorContent) {
    lines.fold(groups, content)
    leaveHidden()
  }

  private mutating func fold(_ row: Int, _ content: InspectorContent) {
    lines.fold(row, content)
    leaveHidden()
  }

  /// The panel with its sliders where their lines are at a time, at the values that the session has.
  func placed(in panel: Rect, _ content: InspectorContent, at now: Instant) -> Inspector {
    var placed = self
    placed.place(in: panel, content, at: now)
    return placed
  }

  private mutating func place(in panel: Rect, _ content: InspectorContent, at now: Instant) {
    lines.place(in: InspectorLines.body(in: panel), content, held: grip.slider, at: now)
  }

  // MARK: What can be asked

  /// A line's place in a panel.
  func frame(of row: Int, in panel: Rect) -> Rect {
    lines.frame(of: row, in: InspectorLines.body(in: panel))
  }

  /// The line at a point of a panel.
  func row(at location: Vector, in panel: Rect) -> Int? {
    lines.row(at: location, in: InspectorLines.body(in: panel))
  }

  /// What is under the pointer or has the keyboard, in words; of a line that was scrolled away nothing is said.
  func help(in panel: Rect, _ content: InspectorContent) -> (words: String, place: Rect)? {
    if let button = foot.hovered ?? focus.button { return (button.help, button.frame(in: panel)) }
    let body = InspectorLines.body(in: panel)
    let row = hoveredRow ?? focus.row
    guard let row, let place = frame(of: row, in: panel).intersection(body) else { return nil }
    return (lines.rows[row].help(content), place)
  }

  /// Whether a line or a button has the keyboard.
  var hasKeyboard: Bool { if case .none = focus { false } else { true } }

  /// Whether what is typed goes into the field of the line that has the keyboard.
  var isTyping: Bool { focus.row.map { lines.rows[$0].hasField } ?? false }

  /// Whether something is held that Escape abandons.
  var isHeld: Bool { grip.isHolding }

  var deadline: Instant? { lines.deadline }

  mutating func advance(to now: Instant) { lines.advance(to: now) }

  /// Whether the picture changes by time alone.
  func isMoving(at now: Instant) -> Bool { lines.isMoving(at: now) || foot.isMoving(at: now) }

  /// What the pointer looks like over the panel: a bar over fields, arrows over what is dragged sideways.
  var cursor: Cursor? {
    switch grip {
    case .slider: return .resizeHorizontal
    case .name(let drag): return lines.rows[drag.row].hasField ? .resizeHorizontal : .arrow
    case .field: return .text
    case .none: return isUnderPointer ? hoveredPart.cursor : nil
    }
  }

  // MARK: The pointer

  /// Whether a sample is any of the panel's business: a pointer that moves elsewhere is not, and nothing need be known or placed for it.
  func concerns(_ sample: PointerSample, in panel: Rect) -> Bool {
    isFollowing || sample.phase != .moved || panel.contains(sample.location)
  }

  /// Follows the pointer over a panel of a window; answers what it asks for.
  mutating func handle(
    _ sample: PointerSample, in panel: Rect, of window: Size, _ content: InspectorContent
  ) -> [Action] {
    let isOver = sample.phase != .exited && panel.contains(sample.location)
    defer { isFollowing = isOver || isHeld || lines.scroll.isBarPressed || foot.isPressed }
    place(in: panel, content, at: sample.time)
    lines.handle(sample)
    let isInBody = InspectorLines.body(in: panel).contains(sample.location)
    let row = isOver && isInBody ? self.row(at: sample.location, in: panel) : nil
    hoveredRow = row
    isUnderPointer = isOver
    hoveredPart =
      row.map {
        lines.rows[$0].part(at: sample.location, in: frame(of: $0, in: panel))
      } ?? .rest
    var actions = follow(sample, row: row, content)
    let clicked = foot.handle(sample, in: panel)
    if let clicked { actions.append(open(clicked, in: panel, of: window, content)) }
    if case .field(let drag) = grip {
      if sample.phase == .moved { select(drag, to: sample, in: panel, content) }
      if sample.phase == .down || sample.phase == .up { grip = .none }
    }
    if sample.phase == .down {
      if case .name = grip { return actions + cancel(at: sample.time) }
      if let row, sample.button == .primary {
        actions += press(row, sample, in: panel, of: window, content)
      } else if hasKeyboard {
        leave()
      }
    }
    if sample.phase == .up, case .name(let drag) = grip {
      grip = .none
      if !drag.hasMoved, drag.row == row {
        actions += clickName(drag.row, at: sample.time, content)
      }
    }
    return actions
  }

  /// Abandons a press; a value that was being dragged goes back to what it was.
  mutating func cancel(at time: Instant) -> [Action] {
    foot.cancel()
    let cancel = InputEvent.cancel(CancelSample(time: time, reason: .user))
    lines.cancel(cancel)
    defer { grip = .none }
    // Not by where a slider was: its places are not as fine as what can be typed.
    switch grip {
    case .none, .field: return []
    case .name(let drag):
      guard let start = drag.start, let parameter = lines.rows[drag.row].parameter else {
        return []
      }
      return [.set(parameter.key, start)]
    case .slider(let row, let start):
      _ = lines.sliders[row].handle(cancel)
      return lines.rows[row].parameter.map { [.set($0.key, start)] } ?? []
    }
  }

  /// Lets what a press holds follow the pointer, or else the sliders that it can reach.
  private mutating func follow(
    _ sample: PointerSample, row: Int?, _ content: InspectorContent
  ) -> [Action] {
    if case .name(var drag) = grip, sample.phase == .moved,
      let number = lines.rows[drag.row].number(content)
    {
      defer { grip = .name(drag) }
      return drag.move(to: sample, number, content.pointerSettings)
    }
    if let held = grip.slider {
      let effects = lines.sliders[held].handle(.pointer(sample))
      if !lines.sliders[held].isPressed { grip = .none }
      guard let number = lines.rows[held].number(content) else { return [] }
      return effects.compactMap { effect in
        guard case .valueChanged(let share) = effect else { return nil }
        let shown = number.parameter.number(atShare: share)
        return .set(number.kept.key, number.value(shown))
      }
    }
    guard sample.phase != .down else { return [] }
    for (index, line) in lines.rows.enumerated() where line.isShown && line.hasField {
      var sample = sample
      // A slider's hit box is higher than its line.
      if index != row { sample.phase = .exited }
      _ = lines.sliders[index].handle(.pointer(sample))
    }
    return []
  }

  private mutating func press(
    _ row: Int, _ sample: PointerSample, in panel: Rect, of window: Size,
    _ content: InspectorContent
  ) -> [Action] {
    let (line, frame) = (lines.rows[row], frame(of: row, in: panel))
    guard !lines.scroll.isBarPressed else { return [] }
    let location = sample.location
    if line.hasField, InspectorRow.field(in: frame).contains(location) {
      press(InspectorRow.field(in: frame), of: row, sample, content)
      return []
    }
    leave()
    let start = line.parameter.map { content.parameters[$0.key] }
    if line.hasDefault, location.x < InspectorRow.label(in: frame).maxX {
      grip = .name(NameDrag(row: row, start: start, x: location.x))
      return []
    }
    if line.hasField, let start {
      // The slider reaches beyond its line, but a press in the line is the line's.
      _ = lines.sliders[row].handle(.pointer(sample))
      guard lines.sliders[row].isPressed else { return [] }
      grip = .slider(row: row, start: start)
      return [.begin]
    }
    if line.kind == .changes, !InspectorRow.reset(in: frame).contains(location) { return [] }
    return activate(row, in: panel, of: window, content)
  }

  /// Gives a field the keyboard, all of it selected; a press in one that has it puts the caret there, and a drag selects.
  private mutating func press(
    _ field: Rect, of row: Int, _ sample: PointerSample, _ content: InspectorContent
  ) {
    let isNew = focus.row != row
    if isNew { focus = .line(LineEdit(row: row)) }
    let count = fieldPresses.count(sample, content.pointerSettings)
    guard let place = place(at: sample.location, in: field, content),
      let number = lines.rows[row].number(content)
    else {
      focus.edit?.selectAll()
      return
    }
    if !isNew {
      let selects = sample.modifiers.contains(.shift)
      focus.edit?.press(place, count: count, selects: selects, number)
    }
    if count == 1, !sample.modifiers.contains(.shift) {
      grip = .field(FieldDrag(x: sample.location.x, place: place))
    }
  }

  /// The place in the text of the field with the keyboard: how many characters stand before it; `nil` where nobody knows how wide they are.
  private func place(at location: Vector, in field: Rect, _ content: InspectorContent) -> Int? {
    guard let fonts = content.fonts, let edit = focus.edit,
      let number = lines.rows[edit.row].number(content)
    else { return nil }
    let line = edit.line(number)
    let text = FieldText(line.text, of: number, in: field, fonts)
    return line.place(at: location.x, in: text.frame, fonts)
  }

  /// Selects what a press in a field is dragged over.
  private mutating func select(
    _ drag: FieldDrag, to sample: PointerSample, in panel: Rect, _ content: InspectorContent
  ) {
    var drag = drag
    guard let row = focus.row, let number = lines.rows[row].number(content),
      drag.hasMoved || abs(sample.location.x - drag.x) >= content.pointerSettings.dragThreshold,
      let place = place(
        at: sample.location, in: InspectorRow.field(in: frame(of: row, in: panel)), content)
    else { return }
    drag.hasMoved = true
    grip = .field(drag)
    focus.edit?.select(from: drag.place, to: place, number)
  }

  /// The second click on a name in quick succession gives back what the preset says.
  private mutating func clickName(
    _ row: Int, at time: Instant, _ content: InspectorContent
  ) -> [Action] {
    guard let last = lastClick, last.row == row,
      time - last.time <= content.pointerSettings.doubleClickTime
    else {
      lastClick = (row, time)
      return []
    }
    lastClick = nil
    guard let parameter = lines.rows[row].parameter else {
      return [.begin, .preset(ScrollPreset.uikit.id)]
    }
    return [.resetValue(key: parameter.key)]
  }

  /// Turns the wheel over the lines: it scrolls them, or moves the number whose field has the keyboard.
  ///
  /// Lines that are scrolled along under the pointer are not touched: a scroll goes on until the wheel has rested.
  mutating func handle(
    _ sample: WheelSample, in panel: Rect, _ content: InspectorContent
  ) -> [Action] {
    place(in: panel, content, at: sample.time)
    guard InspectorLines.body(in: panel).contains(sample.location) else { return [] }
    if !lines.isWheelBusy(at: sample.time), sample.unit == .notches, let row = focus.row,
      frame(of: row, in: panel).contains(sample.location),
      let number = lines.rows[row].number(content)
    {
      return focus.edit?.handle(sample, number, content.parameters) ?? []
    }
    lines.handle(sample)
    return []
  }

  // MARK: Lines, buttons and lists, by the pointer and by keys alike

  /// Does what a press on a line does that is no number's: it opens the list, or turns the switch.
  private mutating func activate(
    _ row: Int, in panel: Rect, of window: Size, _ content: InspectorContent
  ) -> [Action] {
    let line = lines.rows[row]
    if let options = line.options(content) {
      let box = InspectorRow.choice(in: frame(of: row, in: panel))
      return [.openMenu(Menu(options, below: box, in: window, content.fonts))]
    }
    switch line.kind {
    case .comparison: return [.toggleComparison]
    case .changes: return content.parameters.changed.isEmpty ? [] : [.resetParameters]
    case .heading:
      fold(row, content)
      return []
    case .forget: return [.forget]
    case .preference(let preference):
      let isOn = content.preferences.isOn(preference) ?? false
      return [.prefer(preference, .flag(!isOn))]
    case .parameter(let parameter):
      guard case .flag = parameter.domain else { return [] }
      return [.begin, .set(parameter.key, .flag(!content.parameters.flag(parameter.key)))]
    case .preset, .presetOfB: return []
    }
  }

  /// What a click on a button asks for, or its key.
  private func open(
    _ button: InspectorFoot.Button, in panel: Rect, of window: Size, _ content: InspectorContent,
    byKey: Bool = false
  ) -> Action {
    var menu = Menu(
      button.items(content), below: button.frame(in: panel), in: window, content.fonts)
    menu.lit = byKey ? 0 : nil
    return .openMenu(menu)
  }

  // MARK: Keys

  /// Follows the keyboard while a line or a button has it.
  mutating func handle(
    _ sample: KeySample, in panel: Rect, of window: Size, _ content: InspectorContent
  ) -> KeyOutcome {
    guard sample.phase == .down, hasKeyboard else { return .ignored }
    if let row = focus.row {
      place(in: panel, content, at: sample.time)
      if let number = lines.rows[row].number(content),
        let outcome = focus.edit?.type(sample, number)
      {
        return outcome
      }
    }
    guard sample.modifiers.isDisjoint(with: [.control, .alt]) else { return .ignored }
    switch (sample.key, focus) {
    case (.tab, _):
      turn(by: sample.modifiers.contains(.shift) ? -1 : 1, at: sample.time, content)
      return .orders([])
    case (.escape, _):
      let parameter = focus.row.flatMap { lines.rows[$0].parameter }
      defer { leave() }
      return .orders(focus.edit?.reverting(parameter, content.parameters) ?? [])
    case (.space, .button(let button)), (.return, .button(let button)):
      return .orders(
        sample.isRepeat ? [] : [open(button, in: panel, of: window, content, byKey: true)])
    case (_, .line(let edit)):
      guard let number = lines.rows[edit.row].number(content) else {
        return handleLine(sample, edit.row, in: panel, of: window, content)
      }
      return focus.edit?.step(sample, number, content.parameters) ?? .ignored
    case (_, .button), (_, .none): return .ignored
    }
  }

  /// Follows the keys of a line that is no number's, while it has the keyboard.
  private mutating func handleLine(
    _ sample: KeySample, _ row: Int, in panel: Rect, of window: Size, _ content: InspectorContent
  ) -> KeyOutcome {
    switch sample.key {
    case .space, .return:
      guard !sample.isRepeat else { return .orders([]) }
      lines.reveal(row, in: InspectorLines.body(in: panel), at: sample.time)
      place(in: panel, content, at: sample.time)
      return .orders(activate(row, in: panel, of: window, content))
    case .up, .down:
      guard let options = lines.rows[row].options(content) else { return .ignored }
      let next = (options.firstIndex(where: \.isChosen) ?? -1) + (sample.key == .up ? -1 : 1)
      return .orders(options.indices.contains(next) ? options[next].actions : [])
    default: return .ignored
    }
  }

  /// Puts a pasted text into the field that has the keyboard.
  mutating func paste(_ text: String, _ content: InspectorContent) {
    guard let row = focus.row, let number = lines.rows[row].number(content) else { return }
    focus.edit?.insert(text, number)
  }

  /// What is selected in the field that has the keyboard, or all that stands in it.
  func selectedText(_ content: InspectorContent) -> String {
    guard let edit = focus.edit, let number = lines.rows[edit.row].number(content) else {
      return ""
    }
    let line = edit.line(number)
    return line.selection.isEmpty ? line.text : line.selectedText
  }

  /// Takes out what is selected in the field that has the keyboard.
  mutating func cut(_ content: InspectorContent) -> String {
    guard let row = focus.row, let number = lines.rows[row].number(content) else { return "" }
    return focus.edit?.cut(number) ?? ""
  }

  /// Selects what is typed; the next edit replaces it.
  mutating func selectTyping() { focus.edit?.selectAll() }

  /// Takes back the last edit of what is typed, at last all of it; returns whether something was typed.
  mutating func undoTyping() -> Bool { focus.edit?.undo() ?? false }

  /// Takes note that a value was entered, of one parameter or of any: Escape no longer gives back what it was before.
  mutating func settle(_ key: String? = nil) {
    guard let row = focus.row, key == nil || lines.rows[row].parameter?.key == key else { return }
    focus.edit?.settle()
  }

  // MARK: The keyboard's way

  /// Takes the keyboard from whatever has it; what was typed is left.
  mutating func leave() { focus = .none }

  /// Gives the keyboard to the next line that takes it, around the end, and brings it into view.
  mutating func turn(by step: Int, at now: Instant, _ content: InspectorContent) {
    let stops = lines.rows.indices.filter { lines.isStop($0) }
    let buttons = InspectorFoot.Button.allCases
    let count = stops.count + buttons.count
    guard !stops.isEmpty else { return }
    let present =
      switch focus {
      case .none: nil as Int?
      case .line(let edit): stops.firstIndex(of: edit.row)
      case .button(let button): stops.count + (buttons.firstIndex(of: button) ?? 0)
      }
    let next = present.map { ($0 + step + count) % count } ?? 0
    guard next < stops.count else {
      focus = .button(buttons[next - stops.count])
      return
    }
    focus = .line(LineEdit(row: stops[next]))
    lines.center(stops[next], at: now, content)
  }

  /// Gives the keyboard to the first of the window's own settings, and brings their heading to the top, as far as there are lines below.
  mutating func showSettings(in panel: Rect, at now: Instant, _ content: InspectorContent) {
    place(in: panel, content, at: now)
    let first = lines.rows.firstIndex { $0.kind == .preference(.theme) }
    guard let first else { return }
    if !lines.rows[first].isShown { fold(first - 1, content) }
    focus = .line(LineEdit(row: first))
    lines.raise(first - 1, at: now, content)
  }
}
