internal import Feel
internal import FeelTrace
internal import Stage

/// The line of buttons at the panel's foot: each opens a list.
struct InspectorFoot: Sendable {
  /// A button, left to right.
  enum Button: Int, Hashable, Sendable, CaseIterable {
    case copy, more

    /// Its name.
    var name: String {
      switch self {
      case .copy: "Copy"
      case .more: "More"
      }
    }

    var help: String {
      switch self {
      case .copy:
        "Copy what is set over the preset, or all, as Swift, flags or JSON. Ctrl+C copies Swift, Ctrl+Shift+C flags."
      case .more: "Paste, save and open parameters, undo edits, and reset."
      }
    }

    /// Its place in a panel.
    func frame(in panel: Rect) -> Rect {
      let (y, height) = (panel.maxY - 40, 32.0)
      if InspectorFoot.isBeside(in: panel) {
        let foot = InspectorFoot.frame(in: panel)
        return Rect(
          x: foot.minX + 12, y: self == .copy ? foot.minY + 12 : foot.minY + 52, width: 88,
          height: height)
      }
      return switch self {
      case .copy: Rect(x: panel.minX + 16, y: y, width: 88, height: height)
      case .more: Rect(x: panel.maxX - 16 - 40, y: y, width: 40, height: height)
      }
    }
  }

  /// What the second button offers, in order.
  enum Offer: CaseIterable, Sendable {
    case paste, save, open, undo, redo, reset, resetEverything

    var title: String {
      switch self {
      case .paste: "Paste parameters"
      case .save: "Save parameters"
      case .open: "Open a file"
      case .undo: "Undo"
      case .redo: "Redo"
      case .reset: "Reset parameters"
      case .resetEverything: "Reset everything"
      }
    }

    var action: Action {
      switch self {
      case .paste: .pasteParameters
      case .save: .saveParameters
      case .open: .chooseFile
      case .undo: .undo
      case .redo: .redo
      case .reset: .resetParameters
      case .resetEverything: .resetEverything
      }
    }

    /// Whether there is something for it to do.
    func isEnabled(_ content: InspectorContent) -> Bool {
      switch self {
      case .undo: content.canUndo
      case .redo: content.canRedo
      case .reset: !content.parameters.changed.isEmpty
      case .paste, .save, .open, .resetEverything: true
      }
    }
  }

  /// How many lines of help a high panel has above the buttons.
  static let helpLines = 4
  // How high it is below the lines, in points: the buttons, and the help above them.
  private static let height = 48.0
  private static let helpHeight = 15 * Double(helpLines) + 11
  // How high a panel is at least that has room for the help; what a lower one has to say stands in the hint line.
  private static let leastWithHelp = 480.0
  // How wide it is beside them.
  private static let width = 112.0

  /// Whether it stands beside the lines rather than below them, as in a panel that lies along the window's bottom.
  static func isBeside(in panel: Rect) -> Bool { panel.minX == 0 }

  /// Whether it says in words what is under the pointer or has the keyboard.
  static func hasHelp(in panel: Rect) -> Bool {
    !isBeside(in: panel) && panel.height >= leastWithHelp
  }

  /// How much of a panel is not its lines'.
  static func frame(in panel: Rect) -> Rect {
    guard !isBeside(in: panel) else {
      return Rect(x: panel.maxX - width, y: panel.minY, width: width, height: panel.height)
    }
    let height = hasHelp(in: panel) ? height + helpHeight : height
    return Rect(x: panel.minX, y: panel.maxY - height, width: panel.width, height: height)
  }

  private var pushes = [PushButton](repeating: PushButton(), count: Button.allCases.count)
  /// The button under the pointer.
  private(set) var hovered: Button?

  /// Whether a press holds one.
  var isPressed: Bool { pushes.contains { $0.isPressed } }

  /// How a button looks.
  subscript(button: Button) -> PushButton { pushes[button.rawValue] }

  /// Follows the pointer; answers the button that this was the click of.
  mutating func handle(_ sample: PointerSample, in panel: Rect) -> Button? {
    var clicked: Button?
    for button in Button.allCases {
      pushes[button.rawValue].place(in: button.frame(in: panel), at: sample.time)
      if pushes[button.rawValue].handle(sample) { clicked = button }
    }
    hovered = Button.allCases.first { self[$0].isHovered }
    return clicked
  }

  /// Abandons a press.
  mutating func cancel() {
    for index in pushes.indices { pushes[index].cancel() }
  }

  /// Whether the picture changes by time alone.
  func isMoving(at now: Instant) -> Bool { pushes.contains { $0.isMoving(at: now) } }
}
