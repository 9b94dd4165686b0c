public import Feel

/// Makes rows of an observation from pictures of what scrolls, as they come.
public struct FrameTracker: Sendable {
  /// The part of the screen that scrolls, in pixels.
  public let region: PixelRect
  /// Whether it scrolls up and down.
  public let isVertical: Bool
  /// The pictures whose place was found, but those that show the same as the one before them.
  public private(set) var rows: [Observation.Row] = []
  /// How many pictures said nothing, by why.
  public private(set) var refusals: [FrameRegistration.Refusal: Int] = [:]
  /// How far the content went, in pixels.
  public var travel: Double { rows.map(\.offset).extent }
  private var registration = FrameRegistration()
  private var last: FrameProfile?

  /// Creates a tracker that begins with the next picture, at 0.
  public init(region: PixelRect, isVertical: Bool) {
    (self.region, self.isVertical) = (region, isVertical)
  }

  /// Takes the next picture.
  ///
  /// - Parameters:
  ///   - pixels: of the region, row after row without gaps.
  ///   - time: when it was shown, in seconds.
  /// - Returns: whether it shows another place than the one before it.
  @discardableResult
  public mutating func take(_ pixels: Span<UInt32>, at time: Double) -> Bool {
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
