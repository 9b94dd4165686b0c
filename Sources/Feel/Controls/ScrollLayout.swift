/// How long a scroll view's content and viewport are, and what that makes of an offset.
public struct ScrollLayout: Hashable, Sendable {
  /// The content's length, in points.
  public let content: Double
  /// The viewport's length, in points.
  public let viewport: Double

  /// Where an offset lies.
  public enum Zone: String, Hashable, Sendable, CaseIterable {
    /// Before the least offset: past the top, or the left end.
    case above
    /// Where the content may rest.
    case inside
    /// After the greatest offset: past the bottom, or the right end.
    case below
  }

  /// The longest content and viewport there are, in points: beyond, no offset would tell one point
  /// from the next.
  public static let greatestLength = 1e15

  /// Creates a layout; a length that is negative or not finite counts as 0, one past
  /// `greatestLength` as that.
  public init(content: Double, viewport: Double) {
    self.content = Self.length(content)
    self.viewport = Self.length(viewport)
  }

  /// What a length counts as.
  static func length(_ length: Double) -> Double {
    length > 0 && length.isFinite ? min(length, greatestLength) : 0
  }

  /// The least offset at which the content rests: 0.
  public var minimumOffset: Double { 0 }

  /// The greatest offset at which the content rests: max(0, content − viewport), in points.
  public var maximumOffset: Double { max(0, content - viewport) }

  /// Whether there is more content than the viewport shows.
  public var isScrollable: Bool { content > viewport }

  /// Where an offset lies; both ends of the range are inside.
  public func zone(of offset: Double) -> Zone {
    if offset < minimumOffset { return .above }
    return offset > maximumOffset ? .below : .inside
  }
}
