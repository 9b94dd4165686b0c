internal import Feel
internal import Stage

/// How large the panels are, in points, as a hand has made them, and which the scene has no use
/// for.
struct PanelSizes: Hashable, Sendable {
  var inspector = Layout.inspectorWidth
  /// How high the timeline is; `nil` for as high as the window has room for.
  var timeline: Double?
  /// Whether takes are kept of the scene, which have a strip above the timeline.
  var hasTakes = true
  /// Whether it can be said why a release in the scene rests where it does, and whether that is one
  /// of several places.
  var (explains, chooses) = (true, true)
  /// Whether something is compared, which has a table below the stage, or beside an upright one.
  var (compares, isUpright) = (false, false)

  mutating func suit(_ scene: any Scene.Type) {
    (hasTakes, explains) = (scene.isUnderTest, scene.explainsReleases)
    chooses = scene.choosesPlaces
  }
}

/// Where the regions of the window are, in points: bar, stage, shelf, panels, hint line.
struct Layout: Hashable, Sendable {
  static let barHeight = 48.0
  static let hintHeight = 32.0
  /// Around the plates of stage and timeline, which have round corners.
  static let gutter = 8.0
  static let cornerRadius = 14.0
  /// How wide the parameters are unless a hand has said otherwise, and may be.
  static let inspectorWidth = 304.0
  static let inspectorWidths = 264.0...480
  /// How high the timeline may be: its curves are then 150 points high each.
  static let timelineHeights = 104.0...440
  /// How high the timeline is below a stage that is as large as it was recorded.
  static let plotHeight = 240.0
  /// Below this width the parameters lie along the bottom, in the timeline's place, so that what
  /// they change stays in sight.
  static let besideWidth = 760.0
  // Below this width the parameters are as narrow as they may be, unless a hand has said otherwise.
  private static let smallWidth = 1000.0
  // What the panels leave of the stage at least, where there is as much: every scene has room for
  // its controls there.
  private static let leastStage = Size(480, 168)
  // How wide the table is beside an upright stage, and how wide that is at least.
  private static let (besideStage, leastUpright) = (424.0, 240.0)
  // The share of the room between bar and hint line that the parameters take along the bottom.
  private static let inspectorShare = 0.45
  // How high a stage is at least that gives room to the strip of takes.
  private static let leastBesideStrip = 200.0
  // The share of the room between bar and hint line that the timeline takes of itself.
  private static let timelineShare = 0.365
  // How high the timeline is of itself at least, where there is room: its two curves and the phases
  // can be read.
  private static let leastReadable = 184.0

  let bar: Rect
  /// Where there is room for the scene.
  let room: Rect
  /// Where the scene is: all of its room, unless a recorded session is shown that had more or less.
  var stage: Rect
  /// What stands on cards below the room for the scene, while anything does.
  let shelf: Rect?
  /// Those of them that there is room for.
  let onShelf: Shelf
  /// The parameters, at the right or along the bottom, while they are shown.
  let inspector: Rect?
  /// A take over time, below the stage, while it is shown and the parameters are not in its place.
  let timeline: Rect?
  /// The strip of takes above the timeline, where there is room for it.
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

  /// The stage alone between two bands, where it always begins: places keep their last bit.
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

  /// The room for the scene and below it that for a shelf, of what both have.
  private static func split(
    _ both: Rect, by shelf: Shelf
  ) -> (room: Rect, shelf: Rect?, onShelf: Shelf) {
    let (shelf, height) = shelf.fitted(both.width, in: both.height, leaving: leastStage.height)
    let room = Rect(origin: both.origin, size: Size(both.width, both.height - height))
    let rest = Rect(x: both.minX, y: room.maxY, width: both.width, height: height)
    return (room, height > 0 ? rest : nil, shelf)
  }

  /// The room for the scene and at its left that for a shelf, of what both have.
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

  /// How wide the parameters are in a window of a width, if they shall be `asked` wide.
  private static func inspectorWidth(_ asked: Double, in width: Double) -> Double {
    // Of a small window the stage keeps more.
    let asked = width < smallWidth && asked == inspectorWidth ? inspectorWidths.lowerBound : asked
    return min(
      max(asked, inspectorWidths.lowerBound), inspectorWidths.upperBound, width - leastStage.width)
  }

  /// How high the timeline is in the room between bar and hint line, below a strip of a height and
  /// a shelf of a width, if it shall be `asked` high; a gutter parts it from them.
  private static func timelineHeight(
    _ asked: Double?, of room: Double, below strip: Double, _ shelf: Shelf, _ width: Double
  ) -> Double {
    let wanted = asked ?? max((room * timelineShare).rounded(), leastReadable)
    let most = room - leastStage.height - gutter - strip
    // It yields a little to a whole explanation, and else to one that is a row.
    let whole = shelf.leastHeight(width, folds: false)
    let folded = shelf.leastHeight(width, folds: true)
    let taken =
      asked == nil && most - whole >= leastReadable
      ? whole : most - folded >= timelineHeights.lowerBound ? folded : 0
    let heights = timelineHeights
    return max(min(wanted, most - taken, heights.upperBound), heights.lowerBound)
  }

  /// How high the strip of takes is in that room, with the gap above it: in a low window there is
  /// none.
  private static func stripHeight(in room: Double) -> Double {
    let height = TakeStrip.height + gutter
    return room * (1 - timelineShare) - height >= leastBesideStrip ? height : 0
  }

  /// The size of a window with just the room for a stage, a shelf, and the timeline if it is shown.
  static func windowSize(for stage: Size, _ shelf: Shelf, showsTimeline: Bool) -> Size {
    var between =
      stage.height + shelf.fitted(stage.width, in: .infinity, leaving: leastStage.height).height
    if showsTimeline {
      between += plotHeight + gutter
      between += stripHeight(in: between + TakeStrip.height + gutter)
    }
    return Size(stage.width + 2 * gutter, between + barHeight + hintHeight)
  }

  /// The part of the stage that no panel lies over: a recorded one may be larger than its room.
  var openStage: Rect { stage.intersection(room) ?? stage }

  var stageWithShelf: Rect { shelf.map(stage.union) ?? stage }

  /// Whether the table of what is compared stands beside the stage.
  var hasTableBeside: Bool { onShelf.hasTable && shelf.map { $0.maxX <= room.minX } ?? false }

  /// What lies on the window as one plate: the room for the scene and the shelf.
  var plate: Rect { shelf.map(room.union) ?? room }

  /// Whether a place belongs to the stage and nothing lies over it.
  func isOnStage(_ location: Vector) -> Bool {
    stage.contains(location) && !(inspector?.contains(location) ?? false)
  }

  /// Where a splitter can be taken, while its panel is open.
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

  /// How large the panel of a splitter is across it, in points.
  func length(of splitter: Splitter) -> Double {
    switch splitter {
    case .inspector: inspector?.width ?? 0
    case .timeline: timeline?.height ?? 0
    }
  }
}
