internal import Feel
internal import Stage

/// Where the regions of the window are, in points: bar, stage, panels, hint line.
struct Layout: Hashable, Sendable {
  static let barHeight = 44.0
  static let hintHeight = 24.0
  static let inspectorWidth = 320.0
  /// The timeline's height where there is room for it.
  static let timelineHeight = 220.0
  /// Its height in a window that is lower than `tallHeight`.
  static let lowTimelineHeight = 176.0
  private static let tallHeight = 740.0
  /// Below this width the inspector lies over the stage instead of beside it.
  static let dockedWidth = 1040.0

  /// The scenes' tabs and the buttons, along the top.
  let bar: Rect
  /// Where there is room for the scene.
  let room: Rect
  /// Where the scene is: all of its room, unless a recorded session is shown that had more or less.
  var stage: Rect
  /// The parameters, at the right, while they are shown.
  let inspector: Rect?
  /// The last minute, below the stage, while it is shown.
  let timeline: Rect?
  /// One line along the bottom.
  let hint: Rect

  init(_ size: Size, hasInspector: Bool, hasTimeline: Bool) {
    bar = Rect(x: 0, y: 0, width: size.width, height: Self.barHeight)
    hint = Rect(
      x: 0, y: size.height - Self.hintHeight, width: size.width, height: Self.hintHeight)
    let timelineHeight =
      size.height < Self.tallHeight ? Self.lowTimelineHeight : Self.timelineHeight
    let bottom = hint.minY - (hasTimeline ? timelineHeight : 0)
    let height = max(1, bottom - bar.maxY)
    let panel = Rect(
      x: size.width - Self.inspectorWidth, y: bar.maxY, width: Self.inspectorWidth,
      height: height)
    let isDocked = hasInspector && size.width >= Self.dockedWidth
    room = Rect(x: 0, y: bar.maxY, width: isDocked ? panel.minX : size.width, height: height)
    stage = room
    inspector = hasInspector ? panel : nil
    timeline =
      hasTimeline
      ? Rect(x: 0, y: bottom, width: size.width, height: timelineHeight) : nil
  }

  /// The size of a window that has just the room for a stage, its panels closed.
  static func windowSize(for stage: Size) -> Size {
    Size(stage.width, stage.height + barHeight + hintHeight)
  }

  /// The part of the stage that no panel lies over.
  var openStage: Rect {
    var open = stage
    open.size.width = min(stage.width, (inspector?.minX ?? stage.maxX) - stage.minX)
    return open
  }

  /// Whether a place belongs to the stage and nothing lies over it.
  func isOnStage(_ location: Vector) -> Bool {
    stage.contains(location) && !(inspector?.contains(location) ?? false)
  }
}
