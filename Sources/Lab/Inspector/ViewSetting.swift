internal import Stage

/// What can be set of the window itself, whatever the scene: its preferences.
enum ViewSetting: Hashable, Sendable, CaseIterable {
  case theme, motion, letters, zoom, springs, forget

  var label: String {
    switch self {
    case .theme: "Theme"
    case .motion: "Reduced motion"
    case .letters: "Letter keys"
    case .zoom: "Zoom"
    case .springs: "Physical springs"
    case .forget: "Forget these"
    }
  }

  var help: String {
    switch self {
    case .theme: "Light, dark, or with the most contrast. It is kept for the next time."
    case .motion:
      "Leave out what moves only for show; what a hand sets going still moves. It is kept for the next time."
    case .letters:
      "Whether a letter, digit or sign without Ctrl is a key of the window. It is kept for the next time."
    case .zoom:
      "How much larger than the desktop asks for everything is. Ctrl with +, − or 0; it is kept for the next time."
    case .springs:
      "Show springs by frequency and damping, not by duration and bounce; the springs stay what they are. It is kept for the next time."
    case .forget:
      "Look and move as the desktop asks, unzoomed and with letter keys, and keep nothing of these lines."
    }
  }

  /// A zoom as people write it: 125 %.
  static func percent(_ zoom: Double) -> String { "\(Int((zoom * 100).rounded())) %" }
}
