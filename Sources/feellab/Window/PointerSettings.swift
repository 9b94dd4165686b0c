internal import FeelTrace
internal import XWindow

extension PointerSettings {
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
