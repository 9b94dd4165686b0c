internal import Feel
internal import Stage

/// What surrounds the stage: the bar with the scenes' tabs and the buttons that are always there, the hint line, the help.
///
/// It lives in the session's time: slow motion and pause are the stage's alone.
struct Chrome: Hashable, Sendable {
  /// A button of the bar, left to right.
  enum Button: Int, Hashable, Sendable, CaseIterable {
    case timeline, inspector, pause, reset, theme, help

    var tooltip: String {
      switch self {
      case .timeline: "Timeline · F8"
      case .inspector: "Parameters · F9"
      case .pause: "Pause the stage · P"
      case .reset: "Start the scene afresh · R"
      case .theme: "Light or dark"
      case .help: "Keys and help · F1"
      }
    }
  }

  /// What a click in the bar reaches.
  enum Target: Hashable, Sendable {
    case button(Button)
    /// A scene, by its place in the catalogue.
    case tab(Int)
    case overlay(Overlay)
  }

  /// The name of what the pointer rests on, and where that is.
  struct Tooltip: Hashable, Sendable {
    let words: String
    let anchor: Rect
  }

  /// From one tab to the next, in points, where there is room for all of them.
  static let tabPitch = 88.0
  static let buttonSide = 32.0
  /// How long the pointer rests on a button before its name shows, in seconds.
  static let tooltipDelay = 0.5

  /// Where the pointer is, while it is in the window.
  private(set) var pointer: Vector?
  /// Whether the help covers the stage.
  private(set) var isHelpShown = false
  /// Whether the parameters are shown beside the stage.
  var isInspectorOpen = false
  /// Whether the last minute is shown below the stage.
  var isTimelineOpen = false
  /// Whether the window has the keyboard.
  var hasFocus = true
  private var buttons = [PushButton](repeating: PushButton(), count: Button.allCases.count)
  /// One for each scene.
  private(set) var tabs: [PushButton]
  private(set) var help = Fade(0)
  private var nextTooltip: Tooltip?
  /// What has just been done, while it is shown.
  private(set) var toast: Toast?
  /// What has just been done and can be taken back, while it is shown.
  var offer: UndoOffer?
  /// What the host works at, while it does.
  var progress: ProgressPanel?
  private var tooltipDue: Instant?
  private(set) var tooltip: Tooltip?
  private(set) var overlayBar = OverlayBar()
  private var isPressedHere = false

  init(sceneCount: Int) {
    tabs = [PushButton](repeating: PushButton(), count: sceneCount)
  }

  /// Whether a press belongs to the chrome until its release.
  var holdsPointer: Bool { isPressedHere }

  /// Where the regions of a window are.
  func layout(in size: Size) -> Layout {
    Layout(size, hasInspector: isInspectorOpen, hasTimeline: isTimelineOpen)
  }

  /// A button's place in a window, in points.
  static func frame(of button: Button, in size: Size) -> Rect {
    let fromRight = Double(Button.allCases.count - button.rawValue)
    return Rect(
      x: size.width - 8 - fromRight * (buttonSide + 4), y: (Layout.barHeight - buttonSide) / 2,
      width: buttonSide, height: buttonSide)
  }

  /// The place of a scene's tab in a window, in points: they move together where many scenes meet a small window.
  func tabFrame(_ index: Int, in size: Size) -> Rect {
    let end = Chrome.frame(of: Button.allCases[0], in: size).minX
    let pitch = min(Self.tabPitch, ((end - 8) / Double(tabs.count)).rounded(.down))
    return Rect(x: 8 + Double(index) * pitch, y: 6, width: max(1, pitch - 4), height: 32)
  }

