internal import FeelTrace
internal import Lab
internal import XWindow

extension FrameLoop {
  /// Tells the session what the desktop knows of the hand; in a replay it is the hand that was recorded.
  func followHabits() throws(CommandFailure) {
    guard replay == nil else { return }
    let habits = PointerHabits(window.settings, scale: window.scale)
    guard habits != session.habits else { return }
    try handle(.change(max(session.now, sessionTime(window.now)), .habits(habits)))
  }
}

extension PointerHabits {
  // What a desktop says beyond these is a slip of somebody's: nothing could be clicked, or dragged, any more.
  private static let times = 0.1...2.0
  private static let distances = 1.0...40.0

  /// What a desktop says, at a number of pixels a point; where it says nothing, what is usual.
  init(_ desktop: DesktopSettings, scale: Double) {
    self.init()
    if let time = desktop.doubleClickTime {
      doubleClickTime = min(max(time, Self.times.lowerBound), Self.times.upperBound)
    }
    if let pixels = desktop.dragThresholdPixels {
      dragThreshold = min(
        max(pixels / scale, Self.distances.lowerBound), Self.distances.upperBound)
    }
  }
}
