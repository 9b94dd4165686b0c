internal import Feel
internal import Kit
internal import Stage

/// The line between the stage and a panel, which resizes the panel.
enum Splitter: Hashable, Sendable, CaseIterable {
  case inspector, timeline

  var cursor: Cursor { self == .inspector ? .resizeHorizontal : .resizeVertical }

  var range: ClosedRange<Double> {
    self == .inspector ? Layout.inspectorWidths : Layout.timelineHeights
  }

  /// Distance of an arrow key in points; 1 with Shift.
  private static let step = 16.0

  /// The panel's length in points after a key; `nil` if the splitter does not handle the key.
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

  /// The panel's length in points after a drag by `way` from the length `start`.
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
