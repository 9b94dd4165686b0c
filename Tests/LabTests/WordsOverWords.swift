import Feel
import Raster
import Testing
import TextLayout

/// Expects that no visible lines of text overlap in a picture of a window.
func expectNoWordsOverWords(
  _ list: DisplayList, in size: Size, atLeast least: Int = 21,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var boxes: [Rect] = []
  var line: Vector?
  var clips = [Rect(origin: .zero, size: size)]
  for command in list.commandsDrawn {
    let clip = clips[clips.count - 1]
    switch command {
    case .clip(let rect, _): clips.append(clip.intersection(rect) ?? .zero)
    case .clipPath, .group: clips.append(clip)
    case .pop: clips.removeLast()
    case .roundedRect(let rect, _, .solid(let color)) where color.alpha == 255:
      // Words wholly covered by it are not visible.
      if let cover = rect.intersection(clip) {
        boxes.removeAll { cover.contains($0.origin) && cover.contains(Vector($0.maxX, $0.maxY)) }
      }
    case .glyphs(let run, let origin, _) where !run.glyphs.isEmpty:
      // Approximate ink bounds: half an em for the last letter, a capital's height above the
      // baseline, little below it.
      // A line in two fonts has a run for each, ending where the next one starts.
      let start = run.glyphs.first?.offset.x ?? 0
      if line == origin, let box = boxes.last, box.minX < origin.x + start {
        boxes[boxes.count - 1].size.width = min(box.width, origin.x + start - box.minX)
      }
      let width = (run.glyphs.last?.offset.x ?? 0) - start + run.size * 0.5
      let box = Rect(
        x: origin.x + start, y: origin.y - run.size * 0.7, width: width, height: run.size * 0.8)
      let shown = box.intersection(clip)
      if let shown { boxes.append(shown) }
      line = shown == nil ? nil : origin
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
  /// The commands with cached pictures inlined: every remaining scope is a clip or a group.
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
