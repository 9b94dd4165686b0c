internal import Feel
internal import Stage

extension Session {
  /// What the timeline and its buttons say, while it is open.
  func timelineElements(at time: Instant) -> [AccessibilityElement] {
    guard let content = timelineContent(at: time) else { return [] }
    let layout = content.layout
    let buttons = TimelineControl.all.enumerated().map { index, control in
      let words = control.tooltip.split(separator: " · ", maxSplits: 1).map(String.init)
      let isOn =
        control == .speed(speed) || control == .cap(timeline.frameCap)
        || control == .pause && isPaused
      return AccessibilityElement(
        .button, id: "timeline.button\(index + 1)", name: words[0], states: isOn ? [.checked] : [],
        actions: words.dropFirst().map { .init($0, "press") }, frame: layout.controls[index])
    }
    let line = stageLine(at: time)
    let bar = AccessibilityElement(
      .slider, id: "timeline", name: "Timeline", value: line,
      number: content.playHead.seconds,
      in: min(content.start, content.end).seconds...content.end.seconds,
      states: timeline.hasKeyboard ? [.focused] : [],
      actions: [
        .init("← →", "a frame back, on"), .init("Home, End", "the ends"),
        .init("Space", "pause, go on"),
      ], frame: layout.scrubRow.union(layout.plot))
    return buttons + [bar]
  }

  /// What moment of the stage is shown, whether its clock stands, and what the control in hand does: "1.284 s, paused, snapping".
  func stageLine(at time: Instant) -> String {
    let (run, stageTime) = shown(at: time)
    var words = ["\(stageTime.seconds.text(decimals: 3)) s"]
    if isPaused { words.append("paused") }
    if let state = run.watched(at: stageTime)?.state { words.append(state.rawValue) }
    return words.joined(separator: ", ")
  }
}
