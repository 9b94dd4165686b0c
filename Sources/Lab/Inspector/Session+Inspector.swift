internal import Feel
internal import FeelTrace
internal import Kit
internal import Stage

extension Session {
  /// The panel of parameters as the session is.
  var inspector: Inspector {
    var settings = Preferences()
    for preference in Preference.allCases where preference.isSetting {
      settings[preference] = value(of: preference)
    }
    return Inspector(
      parameters: parameters, parametersB: parametersB, idle: player.run.scene.idleParameters,
      settings: settings, frame: layout.inspector ?? .zero, state: inspectorState)
  }

  /// Does what an element of the panel asks for, with what was done to it.
  mutating func inspect(_ ask: Inspector.Ask, _ gesture: Gesture) {
    switch (ask, gesture) {
    case (.line(.parameter(let key)), .secondary(let place)):
      offer(MenuItems(self).value(of: key), at: place)
    case (.line(.parameter), .typed): inspectorState.complaint = nil
    case (.line(.parameter(let key)), .entered(let text)): enter(text, as: key, staysThere: true)
    case (.line(.parameter(let key)), .left(let text)): enter(text, as: key, staysThere: false)
    case (.line(let line), .pressed):
      if let items = listItems(of: line) { list(items, below: line) } else { fallthrough }
    default:
      var inspector = inspector
      let actions = inspector.handle(ask, gesture, isHeld: panels.isHeld)
      inspectorState = inspector.state
      for action in actions { perform(action) }
    }
  }

  /// Takes what was typed as a parameter's value, or says why not; what was only looked at keeps
  /// all its digits.
  private mutating func enter(_ text: String, as key: String, staysThere: Bool) {
    let inspector = inspector
    guard let parameter = inspector.parameter(key) else { return }
    inspectorState.complaint = nil
    do throws(ParameterError) {
      if !text.isEmpty, text != inspector.number(parameter)?.text {
        let value = try inspector.value(of: key, parsing: text)
        perform(.begin)
        apply(.parameter(key, value))
      }
      inspectorState.edit = nil
      if staysThere { panels.giveKeyboard(to: key) }
    } catch {
      guard staysThere else { return say(error.message) }
      inspectorState.complaint = Inspector.Complaint(key: key, words: error.message)
    }
  }

  private func listItems(of line: Inspector.Line) -> [Menu.Item]? {
    guard line == .more else { return inspector.options(line) }
    let history = experiment.history(of: sceneType.id)
    func item(_ title: String, _ action: Action, isEnabled: Bool = true) -> Menu.Item {
      var item = Menu.Item(title, action)
      item.isDisabled = !isEnabled
      return item
    }
    return [
      item("Paste parameters", .ask(.pasteParameters)), item("Save parameters", .saveParameters),
      item("Open a file", .chooseFile),
      item("Undo", .undo, isEnabled: history.canUndo(from: parameters, where: isPossible)),
      item("Redo", .redo, isEnabled: history.canRedo(from: parameters, where: isPossible)),
      item("Reset parameters", .resetParameters, isEnabled: !parameters.changed.isEmpty),
      item("Reset everything", .resetEverything),
    ]
  }

  /// Opens a list below a line's button.
  private mutating func list(_ items: [Menu.Item], below line: Inspector.Line) {
    guard let frame = panels.frame(of: line.id, at: now) else { return }
    let isButton = line == .copy || line == .more
    let anchor = isButton ? frame : inspector.choice(in: frame)
    var menu = Menu(items, below: anchor, in: size, window.fonts)
    if isButton { menu.lit = panels.focus == line.id ? 0 : nil }
    self.menu = menu
  }

  /// What the panel says is wrong, or of what is under the pointer or has the keyboard.
  var inspectorHelp: (words: String, ink: Ink)? {
    guard let inspector = arranged.inspector else { return nil }
    if let complaint = inspector.state.complaint { return (complaint.words, .danger) }
    guard case .inspector(.line(let line))? = panels.subject else { return nil }
    return (inspector.help(line), .secondary)
  }

  /// Forgets what was edited or entered in vain once the field has lost the keyboard and the hand
  /// has let go.
  mutating func settleInspector() {
    if let edit = inspectorState.edit, !panels.isHeld, panels.focus != edit.key {
      inspectorState.edit = nil
    }
    if let complaint = inspectorState.complaint, panels.focus != complaint.key {
      inspectorState.complaint = nil
    }
  }
}
