import Feel
import Raster
import Testing
import TextLayout

/// Expects that in a picture of a window no two lines of text lie over each other, as far as they
/// are shown.
func expectNoWordsOverWords(
  _ list: DisplayList, in size: Size, atLeast least: Int = 21,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var boxes: [Rect] = []
  var clips = [Rect(origin: .zero, size: size)]
  for command in list.commandsDrawn {
    let clip = clips[clips.count - 1]
    switch command {
    case .clip(let rect, _): clips.append(clip.intersection(rect) ?? .zero)
    case .clipPath, .group: clips.append(clip)
    case .pop: clips.removeLast()
    case .roundedRect(let rect, _, .solid(let color)) where color.alpha == 255:
      // What lies wholly under it is not seen.
      if let cover = rect.intersection(clip) {
        boxes.removeAll { cover.contains($0.origin) && cover.contains(Vector($0.maxX, $0.maxY)) }
      }
    case .glyphs(let run, let origin, _) where !run.glyphs.isEmpty:
      // About what the letters cover: half an em for the last of them, a capital's height above the
      // baseline, and little below it.
      // A line of two scripts has a run for each, which begins where the one before ends.
      let start = run.glyphs.first?.offset.x ?? 0
      let width = (run.glyphs.last?.offset.x ?? 0) - start + run.size * 0.5
      let box = Rect(
        x: origin.x + start, y: origin.y - run.size * 0.7, width: width, height: run.size * 0.8)
      if let shown = box.intersection(clip) { boxes.append(shown) }
    default: break
    }
  }
  #expect(boxes.count >= least, sourceLocation: sourceLocation)
  for (index, box) in boxes.enumerated() {
    for other in boxes[..<index] {
      #expect(
        box.intersection(other) == nil, "\(box) over \(other)", sourceLocation: sourceLocation)
    }
  }
}

extension DisplayList {
  /// The orders as if nothing was kept as a picture: each scope that is left is a clip or a group.
  var commandsDrawn: [DrawCommand] {
    var areKept: [Bool] = []
    return commands.filter { command in
      switch command {
      case .clip, .clipPath, .group: areKept.append(false)
      case .kept: areKept.append(true)
      case .pop: return areKept.popLast() != true
      default: return true
      }
      return areKept.last == false
    }
  }
}
