package import Feel
package import Stage
package import XWindow

// What the session and the window call by names of their own.

extension PointerSettings {
  // What a desktop says beyond these is a slip of somebody's: nothing could be clicked, or dragged,
  // any more.
  private static let times = 0.1...2.0
  private static let distances = 1.0...40.0

  /// What a desktop says, at a number of pixels a point; where it says nothing, what is usual.
  package init(_ desktop: DesktopSettings, scale: Double) {
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

extension DesktopSettings {
  /// The theme that looks like the desktop's; `nil` where it says nothing.
  package var theme: Theme.Name? {
    isHighContrast ?? false ? .contrast : isDark.map { $0 ? .dark : .light }
  }
}

extension Cursor {
  var shape: CursorShape {
    switch self {
    case .arrow: .standard
    case .grab: .grab
    case .grabbing: .grabbing
    case .resizeHorizontal: .horizontal
    case .resizeVertical: .vertical
    case .pointer: .pointer
    case .crosshair: .crosshair
    case .text: .text
    }
  }
}

extension Window {
  /// Its size, in points.
  package var size: Size {
    Size(Double(pixelSize.width) / scale, Double(pixelSize.height) / scale)
  }
}
