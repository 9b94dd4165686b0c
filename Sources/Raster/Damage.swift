internal import FeelGeometry

/// What a frame has to redraw: the difference of two display lists, in few rectangles of device pixels.
public struct Damage {
  /// The damaged pixels, at most `limit` rectangles that do not overlap much; empty where nothing changed.
  public private(set) var rects: [PixelRect] = []
  private var scopes: [PixelRect] = []
  private var equal: [Bool] = []
  private var size = PixelRect.empty

  /// The most rectangles that are told apart.
  public static let limit = 8
  /// Share of the picture above which one rectangle takes the place of several.
  public static let wholeShare = 0.6

  /// Creates a difference without damage.
  public init() {
    rects.reserveCapacity(Self.limit + 1)
    scopes.reserveCapacity(64)
    equal.reserveCapacity(256)
  }

  /// Damages everything, as after a change of size or an exposure.
  public mutating func setWhole(width: Int, height: Int) {
    rects.removeAll(keepingCapacity: true)
    if width > 0, height > 0 { rects.append(PixelRect(x0: 0, y0: 0, x1: width, y1: height)) }
  }

  /// Takes the difference of two pictures of one size in device pixels.
  ///
  /// Commands are compared in their places. Where lists differ in length, what is equal at the front and at the back is left out.
  /// A changed clip or group damages all it holds; another scale or background damages everything.
  public mutating func set(from old: DisplayList, to new: DisplayList, width: Int, height: Int) {
    guard old.scale == new.scale, old.background == new.background else {
      setWhole(width: width, height: height)
      return
    }
    rects.removeAll(keepingCapacity: true)
    size = PixelRect(x0: 0, y0: 0, x1: max(0, width), y1: max(0, height))
    guard !size.isEmpty else { return }
    let (a, b) = (old.commands.count, new.commands.count)
    let common = min(a, b)
    var front = 0
    while front < common, old.commands[front] == new.commands[front] { front += 1 }
    guard front < max(a, b) else { return }
    var back = 0
    while back < common - front, old.commands[a - 1 - back] == new.commands[b - 1 - back] {
      back += 1
    }
    if Self.hasOtherScopes(old, new, front, back) {
      // What follows stands under other clips and groups, wherever it is equal.
      setEqual(old, new, front..<front)
      addChanges(in: old, front, a)
      addChanges(in: new, front, b)
    } else {
      setEqual(old, new, a == b ? front..<a - back : front..<front)
      addChanges(in: old, front, a - back)
      addChanges(in: new, front, b - back)
    }
    if area * 10 > Int(Double(size.area) * Self.wholeShare * 10) { joinAll() }
  }

  /// Whether the changed commands open or close other clips and groups than before.
  private static func hasOtherScopes(
    _ old: DisplayList, _ new: DisplayList, _ front: Int, _ back: Int
  ) -> Bool {
    let (a, b) = (old.commands.count - back, new.commands.count - back)
    guard a == b else {
      return old.commands[front..<a].contains { $0.scopeKind != 0 }
        || new.commands[front..<b].contains { $0.scopeKind != 0 }
    }
    for index in front..<a
    where old.commands[index].scopeKind != new.commands[index].scopeKind { return true }
    return false
  }

  /// Pixels in all rectangles.
  public var area: Int {
    var sum = 0
    for rect in rects { sum += rect.area }
    return sum
  }

  /// Takes which commands of a range are equal in both lists; all others count as different.
  private mutating func setEqual(_ old: DisplayList, _ new: DisplayList, _ range: Range<Int>) {
    equal.removeAll(keepingCapacity: true)
    for index in range { equal.append(old.commands[index] == new.commands[index]) }
  }

  /// Adds the bounds of the commands of a range that differ.
  private mutating func addChanges(in list: DisplayList, _ from: Int, _ to: Int) {
    scopes.removeAll(keepingCapacity: true)
    scopes.append(size)
    // Scopes opened inside a changed one are changed with it.
    var changedDepth = 0
    var index = 0
    while index < list.commands.count, index < to || changedDepth > 0 {
      let kind = list.commands[index].scopeKind
      guard index >= from || kind != 0 else {
        index += 1
        continue
      }
      let isKnownEqual = index - from >= 0 && index - from < equal.count && equal[index - from]
      let isChanged = index >= from && index < to && !isKnownEqual
      if kind == 0 {
        if isChanged || changedDepth > 0 {
          let limit = scopes[scopes.count - 1]
          add(list.commands[index].pixelBounds(scale: list.scale, within: limit))
        }
      } else if kind == 1 {
        scopes.append(
          list.commands[index].scopeBounds(scale: list.scale, within: scopes[scopes.count - 1]))
        if isChanged || changedDepth > 0 { changedDepth += 1 }
      } else {
        if scopes.count > 1 { scopes.removeLast() }
        if changedDepth > 0 { changedDepth -= 1 }
        // A pop in another place puts all that follows under other clips.
        if isChanged { changedDepth = max(changedDepth, 1) }
      }
      index += 1
    }
  }

  /// Adds a rectangle, joining those that gain little by being apart.
  private mutating func add(_ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    var joined = rect
    var index = 0
    while index < rects.count {
      let union = rects[index].union(joined)
      // A rectangle of its own costs about as much as 2,000 pixels.
      if union.area <= rects[index].area + joined.area + 2000 {
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

  private mutating func joinCheapest() {
    var best = (0, 1, Int.max)
    for i in rects.indices {
      for j in (i + 1)..<max(i + 1, rects.count) {
        let cost = rects[i].union(rects[j]).area - rects[i].area - rects[j].area
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
  fileprivate func scopeBounds(scale: Double, within limit: PixelRect) -> PixelRect {
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
