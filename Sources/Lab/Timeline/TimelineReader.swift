internal import Feel
internal import FeelTrace
internal import Stage

/// What the timeline shows of a player in a window.
struct TimelineReader {
  let player: Player
  private let window: WindowState
  let timeline: Timeline

  init(_ player: Player, _ window: WindowState, _ timeline: Timeline) {
    (self.player, self.window, self.timeline) = (player, window, timeline)
  }

  /// What the timeline shows at a time, while it is open.
  func content(at time: Instant) -> TimelineContent? {
    guard let frame = window.layout.timeline else { return nil }
    let layout = TimelineLayout(
      frame, folded: timeline.view.folded, isObserved: player.isObserved,
      hasItems: type(of: player.run.scene).hasItems)
    let (shown, end, sheet) = (player.stageTime(at: time), end(at: time), player.sheet)
    let whole = TimelineView.whole(of: sheet, to: end)
    var view = timeline.view
    if player.playHeadMoves(at: time) { view.turn(to: min(shown, end)) }
    return TimelineContent(
      layout: layout, axis: view.axis(of: whole, across: layout.plot), whole: whole,
      start: sheet.start, end: end, shown: shown,
      stillWords: player.makesTakes
        ? "Nothing moves in the time that is shown"
        : "Takes come from other scenes",
      isOver: player.shownTake != nil,
      isPaused: player.clockSetting.isPaused, speed: player.clockSetting.speed,
      pointerSettings: window.pointerSettings)
  }

  /// The curves and bands that the timeline shows.
  func traces(_ content: TimelineContent) -> LaneTraces {
    let sheet = player.sheet
    var traces = LaneTraces(
      sheet.log, then: sheet.run, to: content.end, along: content.axis, nameOfB: player.nameOfB)
    if let former = player.formerLog, player.nameOfB == nil || sheet.run.runB == nil {
      traces.add(former: former, along: content.axis)
    }
    return traces
  }

  /// Where the timeline ends: the last thing that happened, not the wall's time, so that a stage at rest costs nothing.
  func end(at time: Instant) -> Instant {
    let sheet = player.sheet
    if let end = sheet.end { return end }
    let (log, run) = (player.log, player.run)
    let live = player.liveStageTime(at: max(time, player.now))
    guard !player.run.isBusy(at: live) else { return live }
    let known = [
      log.marks.last?.time, log.changes.last?.time, log.otherRest, player.live.markers.last,
    ].compactMap { $0 }
    var end = max(sheet.start, known.max() ?? sheet.start)
    // It has come to rest since the log was brought up to date.
    if log.changes.last.map({ $0.state != .idle }) ?? false { end = max(end, run.now) }
    if player.clockSetting.isPaused || player.isShowingPast {
      end = max(end, player.stageTime(at: time), timeline.reach ?? end)
    }
    return min(end, live)
  }

  /// Whether the timeline changes by time alone: it grows while the control moves or is held.
  func isMoving(at time: Instant) -> Bool {
    guard window.showsTimeline else { return false }
    if timeline.isMoving(at: time) { return true }
    return !player.isShowingPast && player.playHeadMoves(at: time)
  }
}
