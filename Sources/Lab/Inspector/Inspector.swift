internal import Feel
internal import Kit
internal import Stage

/// The panel of the scene's parameters: a line each, with a slider, a field, a list or a switch.
///
/// Its values are the session's; its own are the folded headings and what is being edited.
struct Inspector: Hashable, Sendable {
  /// What a line or a button is about.
  enum Line: Hashable, Sendable {
    /// The name of what the lines below belong to; a press folds them away.
    case heading(String)
    /// The laws of scrolling, and those of set B.
    case preset, presetOfB
    /// How many values are set over the preset, and a button that gives them up.
    case changes
    /// A parameter, by its key.
    case parameter(String)
    case preference(Preference)
    /// A button that leaves the preferences to the desktop.
    case forget
    /// The buttons at the foot, which open lists.
    case copy, more

    /// The name of its element.
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

  /// What its elements ask for.
  enum Ask: Hashable, Sendable {
    case line(Line)
    /// To be what it is unless set.
    case reset(Line)
  }

  /// What is the panel's own, whatever the scene.
  struct State: Hashable, Sendable {
    /// The headings whose lines are folded away.
    var folded: Set<String> = []
    /// What keys, wheel or a drag edit, until the field loses the keyboard or the hand lets go.
    var edit: Edit?
    /// What was entered in vain.
    var complaint: Complaint?
  }

  /// An edit that Escape gives back.
  struct Edit: Hashable, Sendable {
    let key: String
    let before: ParameterValue
    let isDrag: Bool
    /// Whether what was there before can be undone to.
    var isRecorded = false
  }

  /// What is wrong with what was entered in a parameter's field.
  struct Complaint: Hashable, Sendable {
    let key: String
    let words: String
  }

  // How high the lines' room is at least in which there are headings and a line for all changes.
  private static let leastSpacious = 170.0

  let parameters: ParameterSet
  /// Set B, while two sets are compared.
  let parametersB: ParameterSet?
  /// The keys that change nothing of what the scene shows.
  let idle: Set<String>
  /// The settings of the window.
  let settings: Preferences
  /// The presets that the user has kept.
  let ownPresets: [OwnPreset]
  /// Where it lies, in points of the window.
  let frame: Rect
  var state: State

  var isComparing: Bool { parametersB != nil }

  /// Whether springs are shown by frequency and damping.
  var isPhysical: Bool { settings.isOn(.springs) ?? false }

  /// What the preset of a set is called: by the user, where it is one of theirs.
  func presetTitle(of set: ParameterSet) -> String {
    ownPresets.holding(set)?.name ?? set.preset.shownTitle
  }

  func parameter(_ key: String) -> Parameter? { try? parameters.parameter(key) }

  func number(_ parameter: Parameter) -> ShownNumber? {
    ShownNumber(parameter, in: parameters, isPhysical: isPhysical)
  }

  // MARK: Its lines

  /// What is shown, in order: the laws of scrolling, the scene's own parameters, and last what is
  /// the window's.
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

  /// Whether there is room for headings, without which nothing is folded away.
  var isSpacious: Bool { room.height >= Self.leastSpacious }

  /// Whether a parameter has a meaning as the choices are, or was set without one.
  private func isShown(_ parameter: Parameter) -> Bool {
    guard !isSpacious || !state.folded.contains(parameter.group) else { return false }
    if parameters.isChanged(parameter.key) { return true }
    return parameters.applies(parameter.key) && (isPhysical || parameter.form != .constant)
  }

  /// Whether all that is under a heading changes nothing of what the scene shows.
  func isIdle(_ group: String) -> Bool {
    let keys = parameters.parameters.filter { $0.group == group }.map(\.key)
    return !idle.isEmpty && !keys.isEmpty && keys.allSatisfy(idle.contains)
  }

  // MARK: What is done

  /// Follows what was done to an element; answers what it asks of the session.
  ///
  /// - Parameter isHeld: whether a hand holds it.
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

  /// Chooses the word of a list before or after.
  private func choose(_ line: Line, _ step: Gesture.Step) -> [Session.Command] {
    guard let options = options(line), let last = options.indices.last else { return [] }
    let present = options.firstIndex(where: \.isChosen) ?? -1
    // The arrow up goes to the one above.
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

  /// Sets a value; all that one edit sets is undone as a whole.
  private mutating func set(_ key: String, to value: ParameterValue) -> [Session.Command] {
    guard value != parameters[key] else { return [] }
    defer { state.edit?.isRecorded = true }
    return (state.edit?.isRecorded ?? false ? [] : [.begin]) + [.change(.parameter(key, value))]
  }

  /// Gives back what the value was before it was edited; what keys have set can be undone to.
  private mutating func revert(_ key: String) -> [Session.Command] {
    defer { state.edit = nil }
    guard let edit = state.edit, edit.key == key, parameters[key] != edit.before else { return [] }
    return (edit.isDrag ? [] : [.begin]) + [.change(.parameter(key, edit.before))]
  }

  // MARK: Words for values

  /// A parameter's value as it shows it, in words that `value(of:parsing:)` reads.
  func words(_ key: String) -> String? {
    parameter(key).map { number($0)?.words ?? parameters[key].text }
  }

  /// What a spring that was pasted or typed for another library makes of the one that a parameter
  /// is of; `nil` for other text, and where there is no spring.
  func settings(of key: String, parsing text: String) throws(ParameterError) -> [ParameterSetting]?
  {
    guard try parameters.parameter(key).form != nil, let dot = key.lastIndex(of: "."),
      let reading = (try? MotionNotation.read(text))?.readings.first
    else { return nil }
    let settings = reading.springSettings(of: String(key[..<dot]), in: parameters)
    for setting in settings ?? [] {
      // Whether it can be: the set itself is changed by the session.
      try parameters.parameter(setting.key).require(setting.value)
    }
    return settings
  }

  /// What a text that was pasted or typed makes of a parameter.
  func value(of key: String, parsing text: String) throws(ParameterError) -> ParameterValue {
    let parameter = try parameters.parameter(key)
    let line = String(text.prefix { !$0.isNewline })
    if let number = number(parameter) { return try number.value(parsing: line) }
    return try parameter.value(
      parsing: line.filter { !$0.isWhitespace }, as: translated(parameter.label))
  }
}
