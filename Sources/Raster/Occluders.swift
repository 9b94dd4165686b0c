internal import FeelGeometry

/// The large opaque rectangles of a picture: content under them need not be drawn.
struct Occluders {
  private struct Occluder {
    var rect: PixelRect
    /// The index of its command in the list.
    var index: Int
  }

  private var all: [Occluder] = []
  private var scopes: [PixelRect] = []

  /// The maximum number of rectangles considered.
  private static let limit = 12
  /// Rectangles with fewer pixels hide too little.
  private static let smallest = 2048
  /// In clips with fewer pixels, the search costs more than it saves.
  private static let smallestClip = 16384

  init() {
    all.reserveCapacity(Self.limit)
    scopes.reserveCapacity(64)
  }

  var isEmpty: Bool { all.isEmpty }

  /// Collects the largest opaque rectangles of a picture within a clip.
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

  /// The largest part of a box hidden by a single later command; may be empty.
  func hole(in box: PixelRect, after index: Int) -> PixelRect {
    var best = PixelRect.empty
    // For a small box, the search costs more than it saves.
    guard !all.isEmpty, box.area > Self.smallest else { return best }
    for occluder in all where occluder.index > index {
      let part = occluder.rect.intersection(box)
      if part.area > best.area { best = part }
    }
    return best
  }

  /// Calls `body` with rectangles that cover the parts of a box not hidden by later commands.
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
