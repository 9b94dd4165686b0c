/// The part of a picture to redraw: a few rectangles of device pixels.
public struct Damage: Hashable, Sendable {
  /// At most `limit` non-empty rectangles, which may overlap slightly.
  public private(set) var rects: [PixelRect] = []

  /// The maximum number of rectangles; beyond it, the two that are cheapest to join are joined.
  public static let limit = 8

  /// Creates empty damage.
  public init() {}

  /// Creates damage of one rectangle, in device pixels.
  public init(_ rect: PixelRect) { add(rect) }

  /// Creates damage of a whole picture, in device pixels, as after a resize or an exposure.
  public init(width: Int, height: Int) { self.init(PixelRect(x0: 0, y0: 0, x1: width, y1: height)) }

  /// Whether nothing has to be redrawn.
  public var isEmpty: Bool { rects.isEmpty }

  /// The total number of pixels in all rectangles, counting overlaps twice.
  public var area: Int {
    var sum = 0
    for rect in rects { sum += rect.area }
    return sum
  }

  /// The smallest rectangle that contains all the damage; empty if there is none.
  public var bounds: PixelRect {
    var union = PixelRect.empty
    for rect in rects { union = union.union(rect) }
    return union
  }

  /// The part of the damage inside a rectangle.
  public func intersection(_ bounds: PixelRect) -> Damage {
    guard !rects.allSatisfy({ bounds.contains($0) }) else { return self }
    var damage = Damage()
    for rect in rects { damage.add(rect.intersection(bounds)) }
    return damage
  }

  /// Adds a rectangle, joined with every other for which a joint redraw costs no more than separate
  /// ones.
  public mutating func add(_ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    var joined = rect
    var index = 0
    while index < rects.count {
      let union = rects[index].union(joined)
      if Self.cost(union) <= Self.cost(rects[index]) + Self.cost(joined) {
        joined = union
        rects.swapAt(index, rects.count - 1)
        rects.removeLast()
        // The larger rectangle may now be worth joining with one that was passed over.
        index = 0
      } else {
        index += 1
      }
    }
    rects.append(joined)
    if rects.count > Self.limit { joinCheapestPair() }
  }

  /// Adds all rectangles of other damage.
  public mutating func formUnion(_ other: Damage) {
    for rect in other.rects { add(rect) }
  }

  /// Replaces all rectangles with their bounding rectangle.
  package mutating func joinAll() {
    let union = bounds
    removeAll()
    if !union.isEmpty { rects.append(union) }
  }

  /// Removes all rectangles, but keeps the memory for the next frame.
  package mutating func removeAll() { rects.removeAll(keepingCapacity: true) }

  /// The measured cost of starting a row, in pixels drawn in the same time.
  private static let rowStart = 200

  /// The cost of redrawing a rectangle, in pixels drawn in the same time.
  private static func cost(_ rect: PixelRect) -> Int {
    (rect.x1 - rect.x0 + rowStart) * (rect.y1 - rect.y0)
  }

  /// Joins the two rectangles whose union costs the least extra.
  private mutating func joinCheapestPair() {
    var best = (first: 0, second: 1, added: Int.max)
    for first in rects.indices {
      for second in (first + 1)..<rects.count {
        let union = rects[first].union(rects[second])
        let added = Self.cost(union) - Self.cost(rects[first]) - Self.cost(rects[second])
        if added < best.added { best = (first, second, added) }
      }
    }
    rects[best.first] = rects[best.first].union(rects[best.second])
    rects.remove(at: best.second)
  }
}
