/// Where the number of device pixels a point comes from.
public enum ScaleSource: String, Hashable, Sendable {
  /// The caller said so.
  case override
  /// `Xft.dpi` of the X resources, over 96.
  case resources
  /// The desktop's settings.
  case settings
  /// Nobody says: 1.
  case fallback
}

/// Works out the scale from what the desktop says, in order of precedence.
package enum DesktopScale {
  /// What can be worked with; anything else is taken for a mistake of the desktop and ignored.
  private static let range = 1.0...4.0
  private static let plausible = 0.5...8.0

  /// The scale and where it comes from: `override`, `Xft.dpi`, XSETTINGS, 1.
  package static func choose(
    override: Double?, resources: String, settings: XSettings
  ) -> (scale: Double, source: ScaleSource) {
    if let scale = usable(override) { return (scale, .override) }
    if let scale = usable(dotsPerInch(resources).map({ $0 / 96 })) { return (scale, .resources) }
    if let scale = usable(settings.integer("Gdk/WindowScalingFactor").map(Double.init)), scale > 1 {
      return (scale, .settings)
    }
    let dots = settings.integer("Xft/DPI").map { Double($0) / 1024 }
    if let scale = usable(dots.map { $0 / 96 }) { return (scale, .settings) }
    return (1, .fallback)
  }

  /// The value of `Xft.dpi` in a list of X resources, in dots an inch.
  package static func dotsPerInch(_ resources: String) -> Double? {
    for line in resources.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = line[..<colon].filter { $0 != " " && $0 != "\t" }
      guard name == "Xft.dpi" || name == "*dpi" else { continue }
      return Double(String(line[line.index(after: colon)...].filter { $0 != " " && $0 != "\t" }))
    }
    return nil
  }

  private static func usable(_ scale: Double?) -> Double? {
    guard let scale, plausible.contains(scale) else { return nil }
    return min(max(scale, range.lowerBound), range.upperBound)
  }
}
