internal import FeelGeometry

/// The large opaque rectangles of a picture: what lies under them need not be drawn.
struct Occluders {
  private struct Occluder {
    var rect: PixelRect
    /// Its command's place in the list.
    var index: Int
  }

  private var all: [Occluder] = []
  private var scopes: [PixelRect] = []

  /// The most rectangles that are looked at.
  private static let limit = 12
  /// Pixels below which a rectangle hides too little to be looked at.
  private static let smallest = 2048
  /// Pixels of a clip below which the search costs more than it saves.
  private static let smallestClip = 16384

  init() {
    all.reserveCapacity(Self.limit)
    scopes.reserveCapacity(64)
  }

  var isEmpty: Bool { all.isEmpty }

  /// Takes the largest of a picture's opaque rectangles within a clip.
  mutating func find(in list: CommandView, within clip: PixelRect) {
    all.removeAll(keepingCapacity: true)
    guard clip.area > Self.smallestClip, list.scale > 0, list.scale.isFinite else { return }
    scopes.removeAll(keepingCapacity: true)
    var limit = clip
    for index in 0..<list.count {
      switch list[index].scopeKind {
      case 1:
        scopes.append(limit)
        limit = list.opaqueCore(index, within: limit)
      case 2: limit = scopes.popLast() ?? limit
      default:
        guard !limit.isEmpty else { continue }
        add(list.opaqueCore(index, within: limit), index)
      }
    }
  }

  private mutating func add(_ rect: PixelRect, _ index: Int) {
    guard rect.area > Self.smallest else { return }
    let occluder = Occluder(rect: rect, index: index)
    guard all.count == Self.limit else {
      all.append(occluder)
      return
    }
    guard let least = all.indices.min(by: { all[$0].rect.area < all[$1].rect.area }) else { return }
    if all[least].rect.area < rect.area { all[least] = occluder }
  }

  /// The largest part of a box that one later command hides, or an empty rectangle.
  func hole(in box: PixelRect, after index: Int) -> PixelRect {
    var best = PixelRect.empty
    // Beside a box that small the search costs more than it saves.
    guard !all.isEmpty, box.area > Self.smallest else { return best }
    for occluder in all where occluder.index > index {
      let part = occluder.rect.intersection(box)
      if part.area > best.area { best = part }
    }
    return best
  }

  /// Calls `body` with rectangles that cover what no later command hides of a box.
  func uncovered(
    _ box: PixelRect, after place: Int, from first: Int = 0, _ body: (PixelRect) -> Void
  ) {
    guard !box.isEmpty else { return }
    for index in first..<max(first, all.count) where all[index].index > place {
      let hidden = all[index].rect.intersection(box)
      guard !hidden.isEmpty else { continue }
      func search(_ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int) {
        uncovered(
          PixelRect(x0: x0, y0: y0, x1: x1, y1: y1), after: place, from: index + 1, body)
      }
      search(box.x0, box.y0, box.x1, hidden.y0)
      search(box.x0, hidden.y0, hidden.x0, hidden.y1)
      search(hidden.x1, hidden.y0, box.x1, hidden.y1)
      search(box.x0, hidden.y1, box.x1, box.y1)
      return
    }
    body(box)
  }
}
