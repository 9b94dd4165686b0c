internal import Feel
internal import Kit
internal import Stage

/// A line between the stage and a panel, which makes the panel larger or smaller.
enum Splitter: Hashable, Sendable, CaseIterable {
  case inspector, timeline

  var cursor: Cursor { self == .inspector ? .resizeHorizontal : .resizeVertical }

  var range: ClosedRange<Double> {
    self == .inspector ? Layout.inspectorWidths : Layout.timelineHeights
  }

  /// How far an arrow key moves one, in points; with Shift one point.
  private static let step = 16.0

  /// How large a key makes its panel, in points; `nil` where it is none of its keys.
  func length(after key: KeySample, from length: Double) -> Double? {
    let step = key.modifiers.contains(.shift) ? 1 : Self.step
    switch (key.key, self) {
    case (.left, .inspector), (.up, .timeline): return length + step
    case (.right, .inspector), (.down, .timeline): return length - step
    case (.home, _): return range.lowerBound
    case (.end, _): return range.upperBound
    default: return nil
    }
  }

  /// How large a hand makes its panel that has dragged it so far from where it was, in points.
  func length(_ start: Double, draggedBy way: Vector) -> Double {
    start - (self == .inspector ? way.x : way.y)
  }
}

extension Splitter {
  func declare(_ tree: inout Tree<Session.Command>, _ layout: Layout) {
    let (id, isUpright) = ("splitter.\(self)", self == .inspector)
    var node = Node(id, .grip(isUpright: isUpright), isStop: true, cursor: cursor)
    node.keys = [.left, .right, .up, .down, .home, .end, .return]
    tree.add(
      node,
      AccessibilityElement(
        .slider, id: id, name: isUpright ? Words.Bar.inspectorWidth : Words.Bar.timelineHeight,
        number: layout.length(of: self), in: range,
        actions: Words.Bar.resized(by: isUpright ? "← →" : "↑ ↓"), frame: .zero),
      [.slide: .split(self), .key: .split(self), .double: .resize(self, nil)])
  }
}
