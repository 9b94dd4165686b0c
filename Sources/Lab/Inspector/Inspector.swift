internal import Feel
internal import FeelTrace
internal import Stage

/// The panel of the scene's parameters: one line each, by slider, field, list or switch.
///
/// It changes nothing itself: it answers what its session is to do, and shows the values that the session has.
struct Inspector: Sendable {
  /// What an event asks of the session.
  typealias Order = Action

  /// A button at the panel's foot, in reading order.
  enum Button: Int, Hashable, Sendable, CaseIterable {
    case copy, paste, save, open, undo, redo, reset, resetAll

    var title: String {
      switch self {
      case .copy: "Copy ▾"
      case .paste: "Paste"
      case .save: "Save"
      case .open: "Open ▾"
      case .undo: "Undo"
      case .redo: "Redo"
      case .reset: "Reset"
      case .resetAll: "Reset all"
      }
    }

    /// What a click does; Copy opens a list first.
    var action: Action {
      switch self {
      case .copy: .copy(.swift)
      case .paste: .pasteParameters
      case .save: .saveParameters
      case .open: .openParameters
      case .undo: .undo
      case .redo: .redo
      case .reset: .resetParameters
      case .resetAll: .resetEverything
      }
    }

    /// The title without its arrow.
    var name: String { title.hasSuffix(" ▾") ? String(title.dropLast(2)) : title }

    var help: String {
      switch self {
      case .copy:
        "Copy what is set over the preset, or all, as Swift, flags or JSON. Ctrl+C copies Swift, Ctrl+Shift+C flags."
      case .paste: "Take copied flags or JSON as this scene's values. Ctrl+V"
      case .save: "Save these values as a file that Open and --params read. Ctrl+S"
      case .open: "Take the values of a saved file. Ctrl+O"
      case .undo: "Undo the last edit. Ctrl+Z"
      case .redo: "Do again what was undone. Ctrl+Shift+Z"
      case .reset: "Give every parameter of this scene back what the preset says."
      case .resetAll:
        "Every parameter of every scene, the stage and its speed as at the start. Ctrl+Shift+R"
      }
    }
  }

  /// What a list that hangs from the panel chooses.
  enum Choice: Hashable, Sendable {
    case preset
    case parameter(Parameter)
    case theme
    case zoom
    case copy
    case file
  }

  /// A press on a line's name: a drag of it moves its number finely.
  struct LabelDrag: Hashable, Sendable {
    let row: Int
    /// What the line's parameter was, if it is one's.
    let start: ParameterValue?
    var x: Double
    var steps: Double
    var hasMoved = false
  }

  /// Turns of the wheel in a line's field, one edit as long as they follow each other.
  struct WheelTurn: Hashable, Sendable {
    let row: Int
    var time: Instant
    /// The part of a notch that has not counted yet.
    var rest = 0.0
    /// Whether one has.
    var hasMoved = false
  }

  /// How soon a turn of the wheel belongs to the one before, in seconds.
  static let turnTime = 0.5
  static let footHeight = 148.0

  private(set) var rows: [InspectorRow]
  // The headings whose lines are folded away.
  private(set) var folded: Set<String> = []
  var sliders: [ProgressSlider]
  var buttons = [PushButton](repeating: PushButton(), count: Button.allCases.count)
  var scroll: ScrollView
  // Whether there is something to give up.
  private var hasChanges = false
  // How high all the lines are together, in points.
  private(set) var length = 0.0
  /// How far the lines were scrolled when the last event came, in points.
  var shownOffset = 0.0
  /// Where the keyboard scrolled them to, unless they were scrolled by hand since.
  var destination: Double?
  var list: (menu: Menu, choice: Choice)?
  /// The line under the pointer, and the button.
  var hoveredRow: Int?
  var hoveredButton: Button?
  /// The line that has the keyboard, and what is typed into it, if something is.
  var focusedRow: Int?
  /// The button that has the keyboard, where no line has.
  var focusedButton: Button?
  var typed: LineEditor?
  /// What was wrong with what was typed.
  var message: String?
  /// What the value was before keys and wheel moved it, since its line has the keyboard or it was entered.
  var editStart: ParameterValue?
  var turn: WheelTurn?
  /// When the wheel last scrolled the lines.
  var lastScroll: Instant?
  var labelDrag: LabelDrag?
  var lastClick: (row: Int, time: Instant)?
  /// The line whose slider a press holds, and what its value was.
  var heldSlider: Int?
  var heldStart: ParameterValue?

