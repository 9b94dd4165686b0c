internal import Feel
internal import Stage

/// Sizes of the panels in points, as set by the user, and which panels the scene uses.
struct PanelSizes: Hashable, Sendable {
  var inspector = Layout.inspectorWidth
  /// Height of the timeline; `nil` for as much as the window has room for.
  var timeline: Double?
  /// Whether the scene records takes, which have a strip above the timeline.
  var hasTakes = true
  /// Whether releases in the scene can be explained, and whether they choose among several resting
  /// places.
  var (explains, chooses) = (true, true)
  /// Whether a comparison is shown, with a table below the stage or, if the stage is upright,
  /// beside it.
  var (compares, isUpright) = (false, false)

  mutating func suit(_ scene: any Scene.Type) {
    (hasTakes, explains) = (scene.isUnderTest, scene.explainsReleases)
    chooses = scene.choosesPlaces
  }
}

/// Frames of the window's regions in points: bar, stage, shelf, panels, hint line.
struct Layout: Hashable, Sendable {
  static let barHeight = 48.0
  static let hintHeight = 32.0
  /// Margin around the round-cornered plates of stage and timeline.
  static let gutter = 8.0
  static let cornerRadius = 14.0
  /// Default width of the inspector, and its range.
  static let inspectorWidth = 304.0
  static let inspectorWidths = 264.0...480
  /// Range of the timeline's height; at the maximum each curve is 150 points high.
  static let timelineHeights = 104.0...440
  /// Height of the timeline below a stage shown at its recorded size.
  static let plotHeight = 240.0
  /// Below this window width the inspector replaces the timeline at the bottom, so that the stage
  /// stays visible while its parameters change.
  static let besideWidth = 760.0
  // Below this window width the inspector has its minimum width unless the user has resized it.
  private static let smallWidth = 1000.0
  // Minimum stage size that panels leave if the window allows it; every scene's controls fit in it.
  private static let leastStage = Size(480, 168)
  // Width of the table beside an upright stage, and the minimum width of that stage.
  private static let (besideStage, leastUpright) = (424.0, 240.0)
  // The inspector's share of the height between bar and hint line, when at the bottom.
  private static let inspectorShare = 0.45
  // Minimum stage height at which the takes strip is shown.
  private static let leastBesideStrip = 200.0
  // The timeline's default share of the height between bar and hint line.
  private static let timelineShare = 0.365
  // Minimum default height of the timeline if there is room: enough to read both curves and the
  // phases.
  private static let leastReadable = 184.0

  let bar: Rect
  /// The area available to the scene.
  let room: Rect
  /// The scene's frame: all of `room`, unless a recorded session was larger or smaller.
  var stage: Rect
  /// The shelf's frame, while it shows any card.
  let shelf: Rect?
  /// The cards that fit on the shelf.
  let onShelf: Shelf
  /// The inspector while open, on the right or along the bottom.
  let inspector: Rect?
  /// The timeline below the stage, while open and not replaced by the inspector.
  let timeline: Rect?
  /// The takes strip above the timeline, if there is room.
  let takes: Rect?
  let hint: Rect

  init(
    _ size: Size, _ sizes: PanelSizes, _ shelf: Shelf, hasInspector: Bool, hasTimeline: Bool
  ) {
    bar = Rect(x: 0, y: 0, width: size.width, height: Self.barHeight)
    hint = Rect(
      x: 0, y: size.height - Self.hintHeight, width: size.width, height: Self.hintHeight)
    let (between, gap) = (max(1, hint.minY - bar.maxY), Self.gutter)
    let isBeside = size.width >= Self.besideWidth
    let isAlong = hasInspector && !isBeside
    let showsTimeline = hasTimeline && !isAlong
    let width = Self.inspectorWidth(sizes.inspector, in: size.width)
    let open = size.width - gap - (hasInspector && isBeside ? width : gap)
    let strip = showsTimeline && sizes.hasTakes ? Self.stripHeight(in: between) : 0
    let hasTableBeside =
      sizes.compares && sizes.isUpright && open >= Self.besideStage + Self.leastUpright
    let below = hasTableBeside ? Shelf([], explains: false) : shelf
    let dock =
      if isAlong {
        min((between * Self.inspectorShare).rounded(), max(1, between - Self.leastStage.height))
      } else if showsTimeline {
        Self.timelineHeight(
          sizes.timeline, of: between, below: strip, below, open)
      } else {
        0.0
      }
    let panel =
      isBeside
      ? Rect(x: size.width - width, y: bar.maxY, width: width, height: between)
      : Rect(x: 0, y: hint.minY - dock, width: size.width, height: dock)
    inspector = hasInspector ? panel : nil
    func plate(_ y: Double, _ height: Double) -> Rect {
      Rect(x: gap, y: y, width: max(1, open), height: max(1, height))
    }
    timeline = showsTimeline ? plate(hint.minY - dock, dock) : nil
    let docked = dock + (showsTimeline ? gap : 0)
    takes = strip > 0 ? plate(hint.minY - docked - strip + gap, strip - gap) : nil
    let both = plate(bar.maxY, between - docked - strip)
    (room, self.shelf, onShelf) =
      hasTableBeside ? Self.split(both, beside: shelf) : Self.split(both, by: shelf)
    stage = room
  }

