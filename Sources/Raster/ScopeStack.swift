internal import FeelGeometry

/// The clips and groups that are open while a list is drawn, with the memory of their masks and
/// layers.
///
/// A class, as the painter is that it turns to each of them.
final class ScopeStack {
  /// What a `pop` brings back.
  private struct Scope {
    enum Kind {
      case clip
      case plainGroup
      /// A group drawn apart, with its opacity, 1…254.
      case layer(UInt32)
    }
    var kind: Kind
    let clip: PixelRect
    let mask: ClipMask?
    let surface: Surface
    /// The pixels that a layer holds.
    var layer = PixelRect.empty
    var ownsMask = false
  }

  /// The pixels that may change now: damage and all clips' bounds.
  private(set) var clip = PixelRect.empty
  private let painter: SpanPainter
  private var scopes: [Scope] = []
  private var masks: [ClipMask] = []
  private var layers: [Scratch<UInt32>] = []
  private var maskDepth = 0
  private var layerDepth = 0

  /// Pixels of a group or clip that are kept from frame to frame: 1 MB of a group's, a quarter of
  /// that of a clip's.
  private static let keptGroup = 1 << 18

  init(_ painter: SpanPainter) {
    self.painter = painter
    scopes.reserveCapacity(64)
    masks.reserveCapacity(16)
    layers.reserveCapacity(8)
  }

  /// Begins with nothing open, to draw a part of a surface.
  func begin(on surface: Surface, within damage: PixelRect) {
    (painter.surface, painter.clip, clip) = (surface, nil, damage)
  }

  /// How many are open.
  var depth: Int { scopes.count }

  /// Leaves those that were opened after so many.
  func end(to depth: Int = 0) {
    while scopes.count > depth { pop() }
  }

  /// Opens a clip to whole pixels, which lie within the present one.
  func pushClip(within pixels: PixelRect) {
    push(.clip)
    clip = pixels
  }

  /// Makes the clip that was just opened soft: it is as wide as the edges say.
  func mask(
    by edges: EdgeList, _ rule: FillRule, summedIn accumulator: Accumulator, uneven: UnevenRows?
  ) {
    if maskDepth == masks.count { masks.append(ClipMask()) }
    let mask = masks[maskDepth]
    maskDepth += 1
    mask.set(edges, rule: rule, by: accumulator, outer: painter.clip, uneven: uneven)
    painter.clip = mask
    clip = clip.intersection(mask.bounds)
    scopes[scopes.count - 1].ownsMask = true
  }

  /// Opens a group, with a layer where it is translucent; `bounds` says which pixels of a clip it
  /// can touch.
  func pushGroup(opacity: Double, bounds: (PixelRect) -> PixelRect) {
    let alpha = opacity > 0 ? UInt32((min(1, opacity) * 255).rounded()) : 0
    guard alpha < 255, !clip.isEmpty else { return push(.plainGroup) }
    pushLayer(alpha, within: alpha > 0 ? bounds(clip) : .empty)
  }

  /// Opens a layer of an opacity, 0…255, for pixels that lie within the present clip.
  func pushLayer(_ alpha: UInt32, within pixels: PixelRect) {
    push(.plainGroup)
    clip = pixels
    guard !clip.isEmpty else { return }
    scopes[scopes.count - 1].kind = .layer(alpha)
    scopes[scopes.count - 1].layer = clip
    if layerDepth == layers.count { layers.append(Scratch(1 << 12, filledWith: 0)) }
    let pixels = layers[layerDepth].reserve(clip.area)
    layerDepth += 1
    pixels.fill(0, clip.area, with: 0)
    painter.surface = Surface(pixels: pixels, stride: clip.width, bounds: clip)
    painter.clip = nil
  }

  /// Opens a picture of its own, which `pop` leaves where it is; it holds the pixels in `bounds`.
  func pushPicture(_ pixels: BufferView<UInt32>, _ bounds: PixelRect) {
    push(.plainGroup)
    painter.surface = Surface(pixels: pixels, stride: bounds.width, bounds: bounds)
    (painter.clip, clip) = (nil, bounds)
  }

  private func push(_ kind: Scope.Kind) {
    scopes.append(Scope(kind: kind, clip: clip, mask: painter.clip, surface: painter.surface))
  }

  /// Leaves the innermost clip or group, and puts a layer where it belongs; one too many is passed
  /// over.
  func pop() {
    guard let scope = scopes.popLast() else { return }
    if scope.ownsMask { maskDepth -= 1 }
    let layer = painter.surface
    (clip, painter.clip, painter.surface) = (scope.clip, scope.mask, scope.surface)
    guard case .layer(let alpha) = scope.kind else { return }
    layerDepth -= 1
    painter.compose(layer, over: scope.layer, opacity: alpha)
  }

  // MARK: Memory

  /// Whether there is memory for a large group, such as a fade over a whole window, which few
  /// frames have.
  var holdsLargeGroup: Bool { layers.contains { $0.capacity > Self.keptGroup } }

  /// Gives up the memory for large groups and clips.
  func trim() {
    layers.removeAll { $0.capacity > Self.keptGroup }
    masks.removeAll { $0.capacity > Self.keptGroup }
  }
}
