internal import Feel
internal import Kit
internal import Stage

extension Session {
  /// Moves the focus to the next or previous open region.
  mutating func turnRegion(back: Bool) {
    // Panel names; anything else is the stage.
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
      // Focus the mark, because the arrows move it.
      if next == "why" { return panels.giveKeyboard(to: WhyPanel.mark) }
      return panels.enter(next, at: now)
    }
    var focus = Focus()
    let tab = KeySample(time: now, phase: .down, key: .tab)
    _ = focus.handle(tab, among: player.run.scene.stops)
    apply(.focus(focus))
  }

  /// Sets the length of a splitter's panel, clamped to its range, or restores the default with
  /// `nil`.
  mutating func resize(_ splitter: Splitter, to length: Double?) {
    let range = splitter.range
    let held = length.map { min(max($0.rounded(), range.lowerBound), range.upperBound) }
    switch splitter {
    case .inspector: window.panels.inspector = held ?? Layout.inspectorWidth
    case .timeline: window.panels.timeline = held
    }
    settleStage()
  }

  /// Shows the window's preferences and focuses them.
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

  // MARK: Timeline

  var timelineReader: TimelineReader { TimelineReader(player, window, timeline) }

  func timelineContent(at time: Instant) -> TimelineContent? { timelineReader.content(at: time) }

  var timelineCursor: Cursor? {
    guard panels.isPointed("timeline"), let pointer = panels.pointer, let frame = layout.timeline
    else { return nil }
    let axis = timeline.measure == nil ? nil : timelineContent(at: now)?.axis
    let isOnBar = TimelineLayout(frame, folded: []).scrubRow.contains(pointer)
    return timeline.cursor(isOnBar: isOnBar, axis, at: pointer)
  }

  /// Remembers the lanes' end while the clock is paused, and turns to the play-head's page while it
  /// runs.
  mutating func settleTimeline() {
    if panels.focus != "take.name" { timeline.named = nil }
    let sheet = player.sheet
    if sheet.number != timeline.measuredTake {
      // A rerun repeats the same gesture.
      let isAgain = sheet.origin.number != nil && sheet.origin.number == timeline.measuredTake
      if !isAgain { timeline.measure = nil }
      timeline.measuredTake = sheet.number
    }
    guard window.isTimelineOpen else { return }
    let stands = isPaused || isShowingPast
    let turns = !timeline.view.isWhole && player.playHeadMoves(at: now)
    // Expensive, so computed only for these cases.
    let end = stands || turns ? timelineReader.end(at: now) : nil
    timeline.reach = stands ? end : nil
    if turns, let end { timeline.view.turn(to: min(stageTime(at: now), end)) }
  }
}
