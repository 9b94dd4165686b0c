package import Feel
package import Stage
package import XWindow

// Conversions between the session's and the window's types.

extension PointerSettings {
  // Clamp the desktop's values: beyond these, clicking or dragging would be impossible.
  private static let times = 0.1...2.0
  private static let distances = 1.0...40.0

  /// The desktop's settings at a scale in pixels per point, with defaults for any missing.
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
  /// The theme closest to the desktop's; `nil` if it reports none.
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
  /// Size in points.
  package var size: Size {
    Size(Double(pixelSize.width) / scale, Double(pixelSize.height) / scale)
  }
}
