internal import Feel
internal import Kit
internal import Stage

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
