internal import Feel
internal import Kit
internal import Stage

/// The parameter panel: a row for each, with a slider, field, list or switch.
///
/// Values come from the session; the panel's own state is the folded headings and the edit in
/// progress.
struct Inspector: Hashable, Sendable {
  /// The subject of a row or a button.
  enum Line: Hashable, Sendable {
    /// A group's heading; a press folds its rows away.
    case heading(String)
    /// The preset, and set B's.
    case preset, presetOfB
    /// The number of changed values, and a button that resets them.
    case changes
    /// A parameter, by its key.
    case parameter(String)
    case preference(Preference)
    /// A button that resets the preferences to the desktop's.
    case forget
    /// The buttons at the foot, which open lists.
    case copy, more

    var id: String {
      switch self {
      case .heading(let name): "group.\(name)"
      case .preset: "preset"
      case .presetOfB: "preset.b"
      case .changes: "changes.reset"
      case .parameter(let key): key
      case .preference(let preference): "view.\(preference)"
      case .forget: "view.forget"
      case .copy: "parameters.copy"
      case .more: "parameters.more"
      }
    }
  }

  /// Requests of the panel's elements.
  enum Ask: Hashable, Sendable {
    case line(Line)
    /// Reset to the default.
    case reset(Line)
  }

  /// The panel's own state, independent of the scene.
  struct State: Hashable, Sendable {
    /// Headings whose rows are folded away.
    var folded: Set<String> = []
    /// The edit by keys, wheel or drag, until the field loses the focus or the drag ends.
    var edit: Edit?
    /// The rejected input.
    var complaint: Complaint?
  }

  /// An edit in progress, which Escape reverts.
  struct Edit: Hashable, Sendable {
    let key: String
    let before: ParameterValue
    let isDrag: Bool
    /// Whether the value before the edit is on the undo stack.
    var isRecorded = false
  }

  /// Why the input in a parameter's field was rejected.
  struct Complaint: Hashable, Sendable {
    let key: String
    let words: String
  }

  // Minimum height of the rows' area for headings and the row of changes to be shown.
  private static let leastSpacious = 170.0

  let parameters: ParameterSet
  /// Set B, while two sets are compared.
  let parametersB: ParameterSet?
  /// Keys of parameters without effect on what the scene shows.
  let idle: Set<String>
  let settings: Preferences
  let ownPresets: [OwnPreset]
  /// Its frame, in points of the window.
  let frame: Rect
  var state: State

  var isComparing: Bool { parametersB != nil }

  /// Whether springs are shown by frequency and damping instead of duration and bounce.
  var isPhysical: Bool { settings.isOn(.springs) ?? false }

  /// Title of a set's preset, as named by the user if it is theirs.
  func presetTitle(of set: ParameterSet) -> String {
    ownPresets.holding(set)?.name ?? set.preset.shownTitle
  }

  func parameter(_ key: String) -> Parameter? { try? parameters.parameter(key) }

  func number(_ parameter: Parameter) -> ShownNumber? {
    ShownNumber(parameter, in: parameters, isPhysical: isPhysical)
  }

  // MARK: Rows

  /// The rows in order: scrolling laws, the scene's own parameters, then the window's preferences.
  var lines: [Line] {
    var lines: [Line] = [.preset]
    if isComparing { lines.append(.presetOfB) }
    if isSpacious { lines.append(.changes) }
    let laws = parameters.parameters.filter { $0.key.hasPrefix("physics.") }
    let others = parameters.parameters.filter { !$0.key.hasPrefix("physics.") }
    var group = ""
    for parameter in laws + others {
      if isSpacious, parameter.group != group { lines.append(.heading(parameter.group)) }
      group = parameter.group
      if isShown(parameter) { lines.append(.parameter(parameter.key)) }
    }
    let preferences = Words.Inspector.preferences
    if isSpacious { lines.append(.heading(preferences)) }
    guard !isSpacious || !state.folded.contains(preferences) else { return lines }
    return lines + Preference.allCases.filter(\.isSetting).map(Line.preference) + [.forget]
  }

  /// Whether there is room for headings; without headings nothing is folded away.
  var isSpacious: Bool { room.height >= Self.leastSpacious }

  /// Whether a parameter is visible: it applies under the current choices, or was set although it
  /// does not.
  private func isShown(_ parameter: Parameter) -> Bool {
    guard !isSpacious || !state.folded.contains(parameter.group) else { return false }
    if parameters.isChanged(parameter.key) { return true }
    return parameters.applies(parameter.key) && (isPhysical || parameter.form != .constant)
  }

  /// Whether every parameter under a heading is without effect on what the scene shows.
  func isIdle(_ group: String) -> Bool {
    let keys = parameters.parameters.filter { $0.group == group }.map(\.key)
    return !idle.isEmpty && !keys.isEmpty && keys.allSatisfy(idle.contains)
  }

  // MARK: Actions

