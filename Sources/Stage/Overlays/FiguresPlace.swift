internal import Feel

/// Where the numbers of a motion lie over a stage, in points: in a row or in a column, in the corner in which they cover the least.
///
/// The upper right comes first, then what else is free. It depends on where the parts are, not on what moves in them, so that the numbers stay.
struct FiguresPlace: Hashable {
  /// Widths of the chips from right to left, in points: fixed, so that nothing moves but the digits.
  static let widths = [100.0, 116, 108, 84]
  /// How high a chip is, in points.
  static let height = 22.0
  private static let margin = 8.0
  private static let gap = 4.0

  /// All of it, with the room for a rate.
  let frame: Rect
  /// Whether the chips stand below each other.
  let isColumn: Bool

  init(in stage: Rect, over run: StageRun) {
    let count = Double(Self.widths.count)
    let row = Size(Self.widths.reduce(0, +) + (count - 1) * Self.gap, Self.height)
    let column = Size(
      Self.widths.max() ?? 0, count * Self.height + (count - 1) * Self.gap)
    let inside = stage.inset(by: Self.margin)
    func places(_ xs: [Double], _ ys: [Double]) -> [Rect] {
      var places: [Rect] = []
      for size in [row, column] {
        let room = Size(max(0, inside.width - size.width), max(0, inside.height - size.height))
        for x in xs {
          for y in ys {
            let corner = inside.origin + Vector(x * room.width, y * room.height)
            places.append(Rect(origin: corner, size: size))
          }
        }
      }
      return places
    }
    // A control that is covered cannot be read; of content, and of a picture, there is always more to be seen.
    func weight(_ part: any Part) -> Double {
      let isPicture = part.hitBox.width * part.hitBox.height > 0.4 * stage.width * stage.height
      return isPicture || part.probe(at: run.now)?.reading.isContent ?? false ? 1 : 4
    }
    let boxes = run.weighed(weight)
    let corners = places([1, 0], [0, 1])
    var place = boxes.leastCovered(by: corners) ?? corners[0]
    // Elsewhere only where every corner has words or a control that would be covered.
    let words = WeighedBoxes(boxes: boxes.boxes.filter { $0.weight > 1 })
    if words.covered(by: place) > 0 {
      let all = corners + places([1, 0, 0.75, 0.25, 0.5], [0, 1, 0.25, 0.75, 0.5])
      place = boxes.leastCovered(by: all) ?? place
    }
    frame = place
    isColumn = frame.width < row.width
  }

  /// Where a chip is, counted from the right, or in a column, where they stand in the order in which a row is read, the rate last.
  func chip(_ index: Int) -> Rect {
    let width = Self.widths[index]
    guard !isColumn else {
      let line = index < 3 ? 2 - index : index
      let y = frame.minY + Double(line) * (Self.height + Self.gap)
      return Rect(x: frame.minX, y: y, width: frame.width, height: Self.height)
    }
    let before = Self.widths[..<index].reduce(0) { $0 + $1 + Self.gap }
    return Rect(
      x: frame.maxX - before - width, y: frame.minY, width: width, height: Self.height)
  }
}

extension Rect {
  /// The largest part of it above, below, left or right of a box; all of it where that lies elsewhere.
  func largestPart(beside box: Rect) -> Rect {
    guard let box = intersection(box) else { return self }
    let parts = [
      Rect(x: minX, y: box.maxY, width: width, height: maxY - box.maxY),
      Rect(x: minX, y: minY, width: width, height: box.minY - minY),
      Rect(x: minX, y: minY, width: box.minX - minX, height: height),
      Rect(x: box.maxX, y: minY, width: maxX - box.maxX, height: height),
    ].map { Rect(x: $0.minX, y: $0.minY, width: max(0, $0.width), height: max(0, $0.height)) }
    func area(_ part: Rect) -> Double { part.width * part.height }
    return parts.dropFirst().reduce(parts[0]) { area($1) > area($0) ? $1 : $0 }
  }
}
