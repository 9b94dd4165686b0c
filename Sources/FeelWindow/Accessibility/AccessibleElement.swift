internal import CAccessibility
internal import Lab
internal import Stage

extension AccessibilityElement {
  /// The role as ATK's number.
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

  /// The ATK interfaces that the element supports.
  var kinds: Int {
    var kinds = offers.isEmpty ? 0 : CAKindAction
    if role == .window { kinds |= CAKindWindow }
    if range != nil, role != .textField { kinds |= CAKindValue }
    if isEditable { kinds |= CAKindText | CAKindEdit }
    if role == .comboBox { kinds |= CAKindText }
    return kinds
  }

  var isEditable: Bool { role == .textField || role == .spinButton }

  /// The parts of the value and the details that neither its number nor its text contains.
  var described: String {
    let value = kinds & (CAKindValue | CAKindText) == 0 ? self.value : ""
    return [value, details].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// Its actions by name, with a key that works from anywhere: a screen reader speaks the key, so
  /// keys that every control has are left out.
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

  /// Its states as bits of ATK's numbers; `isActive` is whether the window has the focus.
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
