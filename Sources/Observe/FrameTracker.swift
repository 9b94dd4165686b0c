public import Feel

/// Turns successive pictures of a scrolling area into rows of an observation.
public struct FrameTracker: Sendable {
  /// The scrolling part of the screen, in pixels.
  public let region: PixelRect
  /// Whether it scrolls vertically.
  public let isVertical: Bool
  /// One row per located picture, without those identical to the one before.
  public private(set) var rows: [Observation.Row] = []
  /// How many pictures could not be located, by reason.
  public private(set) var refusals: [FrameRegistration.Refusal: Int] = [:]
  /// The range of the content's positions, in pixels.
  public var travel: Double { rows.map(\.offset).extent }
  private var registration = FrameRegistration()
  private var last: FrameProfile?

  /// Creates a tracker; the first picture is at 0.
  public init(region: PixelRect, isVertical: Bool) {
    (self.region, self.isVertical) = (region, isVertical)
  }

  /// Adds the next picture.
  ///
  /// - Parameters:
  ///   - pixels: the region's, row after row without gaps.
  ///   - time: when it was shown, in seconds.
  /// - Returns: whether the content is at another place than in the picture before.
  @discardableResult
  public mutating func add(_ pixels: Span<UInt32>, at time: Double) -> Bool {
    guard
      let profile = FrameProfile(
        pixels, width: region.width, height: region.height, stride: region.width,
        isVertical: isVertical), profile != last
    else { return false }
    last = profile
    do throws(FrameRegistration.Refusal) {
      let place = try registration.place(of: profile)
      let row = Observation.Row(time: time, offset: place.offset)
      let isNew = rows.last?.offset != row.offset
      rows.append(row)
      return isNew
    } catch {
      refusals[error, default: 0] += 1
      return false
    }
  }
}
