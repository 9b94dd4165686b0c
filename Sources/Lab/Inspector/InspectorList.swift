internal import Feel
internal import FeelTrace
internal import Stage

/// A list that hangs from the panel until something of it is chosen.
struct InspectorList: Sendable {
  /// What a list chooses.
  enum Choice: Hashable, Sendable {
    case preset, presetOfB
    case parameter(Parameter)
    case preference(Preference)
    case copy
    /// One of those that are behind the second button.
    case more

    /// What the choice of an item asks for.
    func actions(choosing index: Int, named name: String) -> [Action] {
      switch self {
      case .preset: return [.begin, .preset(ScrollPreset.all[index].id)]
      case .presetOfB: return [.presetOfB(ScrollPreset.all[index].id)]
      case .preference(let preference): return [.prefer(preference, preference.values[index])]
      case .copy: return [.copy(CopyForm.allCases[index])]
      case .more: return [InspectorFoot.Offer.allCases[index].action]
      case .parameter(let parameter):
        guard case .choice(let words) = parameter.domain else { return [] }
        return [.begin, .set(parameter.key, .choice(words[index]))]
      }
    }
  }

  /// What a line's list offers, and which of it holds.
  struct Options {
    let titles: [String]
    /// What stands at the end of each, or nothing.
    var notes: [String] = []
    let selected: Int?
    let choice: Choice

    /// The presets, of which a set has one.
    fileprivate static func presets(_ set: ParameterSet?, _ choice: Choice) -> Options {
      let presets = ScrollPreset.all
      return Options(
        titles: presets.map(\.title),
        selected: presets.firstIndex { $0.id == set?.preset.id }, choice: choice)
    }
  }

  var menu: Menu
  let choice: Choice

  /// The forms in which the parameters can be copied.
  static func copyForms(below button: Rect, in window: Size) -> InspectorList {
    InspectorList(
      menu: Menu(CopyForm.allCases.map(\.title), selected: nil, below: button, in: window),
      choice: .copy)
  }

  /// What else can be done with the parameters.
  static func more(
    _ content: InspectorContent, below button: Rect, in window: Size
  ) -> InspectorList {
    let offers = InspectorFoot.Offer.allCases
    let disabled = offers.indices.filter { !offers[$0].isEnabled(content) }
    return InspectorList(
      menu: Menu(
        offers.map(\.title), notes: offers.map { Keymap.text($0.action) },
        disabled: Set(disabled), selected: nil, below: button, in: window),
      choice: .more)
  }
}

extension InspectorRow {
  /// What the line's list offers, if it has one.
  func options(_ content: InspectorContent) -> InspectorList.Options? {
    switch kind {
    case .preset: return .presets(content.parameters, .preset)
    case .presetOfB: return .presets(content.parametersB, .presetOfB)
    case .preference(let preference):
      let value = content.preferences[preference]
      guard preference.isChoice else { return nil }
      return .init(
        titles: preference.values.map(preference.words),
        selected: preference.values.firstIndex { $0 == value }, choice: .preference(preference))
    case .parameter(let parameter):
      guard case .choice(let words) = parameter.domain else { return nil }
      return .init(
        titles: words.map(parameter.shownWord), notes: words.compactMap { parameter.tradeOffs[$0] },
        selected: words.firstIndex(of: content.parameters.choice(parameter.key)),
        choice: .parameter(parameter))
    case .heading, .comparison, .changes, .forget: return nil
    }
  }
}
