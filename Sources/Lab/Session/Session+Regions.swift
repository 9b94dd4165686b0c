internal import Feel
internal import Stage

extension Session {
  /// A part of the window that can have the keyboard.
  private enum Region: Hashable { case stage, inspector, timeline }

  /// Gives the keyboard to the next region that is open, or to the one before.
  mutating func turnRegion(back: Bool) {
    var regions = [Region.stage]
    if chrome.isInspectorOpen { regions.append(.inspector) }
    if chrome.isTimelineOpen { regions.append(.timeline) }
    let present: Region =
      timeline.hasKeyboard ? .timeline : inspector.hasKeyboard ? .inspector : .stage
    let place = regions.firstIndex(of: present) ?? 0
    let next = regions[(place + (back ? regions.count - 1 : 1)) % regions.count]
    guard next != present else { return }
    leave(present)
    switch next {
    case .stage:
      var focus = Focus()
      let parts = run.scene.parts
      let tab = KeySample(time: now, phase: .down, key: .tab)
      _ = focus.handle(tab, among: parts.indices.filter { parts[$0].takesFocus })
      feed(.focus(liveStageTime, focus))
    case .inspector: inspector.turn(by: 1, at: now, inspectorContent)
    case .timeline: (timeline.hasKeyboard, timeline.showsFocus) = (true, true)
    }
  }

  private mutating func leave(_ region: Region) {
    switch region {
    case .stage: leaveStagePart()
    case .inspector: inspector.focus(nil)
    case .timeline: timeline.hasKeyboard = false
    }
  }
}
