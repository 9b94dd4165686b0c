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
    func places(in room: Rect, heights: [Double]) -> [Rect] {
      let inside = room.inset(by: Self.margin)
      return [row, column].flatMap { size in
        [inside.maxX - size.width, inside.minX].flatMap { x in
          heights.map { height in
            Rect(
              x: max(inside.minX, x),
              y: max(inside.minY, inside.minY + height * (inside.height - size.height)),
              width: size.width, height: size.height)
          }
        }
      }
    }
    // In a corner of the stage; over the content itself where a low stage leaves no other room.
    let content = run.watchedPart.flatMap { $0.hitBox.intersection(stage) }
    let places =
      places(in: stage, heights: [0, 1])
      + (content.map { places(in: $0, heights: [0.5, 0, 1]) } ?? [])
    // A button that is covered cannot be told by its words; of content there is always more to be seen.
    frame = run.leastCovering(places) { $0.probe(at: run.now) == nil ? 4 : 1 } ?? places[0]
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
