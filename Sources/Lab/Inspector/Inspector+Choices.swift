internal import Feel
internal import FeelTrace
internal import Stage

/// The lines that are no number's: lists, switches and the button, by the pointer and by keys alike.
extension Inspector {
  /// What a line's list offers, and which of it holds.
  struct Options {
    let titles: [String]
    let selected: Int?
    let choice: Choice
  }

  /// What a line's list offers, if it has one.
  func options(of row: Int, _ content: InspectorContent) -> Options? {
    switch rows[row].kind {
    case .preset:
      let presets = ScrollPreset.all
      return Options(
        titles: presets.map(\.title),
        selected: presets.firstIndex { $0.id == content.parameters.preset.id }, choice: .preset)
    case .setting(.theme):
      let names = Theme.Name.allCases
      return Options(
        titles: names.map(\.rawValue), selected: names.firstIndex(of: content.theme),
        choice: .theme)
    case .setting(.zoom):
      let zooms = Preferences.zooms
      return Options(
        titles: zooms.map(Self.percent), selected: zooms.firstIndex(of: content.zoom),
        choice: .zoom)
    case .parameter(let parameter):
      guard case .choice(let words) = parameter.domain else { return nil }
      return Options(
        titles: words.map(Parameter.words),
        selected: words.firstIndex(of: content.parameters.choice(parameter.key)),
        choice: .parameter(parameter))
    case .heading, .comparison, .changes, .setting: return nil
    }
  }

  /// Whether there is something for a button to do.
  static func isEnabled(_ button: Button, _ content: InspectorContent) -> Bool {
    switch button {
    case .undo: content.canUndo
    case .redo: content.canRedo
    default: true
    }
  }

  /// A zoom as people write it: 125 %.
  static func percent(_ zoom: Double) -> String { "\(Int((zoom * 100).rounded())) %" }

  /// Does what a press on a line does that is no number's: it opens the list, or turns the switch.
  mutating func activate(
    _ row: Int, in body: Rect, of window: Size, _ content: InspectorContent
  ) -> [Order] {
    if let options = options(of: row, content) {
      let frame = rows[row].frame(in: body, offset: shownOffset)
      let menu = Menu(
        options.titles, selected: options.selected, below: InspectorRow.choice(in: frame),
        in: window)
      list = (menu, options.choice)
      return []
    }
    switch rows[row].kind {
    case .comparison: return [.compare(!content.isComparing)]
    case .changes: return content.parameters.changed.isEmpty ? [] : [.resetParameters]
    case .heading:
      fold(row, content)
      return []
    case .setting(.forget): return [.forget]
    case .setting(let setting): return [.toggle(setting)]
    case .parameter(let parameter):
      guard case .flag = parameter.domain else { return [] }
      return [.begin, .set(parameter.key, .flag(!content.parameters.flag(parameter.key)))]
    case .preset: return []
    }
  }

  /// What the choice of an item asks for.
  func orders(choosing index: Int, of choice: Choice, named name: String) -> [Order] {
    switch choice {
    case .preset: return [.begin, .preset(ScrollPreset.all[index].id)]
    case .theme: return [.theme(Theme.Name.allCases[index])]
    case .zoom: return [.zoom(Preferences.zooms[index])]
    case .copy: return [.copy(CopyForm.allCases[index])]
    case .file: return [.open(name)]
    case .parameter(let parameter):
      guard case .choice(let words) = parameter.domain else { return [] }
      return [.begin, .set(parameter.key, .choice(words[index]))]
    }
  }

  /// Follows the keys of a line that is no number's, while it has the keyboard.
  mutating func handleLine(
    _ sample: KeySample, _ row: Int, in body: Rect, of window: Size, _ content: InspectorContent
  ) -> KeyOutcome {
    switch sample.key {
    case .space, .return:
      guard !sample.isRepeat else { return .orders([]) }
      reveal(row, in: body, at: sample.time, content)
      return .orders(activate(row, in: body, of: window, content))
    case .up, .down:
      guard let options = options(of: row, content) else { return .ignored }
      let next = (options.selected ?? -1) + (sample.key == .up ? -1 : 1)
      guard options.titles.indices.contains(next) else { return .orders([]) }
      return .orders(
        orders(choosing: next, of: options.choice, named: options.titles[next]))
    default: return .ignored
    }
  }
}
