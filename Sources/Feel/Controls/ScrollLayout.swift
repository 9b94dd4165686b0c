/// The lengths of a scroll view's content and viewport, and the offsets that follow from them.
public struct ScrollLayout: Hashable, Sendable {
  /// The content's length, in points.
  public let content: Double
  /// The viewport's length, in points.
  public let viewport: Double

  /// The position of an offset relative to the range in which content may rest.
  public enum Zone: String, Hashable, Sendable, CaseIterable {
    /// Before the minimum offset: past the top, or the left end.
    case above
    /// Where the content may rest.
    case inside
    /// After the maximum offset: past the bottom, or the right end.
    case below
  }

  /// The maximum length of content and viewport, in points: beyond it a Double cannot resolve
  /// single points.
  public static let greatestLength = 1e15

  /// Creates a layout; negative and non-finite lengths count as 0, and lengths are capped at
  /// `greatestLength`.
  public init(content: Double, viewport: Double) {
    self.content = Self.length(content)
    self.viewport = Self.length(viewport)
  }

  /// A length, made valid as in ``init(content:viewport:)``.
  static func length(_ length: Double) -> Double {
    length > 0 && length.isFinite ? min(length, greatestLength) : 0
  }

  /// The minimum offset at rest: 0.
  public var minimumOffset: Double { 0 }

  /// The maximum offset at rest: max(0, content − viewport), in points.
  public var maximumOffset: Double { max(0, content - viewport) }

  /// Whether the content is longer than the viewport.
  public var isScrollable: Bool { content > viewport }

  /// The zone of an offset; both ends of the range are inside.
  public func zone(of offset: Double) -> Zone {
    if offset < minimumOffset { return .above }
    return offset > maximumOffset ? .below : .inside
  }
}
