internal import Feel
internal import FeelTrace
internal import Kit
internal import Stage

extension Session {
  /// A part of the window that can have the keyboard.
  private enum Region: Hashable {
    case stage, inspector, takes, timeline, notice
    case splitter(Splitter)
  }

  /// Gives the keyboard to the next region that is open, or to the one before.
  mutating func turnRegion(back: Bool) {
    var regions = [Region.stage]
    if layout.inspector != nil { regions.append(.inspector) }
    if layout.frame(of: .inspector) != nil { regions.append(.splitter(.inspector)) }
    if layout.takes != nil { regions.append(.takes) }
    if layout.timeline != nil { regions += [.timeline, .splitter(.timeline)] }
    if notices.offer != nil { regions.append(.notice) }
    let splitter = Splitter.allCases.first { panels.focus == "splitter.\($0)" }
    let present: Region =
      if let splitter {
        .splitter(splitter)
      } else if panels.focus?.hasPrefix("offer.") ?? false {
        .notice
      } else if timeline.hasKeyboard {
        .timeline
      } else {
        timeline.strip.hasKeyboard
          ? .takes : panels.hasKeyboard("parameters") ? .inspector : .stage
      }
    let index = regions.firstIndex(of: present) ?? 0
    let next = regions[(index + (back ? regions.count - 1 : 1)) % regions.count]
    guard next != present else { return }
    let now = now
    switch present {
    case .stage: perform(.leaveStage)
    case .notice, .splitter, .inspector: leavePanels()
    case .takes: timeline.strip.leave()
    case .timeline: timeline.focus = .none
    }
    switch next {
    case .stage:
      var focus = Focus()
      let tab = KeySample(time: now, phase: .down, key: .tab)
      _ = focus.handle(tab, among: player.run.scene.stops)
      apply(.focus(focus))
    case .notice:
      panels.giveKeyboard(to: "offer.\(notices.offer?.choices.first?.id ?? "")")
    case .inspector: panels.enter("parameters", at: now)
    case .takes:
      timeline.strip.focus = .ring
      revealTake()
    case .timeline: timeline.focus = .ring
    case .splitter(let splitter): panels.giveKeyboard(to: "splitter.\(splitter)")
    }
  }

  /// Makes the panel of a splitter so large, as far as the window has room, or as large as it is by default.
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
    timeline.focus = .none
    timeline.strip.leave()
    perform(.leaveStage)
    leavePanels()
    inspectorState.folded.remove(Inspector.view)
    arrange()
    panels.giveKeyboard(to: Inspector.Line.preference(.theme).id)
    panels.reveal(Inspector.Line.heading(Inspector.view).id, atTop: true, at: now)
  }

  // MARK: The timeline

  /// Brings the card of the take that is shown into sight.
  mutating func revealTake() {
    let takes = player.finishedTakes
    guard let frame = layout.takes, let number = player.sheet.number,
      let index = takes.firstIndex(where: { $0.number == number })
    else { return }
    timeline.strip.reveal(index, in: frame, count: takes.count)
  }

  /// What the timeline is drawn from.
  var timelineReader: TimelineReader { TimelineReader(player, window, timeline) }

  /// What the timeline shows at a time, while it is open.
  func timelineContent(at time: Instant) -> TimelineContent? { timelineReader.content(at: time) }

  /// What the pointer looks like over the timeline.
  var timelineCursor: Cursor? {
    if timeline.strip.pointer != nil { return .arrow }
    let axis = timeline.measure == nil ? nil : timelineContent(at: now)?.axis
    return layout.timeline.flatMap {
      timeline.cursor(TimelineLayout($0, folded: timeline.view.folded), axis)
    }
  }

  /// Remembers how far the lanes reach while the stage's clock stands, and turns to the page of the play-head while it runs.
  mutating func settleTimeline() {
    guard window.isTimelineOpen else { return }
    let stands = isPaused || isShowingPast
    let turns = !timeline.view.isWhole && player.playHeadMoves(at: now)
    // Where the lanes end takes long to find, and is asked only for these.
    let end = stands || turns ? timelineReader.end(at: now) : nil
    timeline.reach = stands ? end : nil
    if turns, let end { timeline.view.turn(to: min(stageTime(at: now), end)) }
  }
}
