/// A scroll bar's state: the drag of its thumb, and when it was last needed.
struct ScrollBar: Hashable, Sendable {
  /// Width of the strip where the bar can be grabbed, in points.
  static let gutter = 12.0
  /// Minimum length of the thumb, in points, at rest and while the content overshoots.
  private static let leastThumb = 24.0
  private static let leastSqueezedThumb = 20.0
  /// How long the bar stays after scrolling, and how long it then takes to fade, in seconds.
  static let holdDuration = 0.8
  static let fadeDuration = 0.16

  var drag = DragRecognizer(axis: .vertical, slop: .none)
  var offsetAtPress = 0.0
  /// When the content last scrolled; `nil` once the bar has faded.
  var lastUse: Instant?
  /// Whether it was in use at the last update: fading counts from the end of use.
  var wasInUse = false

  /// When a bar last used at `lastUse` begins to fade, and when it has faded.
  var fadeStart: Instant? { lastUse?.advanced(by: Self.holdDuration) }
  var fadeEnd: Instant? { lastUse?.advanced(by: Self.holdDuration + Self.fadeDuration) }

  /// The thumb's start on the track and its length at an offset, in points; `nil` if nothing
  /// scrolls.
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

  /// Points of content per point of thumb travel.
  static func contentPerPoint(track: Double, layout: ScrollLayout) -> Double {
    let whole = max(leastThumb, track * layout.viewport / layout.content)
    return track > whole ? layout.maximumOffset / (track - whole) : 0
  }
}
