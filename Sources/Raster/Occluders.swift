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
        limit = list[index].opaqueCore(scale: list.scale, within: limit)
      case 2: limit = scopes.popLast() ?? limit
      default:
        guard !limit.isEmpty else { continue }
        add(list[index].opaqueCore(scale: list.scale, within: limit), index)
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

  /// Calls `body` with rectangles that cover what no command hides of a box.
  func uncovered(_ box: PixelRect, from first: Int = 0, _ body: (PixelRect) -> Void) {
    guard !box.isEmpty else { return }
    for index in first..<max(first, all.count) {
      let hidden = all[index].rect.intersection(box)
      guard !hidden.isEmpty else { continue }
      let next = index + 1
      uncovered(PixelRect(x0: box.x0, y0: box.y0, x1: box.x1, y1: hidden.y0), from: next, body)
      uncovered(
        PixelRect(x0: box.x0, y0: hidden.y0, x1: hidden.x0, y1: hidden.y1), from: next, body)
      uncovered(
        PixelRect(x0: hidden.x1, y0: hidden.y0, x1: box.x1, y1: hidden.y1), from: next, body)
      uncovered(PixelRect(x0: box.x0, y0: hidden.y1, x1: box.x1, y1: box.y1), from: next, body)
      return
    }
    body(box)
  }
}

extension DrawCommand {
  /// Pixels that a command makes opaque, or, of a clip or group, that it leaves as they are.
  func opaqueCore(scale: Double, within limit: PixelRect) -> PixelRect {
    switch self {
    case .roundedRect(let rect, let radius, let paint):
      guard paint.isOpaque else { return .empty }
      return DeviceRect(rect, radius: radius, scale: scale)?.core(within: limit) ?? .empty
    case .clip(let rect, let radius):
      return DeviceRect(rect, radius: radius, scale: scale)?.core(within: limit) ?? .empty
    case .image(let image, let rect):
      guard image.isOpaque, image.width > 0, image.height > 0 else { return .empty }
      return DeviceRect(rect, radius: 0, scale: scale)?.core(within: limit) ?? .empty
    case .group(let opacity): return opacity >= 1 ? limit : .empty
    default: return .empty
    }
  }
}

extension Paint {
  /// Whether every pixel it fills is opaque.
  fileprivate var isOpaque: Bool {
    switch self {
    case .solid(let color): color.alpha == 255
    case .linear(let gradient):
      // One whose ends are too far apart to be computed with draws nothing.
      !gradient.stops.isEmpty && gradient.stops.allSatisfy { $0.color.alpha == 255 }
        && max(gradient.start.length, gradient.end.length) < 1e9
    case .radial: false
    }
  }
}

extension DeviceRect {
  /// The largest of three rectangles of whole pixels inside: as wide as it is, as high, or in between.
  fileprivate func core(within limit: PixelRect) -> PixelRect {
    func inner(_ dx: Double, _ dy: Double) -> PixelRect {
      func held(_ value: Double, _ low: Int, _ high: Int) -> Int {
        Int(max(Double(low), min(Double(high), value)))
      }
      return PixelRect(
        x0: held((x0 + dx).rounded(.up), limit.x0, limit.x1),
        y0: held((y0 + dy).rounded(.up), limit.y0, limit.y1),
        x1: held((x1 - dx).rounded(.down), limit.x0, limit.x1),
        y1: held((y1 - dy).rounded(.down), limit.y0, limit.y1))
    }
    guard radius > 0 else { return inner(0, 0) }
    // A corner's diagonal lies 1 − √½ of the radius inside; its polygon a little more.
    let diagonal = radius * 0.2929 + 0.05
    let candidates = (inner(0, radius), inner(radius, 0), inner(diagonal, diagonal))
    var best = candidates.0
    if candidates.1.area > best.area { best = candidates.1 }
    if candidates.2.area > best.area { best = candidates.2 }
    return best.isEmpty ? .empty : best
  }
}
