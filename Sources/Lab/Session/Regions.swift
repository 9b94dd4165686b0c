internal import Feel
internal import Kit
internal import Stage

extension Session {
  /// Gives the keyboard to the next region that is open, or to the one before.
  mutating func turnRegion(back: Bool) {
    // By the names of their panels; all that is none of them is the stage.
    var regions = ["stage"]
    if arranged.why?.canBePressed ?? false { regions.append("why") }
    if arranged.region != nil { regions.append("region") }
    if layout.inspector != nil { regions.append("parameters") }
    if layout.frame(of: .inspector) != nil { regions.append("splitter.inspector") }
    if layout.takes != nil { regions.append("takes") }
    if layout.timeline != nil { regions += ["time", "splitter.timeline"] }
    if notices.offer != nil, !window.isShow { regions.append("line") }
    let present = regions.first(where: panels.hasKeyboard) ?? regions[0]
    let index = regions.firstIndex(of: present) ?? 0
    let next = regions[(index + (back ? regions.count - 1 : 1)) % regions.count]
    guard next != present else { return }
    if present == regions[0] { perform(.leaveStage) } else { leavePanels() }
    guard next == regions[0] else {
      if next == "takes" { revealTake() }
      // Of all that is on the card, its mark is moved with the arrows.
      if next == "why" { return panels.giveKeyboard(to: WhyPanel.mark) }
      return panels.enter(next, at: now)
    }
    var focus = Focus()
    let tab = KeySample(time: now, phase: .down, key: .tab)
    _ = focus.handle(tab, among: player.run.scene.stops)
    apply(.focus(focus))
  }

  /// Makes the panel of a splitter so large, as far as the window has room, or as large as it is by
  /// default.
  mutating func resize(_ splitter: Splitter, to length: Double?) {
    let range = splitter.range
    let held = length.map { min(max($0.rounded(), range.lowerBound), range.upperBound) }
    switch splitter {
    case .inspector: window.panels.inspector = held ?? Layout.inspectorWidth
    case .timeline: window.panels.timeline = held
    }
    settleStage()
  }

  /// Shows the settings of the window itself, and gives them the keyboard.
  mutating func showSettings() {
    help = nil
    if window.isShow { perform(.toggleShow) }
    if !window.isInspectorOpen { perform(.toggleInspector) }
    perform(.leaveStage)
    leavePanels()
    inspectorState.folded.remove(Words.Inspector.preferences)
    arrange()
    panels.giveKeyboard(to: Inspector.Line.preference(.theme).id)
    panels.reveal(Inspector.Line.heading(Words.Inspector.preferences).id, atTop: true, at: now)
  }

  // MARK: The timeline

  var timelineReader: TimelineReader { TimelineReader(player, window, timeline) }

  func timelineContent(at time: Instant) -> TimelineContent? { timelineReader.content(at: time) }

  var timelineCursor: Cursor? {
    guard panels.isPointed("timeline"), let pointer = panels.pointer, let frame = layout.timeline
    else { return nil }
    let axis = timeline.measure == nil ? nil : timelineContent(at: now)?.axis
    let isOnBar = TimelineLayout(frame, folded: []).scrubRow.contains(pointer)
    return timeline.cursor(isOnBar: isOnBar, axis, at: pointer)
  }

  /// Remembers how far the lanes reach while the stage's clock stands, and turns to the page of the
  /// play-head while it runs.
  mutating func settleTimeline() {
    if panels.focus != "take.name" { timeline.named = nil }
    guard window.isTimelineOpen else { return }
    let stands = isPaused || isShowingPast
    let turns = !timeline.view.isWhole && player.playHeadMoves(at: now)
    // Where the lanes end takes long to find, and is asked only for these.
    let end = stands || turns ? timelineReader.end(at: now) : nil
    timeline.reach = stands ? end : nil
    if turns, let end { timeline.view.turn(to: min(stageTime(at: now), end)) }
  }
}
