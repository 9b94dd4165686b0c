internal import Feel
internal import Stage
internal import TextLayout

/// The elements of a panel with their frames.
struct Placed<Ask: Hashable & Sendable>: Hashable, Sendable {
  let tree: Tree<Ask>
  /// Frames in points of the window; rows of a list as if unscrolled.
  private(set) var frames: [Rect]
  /// Index of the list or column that scrolls each element.
  private(set) var lists: [Int?]
  private let fonts: FontBook?

  init(_ tree: Tree<Ask>, in frame: Rect, _ fonts: FontBook?) {
    (self.tree, self.fonts) = (tree, fonts)
    frames = Array(repeating: .zero, count: tree.nodes.count)
    lists = Array(repeating: nil, count: tree.nodes.count)
    if !tree.nodes.isEmpty { place(0, in: tree.nodes[0].box.frame ?? frame, list: nil) }
  }

  private mutating func place(_ index: Int, in frame: Rect, list: Int?) {
    (frames[index], lists[index]) = (frame, list)
    let (node, children) = (tree.nodes[index], tree.children(of: index))
    if case .list(let facts) = node.look { return place(children, rowsOf: index, facts) }
    let list = node.scrolls ? index : list
    for child in children {
      if let fixed = tree.nodes[child].box.frame { place(child, in: fixed, list: list) }
    }
    let (box, padding) = (node.box, node.box.padding)
    let inside = Rect(
      x: frame.minX + padding.left, y: frame.minY + padding.top,
      width: max(0, frame.width - padding.left - padding.right),
      height: max(0, frame.height - padding.top - padding.bottom))
    let isRow = box.axis == .horizontal
    let (room, across) =
      isRow ? (inside.width, inside.height) : (inside.height, inside.width)
    let flowing = flowing(in: index)
    // Elements that fill share the remaining room.
    var known = flowing.map { length(of: $0, along: box.axis, width: inside.width) }
    var used = known.reduce(0) { $0 + ($1 ?? 0) } + box.gap * Double(max(0, flowing.count - 1))
    let yielding = flowing.firstIndex { extent(of: $0, box.axis) == .shrink }
    if used > room, let yielding, let whole = known[yielding] {
      let length = max(0, whole - (used - room))
      (known[yielding], used) = (length, used - whole + length)
    }
    let weights = flowing.map { child in
      if case .fill(let weight) = extent(of: child, box.axis) { weight } else { 0.0 }
    }
    let (left, all) = (max(0, room - used), weights.reduce(0, +))
    var start = isRow ? inside.minX : inside.minY
    for (child, (known, weight)) in zip(flowing, zip(known, weights)) {
      let length = known ?? left * weight / all
      let breadth =
        self.length(
          of: child, along: isRow ? .vertical : .horizontal, width: isRow ? length : across)
        ?? across
      // An element lower than its row is centred vertically.
      let place =
        isRow
        ? Rect(x: start, y: inside.minY + (across - breadth) / 2, width: length, height: breadth)
        : Rect(x: inside.minX, y: start, width: breadth, height: length)
      self.place(child, in: place, list: list)
      start += length + box.gap
    }
  }

  /// Minimum width of the whole panel, in points.
  var width: Double { fit(0, along: .horizontal, width: .infinity) }

  /// Length of a column's content, in points.
  func length(of column: Int) -> Double {
    let ends = tree.children(of: column).map { frames[$0].maxY }
    return (ends.max() ?? 0) + tree.nodes[column].box.padding.bottom - frames[column].minY
  }

  /// Indices of an element's ancestors, innermost first.
  func ancestors(of index: Int) -> [Int] {
    (0..<index).reversed().filter { tree.nodes[$0].end > index }
  }

  private func flowing(in index: Int) -> [Int] {
    tree.children(of: index).filter { tree.nodes[$0].box.frame == nil }
  }

  private mutating func place(_ children: [Int], rowsOf index: Int, _ list: List) {
    let frame = frames[index].inset(by: List.padding)
    for child in children {
      guard let row = tree.nodes[child].row else { continue }
      let place = Rect(
        x: frame.minX, y: frame.minY + Double(row) * list.rowHeight, width: frame.width,
        height: list.rowHeight)
      self.place(child, in: place, list: index)
    }
  }

  private func extent(of index: Int, _ axis: Box.Axis) -> Extent {
    axis == .horizontal ? tree.nodes[index].box.width : tree.nodes[index].box.height
  }

  /// Length of an element along an axis; `nil` if it takes the remaining room.
  ///
  /// - Parameter width: the available width, which determines the height of wrapped text.
  private func length(of index: Int, along axis: Box.Axis, width: Double) -> Double? {
    switch extent(of: index, axis) {
    case .fixed(let length): length
    case .fill: nil
    case .fit, .shrink: fit(index, along: axis, width: width)
    case .atLeast(let least): max(least, fit(index, along: axis, width: width))
    }
  }

  private func fit(_ index: Int, along axis: Box.Axis, width: Double) -> Double {
    let node = tree.nodes[index]
    switch node.look {
    case .label(let label) where axis == .horizontal:
      return (fonts?.layout(label.text, label.style).width ?? label.guessedWidth).rounded(.up)
    case .message(let words) where axis == .horizontal:
      return (fonts?.layout(words, .smallMedium).width ?? 0).rounded(.up) + 24
    case .button(let push) where axis == .horizontal:
      return push.width(fonts)
    case .paragraph(_, _, let lines) where axis == .vertical: return 15 * Double(lines)
    default: break
    }
    let (box, padding) = (node.box, node.box.padding)
    let around =
      axis == .horizontal ? padding.left + padding.right : padding.top + padding.bottom
    let lengths = flowing(in: index).map {
      length(of: $0, along: axis, width: width - around) ?? 0
    }
    guard box.axis == axis else { return around + (lengths.max() ?? 0) }
    return around + lengths.reduce(0, +) + box.gap * Double(max(0, lengths.count - 1))
  }
}

extension Label {
  /// Estimated width in points for wide fonts, used without fonts.
  fileprivate var guessedWidth: Double { 0.7 * style.size * Double(text.count) }
}
