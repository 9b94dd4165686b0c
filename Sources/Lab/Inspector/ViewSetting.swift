/// What can be set of the window itself, whatever the scene.
enum ViewSetting: Hashable, Sendable, CaseIterable {
  case theme, motion, letters

  var label: String {
    switch self {
    case .theme: "Theme"
    case .motion: "Reduced motion"
    case .letters: "Letter keys"
    }
  }

  var help: String {
    switch self {
    case .theme: "Light, dark, or with the most contrast."
    case .motion: "Leave out what moves only for show; what a hand sets going still moves."
    case .letters: "Whether a letter, digit or sign without Ctrl is a key of the window."
    }
  }
}
