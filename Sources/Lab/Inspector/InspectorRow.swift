internal import Feel
internal import FeelTrace
internal import Stage

/// One line of the inspector, and where what is in it lies; whether it is shown, and where, is arranged by the values.
struct InspectorRow: Hashable, Sendable {
  /// What a line is about.
  enum Kind: Hashable, Sendable {
    /// The name of what the lines below belong to.
    case heading(String)
    /// Whether a second set is compared with this one.
    case comparison
    /// The laws of scrolling.
    case preset
    /// Those of set B.
    case presetOfB
    /// How many values are set over the preset, and a button that gives them up.
    case changes
    // A declaration is large, and lines are copied for every frame and every event: they share it.
    indirect case parameter(Parameter)
    case preference(Preference)
    /// A button that leaves them to the desktop again.
    case forget
  }

  static let height = 32.0

  let kind: Kind
  /// The heading that a line stands under.
  let group: String?
  /// Whether it is a number's, which has a slider and a field.
  let hasField: Bool
  /// Its top in the panel's content, in points.
  var top = 0.0
  /// Whether it is there: the constants of a law that is not chosen are not.
  var isShown = true

  init(_ kind: Kind) {
    self.kind = kind
    switch kind {
    case .parameter(let parameter):
      (group, hasField) = (parameter.group, parameter.range != nil)
    case .preference, .forget: (group, hasField) = (Self.view, false)
    case .heading(let name): (group, hasField) = (name, false)
    case .comparison, .preset, .presetOfB, .changes: (group, hasField) = (nil, false)
    }
  }

  var height: Double {
    isShown ? isHeading ? 40 : Self.height : 0
  }

  var isHeading: Bool { if case .heading = kind { true } else { false } }

  /// Whether a press anywhere on it does something.
  var hasPress: Bool { kind != .changes }

  /// Whether a double click on its name gives a default back.
  var hasDefault: Bool { parameter != nil || kind == .preset }

  var parameter: Parameter? {
    guard case .parameter(let parameter) = kind else { return nil }
    return parameter
  }

  private static let view = "Preferences"
  /// What the button says that leaves the preferences to the desktop.
  static let forget = "Reset preferences"

  /// The lines for a scene's parameters: what is the scene's own, the laws of scrolling, which are many, and last what is the window's.
  static func rows(of parameters: [Parameter]) -> [InspectorRow] {
    var rows = [Kind.comparison, .preset, .presetOfB, .changes].map(InspectorRow.init)
    let laws = parameters.filter { $0.key.hasPrefix("physics.") }
    let others = parameters.filter { !$0.key.hasPrefix("physics.") }
    var group = ""
    for parameter in others + laws {
      if parameter.group != group {
        group = parameter.group
        rows.append(InspectorRow(.heading(group)))
      }
      rows.append(InspectorRow(.parameter(parameter)))
    }
    rows.append(InspectorRow(.heading(view)))
    rows += Preference.allCases.filter(\.isSetting).map { InspectorRow(.preference($0)) }
    return rows + [InspectorRow(.forget)]
  }

  /// The line's whole place, in a panel body scrolled by an offset.
  func frame(in body: Rect, offset: Double) -> Rect {
    Rect(x: body.minX, y: body.minY + top - offset, width: body.width, height: height)
  }

  /// A part of a line, by what the pointer does there.
  enum Part: Hashable, Sendable {
    /// A name that is dragged to change its number.
    case name
    case field, slider
    case rest

    var cursor: Cursor {
      switch self {
      case .name, .slider: .resizeHorizontal
      case .field: .text
      case .rest: .arrow
      }
    }
  }

  /// What of the line is at a place.
  func part(at location: Vector, in frame: Rect) -> Part {
    guard hasField else { return .rest }
    if Self.field(in: frame).contains(location) { return .field }
    if location.x < Self.label(in: frame).maxX { return .name }
    return location.x < Self.slider(in: frame).maxX + 6 ? .slider : .rest
  }

  /// The part of a line's frame that its name takes: of a wider panel four tenths of what it has more.
  static func label(in frame: Rect) -> Rect {
    let width = (116 + 0.4 * (frame.width - Layout.inspectorWidth)).rounded()
    return Rect(x: frame.minX + 16, y: frame.minY, width: width, height: frame.height)
  }

  /// A number's slider: as high as a press needs.
  static func slider(in frame: Rect) -> Rect {
    let (start, end) = (label(in: frame).maxX + 8, field(in: frame).minX - 12)
    return Rect(x: start, y: frame.midY - 3, width: end - start, height: 6)
  }

  /// A number's field.
  static func field(in frame: Rect) -> Rect {
    Rect(x: frame.maxX - 100, y: frame.minY + 3, width: 84, height: frame.height - 6)
  }