  init(_ parameters: ParameterSet, isPhysical: Bool, folded: Set<String> = []) {
    rows = InspectorRow.rows(of: parameters.parameters)
    self.folded = folded
    sliders = rows.map { _ in
      ProgressSlider(frame: .zero, heights: .init(resting: 4, hovered: 6, pressed: 8))
    }
    scroll = ScrollView(frame: Rect(x: 0, y: 0, width: 100, height: 100), contentLength: 1)
    scroll.isMouseDragEnabled = false
    arrange(for: parameters, isPhysical: isPhysical)
  }

  /// Shows the lines that have a meaning as the choices are, and those that were set without one.
  mutating func arrange(for parameters: ParameterSet, isPhysical: Bool) {
    var top = 8.0
    for index in rows.indices {
      rows[index].isShown = isShown(rows[index], parameters, isPhysical)
      rows[index].top = top
      top += rows[index].height
    }
    length = top + 8
    hasChanges = !parameters.changed.isEmpty
    if !hasChanges, let row = focusedRow, rows[row].kind == .changes { focus(nil) }
    if let row = focusedRow, !rows[row].isShown { focus(nil) }
    if let row = hoveredRow, !rows[row].isShown { hoveredRow = nil }
  }

  private func isShown(
    _ row: InspectorRow, _ parameters: ParameterSet, _ isPhysical: Bool
  ) -> Bool {
    if let group = row.group, !row.isHeading, folded.contains(group) { return false }
    guard let parameter = row.parameter else { return true }
    if parameters.isChanged(parameter.key) { return true }
    return parameters.applies(parameter.key) && (isPhysical || parameter.form != .constant)
  }

  /// Folds the lines under a heading away, or shows them again.
  mutating func fold(_ row: Int, _ content: InspectorContent) {
    guard case .heading(let group) = rows[row].kind else { return }
    folded.formSymmetricDifference([group])
    arrange(for: content.parameters, isPhysical: content.settings.contains(.springs))
  }

  /// How many of the values under a heading are set over the preset.
  func changes(under group: String, _ parameters: ParameterSet) -> Int {
    rows.count { row in
      row.group == group && (row.parameter.map { parameters.isChanged($0.key) } ?? false)
    }
  }

  /// The place of the lines in a panel.
  static func body(in panel: Rect) -> Rect {
    Rect(
      x: panel.minX, y: panel.minY, width: panel.width,
      height: max(1, panel.height - footHeight))
  }

  /// A button's place in a panel: two rows of four.
  static func frame(of button: Button, in panel: Rect) -> Rect {
    let (row, column) = (button.rawValue / 4, button.rawValue % 4)
    let width = (panel.width - 32 - 24) / 4
    return Rect(
      x: panel.minX + 16 + Double(column) * (width + 8),
      y: panel.maxY - 84 + Double(row) * 38, width: width, height: 32)
  }

  /// The lines that take the keyboard: all that are shown and can be used.
  var stops: [Int] {
    rows.indices.filter { rows[$0].isShown && (hasChanges || rows[$0].kind != .changes) }
  }

  /// The number of a line as it is shown, if it is a number's.
  func number(of row: Int, _ content: InspectorContent) -> ShownNumber? {
    rows[row].parameter.flatMap {
      ShownNumber(
        $0, in: content.parameters, isPhysical: content.settings.contains(.springs))
    }
  }

  /// Whether a line or a button has the keyboard.
  var hasKeyboard: Bool { focusedRow != nil || focusedButton != nil }

  /// Whether what is typed goes into the field of the line that has the keyboard.
  var isTyping: Bool { focusedRow.map { rows[$0].hasField } ?? false }

  /// Gives the keyboard to a line, or to none; what was typed is left.
  mutating func focus(_ row: Int?) {
    (focusedRow, focusedButton, typed, message) = (row, nil, nil, nil)
    editStart = nil
  }

  var deadline: Instant? { scroll.deadline }

  mutating func advance(to now: Instant) {
    _ = scroll.advance(to: now)
  }

  /// Whether the picture changes by time alone.
  func isMoving(at now: Instant) -> Bool {
    scroll.isMoving(at: now) || sliders.contains { $0.isMoving(at: now) }
      || buttons.contains { $0.isMoving(at: now) }
  }

  var cursor: Cursor? {
    if list != nil { return .arrow }
    if heldSlider != nil || labelDrag.map({ rows[$0.row].hasField }) ?? false {
      return .resizeHorizontal
    }
    if hoveredButton != nil { return .pointer }
    return nil
  }
}