  /// Handles a gesture on an element; returns the resulting commands for the session.
  ///
  /// - Parameter isHeld: whether a pointer holds the element.
  mutating func handle(_ ask: Ask, _ gesture: Gesture, isHeld: Bool) -> [Session.Command] {
    switch (ask, gesture) {
    case (.reset(.preset), _): [.begin, .change(.preset(.uikit))]
    case (.reset(.parameter(let key)), _): [.begin, .change(.parameter(key, nil))]
    case (.line(let line), .pressed): press(line)
    case (.line(.parameter(let key)), .stepped(let step)) where parameter(key)?.range != nil:
      self.step(key, step, isHeld: isHeld)
    case (.line(let line), .stepped(let step)): choose(line, step)
    case (.line(.parameter(let key)), .slid(let slide)): self.slide(key, slide)
    case (.line(.parameter(let key)), .dismissed): revert(key)
    default: []
    }
  }

  private mutating func press(_ line: Line) -> [Session.Command] {
    switch line {
    case .heading(let group): state.folded.formSymmetricDifference([group])
    case .changes: return [.resetParameters]
    case .forget: return [.forget]
    case .preference(let preference):
      return [.prefer(preference, .flag(!(settings.isOn(preference) ?? false)))]
    case .parameter(let key):
      guard case .flag(let isOn) = parameters[key] else { break }
      return [.begin, .change(.parameter(key, .flag(!isOn)))]
    case .preset, .presetOfB, .copy, .more: break
    }
    return []
  }

  /// Chooses the previous or next item of a list.
  private func choose(_ line: Line, _ step: Gesture.Step) -> [Session.Command] {
    guard let options = options(line), let last = options.indices.last else { return [] }
    let present = options.firstIndex(where: \.isChosen) ?? -1
    // The up arrow moves to the item above.
    let next =
      step.count.isFinite
      ? min(max(0, present - Int(step.count)), last) : step.count < 0 ? 0 : last
    return next == present ? [] : options[next].commands
  }

  private mutating func step(_ key: String, _ step: Gesture.Step, isHeld: Bool) -> [Session.Command]
  {
    guard let number = parameter(key).flatMap(number) else { return [] }
    if state.edit?.key != key || step.begins && isHeld {
      state.edit = Edit(key: key, before: parameters[key], isDrag: isHeld)
    } else if step.begins {
      state.edit?.isRecorded = false
    }
    state.complaint = nil
    let shown =
      step.count.isFinite
      ? number.parameter.number(number.number, steppedBy: step.count)
      : number.parameter.number(atShare: step.count < 0 ? 0 : 1)
    return shown == number.number ? [] : set(key, to: number.value(shown))
  }

  private mutating func slide(_ key: String, _ slide: Gesture.Slide) -> [Session.Command] {
    switch slide {
    case .began: state.edit = Edit(key: key, before: parameters[key], isDrag: true)
    case .set(let share):
      guard let number = parameter(key).flatMap(number) else { break }
      return set(key, to: number.value(number.parameter.number(atShare: share)))
    case .cancelled: return revert(key)
    case .moved, .ended: break
    }
    return []
  }

  /// Sets a value; all changes of one edit are undone together.
  private mutating func set(_ key: String, to value: ParameterValue) -> [Session.Command] {
    guard value != parameters[key] else { return [] }
    defer { state.edit?.isRecorded = true }
    return (state.edit?.isRecorded ?? false ? [] : [.begin]) + [.change(.parameter(key, value))]
  }

  /// Restores the value from before the edit; values set by keys can be restored by undo.
  private mutating func revert(_ key: String) -> [Session.Command] {
    defer { state.edit = nil }
    guard let edit = state.edit, edit.key == key, parameters[key] != edit.before else { return [] }
    return (edit.isDrag ? [] : [.begin]) + [.change(.parameter(key, edit.before))]
  }

  // MARK: Text of values

  /// A parameter's value as shown, in text that `value(of:parsing:)` reads.
  func words(_ key: String) -> String? {
    parameter(key).map { number($0)?.words ?? parameters[key].text }
  }

  /// The settings that pasted or typed spring notation of another library gives for a parameter's
  /// spring; `nil` for any other text, and if the parameter belongs to no spring.
  func settings(of key: String, parsing text: String) throws(ParameterError) -> [ParameterSetting]?
  {
    guard try parameters.parameter(key).form != nil, let dot = key.lastIndex(of: "."),
      let reading = (try? MotionNotation.read(text))?.readings.first
    else { return nil }
    let settings = reading.springSettings(of: String(key[..<dot]), in: parameters)
    for setting in settings ?? [] {
      // Only check that it is valid: the session changes the set.
      try parameters.parameter(setting.key).require(setting.value)
    }
    return settings
  }

  /// The value that pasted or typed text gives a parameter.
  func value(of key: String, parsing text: String) throws(ParameterError) -> ParameterValue {
    let parameter = try parameters.parameter(key)
    let line = String(text.prefix { !$0.isNewline })
    if let number = number(parameter) { return try number.value(parsing: line) }
    return try parameter.value(
      parsing: line.filter { !$0.isWhitespace }, as: translated(parameter.label))
  }
}
