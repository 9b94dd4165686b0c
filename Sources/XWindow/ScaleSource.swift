/// The source of the scale factor.
public enum ScaleSource: String, Hashable, Sendable {
  /// Set by the caller.
  case override
  /// `Xft.dpi` of the X resources, over 96.
  case resources
  /// The desktop's settings.
  case settings
  /// The physical size reported by the output.
  case output
  /// Nothing is known: 1.
  case fallback
}

/// Computes the scale from the desktop's settings, in order of precedence.
package enum DesktopScale {
  /// The supported range; implausible values are ignored, plausible ones clamped to it.
  private static let range = 1.0...4.0
  private static let plausible = 0.5...8.0

  /// Plausible densities of an output, in pixels per inch; projectors and virtual displays report
  /// arbitrary ones.
  private static let plausibleDensities = 60.0...480.0

  /// The scale and its source: `override`, `Xft.dpi`, XSETTINGS, the output's density, or 1.
  ///
  /// The scale by an output's density is rounded down to quarters, so that densities near the usual
  /// one give 1.
  package static func choose(
    override: Double?, resources: String, settings: XSettings, density: Double = 0
  ) -> (scale: Double, source: ScaleSource) {
    if let scale = usable(override) { return (scale, .override) }
    if let scale = usable(dotsPerInch(resources).map({ $0 / 96 })) { return (scale, .resources) }
    if let factor = settings.integer("Gdk/WindowScalingFactor"), factor > 1 {
      // An integer factor, times the text scale; `Xft/DPI` alone may include either or both.
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

  /// The value of `Xft.dpi` in a list of X resources, in dots per inch.
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