  /// The stage alone between two bands, always at the same origin so that positions stay
  /// bit-identical.
  init(stageAlone size: Size, _ shelf: Shelf) {
    bar = Rect(x: 0, y: 0, width: size.width, height: 0)
    hint = Rect(x: 0, y: size.height, width: size.width, height: 0)
    (room, self.shelf, onShelf) = Self.split(
      Rect(
        x: Self.gutter, y: Self.barHeight, width: max(1, size.width - 2 * Self.gutter),
        height: max(1, size.height - 2 * Self.barHeight)), by: shelf)
    stage = room
    (inspector, takes, timeline) = (nil, nil, nil)
  }

  /// Splits a frame into the scene's room and a shelf below it.
  private static func split(
    _ both: Rect, by shelf: Shelf
  ) -> (room: Rect, shelf: Rect?, onShelf: Shelf) {
    let (shelf, height) = shelf.fitted(both.width, in: both.height, leaving: leastStage.height)
    let room = Rect(origin: both.origin, size: Size(both.width, both.height - height))
    let rest = Rect(x: both.minX, y: room.maxY, width: both.width, height: height)
    return (room, height > 0 ? rest : nil, shelf)
  }

  /// Splits a frame into the scene's room and a shelf to its left.
  private static func split(
    _ both: Rect, beside shelf: Shelf
  ) -> (room: Rect, shelf: Rect?, onShelf: Shelf) {
    let (shelf, height) = shelf.fitted(besideStage, in: both.height, leaving: 0)
    let room = Rect(
      x: both.minX + besideStage, y: both.minY, width: both.width - besideStage,
      height: both.height)
    let card = Rect(
      x: both.minX, y: (both.midY - height / 2).rounded(), width: besideStage, height: height)
    return (room, height > 0 ? card : nil, shelf)
  }

  /// Width of the inspector in a window of the given width, if `asked` is wanted.
  private static func inspectorWidth(_ asked: Double, in width: Double) -> Double {
    // In a small window the stage gets more of the width.
    let asked = width < smallWidth && asked == inspectorWidth ? inspectorWidths.lowerBound : asked
    return min(
      max(asked, inspectorWidths.lowerBound), inspectorWidths.upperBound, width - leastStage.width)
  }

  /// Height of the timeline in the `room` between bar and hint line, below a strip and a shelf, if
  /// `asked` is wanted; a gutter separates them.
  private static func timelineHeight(
    _ asked: Double?, of room: Double, below strip: Double, _ shelf: Shelf, _ width: Double
  ) -> Double {
    let wanted = asked ?? max((room * timelineShare).rounded(), leastReadable)
    let most = room - leastStage.height - gutter - strip
    // Leave room for an unfolded explanation, or at least for one folded to a row.
    let whole = shelf.leastHeight(width, folds: false)
    let folded = shelf.leastHeight(width, folds: true)
    let taken =
      asked == nil && most - whole >= leastReadable
      ? whole : most - folded >= timelineHeights.lowerBound ? folded : 0
    let heights = timelineHeights
    return max(min(wanted, most - taken, heights.upperBound), heights.lowerBound)
  }

  /// Height of the takes strip including the gap above it; 0 in a low window.
  private static func stripHeight(in room: Double) -> Double {
    let height = TakeStrip.height + gutter
    return room * (1 - timelineShare) - height >= leastBesideStrip ? height : 0
  }

  /// The window size that exactly fits a stage, a shelf and, if shown, the timeline.
  static func windowSize(for stage: Size, _ shelf: Shelf, showsTimeline: Bool) -> Size {
    var between =
      stage.height + shelf.fitted(stage.width, in: .infinity, leaving: leastStage.height).height
    if showsTimeline {
      between += plotHeight + gutter
      between += stripHeight(in: between + TakeStrip.height + gutter)
    }
    return Size(stage.width + 2 * gutter, between + barHeight + hintHeight)
  }

  /// The part of the stage not covered by a panel; a recorded stage may be larger than its room.
  var openStage: Rect { stage.intersection(room) ?? stage }

  var stageWithShelf: Rect { shelf.map(stage.union) ?? stage }

  /// Whether the comparison table is beside the stage.
  var hasTableBeside: Bool { onShelf.hasTable && shelf.map { $0.maxX <= room.minX } ?? false }

  /// The plate on the window's ground: the scene's room and the shelf.
  var plate: Rect { shelf.map(room.union) ?? room }

  /// Whether a location is on the stage and not covered by the inspector.
  func isOnStage(_ location: Vector) -> Bool {
    stage.contains(location) && !(inspector?.contains(location) ?? false)
  }

  /// The grab area of a splitter, while its panel is open.
  func frame(of splitter: Splitter) -> Rect? {
    switch splitter {
    case .inspector:
      inspector.flatMap { panel in
        panel.minX > 0
          ? Rect(x: panel.minX, y: panel.minY, width: Self.gutter, height: panel.height) : nil
      }
    case .timeline:
      (takes ?? timeline).map {
        Rect(x: $0.minX, y: $0.minY - Self.gutter, width: $0.width, height: Self.gutter)
      }
    }
  }

  /// Size of a splitter's panel across the splitter, in points.
  func length(of splitter: Splitter) -> Double {
    switch splitter {
    case .inspector: inspector?.width ?? 0
    case .timeline: timeline?.height ?? 0
    }
  }
}
