import Feel
import Raster
import TextLayout

/// What is seen of a window, read off its display list: the words, and what hides or cuts them.
struct DrawnWindow {
  /// The glyphs of one run, where their ink is seen.
  struct Words {
    let run: GlyphRun
    let color: Color
    /// Around the ink of all of it, and of what the clips leave, in points.
    let ink, shown: Rect
    /// The clip's edges that cut it.
    let clip: Rect
    /// Whether a group makes it fainter, as what has no effect.
    let isFaint: Bool
    fileprivate(set) var isHidden = false

    var isCut: Bool { ink.width - shown.width > 1 || ink.height - shown.height > 1 }
  }

  private(set) var words: [Words] = []
  /// Words that something opaque drawn later covers in part, with that.
  private(set) var covered: [(Words, Rect)] = []
  /// All that is drawn but words: their ground.
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

  /// Around a glyph's ink, in points about its origin.
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

  /// Hides words that lie wholly under a shape; those that lie there in part are covered.
  private mutating func cover(with shape: Rect, hidesOnly: Bool) {
    // Marks and lines over a scale are narrow.
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

  /// Each two words of which the ink of one lies over that of the other.
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
