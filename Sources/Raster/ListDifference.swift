public import FeelGeometry

/// Finds the pixels in which two display lists may differ, scope by scope: what a frame has to
/// redraw.
///
/// A node is a drawing command, or a clip or group with its content. Nodes that are equal and in
/// the same order in both lists are skipped; for two clips or groups with equal opening commands,
/// only the contents are compared. So inserting a command inside a clip damages only that clip.
public struct ListDifference {
  /// The pixels of nodes without a counterpart in the other list; empty if nothing changed.
  public private(set) var damage = Damage()
  private var old = List()
  private var new = List()
  /// The numbers of equal commands at the front and at the back of both lists, computed once.
  private var front = 0
  private var back = 0

  /// A list's nodes: the end of the node that starts at each command, and a stack of the nodes in
  /// the scopes being compared, innermost last.
  private struct List {
    var ends: [Int] = []
    var nodes: [Int] = []
    var open: [Int] = []

    /// Finds the nodes' ends: an unclosed scope ends with the list, and a surplus pop is a node
    /// that draws nothing.
    mutating func read(_ commands: CommandView) {
      ends.removeAll(keepingCapacity: true)
      open.removeAll(keepingCapacity: true)
      nodes.removeAll(keepingCapacity: true)
      for index in 0..<commands.count {
        ends.append(index + 1)
        switch commands[index].scopeKind {
        case 1: open.append(index)
        case 2: if let start = open.popLast() { ends[start] = index + 1 }
        default: break
        }
      }
      for start in open { ends[start] = commands.count }
    }

    /// Pushes the nodes in a range of commands onto the stack; returns their positions on it.
    mutating func push(_ from: Int, _ to: Int) -> Range<Int> {
      let base = nodes.count
      var index = from
      while index < to {
        nodes.append(index)
        index = ends[index]
      }
      return base..<nodes.count
    }
  }

  // The share of the picture above which a single rectangle replaces several.
  private static let wholeShare = 0.6

  /// Creates a difference without damage.
  public init() {}

  /// Computes the difference of two pictures of one size in device pixels.
  ///
  /// Equal content in the same order is skipped, inside clips and groups too; a clip or group whose
  /// opening command differs damages all of its content, and another scale or background
  /// everything.
  public mutating func find(from old: DisplayList, to new: DisplayList, width: Int, height: Int) {
    damage.removeAll()
    let size = PixelRect(x0: 0, y0: 0, x1: max(0, width), y1: max(0, height))
    guard !size.isEmpty else { return }
    guard old.scale == new.scale, old.background == new.background else {
      damage.add(size)
      return
    }
    old.withCommands { old in new.withCommands { new in find(old, new, within: size) } }
    if Double(damage.area) > Double(size.area) * Self.wholeShare { damage.joinAll() }
  }

  private mutating func find(_ old: CommandView, _ new: CommandView, within size: PixelRect) {
    let (a, b) = (old.count, new.count)
    (front, back) = (0, 0)
    while front < min(a, b), old.isEqual(front, new, front) { front += 1 }
    guard front < max(a, b) else { return }
    while back < min(a, b) - front, old.isEqual(a - 1 - back, new, b - 1 - back) { back += 1 }
    self.old.read(old)
    self.new.read(new)
    compare(old, 0..<a, new, 0..<b, within: size)
  }

  /// Below this many pixels, the search costs more than it saves.
  private static let largeArea = 16_384

  private mutating func compare(
    _ a: CommandView, _ inA: Range<Int>, _ b: CommandView, _ inB: Range<Int>,
    within limit: PixelRect
  ) {
    guard !limit.isEmpty else { return }
    var (x, y) = (
      old.push(inA.lowerBound, inA.upperBound), new.push(inB.lowerBound, inB.upperBound)
    )
    let (baseA, baseB) = (x.lowerBound, y.lowerBound)
    trim(&x, of: a, &y, of: b)
    // Scopes with equal opening commands anchor the two lists; the nodes between two of them are
    // compared separately.
    var next = y.lowerBound
    var (doneA, doneB) = (x.lowerBound, y.lowerBound)
    for i in x where a[old.nodes[i]].scopeKind == 1 {
      let from = old.nodes[i]
      guard let j = (next..<y.upperBound).first(where: { a.isEqual(from, b, new.nodes[$0]) })
      else { continue }
      compareRuns(a, doneA..<i, b, doneB..<j, within: limit)
      let to = new.nodes[j]
      compare(
        a, from + 1..<old.ends[from], b, to + 1..<new.ends[to],
        within: a.scopeBounds(from, within: limit))
      (doneA, doneB, next) = (i + 1, j + 1, j + 1)
    }
    compareRuns(a, doneA..<x.upperBound, b, doneB..<y.upperBound, within: limit)
    old.nodes.removeLast(old.nodes.count - baseA)
    new.nodes.removeLast(new.nodes.count - baseB)
  }

  /// Skips equal nodes at the front and at the back.
  private mutating func trim(
    _ x: inout Range<Int>, of a: CommandView, _ y: inout Range<Int>, of b: CommandView
  ) {
    while let i = x.first, let j = y.first, areEqual(a, old.nodes[i], b, new.nodes[j]) {
      (x, y) = (x.dropFirst(), y.dropFirst())
    }
    while let i = x.last, let j = y.last, areEqual(a, old.nodes[i], b, new.nodes[j]) {
      (x, y) = (x.dropLast(), y.dropLast())
    }
  }

