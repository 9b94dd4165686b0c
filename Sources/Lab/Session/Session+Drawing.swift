public import Feel
public import Raster
public import Stage
public import TextLayout

extension Session {
  /// The picture at a time, without changing anything.
  ///
  /// A time past a deadline shows what the session will be then, if no event comes before; a time before `now` shows now. `frames` is what a window knows of its own frames.
  public func displayList(
    at time: Instant, fonts: FontBook, frames: FrameMeter? = nil
  ) -> DisplayList {
    let time = max(time, now)
    if let deadline, deadline <= time {
      var ahead = self
      ahead.advance(to: time)
      return ahead.picture(at: time, fonts: fonts, frames)
    }
    return picture(at: time, fonts: fonts, frames)
  }

  private func picture(
    at time: Instant, fonts: FontBook, _ frames: FrameMeter?
  ) -> DisplayList {
    var canvas = Canvas(theme: .named(theme), scale: scale, fonts: fonts)
    let (run, stageTime) = drawn(at: time)
    drawStage(run, at: stageTime, time, frames, into: &canvas)
    let content = ChromeContent(
      titles: catalog.scenes.map { $0.title }, selected: sceneIndex,
      hint: repeatHint ?? comparisonHint ?? sceneType.hint,
      isPaused: isPaused, isRecording: isRecording, speed: speed,
      stageSeconds: stageTime.seconds, overlays: overlays)
    if let timelineContent = timelineContent(at: time) {
      let traces = timelineTraces(timelineContent)
      TimelineDrawing(
        timeline: timeline, content: timelineContent, traces: traces, marks: log.marks,
        markers: markers,
        axes: LaneAxes(traces, timelineContent, timeline.view), frames: frames, now: time
      ).draw(into: &canvas)
    }
    if let panel = layout.inspector {
      var placed = inspector
      // An edit by key, an undo, a reload: the sliders show what the values are, whoever set them.
      placed.place(in: Inspector.body(in: panel), inspectorContent, at: time)
      placed.draw(into: &canvas, in: panel, content: inspectorContent, at: time)
    }
    chrome.draw(content, into: &canvas, at: time, in: size)
    inspector.list?.menu.draw(into: &canvas)
    contextMenu?.menu.draw(into: &canvas)
    return canvas.list
  }

  /// Draws the stage with what lies over it, within its frame.
  func drawStage(
    _ run: StageRun, at stageTime: Instant, _ time: Instant, _ frames: FrameMeter?,
    into canvas: inout Canvas
  ) {
    let frame = layout.stage
    canvas.fill(frame, canvas.theme.stage)
    canvas.clipped(to: frame) { canvas in
      let shown = isFlipped ? run.twin.first ?? run : run
      shown.scene.draw(into: &canvas, at: stageTime)
      drawComparison(of: run, at: stageTime, into: &canvas)
      drawOverlays(of: run, at: stageTime, time, into: &canvas)
      frames?.draw(overlays, into: &canvas, in: layout.openStage)
    }
  }
}