  /// Follows the pointer; returns what was clicked.
  mutating func handle(_ sample: PointerSample, in size: Size) -> Target? {
    pointer = sample.phase == .exited ? nil : sample.location
    let before = hovered(in: size)
    var clicked: Target?
    for button in Button.allCases {
      buttons[button.rawValue].frame = Chrome.frame(of: button, in: size)
      if buttons[button.rawValue].handle(sample) { clicked = .button(button) }
    }
    for index in tabs.indices {
      tabs[index].frame = tabFrame(index, in: size)
      if tabs[index].handle(sample) { clicked = .tab(index) }
    }
    if let overlay = overlayBar.handle(sample, in: layout(in: size).hint) {
      clicked = .overlay(overlay)
    }
    if sample.phase == .down {
      hideTooltip()
      let inside = layout(in: size).isOnStage(sample.location)
      isPressedHere = isPressedHere || !inside
    } else if sample.phase == .up {
      isPressedHere = false
    }
    let hovered = hovered(in: size)
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
    progress?.strip.cancel()
    offer?.strip.cancel()
    isPressedHere = false
    hideTooltip()
  }

  /// Shows or hides the help.
  mutating func toggleHelp(at now: Instant, reducedMotion: Bool) {
    isHelpShown.toggle()
    let seconds = reducedMotion ? 0.08 : isHelpShown ? 0.18 : 0.12
    help.turn(to: isHelpShown ? 1 : 0, at: now, over: seconds)
  }

  /// Shows what has just been done.
  mutating func say(_ text: String, at now: Instant) {
    toast = Toast(text, at: now)
  }

  /// The part of the stage above whose end an offer is: beside the panel's buttons, and above what says how far a piece of work is.
  func offerStage(in size: Size) -> Rect {
    let layout = layout(in: size)
    var stage = layout.openStage
    if let progress {
      stage.size.height = progress.strip.frame(above: layout.stage).minY - stage.minY
    }
    return stage
  }

  /// When the name of the button under the pointer is due, or what has been said fades.
  var deadline: Instant? { [tooltipDue, toast?.deadline, offer?.deadline].compactMap { $0 }.min() }

  /// Shows the name of the button under the pointer once it is due.
  mutating func advance(to now: Instant) {
    if toast?.isGone(at: now) ?? false { toast = nil }
    if offer?.isGone(at: now) ?? false { offer = nil }
    guard let due = tooltipDue, now >= due else { return }
    (tooltip, tooltipDue) = (nextTooltip, nil)
  }

  /// Whether the picture changes by time alone.
  func isMoving(at now: Instant) -> Bool {
    help.isMoving(at: now) || (progress?.strip.button.isMoving(at: now) ?? false)
      || (toast?.isMoving(at: now) ?? false) || (offer?.isMoving(at: now) ?? false)
      || buttons.contains { $0.isMoving(at: now) }
      || tabs.contains { $0.isMoving(at: now) } || overlayBar.isMoving(at: now)
  }

  /// The press and light of a button.
  subscript(button: Button) -> PushButton { buttons[button.rawValue] }

  /// What the pointer is over that has a name to show.
  private func hovered(in size: Size) -> Tooltip? {
    if let button = Button.allCases.first(where: { self[$0].isHovered }) {
      return Tooltip(words: button.tooltip, anchor: Chrome.frame(of: button, in: size))
    }
    return overlayBar.hovered.map { overlay in
      Tooltip(
        words: "\(overlay.title) · \(overlay.letter.uppercased())",
        anchor: OverlayBar.frame(of: overlay, in: layout(in: size).hint))
    }
  }

  /// What the pointer looks like, where that is the chrome's to say.
  var cursor: Cursor? {
    if progress?.strip.button.isHovered ?? false { return .pointer }
    if offer?.strip.button.isHovered ?? false { return .pointer }
    if buttons.contains(where: \.isHovered) || tabs.contains(where: \.isHovered)
      || overlayBar.hovered != nil
    {
      return .pointer
    }
    return isHelpShown || isPressedHere ? .arrow : nil
  }

  private mutating func hideTooltip() {
    (tooltip, tooltipDue) = (nil, nil)
  }
}
