/// How a window is made to fit into the part of the screen that is free for windows.
///
/// A window that is larger than that could not be reached at its edges: it is made smaller. Where
/// even the smallest window would not fit at the scale that was asked for, the next lower scale is
/// taken at which it does.
public struct ScreenFit: Hashable, Sendable {
  /// The scales that are gone down to, in device pixels a point.
  private static let scales = [3.5, 3, 2.5, 2, 1.75, 1.5, 1.25, 1]

  /// The scale that was asked for, in device pixels a point.
  public let wantedScale: Double
  /// The scale that is taken.
  public let scale: Double
  /// Width of the content, in points.
  public let width: Double
  /// Height of the content, in points.
  public let height: Double

  /// Fits what options ask for into an area, in device pixels.
  ///
  /// - Parameter options: the size and the smallest size that are asked for.
  /// - Parameter wantedScale: the scale that is asked for, in device pixels a point.
  /// - Parameter area: the part of the screen that is free for windows, or `nil` for any size.
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

  /// The free part of a desktop, of what a window manager says of all of them: x, y, width and
  /// height of each, in device pixels.
  ///
  /// `nil` where it says nothing that could be; of a desktop that it says nothing of, that of the
  /// first.
  package static func area(of desktop: UInt, in areas: [UInt]) -> PixelSize? {
    let start = desktop < UInt(areas.count / 4) ? 4 * Int(desktop) : 0
    // No screen is larger than the protocol's numbers.
    let sides = 1...UInt(Int16.max)
    guard areas.count >= 4, sides.contains(areas[start + 2]), sides.contains(areas[start + 3])
    else { return nil }
    return PixelSize(Int(areas[start + 2]), Int(areas[start + 3]))
  }
}