  /// Compares nodes one to one; if the counts differ, skips equal ones at the front and at the
  /// back.
  private mutating func compareRuns(
    _ a: CommandView, _ inA: Range<Int>, _ b: CommandView, _ inB: Range<Int>,
    within limit: PixelRect
  ) {
    var (x, y) = (inA, inB)
    if x.count == y.count {
      for (i, j) in zip(x, y) where !areEqual(a, old.nodes[i], b, new.nodes[j]) {
        if addEnds(a, old.nodes[i], b, new.nodes[j], within: limit) { continue }
        add(a, old.nodes[i]..<old.ends[old.nodes[i]], within: limit)
        add(b, new.nodes[j]..<new.ends[new.nodes[j]], within: limit)
      }
      return
    }
    trim(&x, of: a, &y, of: b)
    for i in x { add(a, old.nodes[i]..<old.ends[old.nodes[i]], within: limit) }
    for j in y { add(b, new.nodes[j]..<new.ends[new.nodes[j]], within: limit) }
  }

  // `mutating` only to avoid passing a copy of everything.
  private mutating func areEqual(_ a: CommandView, _ i: Int, _ b: CommandView, _ j: Int) -> Bool {
    let count = old.ends[i] - i
    guard count == new.ends[j] - j else { return false }
    if i == j, i + count <= front { return true }
    let (fromEnd, otherFromEnd) = (a.count - i, b.count - j)
    if fromEnd == otherFromEnd, fromEnd <= back { return true }
    for step in 0..<count where !a.isEqual(i + step, b, j + step) { return false }
    return true
  }

  /// For a large opaque shape that moved or grew along one axis, adds only the ends, because the
  /// part between them looks the same before and after; returns whether it could.
  private mutating func addEnds(
    _ a: CommandView, _ i: Int, _ b: CommandView, _ j: Int, within limit: PixelRect
  ) -> Bool {
    guard a[i].fillsAlike(b[j]) else { return false }
    var whole = a.pixelBounds(i, within: limit).union(b.pixelBounds(j, within: limit))
    guard whole.area > Self.largeArea else { return false }
    cutHidden(&whole, by: b)
    let band = whole.band { a.opaqueCore(i, within: $0).intersection(b.opaqueCore(j, within: $0)) }
    guard !band.isEmpty else { return false }
    let (before, after) = whole.ends(beside: band)
    damage.add(before)
    damage.add(after)
    return true
  }

  /// Removes the parts hidden by opaque commands at the back of both lists.
  private func cutHidden(_ rect: inout PixelRect, by list: CommandView) {
    guard back > 0 else { return }
    var index = 0
    while index < list.count {
      if index >= list.count - back, list[index].scopeKind == 0 {
        let (before, after) = rect.ends(beside: rect.band { list.opaqueCore(index, within: $0) })
        if before.isEmpty || after.isEmpty { rect = before.union(after) }
      }
      index = new.ends[index]
    }
  }

  /// Adds the pixels of a node.
  private mutating func add(_ list: CommandView, _ node: Range<Int>, within limit: PixelRect) {
    switch list[node.lowerBound].scopeKind {
    case 0: damage.add(list.pixelBounds(node.lowerBound, within: limit))
    case 1:
      let inner = list.scopeBounds(node.lowerBound, within: limit)
      guard !inner.isEmpty else { return }
      var depth = [inner]
      for index in node.dropFirst() {
        switch list[index].scopeKind {
        case 0: damage.add(list.pixelBounds(index, within: depth[depth.count - 1]))
        case 1: depth.append(list.scopeBounds(index, within: depth[depth.count - 1]))
        default:
          if depth.count > 1 { depth.removeLast() }
        }
      }
    default: break
    }
  }
}

extension PixelRect {
  /// The full-height or full-width band covered by a shape without concavities: what it covers at
  /// two opposite borders, it covers in between.
  fileprivate func band(_ covered: (PixelRect) -> PixelRect) -> PixelRect {
    guard !isEmpty else { return .empty }
    let (top, bottom) = (covered(rows(y0, y0 + 1)), covered(rows(y1 - 1, y1)))
    let (from, to) = (max(top.x0, bottom.x0), min(top.x1, bottom.x1))
    if !top.isEmpty, !bottom.isEmpty, from < to {
      return PixelRect(x0: from, y0: y0, x1: to, y1: y1)
    }
    let left = covered(PixelRect(x0: x0, y0: y0, x1: x0 + 1, y1: y1))
    let right = covered(PixelRect(x0: x1 - 1, y0: y0, x1: x1, y1: y1))
    let (first, end) = (max(left.y0, right.y0), min(left.y1, right.y1))
    guard !left.isEmpty, !right.isEmpty, first < end else { return .empty }
    return PixelRect(x0: x0, y0: first, x1: x1, y1: end)
  }

  /// The parts on either side of a band; if the band is empty, everything lies before it.
  fileprivate func ends(beside band: PixelRect) -> (before: PixelRect, after: PixelRect) {
    guard !band.isEmpty else { return (self, .empty) }
    if band.y0 == y0, band.y1 == y1 {
      return (
        PixelRect(x0: x0, y0: y0, x1: band.x0, y1: y1),
        PixelRect(x0: band.x1, y0: y0, x1: x1, y1: y1)
      )
    }
    return (rows(y0, band.y0), rows(band.y1, y1))
  }
}
