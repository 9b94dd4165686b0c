package import Feel
internal import Raster

/// The cards below a stage: a window's frames, the comparison table, and the release explanation.
///
/// Its height depends on its width and on which cards are wanted, not on their content, so that the
/// stage above keeps its size during a motion.
package struct Shelf: Hashable, Sendable {
  // Flags rather than a set: the window's layout is queried very often.
  private var hasWhy = false
  // Whether the explanation has a scale.
  private var chooses = true
  private var hasFrameTimes = false
  private var hasAge = false
  /// Whether it has the comparison table.
  package private(set) var hasTable = false
  /// Whether the cards are to be read from a distance.
  private var isLarge = false
  // The cards' heights in points, once fitted.
  private var heights = Heights(table: 0, why: 0)

  private struct Heights: Hashable {
    var table, why: Double
  }

  private static let row = 32.0
  private static let gap = 12.0
  /// The height of the enlarged table, in points.
  private static let large = 208.0
  /// The minimum widths of a shelf with table and explanation side by side, and with either, in
  /// points.
  private static let least = (beside: 772.0, table: 300.0, why: 200.0)
  /// Enlarges the explanation's text like the table's.
  private var growth: Double { isLarge ? 18.0 / 13 : 1 }
  /// The minimum height of stage and shelf together for cards at full height.
  private static let leastRoomy = 480.0

  /// - Parameters:
  ///   - overlays: the overlays that are on, some of which are on the shelf.
  ///   - explains: whether the scene's releases can be explained.
  ///   - chooses: whether they choose a place, so that there is a scale.
  ///   - compares: whether something is compared.
  ///   - isLarge: whether it is read from a distance.
  package init(
    _ overlays: Set<Overlay>, explains: Bool, chooses: Bool = true, compares: Bool = false,
    isLarge: Bool = false
  ) {
    (hasWhy, self.chooses) = (explains && overlays.contains(.explanation), chooses)
    hasFrameTimes = overlays.contains(.frames)
    hasAge = overlays.contains(.age)
    (hasTable, self.isLarge) = (compares, isLarge)
  }

  private init() {}

  private var hasFrames: Bool { hasFrameTimes || hasAge }

  package func has(_ overlay: Overlay) -> Bool {
    switch overlay {
    case .explanation: hasWhy
    case .frames: hasFrameTimes
    case .age: hasAge
    case .hud, .velocity, .rest, .ghosts, .bounds, .samples: false
    }
  }

  // MARK: Height

  /// The margin between the cards and the edges of the plate, in points.
  private static func edge(_ width: Double) -> Double { width >= 1100 ? 16 : width >= 700 ? 12 : 8 }

  private func isBeside(_ width: Double) -> Bool {
    width - 2 * Self.edge(width) >= Self.least.beside * growth
  }

  /// The possible heights of the cards, highest first: the explanation folds to a row before the
  /// table is dropped.
  private func choices(_ width: Double, in room: Double) -> [Heights] {
    let heights = ReleaseCard.heights
    let (full, folded) = (heights.full * growth, heights.folded * growth)
    let inner = width - 2 * Self.edge(width)
    let explains = hasWhy && inner >= Self.least.why * growth
    let roomy = isLarge && !explains ? Self.large : heights.roomy * growth
    let isWide = inner >= ReleaseCard.leastWide * growth
    let alone = !chooses ? heights.words * growth : isWide ? full : heights.narrow * growth
    // Side by side, both have the same height.
    let both = chooses || isBeside(width) ? full : heights.bothWords * growth
    var choices: [Heights] = []
    if hasTable, inner >= Self.least.table * growth {
      let isBeside = isBeside(width)
      if room >= Self.leastRoomy, isBeside || !explains {
        choices.append(Heights(table: roomy, why: explains ? roomy : 0))
      }
      choices.append(Heights(table: full, why: explains ? both : 0))
      if explains, !isBeside { choices.append(Heights(table: full, why: folded)) }
    } else if explains {
      choices.append(Heights(table: 0, why: alone))
    }
    if explains { choices.append(Heights(table: 0, why: folded)) }
    return choices + [Heights(table: 0, why: 0)]
  }

  private func height(_ width: Double) -> Double {
    let cards = isBeside(width) ? [max(heights.table, heights.why)] : [heights.table, heights.why]
    let rows = ([hasFrames ? Self.row : 0] + cards).filter { $0 > 0 }
    guard !rows.isEmpty else { return 0 }
    return rows.reduce(Self.edge(width)) { $0 + $1 } + Self.gap * Double(rows.count - 1)
  }

  private func with(_ heights: Heights, hasFrames: Bool) -> Shelf {
    var shelf = self
    (shelf.heights, shelf.hasTable, shelf.hasWhy) = (heights, heights.table > 0, heights.why > 0)
    if !hasFrames { (shelf.hasFrameTimes, shelf.hasAge) = (false, false) }
    return shelf
  }

  /// The minimum height of what is wanted, in points: the whole table or the explanation, which may
  /// be a single row where it `folds`.
  package func leastHeight(_ width: Double, folds: Bool) -> Double {
    let why = folds ? 0 : ReleaseCard.heights.folded * growth
    let all = choices(width, in: 0)
    let least = all.last { hasTable ? $0.table > 0 : $0.why > why } ?? Heights(table: 0, why: 0)
    return with(least, hasFrames: hasFrames).height(width)
  }

  /// The cards that fit, and their height in points: first the stage shrinks, then the explanation
  /// becomes a row, then the table is dropped, and finally the frames.
  ///
  /// - Parameters:
  ///   - width: its width, in points.
  ///   - room: the height of stage and shelf together, in points.
  ///   - stage: the height reserved for the stage, in points.
  package func fitted(
    _ width: Double, in room: Double, leaving stage: Double
  ) -> (shelf: Shelf, height: Double) {
    let choices = choices(width, in: room)
    let withFrames = choices.map { with($0, hasFrames: true) }
    let all = withFrames + choices.map { with($0, hasFrames: false) }
    // Drop the frames before what is wanted most.
    let order = all.filter { $0.hasWhy == hasWhy || $0.hasTable } + all
    for shelf in order {
      let height = shelf.height(width)
      if height > 0, room - height >= stage { return (shelf, height) }
    }
    return (Shelf(), 0)
  }

  // MARK: Layout

  private typealias Frames = (row: Rect?, table: Rect?, why: Rect?)

  private func frames(in shelf: Rect) -> Frames {
    let edge = Self.edge(shelf.width)
    var rest = Rect(
      x: shelf.minX + edge, y: shelf.minY, width: max(0, shelf.width - 2 * edge),
      height: max(0, shelf.height - edge))
    func cut(_ height: Double) -> Rect? {
      guard height > 0 else { return nil }
      let card = Rect(origin: rest.origin, size: Size(rest.width, min(height, rest.height)))
      rest = Rect(
        x: rest.minX, y: card.maxY + Self.gap, width: rest.width,
        height: max(0, rest.height - card.height - Self.gap))
      return card
    }
    let row = cut(hasFrames ? Self.row : 0)
    guard hasTable else { return (row, nil, cut(heights.why)) }
    guard hasWhy else {
      return (
        row,
        cut(heights.table).map {
          let width = min($0.width, isLarge ? 1000 : 640)
          return Rect(
            x: ($0.midX - width / 2).rounded(), y: $0.minY, width: width, height: $0.height)
        }, nil
      )
    }
    guard isBeside(shelf.width) else { return (row, cut(heights.table), cut(heights.why)) }
    let both = cut(heights.table) ?? rest
    let width = min(600, max((400 * growth).rounded(), (both.width * 0.45).rounded()))
    let table = Rect(origin: both.origin, size: Size(width, both.height))
    let why = Rect(
      x: table.maxX + Self.gap, y: both.minY, width: both.maxX - table.maxX - Self.gap,
      height: both.height)
    return (row, table, why)
  }

  /// The frame of the release explanation in a shelf, if it is shown.
  package func whyFrame(in shelf: Rect) -> Rect? { hasWhy ? frames(in: shelf).why : nil }

  /// Draws the cards.
  ///
  /// - Parameters:
  ///   - reader: the overlays of the stage above it.
  ///   - table: the comparison.
  ///   - meter: the window's own frames.
  ///   - shelf: its frame, in points.
  package func draw(
    _ reader: inout OverlayReader, _ table: ComparisonTable?, _ meter: FrameMeter?,
    in shelf: Rect, into canvas: inout Canvas
  ) {
    let frames = frames(in: shelf)
    // Enlarged, the table is drawn directly on the ground.
    for frame in [frames.row, isLarge ? nil : frames.table, frames.why] {
      frame.map { canvas.slab($0, radius: 12) }
    }
    if let row = frames.row {
      meter?.draw(hasFrameTimes, hasAge, in: row.inset(by: 16, 0), into: &canvas)
    }
    if let frame = frames.table { table?.draw(into: &canvas, in: frame, isLarge: isLarge) }
    guard let frame = frames.why else { return }
    guard var card = reader.card else {
      return canvas.label(
        Words.whyUnknown, at: Vector(frame.minX + 16, frame.midY), .strong.grown(growth),
        canvas.theme.text, maximumWidth: frame.width - 32)
    }
    card.growth = growth
    card.draw(into: &canvas, in: frame)
  }
}
