/// Fits a window into the screen's work area.
///
/// A window larger than that would have unreachable edges, so it is made smaller. If even its
/// minimum size does not fit at the requested scale, the next lower scale at which it does is used.
public struct ScreenFit: Hashable, Sendable {
  /// The lower scales to try, in device pixels per point.
  private static let scales = [3.5, 3, 2.5, 2, 1.75, 1.5, 1.25, 1]

  /// The requested scale, in device pixels per point.
  public let wantedScale: Double
  /// The scale used.
  public let scale: Double
  /// Width of the content, in points.
  public let width: Double
  /// Height of the content, in points.
  public let height: Double

  /// Fits the requested size into an area, in device pixels.
  ///
  /// - Parameter options: the requested size and minimum size.
  /// - Parameter wantedScale: the requested scale, in device pixels per point.
  /// - Parameter area: the screen's work area, or `nil` for no limit.
  public init(_ options: WindowOptions, at wantedScale: Double, in area: PixelSize?) {
    self.wantedScale = wantedScale
    guard let area else {
      (scale, width, height) = (wantedScale, options.width, options.height)
      return
    }
    let (most, tallest) = (Double(area.width), Double(area.height))
    func fits(_ scale: Double) -> Bool {
      options.minimumWidth * scale <= most && options.minimumHeight * scale <= tallest
    }
    let lower = Self.scales.filter { $0 < wantedScale }
    scale = fits(wantedScale) ? wantedScale : lower.first(where: fits) ?? lower.last ?? wantedScale
    width = max(options.minimumWidth, min(options.width, (most / scale).rounded(.down)))
    height = max(options.minimumHeight, min(options.height, (tallest / scale).rounded(.down)))
  }

  /// The work area of a desktop, from the window manager's list: x, y, width and height for each
  /// desktop, in device pixels.
  ///
  /// For a desktop missing from the list, the first one's; `nil` if the list is invalid.
  package static func area(of desktop: UInt, in areas: [UInt]) -> PixelSize? {
    let start = desktop < UInt(areas.count / 4) ? 4 * Int(desktop) : 0
    // Screen sizes are 16-bit in the protocol.
    let sides = 1...UInt(Int16.max)
    guard areas.count >= 4, sides.contains(areas[start + 2]), sides.contains(areas[start + 3])
    else { return nil }
    return PixelSize(Int(areas[start + 2]), Int(areas[start + 3]))
  }
}
