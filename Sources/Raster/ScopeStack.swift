internal import FeelGeometry

/// The open clips and groups while a list is drawn, with the memory of their masks and layers.
///
/// A class, like the painter that it configures.
final class ScopeStack {
  /// The state restored by a `pop`.
  private struct Scope {
    enum Kind {
      case clip
      case plainGroup
      /// A group drawn separately, with its opacity, 1…254.
      case layer(UInt32)
    }
    var kind: Kind
    let clip: PixelRect
    let mask: ClipMask.View?
    let surface: Surface
    /// The pixels of a layer.
    var layer = PixelRect.empty
    var ownsMask = false
  }

  /// The pixels that may currently change: the damage within all clips' bounds.
  private(set) var clip = PixelRect.empty
  private let painter: SpanPainter
  private var scopes: [Scope] = []
  private var masks: [ClipMask] = []
  private var layers: [Scratch<UInt32>] = []
  private var maskDepth = 0
  private var layerDepth = 0

  /// The size up to which a group's or a clip's memory is kept between frames: 1 MB for a group, a
  /// quarter of that for a clip.
  private static let keptGroup = 1 << 18

  init(_ painter: SpanPainter) {
    self.painter = painter
    scopes.reserveCapacity(64)
    masks.reserveCapacity(16)
    layers.reserveCapacity(8)
  }

  /// Starts with no open scope, for drawing a part of a surface.
  func begin(on surface: Surface, within damage: PixelRect) {
    (painter.surface, painter.clip, clip) = (surface, nil, damage)
  }

  /// The number of open scopes.
  var depth: Int { scopes.count }

  /// Closes the scopes opened after this many.
  func end(to depth: Int = 0) {
    while scopes.count > depth { pop() }
  }

  /// Opens a clip of whole pixels, which must lie within the current one.
  func pushClip(within pixels: PixelRect) {
    push(.clip)
    clip = pixels
  }

  /// Limits the clip just opened to the coverage of edges.
  func mask(
    by edges: EdgeList, _ rule: FillRule, summedIn accumulator: Accumulator, uneven: UnevenRows?
  ) {
    if maskDepth == masks.count { masks.append(ClipMask()) }
    let mask = masks[maskDepth]
    maskDepth += 1
    mask.set(edges, rule: rule, by: accumulator, outer: painter.clip, uneven: uneven)
    painter.clip = mask.view
    clip = clip.intersection(mask.bounds)
    scopes[scopes.count - 1].ownsMask = true
  }

  /// Opens a group, as a layer if it is translucent; `bounds` returns the pixels of a clip that it
  /// can touch.
  func pushGroup(opacity: Double, bounds: (PixelRect) -> PixelRect) {
    let alpha = opacity > 0 ? UInt32((min(1, opacity) * 255).rounded()) : 0
    guard alpha < 255, !clip.isEmpty else { return push(.plainGroup) }
    pushLayer(alpha, within: alpha > 0 ? bounds(clip) : .empty)
  }

  /// Opens a layer with an opacity, 0…255, for pixels within the current clip.
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

  /// Opens a separate picture, which `pop` does not draw; it has the pixels in `bounds`.
  func pushPicture(_ pixels: BufferView<UInt32>, _ bounds: PixelRect) {
    push(.plainGroup)
    painter.surface = Surface(pixels: pixels, stride: bounds.width, bounds: bounds)
    (painter.clip, clip) = (nil, bounds)
  }

  private func push(_ kind: Scope.Kind) {
    scopes.append(Scope(kind: kind, clip: clip, mask: painter.clip, surface: painter.surface))
  }

  /// Closes the innermost clip or group, and composes a layer onto its surface; a surplus pop is
  /// ignored.
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

  /// Whether memory for a large group is allocated, such as for a fade of a whole window, which few
  /// frames need.
  var holdsLargeGroup: Bool { layers.contains { $0.capacity > Self.keptGroup } }

  /// Frees the memory of large groups and clips.
  func trim() {
    layers.removeAll { $0.capacity > Self.keptGroup }
    masks.removeAll { $0.capacity > Self.keptGroup }
  }
}
