/// What of a picture has to be drawn anew: a few rectangles of device pixels.
public struct Damage: Hashable, Sendable {
  /// The damaged pixels, at most `limit` rectangles that do not overlap much, none of them empty.
  public private(set) var rects: [PixelRect] = []

  /// The most rectangles that are told apart.
  public static let limit = 8

  /// Creates damage of nothing.
  public init() {}

  /// Creates damage of one rectangle, in device pixels.
  public init(_ rect: PixelRect) { add(rect) }

  /// Creates damage of a whole picture, as after a change of size or an exposure, in device pixels.
  public init(width: Int, height: Int) {
    self.init(PixelRect(x0: 0, y0: 0, x1: width, y1: height))
  }

  /// Whether nothing has to be drawn anew.
  public var isEmpty: Bool { rects.isEmpty }

  /// Pixels in all rectangles.
  public var area: Int {
    var sum = 0
    for rect in rects { sum += rect.area }
    return sum
  }

  /// The smallest rectangle around everything; empty around nothing.
  public var bounds: PixelRect {
    var union = PixelRect.empty
    for rect in rects { union = union.union(rect) }
    return union
  }

  /// What of it lies in a rectangle.
  public func intersection(_ limit: PixelRect) -> Damage {
    guard !rects.allSatisfy({ limit.contains($0) }) else { return self }
    var damage = Damage()
    for rect in rects { damage.add(rect.intersection(limit)) }
    return damage
  }

  /// Adds a rectangle, joining those that gain little by being apart.
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
        index = 0
      } else {
        index += 1
      }
    }
    rects.append(joined)
    if rects.count > Self.limit { joinCheapest() }
  }

  /// What it costs to redraw a rectangle, in pixels of a wide one: measured, each row costs as much as 200 of its pixels.
  private static func cost(_ rect: PixelRect) -> Int {
    (rect.x1 - rect.x0 + 200) * (rect.y1 - rect.y0)
  }

  private mutating func joinCheapest() {
    var best = (0, 1, Int.max)
    for i in rects.indices {
      for j in (i + 1)..<max(i + 1, rects.count) {
        let cost = Self.cost(rects[i].union(rects[j])) - Self.cost(rects[i]) - Self.cost(rects[j])
        if cost < best.2 { best = (i, j, cost) }
      }
    }
    rects[best.0] = rects[best.0].union(rects[best.1])
    rects.remove(at: best.1)
  }

  /// Adds all of another damage.
  public mutating func formUnion(_ other: Damage) {
    for rect in other.rects { add(rect) }
  }

  /// Joins all rectangles into the one around them.
  package mutating func joinAll() {
    let union = bounds
    removeAll()
    if !union.isEmpty { rects.append(union) }
  }

  /// Forgets all of it, and keeps the memory.
  package mutating func removeAll() { rects.removeAll(keepingCapacity: true) }
}
