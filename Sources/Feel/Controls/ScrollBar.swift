/// A scroll bar's own state: the drag of its thumb, and since when it is no longer needed.
struct ScrollBar: Hashable, Sendable {
  /// How wide the gutter is in which the bar is grabbed, in points.
  static let gutter = 12.0
  /// How long the thumb is at least, in points, and how long while the content overshoots.
  private static let leastThumb = 24.0
  private static let leastSqueezedThumb = 20.0
  /// How long the bar stays after the last scrolling, and then fades, in seconds.
  static let holdDuration = 0.8
  static let fadeDuration = 0.16

  var drag = DragRecognizer(axis: .vertical, slop: .none)
  var offsetAtPress = 0.0
  /// When the content last scrolled; `nil` once the bar has faded.
  var lastUse: Instant?
  /// Whether it was in use when something last happened: the fading counts from the end of that.
  var wasInUse = false

  /// When a bar in use at `lastUse` begins to fade, and when it has faded.
  var fadeStart: Instant? { lastUse?.advanced(by: Self.holdDuration) }
  var fadeEnd: Instant? { lastUse?.advanced(by: Self.holdDuration + Self.fadeDuration) }

  /// Where the thumb begins on the track and how long it is, in points, for an offset; `nil` where
  /// nothing scrolls.
  static func thumb(
    track: Double, offset: Double, layout: ScrollLayout
  ) -> (start: Double, length: Double)? {
    guard layout.isScrollable, track > leastThumb else { return nil }
    let whole = max(leastThumb, track * layout.viewport / layout.content)
    let inside = min(layout.maximumOffset, max(0, offset))
    let length = max(min(whole, leastSqueezedThumb), whole - abs(offset - inside))
    let start = (track - whole) * (inside / layout.maximumOffset)
    return (offset > inside ? start + (whole - length) : start, length)
  }

  /// The points of content that a point of the thumb's travel is worth.
  static func contentPerPoint(track: Double, layout: ScrollLayout) -> Double {
    let whole = max(leastThumb, track * layout.viewport / layout.content)
    return track > whole ? layout.maximumOffset / (track - whole) : 0
  }
}
