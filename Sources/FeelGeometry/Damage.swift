/// The part of a picture that has to be redrawn: a few rectangles of device pixels.
public struct Damage: Hashable, Sendable {
  /// The damaged pixels: at most `limit` rectangles, none of them empty, that may overlap a little.
  public private(set) var rects: [PixelRect] = []

  /// The most rectangles kept apart; one more, and the two that are cheapest to join are joined.
  public static let limit = 8

  /// Creates empty damage.
  public init() {}

  /// Creates damage of one rectangle, in device pixels.
  public init(_ rect: PixelRect) { add(rect) }

  /// Creates damage of a whole picture, as after a change of size or an exposure, in device pixels.
  public init(width: Int, height: Int) { self.init(PixelRect(x0: 0, y0: 0, x1: width, y1: height)) }

  /// Whether nothing has to be redrawn.
  public var isEmpty: Bool { rects.isEmpty }

  /// Number of pixels in all rectangles together; where two overlap, pixels count twice.
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

  /// The damage that lies within a rectangle.
  public func intersection(_ bounds: PixelRect) -> Damage {
    guard !rects.allSatisfy({ bounds.contains($0) }) else { return self }
    var damage = Damage()
    for rect in rects { damage.add(rect.intersection(bounds)) }
    return damage
  }

  /// Adds a rectangle, joined with every other that costs no more to redraw together with it than
  /// apart.
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

  /// Adds all of another damage.
  public mutating func formUnion(_ other: Damage) {
    for rect in other.rects { add(rect) }
  }

  /// Replaces all rectangles by the smallest one that contains them.
  package mutating func joinAll() {
    let union = bounds
    removeAll()
    if !union.isEmpty { rects.append(union) }
  }

  /// Empties the damage, but keeps its memory for the next frame.
  package mutating func removeAll() { rects.removeAll(keepingCapacity: true) }

  /// What starting a row costs, in pixels drawn for the same time; measured.
  private static let rowStart = 200

  /// The cost of redrawing a rectangle, in pixels drawn for the same time.
  private static func cost(_ rect: PixelRect) -> Int {
    (rect.x1 - rect.x0 + rowStart) * (rect.y1 - rect.y0)
  }

  /// Joins the two rectangles whose union costs least more than they do apart.
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
