internal import CAccessibility
internal import Lab
internal import Stage

/// An element in ATK's terms.
extension AccessibilityElement {
  /// Its role, by ATK's number.
  var atkRole: Int {
    switch role {
    case .window: CARoleFrame
    case .group: CARolePanel
    case .toolbar: CARoleToolBar
    case .button: CARoleButton
    case .switch: CARoleToggleButton
    case .slider, .carousel: CARoleSlider
    case .spinButton: CARoleSpinButton
    case .comboBox: CARoleComboBox
    case .textField: CARoleEntry
    case .list: CARoleList
    case .tabList: CARolePageTabList
    case .tab: CARolePageTab
    case .figure: CARoleChart
    case .table: CARoleTable
    case .row: CARoleTableRow
    case .menu: CARolePopupMenu
    case .menuItem: CARoleMenuItem
    }
  }

  /// What it can do.
  var kinds: Int {
    var kinds = offers.isEmpty ? 0 : CAKindAction
    if role == .window { kinds |= CAKindWindow }
    if range != nil, role != .textField { kinds |= CAKindValue }
    if isEditable { kinds |= CAKindText | CAKindEdit }
    if role == .comboBox { kinds |= CAKindText }
    return kinds
  }

  /// Whether its text is typed.
  var isEditable: Bool { role == .textField || role == .spinButton }

  /// What it looks like, and says that neither a number nor a text does.
  var described: String {
    let value = kinds & (CAKindValue | CAKindText) == 0 ? self.value : ""
    return [value, details].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// What it can be asked to do, by name, with the keys that do it from anywhere: a screen reader
  /// speaks them, but not those that every control has.
  var offers: [(name: String, keys: String, request: AssistiveRequest)] {
    let first = actions.first?.keys ?? ""
    let keys = first.hasPrefix("Space") || first.contains { "←↑→↓".contains($0) } ? "" : first
    switch role {
    case .button where range != nil: return [("hold", keys, .hold)]
    case .button, .switch, .tab, .menuItem, .comboBox: return [("press", keys, .press)]
    case .row: return actions.isEmpty ? [] : [("press", "", .press)]
    case .textField: return [("activate", keys, .press)]
    case .slider, .spinButton, .carousel, .list, .tabList:
      return [("increment", "", .step(1)), ("decrement", "", .step(-1))]
    case .window, .group, .toolbar, .figure, .table, .menu: return []
    }
  }

  /// Its states, as bits of ATK's numbers; `isActive` says whether the window has the keyboard.
  func atkStates(isActive: Bool) -> UInt64 {
    var states = [CAStateVisible]
    if !self.states.contains(.offscreen) { states.append(CAStateShowing) }
    if !self.states.contains(.disabled) { states += [CAStateEnabled, CAStateSensitive] }
    if role == .window, isActive { states.append(CAStateActive) }
    if !offers.isEmpty || role == .figure { states.append(CAStateFocusable) }
    if self.states.contains(.focused), isActive { states.append(CAStateFocused) }
    if role == .switch { states.append(CAStateCheckable) }
    if [.tab, .row, .menuItem].contains(role) { states.append(CAStateSelectable) }
    if isEditable { states += [CAStateEditable, CAStateSingleLine, CAStateSelectableText] }
    let truths: KeyValuePairs = [
      State.busy: CAStateBusy, .checked: CAStateChecked, .pressed: CAStatePressed,
      .selected: CAStateSelected, .invalid: CAStateInvalidEntry,
    ]
    for (state, number) in truths where self.states.contains(state) { states.append(number) }
    return states.reduce(0) { $0 | 1 << UInt64($1) }
  }
}
