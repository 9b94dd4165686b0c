/// Where the number of device pixels a point comes from.
public enum ScaleSource: String, Hashable, Sendable {
  /// The caller said so.
  case override
  /// `Xft.dpi` of the X resources, over 96.
  case resources
  /// The desktop's settings.
  case settings
  /// The size that the output says it has.
  case output
  /// Nobody says: 1.
  case fallback
}

/// Works out the scale from what the desktop says, in order of precedence.
package enum DesktopScale {
  /// What can be worked with; anything else is taken for a mistake of the desktop and ignored.
  private static let range = 1.0...4.0
  private static let plausible = 0.5...8.0

  /// Densities, in pixels an inch, that are believed of an output; projectors and virtual displays
  /// say anything.
  private static let plausibleDensities = 60.0...480.0

  /// The scale and where it comes from: `override`, `Xft.dpi`, XSETTINGS, the output, 1.
  ///
  /// An output's density counts in whole quarters, downwards, so that what is about the usual
  /// density stays at 1.
  package static func choose(
    override: Double?, resources: String, settings: XSettings, density: Double = 0
  ) -> (scale: Double, source: ScaleSource) {
    if let scale = usable(override) { return (scale, .override) }
    if let scale = usable(dotsPerInch(resources).map({ $0 / 96 })) { return (scale, .resources) }
    if let factor = settings.integer("Gdk/WindowScalingFactor"), factor > 1 {
      // Whole pixels a point, times how much larger text is to be; `Xft/DPI` may hold both or one.
      let text = usable(settings.integer("Gdk/UnscaledDPI").map { Double($0) / 1024 / 96 }) ?? 1
      if let scale = usable(Double(factor) * text) { return (scale, .settings) }
    }
    let dots = settings.integer("Xft/DPI").map { Double($0) / 1024 }
    if let scale = usable(dots.map { $0 / 96 }) { return (scale, .settings) }
    if plausibleDensities.contains(density),
      let scale = usable((density / 96 * 4).rounded(.down) / 4)
    {
      return (scale, .output)
    }
    return (1, .fallback)
  }

  /// The value of `Xft.dpi` in a list of X resources, in dots an inch.
  package static func dotsPerInch(_ resources: String) -> Double? {
    let value =
      XResources.value(of: "Xft.dpi", in: resources) ?? XResources.value(of: "*dpi", in: resources)
    return value.flatMap { Double($0) }
  }

  private static func usable(_ scale: Double?) -> Double? {
    guard let scale, plausible.contains(scale) else { return nil }
    return min(max(scale, range.lowerBound), range.upperBound)
  }
}
