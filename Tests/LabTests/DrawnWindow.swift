import Feel
import Raster
import TextLayout

/// What is visible in a window according to its display list: words, and whatever hides or cuts
/// them.
struct DrawnWindow {
  /// The glyphs of one run that have visible ink.
  struct Words {
    let run: GlyphRun
    let color: Color
    /// Bounds of all the ink, and of the part left by the clips, in points.
    let ink, shown: Rect
    let clip: Rect
    /// Whether a group fades it, as with settings that have no effect.
    let isFaint: Bool
    fileprivate(set) var isHidden = false

    var isCut: Bool { ink.width - shown.width > 1 || ink.height - shown.height > 1 }
  }

  private(set) var words: [Words] = []
  /// Words partly covered by something opaque drawn later, with its frame.
  private(set) var covered: [(Words, Rect)] = []
  /// Everything drawn except words: their background.
  private(set) var ground: DisplayList

  private var boxes: [Glyph.ID: Rect?] = [:]

  init(_ list: DisplayList, in size: Size, _ fonts: FontBook) {
    ground = DisplayList(scale: list.scale, background: list.background)
    var scopes = [(clip: Rect(origin: .zero, size: size), isFaint: false, isPath: false)]
    for command in list.commandsDrawn {
      let (clip, isFaint, isPath) = scopes[scopes.count - 1]
      switch command {
      case .glyphs(let run, let origin, let color):
        add(run, at: origin, color, in: clip, isFaint: isFaint, fonts)
        continue
      case .clip(let rect, _):
        scopes.append((clip.intersection(rect) ?? .zero, isFaint, isPath))
      case .clipPath: scopes.append((clip, isFaint, true))
      case .group(let opacity): scopes.append((clip, isFaint || opacity < 1, isPath))
      case .pop: scopes.removeLast()
      case .roundedRect(let rect, _, let paint) where paint.isOpaque && !isFaint:
        if let shape = rect.intersection(clip) { cover(with: shape, hidesOnly: isPath) }
      default: break
      }
      ground.append(command)
    }
  }

  private mutating func add(
    _ run: GlyphRun, at origin: Vector, _ color: Color, in clip: Rect, isFaint: Bool,
    _ fonts: FontBook
  ) {
    let ink = run.glyphs.compactMap { glyph in
      box(of: glyph.id, in: run, fonts)?.offset(by: origin + glyph.offset)
    }.reduce(Rect?.none) { $0?.union($1) ?? $1 }
    guard let ink, let shown = ink.intersection(clip), shown.width > 1, shown.height > 1 else {
      return
    }
    words.append(
      Words(run: run, color: color, ink: ink, shown: shown, clip: clip, isFaint: isFaint))
  }

  /// The ink bounds of a glyph, in points relative to its origin.
  private mutating func box(of id: UInt32, in run: GlyphRun, _ fonts: FontBook) -> Rect? {
    let key = Glyph.ID(font: run.font, size: run.size, id: id)
    if let known = boxes[key] { return known }
    let path = fonts.outline(font: run.font, glyph: id, pixelsPerEm: run.size)
    let corners = path.elements.compactMap { element in
      switch element {
      case .move(let point), .line(let point), .quad(_, let point), .cubic(_, _, let point): point
      case .close: nil
      }
    }
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    var box: Rect?
    if let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() {
      box = Rect(x: left, y: top, width: right - left, height: bottom - top)
    }
    boxes[key] = box
    return box
  }

  /// Marks words that lie wholly under a shape as hidden, and partly covered ones as covered.
  private mutating func cover(with shape: Rect, hidesOnly: Bool) {
    // Narrow shapes are marks and lines over a scale.
    guard min(shape.width, shape.height) >= 8 else { return }
    for index in words.indices where !words[index].isHidden {
      let shown = words[index].shown
      guard let under = shown.intersection(shape) else { continue }
      let share = under.width * under.height / (shown.width * shown.height)
      if share > 0.95 {
        words[index].isHidden = true
      } else if share > 0.05, !hidesOnly {
        covered.append((words[index], shape))
      }
    }
  }

  /// All pairs of words whose ink overlaps.
  var overlaps: [(Words, Words)] {
    let seen = words.filter { !$0.isHidden }
    return seen.indices.flatMap { index in
      seen[..<index].compactMap { other in
        guard let common = seen[index].shown.intersection(other.shown), common.width > 0.5,
          common.height > 0.5
        else { return nil }
        return (seen[index], other)
      }
    }
  }
}

extension Glyph {
  fileprivate struct ID: Hashable {
    let font: FontID
    let size: Double
    let id: UInt32
  }
}

extension Paint {
  fileprivate var isOpaque: Bool {
    switch self {
    case .solid(let color): color.alpha == 255
    case .linear(let gradient): gradient.stops.allSatisfy { $0.color.alpha == 255 }
    case .radial: false
    }
  }
}
