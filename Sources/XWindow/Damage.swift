/// A set of device pixels to redraw, kept as a few rectangles.
///
/// The rectangles may overlap. At most `limit` are kept; more are merged into their bounding box, and so are those that cover most of it, because each costs a request.
public struct Damage: Hashable, Sendable {
  /// How many rectangles are kept apart.
  public static let limit = 8

  /// The rectangles, none of them empty.
  public private(set) var rects: [PixelRect] = []

  /// Nothing.
  public init() {}

  /// The given rectangles, cut to a window of the given size.
  public init(_ rects: [PixelRect], in size: PixelSize) {
    for rect in rects { add(rect.clipped(to: size)) }
  }

  /// Whether there is nothing to redraw.
  public var isEmpty: Bool { rects.isEmpty }

  /// The smallest rectangle around everything, or `nil` of nothing.
  public var bounds: PixelRect? {
    guard let first = rects.first else { return nil }
    return rects.dropFirst().reduce(first) { $0.union($1) }
  }

  /// Adds a rectangle.
  public mutating func add(_ rect: PixelRect) {
    guard !rect.isEmpty, !rects.contains(where: { $0.contains(rect) }) else { return }
    rects.removeAll { rect.contains($0) }
    rects.append(rect)
    guard let bounds else { return }
    let covered = rects.reduce(0) { $0 + $1.area }
    // Above six tenths, one larger request is cheaper than many that overlap.
    if rects.count > Self.limit || (rects.count > 1 && covered * 10 > bounds.area * 6) {
      rects = [bounds]
    }
  }

  /// Adds everything of another set.
  public mutating func formUnion(_ other: Damage) {
    for rect in other.rects { add(rect) }
  }
}

/// What changed in each of the last frames, so that a buffer drawn some frames ago can be brought up to date.
package struct DamageHistory {
  /// Frames remembered; a buffer older than that is redrawn whole.
  private static let depth = 8
  private var frames: [Damage] = []
  /// The number of the newest frame; the first is 1.
  package private(set) var frame = 0

  /// A history without a frame.
  package init() {}

  /// Notes what a new frame changes.
  package mutating func append(_ damage: Damage) {
    frame += 1
    frames.append(damage)
    if frames.count > Self.depth { frames.removeFirst() }
  }

  /// What changed after the given frame up to the newest, or `nil` if that is no longer known.
  package func changes(since old: Int) -> Damage? {
    let count = frame - old
    guard old > 0, count <= frames.count else { return nil }
    var damage = Damage()
    for change in frames.suffix(count) { damage.formUnion(change) }
    return damage
  }

  /// Forgets everything, as after a change of size; the numbers go on.
  package mutating func forget() {
    frames = []
  }
}
