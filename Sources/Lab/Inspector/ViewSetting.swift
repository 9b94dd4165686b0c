internal import FeelTrace
internal import Stage

/// What can be set of the window itself, whatever the scene: its preferences.
enum ViewSetting: Hashable, Sendable {
  case theme, motion, zoom, forget
  case turn(WindowSwitch)

  /// All of them, in the order of their lines.
  static let all: [ViewSetting] = [
    .theme, .motion, .turn(.letters), .zoom, .turn(.springs), .forget,
  ]

  /// What assistive technology calls its line.
  var id: String {
    if case .turn(let item) = self { "view.\(item)" } else { "view.\(self)" }
  }

  var label: String {
    switch self {
    case .theme: "Theme"
    case .motion: "Reduced motion"
    case .turn(.letters): "Letter keys"
    case .zoom: "Zoom"
    case .turn(.springs): "Physical springs"
    case .forget: "Forget these"
    }
  }

  var help: String {
    switch self {
    case .theme: "Light, dark, or with the most contrast. It is kept for the next time."
    case .motion:
      "Leave out what moves only for show; what a hand sets going still moves. It is kept for the next time."
    case .turn(.letters):
      "Whether a letter, digit or sign without Ctrl is a key of the window. It is kept for the next time."
    case .zoom:
      "How much larger than the desktop asks for everything is. Ctrl with +, − or 0; it is kept for the next time."
    case .turn(.springs):
      "Show springs by frequency and damping, not by duration and bounce; the springs stay what they are. It is kept for the next time."
    case .forget:
      "Look and move as the desktop asks, unzoomed and with letter keys, and keep nothing of these lines."
    }
  }

  /// A zoom as people write it: 125 %.
  static func percent(_ zoom: Double) -> String { "\(Int((zoom * 100).rounded())) %" }
}