  /// What of a heading's frame is its own: the rest keeps it apart from what is above.
  static func heading(in frame: Rect) -> Rect {
    Rect(x: frame.minX + 8, y: frame.maxY - 27, width: frame.width - 16, height: 26)
  }

  /// The button that gives up what is set over the preset.
  static func reset(in frame: Rect) -> Rect {
    Rect(x: frame.maxX - 84, y: frame.minY + 3, width: 68, height: frame.height - 6)
  }

  /// A choice's button.
  static func choice(in frame: Rect) -> Rect {
    let start = label(in: frame).maxX + 8
    return Rect(
      x: start, y: frame.minY + 3, width: frame.maxX - 16 - start, height: frame.height - 6)
  }

  /// A flag's switch.
  static func toggle(in frame: Rect) -> Rect {
    Rect(x: frame.maxX - 16 - 40, y: frame.midY - 12, width: 40, height: 24)
  }

  // MARK: What it says

  /// The number as the line shows it, if it is a number's.
  func number(_ content: InspectorContent) -> ShownNumber? {
    parameter.flatMap {
      ShownNumber($0, in: content.parameters, isPhysical: content.isPhysical)
    }
  }

  /// What became of a value that is not as it is where nothing is set.
  enum Mark {
    /// It was set, be it to the same.
    case set
    /// What else was set moved it.
    case moved

    init?(of parameter: Parameter, _ number: ShownNumber?, _ parameters: ParameterSet) {
      if parameters.isChanged(parameter.key) {
        self = .set
      } else if number?.isMoved ?? false {
        self = .moved
      } else {
        return nil
      }
    }

    /// The mark in words, after the value and before what is there where nothing is set.
    var words: String {
      switch self {
      case .set: "set over"
      case .moved: "moved from"
      }
    }
  }

  /// Its parameter's value as it shows it, in words that `change(pasting:_:)` reads.
  func valueText(_ content: InspectorContent) -> String? {
    guard let parameter else { return nil }
    return number(content)?.words ?? content.parameters[parameter.key].text
  }

  /// What a pasted text makes of its parameter.
  func change(
    pasting text: String, _ content: InspectorContent
  ) throws(ParameterError) -> SessionChange? {
    guard let parameter else { return nil }
    let line = String(text.prefix { !$0.isNewline })
    let value =
      if let number = number(content) {
        try number.value(parsing: line)
      } else {
        try parameter.value(parsing: line.filter { !$0.isWhitespace }, as: parameter.label)
      }
    return .parameter(parameter.key, value)
  }

  /// How many values are set over the preset, in words.
  ///
  /// While two sets are compared they say that they are those of A, as are all lines below.
  static func changesText(_ content: InspectorContent) -> String {
    let count = content.parameters.changed.count
    if content.isComparing {
      return count == 0 ? "A: same as its preset" : "A: \(count) changed from its preset"
    }
    return count == 0 ? "Same as the preset" : "\(count) changed from the preset"
  }

  /// The values that stay set under another preset, in words.
  static func keptText(_ parameters: ParameterSet) -> String {
    let count = parameters.changed.count
    return count == 1 ? "1 changed value kept" : "\(count) changed values kept"
  }

  /// What it is for, for whoever hovers over it or has the keyboard in it.
  func help(_ content: InspectorContent) -> String {
    switch kind {
    case .heading: return "Click it to fold its lines away, or to show them again."
    case .changes:
      return "What is set over the preset stays set under another one. Reset gives it up."
    case .comparison:
      return
        "B gets the same hand as A, with parameters of its own. Each edit of A runs the last take "
        + "again. \(Keymap.text(.swap)) swaps the two, F7 or ` shows B."
    case .preset:
      let evidence = content.parameters.preset.evidence
      return "\(evidence.system), \(evidence.version). What you change here overrides it."
    case .presetOfB:
      guard let evidence = content.parametersB?.preset.evidence else { return "" }
      return "\(evidence.system), \(evidence.version), in dashes."
    case .parameter(let parameter):
      let parameters = content.parameters
      if let condition = parameter.condition, !parameters.applies(parameter.key) {
        return "It counts for nothing now: only where \(condition.text)."
      }
      if content.idle.contains(parameter.key) {
        return "It changes nothing of what is shown: choose another source."
      }
      let inherited = parameter.shownWord(parameters.inherited(parameter.key).text)
      let help = number(content)?.helpText ?? parameter.helpText(unless: inherited)
      let raised = parameters.raised(of: parameter.key, calling: \.title)
      return (raised.map { "\($0)." } + [help]).joined(separator: " ")
    case .preference(let preference): return preference.help
    case .forget:
      return
        "Look and move as the desktop asks, unzoomed and with letter keys, and keep nothing of these lines."
    }
  }
}
