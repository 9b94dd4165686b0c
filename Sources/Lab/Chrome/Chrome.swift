internal import Feel
internal import Stage

/// What surrounds the stage: the bar with the scenes' tabs and the buttons that are always there, the hint line, the help.
///
/// It lives in the session's time: slow motion and pause are the stage's alone.
struct Chrome: Sendable {
  /// A button of the bar, left to right: the first stands before the tabs, the others at the bar's end.
  enum Button: Int, Hashable, Sendable, CaseIterable {
    case menu, record, pause, reset, compare, timeline, inspector, theme, help

    var name: String {
      switch self {
      case .menu: "FeelLab"
      case .record: "Record"
      case .pause: "Pause the stage"
      case .reset: "Restart scene"
      case .compare: "Compare"
      case .timeline: "Timeline"
      case .inspector: "Parameters"
      case .theme: "Light or dark"
      case .help: "Keys and help"
      }
    }

    /// What a click does.
    var action: Action {
      switch self {
      case .menu: .offerMenu
      case .record: .toggleRecording
      case .pause: .togglePause
      case .reset: .restart
      case .compare: .offerComparison
      case .timeline: .toggleTimeline
      case .inspector: .toggleInspector
      case .theme: .toggleTheme
      case .help: .toggleHelp
      }
    }

    var tooltip: String {
      switch self {
      case .menu: "Open, save, show, preferences"
      case .compare: Keymap.tooltip("Compare with a preset", action)
      case .record: Keymap.tooltip("Record the session as a file", action)
      default: Keymap.tooltip(name, action)
      }
    }

    /// How wide it is with its name, where the bar has room for that, in points; `nil` where what it does is plain from the icon.
    fileprivate var namedWidth: Double? {
      switch self {
      case .menu: 92
      case .record: 96
      case .compare: 116
      case .pause, .reset, .timeline, .inspector, .theme, .help: nil
      }
    }
  }

  /// The name of what the pointer rests on, and where that is.
  struct Tooltip: Hashable, Sendable {
    let words: String
    let anchor: Rect
  }

  /// From one tab to the next, in points, where there is room for all of them.
  static let tabPitch = 88.0
  /// The least of that: room for the longest of the titles.
  private static let leastTabPitch = 76.0
  static let buttonSide = 32.0
  /// The least width of a window whose bar has room for the names of buttons beside the tabs of as many scenes, in points.
  private static let leastNamed = (width: 1160.0, scenes: 8.0)
  /// How long the pointer rests on a button before its name shows, in seconds.
  static let tooltipDelay = 0.5

  /// Where the pointer is, while it is in the window.
  private(set) var pointer: Vector?
  /// The page of keys.
  var page = HelpPage()
  /// Whether the help covers the stage.
  private(set) var isHelpShown = false
  private var buttons = [PushButton](repeating: PushButton(), count: Button.allCases.count)
  /// One for each scene.
  private(set) var tabs: [PushButton]
  private(set) var help = Fade(0)
  private var nextTooltip: Tooltip?
  private var tooltipDue: Instant?
  private(set) var tooltip: Tooltip?
  private(set) var overlayBar = OverlayBar()
  /// The lines that make panels larger and smaller.
  var splitters = Splitters()
  /// The button that stands for the tabs in a window too narrow for them.
  private(set) var sceneButton = PushButton()
  private var isPressedHere = false

  init(sceneCount: Int) {
    tabs = [PushButton](repeating: PushButton(), count: sceneCount)
  }

  /// Makes room for the tab of one more scene.
  mutating func addTab() { tabs.append(PushButton()) }

  /// Whether a press belongs to the chrome until its release.
  var holdsPointer: Bool { isPressedHere }

  /// A button's place in a window, in points.
  func frame(of button: Button, in size: Size) -> Rect {
    func width(_ button: Button) -> Double {
      hasName(button, in: size) ? button.namedWidth ?? Self.buttonSide : Self.buttonSide
    }
    let after = Button.allCases.dropFirst(button.rawValue)
    let fromRight = after.reduce(0) { $0 + width($1) + 4 }
    return Rect(
      x: button == .menu ? 8 : size.width - 8 - fromRight,
      y: (Layout.barHeight - Self.buttonSide) / 2, width: width(button), height: Self.buttonSide)
  }

  /// Whether a button's name stands in it; that of the menu gives way to one more scene's tab.
  func hasName(_ button: Button, in size: Size) -> Bool {
    let more = button == .menu ? max(0, Double(tabs.count) - Self.leastNamed.scenes) : 0
    return button.namedWidth != nil
      && size.width >= Self.leastNamed.width + more * Self.tabPitch
  }

  /// The button that stands for the tabs, in points.
  static let sceneList = Rect(x: 44, y: 6, width: 136, height: 32)

  /// The place of the tabs in a window: where the first begins, and how far it is from one to the next, in points; `nil` where there is no room for their words: then a list stands for them.
  private func tabRow(in size: Size) -> (start: Double, pitch: Double)? {
    let start = frame(of: .menu, in: size).maxX + 4
    let room = frame(of: .record, in: size).minX - start
    let pitch = min(Self.tabPitch, (room / Double(tabs.count)).rounded(.down))
    return pitch >= Self.leastTabPitch ? (start, pitch) : nil
  }

