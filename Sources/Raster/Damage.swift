internal import FeelGeometry

/// What a frame has to redraw: the difference of two display lists, in few rectangles of device pixels.
public struct Damage {
  /// The damaged pixels, at most `limit` rectangles that do not overlap much; empty where nothing changed.
  public private(set) var rects: [PixelRect] = []
  private var difference = ListDifference()

  /// The most rectangles that are told apart.
  public static let limit = 8
  /// Share of the picture above which one rectangle takes the place of several.
  public static let wholeShare = 0.6

  /// Creates a difference without damage.
  public init() {
    rects.reserveCapacity(Self.limit + 1)
  }

  /// Damages everything, as after a change of size or an exposure.
  public mutating func setWhole(width: Int, height: Int) {
    rects.removeAll(keepingCapacity: true)
    if width > 0, height > 0 { rects.append(PixelRect(x0: 0, y0: 0, x1: width, y1: height)) }
  }

  /// Takes the difference of two pictures of one size in device pixels.
  ///
  /// What is equal in both, in the same order, is left out, inside of clips and groups too; a clip or group that is opened otherwise damages all it holds, and another scale or background everything.
  public mutating func set(from old: DisplayList, to new: DisplayList, width: Int, height: Int) {
    guard old.scale == new.scale, old.background == new.background else {
      setWhole(width: width, height: height)
      return
    }
    rects.removeAll(keepingCapacity: true)
    let size = PixelRect(x0: 0, y0: 0, x1: max(0, width), y1: max(0, height))
    guard !size.isEmpty else { return }
    difference.find(old, new, within: size)
    for rect in difference.found { add(rect) }
    if area * 10 > Int(Double(size.area) * Self.wholeShare * 10) { joinAll() }
  }

  /// Pixels in all rectangles.
  public var area: Int {
    var sum = 0
    for rect in rects { sum += rect.area }
    return sum
  }

  /// Adds a rectangle, joining those that gain little by being apart.
  private mutating func add(_ rect: PixelRect) {
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

  private mutating func joinAll() {
    var union = PixelRect.empty
    for rect in rects { union = union.union(rect) }
    rects.removeAll(keepingCapacity: true)
    rects.append(union)
  }
}

extension DrawCommand {
  /// The pixels that what follows a clip or group can touch.
  func scopeBounds(scale: Double, within limit: PixelRect) -> PixelRect {
    switch self {
    case .clip(let rect, _): PixelRect(covering: rect, scale: scale, within: limit)
    case .clipPath(let path, _):
      path.bounds.map { PixelRect(covering: $0, scale: scale, within: limit) } ?? .empty
    default: limit
    }
  }

  /// 0 for what draws, 1 for what opens a clip or group, 2 for what ends one.
  var scopeKind: Int {
    switch self {
    case .clip, .clipPath, .group: 1
    case .pop: 2
    default: 0
    }
  }
}

extension PixelRect {
  /// The pixels that a rectangle in points touches.
  init(covering rect: Rect, scale: Double, within limit: PixelRect) {
    self.init(
      covering: rect.minX * scale, rect.minY * scale, rect.maxX * scale, rect.maxY * scale,
      within: limit)
  }
}
