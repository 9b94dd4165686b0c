internal import Feel
internal import FeelTrace
internal import Stage

extension InspectorRow {
  /// What the line's list offers, if it has one.
  func options(_ content: InspectorContent) -> [Menu.Item]? {
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
    switch kind {
    case .preset: return presetItems(content.parameters) { [.begin, .preset($0.id)] }
    case .presetOfB: return presetItems(content.parametersB) { [.presetOfB($0.id)] }
    case .preference(let preference):
      guard preference.isChoice else { return nil }
      let (values, value) = (preference.values, content.preferences[preference])
      return items(values.map(preference.words), chosen: values.firstIndex { $0 == value }) {
        [.prefer(preference, values[$0])]
      }
    case .parameter(let parameter):
      guard case .choice(let words) = parameter.domain else { return nil }
      return items(
        words.map(parameter.shownWord),
        chosen: words.firstIndex(of: content.parameters.choice(parameter.key)),
        notes: words.compactMap { parameter.tradeOffs[$0] }
      ) { [.begin, .set(parameter.key, .choice(words[$0]))] }
    case .heading, .comparison, .changes, .forget: return nil
    }
  }
}

extension InspectorFoot.Button {
  /// What a button offers.
  func items(_ content: InspectorContent) -> [Menu.Item] {
    switch self {
    case .copy: CopyForm.allCases.map { Menu.Item($0.title, [.copy($0)]) }
    case .more:
      InspectorFoot.Offer.allCases.map { offer in
        var item = Menu.Item(offer.title, offer.action)
        item.isDisabled = !offer.isEnabled(content)
        return item
      }
    }
  }
}