  /// The place of a scene's tab in a window, in points: they move together where many scenes meet a small window; `nil` where a list stands for them.
  func tabFrame(_ index: Int, in size: Size) -> Rect? {
    tabRow(in: size).map { row in
      Rect(x: row.start + Double(index) * row.pitch, y: 6, width: row.pitch - 4, height: 32)
    }
  }

  /// Follows the pointer; answers what was clicked.
  mutating func handle(_ sample: PointerSample, in window: WindowState) -> [Action] {
    let (size, layout) = (window.size, window.layout)
    pointer = sample.phase == .exited ? nil : sample.location
    // A hand that moves over the stage is none of the buttons' business, unless it comes from one of them.
    if sample.phase == .moved, cursor == nil, layout.isOnStage(sample.location) { return [] }
    let before = hovered(in: window)
    var clicked: [Action] = []
    for button in Button.allCases {
      buttons[button.rawValue].place(
        in: window.isShow ? .zero : frame(of: button, in: size), at: sample.time)
      if buttons[button.rawValue].handle(sample) { clicked = [button.action] }
    }
    for index in tabs.indices {
      tabs[index].place(
        in: window.isShow ? .zero : tabFrame(index, in: size) ?? .zero, at: sample.time)
      if tabs[index].handle(sample) { clicked = [.scene(index)] }
    }
    sceneButton.place(
      in: tabRow(in: size) == nil && !window.isShow ? Self.sceneList : .zero, at: sample.time)
    if sceneButton.handle(sample) { clicked = [.listScenes] }
    if !window.isShow, let overlay = overlayBar.handle(sample, in: layout.hint) {
      clicked = [.overlay(overlay)]
    }
    if sample.phase == .down {
      hideTooltip()
      let inside = layout.isOnStage(sample.location)
      isPressedHere = isPressedHere || !inside
    } else if sample.phase == .up {
      isPressedHere = false
    }
    let hovered = hovered(in: window)
    if hovered != before {
      hideTooltip()
      nextTooltip = hovered
      tooltipDue = hovered.map { _ in sample.time.advanced(by: Chrome.tooltipDelay) }
    }
    return clicked
  }

  /// Follows a press that is a list's, which lies over everything, until its release.
  mutating func pass(_ sample: PointerSample) {
    pointer = sample.phase == .exited ? nil : sample.location
    if sample.phase == .down { isPressedHere = true }
    if sample.phase == .up { isPressedHere = false }
  }

  /// Abandons a press.
  mutating func cancel() {
    for index in buttons.indices {
      buttons[index].cancel()
    }
    for index in tabs.indices {
      tabs[index].cancel()
    }
    overlayBar.cancel()
    sceneButton.cancel()
    isPressedHere = false
    hideTooltip()
  }

  /// Shows or hides the help.
  mutating func toggleHelp(at now: Instant, reducedMotion: Bool) {
    isHelpShown.toggle()
    if isHelpShown { page.reset() }
    let seconds = reducedMotion ? 0.08 : isHelpShown ? 0.18 : 0.12
    help.turn(to: isHelpShown ? 1 : 0, at: now, over: seconds)
  }

  /// When the name of the button under the pointer is due.
  var deadline: Instant? { tooltipDue }

  /// Shows the name of the button under the pointer once it is due.
  mutating func advance(to now: Instant) {
    guard let due = tooltipDue, now >= due else { return }
    (tooltip, tooltipDue) = (nextTooltip, nil)
  }

  /// Whether the picture changes by time alone.
  func isMoving(at now: Instant) -> Bool {
    help.isMoving(at: now) || buttons.contains { $0.isMoving(at: now) }
      || tabs.contains { $0.isMoving(at: now) } || overlayBar.isMoving(at: now)
      || sceneButton.isMoving(at: now)
  }

  /// The press and light of a button.
  subscript(button: Button) -> PushButton { buttons[button.rawValue] }

  /// What the pointer is over that has a name to show.
  private func hovered(in window: WindowState) -> Tooltip? {
    if let button = Button.allCases.first(where: { self[$0].isHovered }) {
      return Tooltip(words: button.tooltip, anchor: frame(of: button, in: window.size))
    }
    return overlayBar.hovered.map { overlay in
      Tooltip(
        words: Keymap.tooltip(overlay.title, .overlay(overlay)),
        anchor: OverlayBar.frame(of: overlay, in: window.layout.hint))
    }
  }

  /// What the pointer looks like, where that is the chrome's to say.
  ///
  /// Over buttons and tabs it is the arrow, as on every desktop; a hand is for links and for what can be dragged.
  var cursor: Cursor? {
    let isOverBar =
      buttons.contains(where: \.isHovered) || tabs.contains(where: \.isHovered)
      || overlayBar.hovered != nil || sceneButton.isHovered
    return isOverBar || isHelpShown || isPressedHere ? .arrow : nil
  }

  private mutating func hideTooltip() {
    (tooltip, tooltipDue) = (nil, nil)
  }
}
