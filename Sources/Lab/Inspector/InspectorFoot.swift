internal import Feel
internal import FeelTrace
internal import Stage

/// The buttons at the panel's foot.
struct InspectorFoot: Sendable {
  /// A button, in reading order.
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

    /// Whether there is something for it to do.
    func isEnabled(_ content: InspectorContent) -> Bool {
      switch self {
      case .undo: content.canUndo
      case .redo: content.canRedo
      default: true
      }
    }

    /// Its place in a panel: two rows of four.
    func frame(in panel: Rect) -> Rect {
      let (row, column) = (rawValue / 4, rawValue % 4)
      let width = (panel.width - 32 - 24) / 4
      return Rect(
        x: panel.minX + 16 + Double(column) * (width + 8),
        y: panel.maxY - 84 + Double(row) * 38, width: width, height: 32)
    }
  }

  /// How much of a panel is not its lines', in points.
  static let height = 148.0

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
      pushes[button.rawValue].frame = button.frame(in: panel)
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
